// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "loss-recovery.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LossRecovery);

TypeId
LossRecovery::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LossRecovery").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
LossRecovery::DoStart(const Context& /* context */)
{
}

void
LossRecovery::DoNotifySent(uint64_t span)
{
    m_next += span;
}

void
LossRecovery::DoNotifyAck()
{
}

} // namespace ns3

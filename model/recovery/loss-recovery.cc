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

LossRecovery::Verdict
LossRecovery::DoNotifyTrimmed(uint64_t packet)
{
    if (packet < m_expected)
    {
        return Verdict::DISCARD;
    }
    // The expected packet is lost each time it comes trimmed; for other packets one request is
    // enough.
    const bool asked = std::exchange(m_asked, true);
    return asked && packet != m_expected ? Verdict::DISCARD : Verdict::GAP;
}

} // namespace ns3

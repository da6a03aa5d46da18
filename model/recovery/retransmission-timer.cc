// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "retransmission-timer.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RetransmissionTimer);

TypeId
RetransmissionTimer::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RetransmissionTimer").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

int64_t
RetransmissionTimer::DoAssignStreams(int64_t /* stream */)
{
    return 0;
}

} // namespace ns3

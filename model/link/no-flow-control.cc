// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "no-flow-control.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NoFlowControl);

TypeId
NoFlowControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NoFlowControl")
                            .SetParent<LinkFlowControl>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<NoFlowControl>();
    return tid;
}

bool
NoFlowControl::DoIsLossless(uint8_t) const
{
    return false;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "no-congestion-control.h"

#include "ns3/prepared-factory.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(NoCongestionControl);

static const CopiesAsNew<NoCongestionControl> g_copiesNoCongestionControl;

TypeId
NoCongestionControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::NoCongestionControl")
                            .SetParent<RdmaCongestionControl>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<NoCongestionControl>();
    return tid;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "spray-path-selector.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SprayPathSelector);

TypeId
SprayPathSelector::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SprayPathSelector")
                            .SetParent<PathSelector>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<SprayPathSelector>();
    return tid;
}

uint16_t
SprayPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    return ports[Pick(Draw(packet, 0), ports.size())];
}

bool
SprayPathSelector::DoKeepsOrder() const
{
    return false;
}

} // namespace ns3

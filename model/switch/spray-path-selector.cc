// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "spray-path-selector.h"

#include "ns3/random-draws.h"

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
    // No two packets of a flow are ready at the same time, and no other flow has a part in this.
    const uint64_t draw = HashDraw(uint64_t{packet.entropy} << 32 | MakeSalt(0),
                                   static_cast<uint64_t>(packet.readyPs));
    return ports[(draw >> 32) * ports.size() >> 32];
}

bool
SprayPathSelector::DoKeepsOrder() const
{
    return false;
}

} // namespace ns3

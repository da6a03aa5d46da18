// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "adaptive-path-selector.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(AdaptivePathSelector);

TypeId
AdaptivePathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::AdaptivePathSelector")
            .SetParent<PathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<AdaptivePathSelector>()
            .AddAttribute("Seed",
                          "Seed of the draws among equal ports, combined with the seed of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&AdaptivePathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

uint16_t
AdaptivePathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    return FindLeast(ports, packet.entropy, MakeSalt(m_seed), [&](uint16_t port) {
        return GetPort(port).GetQueueBytes(packet.lane);
    });
}

bool
AdaptivePathSelector::DoKeepsOrder() const
{
    return false;
}

} // namespace ns3

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
                          "Another seed is another draw among equal ports, beside that "
                          "of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&AdaptivePathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

uint16_t
AdaptivePathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    uint64_t leastBytes = UINT64_MAX;
    uint32_t count = 0; // of the ports with the least
    for (const uint16_t port : ports)
    {
        const uint64_t bytes = GetPort(port).GetQueueBytes(packet.lane);
        count = bytes < leastBytes ? 1 : count + (bytes == leastBytes ? 1 : 0);
        leastBytes = bytes < leastBytes ? bytes : leastBytes;
    }
    uint32_t place = Hash(packet.entropy, MakeSalt(m_seed), count); // among them
    for (const uint16_t port : ports)
    {
        if (GetPort(port).GetQueueBytes(packet.lane) == leastBytes && place-- == 0)
        {
            return port;
        }
    }
    return ports.front();
}

bool
AdaptivePathSelector::DoKeepsOrder() const
{
    return false;
}

} // namespace ns3

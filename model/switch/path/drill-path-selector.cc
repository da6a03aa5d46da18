// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "drill-path-selector.h"

#include "ns3/random-draws.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DrillPathSelector);

TypeId
DrillPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DrillPathSelector")
            .SetParent<PathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<DrillPathSelector>()
            .AddAttribute("Samples",
                          "Number of ports that are drawn for each packet, d of DRILL(d, m).",
                          UintegerValue(2),
                          MakeUintegerAccessor(&DrillPathSelector::m_samples),
                          MakeUintegerChecker<uint32_t>(1, MOST))
            .AddAttribute("Memory",
                          "Number of ports that are remembered for each host, m of DRILL(d, m).",
                          UintegerValue(1),
                          MakeUintegerAccessor(&DrillPathSelector::m_memory),
                          MakeUintegerChecker<uint32_t>(0, MOST))
            .AddAttribute("Seed",
                          "Seed of the draws of ports, combined with the seed of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&DrillPathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

/**
 * Draws different ports at random (R. W. Floyd).
 *
 * @param chosen array with room for MOST ports
 * @return number of drawn ports
 */
uint32_t
DrillPathSelector::DrawPorts(const FabricPacket& packet,
                             const std::vector<uint16_t>& ports,
                             uint16_t* chosen) const
{
    uint64_t draw = Draw(packet, m_seed);
    const auto size = static_cast<uint32_t>(ports.size());
    const uint32_t count = std::min(m_samples, size);
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t last = size - count + i;
        const uint16_t port = ports[Pick(draw, last + 1)];
        const bool twice = std::find(chosen, chosen + i, port) != chosen + i;
        chosen[i] = twice ? ports[last] : port;
        draw = MixDraw(draw + 1);
    }
    return count;
}

uint16_t
DrillPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    uint16_t candidates[2 * MOST];
    uint32_t count = DrawPorts(packet, ports, candidates);
    const std::size_t place = std::size_t{packet.destHost} * m_memory;
    if (m_remembered.size() < place + m_memory)
    {
        m_remembered.resize(place + m_memory, NO_PORT);
    }
    uint16_t* const remembered = m_remembered.data() + place;
    for (uint32_t i = 0; i < m_memory; ++i)
    {
        if (std::find(candidates, candidates + count, remembered[i]) == candidates + count &&
            std::binary_search(ports.begin(), ports.end(), remembered[i]))
        {
            candidates[count++] = remembered[i];
        }
    }
    const auto isLess = [this, lane = packet.lane](uint16_t one, uint16_t other) {
        return GetPort(one).GetQueueBytes(lane) < GetPort(other).GetQueueBytes(lane);
    };
    const uint32_t kept = std::max(1U, std::min(m_memory, count));
    for (uint32_t i = 0; i < kept; ++i) // move the least loaded ports to the front
    {
        uint16_t* const least = std::min_element(candidates + i, candidates + count, isLess);
        std::rotate(candidates + i, least, least + 1);
    }
    std::copy(candidates, candidates + std::min(m_memory, count), remembered);
    return candidates[0];
}

bool
DrillPathSelector::DoKeepsOrder() const
{
    return false;
}

} // namespace ns3

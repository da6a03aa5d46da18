// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "round-robin-path-selector.h"

#include "ns3/random-draws.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RoundRobinPathSelector);

TypeId
RoundRobinPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RoundRobinPathSelector")
            .SetParent<PathSelector>()
            .SetGroupName("AiFabric")
            .AddConstructor<RoundRobinPathSelector>()
            .AddAttribute("Rounds",
                          "Rounds over all ports until the next port is drawn again; 0: it is "
                          "drawn only for the first packet to a host.",
                          UintegerValue(5),
                          MakeUintegerAccessor(&RoundRobinPathSelector::m_rounds),
                          MakeUintegerChecker<uint32_t>(0, 1'000'000))
            .AddAttribute("Seed",
                          "Seed of the draws of the first port of a round, combined with the "
                          "seed of the run.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&RoundRobinPathSelector::m_seed),
                          MakeUintegerChecker<uint32_t>());
    return tid;
}

uint16_t
RoundRobinPathSelector::DoSelect(const FabricPacket& packet, const std::vector<uint16_t>& ports)
{
    const uint32_t host = packet.destHost;
    if (m_turns.size() <= host)
    {
        m_turns.resize(host + 1);
    }
    Turn& turn = m_turns[host];
    const auto size = static_cast<uint32_t>(ports.size());
    if (turn.left == 0)
    {
        const uint64_t draw = HashDraw(uint64_t{host} << 32 | MakeSalt(m_seed),
                                       static_cast<uint64_t>(packet.readyPs));
        turn.place = static_cast<uint16_t>(Pick(draw, size));
        turn.left = m_rounds == 0 ? UINT32_MAX : m_rounds * size;
    }
    turn.left -= turn.left == UINT32_MAX ? 0 : 1;
    // The number of ports may have shrunk.
    const uint32_t place = turn.place < size ? turn.place : 0;
    turn.place = static_cast<uint16_t>(place + 1 < size ? place + 1 : 0);
    return ports[place];
}

bool
RoundRobinPathSelector::DoKeepsOrder() const
{
    return false;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "random-regular-topology.h"

#include "ns3/uinteger.h"

#include <algorithm>
#include <boost/pending/disjoint_sets.hpp>
#include <random>
#include <set>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RandomRegularTopology);

TypeId
RandomRegularTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RandomRegularTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<RandomRegularTopology>()
            .AddAttribute("Switches",
                          "Number of switches",
                          UintegerValue(16),
                          MakeUintegerAccessor(&RandomRegularTopology::m_switches),
                          MakeUintegerChecker<uint32_t>(2, 65536))
            .AddAttribute("Degree",
                          "Number of links from each switch to others",
                          UintegerValue(4),
                          MakeUintegerAccessor(&RandomRegularTopology::m_degree),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("HostsPerSwitch",
                          "Number of hosts on each switch",
                          UintegerValue(2),
                          MakeUintegerAccessor(&RandomRegularTopology::m_hostsPerSwitch),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("Seed",
                          "Seed of the random graph",
                          UintegerValue(1),
                          MakeUintegerAccessor(&RandomRegularTopology::m_seed),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Rate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&RandomRegularTopology::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("SwitchRate",
                          "Rate of the links between switches; 0bps: Rate",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&RandomRegularTopology::m_switchRate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of every link",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&RandomRegularTopology::m_delay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

bool
RandomRegularTopology::IsConnected(const Edges& edges) const
{
    boost::disjoint_sets_with_storage<> parts(m_switches);
    uint32_t count = m_switches;
    for (const auto& [a, b] : edges)
    {
        const auto one = parts.find_set(a);
        const auto other = parts.find_set(b);
        if (one != other)
        {
            parts.link(one, other);
            --count;
        }
    }
    return count == 1;
}

RandomRegularTopology::Edges
RandomRegularTopology::DrawEdges() const
{
    std::set<std::pair<uint32_t, uint32_t>> joined; // the smaller number first
    const auto ordered = [](uint32_t a, uint32_t b) {
        return std::make_pair(std::min(a, b), std::max(a, b));
    };
    for (uint32_t i = 0; i < m_switches; ++i)
    {
        for (uint32_t distance = 1; distance <= m_degree / 2; ++distance)
        {
            joined.insert(ordered(i, (i + distance) % m_switches));
        }
        if (m_degree % 2 != 0)
        {
            joined.insert(ordered(i, (i + m_switches / 2) % m_switches));
        }
    }
    Edges edges(joined.begin(), joined.end());

    std::mt19937_64 engine(m_seed);
    const auto draw = [&engine](uint64_t bound) {
        // Numbers above the last multiple of the bound would favour small results.
        const uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
        uint64_t number = engine();
        while (number >= limit)
        {
            number = engine();
        }
        return number % bound;
    };
    constexpr uint32_t MAX_ROUNDS = 100;
    for (uint32_t round = 0; round < MAX_ROUNDS; ++round)
    {
        for (uint64_t i = 0; i < 10 * edges.size(); ++i)
        {
            auto& first = edges[draw(edges.size())];
            auto& second = edges[draw(edges.size())];
            const bool turned = draw(2) != 0;
            const uint32_t c = turned ? second.second : second.first;
            const uint32_t e = turned ? second.first : second.second;
            const auto one = ordered(first.first, e);
            const auto other = ordered(c, first.second);
            if (one.first == one.second || other.first == other.second || one == other ||
                joined.count(one) > 0 || joined.count(other) > 0)
            {
                continue;
            }
            joined.erase(first);
            joined.erase(second);
            joined.insert(one);
            joined.insert(other);
            first = one;
            second = other;
        }
        if (IsConnected(edges))
        {
            return {joined.begin(), joined.end()};
        }
    }
    Fail("Seed",
         "found no connected graph in " + std::to_string(MAX_ROUNDS) +
             " rounds; expected another seed or a greater Degree");
}

FabricTopology
RandomRegularTopology::DoGenerate() const
{
    const uint64_t hosts = uint64_t{m_switches} * m_hostsPerSwitch;
    const uint64_t ends = uint64_t{m_switches} * m_degree;
    if (m_degree >= m_switches || ends % 2 != 0)
    {
        Fail("Degree",
             std::to_string(m_switches) + " switches with " + std::to_string(m_degree) +
                 " links each; expected fewer links than switches, and an even number of switches "
                 "or of links");
    }
    CheckSize(hosts, hosts + ends / 2, "Switches, Degree, HostsPerSwitch");
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");
    const uint64_t switchRatebps = GetRatebps(m_switchRate, "SwitchRate", ratebps);
    FabricTopology topology;
    AddHosts(topology, hosts);
    AddSwitches(topology, "switch", m_switches);
    const auto first = static_cast<uint32_t>(hosts);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink(
            {host, first + host / m_hostsPerSwitch, ratebps, m_delay.GetPicoSeconds()});
    }
    for (const auto& [a, b] : DrawEdges())
    {
        topology.AddLink({first + a, first + b, switchRatebps, m_delay.GetPicoSeconds()});
    }
    return topology;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ring-topology.h"

#include "ns3/boolean.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(RingTopology);

TypeId
RingTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::RingTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<RingTopology>()
            .AddAttribute("Switches",
                          "Number of switches in the ring",
                          UintegerValue(3),
                          MakeUintegerAccessor(&RingTopology::m_switches),
                          MakeUintegerChecker<uint32_t>(3, 65536))
            .AddAttribute("HostsPerSwitch",
                          "Number of hosts on each switch",
                          UintegerValue(2),
                          MakeUintegerAccessor(&RingTopology::m_hostsPerSwitch),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("Rate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&RingTopology::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("RingRate",
                          "Rate of the links between switches; 0bps: Rate",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&RingTopology::m_ringRate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of every link",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&RingTopology::m_delay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("Clockwise",
                          "All traffic goes around the ring in one direction, to the switch with "
                          "the next higher number; false: shortest paths in both directions",
                          BooleanValue(false),
                          MakeBooleanAccessor(&RingTopology::m_clockwise),
                          MakeBooleanChecker());
    return tid;
}

FabricTopology
RingTopology::DoGenerate() const
{
    const uint64_t hosts = uint64_t{m_switches} * m_hostsPerSwitch;
    CheckSize(hosts, hosts + m_switches, "Switches, HostsPerSwitch");
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");
    const uint64_t ringRatebps = GetRatebps(m_ringRate, "RingRate", ratebps);
    FabricTopology topology;
    AddHosts(topology, hosts);
    const auto first = static_cast<uint32_t>(hosts);
    AddSwitches(topology, "switch", m_switches);
    topology.grid.sizes = {m_switches};
    topology.grid.places.resize(topology.nodes.size());
    for (uint32_t i = 0; i < m_switches; ++i)
    {
        topology.grid.places[first + i] = {i};
    }
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink(
            {host, first + host / m_hostsPerSwitch, ratebps, m_delay.GetPicoSeconds()});
    }
    for (uint32_t i = 0; i < m_switches; ++i)
    {
        const uint32_t link = topology.AddLink(
            {first + i, first + (i + 1) % m_switches, ringRatebps, m_delay.GetPicoSeconds()});
        if (m_clockwise)
        {
            TopologyRoute route{first + i, {}, {link}};
            for (uint32_t host = 0; host < hosts; ++host)
            {
                if (host / m_hostsPerSwitch != i)
                {
                    route.hosts.push_back(host);
                }
            }
            topology.routes.push_back(std::move(route));
        }
    }
    return topology;
}

} // namespace ns3

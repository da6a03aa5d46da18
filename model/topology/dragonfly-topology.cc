// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dragonfly-topology.h"

#include "group-links.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DragonflyTopology);

TypeId
DragonflyTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DragonflyTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<DragonflyTopology>()
            .AddAttribute("Groups",
                          "Number of groups; 0: RoutersPerGroup * GlobalLinks + 1, the most that "
                          "can all be linked directly",
                          UintegerValue(0),
                          MakeUintegerAccessor(&DragonflyTopology::m_groups),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("RoutersPerGroup",
                          "Number of switches in each group",
                          UintegerValue(4),
                          MakeUintegerAccessor(&DragonflyTopology::m_routersPerGroup),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("HostsPerRouter",
                          "Number of hosts on each switch",
                          UintegerValue(2),
                          MakeUintegerAccessor(&DragonflyTopology::m_hostsPerRouter),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("GlobalLinks",
                          "Number of ports to other groups on each switch",
                          UintegerValue(2),
                          MakeUintegerAccessor(&DragonflyTopology::m_globalLinks),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("Rate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&DragonflyTopology::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("LocalRate",
                          "Rate of the links within a group; 0bps: Rate",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&DragonflyTopology::m_localRate),
                          MakeDataRateChecker())
            .AddAttribute("GlobalRate",
                          "Rate of the links between groups; 0bps: Rate",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&DragonflyTopology::m_globalRate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of the links to hosts and of the links within groups",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&DragonflyTopology::m_delay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("GlobalDelay",
                          "Propagation delay of the links between groups",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&DragonflyTopology::m_globalDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

FabricTopology
DragonflyTopology::DoGenerate() const
{
    const uint64_t ports = uint64_t{m_routersPerGroup} * m_globalLinks; // global ports of a group
    const uint64_t groups = m_groups == 0 ? ports + 1 : m_groups;
    if (groups < 2 || groups > ports + 1)
    {
        Fail("Groups",
             std::to_string(groups) + " groups with " + std::to_string(ports) +
                 " global links each; expected 2 to " + std::to_string(ports + 1));
    }
    const uint64_t routers = groups * m_routersPerGroup;
    const uint64_t hosts = routers * m_hostsPerRouter;
    CheckSize(hosts,
              hosts + routers * (m_routersPerGroup - 1) / 2 + groups * ports / 2,
              "Groups, RoutersPerGroup, HostsPerRouter, GlobalLinks");
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");
    const uint64_t localbps = GetRatebps(m_localRate, "LocalRate", ratebps);
    const uint64_t globalbps = GetRatebps(m_globalRate, "GlobalRate", ratebps);
    const int64_t delayPs = m_delay.GetPicoSeconds();

    FabricTopology topology;
    AddHosts(topology, hosts);
    AddSwitches(topology, "router", routers);
    const auto first = static_cast<uint32_t>(hosts);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink({host, first + host / m_hostsPerRouter, ratebps, delayPs});
    }
    for (uint32_t group = 0; group < groups; ++group)
    {
        const uint32_t firstOfGroup = first + group * m_routersPerGroup;
        for (uint32_t a = 0; a < m_routersPerGroup; ++a)
        {
            for (uint32_t b = a + 1; b < m_routersPerGroup; ++b)
            {
                topology.AddLink({firstOfGroup + a, firstOfGroup + b, localbps, delayPs});
            }
        }
    }
    topology.groups.resize(topology.nodes.size());
    for (uint32_t router = 0; router < routers; ++router)
    {
        topology.groups[first + router] = router / m_routersPerGroup;
    }
    const auto routerOf = [&](uint64_t group, uint64_t port) {
        return static_cast<uint32_t>(first + group * m_routersPerGroup + port / m_globalLinks);
    };
    JoinGroups(topology, groups, ports, routerOf, globalbps, m_globalDelay.GetPicoSeconds());
    return topology;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dragonfly-plus-topology.h"

#include "group-links.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DragonflyPlusTopology);

TypeId
DragonflyPlusTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DragonflyPlusTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<DragonflyPlusTopology>()
            .AddAttribute("Groups",
                          "Number of groups; 0: SpinesPerGroup * GlobalLinks + 1, the most that "
                          "can all be linked directly",
                          UintegerValue(0),
                          MakeUintegerAccessor(&DragonflyPlusTopology::m_groups),
                          MakeUintegerChecker<uint32_t>(0, 65536))
            .AddAttribute("LeavesPerGroup",
                          "Number of switches with hosts in each group",
                          UintegerValue(2),
                          MakeUintegerAccessor(&DragonflyPlusTopology::m_leavesPerGroup),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("SpinesPerGroup",
                          "Number of switches with global links in each group",
                          UintegerValue(2),
                          MakeUintegerAccessor(&DragonflyPlusTopology::m_spinesPerGroup),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("HostsPerLeaf",
                          "Number of hosts on each leaf",
                          UintegerValue(2),
                          MakeUintegerAccessor(&DragonflyPlusTopology::m_hostsPerLeaf),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("GlobalLinks",
                          "Number of ports to other groups on each spine",
                          UintegerValue(2),
                          MakeUintegerAccessor(&DragonflyPlusTopology::m_globalLinks),
                          MakeUintegerChecker<uint32_t>(1, 4096))
            .AddAttribute("Rate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&DragonflyPlusTopology::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("LocalRate",
                          "Rate of the links between leaves and spines; 0bps: Rate",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&DragonflyPlusTopology::m_localRate),
                          MakeDataRateChecker())
            .AddAttribute("GlobalRate",
                          "Rate of the links between groups; 0bps: Rate",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&DragonflyPlusTopology::m_globalRate),
                          MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of the links to hosts and of the links within groups",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&DragonflyPlusTopology::m_delay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("GlobalDelay",
                          "Propagation delay of the links between groups",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&DragonflyPlusTopology::m_globalDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

FabricTopology
DragonflyPlusTopology::DoGenerate() const
{
    const uint64_t ports = uint64_t{m_spinesPerGroup} * m_globalLinks; // global ports of a group
    const uint64_t groups = m_groups == 0 ? ports + 1 : m_groups;
    if (groups < 2 || groups > ports + 1)
    {
        Fail("Groups",
             std::to_string(groups) + " groups with " + std::to_string(ports) +
                 " global links each; expected 2 to " + std::to_string(ports + 1));
    }
    const uint64_t leaves = groups * m_leavesPerGroup;
    const uint64_t hosts = leaves * m_hostsPerLeaf;
    CheckSize(hosts,
              hosts + leaves * m_spinesPerGroup + groups * ports / 2,
              "Groups, LeavesPerGroup, SpinesPerGroup, HostsPerLeaf, GlobalLinks");
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");
    const uint64_t localbps = GetRatebps(m_localRate, "LocalRate", ratebps);
    const uint64_t globalbps = GetRatebps(m_globalRate, "GlobalRate", ratebps);
    const int64_t delayPs = m_delay.GetPicoSeconds();

    FabricTopology topology;
    AddHosts(topology, hosts);
    const auto firstLeaf = static_cast<uint32_t>(hosts);
    AddSwitches(topology, "leaf", leaves);
    const auto firstSpine = static_cast<uint32_t>(firstLeaf + leaves);
    AddSwitches(topology, "spine", groups * m_spinesPerGroup);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink({host, firstLeaf + host / m_hostsPerLeaf, ratebps, delayPs});
    }
    for (uint32_t leaf = 0; leaf < leaves; ++leaf)
    {
        const uint32_t first = firstSpine + leaf / m_leavesPerGroup * m_spinesPerGroup;
        for (uint32_t spine = 0; spine < m_spinesPerGroup; ++spine)
        {
            topology.AddLink({firstLeaf + leaf, first + spine, localbps, delayPs});
        }
    }
    topology.groups.resize(topology.nodes.size());
    for (uint32_t leaf = 0; leaf < leaves; ++leaf)
    {
        topology.groups[firstLeaf + leaf] = leaf / m_leavesPerGroup;
    }
    for (uint32_t spine = 0; spine < groups * m_spinesPerGroup; ++spine)
    {
        topology.groups[firstSpine + spine] = spine / m_spinesPerGroup;
    }
    const auto spineOf = [&](uint64_t group, uint64_t port) {
        return static_cast<uint32_t>(firstSpine + group * m_spinesPerGroup + port / m_globalLinks);
    };
    JoinGroups(topology, groups, ports, spineOf, globalbps, m_globalDelay.GetPicoSeconds());
    return topology;
}

} // namespace ns3

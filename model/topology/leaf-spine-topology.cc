// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "leaf-spine-topology.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LeafSpineTopology);

TypeId
LeafSpineTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LeafSpineTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<LeafSpineTopology>()
            .AddAttribute("Leaves",
                          "Number of leaf switches",
                          UintegerValue(4),
                          MakeUintegerAccessor(&LeafSpineTopology::m_leaves),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("Spines",
                          "Number of spine switches",
                          UintegerValue(4),
                          MakeUintegerAccessor(&LeafSpineTopology::m_spines),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("HostsPerLeaf",
                          "Number of hosts on each leaf",
                          UintegerValue(4),
                          MakeUintegerAccessor(&LeafSpineTopology::m_hostsPerLeaf),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("HostPorts",
                          "Number of ports of each host, on as many neighbouring leaves (dual ToR: "
                          "2); divides Leaves",
                          UintegerValue(1),
                          MakeUintegerAccessor(&LeafSpineTopology::m_hostPorts),
                          MakeUintegerChecker<uint32_t>(1, 32))
            .AddAttribute("LinksPerPair",
                          "Number of parallel links between each leaf and each spine",
                          UintegerValue(1),
                          MakeUintegerAccessor(&LeafSpineTopology::m_linksPerPair),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("HostRate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&LeafSpineTopology::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute(
                "UplinkRate",
                "Rate of each link between a leaf and a spine; 0bps: derived from Oversubscription",
                DataRateValue(DataRate(0)),
                MakeDataRateAccessor(&LeafSpineTopology::m_uplinkRate),
                MakeDataRateChecker())
            .AddAttribute("Oversubscription",
                          "Capacity of a leaf to its hosts divided by its capacity to the spines; "
                          "1: non-blocking. Only with UplinkRate 0bps",
                          DoubleValue(1),
                          MakeDoubleAccessor(&LeafSpineTopology::m_oversubscription),
                          MakeDoubleChecker<double>(0.001, 1000))
            .AddAttribute("HostDelay",
                          "Propagation delay of the links of the hosts",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&LeafSpineTopology::m_hostDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("UplinkDelay",
                          "Propagation delay of the links between leaves and spines",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&LeafSpineTopology::m_uplinkDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

FabricTopology
LeafSpineTopology::DoGenerate() const
{
    if (m_leaves % m_hostPorts != 0)
    {
        Fail("HostPorts",
             std::to_string(m_hostPorts) + " does not divide the " + std::to_string(m_leaves) +
                 " leaves; expected a whole number of groups of leaves");
    }
    const uint64_t hosts = uint64_t{m_leaves} / m_hostPorts * m_hostsPerLeaf;
    const uint64_t uplinksPerLeaf = uint64_t{m_spines} * m_linksPerPair;
    CheckSize(hosts,
              hosts * m_hostPorts + m_leaves * uplinksPerLeaf,
              "Leaves, Spines, HostsPerLeaf, HostPorts, LinksPerPair");
    const bool derived = m_uplinkRate.GetBitRate() == 0;
    if (!derived && m_oversubscription != 1)
    {
        Fail("Oversubscription", "cannot be set together with UplinkRate; set one of them");
    }
    const uint64_t hostRatebps = GetRatebps(m_hostRate, "HostRate");
    const Uplinks uplinks =
        derived ? ShareUplinks(1.0 * m_hostsPerLeaf * hostRatebps,
                               m_spines,
                               m_linksPerPair,
                               m_oversubscription,
                               "Oversubscription")
                : Uplinks{m_spines, m_linksPerPair, GetRatebps(m_uplinkRate, "UplinkRate")};
    FabricTopology topology;
    AddHosts(topology, hosts);
    const auto firstLeaf = static_cast<uint32_t>(hosts);
    AddSwitches(topology, "leaf", m_leaves);
    const uint32_t firstSpine = firstLeaf + m_leaves;
    AddSwitches(topology, "spine", uplinks.switches);
    for (uint32_t link = 0; link < hosts * m_hostPorts; ++link)
    {
        const uint32_t leaf = link / m_hostsPerLeaf; // leaf by leaf, the ports of a group in turn
        topology.AddLink({leaf / m_hostPorts * m_hostsPerLeaf + link % m_hostsPerLeaf,
                          firstLeaf + leaf,
                          hostRatebps,
                          m_hostDelay.GetPicoSeconds()});
    }
    for (uint32_t leaf = 0; leaf < m_leaves; ++leaf)
    {
        for (uint32_t uplink = 0; uplink < uplinks.switches * uplinks.links; ++uplink)
        {
            topology.AddLink({firstLeaf + leaf,
                              firstSpine + uplink / uplinks.links,
                              uplinks.ratebps,
                              m_uplinkDelay.GetPicoSeconds()});
        }
    }
    return topology;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sled-tree-topology.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SledTreeTopology);

TypeId
SledTreeTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SledTreeTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<SledTreeTopology>()
            .AddAttribute("Racks",
                          "Number of racks",
                          UintegerValue(2),
                          MakeUintegerAccessor(&SledTreeTopology::m_racks),
                          MakeUintegerChecker<uint32_t>(1, 64))
            .AddAttribute("SledsPerRack",
                          "Number of sleds of each rack",
                          UintegerValue(18),
                          MakeUintegerAccessor(&SledTreeTopology::m_sledsPerRack),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("ChipsPerSled",
                          "Number of chips of each sled",
                          UintegerValue(4),
                          MakeUintegerAccessor(&SledTreeTopology::m_chipsPerSled),
                          MakeUintegerChecker<uint32_t>(1, 1024))
            .AddAttribute("HostRate",
                          "Rate between a chip and its router; 0bps: that of its links together",
                          DataRateValue(DataRate(0)),
                          MakeDataRateAccessor(&SledTreeTopology::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute("SledRate",
                          "Rate of a chip's links to the switch of its sled, together",
                          DataRateValue(DataRate("1024Gbps")),
                          MakeDataRateAccessor(&SledTreeTopology::m_sledRate),
                          MakeDataRateChecker())
            .AddAttribute("RackRate",
                          "Rate of a chip's links to the switch of its rack, together",
                          DataRateValue(DataRate("1280Gbps")),
                          MakeDataRateAccessor(&SledTreeTopology::m_rackRate),
                          MakeDataRateChecker())
            .AddAttribute(
                "PeerRate",
                "Rate of a chip's links to the chip in its place in one other rack, together",
                DataRateValue(DataRate("512Gbps")),
                MakeDataRateAccessor(&SledTreeTopology::m_peerRate),
                MakeDataRateChecker())
            .AddAttribute("Delay",
                          "Propagation delay of every link between routers and switches",
                          TimeValue(NanoSeconds(50)),
                          MakeTimeAccessor(&SledTreeTopology::m_delay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("HostDelay",
                          "Delay between a chip and its router",
                          TimeValue(NanoSeconds(10)),
                          MakeTimeAccessor(&SledTreeTopology::m_hostDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

FabricTopology
SledTreeTopology::DoGenerate() const
{
    const uint64_t perRack = uint64_t{m_sledsPerRack} * m_chipsPerSled;
    const uint64_t count = m_racks * perRack;
    CheckSize(count, count * (3 + m_racks / 2), "Racks, SledsPerRack, ChipsPerSled");
    const auto chips = static_cast<uint32_t>(count);
    const uint64_t sledbps = GetRatebps(m_sledRate, "SledRate");
    const uint64_t rackbps = GetRatebps(m_rackRate, "RackRate");
    const uint64_t peerbps = GetRatebps(m_peerRate, "PeerRate");
    const uint64_t hostbps =
        GetRatebps(m_hostRate, "HostRate", sledbps + rackbps + (m_racks - 1) * peerbps);
    const int64_t delayPs = m_delay.GetPicoSeconds();

    FabricTopology topology;
    AddHosts(topology, chips);
    AddSwitches(topology, "chip", chips);
    const uint32_t sleds = m_racks * m_sledsPerRack;
    AddSwitches(topology, "sled", sleds);
    AddSwitches(topology, "rack", m_racks);
    for (uint32_t chip = 0; chip < chips; ++chip)
    {
        topology.AddLink({chip, chips + chip, hostbps, m_hostDelay.GetPicoSeconds()});
    }
    for (uint32_t chip = 0; chip < chips; ++chip)
    {
        const uint32_t sled = chip / m_chipsPerSled;
        const uint32_t toSled =
            topology.AddLink({chips + chip, 2 * chips + sled, sledbps, delayPs});
        topology.AddLink(
            {chips + chip, 2 * chips + sleds + sled / m_sledsPerRack, rackbps, delayPs});
        TopologyRoute route{chips + chip, {}, {toSled}};
        for (uint32_t other = sled * m_chipsPerSled; other < (sled + 1) * m_chipsPerSled; ++other)
        {
            if (other != chip)
            {
                route.hosts.push_back(other);
            }
        }
        if (!route.hosts.empty())
        {
            topology.routes.push_back(route);
        }
    }
    for (uint32_t rack = 0; rack < m_racks; ++rack)
    {
        for (uint32_t other = rack + 1; other < m_racks; ++other)
        {
            for (uint32_t place = 0; place < perRack; ++place)
            {
                topology.AddLink({static_cast<uint32_t>(chips + rack * perRack + place),
                                  static_cast<uint32_t>(chips + other * perRack + place),
                                  peerbps,
                                  delayPs});
            }
        }
    }
    return topology;
}

} // namespace ns3

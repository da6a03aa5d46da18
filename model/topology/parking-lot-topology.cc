// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "parking-lot-topology.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(ParkingLotTopology);

TypeId
ParkingLotTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::ParkingLotTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<ParkingLotTopology>()
            .AddAttribute("Switches",
                          "Number of switches in the chain",
                          UintegerValue(4),
                          MakeUintegerAccessor(&ParkingLotTopology::m_switches),
                          MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute(
                "HostsPerSwitch",
                "Number of hosts on each switch, not counting the receiver at the end of the chain",
                UintegerValue(1),
                MakeUintegerAccessor(&ParkingLotTopology::m_hostsPerSwitch),
                MakeUintegerChecker<uint32_t>(1, 65536))
            .AddAttribute("HostRate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&ParkingLotTopology::m_hostRate),
                          MakeDataRateChecker())
            .AddAttribute("ChainRate",
                          "Rate of the links between the switches",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&ParkingLotTopology::m_chainRate),
                          MakeDataRateChecker())
            .AddAttribute("HostDelay",
                          "Propagation delay of the links of the hosts",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&ParkingLotTopology::m_hostDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)))
            .AddAttribute("ChainDelay",
                          "Propagation delay of the links between the switches",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&ParkingLotTopology::m_chainDelay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

FabricTopology
ParkingLotTopology::DoGenerate() const
{
    const uint64_t hostRatebps = GetRatebps(m_hostRate, "HostRate");
    const uint64_t chainRatebps = GetRatebps(m_chainRate, "ChainRate");
    const uint64_t parked = uint64_t{m_switches} * m_hostsPerSwitch;
    CheckSize(parked + 1, parked + m_switches, "Switches and HostsPerSwitch");
    const auto exit = static_cast<uint32_t>(parked);
    FabricTopology topology;
    AddHosts(topology, exit + 1);
    for (uint32_t place = 0; place < m_switches; ++place)
    {
        const uint32_t chain = topology.AddSwitch("chain" + std::to_string(place));
        for (uint32_t i = 0; i < m_hostsPerSwitch; ++i)
        {
            topology.AddLink(
                {place * m_hostsPerSwitch + i, chain, hostRatebps, m_hostDelay.GetPicoSeconds()});
        }
        if (place > 0)
        {
            topology.AddLink({chain - 1, chain, chainRatebps, m_chainDelay.GetPicoSeconds()});
        }
    }
    topology.AddLink({exit, exit + m_switches, hostRatebps, m_hostDelay.GetPicoSeconds()});
    return topology;
}

} // namespace ns3

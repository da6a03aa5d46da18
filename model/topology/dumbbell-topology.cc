// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dumbbell-topology.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DumbbellTopology);

TypeId
DumbbellTopology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::DumbbellTopology")
                            .SetParent<TopologyGenerator>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<DumbbellTopology>()
                            .AddAttribute("LeftHosts",
                                          "Number of hosts on the left switch",
                                          UintegerValue(8),
                                          MakeUintegerAccessor(&DumbbellTopology::m_leftHosts),
                                          MakeUintegerChecker<uint32_t>(1, 65536))
                            .AddAttribute("RightHosts",
                                          "Number of hosts on the right switch",
                                          UintegerValue(8),
                                          MakeUintegerAccessor(&DumbbellTopology::m_rightHosts),
                                          MakeUintegerChecker<uint32_t>(1, 65536))
                            .AddAttribute("HostRate",
                                          "Rate of the links of the hosts",
                                          DataRateValue(DataRate("100Gbps")),
                                          MakeDataRateAccessor(&DumbbellTopology::m_hostRate),
                                          MakeDataRateChecker())
                            .AddAttribute("BottleneckRate",
                                          "Rate of the link between the switches",
                                          DataRateValue(DataRate("100Gbps")),
                                          MakeDataRateAccessor(&DumbbellTopology::m_bottleneckRate),
                                          MakeDataRateChecker())
                            .AddAttribute("HostDelay",
                                          "Propagation delay of the links of the hosts",
                                          TimeValue(MicroSeconds(1)),
                                          MakeTimeAccessor(&DumbbellTopology::m_hostDelay),
                                          MakeTimeChecker(Seconds(0), Seconds(1)))
                            .AddAttribute("BottleneckDelay",
                                          "Propagation delay of the link between the switches",
                                          TimeValue(MicroSeconds(1)),
                                          MakeTimeAccessor(&DumbbellTopology::m_bottleneckDelay),
                                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

FabricTopology
DumbbellTopology::DoGenerate() const
{
    const uint64_t hostRatebps = GetRatebps(m_hostRate, "HostRate");
    const uint64_t bottleneckbps = GetRatebps(m_bottleneckRate, "BottleneckRate");
    const uint32_t hosts = m_leftHosts + m_rightHosts;
    FabricTopology topology;
    AddHosts(topology, hosts);
    const uint32_t left = topology.AddSwitch("left0");
    const uint32_t right = topology.AddSwitch("right0");
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink(
            {host, host < m_leftHosts ? left : right, hostRatebps, m_hostDelay.GetPicoSeconds()});
    }
    topology.AddLink({left, right, bottleneckbps, m_bottleneckDelay.GetPicoSeconds()});
    return topology;
}

} // namespace ns3

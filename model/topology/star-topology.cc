// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "star-topology.h"

#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(StarTopology);

TypeId
StarTopology::GetTypeId()
{
    static TypeId tid = TypeId("ns3::StarTopology")
                            .SetParent<TopologyGenerator>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<StarTopology>()
                            .AddAttribute("Hosts",
                                          "Number of hosts on the switch",
                                          UintegerValue(16),
                                          MakeUintegerAccessor(&StarTopology::m_hosts),
                                          MakeUintegerChecker<uint32_t>(1, 65536))
                            .AddAttribute("Rate",
                                          "Rate of every link",
                                          DataRateValue(DataRate("100Gbps")),
                                          MakeDataRateAccessor(&StarTopology::m_rate),
                                          MakeDataRateChecker())
                            .AddAttribute("Delay",
                                          "Propagation delay of every link",
                                          TimeValue(MicroSeconds(1)),
                                          MakeTimeAccessor(&StarTopology::m_delay),
                                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

FabricTopology
StarTopology::DoGenerate() const
{
    if (m_hosts > FabricTopology::MAX_PORTS)
    {
        Fail("Hosts",
             "is " + std::to_string(m_hosts) + "; expected at most " +
                 std::to_string(FabricTopology::MAX_PORTS) + " on one switch");
    }
    const uint64_t ratebps = GetRatebps(m_rate, "Rate");
    FabricTopology topology;
    AddHosts(topology, m_hosts);
    const uint32_t hub = topology.AddSwitch("switch0");
    for (uint32_t host = 0; host < m_hosts; ++host)
    {
        topology.AddLink({host, hub, ratebps, m_delay.GetPicoSeconds()});
    }
    return topology;
}

} // namespace ns3

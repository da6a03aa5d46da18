// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fat-tree-topology.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FatTreeTopology);

TypeId
FatTreeTopology::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FatTreeTopology")
            .SetParent<TopologyGenerator>()
            .SetGroupName("AiFabric")
            .AddConstructor<FatTreeTopology>()
            .AddAttribute("K",
                          "Ports per switch, an even number; there are K^3/4 hosts",
                          UintegerValue(4),
                          MakeUintegerAccessor(&FatTreeTopology::m_k),
                          MakeUintegerChecker<uint32_t>(2, 128))
            .AddAttribute("Rate",
                          "Rate of the links of the hosts",
                          DataRateValue(DataRate("100Gbps")),
                          MakeDataRateAccessor(&FatTreeTopology::m_rate),
                          MakeDataRateChecker())
            .AddAttribute("Oversubscription",
                          "Capacity of an edge switch to its hosts divided by its capacity to the "
                          "aggregation switches; 1: non-blocking",
                          DoubleValue(1),
                          MakeDoubleAccessor(&FatTreeTopology::m_oversubscription),
                          MakeDoubleChecker<double>(0.001, 1000))
            .AddAttribute("CoreOversubscription",
                          "Capacity of an aggregation switch to the edge switches divided by its "
                          "capacity to the core; 1: non-blocking",
                          DoubleValue(1),
                          MakeDoubleAccessor(&FatTreeTopology::m_coreOversubscription),
                          MakeDoubleChecker<double>(0.001, 1000))
            .AddAttribute("Delay",
                          "Propagation delay of every link",
                          TimeValue(MicroSeconds(1)),
                          MakeTimeAccessor(&FatTreeTopology::m_delay),
                          MakeTimeChecker(Seconds(0), Seconds(1)));
    return tid;
}

FabricTopology
FatTreeTopology::DoGenerate() const
{
    if (m_k % 2 != 0)
    {
        Fail("K", std::to_string(m_k) + " is odd; expected an even number");
    }
    const uint32_t half = m_k / 2;
    const uint32_t perTier = m_k * half; // edge switches
    const uint32_t hosts = perTier * half;
    const int64_t delayPs = m_delay.GetPicoSeconds();
    const uint64_t hostbps = GetRatebps(m_rate, "Rate");
    const auto edgeUp =
        ShareUplinks(1.0 * half * hostbps, half, 1, m_oversubscription, "Oversubscription");
    const auto coreUp = ShareUplinks(1.0 * half * edgeUp.ratebps,
                                     half,
                                     1,
                                     m_coreOversubscription,
                                     "CoreOversubscription");
    const uint32_t aggregations = m_k * edgeUp.switches;

    FabricTopology topology;
    AddHosts(topology, hosts);
    AddSwitches(topology, "edge", perTier);
    AddSwitches(topology, "aggregation", aggregations);
    AddSwitches(topology, "core", edgeUp.switches * coreUp.switches);
    const uint32_t firstEdge = hosts;
    const uint32_t firstAggregation = firstEdge + perTier;
    const uint32_t firstCore = firstAggregation + aggregations;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        topology.AddLink({host, firstEdge + host / half, hostbps, delayPs});
    }
    for (uint32_t edge = 0; edge < perTier; ++edge)
    {
        const uint32_t firstOfPod = firstAggregation + edge / half * edgeUp.switches;
        for (uint32_t i = 0; i < edgeUp.switches; ++i)
        {
            topology.AddLink({firstEdge + edge, firstOfPod + i, edgeUp.ratebps, delayPs});
        }
    }
    for (uint32_t aggregation = 0; aggregation < aggregations; ++aggregation)
    {
        const uint32_t firstOfGroup = firstCore + aggregation % edgeUp.switches * coreUp.switches;
        for (uint32_t i = 0; i < coreUp.switches; ++i)
        {
            topology.AddLink(
                {firstAggregation + aggregation, firstOfGroup + i, coreUp.ratebps, delayPs});
        }
    }
    return topology;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lash-routing.h"

#include "layer-assignment.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LashRouting);

TypeId
LashRouting::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LashRouting")
            .SetParent<LidRoutingEngine>()
            .SetGroupName("AiFabric")
            .AddConstructor<LashRouting>()
            .AddAttribute(
                "MaxLayers",
                "Largest number of service levels, each with its own virtual lane; links must have "
                "as many data lanes (CreditFlowControl::DataLanes)",
                UintegerValue(8),
                MakeUintegerAccessor(&LashRouting::m_maxLayers),
                MakeUintegerChecker<uint8_t>(1, LinearForwardingTables::MAX_SERVICE_LEVELS));
    return tid;
}

LidRoutingEngine::Ways
LashRouting::DoFindWays(uint32_t dest)
{
    return FindShortestWays(dest);
}

uint32_t
LashRouting::DoChoose(uint32_t node,
                      const std::vector<uint32_t>& links,
                      uint32_t host,
                      uint32_t path)
{
    const auto peerOf = [&](uint32_t link) { return GetTopology().GetPeer(link, node); };
    std::vector<uint32_t> peers; // in the order of their first links
    for (const uint32_t link : links)
    {
        if (std::find(peers.begin(), peers.end(), peerOf(link)) == peers.end())
        {
            peers.push_back(peerOf(link));
        }
    }
    std::vector<uint32_t> parallel;
    for (const uint32_t link : links)
    {
        if (peerOf(link) == peers[path % peers.size()])
        {
            parallel.push_back(link);
        }
    }
    return parallel[host % parallel.size()];
}

void
LashRouting::DoAssignServiceLevels(LinearForwardingTables& tables)
{
    if (!AssignLayers(tables, m_maxLayers))
    {
        Fail(GetTopology(), DescribeLackOfLayers(m_maxLayers));
    }
}

} // namespace ns3

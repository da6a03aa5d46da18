// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "full-mesh-routing.h"

#include <set>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FullMeshRouting);

TypeId
FullMeshRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FullMeshRouting")
                            .SetParent<LidRoutingEngine>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<FullMeshRouting>();
    return tid;
}

LidRoutingEngine::Ways
FullMeshRouting::DoFindWays(uint32_t dest)
{
    return FindShortestWays(dest);
}

/** Topologies have their links in the order of dimensions. */
uint32_t
FullMeshRouting::DoChoose(uint32_t node,
                          const std::vector<uint32_t>& links,
                          uint32_t host,
                          uint32_t path)
{
    const uint32_t peer = GetTopology().GetPeer(links.front(), node);
    std::vector<uint32_t> parallel;
    for (const uint32_t link : links)
    {
        if (GetTopology().GetPeer(link, node) == peer)
        {
            parallel.push_back(link);
        }
    }
    return parallel[(host + path) % parallel.size()];
}

RoutingEngine::RoutedLanes
FullMeshRouting::DoFindLanes(const FabricTopology& topology) const
{
    std::set<std::pair<uint32_t, uint32_t>> joined;
    for (const auto& link : topology.links)
    {
        joined.insert({link.a, link.b});
        joined.insert({link.b, link.a});
    }
    const SlToVlMap first("0", "FullMeshRouting"); // lane 0 for all levels
    const SlToVlMap second("1", "FullMeshRouting");
    RoutedLanes lanes{2, first, {}};
    const auto linksByNode = topology.GetLinksByNode();
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (topology.IsHost(node))
        {
            continue;
        }
        for (const uint32_t from : linksByNode[node])
        {
            const uint32_t before = topology.GetPeer(from, node);
            for (const uint32_t to : linksByNode[node])
            {
                const uint32_t after = topology.GetPeer(to, node);
                if (after != before && joined.count({before, after}) > 0)
                {
                    lanes.pairs.push_back({node, from, to, second});
                }
            }
        }
    }
    return lanes;
}

} // namespace ns3

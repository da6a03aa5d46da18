// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "torus2-qos-routing.h"

#include <string>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(Torus2QosRouting);

namespace
{

/** @return map in which the lane of a level is one of its bits */
SlToVlMap
MakeBitMap(uint32_t bit)
{
    std::string text;
    for (uint32_t level = 0; level < SlToVlMap::LEVEL_COUNT; ++level)
    {
        text += (level == 0 ? "" : ",") + std::to_string(level >> bit & 1);
    }
    return SlToVlMap(text, "Torus2QosRouting");
}

} // namespace

TypeId
Torus2QosRouting::GetTypeId()
{
    static TypeId tid = TypeId("ns3::Torus2QosRouting")
                            .SetParent<DimensionOrderRouting>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<Torus2QosRouting>();
    return tid;
}

uint32_t
Torus2QosRouting::DoGetMostRings() const
{
    return 4; // number of bits of a service level
}

RoutingEngine::RoutedLanes
Torus2QosRouting::DoFindLanes(const FabricTopology& topology) const
{
    const auto rings = FindRings(topology);
    const SlToVlMap first("0", "Torus2QosRouting"); // lane 0 for all levels
    std::vector<SlToVlMap> maps;                    // by ring
    for (uint32_t bit = 0; bit < rings.size(); ++bit)
    {
        maps.push_back(MakeBitMap(bit));
    }
    RoutedLanes lanes{2, first, {}};
    const auto linksByNode = topology.GetLinksByNode();
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (topology.IsHost(node))
        {
            continue;
        }
        for (const uint32_t to : linksByNode[node])
        {
            const uint32_t peer = topology.GetPeer(to, node);
            SlToVlMap map = first;
            for (uint32_t bit = 0; bit < rings.size() && !topology.IsHost(peer); ++bit)
            {
                const auto& places = topology.grid.places;
                const bool along = places[node][rings[bit]] != places[peer][rings[bit]];
                map = along ? maps[bit] : map;
            }
            for (const uint32_t from : linksByNode[node])
            {
                lanes.pairs.push_back({node, from, to, map});
            }
        }
    }
    return lanes;
}

} // namespace ns3

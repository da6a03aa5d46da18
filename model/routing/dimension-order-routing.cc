// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dimension-order-routing.h"

#include "ns3/boolean.h"

#include <algorithm>
#include <map>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(DimensionOrderRouting);

TypeId
DimensionOrderRouting::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DimensionOrderRouting")
            .SetParent<LidRoutingEngine>()
            .SetGroupName("AiFabric")
            .AddConstructor<DimensionOrderRouting>()
            .AddAttribute("Datelines",
                          "Paths that cross the dateline of a dimension get other service levels "
                          "than paths that do not; false: a deadlock is possible",
                          BooleanValue(true),
                          MakeBooleanAccessor(&DimensionOrderRouting::m_datelines),
                          MakeBooleanChecker());
    return tid;
}

void
DimensionOrderRouting::DoPrepare()
{
    const auto& topology = GetTopology();
    const auto& grid = topology.grid;
    if (grid.sizes.empty())
    {
        Fail(topology,
             "the switches have no coordinates; expected a topology with dimensions, such as "
             "ns3::TorusTopology or ns3::RingTopology");
    }
    m_wraps.assign(grid.sizes.size(), false);
    m_neighbours.assign(topology.nodes.size(), Neighbours(2 * grid.sizes.size()));
    for (const uint32_t node : GetSwitches())
    {
        for (const uint32_t link : GetLinks(node))
        {
            if (!topology.IsHost(topology.GetPeer(link, node)))
            {
                AddNeighbour(node, link);
            }
        }
    }
    m_gaps.assign(m_wraps.size(), std::vector<uint32_t>(topology.nodes.size(), NO_GAP));
    for (size_t dimension = 0; dimension < m_wraps.size(); ++dimension)
    {
        m_wraps[dimension] ? FindGaps(dimension) : CheckLines(dimension);
    }
}

/** Finds the dimension and direction of a link. */
void
DimensionOrderRouting::AddNeighbour(uint32_t node, uint32_t link)
{
    const auto& topology = GetTopology();
    const auto& sizes = topology.grid.sizes;
    const uint32_t peer = topology.GetPeer(link, node);
    const auto& from = topology.grid.places[node];
    const auto& to = topology.grid.places[peer];
    size_t differing = 0;
    size_t dimension = 0;
    for (size_t i = 0; i < sizes.size(); ++i)
    {
        if (from[i] != to[i])
        {
            ++differing;
            dimension = i;
        }
    }
    const uint32_t up = (to[dimension] + sizes[dimension] - from[dimension]) % sizes[dimension];
    if (differing != 1 || (up != 1 && up != sizes[dimension] - 1))
    {
        Fail(topology,
             topology.nodes[node].name + " and " + topology.nodes[peer].name +
                 " are linked but are not neighbours in any dimension");
    }
    const bool upwards = sizes[dimension] > 2 ? up == 1 : from[dimension] == 0;
    m_neighbours[node][2 * dimension + (upwards ? 0 : 1)].push_back(link);
    if (sizes[dimension] > 2 && upwards && to[dimension] == 0)
    {
        m_wraps[dimension] = true;
    }
}

void
DimensionOrderRouting::CheckLines(size_t dimension) const
{
    const auto& topology = GetTopology();
    for (const uint32_t node : GetSwitches())
    {
        const uint32_t place = topology.grid.places[node][dimension];
        const bool atEnd[] = {place + 1 == topology.grid.sizes[dimension], place == 0};
        for (const uint32_t side : {0U, 1U})
        {
            if (!atEnd[side] && m_neighbours[node][2 * dimension + side].empty())
            {
                Fail(topology,
                     topology.nodes[node].name + " has no link " + (side == 0 ? "up" : "down") +
                         " in dimension " + std::to_string(dimension) +
                         "; expected a complete grid");
            }
        }
    }
}

void
DimensionOrderRouting::FindGaps(size_t dimension)
{
    const auto& topology = GetTopology();
    std::map<std::vector<uint32_t>, std::vector<uint32_t>> rings; // by the other coordinates
    for (const uint32_t node : GetSwitches())
    {
        auto place = topology.grid.places[node];
        place[dimension] = 0;
        rings[place].push_back(node);
    }
    for (const auto& [place, nodes] : rings)
    {
        const auto lacksLink = [&](uint32_t node) {
            return m_neighbours[node][2 * dimension].empty();
        };
        const auto gap = std::find_if(nodes.begin(), nodes.end(), lacksLink);
        const auto missing = std::count_if(nodes.begin(), nodes.end(), lacksLink);
        if (missing > 1 || nodes.size() < topology.grid.sizes[dimension])
        {
            Fail(topology,
                 "the ring of " + topology.nodes[nodes.front()].name + " in dimension " +
                     std::to_string(dimension) + " lacks " +
                     (missing > 1 ? std::to_string(missing) + " links" : "a switch") +
                     "; expected a complete grid, or rings that lack at most one link");
        }
        for (const uint32_t node : nodes)
        {
            m_gaps[dimension][node] = missing == 0 ? NO_GAP : topology.grid.places[*gap][dimension];
        }
    }
}

DimensionOrderRouting::Direction
DimensionOrderRouting::GetDirection(size_t dimension, uint32_t from, uint32_t to) const
{
    const uint32_t size = GetTopology().grid.sizes[dimension];
    const uint32_t up = (to + size - from) % size;
    const bool inside = !m_wraps[dimension] || 2 * up == size;
    if (inside)
    {
        const bool wraps = m_wraps[dimension] && std::min(from, to) % 2 != 0;
        return (to > from) != wraps ? Direction::UP : Direction::DOWN;
    }
    return 2 * up < size ? Direction::UP : Direction::DOWN;
}

DimensionOrderRouting::Direction
DimensionOrderRouting::FindDirection(size_t dimension, uint32_t node, uint32_t to) const
{
    const uint32_t size = GetTopology().grid.sizes[dimension];
    const uint32_t from = GetTopology().grid.places[node][dimension];
    const auto direction = GetDirection(dimension, from, to);
    const uint32_t gap = m_gaps[dimension][node];
    if (gap == NO_GAP)
    {
        return direction;
    }
    // Between two places are the links upwards of the lower place and of those after it.
    const bool isUp = direction == Direction::UP;
    const uint32_t low = isUp ? from : to;
    const uint32_t high = isUp ? to : from;
    const bool crosses = (gap + size - low) % size < (high + size - low) % size;
    return isUp != crosses ? Direction::UP : Direction::DOWN;
}

bool
DimensionOrderRouting::CrossesDateline(size_t dimension, uint32_t from, uint32_t to) const
{
    return from != to && (GetDirection(dimension, from, to) == Direction::UP) != (to > from);
}

LidRoutingEngine::Ways
DimensionOrderRouting::DoFindWays(uint32_t dest)
{
    const auto& places = GetTopology().grid.places;
    Ways ways(places.size());
    for (const uint32_t node : GetSwitches())
    {
        for (size_t dimension = 0; dimension < m_wraps.size(); ++dimension)
        {
            const uint32_t to = places[dest][dimension];
            if (places[node][dimension] != to)
            {
                const bool up = FindDirection(dimension, node, to) == Direction::UP;
                ways[node] = m_neighbours[node][2 * dimension + (up ? 0 : 1)];
                break;
            }
        }
    }
    return ways;
}

std::vector<uint32_t>
DimensionOrderRouting::FindRings(const FabricTopology& topology)
{
    const auto& grid = topology.grid;
    std::vector<uint32_t> rings;
    for (uint32_t dimension = 0; dimension < grid.sizes.size(); ++dimension)
    {
        const uint32_t last = grid.sizes[dimension] - 1;
        const auto wraps = [&](const TopologyLink& link) {
            if (topology.IsHost(link.a) || topology.IsHost(link.b))
            {
                return false;
            }
            const uint32_t a = grid.places[link.a][dimension];
            const uint32_t b = grid.places[link.b][dimension];
            return std::max(a, b) - std::min(a, b) == last;
        };
        if (last >= 3 && std::any_of(topology.links.begin(), topology.links.end(), wraps))
        {
            rings.push_back(dimension);
        }
    }
    return rings;
}

uint32_t
DimensionOrderRouting::DoGetMostRings() const
{
    return 3;
}

void
DimensionOrderRouting::DoAssignServiceLevels(LinearForwardingTables& tables)
{
    const auto& grid = GetTopology().grid;
    const auto rings = m_datelines ? FindRings(GetTopology()) : std::vector<uint32_t>{};
    if (rings.size() > DoGetMostRings())
    {
        Fail(GetTopology(),
             std::to_string(rings.size()) +
                 " dimensions wrap around, and each doubles the service levels; expected at most " +
                 std::to_string(DoGetMostRings()) + ", or Datelines false");
    }
    const auto& leaves = tables.GetLeaves();
    for (size_t i = 0; i < leaves.size() && !rings.empty(); ++i)
    {
        for (size_t j = i + 1; j < leaves.size(); ++j)
        {
            uint8_t level = 0;
            for (size_t bit = 0; bit < rings.size(); ++bit)
            {
                const uint32_t dimension = rings[bit];
                const bool crosses = CrossesDateline(dimension,
                                                     grid.places[leaves[i]][dimension],
                                                     grid.places[leaves[j]][dimension]);
                level |= (crosses ? 1U : 0U) << bit;
            }
            for (uint32_t path = 0; path < tables.GetPathCount(); ++path)
            {
                tables.SetServiceLevel(leaves[i], leaves[j], path, level);
            }
        }
    }
}

} // namespace ns3

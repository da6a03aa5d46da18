// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "degraded-routing.h"

#include "min-hop-routing.h"
#include "routing-engine.h"

#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t NO_PART = UINT32_MAX;

/** A part of a topology as a topology of its own, with its ids in the whole. */
struct Part
{
    FabricTopology topology;
    std::vector<uint32_t> nodes; //!< by node id: node id in the whole
    std::vector<uint32_t> links; //!< by link id: link id in the whole
};

/** @return by node id: number of its part; parts are numbered from 0 in the order of their nodes */
std::vector<uint32_t>
FindParts(const FabricTopology& topology, const std::vector<bool>& down)
{
    const auto linksByNode = topology.GetLinksByNode();
    std::vector<uint32_t> partOf(topology.nodes.size(), NO_PART);
    std::vector<uint32_t> pending;
    uint32_t count = 0;
    for (uint32_t first = 0; first < partOf.size(); ++first)
    {
        if (partOf[first] != NO_PART)
        {
            continue;
        }
        partOf[first] = count++;
        pending.push_back(first);
        while (!pending.empty())
        {
            const uint32_t node = pending.back();
            pending.pop_back();
            for (const uint32_t link : linksByNode[node])
            {
                const uint32_t peer = topology.GetPeer(link, node);
                if (!down[link] && partOf[peer] == NO_PART)
                {
                    partOf[peer] = partOf[node];
                    pending.push_back(peer);
                }
            }
        }
    }
    return partOf;
}

Part
MakePart(const FabricTopology& whole,
         const std::vector<bool>& down,
         const std::vector<uint32_t>& partOf,
         uint32_t number)
{
    Part part;
    part.topology.origin = whole.origin;
    part.topology.grid.sizes = whole.grid.sizes;
    std::vector<uint32_t> idInPart(whole.nodes.size());
    for (uint32_t node = 0; node < whole.nodes.size(); ++node)
    {
        if (partOf[node] != number)
        {
            continue;
        }
        const std::string& name = whole.nodes[node].name;
        idInPart[node] =
            whole.IsHost(node) ? part.topology.AddHost(name) : part.topology.AddSwitch(name);
        part.nodes.push_back(node);
        if (!whole.grid.places.empty())
        {
            part.topology.grid.places.push_back(whole.grid.places[node]);
        }
        if (!whole.groups.empty())
        {
            part.topology.groups.push_back(whole.groups[node]);
        }
    }
    for (uint32_t link = 0; link < whole.links.size(); ++link)
    {
        TopologyLink copy = whole.links[link];
        if (partOf[copy.a] == number && !down[link])
        {
            copy.a = idInPart[copy.a];
            copy.b = idInPart[copy.b];
            part.topology.AddLink(copy);
            part.links.push_back(link);
        }
    }
    return part;
}

/** @return routes of the engine, or of MinHopRouting with the complaint about the engine */
FabricRoutes
Route(const FabricTopology& topology, const ObjectFactory& routing, std::string& complaint)
{
    const auto object = routing.Create();
    const auto engine = DynamicCast<RoutingEngine>(object);
    engine->SetAttributeFailSafe("TablesFile", StringValue(""));
    try
    {
        return engine->Route(topology);
    }
    catch (const InputError& error)
    {
        complaint = error.what();
    }
    const auto substitute = CreateObject<MinHopRouting>();
    UintegerValue lmc;
    if (engine->GetAttributeFailSafe("Lmc", lmc))
    {
        substitute->SetAttribute("Lmc", lmc);
    }
    return substitute->Route(topology);
}

} // namespace

DegradedRoutes
RouteAround(const FabricTopology& topology,
            const std::vector<bool>& down,
            const ObjectFactory& routing)
{
    const auto partOf = FindParts(topology, down);
    DegradedRoutes result;
    result.nodes.resize(topology.nodes.size());
    uint32_t count = 0;
    std::vector<uint32_t> hostsOf; // by part: hosts so far
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        count = std::max(count, partOf[node] + 1);
        if (topology.IsHost(node))
        {
            result.partOfHost.push_back(partOf[node]);
            hostsOf.resize(count);
            result.hostInPart.push_back(hostsOf[partOf[node]]++);
        }
        else
        {
            result.nodes[node].groupOfHost.assign(topology.GetHostCount(), FabricRoutes::NO_GROUP);
        }
    }
    result.tables.resize(count);
    for (uint32_t number = 0; number < count; ++number)
    {
        const auto part = MakePart(topology, down, partOf, number);
        if (part.topology.GetHostCount() < 2)
        {
            continue;
        }
        const auto routes = Route(part.topology, routing, result.complaint);
        result.tables[number] = routes.ShareTables();
        for (uint32_t id = 0; id < part.nodes.size(); ++id)
        {
            NodeRoutes ways = routes.GetNode(id);
            auto& whole = result.nodes[part.nodes[id]];
            for (auto& group : ways.groups)
            {
                for (auto& link : group)
                {
                    link = part.links[link];
                }
            }
            whole.groups = std::move(ways.groups);
            for (uint32_t host = 0; host < ways.groupOfHost.size(); ++host)
            {
                const uint32_t node = part.nodes[part.topology.hosts[host]];
                whole.groupOfHost[topology.hostIndex[node]] = ways.groupOfHost[host];
            }
        }
    }
    return result;
}

} // namespace ns3

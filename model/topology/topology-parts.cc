// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "topology-parts.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace ns3
{

std::string
GetNodeKind(const std::string& name)
{
    const auto kind = name.substr(0, name.find_first_of("0123456789"));
    return kind.empty() ? name : kind;
}

TopologyParts::TopologyParts(const FabricTopology& topology)
    : hosts(topology.GetMachineCount()),
      switches(topology.GetSwitchCount())
{
    std::map<std::pair<std::string, bool>, size_t> places;
    std::vector<size_t> kind;
    std::vector<uint64_t> ports(topology.nodes.size());
    std::vector<uint64_t> bps(topology.nodes.size());
    for (const auto& link : topology.links)
    {
        for (const uint32_t end : {link.a, link.b})
        {
            ++ports[end];
            bps[end] += link.ratebps;
        }
    }
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        const bool isHost = topology.IsHost(node);
        const bool isFurtherPort = isHost && topology.hostIndex[node] >= topology.GetMachineCount();
        const auto name = GetNodeKind(topology.nodes[node].name);
        const auto place = places.emplace(std::pair(name, isHost), nodes.size()).first->second;
        if (place == nodes.size())
        {
            nodes.push_back({name, isHost, 0, UINT64_MAX, 0, 0});
        }
        auto& some = nodes[place];
        const uint64_t factor = isHost ? topology.ports : 1;
        some.count += !isFurtherPort;
        some.minPorts = std::min(some.minPorts, factor * ports[node]);
        some.maxPorts = std::max(some.maxPorts, factor * ports[node]);
        some.maxbps = std::max(some.maxbps, factor * bps[node]);
        kind.push_back(place);
    }
    std::map<std::tuple<size_t, size_t, uint64_t>, size_t> linkPlaces;
    for (const auto& link : topology.links)
    {
        uint32_t low = std::min(link.a, link.b);
        uint32_t high = std::max(link.a, link.b);
        if (topology.IsHost(high)) // another port
        {
            std::swap(low, high);
        }
        const auto place =
            linkPlaces.emplace(std::tuple(kind[low], kind[high], link.ratebps), links.size())
                .first->second;
        if (place == links.size())
        {
            links.push_back({nodes[kind[low]].kind,
                             nodes[kind[high]].kind,
                             topology.IsHost(low) || topology.IsHost(high),
                             link.ratebps,
                             0});
        }
        ++links[place].count;
    }
}

uint64_t
TopologyParts::CountLinks(bool ofHosts) const
{
    uint64_t count = 0;
    for (const auto& some : links)
    {
        count += some.ofHost == ofHosts ? some.count : 0;
    }
    return count;
}

} // namespace ns3

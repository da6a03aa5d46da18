// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "joined-networks.h"

#include <cstdint>

namespace ns3
{

FabricTopology
NameNetwork(FabricTopology topology, const std::string& network)
{
    topology.darkLinks
        .clear();             // links that optical switches light later belong to the first network
    topology.gpusPerHost = 1; // GPUs are hosts of the first network
    for (auto& node : topology.nodes)
    {
        if (node.kind == TopologyNode::Kind::SWITCH)
        {
            node.name += '-' + network;
        }
    }
    return topology;
}

std::vector<FabricTopology>
NameOtherNetworks(const FabricTopology& topology,
                  Ptr<const GpuServer> server,
                  const FabricTopology* northSouth)
{
    std::vector<FabricTopology> others;
    for (uint32_t plane = 1; server && plane < server->GetNicsPerGpu(); ++plane)
    {
        others.push_back(NameNetwork(topology, "plane" + std::to_string(plane)));
    }
    if (northSouth)
    {
        others.push_back(NameNetwork(*northSouth, "north-south"));
    }
    return others;
}

FabricTopology
JoinTopologies(FabricTopology topology, const std::vector<FabricTopology>& others)
{
    topology = topology.WithDarkLinks();
    topology.ports = others.empty() ? topology.ports : 1;
    for (const auto& other : others)
    {
        const auto first = static_cast<uint32_t>(topology.nodes.size());
        for (const auto& node : other.nodes)
        {
            node.kind == TopologyNode::Kind::HOST ? topology.AddHost(node.name)
                                                  : topology.AddSwitch(node.name);
        }
        for (TopologyLink link : other.links)
        {
            link.a += first;
            link.b += first;
            topology.AddLink(link);
        }
    }
    return topology;
}

} // namespace ns3

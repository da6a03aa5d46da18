// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "named-streams.h"

#include "ns3/random-draws.h"

#include <map>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/**
 * @return by link id: HashDraw() of the names of its ends and of its index among the links between
 *         them
 */
std::vector<uint64_t>
NameLinks(const FabricTopology& topology)
{
    std::vector<uint64_t> draws;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> ofPair;
    for (const auto& link : topology.links)
    {
        const uint64_t ends =
            HashDraw(HashDraw(0, topology.nodes[link.a].name), topology.nodes[link.b].name);
        draws.push_back(HashDraw(ends, ofPair[{link.a, link.b}]++));
    }
    return draws;
}

/** Gives links, switches and NICs of one network their streams. */
void
AssignOwnStreams(const FabricNetwork& network, int64_t stream)
{
    const auto& topology = network.topology;
    const auto drawOfLink = NameLinks(topology);
    {
        const RandomDraws::Scope scope(DrawKind::LOSSES);
        for (uint32_t link = 0; link < network.channels.size(); ++link)
        {
            network.channels[link]->AssignStreams(NameStream(stream, "link", drawOfLink[link]));
        }
    }
    const auto linksByNode = topology.GetLinksByNode();
    auto fabricSwitch = network.fabricSwitches.begin();
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        const uint64_t draw = HashDraw(0, topology.nodes[node].name);
        if (topology.IsHost(node))
        {
            const uint32_t host = topology.hostIndex[node];
            const uint32_t port = host / topology.GetMachineCount();
            network.nics[host]->AssignStreams(
                NameStream(stream, "NIC", port == 0 ? draw : HashDraw(draw, port)));
            continue;
        }
        std::vector<uint64_t> drawOfPort;
        for (const uint32_t link : linksByNode[node])
        {
            drawOfPort.push_back(drawOfLink[link]);
        }
        (*fabricSwitch)->NamePorts(std::move(drawOfPort));
        (*fabricSwitch++)->AssignStreams(NameStream(stream, "switch", draw));
    }
}

/** Gives the GPUs of hosts their streams, beginning with a given host. */
void
AssignGpuStreams(const FabricNetwork& network, uint32_t first, int64_t stream)
{
    const RandomDraws::Scope scope(DrawKind::JITTER);
    for (uint32_t host = first; host < network.gpus.size(); ++host)
    {
        const uint32_t sharing = network.topology.gpusPerHost;
        const uint32_t place = host % sharing;
        const auto& name = network.topology.nodes[network.topology.hosts[host / sharing]].name;
        const uint64_t draw = HashDraw(0, name);
        network.gpus[host]->AssignStreams(
            NameStream(stream, "GPU", place == 0 ? draw : HashDraw(draw, place)));
    }
}

} // namespace

void
AssignNetworkStreams(const FabricNetwork& network, int64_t stream)
{
    AssignOwnStreams(network, stream);
    for (size_t plane = 0; plane < network.planes.size(); ++plane)
    {
        AssignOwnStreams(*network.planes[plane], NameStream(stream, "plane", plane));
    }
    if (network.scaleUp)
    {
        AssignOwnStreams(*network.scaleUp, NameStream(stream, "scale-up"));
    }
    AssignGpuStreams(network, 0, stream);
    if (network.northSouth)
    {
        const int64_t own = NameStream(stream, "north-south");
        AssignOwnStreams(*network.northSouth, own);
        AssignGpuStreams(*network.northSouth, network.CountServers(), own);
    }
}

void
AssignWorkloadStreams(const std::vector<Ptr<FabricWorkload>>& workloads, int64_t stream)
{
    std::map<uint64_t, uint32_t> equals;
    for (const auto& workload : workloads)
    {
        const uint64_t draw = workload->GetDraw();
        workload->AssignStreams(NameStream(stream, "workload", HashDraw(draw, equals[draw]++)));
    }
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nccl-protocol.h"

#include "ns3/input-error.h"

#include <cmath>
#include <string>
#include <vector>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;

constexpr uint32_t NONE = CommunicationGraph::NONE;

/** @return the stream of a block of threads */
uint8_t
GetStream(uint32_t block)
{
    return static_cast<uint8_t>(1 + block % (GraphNode::HOST_STREAM - 1));
}

/** @return the block of threads that serves a SEND or a RECV */
uint32_t
GetBlock(const CommunicationGraph::Node& node, uint32_t ranks, const NcclProtocolCost& cost)
{
    return cost.blocks == 0
               ? node.channel
               : ((node.peer + ranks - node.rank) % ranks + node.channel) % cost.blocks;
}

/** @return what a step takes, in ps */
int64_t
GetStepPs(uint64_t bytes, const NcclProtocolCost& cost)
{
    return cost.stepPs + std::llround(cost.psPerByte * static_cast<double>(bytes));
}

/** @return number of a new COMPUTE, on a stream of the GPU of a rank */
uint32_t
AddWork(CommunicationGraph& graph, uint32_t rank, int64_t timePs, uint8_t stream)
{
    const uint32_t work = graph.AddCompute(rank, timePs);
    graph.Edit(work, [stream](auto& node) { node.stream = stream; });
    return work;
}

/** @return by node: of a REDUCE the RECV whose bytes it adds, and NONE for all others */
std::vector<uint32_t>
FindAddends(const CommunicationGraph& graph)
{
    const auto& nodes = graph.GetNodes();
    std::vector<uint32_t> addends(nodes.size(), NONE);
    for (const auto& [before, after] : graph.GetDependencies())
    {
        if (nodes[before].kind == Kind::RECV && nodes[after].kind == Kind::REDUCE &&
            nodes[before].rank == nodes[after].rank)
        {
            addends[after] = before;
        }
    }
    return addends;
}

/**
 * Puts the launch of the kernel before every node that waits for nothing.
 *
 * @param waits by node, of the nodes before launches are added: whether it waits for another
 */
void
AddLaunches(CommunicationGraph& graph, const std::vector<bool>& waits, int64_t launchPs)
{
    if (launchPs == 0)
    {
        return;
    }
    std::vector<uint32_t> launches;
    for (uint32_t rank = 0; rank < graph.GetRankCount(); ++rank)
    {
        launches.push_back(AddWork(graph, rank, launchPs, GetStream(0)));
    }
    for (uint32_t number = 0; number < waits.size(); ++number)
    {
        if (!waits[number])
        {
            graph.AddDependency(launches[graph.GetNode(number).rank], number);
        }
    }
}

/**
 * Puts the work of proxies before SENDs to other servers.
 *
 * @param waits by node: whether the node waits for another; grows by the proxies
 */
void
AddSendingProxies(CommunicationGraph& graph,
                  const RankLayout& layout,
                  std::vector<bool>& waits,
                  int64_t proxyPs)
{
    if (proxyPs == 0)
    {
        return;
    }
    const auto dependencies = graph.GetDependencies();
    std::vector<uint32_t> proxies(waits.size(), NONE);
    const auto count = static_cast<uint32_t>(waits.size());
    for (uint32_t number = 0; number < count; ++number)
    {
        const auto node = graph.GetNode(number);
        if (node.kind == Kind::SEND && layout.GetServer(node.rank) != layout.GetServer(node.peer))
        {
            proxies[number] = AddWork(graph, node.rank, proxyPs, GraphNode::HOST_STREAM);
            graph.AddDependency(proxies[number], number);
            waits.push_back(waits[number]);
            waits[number] = true;
        }
    }
    for (const auto& [before, after] : dependencies)
    {
        if (after < count && proxies[after] != NONE)
        {
            graph.AddDependency(before, proxies[after]);
        }
    }
}

} // namespace

uint64_t
NcclProtocolCost::GetWireBytes(uint64_t bytes) const
{
    const uint64_t lines = bytes / dataBytes + (bytes % dataBytes > 0 ? 1 : 0);
    if (lines > UINT64_MAX / lineBytes)
    {
        throw InputError("a message of " + std::to_string(bytes) + " bytes is too long with flags");
    }
    return lines * lineBytes;
}

CommunicationGraph
ApplyNcclProtocol(CommunicationGraph graph, const RankLayout& layout, const NcclProtocolCost& cost)
{
    const auto count = static_cast<uint32_t>(graph.GetNodes().size());
    const auto dependencies = graph.GetDependencies();
    const auto addends = FindAddends(graph);
    std::vector<bool> isAdded(count, false);
    std::vector<bool> waits(count, false);
    for (const uint32_t recv : addends)
    {
        if (recv != NONE)
        {
            isAdded[recv] = true;
        }
    }
    for (const auto& [before, after] : dependencies)
    {
        waits[after] = true;
    }
    const auto becomeStep = [&](uint32_t step, uint32_t number) {
        const auto recv = graph.GetNode(number);
        graph.Edit(step, [&](auto& node) {
            node.timePs = GetStepPs(node.bytes, cost);
            node.stream = GetStream(GetBlock(recv, layout.GetRanks(), cost));
        });
        if (layout.GetServer(recv.rank) == layout.GetServer(recv.peer))
        {
            return;
        }
        uint32_t last = number;
        if (cost.proxyPs > 0)
        {
            last = AddWork(graph, recv.rank, cost.proxyPs, GraphNode::HOST_STREAM);
            graph.AddDependency(number, last);
        }
        if (cost.networkDelayPs > 0)
        {
            const uint32_t delay = graph.AddJoin(recv.rank, cost.networkDelayPs);
            graph.AddDependency(last, delay);
            last = delay;
        }
        if (last != number)
        {
            graph.AddDependency(last, step);
        }
    };

    std::vector<uint32_t> copies(count, NONE); // by RECV of what is not added
    for (uint32_t number = 0; number < count; ++number)
    {
        const auto node = graph.GetNode(number);
        if (node.kind == Kind::RECV && !isAdded[number])
        {
            copies[number] = graph.AddCopy(node.rank, node.bytes);
            graph.AddDependency(number, copies[number]);
            becomeStep(copies[number], number);
        }
        else if (addends[number] != NONE)
        {
            becomeStep(number, addends[number]);
        }
        else if (node.kind == Kind::REDUCE || node.kind == Kind::COPY)
        {
            graph.Edit(number, [](auto& operation) { operation.stream = GetStream(0); });
        }
    }
    std::vector<uint64_t> dataBytes(count);
    for (uint32_t number = 0; number < count; ++number)
    {
        dataBytes[number] = graph.GetNode(number).bytes;
        graph.Edit(number, [&cost](auto& node) {
            node.bytes = node.IsTransfer() ? cost.GetWireBytes(node.bytes) : node.bytes;
        });
    }
    for (const auto& [before, after] : dependencies)
    {
        if (copies[before] != NONE)
        {
            graph.AddDependency(copies[before], after);
        }
    }
    waits.resize(graph.GetNodes().size(), true); // steps, delays and proxies wait for messages
    for (uint32_t number = 0; number < count && cost.psPerByte > 0; ++number)
    {
        const auto node = graph.GetNode(number);
        if (node.kind == Kind::SEND && !waits[number])
        {
            const double ps = cost.psPerByte / 2 * static_cast<double>(dataBytes[number]);
            const uint32_t block = GetBlock(node, layout.GetRanks(), cost);
            const uint32_t read = AddWork(graph, node.rank, std::llround(ps), GetStream(block));
            graph.AddDependency(read, number);
            waits[number] = true;
            waits.push_back(false);
        }
    }
    AddSendingProxies(graph, layout, waits, cost.proxyPs);
    AddLaunches(graph, waits, cost.launchPs);
    return graph;
}

} // namespace ns3

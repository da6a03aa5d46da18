// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nccl-protocol.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
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

/** @return the stream of copies for a group of NVSwitches; no step uses this stream */
uint8_t
GetNvlsStream(uint32_t groupChannel)
{
    constexpr uint32_t FIRST = 100; // NCCL has 64 channels at most, two groups on each
    return GetStream(FIRST + groupChannel % (GraphNode::HOST_STREAM - 1 - FIRST));
}

/**
 * Messages that are passed on belong to the rank that they come from or are for in the end.
 *
 * @param isPassedOn by RECV
 * @return by SEND or RECV the other rank
 */
std::vector<uint32_t>
FindPeers(const CommunicationGraph& graph, const std::vector<bool>& isPassedOn)
{
    std::vector<uint32_t> peers;
    for (const auto& node : graph.GetNodes())
    {
        peers.push_back(node.peer);
    }
    for (const auto& [before, after] : graph.GetDependencies())
    {
        if (isPassedOn[before] && graph.GetNode(after).kind == Kind::SEND)
        {
            peers[graph.GetNode(before).match] = graph.GetNode(after).peer;
            peers[graph.GetNode(after).match] = graph.GetNode(before).peer;
        }
    }
    return peers;
}

/** @return the block of threads that serves a SEND or a RECV of another rank's */
uint32_t
GetBlock(const CommunicationGraph::Node& node,
         uint32_t peer,
         uint32_t ranks,
         const NcclProtocolCost& cost)
{
    return cost.blocks == 0 ? node.channel
                            : ((peer + ranks - node.rank) % ranks + node.channel) % cost.blocks;
}

/** @return time that a block takes for a message, in ps */
int64_t
GetStepPs(uint64_t bytes, const NcclProtocolCost& cost)
{
    return std::llround(cost.psPerByte * static_cast<double>(bytes));
}

/** @return whether it is a SEND to a rank of the same server */
bool
IsLocalSend(const CommunicationGraph::Node& node, const RankLayout& layout)
{
    return node.kind == Kind::SEND && layout.GetServer(node.rank) == layout.GetServer(node.peer);
}

/** @return number of a new COMPUTE, on a stream of the GPU of a rank */
uint32_t
AddWork(CommunicationGraph& graph, uint32_t rank, int64_t timePs, uint8_t stream)
{
    const uint32_t work = graph.AddCompute(rank, timePs);
    graph.Edit(work, [stream](auto& node) { node.stream = stream; });
    return work;
}

/** @return by node: for a REDUCE the RECV whose bytes it adds, NONE for all others */
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

/** A step of every owner on a channel, at one rank. */
struct NvlsLoop
{
    uint32_t number{0};          //!< from 0
    uint64_t bytes{0};           //!< of its operations
    std::vector<uint32_t> nodes; //!< AGGREGATEs, alike but for the owner
};

/**
 * Puts the copies to the buffers of NVSwitches before the REDUCEs of each loop, and those from
 * there behind its BROADCASTs.
 *
 * @param waits by node: whether the node waits for another; grows by the copies
 */
void
AddNvlsCopies(CommunicationGraph& graph, std::vector<bool>& waits, double psPerByte)
{
    if (psPerByte == 0)
    {
        return;
    }
    std::map<std::pair<uint32_t, uint32_t>, NvlsLoop> loops; // the last one, by group and rank
    const auto finish = [&](NvlsLoop& loop) {
        const auto node = graph.GetNode(loop.nodes.front());
        const uint32_t copy = AddWork(graph,
                                      node.rank,
                                      std::llround(psPerByte * static_cast<double>(loop.bytes)),
                                      GetNvlsStream(graph.GetGroups()[node.channel].channel));
        const bool isBefore = node.operation == AggregationOperation::REDUCE;
        waits.push_back(!isBefore);
        for (const uint32_t number : loop.nodes)
        {
            graph.AddDependency(isBefore ? copy : number, isBefore ? number : copy);
            waits[number] = waits[number] || isBefore;
        }
    };
    const auto count = static_cast<uint32_t>(waits.size());
    for (uint32_t number = 0; number < count; ++number)
    {
        const auto node = graph.GetNode(number);
        if (node.kind != Kind::AGGREGATE)
        {
            continue;
        }
        auto& loop = loops[{node.channel, node.rank}];
        const auto owners = static_cast<uint32_t>(graph.GetGroups()[node.channel].ranks.size());
        if (!loop.nodes.empty() && node.match / owners != loop.number)
        {
            finish(loop);
            loop = NvlsLoop();
        }
        loop.number = node.match / owners;
        loop.bytes += node.bytes;
        loop.nodes.push_back(number);
    }
    for (auto& [key, loop] : loops)
    {
        finish(loop);
    }
}

} // namespace

uint64_t
NcclProtocolCost::GetWireBytes(uint64_t bytes) const
{
    const uint64_t lines = bytes / dataBytes + (bytes % dataBytes > 0 ? 1 : 0);
    if (lines > UINT64_MAX / lineBytes)
    {
        throw InputError("a message of " + std::to_string(bytes) +
                         " bytes is too long for a protocol with flags");
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
    std::vector<bool> isPassedOn(count, false); // by a proxy thread, without a kernel
    for (const auto& [before, after] : dependencies)
    {
        waits[after] = true;
        isPassedOn[before] =
            isPassedOn[before] || (cost.blocks > 0 && graph.GetNode(before).kind == Kind::RECV &&
                                   graph.GetNode(after).kind == Kind::SEND);
    }
    const auto peers = FindPeers(graph, isPassedOn);
    std::vector<uint32_t> works(count, NONE); // by REDUCE or RECV: its step's time, if apart
    const auto becomeStep = [&](uint32_t step, uint32_t number) {
        const auto recv = graph.GetNode(number);
        const bool isLocal = layout.GetServer(recv.rank) == layout.GetServer(recv.peer);
        const uint8_t stream = GetStream(GetBlock(recv, peers[number], layout.GetRanks(), cost));
        uint32_t last = number;
        if (cost.proxyPs > 0 && !isLocal)
        {
            last = AddWork(graph, recv.rank, cost.proxyPs, GraphNode::HOST_STREAM);
            graph.AddDependency(number, last);
        }
        if (const int64_t delayPs = cost.stepPs + (isLocal ? 0 : cost.networkDelayPs); delayPs > 0)
        {
            const uint32_t delay = graph.AddJoin(recv.rank, delayPs);
            graph.AddDependency(last, delay);
            last = delay;
        }
        if (last != number)
        {
            graph.AddDependency(last, step);
        }
        const uint64_t bytes = graph.GetNode(step).bytes;
        const uint64_t firstBytes = std::min(bytes, cost.roundBytes);
        const int64_t restPs = GetStepPs(bytes - firstBytes, cost);
        graph.Edit(step, [&](auto& node) {
            node.timePs = GetStepPs(firstBytes, cost);
            node.stream = stream;
        });
        if (restPs > 0)
        {
            const uint32_t work = AddWork(graph, recv.rank, restPs, stream);
            graph.AddDependency(step, work);
            works[step < count ? step : number] = work;
        }
    };

    std::vector<uint32_t> copies(count, NONE); // by RECV whose bytes are not added
    for (uint32_t number = 0; number < count; ++number)
    {
        const auto node = graph.GetNode(number);
        if (node.kind == Kind::RECV && !isAdded[number] && !isPassedOn[number])
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
        if (works[before] != NONE && !IsLocalSend(graph.GetNode(after), layout))
        {
            graph.AddDependency(works[before], after);
        }
    }
    waits.resize(graph.GetNodes().size(), true); // steps, delays and proxies wait for messages
    for (uint32_t number = 0; number < count && cost.psPerByte > 0; ++number)
    {
        const auto node = graph.GetNode(number);
        if (node.kind == Kind::SEND && !waits[number])
        {
            // Work before the send; if the message is handed over in rounds, the send waits for the
            // first round only.
            const uint8_t stream =
                GetStream(GetBlock(node, peers[number], layout.GetRanks(), cost));
            const uint64_t bytes = dataBytes[number];
            const uint64_t firstBytes =
                IsLocalSend(node, layout) ? std::min(bytes, cost.roundBytes) : bytes;
            graph.AddDependency(AddWork(graph, node.rank, GetStepPs(firstBytes, cost) / 2, stream),
                                number);
            waits[number] = true;
            waits.push_back(false);
            if (firstBytes < bytes)
            {
                AddWork(graph, node.rank, GetStepPs(bytes - firstBytes, cost) / 2, stream);
                waits.push_back(false);
            }
        }
    }
    AddNvlsCopies(graph, waits, cost.nvlsPsPerByte);
    AddSendingProxies(graph, layout, waits, cost.proxyPs);
    AddLaunches(graph, waits, cost.launchPs);
    return graph;
}

} // namespace ns3

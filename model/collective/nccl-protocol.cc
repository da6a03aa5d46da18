// SPDX-License-Identifier: GPL-2.0-only

#include "nccl-protocol.h"

#include "ns3/input-error.h"

#include <string>
#include <vector>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;

constexpr uint32_t NONE = CommunicationGraph::NONE;

/** @return the stream of a channel's steps */
uint8_t
GetStream(uint32_t channel)
{
    return static_cast<uint8_t>(1 + channel % UINT8_MAX);
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
ApplyNcclProtocol(const CommunicationGraph& graph,
                  const RankLayout& layout,
                  const NcclProtocolCost& cost)
{
    const auto& nodes = graph.GetNodes();
    const auto addends = FindAddends(graph);
    std::vector<bool> isAdded(nodes.size(), false); // RECVs whose step is a REDUCE
    for (const uint32_t recv : addends)
    {
        if (recv != NONE)
        {
            isAdded[recv] = true;
        }
    }
    const auto stepPs = [&](const CommunicationGraph::Node& recv) {
        return layout.GetServer(recv.rank) == layout.GetServer(recv.peer) ? cost.serverStepPs
                                                                          : cost.networkStepPs;
    };

    CommunicationGraph result(graph.GetRankCount());
    std::vector<uint32_t> launches;
    for (uint32_t rank = 0; rank < graph.GetRankCount() && cost.launchPs > 0; ++rank)
    {
        launches.push_back(result.AddCompute(rank, cost.launchPs));
        result.GetNode(launches.back()).stream = GetStream(0);
    }
    std::vector<uint32_t> first(nodes.size()); // what starts as the old node did
    std::vector<uint32_t> last(nodes.size());  // what ends as the old node did
    for (uint32_t old = 0; old < nodes.size(); ++old)
    {
        const auto& node = nodes[old];
        if (node.kind == Kind::RECV)
        {
            continue; // comes with its SEND
        }
        if (node.kind == Kind::SEND)
        {
            const auto [send, recv] = result.AddTransfer(node.rank,
                                                         node.peer,
                                                         cost.GetWireBytes(node.bytes),
                                                         node.channel);
            result.GetNode(send).priority = node.priority;
            result.GetNode(send).timePs = node.timePs;
            first[old] = last[old] = send;
            first[node.match] = last[node.match] = recv;
            if (!isAdded[node.match])
            {
                const uint32_t copy = result.AddCopy(node.peer, node.bytes);
                result.GetNode(copy).timePs = stepPs(nodes[node.match]);
                result.GetNode(copy).stream = GetStream(node.channel);
                result.AddDependency(recv, copy);
                last[node.match] = copy;
            }
            continue;
        }
        const uint32_t copy = node.kind == Kind::REDUCE ? result.AddReduce(node.rank, node.bytes)
                              : node.kind == Kind::COPY ? result.AddCopy(node.rank, node.bytes)
                              : node.kind == Kind::COMPUTE
                                  ? result.AddCompute(node.rank, node.timePs)
                                  : result.AddJoin(node.rank);
        auto& added = result.GetNode(copy);
        added.stream = node.kind == Kind::COMPUTE ? node.stream : GetStream(0);
        if (addends[old] != NONE)
        {
            const auto& recv = nodes[addends[old]];
            added.timePs = stepPs(recv);
            added.stream = GetStream(nodes[recv.match].channel);
        }
        first[old] = last[old] = copy;
    }

    std::vector<bool> waits(nodes.size(), false);
    for (const auto& [before, after] : graph.GetDependencies())
    {
        result.AddDependency(addends[after] == before ? first[before] : last[before], first[after]);
        waits[after] = true;
    }
    for (uint32_t old = 0; old < nodes.size() && !launches.empty(); ++old)
    {
        if (!waits[old])
        {
            result.AddDependency(launches[nodes[old].rank], first[old]);
        }
    }
    return result;
}

} // namespace ns3

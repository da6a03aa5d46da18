// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "node-description.h"

namespace ns3
{

namespace
{

/** 1048576 as "1,048,576 B". */
std::string
FormatBytes(uint64_t bytes)
{
    std::string text = std::to_string(bytes);
    for (size_t end = text.size(); end > 3; end -= 3)
    {
        text.insert(end - 3, ",");
    }
    return text + " B";
}

std::string
DescribeRank(const FabricJob& job, uint32_t rank)
{
    return "rank " + std::to_string(rank) + " (host " + std::to_string(job.hostOfRank[rank]) + ")";
}

} // namespace

std::string
DescribeNode(const FabricJob& job, uint32_t number)
{
    const auto& node = job.graph.GetNodes()[number];
    const std::string who = DescribeRank(job, node.rank);
    switch (node.kind)
    {
    case CommunicationGraph::Kind::SEND:
        return who + " sends " + FormatBytes(node.bytes) + " to " + DescribeRank(job, node.peer);
    case CommunicationGraph::Kind::RECV:
        return who + " waits for " + FormatBytes(node.bytes) + " from " +
               DescribeRank(job, node.peer);
    case CommunicationGraph::Kind::REDUCE:
        return who + " reduces " + FormatBytes(node.bytes);
    case CommunicationGraph::Kind::COPY:
        return who + " copies " + FormatBytes(node.bytes);
    case CommunicationGraph::Kind::COMPUTE:
        return who + " computes for " + std::to_string(node.timePs) + " ps";
    case CommunicationGraph::Kind::AGGREGATE:
        return who + " waits for the network's " + ToString(node.operation) + " of " +
               FormatBytes(node.bytes);
    case CommunicationGraph::Kind::COLLECTIVE:
        return who + " takes part in a collective of " +
               std::to_string(job.graph.GetLaw(node)->GetRankCount()) + " ranks";
    case CommunicationGraph::Kind::JOIN:
        break;
    }
    return node.timePs > 0 ? who + " waits for " + std::to_string(node.timePs) + " ps"
                           : who + " joins its predecessors";
}

} // namespace ns3

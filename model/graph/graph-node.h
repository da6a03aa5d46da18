// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_NODE_H
#define AI_FABRIC_GRAPH_NODE_H

#include "ns3/aggregation-operation.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * What a node of a communication graph does.
 */
enum class GraphNodeKind : uint8_t
{
    SEND,
    RECV,
    REDUCE,
    COPY,
    COMPUTE,
    JOIN,     //!< nothing: complete when its predecessors are, or so much later
    AGGREGATE //!< takes part in an operation of a group
};

/**
 * @ingroup ai-fabric-graph
 * One node of a communication graph.
 */
struct GraphNode
{
    /** Stream of the host's threads that work for a GPU: takes no SMs, is as slow as the GPU. */
    static constexpr uint8_t HOST_STREAM = UINT8_MAX;

    uint64_t bytes{0};   //!< moved, reduced or copied; 0 for COMPUTE
    int64_t timePs{0};   //!< COMPUTE: its length. REDUCE, COPY: added to what the bytes take.
                         //!< SEND: not before this time after the job's start. JOIN: how long
                         //!< it takes
    uint32_t rank{0};    //!< who does it
    uint32_t peer{0};    //!< SEND, RECV: the other rank. AGGREGATE: the root, if there is one
    uint32_t match{0};   //!< SEND, RECV: the other half's node; AGGREGATE: operation
    uint32_t channel{0}; //!< SEND: messages of one channel between two ranks share a queue
                         //!< pair. AGGREGATE: the group
    GraphNodeKind kind{GraphNodeKind::COMPUTE}; //!< what is done
    uint8_t stream{0};        //!< REDUCE, COPY, COMPUTE: which of the GPU's streams it runs on
    int16_t serviceLevel{-1}; //!< SEND, AGGREGATE: -1 for the job's own
    uint16_t label{0};        //!< what it is for, see CommunicationGraph::GetLabel()
    AggregationOperation operation{AggregationOperation::BARRIER}; //!< AGGREGATE: what it does

    /** @return whether it is one half of a message */
    bool IsTransfer() const
    {
        return kind == GraphNodeKind::SEND || kind == GraphNodeKind::RECV;
    }

    /** @param other a node @return whether it is the same in everything */
    bool operator==(const GraphNode& other) const
    {
        return bytes == other.bytes && timePs == other.timePs && rank == other.rank &&
               peer == other.peer && match == other.match && channel == other.channel &&
               kind == other.kind && stream == other.stream && serviceLevel == other.serviceLevel &&
               label == other.label && operation == other.operation;
    }
};

} // namespace ns3

#endif // AI_FABRIC_GRAPH_NODE_H

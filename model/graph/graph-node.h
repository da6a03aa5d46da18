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
 * The kinds of nodes of a communication graph.
 */
enum class GraphNodeKind : uint8_t
{
    SEND,
    RECV,
    REDUCE,
    COPY,
    COMPUTE,
    JOIN,      //!< does nothing; completes a delay after its predecessors
    AGGREGATE, //!< part of a rank in an operation of a group
    COLLECTIVE //!< part of a rank in a collective that a law computes
};

/**
 * @ingroup ai-fabric-graph
 * One node of a communication graph.
 */
struct GraphNode
{
    /**
     * Stream of the host threads that work for a GPU: takes no SMs, but slows down with the GPU.
     */
    static constexpr uint8_t HOST_STREAM = UINT8_MAX;

    uint64_t bytes{0};   //!< bytes moved, reduced or copied; 0 for COMPUTE
    int64_t timePs{0};   //!< COMPUTE, JOIN: duration. REDUCE, COPY: added to the time of the bytes.
                         //!< SEND: earliest start, relative to the start of the job. In ps
    uint32_t rank{0};    //!< rank that does it
    uint32_t peer{0};    //!< SEND, RECV: the other rank. AGGREGATE: the root, if any. COLLECTIVE:
                         //!< number of its graph, see CommunicationGraph::GetLaw()
    uint32_t match{0};   //!< SEND, RECV: number of the other half. AGGREGATE: number of the
                         //!< operation. COLLECTIVE: number of the first rank's node
    uint32_t channel{0}; //!< SEND: channel, with a queue pair of its own per pair of ranks.
                         //!< AGGREGATE: number of the group
    GraphNodeKind kind{GraphNodeKind::COMPUTE}; //!< kind of the node
    uint8_t stream{0};        //!< REDUCE, COPY, COMPUTE: number of the GPU's stream
    int16_t serviceLevel{-1}; //!< SEND, AGGREGATE: service level; -1: that of the job
    uint16_t label{0};        //!< number of its label, see CommunicationGraph::GetLabel()
    AggregationOperation operation{AggregationOperation::BARRIER}; //!< AGGREGATE: kind of the
                                                                   //!< operation

    /** @return true if the node is one half of a message */
    bool IsTransfer() const
    {
        return kind == GraphNodeKind::SEND || kind == GraphNodeKind::RECV;
    }

    /** @return true if match is the number of a node */
    bool MatchesNode() const
    {
        return IsTransfer() || kind == GraphNodeKind::COLLECTIVE;
    }

    /** @return a hash of all fields */
    uint64_t GetHash() const
    {
        // Odd factors, the fractional parts of square roots: a change of any field changes the
        // upper half of the sum.
        constexpr uint64_t FACTORS[] = {0x6a09e667f3bcc909,
                                        0xbb67ae8584caa73b,
                                        0x3c6ef372fe94f82b,
                                        0xa54ff53a5f1d36f1,
                                        0x510e527fade682d1};
        uint64_t hash = bytes * FACTORS[0] + static_cast<uint64_t>(timePs) * FACTORS[1] +
                        (uint64_t{rank} << 32 | peer) * FACTORS[2] +
                        (uint64_t{match} << 32 | channel) * FACTORS[3] +
                        (uint64_t{static_cast<uint16_t>(serviceLevel)} << 48 |
                         uint64_t{label} << 32 | static_cast<uint64_t>(kind) << 16 |
                         static_cast<uint64_t>(stream) << 8 | static_cast<uint64_t>(operation)) *
                            FACTORS[4];
        hash ^= hash >> 32;
        hash *= FACTORS[0];
        hash ^= hash >> 32;
        return hash;
    }

    /** @param other another node @return true if all fields are equal */
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

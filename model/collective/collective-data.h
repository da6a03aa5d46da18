// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COLLECTIVE_DATA_H
#define AI_FABRIC_COLLECTIVE_DATA_H

#include "chunk-range.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * The data accesses of the nodes of a graph, for code that follows the data through the graph.
 *
 * A graph has the lengths and the order of transfers, but not which bytes move; a simulation needs
 * no more. CollectiveAlgorithm::Build() fills this structure on demand.
 *
 * A SEND reads chunks from its start until its message has arrived. A RECV writes chunks, or none
 * if a REDUCE takes them from the message. A REDUCE adds the chunks of a message to the chunks it
 * writes. A COPY reads and writes. Chunks of different passes have no byte in common.
 */
struct CollectiveData
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< no node

    /** Accesses of one node, at its own rank. */
    struct Access
    {
        ChunkRange read{0, 0};    //!< SEND, COPY
        ChunkRange written{0, 0}; //!< RECV, REDUCE, COPY
        uint32_t pass{0};         //!< index into passes
        uint32_t message{NONE};   //!< REDUCE: RECV of the message it adds
    };

    std::vector<Access> accesses; //!< by node
    /** By pass: division of a channel's slice of the buffers into chunks. */
    std::vector<ChunkSizes> passes;
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_DATA_H

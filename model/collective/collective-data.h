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
 * What the nodes of a graph do with which data, for whoever wants to follow the data through it.
 *
 * A graph says how many bytes move and in which order, not which ones; a simulation needs no more.
 * CollectiveAlgorithm::Build() fills this in on demand.
 *
 * A SEND reads chunks from when it starts until its message has arrived. A RECV writes chunks, or
 * none if a REDUCE takes them from the message. A REDUCE adds the chunks of a message to those it
 * writes. A COPY reads and writes. Chunks of different passes have no byte in common.
 */
struct CollectiveData
{
    static constexpr uint32_t NONE = UINT32_MAX; //!< in place of a node number

    /** Of one node, at its own rank. */
    struct Access
    {
        ChunkRange read{0, 0};    //!< SEND, COPY
        ChunkRange written{0, 0}; //!< RECV, REDUCE, COPY
        uint32_t pass{0};         //!< index into passes
        uint32_t message{NONE};   //!< REDUCE: the RECV of the message it adds
    };

    std::vector<Access> accesses;   //!< by node
    std::vector<ChunkSizes> passes; //!< how a channel's slice of the buffers is cut into chunks
};

} // namespace ns3

#endif // AI_FABRIC_COLLECTIVE_DATA_H

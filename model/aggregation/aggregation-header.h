// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATION_HEADER_H
#define AI_FABRIC_AGGREGATION_HEADER_H

#include "ns3/aggregation-operation.h"
#include "ns3/packet-kind.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-aggregation
 * Header of a packet of an aggregation tree: on the way up a sum of contributions, on the way down
 * the result. Its format on the wire is not public, so captures do not contain it.
 */
struct AggregationHeader
{
    uint64_t value;                 //!< stands for the data: the sum of the members' words
    uint32_t tree;                  //!< number in the network
    uint32_t number;                //!< number of the packet in its tree, from 0, modulo 2^32
    uint32_t contributions;         //!< number of contributions in the sum
    uint32_t root;                  //!< REDUCE, BROADCAST: number of the root member
    AggregationOperation operation; //!< kind of the operation
    bool down;                      //!< true: the packet comes from the root of the tree

    /** @return the kind of these packets */
    static PacketKind GetKind();
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_HEADER_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONWEAVE_ANSWER_H
#define AI_FABRIC_CONWEAVE_ANSWER_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Header of ConWeave's own packets, which a last leaf sends to a first leaf.
 */
struct ConweaveAnswer
{
    /** Kinds of answers of a last leaf. */
    enum class Kind : uint8_t
    {
        REPLY, //!< to a packet that requested it
        CLEAR, //!< no more packets come by the old path
        NOTIFY //!< a packet was marked on this path
    };

    uint32_t entropy; //!< entropy of the flow
    uint32_t leaf;    //!< node of the leaf that answers
    uint16_t port;    //!< uplink of the path at the first leaf
    uint8_t variant;  //!< number of the path behind the uplink
    uint8_t epoch;    //!< epoch of the flow
    Kind kind;        //!< occasion of the answer
    bool full;        //!< no reordering queue is free at the host's port
};

} // namespace ns3

#endif // AI_FABRIC_CONWEAVE_ANSWER_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NODE_SPAN_H
#define AI_FABRIC_NODE_SPAN_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * When a node of a communication graph was at work. Times are absolute.
 *
 *     SEND                    from when it was posted until it was acknowledged
 *     RECV                    from when its rank wanted the message, its predecessors being done,
 *                             until the message was there; none if it was there before
 *     REDUCE, COPY, COMPUTE   while the GPU ran it, without the wait for its stream; one that has
 *                             not ended starts when it was submitted
 *     JOIN                    an instant, or its delay
 *
 * Invariant of one that has ended: startPs <= endPs.
 */
struct NodeSpan
{
    static constexpr int64_t NOT_YET = -1; //!< in place of a time

    int64_t startPs{NOT_YET}; //!< absolute
    int64_t endPs{NOT_YET};   //!< absolute
};

} // namespace ns3

#endif // AI_FABRIC_NODE_SPAN_H

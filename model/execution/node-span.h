// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NODE_SPAN_H
#define AI_FABRIC_NODE_SPAN_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Times between which a node of a communication graph was at work. Times are absolute.
 *
 *     SEND                    from its posting until its acknowledgement
 *     RECV                    from the end of its predecessors until the arrival of the message; no
 *                             time if the message had arrived before
 *     REDUCE, COPY, COMPUTE   while the GPU ran it, without the wait for its stream; a node that
 * has not ended starts at its submission JOIN                    an instant, or its delay
 *
 * Invariant of a node that has ended: startPs <= endPs.
 */
struct NodeSpan
{
    static constexpr int64_t NOT_YET = -1; //!< in place of a time

    int64_t startPs{NOT_YET}; //!< absolute
    int64_t endPs{NOT_YET};   //!< absolute
};

} // namespace ns3

#endif // AI_FABRIC_NODE_SPAN_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_CHECK_H
#define AI_FABRIC_GRAPH_CHECK_H

#include "communication-graph.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * Checks the invariants of a graph. A graph that has not changed since it was found valid is not
 * checked again.
 *
 * @param graph graph to check
 * @throw InputError if an invariant does not hold; the message names the node
 */
void CheckGraph(const CommunicationGraph& graph);

} // namespace ns3

#endif // AI_FABRIC_GRAPH_CHECK_H

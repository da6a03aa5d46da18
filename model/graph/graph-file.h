// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_FILE_H
#define AI_FABRIC_GRAPH_FILE_H

#include "communication-graph.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * Reads a communication graph from JSON:
 *
 *     {"format": "ai-fabric-graph", "version": 1, "ranks": 2, "nodes": [
 *     {"kind": "compute", "rank": 0, "timePs": 5000000},
 *     {"kind": "send", "rank": 0, "peer": 1, "bytes": 4096, "after": [0]},
 *     {"kind": "recv", "rank": 1, "match": 1}
 *     ]}
 *
 * The id of a node is its place in the list, counted from 0; "id" may repeat it. Every node has
 * "kind" and "rank", and may have "after", the nodes that it waits for, and "label", a text. In
 * addition
 *
 *     send             peer, bytes; channel, priority, timePs (not before, after the job's start)
 *     recv             match: the number of its send, from which peer and bytes are taken
 *     reduce, copy     bytes; stream
 *     compute          timePs; stream
 *     join             nothing
 *
 * where the keys before the semicolon are required.
 *
 * @param path of the file
 * @return valid graph
 * @throw InputError with file, line and key
 */
CommunicationGraph ReadGraphFile(const std::string& path);

} // namespace ns3

#endif // AI_FABRIC_GRAPH_FILE_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRAPH_FILE_WRITER_H
#define AI_FABRIC_GRAPH_FILE_WRITER_H

#include "communication-graph.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * Writes a graph that ReadGraphFile() reads back equal: a node per line, with its number as "id".
 *
 * @param graph graph to write
 * @param path path of the file, which is replaced
 * @throw InputError if the file cannot be written
 */
void WriteGraphFile(const CommunicationGraph& graph, const std::string& path);

} // namespace ns3

#endif // AI_FABRIC_GRAPH_FILE_WRITER_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAUSE_FILES_H
#define AI_FABRIC_PAUSE_FILES_H

#include "result-column.h"

#include "ns3/fabric-topology.h"
#include "ns3/pause-log.h"

#include <iosfwd>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Names the ports: "leaf0->host3" is the node that sends and the node at the other end; parallel
 * links are told apart as "leaf0->spine1#2".
 *
 * @param topology topology with the names of the nodes
 * @return name of every port, by its number in the log
 */
std::vector<std::string> GetPortNames(const FabricTopology& topology);

/** @return pfc-pauses-FABRIC.csv; ports are named by GetPortNames() */
ResultTable MakePauseTable();

/**
 * Writes the causes of the pauses as a tree.
 *
 * @param out stream of the file
 * @param log pauses of the run
 * @param topology topology with the names of the nodes
 */
void WritePauseTree(std::ostream& out, const PauseLog& log, const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_PAUSE_FILES_H

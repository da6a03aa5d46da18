// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HPCC_FILES_H
#define AI_FABRIC_HPCC_FILES_H

#include "fabric-result.h"

#include "ns3/fabric-topology.h"
#include "ns3/pause-log.h"
#include "ns3/queue-histogram.h"

#include <iosfwd>

namespace ns3
{

/**
 * @file
 * @ingroup ai-fabric-results
 * Results in the text formats of the HPCC simulator. Nodes are those of the topology, ports are
 * counted from 1 in the order of the node's links, as that simulator numbers its devices.
 */

/**
 * fct-FABRIC.txt: a line per message that succeeded: sip dip sport dport bytes start fct ideal.
 *
 * @param out the file
 * @param result of one fabric
 * @param topology its hosts
 */
void WriteFct(std::ostream& out, const FabricResult& result, const FabricTopology& topology);

/**
 * flow-FABRIC.txt: what that simulator reads: the number of messages, then a line for each, by
 * start: src dst priority dport bytes start.
 *
 * @param out the file
 * @param result of one fabric
 * @param topology its hosts
 */
void WriteHpccFlows(std::ostream& out, const FabricResult& result, const FabricTopology& topology);

/**
 * pfc-FABRIC.txt: a line whenever a port is paused or may go on: time node kind port type, where
 * kind is 0 of a host and 1 of a switch, and type 1 of a pause and 0 of its end.
 *
 * @param out the file
 * @param log of the run
 * @param topology its nodes
 */
void WriteHpccPauses(std::ostream& out, const PauseLog& log, const FabricTopology& topology);

/**
 * qlen-FABRIC.txt: for each snapshot "time: ns", then a line for each port of a switch: node port,
 * and how often it held 0, 1, 2, ... KB.
 *
 * @param out the file
 * @param record of the run
 * @param topology its nodes
 */
void WriteHpccQueues(std::ostream& out,
                     const QueueHistogram::Record& record,
                     const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_HPCC_FILES_H

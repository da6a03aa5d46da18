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
 * Results in the text formats of the HPCC simulator. Node ids are those of the topology. Ports are
 * counted from 1 in the order of the node's links, as that simulator numbers its devices.
 */

/**
 * Writes fct-FABRIC.txt: a line per message that succeeded: sip dip sport dport bytes start fct
 * ideal.
 *
 * @param out stream of the file
 * @param result result of one fabric
 * @param topology topology of its hosts
 */
void WriteFct(std::ostream& out, const FabricResult& result, const FabricTopology& topology);

/**
 * Writes flow-FABRIC.txt, which that simulator reads: the number of messages, then a line for each,
 * by start: src dst priority dport bytes start.
 *
 * @param out stream of the file
 * @param result result of one fabric
 * @param topology topology of its hosts
 */
void WriteHpccFlows(std::ostream& out, const FabricResult& result, const FabricTopology& topology);

/**
 * Writes pfc-FABRIC.txt: a line for each begin and end of a pause: time node kind port type. The
 * kind is 0 for a host and 1 for a switch; the type is 1 for a begin and 0 for an end.
 *
 * @param out stream of the file
 * @param log pauses of the run
 * @param topology topology of its nodes
 */
void WriteHpccPauses(std::ostream& out, const PauseLog& log, const FabricTopology& topology);

/**
 * Writes qlen-FABRIC.txt: for each snapshot "time: ns", then a line for each port of a switch: node
 * port, and the numbers of counts with 0, 1, 2, ... KB.
 *
 * @param out stream of the file
 * @param record histogram of the run
 * @param topology topology of its nodes
 */
void WriteHpccQueues(std::ostream& out,
                     const QueueHistogram::Record& record,
                     const FabricTopology& topology);

} // namespace ns3

#endif // AI_FABRIC_HPCC_FILES_H

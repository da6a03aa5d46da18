// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STALL_REPORT_H
#define AI_FABRIC_STALL_REPORT_H

#include "fabric-parts.h"

#include "ns3/graph-executor.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-monitor
 * Describes what a stalled run waits for: work is left and nothing moves.
 *
 * The report names first the jobs (nodes started and not ended, by rank), then the queue pairs with
 * work or the channels of another transport, then the ports whose flow control holds packets back.
 * It shows some lines of each and counts the rest. Last comes the ring of queues that wait for each
 * other, if there is one (DeadlockFinder).
 *
 * @param jobs all jobs of the run
 * @param parts parts of the network
 * @param maxLines largest number of lines of each kind
 * @return lines, each with its line feed
 */
std::string StallReport(const std::vector<Ptr<GraphExecutor>>& jobs,
                        const FabricParts& parts,
                        uint64_t maxLines = 10);

} // namespace ns3

#endif // AI_FABRIC_STALL_REPORT_H

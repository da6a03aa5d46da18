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
 * Who waits for what, when work is left and nothing moves.
 *
 * First the jobs (what has started and has not ended, by rank), then the queue pairs with
 * work or the channels of another transport, then the ports whose flow control keeps packets back;
 * a few lines of each, the rest is counted. Last, if there is one, the ring of queues that wait for
 * each other (DeadlockFinder).
 *
 * @param jobs all jobs of the run
 * @param parts of the network
 * @param maxLines of each of the parts
 * @return lines, each with its line feed
 */
std::string StallReport(const std::vector<Ptr<GraphExecutor>>& jobs,
                        const FabricParts& parts,
                        uint64_t maxLines = 10);

} // namespace ns3

#endif // AI_FABRIC_STALL_REPORT_H

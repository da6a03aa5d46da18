// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_PROBLEMS_H
#define AI_FABRIC_RUN_PROBLEMS_H

#include "ns3/fabric-helper.h"
#include "ns3/fabric-result.h"
#include "ns3/graph-executor.h"

#include <vector>

namespace ns3
{

/**
 * Notes what was left undone.
 *
 * @param result with its jobs
 * @param planned whether the run ended when it was meant to, or by the user
 */
void AddUnfinished(FabricResult& result, bool planned);

/**
 * Notes hosts that wait for sums of the network which cannot come: nobody sends those again.
 *
 * @param result with its statistics
 * @param network that was simulated
 */
void AddLostSums(FabricResult& result, const FabricNetwork& network);

/**
 * Notes who waits for what, and a deadlock: queue pairs may fail of it before anybody stalls.
 *
 * @param result with a problem, at least one
 * @param jobs of the run
 * @param parts of the networks
 */
void AddStall(FabricResult& result,
              const std::vector<Ptr<GraphExecutor>>& jobs,
              const FabricParts& parts);

} // namespace ns3

#endif // AI_FABRIC_RUN_PROBLEMS_H

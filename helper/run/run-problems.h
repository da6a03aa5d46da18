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
 * Notes unfinished work.
 *
 * @param result result with its jobs
 * @param planned true: the run ended as planned, or by the user
 */
void AddUnfinished(FabricResult& result, bool planned);

/**
 * Notes hosts that wait for sums of the network which are lost: nothing sends them again.
 *
 * @param result result with its statistics
 * @param network network that was simulated
 */
void AddLostSums(FabricResult& result, const FabricNetwork& network);

/**
 * Notes waiting parts, and a deadlock: queue pairs may fail because of it before a stall is
 * detected.
 *
 * @param result result with at least one problem
 * @param jobs jobs of the run
 * @param parts parts of the networks
 */
void AddStall(FabricResult& result,
              const std::vector<Ptr<GraphExecutor>>& jobs,
              const FabricParts& parts);

} // namespace ns3

#endif // AI_FABRIC_RUN_PROBLEMS_H

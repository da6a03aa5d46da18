// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_THREADS_H
#define AI_FABRIC_RUN_THREADS_H

#include "run-records.h"

#include "ns3/domain-plan.h"
#include "ns3/fabric-build.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <string>

namespace ns3
{

/**
 * @param scenario whose fabric it is
 * @param options of the command line
 * @param network of the fabric
 * @param records of the run
 * @return why one thread has to run all nodes; empty: it has not
 */
std::string FindNeedOfOneThread(const FabricScenario& scenario,
                                const RunOptions& options,
                                const FabricNetwork& network,
                                const RunRecords& records);

/**
 * @param built a fabric, of which nothing has run
 * @param threads how many share it, of any number of processes
 * @return how they do: each has several domains, if windows are long enough
 */
DomainPlan PlanThreads(const BuiltFabric& built, uint32_t threads);

/**
 * Has several threads run a network, if they may: not where somebody looks at all nodes in the
 * order of their events, or nodes act on each other without delay. Results are the same. Says so on
 * std::cerr if threads were asked for and there is but one.
 *
 * @param scenario whose fabric it is
 * @param options that say how many
 * @param built the fabric, of which nothing has run
 * @param records of the run
 */
void UseThreads(const FabricScenario& scenario,
                const RunOptions& options,
                const BuiltFabric& built,
                const RunRecords& records);

} // namespace ns3

#endif // AI_FABRIC_RUN_THREADS_H

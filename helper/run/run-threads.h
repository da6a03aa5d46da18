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
 * @param scenario scenario of the fabric
 * @param options options of the command line
 * @param network network of the fabric
 * @param records recorders of the run
 * @return reason why one thread has to run all nodes; empty: none
 */
std::string FindNeedOfOneThread(const FabricScenario& scenario,
                                const RunOptions& options,
                                const FabricNetwork& network,
                                const RunRecords& records);

/**
 * @param built fabric of which nothing has run
 * @param threads number of threads, over all processes
 * @return plan of the domains; each thread has several if windows are long enough
 */
DomainPlan PlanThreads(const BuiltFabric& built, uint32_t threads);

/**
 * Makes several threads run a network, if possible: not if a recorder sees all nodes in the order
 * of their events, or nodes act on each other without delay. Results are the same. If threads were
 * requested and only one is possible, says so on std::cerr.
 *
 * @param scenario scenario of the fabric
 * @param options options with the number of threads
 * @param built fabric of which nothing has run
 * @param records recorders of the run
 */
void UseThreads(const FabricScenario& scenario,
                const RunOptions& options,
                const BuiltFabric& built,
                const RunRecords& records);

} // namespace ns3

#endif // AI_FABRIC_RUN_THREADS_H

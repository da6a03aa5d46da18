// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_RUN_H
#define AI_FABRIC_FABRIC_RUN_H

#include "ns3/fabric-build.h"
#include "ns3/fabric-result.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <functional>
#include <string>

namespace ns3
{

/**
 * Selects ns-3's engine, event list and time resolution; call it once, before anything is built.
 *
 * @param options options of the command line
 */
void PrepareEngine(const RunOptions& options);

/**
 * Simulates the workload of a scenario on one of its fabrics, from time 0.
 *
 * @param scenario scenario to simulate
 * @param fabric index of the fabric
 * @param options options of the command line
 * @param folder folder for captures
 * @param onBuilt called with the fabric at time 0, before it runs
 * @return result of the run
 * @throw RunInterrupted if a SignalWatch has noted a signal
 */
FabricResult RunFabric(const FabricScenario& scenario,
                       size_t fabric,
                       const RunOptions& options,
                       const std::string& folder,
                       const std::function<void(const BuiltFabric&)>& onBuilt);

/**
 * Collects what a network and its jobs have done so far: for programs that run them themselves.
 *
 * @param scenario scenario with the label of the fabric and the names of the jobs
 * @param fabric index of the fabric
 * @param built the network and its jobs
 * @return result without what is recorded during a run; jobs that are not complete are problems
 */
FabricResult CollectFabric(const FabricScenario& scenario, size_t fabric, const BuiltFabric& built);

} // namespace ns3

#endif // AI_FABRIC_FABRIC_RUN_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_RANKS_H
#define AI_FABRIC_RUN_RANKS_H

#include "run-records.h"

#include "ns3/fabric-build.h"
#include "ns3/fabric-result.h"
#include "ns3/network-cut.h"
#include "ns3/run-options.h"
#include "ns3/scenario.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * Checks --ranks before anything is built.
 *
 * @param scenario scenario to run
 * @param options options of the command line
 * @throw InputError if the scenario has several seeds
 */
void CheckRanks(const FabricScenario& scenario, const RunOptions& options);

/**
 * Checks --ranks for a built fabric.
 *
 * @param scenario scenario of the fabric
 * @param options options of the command line
 * @param built the fabric
 * @throw InputError if one process has to run it
 */
void CheckRanks(const FabricScenario& scenario,
                const RunOptions& options,
                const BuiltFabric& built);

/**
 * @param scenario scenario of the fabric
 * @param options options of the command line, with several ranks
 * @param built fabric of which nothing has run
 * @param records recorders of the run
 * @return plan of the domains, with the process of each
 * @throw InputError if one process has to run it
 */
DomainPlan PlanRanks(const FabricScenario& scenario,
                     const RunOptions& options,
                     const BuiltFabric& built,
                     const RunRecords& records);

/**
 * Exchanges the counters at the ends of wires between processes, so that LosslessAudit finds losses
 * on these wires. All processes call this function and the functions below together; without a
 * RankLink they do nothing.
 *
 * @param parts of all networks, after the run
 */
void ShareWires(const FabricParts& parts);

/**
 * Collects the records of jobs in the first process, after the run.
 *
 * @param jobs jobs of the fabric
 */
void GatherJobs(const std::vector<Ptr<GraphExecutor>>& jobs);

/** @param lines lines of this process @return in rank 0 the lines of all ranks; elsewhere none */
std::vector<std::string> GatherLines(std::vector<std::string> lines);

/** @param result counters of this process; in rank 0 it gets the counters of all */
void GatherCounts(FabricResult& result);

} // namespace ns3

#endif // AI_FABRIC_RUN_RANKS_H

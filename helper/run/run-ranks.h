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
 * What can be known of --ranks before anything is built.
 *
 * @param scenario to run
 * @param options of the command line
 * @throw InputError if one process has to run it
 */
void CheckRanks(const FabricScenario& scenario, const RunOptions& options);

/**
 * The same of one of its fabrics.
 *
 * @param scenario whose fabric it is
 * @param options of the command line
 * @param built the fabric
 * @throw InputError if one process has to run it
 */
void CheckRanks(const FabricScenario& scenario,
                const RunOptions& options,
                const BuiltFabric& built);

/**
 * @param scenario whose fabric it is
 * @param options of the command line, which want several processes
 * @param built the fabric, of which nothing has run
 * @param records of the run
 * @return how processes share it
 * @throw InputError if one process has to run it
 */
DomainPlan PlanRanks(const FabricScenario& scenario,
                     const RunOptions& options,
                     const BuiltFabric& built,
                     const RunRecords& records);

/**
 * All processes call this, and the functions below, together; where there is no RankLink they do
 * nothing. Each learns what the others know of the ends of wires between them, so that
 * LosslessAudit finds what was lost on the way.
 *
 * @param parts of all networks, after the run
 */
void ShareWires(const FabricParts& parts);

/**
 * After the run: the first process learns what the others know of jobs, and they no more.
 *
 * @param jobs of the fabric
 */
void GatherJobs(const std::vector<Ptr<GraphExecutor>>& jobs);

/** @param lines of this process @return in the first one those of all, by rank; elsewhere none */
std::vector<std::string> GatherLines(std::vector<std::string> lines);

/** @param result what the network counted; in the first process it then has what all counted */
void GatherCounts(FabricResult& result);

} // namespace ns3

#endif // AI_FABRIC_RUN_RANKS_H

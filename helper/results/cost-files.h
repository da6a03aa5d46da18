// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_COST_FILES_H
#define AI_FABRIC_COST_FILES_H

#include "fabric-summary.h"
#include "result-column.h"

#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/** A part of the GPU time of a job, and its cause. */
struct CostShare
{
    std::string cause; //!< all; compute, exposed KIND, late peers or idle, which make up all
    double share;      //!< share of the GPU time, in [0, 1]
};

/** GPU time of a complete job that computes: a step of training, or a whole other job. */
struct JobTime
{
    double gpuHours{0};              //!< GPU-hours of a step or job
    double trainedTokens{0};         //!< tokens that a step of training uses; 0: no training
    double requests{0};              //!< requests that the job has served; 0: none
    double servedTokens{0};          //!< tokens that it has made for them
    std::vector<CostShare> shares{}; //!< "all" first
};

/** @param job result of a job @return its GPU time; empty if it has no price */
std::optional<JobTime> GetJobTime(const JobResult& job);

/**
 * @param scenario scenario of the run
 * @param result result of a fabric
 * @return sections of the printed table: the cluster, then each job with a price; none unless costs
 *         are asked for
 */
std::vector<ResultSection> DescribeCosts(const FabricScenario& scenario,
                                         const FabricResult& result);

/** @return cost.csv */
ResultTable MakeCostTable();

/** @return cost-parts.csv */
ResultTable MakeCostPartTable();

} // namespace ns3

#endif // AI_FABRIC_COST_FILES_H

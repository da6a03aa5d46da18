// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "build-check.h"

#include "run-ranks.h"
#include "task-pool.h"

#include "ns3/chakra-files.h"
#include "ns3/fabric-build.h"
#include "ns3/fabric-check.h"
#include "ns3/run-state.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <iostream>

namespace ns3
{

namespace
{

/** @return estimate of all draws, side by side, from that of one draw */
RunEstimate
EstimateDraws(const RunEstimate& each, const FabricScenario& scenario, const RunOptions& options)
{
    const size_t draws = scenario.seeds.size();
    const size_t runs = draws * scenario.fabrics.size();
    return each.Repeat(draws,
                       draws == 1 ? 1
                                  : std::min(runs, TaskPool::GetWorkers(options.parallel.jobs)));
}

} // namespace

RunEstimate
BuildOne(const FabricScenario& scenario,
         size_t fabric,
         const RunOptions& options,
         const std::string& deadlock)
{
    SetPhase("building fabric " + scenario.fabrics[fabric].label);
    RunEstimate estimate;
    {
        const auto built = BuildFabric(scenario, fabric);
        CheckRanks(scenario, options, built);
        for (const auto& job : built.jobs)
        {
            CheckChakra(scenario, job->GetJob());
        }
        if (options.check && options.lint)
        {
            LintFabric(scenario, fabric, built.network, built.jobs);
        }
        if (WantsEstimate(options))
        {
            estimate = EstimateRun(scenario, fabric, built, options, deadlock);
        }
    }
    Simulator::Destroy();
    return estimate;
}

RunEstimate
CheckAll(const FabricScenario& scenario,
         const RunOptions& options,
         const std::vector<std::string>& deadlocks)
{
    RunEstimate sum;
    for (size_t fabric = 0; fabric < scenario.fabrics.size(); ++fabric)
    {
        const auto estimate = BuildOne(scenario, fabric, options, deadlocks[fabric]);
        sum.Add(estimate);
        if (options.estimate)
        {
            std::cout << scenario.fabrics[fabric].label << ": " << estimate.Describe() << '\n';
        }
    }
    if (!options.estimate)
    {
        return sum;
    }
    const bool several = scenario.fabrics.size() > 1 || scenario.seeds.size() > 1;
    sum = EstimateDraws(sum, scenario, options);
    if (several)
    {
        std::cout << "in all, seeds " << scenario.seeds.size() << ": " << sum.Describe()
                  << std::endl;
    }
    return sum;
}

RunEstimate
BuildAll(const FabricScenario& scenario,
         const RunOptions& options,
         const std::vector<std::string>& deadlocks)
{
    const bool several = scenario.seeds.size() > 1;
    RunEstimate sum;
    for (size_t fabric = several ? 0 : 1; fabric < scenario.fabrics.size(); ++fabric)
    {
        sum.Add(BuildOne(scenario, fabric, options, deadlocks[fabric]));
    }
    if (several)
    {
        sum = EstimateDraws(sum, scenario, options);
        SayEstimate(sum, options);
    }
    return sum;
}

} // namespace ns3

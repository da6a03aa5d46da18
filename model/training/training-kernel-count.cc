// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-kernel-count.h"

#include "training-block.h"
#include "training-operation.h"

#include <map>
#include <utility>

namespace ns3
{

ModelKernels::Count
CountTrainingKernels(const TrainingSetup& setup, const ParallelGrid& grid, const PipelinePlan& plan)
{
    const auto blocks = MakeTrainingBlocks(setup, grid, plan.GetPartCount());
    const double ranks = static_cast<double>(grid.GetRankCount()) / plan.stages.size();
    std::map<std::pair<uint32_t, PipelinePlan::Kind>, ModelKernels::Count>
        ofTask; // kernels of a rank
    ModelKernels::Count sum;
    for (uint32_t stage = 0; stage < plan.stages.size(); ++stage)
    {
        for (const PipelinePlan::Task& task : plan.stages[stage])
        {
            const uint32_t part = plan.GetPart(stage, task.chunk);
            const auto [entry, isNew] = ofTask.try_emplace({part, task.kind});
            ModelKernels::Count& count = entry->second;
            if (isNew)
            {
                for (const TrainingOperation& piece :
                     MakeTrainingOperations(setup, grid, blocks[part], task.kind))
                {
                    count.Add(piece.kernels);
                }
            }
            sum.Add(count, ranks);
        }
    }
    return sum;
}

void
AppendKindFigures(const ModelKernels::Count& count, uint32_t ranks, std::vector<JobFigure>& figures)
{
    constexpr double PS_PER_MS = 1e9;
    const double each = ranks * PS_PER_MS;
    figures.push_back({"matrices", count.matricesPs / each, "ms"});
    figures.push_back({"attention", count.scoresPs / each, "ms"});
    figures.push_back({"element-wise kernels", count.streamsPs / each, "ms"});
}

} // namespace ns3

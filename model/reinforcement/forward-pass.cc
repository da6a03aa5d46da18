// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "forward-pass.h"

#include "ns3/training-block.h"
#include "ns3/training-operation.h"

namespace ns3
{

std::vector<int64_t>
GetForwardPs(const TrainingSetup& setup, const ParallelGrid& grid, const PipelinePlan& plan)
{
    const auto blocks = MakeTrainingBlocks(setup, grid, plan.GetPartCount());
    const auto paths = static_cast<int64_t>(plan.paths.size());
    std::vector<int64_t> forwardPs(grid.GetSize(ParallelGrid::PIPELINE));
    for (const auto& path : plan.paths)
    {
        for (size_t part = 0; part < path.size(); ++part)
        {
            for (const auto& piece :
                 MakeTrainingOperations(setup, grid, blocks[part], PipelinePlan::Kind::FORWARD))
            {
                forwardPs[path[part].stage] += piece.lengthPs * setup.microBatches / paths;
            }
        }
    }
    return forwardPs;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_KERNEL_COUNT_H
#define AI_FABRIC_TRAINING_KERNEL_COUNT_H

#include "parallel-grid.h"
#include "pipeline-plan.h"
#include "training-setup.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * @param setup settings of the step
 * @param grid grid of the ranks
 * @param plan plan of the pipeline
 * @return sources of the kernel times of all ranks in a step
 */
ModelKernels::Count CountTrainingKernels(const TrainingSetup& setup,
                                         const ParallelGrid& grid,
                                         const PipelinePlan& plan);

/**
 * @ingroup ai-fabric-training
 * @param count kernels of all ranks
 * @param ranks number of ranks
 * @param figures gets the time of each kind of kernels on a rank, mean of all
 */
void AppendKindFigures(const ModelKernels::Count& count,
                       uint32_t ranks,
                       std::vector<JobFigure>& figures);

} // namespace ns3

#endif // AI_FABRIC_TRAINING_KERNEL_COUNT_H

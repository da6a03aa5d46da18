// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FORWARD_PASS_H
#define AI_FABRIC_FORWARD_PASS_H

#include "ns3/parallel-grid.h"
#include "ns3/pipeline-plan.h"
#include "ns3/training-setup.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-reinforcement
 * Time of a forward pass of all micro-batches on the training ranks, as for log-probabilities. The
 * kernels of all micro-batches follow each other; their communication and the fill of a pipeline
 * are left out.
 *
 * @param setup settings of the training step
 * @param grid grid of the training ranks
 * @param plan plan of the pipeline; of two paths each has half of the micro-batches
 * @return by stage: time of its kernels, in ps
 */
std::vector<int64_t> GetForwardPs(const TrainingSetup& setup,
                                  const ParallelGrid& grid,
                                  const PipelinePlan& plan);

} // namespace ns3

#endif // AI_FABRIC_FORWARD_PASS_H

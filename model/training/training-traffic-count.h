// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_TRAFFIC_COUNT_H
#define AI_FABRIC_TRAINING_TRAFFIC_COUNT_H

#include "parallel-grid.h"
#include "pipeline-plan.h"
#include "training-setup.h"

#include "ns3/collective-library.h"
#include "ns3/traffic-notice.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Counts what a step sends without making its graph: the collectives within stages (tensor, context
 * and expert parallel) and what stages hand on, of all micro-batches. What data parallel ranks
 * exchange, and the gradients of a tied embedding, are left out, so it is a lower bound.
 *
 * @param setup of the step
 * @param grid of the ranks
 * @param plan of the pipeline
 * @param collectives how groups communicate
 * @param serverOfRank number of the server of each rank
 * @return messages and bytes of all ranks
 */
TrafficNotice::Count CountTrainingTraffic(const TrainingSetup& setup,
                                          const ParallelGrid& grid,
                                          const PipelinePlan& plan,
                                          CollectiveLibrary& collectives,
                                          const std::vector<uint32_t>& serverOfRank);

} // namespace ns3

#endif // AI_FABRIC_TRAINING_TRAFFIC_COUNT_H

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
 * Counts the traffic of a step without making its graph: the collectives within stages (tensor,
 * context and expert parallel) and the messages between stages, for all micro-batches. The exchange
 * between data parallel ranks and the gradients of a tied embedding are left out, so the result is
 * a lower bound.
 *
 * @param setup settings of the step
 * @param grid grid of the ranks
 * @param plan plan of the pipeline
 * @param collectives makes the graphs of collectives
 * @param serverOfRank number of the server, by rank
 * @return messages and bytes of all ranks
 */
TrafficNotice::Count CountTrainingTraffic(const TrainingSetup& setup,
                                          const ParallelGrid& grid,
                                          const PipelinePlan& plan,
                                          CollectiveLibrary& collectives,
                                          const std::vector<uint32_t>& serverOfRank);

} // namespace ns3

#endif // AI_FABRIC_TRAINING_TRAFFIC_COUNT_H

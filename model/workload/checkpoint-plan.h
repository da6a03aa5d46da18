// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHECKPOINT_PLAN_H
#define AI_FABRIC_CHECKPOINT_PLAN_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * A job of equal steps that begins again at its last checkpoint when a message has failed.
 */
struct CheckpointPlan
{
    uint64_t steps{1};           //!< of the job, each the whole graph
    uint64_t checkpointSteps{1}; //!< there is a checkpoint after every so many
    int64_t savePs{0};           //!< that the job stands still for one
    int64_t loadPs{0};           //!< from the end of a failed job to its first step
    uint32_t mostRestarts{0};    //!< the next failure ends the job
};

} // namespace ns3

#endif // AI_FABRIC_CHECKPOINT_PLAN_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CHECKPOINT_PLAN_H
#define AI_FABRIC_CHECKPOINT_PLAN_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * Plan of a job of equal steps that restarts at its last checkpoint when a message has failed.
 */
struct CheckpointPlan
{
    uint64_t steps{1};           //!< number of steps of the job; each runs the whole graph
    uint64_t checkpointSteps{1}; //!< steps from one checkpoint to the next
    int64_t savePs{0};           //!< time that a checkpoint stops the job, in ps
    int64_t loadPs{0};           //!< time from the end of a failed attempt to its first step, in ps
    uint32_t mostRestarts{0};    //!< number of restarts; the next failure ends the job
    bool equalSteps{false};      //!< true: every whole step lasts as long as the first one
};

} // namespace ns3

#endif // AI_FABRIC_CHECKPOINT_PLAN_H

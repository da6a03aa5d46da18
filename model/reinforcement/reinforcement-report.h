// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REINFORCEMENT_REPORT_H
#define AI_FABRIC_REINFORCEMENT_REPORT_H

#include "ns3/fabric-workload.h"
#include "ns3/job-figure.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-reinforcement
 * GPUs, order and prices of a loop that has run.
 */
struct LoopOutcome
{
    uint32_t iterations{1};      //!< number of iterations
    uint32_t staleness{0};       //!< bound of the staleness
    bool overlapsWeights{false}; //!< see ReinforcementLoop
    uint32_t trainingGpus{1};    //!< ranks from 0
    uint32_t rolloutGpus{0};     //!< ranks behind those of training; 0: rollouts run on the
                                 //!< training ranks
    uint32_t rewardGpus{0};      //!< last ranks
    double gpuHourPrice{0};      //!< price of a GPU and hour; 0: unknown
    double clusterPrice{0};      //!< price of all GPUs and their network; 0: unknown
    std::string currency{};      //!< currency of both prices
};

/**
 * Computes the figures of merit of a loop of reinforcement learning from the times of its marks.
 * All times but the first are means over the iterations:
 *
 *     iteration time    mean time from the end of an update to the end of the next one, without the
 *                       first ones, whose batches needed no transfer; of a single iteration its
 * whole time rollout           from the first replica's begin to the last response of the batch
 *     long tail         part of it behind the end of 90 % of the responses
 *     reward            from the last response until the controller has batch and rewards
 *     update            from the begin of an update to the end of the last training rank
 *     weights           from the moment when they may be sent until the last rank has them
 *     weights exposed   by which a replica begins later because of the weights: from the end of the
 *                       update and of its rollout before to its begin, mean of the replicas; not
 *                       if no rollout waited for an update
 *     idle              share of the whole time in which GPUs of a group compute nothing
 *     tokens            tokens of prompts and responses of the same iterations per second
 *     staleness         updates that were made between a batch's weights and its own update
 *     memory            of a training GPU of the fullest stage, see TrainingMemory
 *
 * @param job job with its marks
 * @param times times of that job
 * @param outcome GPUs and prices
 * @return its figures; none if the times of the marks are not known
 */
std::vector<JobFigure> GetLoopFigures(const FabricJob& job,
                                      const JobTimes& times,
                                      const LoopOutcome& outcome);

} // namespace ns3

#endif // AI_FABRIC_REINFORCEMENT_REPORT_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_REPORT_H
#define AI_FABRIC_TRAINING_REPORT_H

#include "training-memory.h"

#include "ns3/job-figure.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Duration, resources and prices of one training step.
 */
struct TrainingOutcome
{
    int64_t durationPs{0};  //!< duration of the step in ps
    uint32_t gpus{1};       //!< number of GPUs
    double idleFraction{0}; //!< mean share of time in which a GPU computes nothing, in [0, 1]
    double tokens{0};       //!< tokens of all sequences of the step
    double modelFlops{0};   //!< FLOPs of the step, forward and backward, without recomputation
    double peakFlops{1};    //!< FLOPs per second of a GPU in BF16, whatever the kernels use
    TrainingMemory memory;  //!< memory of a GPU of the fullest stage
    double gpuHourPrice{0}; //!< price of a GPU and hour; 0: unknown
    double clusterPrice{0}; //!< price of all GPUs and their network; 0: unknown
    std::string currency{}; //!< currency of both prices
};

/**
 * Computes the figures of merit of a training step:
 *
 *     compute     (1 - idle share) * time: mean time in which a GPU ran kernels
 *     MFU         model FLOPs / (time * GPUs * peak)       (PaLM, arXiv 2204.02311, appendix B)
 *                 The peak is that of BF16 even if kernels compute in FP8, as DeepSeek-V3
 *                 (arXiv 2412.19437) and others count, so that steps can be compared
 *     memory      memory of a GPU of the fullest stage, see TrainingMemory
 *     idle cost   idle share * GPUs * time * price of a GPU and hour; the same for a day of steps
 *
 * @param outcome outcome of a step
 * @return its figures; none if the duration is 0
 */
std::vector<JobFigure> GetTrainingFigures(const TrainingOutcome& outcome);

} // namespace ns3

#endif // AI_FABRIC_TRAINING_REPORT_H

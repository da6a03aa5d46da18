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
 * What one training step took, and what it was for.
 */
struct TrainingOutcome
{
    int64_t durationPs{0};  //!< of the step
    uint32_t gpus{1};       //!< that took part
    double idleFraction{0}; //!< of the GPUs' time in which they computed nothing, mean, in [0, 1]
    double tokens{0};       //!< of the step, all sequences
    double modelFlops{0};   //!< of the step, forward and backward, without what is computed again
    double peakFlops{1};    //!< of a GPU in BF16, per second, whatever it computes in
    TrainingMemory memory;  //!< of a GPU of the fullest stage
    double gpuHourPrice{0}; //!< of a GPU; 0: unknown
    double clusterPrice{0}; //!< of all GPUs and their network; 0: unknown
    std::string currency{}; //!< of both
};

/**
 * The numbers that a training step is judged by:
 *
 *     compute     (1 - idle share) * time: how long a GPU ran kernels, mean
 *     MFU         model FLOPs / (time * GPUs * peak)       (PaLM, arXiv 2204.02311, appendix B)
 *                 The peak is that of BF16 also where kernels compute in FP8, as DeepSeek-V3
 *                 (arXiv 2412.19437) and others count, so that steps can be compared
 *     memory      of a GPU of the fullest stage, see TrainingMemory
 *     idle cost   idle share * GPUs * time * price of a GPU and hour; a day of steps likewise
 *
 * @param outcome of a step
 * @return its figures; none if it took no time
 */
std::vector<JobFigure> GetTrainingFigures(const TrainingOutcome& outcome);

} // namespace ns3

#endif // AI_FABRIC_TRAINING_REPORT_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_MEMORY_H
#define AI_FABRIC_TRAINING_MEMORY_H

#include "parallel-grid.h"
#include "pipeline-plan.h"
#include "training-setup.h"

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Memory of a GPU that a training step needs, in bytes.
 *
 * Mixed precision with Adam (ZeRO, arXiv 1910.02054, 3.1 and 5), for the P parameters of a rank:
 *
 *     parameters   2 P      gradients   gradientBytes P      optimizer   optimizerBytes P
 *
 * These are divided by N, the copies of a dense layer (for an expert: of this expert), where ZeRO
 * shares them: the optimizer's state from stage 1 on, gradients from 2, parameters with 3. A
 * schedule that holds the model twice has twice the parameters and gradients, and twice the copies.
 *
 * Activations of a layer for T tokens of a rank; attention is computed in blocks without keeping
 * the scores (Korthikanti et al., arXiv 2205.05198, equations 2 to 4; for other shapes its sums
 * part by part). In bytes, with m for the input of a matrix: 2, or with matrices in FP8 1 and a
 * scale of 4 for each 128:
 *
 *                kept in any case                           rebuilt by RecomputeMode::SELECTIVE
 *     whole      4 h (inputs of norms), 2 h of masks        2 m h (outputs of norms)
 *                with biases (GPT), 2 latents
 *     shared     2 (queries, their output, keys, values)    with latents: 2 (queries, keys, values)
 *                2 (1 or with a gate 2) f                   m f (input of the last matrix)
 *     experts    k (m h + m (1 or 2) f) for the k that      k m f
 *                a token meets; shared ones without m h
 *
 *     T (whole / (sequence parallel ? t : 1) + shared / t)
 *
 * The sum is s b h (10 + 24 / t) for GPT, 34 s b h / t with sequence parallelism. With
 * RecomputeMode::FULL a layer keeps 2 T h. The largest amount that a layer rebuilds is added once.
 * Behind the last layer come logits in FP32, 4 T V / t. The order of its tasks decides how many
 * micro-batches a stage holds at once.
 */
struct TrainingMemory
{
    uint32_t stage{0};     //!< number of the stage in the pipeline
    double parameters{0};  //!< weights in bytes
    double gradients{0};   //!< gradients in bytes
    double optimizer{0};   //!< optimizer state and master weights in bytes
    double activations{0}; //!< peak of the activations in bytes

    /** @return sum in bytes */
    double GetTotal() const
    {
        return parameters + gradients + optimizer + activations;
    }

    /** @return the sum and its parts, in words */
    std::string Describe() const;
};

/**
 * @ingroup ai-fabric-training
 * @param setup settings of the step
 * @param grid grid of the ranks
 * @param plan plan of the pipeline
 * @return memory of a GPU of the stage that needs most
 */
TrainingMemory GetTrainingMemory(const TrainingSetup& setup,
                                 const ParallelGrid& grid,
                                 const PipelinePlan& plan);

/**
 * @ingroup ai-fabric-training
 * @param setup settings of the step
 * @param grid grid of the ranks
 * @param layer index of the layer, from 0
 * @param recompute mode of recomputation
 * @return activations of a layer and micro-batch that a rank keeps, in bytes
 */
double GetActivationBytes(const TrainingSetup& setup,
                          const ParallelGrid& grid,
                          uint32_t layer,
                          RecomputeMode recompute);

} // namespace ns3

#endif // AI_FABRIC_TRAINING_MEMORY_H

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
 * What a training step keeps in the memory of a GPU, in bytes.
 *
 * Mixed precision with Adam (ZeRO, arXiv 1910.02054, 3.1 and 5), for the P parameters of a rank:
 *
 *     parameters   2 P      gradients   gradientBytes P      optimizer   optimizerBytes P
 *
 * over the N copies of a dense layer (of an expert: of this expert) where ZeRO shares them out: the
 * optimizer's state from stage 1 on, gradients from 2, parameters with 3. A schedule that holds the
 * model twice has twice the parameters and gradients, and twice the copies.
 *
 * Activations of a layer for T tokens of a rank, attention being computed in blocks without keeping
 * the scores (Korthikanti et al., arXiv 2205.05198, equations 2 to 4; for other shapes its sums
 * part by part). In bytes, with m for the input of a matrix: 2, or with matrices in FP8 1 and a
 * scale of 4 for each 128:
 *
 *                kept in any case                           rebuilt by RecomputeMode::SELECTIVE
 *     whole      4 h (inputs of norms), 2 h of masks        2 m h (outputs of norms)
 *                with biases (GPT), 2 latents
 *     shared     2 (queries, their output, keys, values)    with latents: 2 (queries, keys, values)
 *                2 (1 or with a gate 2) f                   m f (what goes into the last matrix)
 *     experts    k (m h + m (1 or 2) f) for the k that      k m f
 *                a token meets; shared ones without m h
 *
 *     T (whole / (sequence parallel ? t : 1) + shared / t)
 *
 * All of it is s b h (10 + 24 / t) for GPT, 34 s b h / t with sequence parallelism. With
 * RecomputeMode::FULL a layer keeps 2 T h. Once there is the most that a layer rebuilds. Behind the
 * last one logits in FP32, 4 T V / t. How many micro-batches a stage holds at once follows from the
 * order of its tasks.
 */
struct TrainingMemory
{
    uint32_t stage{0};     //!< of the pipeline
    double parameters{0};  //!< weights, in bytes
    double gradients{0};   //!< bytes
    double optimizer{0};   //!< its state and the master weights, in bytes
    double activations{0}; //!< the most at a time, in bytes

    /** @return all together */
    double GetTotal() const
    {
        return parameters + gradients + optimizer + activations;
    }

    /** @return the sum and what it is made of, for people */
    std::string Describe() const;
};

/**
 * @ingroup ai-fabric-training
 * @param setup of the step
 * @param grid of the ranks
 * @param plan of the pipeline
 * @return the memory of a GPU of the stage that needs most
 */
TrainingMemory GetTrainingMemory(const TrainingSetup& setup,
                                 const ParallelGrid& grid,
                                 const PipelinePlan& plan);

/**
 * @ingroup ai-fabric-training
 * @param setup of the step
 * @param grid of the ranks
 * @param layer from 0
 * @param recompute what it does not keep
 * @return activations of a layer and micro-batch that a rank keeps, in bytes
 */
double GetActivationBytes(const TrainingSetup& setup,
                          const ParallelGrid& grid,
                          uint32_t layer,
                          RecomputeMode recompute);

} // namespace ns3

#endif // AI_FABRIC_TRAINING_MEMORY_H

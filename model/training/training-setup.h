// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_SETUP_H
#define AI_FABRIC_TRAINING_SETUP_H

#include "model-kernels.h"
#include "model-shape.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * What a layer computes again for its backward pass instead of keeping it. Scores are never kept
 * (FlashAttention).
 */
enum class RecomputeMode : uint8_t
{
    NONE,      //!< nothing: it keeps the input of every matrix and of every function
    SELECTIVE, //!< outputs of norms and of activation functions, and what latent attention makes of
               //!< its latents
    FULL       //!< all of it: it keeps its input
};

/**
 * @ingroup ai-fabric-training
 * What a training step is made of besides its parallel layout and schedule. Pure numbers; the
 * attributes of TrainingWorkload say more about each.
 */
struct TrainingSetup
{
    ModelShape shape;                //!< of the whole model
    uint32_t sequence{1};            //!< tokens of a sequence
    uint32_t microBatchSequences{1}; //!< of one copy of the model
    uint32_t microBatches{1};        //!< of one copy of the model in a step
    uint32_t zeroStage{0};           //!< 0 DDP, 1 to 3 ZeRO
    uint64_t bucketBytes{0};         //!< least that one reduction of gradients takes together
    uint32_t layersPerKernel{1};     //!< layers whose kernels and collectives are taken together
    bool sequenceParallel{false};    //!< with tensor parallelism
    RecomputeMode recompute{RecomputeMode::SELECTIVE}; //!< what the backward pass computes again
    bool ringAttention{false}; //!< with context parallelism; else keys and values are gathered
    double parameterBytes{2};  //!< of a parameter that is gathered
    double gradientBytes{2};   //!< of a gradient that is reduced
    double activationBytes{2}; //!< of a number between layers
    double dispatchBytes{2};   //!< of a number that goes to an expert
    double combineBytes{2};    //!< of a number that comes from an expert
    double optimizerBytes{12}; //!< state of the optimizer per parameter, in memory
    double weightBytes{2};     //!< of a weight that a kernel reads, and of a matrix's input
    int64_t optimizerPs{0};    //!< update of the parameters of a rank
    /** How long kernels take. */
    ModelKernels kernels{KernelTime(GpuModel(), 1, 1), {}, 0};

    /** @param contextRanks that share a sequence @return tokens that each has of a micro-batch */
    double GetTokens(uint32_t contextRanks) const
    {
        return static_cast<double>(microBatchSequences) * sequence / contextRanks;
    }
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_SETUP_H

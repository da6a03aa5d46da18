// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_SETUP_H
#define AI_FABRIC_TRAINING_SETUP_H

#include "model-kernels.h"
#include "model-shape.h"

#include "ns3/expert-routing.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Activations that a layer computes again for its backward pass instead of keeping them. Scores are
 * never kept with AttentionMode::FLASH.
 */
enum class RecomputeMode : uint8_t
{
    NONE,      //!< nothing: the layer keeps the input of every matrix and of every function
    SELECTIVE, //!< outputs of norms and of activation functions, the expanded latents of latent
               //!< attention, and scores
    FULL       //!< everything: the layer keeps its input only
};

/**
 * @ingroup ai-fabric-training
 * Kernels of attention.
 */
enum class AttentionMode : uint8_t
{
    FLASH,  //!< one kernel, which keeps no scores and leaves out those that a token does not see
    UNFUSED //!< two products, softmax and dropout of all scores, which lie in memory
};

/**
 * @ingroup ai-fabric-training
 * Settings of a training step besides its parallel layout and schedule. Pure numbers; the
 * attributes of TrainingWorkload describe each in detail.
 */
struct TrainingSetup
{
    ModelShape shape;                //!< dimensions of the whole model
    uint32_t sequence{1};            //!< tokens of a sequence
    uint32_t microBatchSequences{1}; //!< sequences of a micro-batch of one copy of the model
    uint32_t microBatches{1};        //!< micro-batches of one copy of the model in a step
    uint32_t zeroStage{0};           //!< 0 DDP, 1 to 3 ZeRO
    uint64_t bucketBytes{0}; //!< smallest portion of gradients that one reduction takes, in bytes
    uint32_t layersPerKernel{1};  //!< layers whose kernels and collectives are taken together
    bool sequenceParallel{false}; //!< true: with tensor parallelism, ranks share the activations
                                  //!< between layers
    RecomputeMode recompute{RecomputeMode::SELECTIVE}; //!< activations that the backward pass
                                                       //!< computes again
    AttentionMode attention{AttentionMode::FLASH};     //!< kernels of attention
    bool ringAttention{false}; //!< true: ring attention with context parallelism; false: keys and
                               //!< values are gathered
    double parameterBytes{2};  //!< bytes of a parameter that is gathered
    double gradientBytes{2};   //!< bytes of a gradient that is reduced
    double activationBytes{2}; //!< bytes of a number between layers
    double dispatchBytes{2};   //!< bytes of a number sent to an expert
    double combineBytes{2};    //!< bytes of a number received from an expert
    double optimizerBytes{12}; //!< bytes of optimizer state per parameter, in memory
    double weightBytes{2};     //!< bytes of a weight that a kernel reads, and of a matrix's input
    int64_t optimizerPs{0};    //!< time to update the parameters of a rank, in ps
    uint32_t workers{1};       //!< parts of the data dimension that meet in outer steps only
    uint32_t innerSteps{1};    //!< steps of a worker before an outer step
    double outerBytes{4};      //!< bytes of a parameter in an outer step
    uint32_t warmUp{0};        //!< first steps that are left out of the means
    bool stragglers{false};    //!< true: ranks of a stage are not equally fast
    /** By layer: routing of tokens among its expert parallel ranks, null if the layer has no
     * experts; empty: a copy of each token goes to each of its experts, which are chosen evenly. */
    std::vector<std::shared_ptr<const ExpertRouting>> routings{};
    /** Durations of kernels. */
    ModelKernels kernels{KernelTime(GpuModel(), 1, 1), {}, 0};

    /**
     * @param contextRanks ranks that share a sequence
     * @return tokens of a micro-batch per such rank
     */
    double GetTokens(uint32_t contextRanks) const
    {
        return static_cast<double>(microBatchSequences) * sequence / contextRanks;
    }
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_SETUP_H

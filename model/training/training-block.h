// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_BLOCK_H
#define AI_FABRIC_TRAINING_BLOCK_H

#include "layer-cost.h"
#include "layer-streams.h"
#include "parallel-grid.h"
#include "training-setup.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Some layers of a part of the model that are simulated as one, or an embedding: computation and
 * messages of a rank for one micro-batch. FLOPs and bytes are those of one rank, see LayerCost.
 *
 * With T = tokens of a micro-batch / Context, t = Tensor, per layer:
 *     attention FLOPs     T (2 weights + scores) / t      (Megatron-LM, arXiv 1909.08053, 3)
 *     activations         T h activationBytes             in every tensor parallel collective
 *     keys and values     T kvSize activationBytes / min(t, kvHeads)
 *     dispatch            T h activeExperts dispatchBytes / t, to all experts; combine too
 *     gradients           parameters / t, of routed experts / (t Expert); norms and routers whole
 * Modules of multi-token prediction are layers of the last part, each with an output embedding.
 * Without a routing, tokens are spread evenly over all experts.
 */
struct TrainingBlock
{
    uint32_t layers{0};           //!< number of layers; 0: an embedding
    bool experts{false};          //!< true: its layers have routed experts
    bool input{false};            //!< true: it is the input embedding
    LayerCost::Kernel attention;  //!< forward, matrices
    LayerCost::Kernel scores;     //!< forward, queries with keys and with values
    LayerCost::Kernel rebuilt;    //!< matrices that RecomputeMode::SELECTIVE computes again
    LayerCost::Kernel ffn;        //!< forward, feed-forward part or output embedding
    PassStreams attentionStreams; //!< element-wise kernels around the scores
    PassStreams scoreStreams;     //!< element-wise kernels of the scores
    PassStreams ffnStreams;       //!< element-wise kernels of the rest, or of an embedding
    uint64_t activationBytes{0};  //!< bytes per layer of a tensor parallel collective
    uint64_t kvBytes{0};          //!< bytes of keys and values of the rank's tokens, all layers
    uint64_t dispatchBytes{0};    //!< bytes to experts, all layers, including those of the own rank
    uint64_t combineBytes{0}; //!< bytes from experts, all layers, including those of the own rank
    double routedFlops{0};    //!< FLOPs of ffn in routed experts
    std::shared_ptr<const ExpertRouting> routing; //!< routing of tokens; layers that are taken
                                                  //!< together have that of the first; or null
    uint64_t parameters{0};       //!< parameters of the rank, without routed experts
    uint64_t expertParameters{0}; //!< parameters of the rank in routed experts
};

/**
 * Distributes the layers over parts as evenly as possible. Parts with one layer less are the last,
 * the first, the last but one, ..., next to the embeddings (as Llama 3, arXiv 2407.21783, 3.3.2:
 * 126 layers in 128 parts). Only the first and the last part may have no layer: they have the
 * embeddings.
 *
 * @param layers layers of the model
 * @param parts number of parts, from 1 to layers + 2
 * @return number of layers of each part
 * @throw InputError if there are more parts
 */
std::vector<uint32_t> ShareLayers(uint32_t layers, uint32_t parts);

/**
 * @param setup settings of the step
 * @param grid grid of the ranks
 * @param parts number of parts of the model
 * @return blocks of each part, in the order of the forward pass, embeddings included
 */
std::vector<std::vector<TrainingBlock>> MakeTrainingBlocks(const TrainingSetup& setup,
                                                           const ParallelGrid& grid,
                                                           uint32_t parts);

/**
 * @param setup settings of the step
 * @param grid grid of the ranks
 * @return bytes that a rank hands to the next stage for one micro-batch; with sequence parallelism
 *         each tensor parallel rank has its share of them (arXiv 2205.05198, 4.2.2)
 */
uint64_t GetBoundaryBytes(const TrainingSetup& setup, const ParallelGrid& grid);

} // namespace ns3

#endif // AI_FABRIC_TRAINING_BLOCK_H

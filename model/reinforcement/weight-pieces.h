// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WEIGHT_PIECES_H
#define AI_FABRIC_WEIGHT_PIECES_H

#include "ns3/parallel-grid.h"
#include "ns3/pipeline-plan.h"
#include "ns3/training-setup.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-reinforcement
 * Weights that a training rank holds and a GPU of each rollout replica needs.
 */
struct WeightPiece
{
    std::vector<uint32_t> holders; //!< training ranks with a copy, ascending; at least one
    bool isDivided{false};  //!< true: each holder has an equal part of the piece (ZeRO stage 3)
    uint32_t to{0};         //!< index of the GPU in a replica
    bool isRepeated{false}; //!< true: another GPU of the replica needs the same weights, too, and
                            //!< has a piece before this one
    uint64_t bytes{0};      //!< bytes of the piece, at least 1
};

/**
 * @ingroup ai-fabric-reinforcement
 * Cuts a model into the pieces that have one place in the layout of training and one in that of a
 * rollout replica.
 *
 * Training divides the layers among stages, matrices among t tensor-parallel ranks, and experts
 * among e ranks. A replica of n GPUs has groups of u tensor-parallel GPUs; each group has all dense
 * weights, and the experts are spread over all n. With the weights of a stage as an interval of W
 * bytes, of experts V bytes,
 *
 *     dense    rank i to GPU j     [i W / t, (i + 1) W / t) and [j' W / u, (j' + 1) W / u) with
 *                                  j' = j mod u
 *     experts  ranks (k, i) to j   1/t of [k V / e, (k + 1) V / e) and [j V / n, (j + 1) V / n)
 *
 * each as the bytes that both have in common, rounded down at each border. So the pieces of a GPU
 * add up to its share of the model. Norms and routers, which every rank holds whole, count once per
 * rank.
 *
 * @param setup settings of the training step
 * @param grid grid of the training ranks
 * @param plan plan of the pipeline; of two paths the first
 * @param gpus n, GPUs of a replica
 * @param tensor u, a divisor of n
 * @param weightBytes bytes of a weight on the network
 * @return pieces, by stage, GPU and holder
 */
std::vector<WeightPiece> MakeWeightPieces(const TrainingSetup& setup,
                                          const ParallelGrid& grid,
                                          const PipelinePlan& plan,
                                          uint32_t gpus,
                                          uint32_t tensor,
                                          double weightBytes);

} // namespace ns3

#endif // AI_FABRIC_WEIGHT_PIECES_H

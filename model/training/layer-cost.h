// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAYER_COST_H
#define AI_FABRIC_LAYER_COST_H

#include "kernel-shape.h"
#include "model-shape.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Cost of the kernels of a forward pass through a layer, for one GPU of a tensor-parallel group of
 * t, in training and in inference. Let T be the tokens of the group, K the sum of the keys that
 * they are scored against, C the tokens whose keys and values are read from memory, w and a the
 * bytes per weight and per activation, and s = min(t, kvHeads), 1 for latent attention:
 *
 *     projections   FLOPs  2 T weights / t      bytes  w weights / t
 *     scores        FLOPs  K scores / t         bytes  a C kv / s
 *     dense         FLOPs  2 T weights / t      bytes  w weights / t
 *     head          FLOPs  2 T h V / t          bytes  w h V / t
 *
 * The cost names the shapes of the kernels, so that measured times can be found. Tables do not know
 * those of latent attention and of experts, which run many matrices as one.
 *
 * Norms, rotations, reading and writing of activations and other small operations are left out.
 */
class LayerCost
{
  public:
    /** Cost of some kernels on one GPU. */
    struct Kernel
    {
        double flops{0};     //!< floating-point operations
        double bytes{0};     //!< bytes read from memory and written
        uint32_t kernels{1}; //!< number of kernels, one after the other

        std::vector<KernelShape> shapes{}; //!< shapes of kernels that together make up all of it
        bool inTables{false};              //!< true: a table may know their times
        uint32_t repeats{1};               //!< number of runs of each shape
    };

    /** Tokens that meet experts of one GPU. */
    struct ExpertTokens
    {
        double perExpert{0}; //!< tokens of a routed expert, mean
        double experts{0};   //!< routed experts of the GPU that have tokens
        double all{0};       //!< tokens of the router and of shared experts
    };

    /**
     * @param shape dimensions of the model
     * @param tensor number of GPUs that share a layer
     * @param weightBytes bytes of a weight
     * @param activationBytes bytes of an activation, a key or a value
     */
    LayerCost(const ModelShape& shape, uint32_t tensor, double weightBytes, double activationBytes);

    /**
     * @param tokens tokens of the group
     * @return cost of the matrices before and behind the scores
     */
    Kernel GetProjections(double tokens) const;

    /**
     * @param tokens tokens of the group
     * @return cost of the matrices behind the latents; 0 without latents
     */
    Kernel GetUpProjections(double tokens) const;

    /**
     * @param tokens tokens of the group
     * @param keys sum over tokens of the keys that each is scored against
     * @param context tokens whose keys and values are read
     * @return cost of queries with keys and with values
     */
    Kernel GetScores(double tokens, double keys, double context) const;

    /**
     * @param tokens tokens of the group
     * @return cost of a dense feed-forward part: up and gate, down
     */
    Kernel GetDense(double tokens) const;

    /**
     * @param flops FLOPs of the GPU's share
     * @param experts mean number of experts whose weights the GPU reads
     * @param tensor number of GPUs that share an expert
     * @param tokens tokens that meet them
     * @return cost of routed and shared experts and the router
     */
    Kernel GetExperts(double flops,
                      double experts,
                      double tensor,
                      const ExpertTokens& tokens) const;

    /** @param tokens tokens of the group @return cost of the output embedding */
    Kernel GetHead(double tokens) const;

    /** @return s: number of GPUs that share the keys and values of a token */
    double GetKvShards() const
    {
        return m_kvShards;
    }

  private:
    ModelShape m_shape;
    double m_tensor;          //!< t
    double m_weightBytes;     //!< w
    double m_activationBytes; //!< a
    double m_kvShards;        //!< s
};

} // namespace ns3

#endif // AI_FABRIC_LAYER_COST_H

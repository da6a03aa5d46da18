// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAYER_COST_H
#define AI_FABRIC_LAYER_COST_H

#include "kernel-shape.h"
#include "model-shape.h"

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * What the kernels of a forward pass through a layer cost one GPU of a tensor-parallel group of t,
 * in training and in inference alike. With T tokens of the group, K = sum of the keys that they are
 * scored against, C tokens whose keys and values are read from memory, w and a bytes per weight and
 * per activation, s = min(t, kvHeads), 1 for latent attention:
 *
 *     projections   FLOPs  2 T weights / t      bytes  w weights / t
 *     scores        FLOPs  K scores / t         bytes  a C kv / s
 *     dense         FLOPs  2 T weights / t      bytes  w weights / t
 *     head          FLOPs  2 T h V / t          bytes  w h V / t
 *
 * Where a group of kernels is matrices or attention, it says of which shapes, so that measured
 * times can be found; those of latent attention and of experts, which run many matrices as one, are
 * not.
 *
 * Norms, rotations, activations that are read and written and what else is small next to these is
 * not in it.
 */
class LayerCost
{
  public:
    /** Of some kernels on one GPU. */
    struct Kernel
    {
        double flops{0};     //!< floating-point operations
        double bytes{0};     //!< read from memory and written
        uint32_t kernels{1}; //!< how many there are, one after the other

        std::array<KernelShape, 2> shapes{}; //!< of kernels that make up all of it
        uint32_t shapeCount{0};              //!< 0: shapes that no table knows
        uint32_t repeats{1};                 //!< how often each of them
    };

    /**
     * @param shape of the model
     * @param tensor GPUs that share out a layer
     * @param weightBytes of a weight
     * @param activationBytes of an activation, a key or a value
     */
    LayerCost(const ModelShape& shape, uint32_t tensor, double weightBytes, double activationBytes);

    /** @param tokens of the group @return the matrices before the scores and behind them */
    Kernel GetProjections(double tokens) const;

    /** @param tokens of the group @return the matrices behind the latents; none without any */
    Kernel GetUpProjections(double tokens) const;

    /**
     * @param tokens of the group
     * @param keys sum over tokens
     * @param context tokens read
     * @return queries with keys and with values
     */
    Kernel GetScores(double tokens, double keys, double context) const;

    /** @param tokens of the group @return a dense feed-forward part: up and gate, down */
    Kernel GetDense(double tokens) const;

    /**
     * @param flops of the GPU's share
     * @param experts whose weights the GPU reads, mean
     * @param tensor GPUs that share out each of them
     * @return routed and shared experts and the router
     */
    Kernel GetExperts(double flops, double experts, double tensor) const;

    /** @param tokens of the group @return the output embedding */
    Kernel GetHead(double tokens) const;

    /** @return s: among how many GPUs the keys and values of a token are divided */
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

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFERENCE_COST_H
#define AI_FABRIC_INFERENCE_COST_H

#include "serving-replica.h"

#include "ns3/layer-cost.h"
#include "ns3/model-shape.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * What an iteration of a served model costs each GPU and the links between them, from the model's
 * dimensions alone; LayerCost is that of a group.
 *
 * A replica is n GPUs: g = n / t groups of t in tensor parallel. Each group attends to its share,
 * 1/g, of the requests; experts, if there are any, are spread over all n. With T tokens, K = sum of
 * the keys that they are scored against, C tokens whose keys and values are read, O outputs, w and
 * a bytes per weight and per activation, and s = t, or less where keys and values cannot be divided
 * so far (kvHeads; 1 for latent attention), a GPU's part of a layer is
 *
 *     projections FLOPs  2 T weights / (g t)                  bytes  w weights / t
 *     scores      FLOPs  K scores / (g t)                     bytes  a C kv / (g s)
 *     dense       FLOPs  2 T weights / (g t)                  bytes  w weights / t
 *     experts     FLOPs  2 T (active + shared) weights / n    bytes  w (hit / n + shared) weights
 *                 with hit = E (1 - (1 - active / E)^T), the mean number of experts that T tokens
 *                 meet if they choose evenly
 *     output      FLOPs  2 O h V / (g t)                      bytes  w h V / t
 *
 * Norms, rotations and what else is small next to these is not in it. Tokens T / g of a group go
 * through an all-reduce of T / g * h * a bytes behind attention, and behind a dense layer; experts
 * are reached by T active h a / n^2 bytes from each GPU to each other one, and back.
 */
class InferenceCost
{
  public:
    /** Roofline of the GPU. */
    using Kernel = LayerCost::Kernel;

    /** How a model is laid out. */
    struct Layout
    {
        uint32_t gpus{1};          //!< n, a multiple of tensor
        uint32_t tensor{1};        //!< t
        double weightBytes{2};     //!< w
        double activationBytes{2}; //!< a, also of keys and values
    };

    /** What a replica works on at a time. */
    using Iteration = ServingReplica::Iteration;

    /** @param shape of the model @param layout of a replica */
    InferenceCost(const ModelShape& shape, const Layout& layout);

    /** @param work of the replica @return matrices of one layer's attention */
    Kernel GetProjections(const Iteration& work) const;

    /** @param work of the replica @return queries with keys and values of one layer */
    Kernel GetScores(const Iteration& work) const;

    /**
     * @param work of the replica
     * @param layer from 0
     * @return its feed-forward part or experts
     */
    Kernel GetFfn(const Iteration& work, uint32_t layer) const;

    /** @param work of the replica @return the output embedding */
    Kernel GetOutput(const Iteration& work) const;

    /** @param work of the replica @return bytes of an all-reduce in a tensor-parallel group */
    double GetReducedBytes(const Iteration& work) const
    {
        return GetReducedBytes(static_cast<double>(work.GetTokens()));
    }

    /** @param tokens of an iteration of the replica @return the same */
    double GetReducedBytes(double tokens) const;

    /**
     * @param work of the replica
     * @return bytes from a GPU to another one for one layer's experts
     */
    double GetDispatchedBytes(const Iteration& work) const;

    /** @param tokens of a request @return bytes of their keys and values, each of them once */
    double GetKvBytes(uint64_t tokens) const;

    /** @return bytes of weights on one GPU */
    double GetWeightBytesPerGpu() const;

    /** @return bytes that a token's keys and values take on each GPU of the group that has them */
    double GetKvBytesPerGpu() const;

    /**
     * @param tokens of a request
     * @return bytes of their keys and values in the memories of the group that has them: more than
     *         GetKvBytes() where they cannot be divided among all of its GPUs
     */
    double GetKvBytesInMemory(uint64_t tokens) const
    {
        return static_cast<double>(tokens) * GetKvBytesPerGpu() * m_layout.tensor;
    }

    /** @return of the model */
    const ModelShape& GetShape() const
    {
        return m_shape;
    }

    /** @return of a replica */
    const Layout& GetLayout() const
    {
        return m_layout;
    }

  private:
    double GetShare() const; //!< 1/g

    ModelShape m_shape;
    Layout m_layout;
    LayerCost m_layer; //!< of a group
};

} // namespace ns3

#endif // AI_FABRIC_INFERENCE_COST_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFERENCE_COST_H
#define AI_FABRIC_INFERENCE_COST_H

#include "serving-replica.h"

#include "ns3/collective-choices.h"
#include "ns3/layer-cost.h"
#include "ns3/layer-streams.h"
#include "ns3/model-shape.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * Cost of one iteration of a served model for each GPU and for the links between them, from the
 * model's dimensions alone; LayerCost is that of a group.
 *
 * A replica is n GPUs: g = n / t groups of t in tensor parallel. Each group attends to its share,
 * 1/g, of the requests; experts, if there are any, are spread over all n. Let T be the tokens, K
 * the sum of the keys that they are scored against, C the tokens whose keys and values are read, O
 * the outputs, w and a the bytes per weight and per activation, and s = t, or less if keys and
 * values cannot be divided that far (kvHeads; 1 for latent attention). Then a GPU's part of a layer
 * is
 *
 *     projections FLOPs  2 T weights / (g t)                  bytes  w weights / t
 *     scores      FLOPs  K scores / (g t)                     bytes  a C kv / (g s)
 *     dense       FLOPs  2 T weights / (g t)                  bytes  w weights / t
 *     experts     FLOPs  2 T (active + shared) weights / n    bytes  w (hit / n + shared) weights
 *                 with hit = E (1 - (1 - active / E)^T), the mean number of experts that T tokens
 *                 meet if they choose evenly
 *     output      FLOPs  2 O h V / (g t)                      bytes  w h V / t
 *
 * Norms, rotations and other element-wise kernels are in the streams, see LayerStreams; by roofline
 * they are part of the efficiency. Tokens T / g of a group go through an
 * all-reduce of T / g * h * a bytes behind attention, and behind a dense layer; each GPU sends T
 * active h a / n^2 bytes to each other one for the experts, or with dispatchBytes instead of a, and
 * T active h a / n^2 come back.
 */
class InferenceCost
{
  public:
    /** Roofline cost of a kernel. */
    using Kernel = LayerCost::Kernel;

    /** Layout of a model on the GPUs of a replica. */
    struct Layout
    {
        uint32_t gpus{1};          //!< n, a multiple of tensor
        uint32_t tensor{1};        //!< t
        double weightBytes{2};     //!< w
        double activationBytes{2}; //!< a, also for keys and values
        double dispatchBytes{0};   //!< bytes of a number sent to experts; 0: as activationBytes
    };

    /** Work of a replica in one iteration. */
    using Iteration = ServingReplica::Iteration;

    /** @param shape dimensions of the model @param layout layout of a replica */
    InferenceCost(const ModelShape& shape, const Layout& layout);

    /** @param work work of the replica @return cost of the matrices of one layer's attention */
    Kernel GetProjections(const Iteration& work) const;

    /** @param work work of the replica @return cost of queries with keys and values of one layer */
    Kernel GetScores(const Iteration& work) const;

    /**
     * @param work work of the replica
     * @param apart true: prompts and requests that are decoded have kernels of their own
     * @return cost of queries with keys and values of one layer
     */
    std::vector<Kernel> GetScoreKernels(const Iteration& work, bool apart) const;

    /** @param work work of the replica @return element-wise kernels of a layer's attention */
    StreamWork GetAttentionStreams(const Iteration& work) const
    {
        return GetStreams(m_attentionStreams, static_cast<double>(work.GetTokens()));
    }

    /**
     * @param work work of the replica
     * @param layer index of the layer, from 0
     * @return element-wise kernels of its feed-forward part or experts
     */
    StreamWork GetFfnStreams(const Iteration& work, uint32_t layer) const
    {
        return GetStreams(m_shape.HasExperts(layer) ? m_expertStreams : m_denseStreams,
                          static_cast<double>(work.GetTokens()));
    }

    /** @param work work of the replica @return element-wise kernels of the output embedding */
    StreamWork GetOutputStreams(const Iteration& work) const
    {
        return GetStreams(m_headStreams, work.outputs);
    }

    /**
     * @param work work of the replica
     * @param layer index of the layer, from 0
     * @param load tokens of the GPU's routed experts, over the mean of all GPUs
     * @return cost of its feed-forward part or experts
     */
    Kernel GetFfn(const Iteration& work, uint32_t layer, double load = 1) const;

    /** @param work work of the replica @return cost of the output embedding */
    Kernel GetOutput(const Iteration& work) const;

    /** @param work work of the replica @return bytes of an all-reduce in a tensor-parallel group */
    double GetReducedBytes(const Iteration& work) const
    {
        return GetReducedBytes(static_cast<double>(work.GetTokens()));
    }

    /**
     * @param tokens tokens of an iteration of the replica
     * @return bytes of an all-reduce in a tensor-parallel group
     */
    double GetReducedBytes(double tokens) const;

    /**
     * @param tokens tokens of the replica
     * @param operation DISPATCH or COMBINE
     * @return bytes of one copy of the tokens of a GPU
     */
    double GetTokenBytes(double tokens, CollectiveOperation operation) const
    {
        const bool goes = operation == CollectiveOperation::DISPATCH && m_layout.dispatchBytes > 0;
        return tokens / m_layout.gpus * m_shape.hidden *
               (goes ? m_layout.dispatchBytes : m_layout.activationBytes);
    }

    /**
     * @param work work of the replica
     * @param operation DISPATCH or COMBINE
     * @return bytes from one GPU to another for one layer's experts, if these are chosen evenly
     */
    double GetDispatchedBytes(const Iteration& work,
                              CollectiveOperation operation = CollectiveOperation::DISPATCH) const
    {
        return GetTokenBytes(static_cast<double>(work.GetTokens()), operation) *
               m_shape.activeExperts / m_layout.gpus;
    }

    /**
     * @param tokens tokens of a request
     * @return bytes of their keys and values, each counted once
     */
    double GetKvBytes(uint64_t tokens) const;

    /** @return bytes of weights on one GPU */
    double GetWeightBytesPerGpu() const;

    /** @return bytes of a token's keys and values on each GPU of its group */
    double GetKvBytesPerGpu() const;

    /**
     * @param tokens tokens of a request
     * @return bytes of their keys and values in all memories of their group: more than GetKvBytes()
     *         if they cannot be divided among all of its GPUs
     */
    double GetKvBytesInMemory(uint64_t tokens) const
    {
        return static_cast<double>(tokens) * GetKvBytesPerGpu() * m_layout.tensor;
    }

    /** @return dimensions of the model */
    const ModelShape& GetShape() const
    {
        return m_shape;
    }

    /** @return layout of a replica */
    const Layout& GetLayout() const
    {
        return m_layout;
    }

  private:
    double GetShare() const; //!< 1/g

    /** @return kernels of the tokens of a group, from those of a token */
    StreamWork GetStreams(const StreamWork& ofToken, double tokens) const
    {
        return {ofToken.bytes * tokens * GetShare(), ofToken.kernels};
    }

    ModelShape m_shape;
    Layout m_layout;
    LayerCost m_layer;             //!< cost of a layer for a group
    StreamWork m_attentionStreams; //!< element-wise kernels of a layer's attention, for a token
    StreamWork m_denseStreams;     //!< of a dense feed-forward part
    StreamWork m_expertStreams;    //!< of experts
    StreamWork m_headStreams;      //!< of the output embedding
};

} // namespace ns3

#endif // AI_FABRIC_INFERENCE_COST_H

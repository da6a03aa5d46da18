// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MODEL_SHAPE_H
#define AI_FABRIC_MODEL_SHAPE_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * The dimensions of a decoder-only transformer, its number of parameters and the floating point
 * operations (FLOPs; a multiplication and an addition are two) per token. Pure numbers, exact.
 *
 * With h = hidden, a = heads, k = kvHeads, d = head size, f = ffnHidden, V = vocabulary:
 *
 *     attention      h a d + 2 h k d + a d h
 *     latent         h q + q + q a (d + r) + h (c + r) + c + c a 2 d + a d h
 *                    with q = queryRank, c = keyValueRank, r = ropeHeadSize
 *                    (DeepSeek-V2, arXiv 2405.04434, 2.1)
 *     feed-forward   2 h f, with a gate (SwiGLU) 3 h f
 *     experts        experts + sharedExperts of them with f = expertHidden, and a router h experts
 *     norms          h each (RMSNorm), with biases 2 h (LayerNorm): two a layer and one at the end
 *     embedding      V h, twice unless the output is tied, and positions * h if learned
 *
 * A token's forward pass multiplies the token with every matrix on its way, 2 FLOPs per weight, and
 * scores it against n keys (Megatron-LM, arXiv 2104.04473, appendix):
 *
 *     scores   2 n a (dqk + dv) per layer: 4 n a d unless latent
 *
 * The backward pass takes twice as many FLOPs, for the gradients of inputs and of weights. For n =
 * sequence, without gate, biases and experts, and f = 4 h, both together are
 *     72 h^2 layers (1 + sequence / (6 h) + V / (12 h layers)),   the paper's equation.
 */
struct ModelShape
{
    uint32_t layers{1};        //!< layers, each with attention and feed-forward part
    uint32_t hidden{1};        //!< h, size of the embedding
    uint32_t heads{1};         //!< a, attention heads
    uint32_t kvHeads{0};       //!< heads of keys and values; 0: as many as heads
    uint32_t headSize{0};      //!< 0: hidden / heads
    uint32_t vocabulary{1};    //!< size of the vocabulary in tokens
    uint32_t sequence{1};      //!< tokens of a sequence in training
    uint32_t ffnHidden{0};     //!< inner size of a dense feed-forward layer; 0: 4 hidden
    bool gated{false};         //!< true: feed-forward layers and experts have a gate, that is three
                               //!< matrices
    bool biases{false};        //!< true: projections and norms have biases
    bool tied{false};          //!< true: output and input embedding are one matrix
    uint32_t positions{0};     //!< learned positions; 0: rotary or none
    uint32_t experts{0};       //!< routed experts of a layer; 0: all layers are dense
    uint32_t activeExperts{0}; //!< routed experts that a token meets
    uint32_t sharedExperts{0}; //!< experts that every token meets
    uint32_t expertGroups{0};  //!< equal groups of routed experts; 0: one
    uint32_t activeGroups{0};  //!< groups in which all routed experts of a token are; 0: no limit
    uint32_t expertHidden{0};  //!< inner size of an expert
    uint32_t denseLayers{0};   //!< with experts: number of first layers that have none
    uint32_t queryRank{0};     //!< latent attention: size of compressed queries
    uint32_t keyValueRank{0};  //!< latent attention: size of compressed keys and values; 0: none
    uint32_t ropeHeadSize{0};  //!< latent attention: rotary part of a head's query and key
    uint32_t predictionLayers{0}; //!< modules of multi-token prediction, in training only
    bool causal{false}; //!< true: count only the keys that a token may see, not the whole sequence

    /** @throw InputError naming the dimension that does not fit the others */
    void Check() const;

    /** @return size of a head */
    uint32_t GetHeadSize() const
    {
        return headSize > 0 ? headSize : hidden / heads;
    }

    /** @return number of heads of keys and values */
    uint32_t GetKvHeads() const
    {
        return kvHeads > 0 ? kvHeads : heads;
    }

    /** @param layer index of the layer, from 0 @return true if the layer has experts */
    bool HasExperts(uint32_t layer) const
    {
        return experts > 0 && layer >= denseLayers;
    }

    /** @return weights of a layer's attention matrices that a token is multiplied with */
    uint64_t GetAttentionWeights() const;
    /** @return weights of latent attention behind the latents; 0 without it */
    uint64_t GetUpProjectionWeights() const;
    /** @return weights of a dense feed-forward layer */
    uint64_t GetFfnWeights() const;
    /** @return weights of one expert */
    uint64_t GetExpertWeights() const;
    /** @return weights of a layer's router */
    uint64_t GetRouterWeights() const;

    /** @return parameters of a layer's attention, with biases and inner norms */
    uint64_t GetAttentionParameters() const;
    /** @return parameters of a layer's dense feed-forward part, with biases */
    uint64_t GetFfnParameters() const;
    /** @return parameters of one expert, with biases */
    uint64_t GetExpertParameters() const;
    /** @return parameters of one norm over the hidden size */
    uint64_t GetNormParameters() const;
    /** @return parameters of the input embedding, learned positions included */
    uint64_t GetEmbeddingParameters() const;
    /** @return parameters of the output embedding; 0 if tied to that of the input */
    uint64_t GetHeadParameters() const;

    /** @param layer index of a layer, from 0 @return its parameters */
    uint64_t GetLayerParameters(uint32_t layer) const;
    /** @return all parameters */
    uint64_t GetParameters() const;
    /**
     * @return parameters of all modules of multi-token prediction, which are not among those of
     *         GetParameters(): a layer, a projection from 2 h to h, the norms of its two inputs and
     *         of its output; embeddings are those of the model (DeepSeek-V3, arXiv 2412.19437, 2.2)
     */
    uint64_t GetPredictionParameters() const;

    /** @return weights of the projection of such a module */
    uint64_t GetPredictionWeights() const
    {
        return uint64_t{2} * hidden * hidden;
    }

    /** @return parameters that a token meets: all except those of experts it is not sent to */
    uint64_t GetActiveParameters() const;

    /** @return numbers (keys and values) that attention keeps per token and layer */
    uint64_t GetKvSize() const;

    /**
     * @param keys mean number of keys that a token is scored against
     * @return FLOPs per token and layer
     */
    double GetScoreFlops(double keys) const;
    /**
     * @param layer index of the layer, from 0
     * @return FLOPs per token of its feed-forward part, router included
     */
    double GetFfnFlops(uint32_t layer) const;
    /** @return FLOPs per token of the output embedding */
    double GetHeadFlops() const;

    /**
     * @param tokens tokens of a sequence
     * @return mean number of keys that a token is scored against
     */
    double GetKeys(double tokens) const
    {
        return causal ? (tokens + 1) / 2 : tokens;
    }

    /** @param tokens tokens of a sequence @return FLOPs of a token's forward pass */
    double GetForwardFlops(double tokens) const;
};

} // namespace ns3

#endif // AI_FABRIC_MODEL_SHAPE_H

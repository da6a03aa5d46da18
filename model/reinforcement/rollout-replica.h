// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ROLLOUT_REPLICA_H
#define AI_FABRIC_ROLLOUT_REPLICA_H

#include "ns3/inference-cost.h"
#include "ns3/model-kernels.h"
#include "ns3/serving-replica.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-reinforcement
 * One response that a rollout generates for a prompt.
 */
struct RolloutResponse
{
    uint32_t prompt{0};       //!< number of its prompt; responses of a prompt are in a row
    uint32_t promptTokens{1}; //!< tokens of the prompt, at least 1
    uint32_t tokens{1};       //!< tokens of the response, at least 1
    int64_t rewardPs{0};      //!< time of its reward in ps

    /** @return tokens of prompt and response */
    uint64_t GetTokens() const
    {
        return uint64_t{promptTokens} + tokens;
    }
};

/**
 * @ingroup ai-fabric-reinforcement
 * Part of a rollout at whose end responses are complete.
 */
struct RolloutSegment
{
    int64_t timePs{0};              //!< duration in ps
    std::vector<uint32_t> finished; //!< indexes of the responses that end with it, at least one
};

/**
 * @ingroup ai-fabric-reinforcement
 * Time that a copy of a model takes to generate its share of the responses of an iteration.
 *
 * The batches are those of a ServingReplica. Each prompt is processed once: the other responses to
 * it start to decode when its first token is there. An iteration of the model takes, on each GPU,
 *
 *     overhead of the host + kernels of all layers and the output (InferenceCost, ModelKernels)
 *     + per all-reduce      latency + 2 (t - 1)/t * bytes / rate
 *     + per all-to-all      latency + (n - 1) * bytes to each GPU / rate
 *
 * with n GPUs in tensor-parallel groups of t. There is an all-reduce behind the attention of each
 * layer and behind each dense layer, and two all-to-alls for a layer with experts.
 */
class RolloutReplica
{
  public:
    /** Times and rates besides the kernels. */
    struct Overheads
    {
        int64_t iterationPs{0};  //!< time of the host per iteration, in ps
        int64_t collectivePs{0}; //!< latency of a collective in ps
        uint64_t ratebps{1};     //!< rate between the GPUs of the replica in bit/s, at least 1
    };

    /**
     * @param cost cost of an iteration
     * @param kernels times of a GPU's kernels
     * @param overheads times and rates besides the kernels
     */
    RolloutReplica(const InferenceCost& cost,
                   const ModelKernels& kernels,
                   const Overheads& overheads);

    /** @param work work of an iteration @return its duration in ps */
    int64_t GetPs(const ServingReplica::Iteration& work) const;

    /** @param tokens tokens of a text, at least 1 @return time to read it as one prompt, in ps */
    int64_t GetPromptPs(uint64_t tokens) const;

    /**
     * @param bytes memory of a GPU for weights, keys and values
     * @return tokens whose keys and values fit beside the weights; 0: the weights do not fit
     */
    uint64_t CountKvTokens(double bytes) const;

    /**
     * @param responses responses to generate; each fits the limits
     * @param limits limits of the scheduler
     * @return segments of the rollout in order; each response ends with one of them
     */
    std::vector<RolloutSegment> Run(const std::vector<RolloutResponse>& responses,
                                    const ServingReplica::Limits& limits) const;

  private:
    InferenceCost m_cost;
    ModelKernels m_kernels;
    Overheads m_overheads;
};

} // namespace ns3

#endif // AI_FABRIC_ROLLOUT_REPLICA_H

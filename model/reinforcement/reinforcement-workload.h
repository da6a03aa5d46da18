// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_REINFORCEMENT_WORKLOAD_H
#define AI_FABRIC_REINFORCEMENT_WORKLOAD_H

#include "reinforcement-graph.h"
#include "reinforcement-report.h"
#include "rollout-replica.h"
#include "weight-sync.h"

#include "ns3/random-variable-stream.h"
#include "ns3/training-workload.h"

#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-reinforcement
 * Reinforcement learning of a language model (GRPO and the like): replicas generate responses to
 * prompts, each response gets a reward, a training step updates the model, and the new weights go
 * to the replicas. ReinforcementGraph has the order, RolloutReplica the time of a rollout.
 *
 * The first ranks train, as the attributes of TrainingWorkload say. The ranks behind them are the
 * replicas of the rollout, one after another, and then those of a reward model. With Colocated the
 * replicas are on the training ranks.
 *
 * Lengths of responses and times of rewards are log-normal: median * exp(spread * z) with z from
 * the normal distribution; responses are cut at MaxResponseTokens. The update trains with all
 * tokens, packed into sequences: for c data-parallel copies
 *
 *     micro-batches = ceil(tokens / (c * MicroBatch * Sequence)),  a multiple of the stages
 */
class ReinforcementWorkload final : public TrainingWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    ReinforcementWorkload();

  private:
    /** Ranks of each group. */
    struct Sizes
    {
        uint32_t training; //!< ranks from 0
        uint32_t rollout;  //!< ranks behind them; 0: rollouts run on the training ranks
        uint32_t reward;   //!< ranks behind these
    };

    bool DoHasLaw() const override;
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;
    int64_t DoAssignStreams(int64_t stream) override;
    std::vector<JobFigure> DoGetFigures(const FabricJob& job, const JobTimes& times) const override;

    /** Throws InputError if attributes that have no effect here are set. */
    void CheckAttributes() const;
    /** @return ranks of each group, if so many ranks may be used */
    Sizes GetSizes(size_t ranks) const;
    /**
     * @param attribute name of the attribute of its GPUs
     * @param gpus number of GPUs
     * @param tensor GPUs in tensor parallel; 0: all
     * @return layout of a copy of the model; throws InputError if the model does not fit it
     */
    InferenceCost::Layout GetLayout(const char* attribute, uint32_t gpus, uint32_t tensor) const;
    /** @return copy of the model on some hosts */
    RolloutReplica MakeReplica(const HostMap& hosts,
                               const InferenceCost::Layout& layout,
                               const ModelKernels& kernels,
                               const std::vector<uint32_t>& hostOfGpu) const;
    /** @return limits of a replica; throws InputError if a response does not fit into its memory */
    ServingReplica::Limits GetLimits(const RolloutReplica& replica) const;
    /** @return responses of a batch by replica, drawn anew */
    std::vector<std::vector<RolloutResponse>> DrawResponses() const;
    /**
     * Gives a batch its training step.
     *
     * @param training job of the training ranks alone
     * @param hosts all hosts
     * @param batch batch with its responses
     * @return description of the step
     */
    Step AddUpdate(const FabricJob& training, const HostMap& hosts, LoopBatch& batch) const;
    /** @return batch with its responses and their rollouts; without a reward model if it is null */
    LoopBatch MakeBatch(const std::vector<RolloutReplica>& replicas,
                        const ServingReplica::Limits& limits,
                        const RolloutReplica* rewardModel) const;

    uint32_t m_iterations;      //!< at least 1
    uint32_t m_staleness;       //!< updates
    bool m_isColocated;         //!< true: replicas are on the training ranks
    bool m_overlapsWeights;     //!< see ReinforcementLoop
    Ptr<WeightSync> m_sync;     //!< transfer of weights
    ObjectFactory m_broadcast;  //!< a CollectiveAlgorithm
    uint32_t m_weightBits;      //!< bits of a weight in rollouts and on the way there
    double m_tokenBytes;        //!< bytes of a token on the network, above 0
    uint32_t m_trainingGpus;    //!< 0: all others
    uint32_t m_replicas;        //!< replicas of the rollout, at least 1
    uint32_t m_replicaGpus;     //!< GPUs of each
    uint32_t m_tensor;          //!< GPUs in tensor parallel; 0: all of a replica
    uint32_t m_maxBatch;        //!< responses in an iteration of a replica
    double m_rolloutMemory;     //!< share of a GPU's memory for weights, keys and values
    Time m_kernelOverhead;      //!< overhead of every kernel of rollouts
    Time m_iterationOverhead;   //!< overhead of every iteration of rollouts
    Time m_collectiveLatency;   //!< latency of a collective in rollouts
    uint32_t m_prompts;         //!< prompts of a batch
    uint32_t m_samples;         //!< responses to each prompt
    uint32_t m_promptTokens;    //!< tokens of a prompt
    uint32_t m_responseTokens;  //!< median tokens of a response
    double m_responseSpread;    //!< standard deviation of the logarithm
    uint32_t m_maxResponse;     //!< tokens at which responses are cut
    std::string m_responseFile; //!< path of a distribution; empty: log-normal
    Time m_rewardTime;          //!< median
    double m_rewardSpread;      //!< standard deviation of the logarithm
    uint32_t m_rewardReplicas;  //!< copies of the reward model; 0: none
    uint32_t m_rewardGpus;      //!< GPUs of each
    uint32_t m_logProbPasses;   //!< forward passes before the training step

    Ptr<NormalRandomVariable> m_length;    //!< draws lengths
    Ptr<UniformRandomVariable> m_quantile; //!< draws lengths from a file
    Ptr<NormalRandomVariable> m_reward;    //!< draws times of rewards
};

} // namespace ns3

#endif // AI_FABRIC_REINFORCEMENT_WORKLOAD_H

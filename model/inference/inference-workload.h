// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INFERENCE_WORKLOAD_H
#define AI_FABRIC_INFERENCE_WORKLOAD_H

#include "inference-engine.h"
#include "request-arrivals.h"

#include "ns3/collective-library.h"
#include "ns3/data-rate.h"
#include "ns3/expert-router.h"
#include "ns3/fabric-workload.h"
#include "ns3/kernel-precision.h"
#include "ns3/model-description.h"
#include "ns3/object-factory.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * Serving of a language model: requests arrive, are batched, and get their tokens.
 *
 * Ranks 0 to Replicas * ReplicaGpus - 1 are the replicas, one after another. With DecodeReplicas
 * these process prompts only, and the ranks behind them are replicas of DecodeGpus each that make
 * the tokens behind the first one, from keys and values that they receive: rank i of the larger
 * replica exchanges an equal part with rank i modulo the size of the smaller one.
 *
 * Within a replica, groups of Tensor GPUs are in tensor parallel. All GPUs of a replica are one
 * such group, unless the model has experts: then the experts are spread over all GPUs of the
 * replica, and attention is data-parallel between the groups. Their all-reduces use the algorithm
 * AllReduce for the servers of their GPUs. If the steps of that algorithm depend on the size, there
 * is a graph of an iteration for 1, 4, 16 and so on tokens, and each iteration takes the nearest.
 * By law a rank stands for the GPUs of a replica, and communication is a delay, see IterationLaw.
 * Transfers of keys and values between two replicas have the time that they have alone.
 * See InferenceCost for the time of an iteration, ServingReplica for the batches and
 * InferenceEngine for the way of a request.
 */
class InferenceWorkload final : public FabricWorkload
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(FabricJob& job, const HostMap& hosts) const override;
    bool DoHasLaw() const override;
    void DoFold(FabricJob& job, const HostMap& hosts, const LawNetwork& network) const override;
    int64_t DoAssignStreams(int64_t stream) override;
    std::vector<JobFigure> DoGetFigures(const FabricJob& job, const JobTimes& times) const override;

    void CheckTable(const std::vector<InferenceEngine::Replica>& replicas) const;

    /** What a graph is made from. */
    struct Build
    {
        const HostMap* hosts;             //!< all hosts
        const LawNetwork* network;        //!< the network, if communication is by law, or null
        std::vector<uint32_t> hostOfRank; //!< host by rank of the job
        double mostTokens;                //!< largest number of tokens of an iteration
    };

    /** Place of a replica. */
    struct Place
    {
        uint32_t firstRank; //!< first of its ranks in the job
        uint32_t firstLane; //!< first of its ranks in the graph; by law, the only one
        bool decode;        //!< true: it is one of the DecodeReplicas
    };

    /**
     * Makes the graph and the engine.
     *
     * @param job gets them
     * @param hosts all hosts
     * @param network network whose laws give the times of communication; null: with messages
     */
    void BuildAll(FabricJob& job, const HostMap& hosts, const LawNetwork* network) const;
    /** Adds a replica to the graph. @return the new replica */
    InferenceEngine::Replica AddReplica(FabricJob& job,
                                        const Build& build,
                                        const Place& place) const;
    /** Adds the parts that send keys and values. @return these parts */
    std::vector<InferenceEngine::Link> AddLinks(
        FabricJob& job,
        const Build& build,
        const std::vector<Place>& places,
        const std::vector<InferenceEngine::Replica>& replicas,
        double mostPrompt) const;
    /**
     * @param communicationSms SMs that kernels never get
     * @return times of a GPU's kernels; throws InputError if an attribute does not fit
     */
    std::shared_ptr<const ModelKernels> MakeKernels(uint32_t communicationSms) const;
    /** @return value of Preemption; throws InputError if it is unknown or does not fit */
    ServingReplica::Preemption GetPreemption() const;
    void AddVariants(FabricJob& job,
                     const Build& build,
                     const Place& place,
                     InferenceEngine::Replica& replica) const;

    Ptr<ModelDescription> m_model;
    Ptr<RequestArrivals> m_arrivals;
    Ptr<KernelPrecision> m_precision;
    Ptr<ExpertRouter> m_router;      //!< ways of tokens to experts
    CollectiveChoices m_collectives; //!< algorithms of tensor parallelism
    std::string m_gpu;               //!< see GpuModel::Get()
    std::string m_kernels;           //!< roofline or shapes
    uint32_t m_communicationSms;     //!< SMs that kernels never get where prompts are processed
    std::string m_kernelTimesFile;   //!< see KernelTable; empty: none
    double m_computeEfficiency;      //!< share of the peak, (0, 1]
    double m_memoryEfficiency;       //!< share of the peak, (0, 1]
    double m_memoryShare;            //!< share of a GPU's memory for weights, keys and values
    uint32_t m_weightBits;           //!< bits of a weight
    uint32_t m_activationBits;       //!< bits of an activation
    uint32_t m_dispatchBits;         //!< bits of a number sent to experts; 0: m_activationBits
    uint32_t m_replicas;             //!< number of replicas that take requests
    uint32_t m_replicaGpus;          //!< GPUs of each
    uint32_t m_tensor;               //!< GPUs in tensor parallel; 0: all of a replica
    uint32_t m_decodeReplicas;       //!< number of decode replicas; 0: all replicas do both
    uint32_t m_decodeGpus;           //!< GPUs of each; 0: as m_replicaGpus
    uint32_t m_decodeTensor;         //!< GPUs in tensor parallel; 0: all of a replica
    uint32_t m_maxBatch;             //!< requests in an iteration, per replica
    uint32_t m_maxTokens;            //!< tokens of an iteration
    uint32_t m_fusedLayers;          //!< layers taken together
    uint32_t m_overlappedBatches;    //!< batches of an iteration
    bool m_keepsPrefixes;            //!< see ServingReplica
    std::string m_preemption;        //!< name of a ServingReplica::Preemption
    DataRate m_swapRate;             //!< between a GPU and the memory of its host
    Time m_kernelOverhead;           //!< overhead of every kernel
    Time m_userDelay;                //!< between users and replicas, one way
    Time m_iterationOverhead;        //!< overhead of every iteration
    Time m_layerLaunchTime;          //!< time of the host to launch a layer's kernels
    Time m_maxTtft;                  //!< limit of every request's TTFT; 0: none
    Time m_maxTpot;                  //!< limit of every request's TPOT; 0: none
};

} // namespace ns3

#endif // AI_FABRIC_INFERENCE_WORKLOAD_H

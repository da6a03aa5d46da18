// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ITERATION_GRAPH_H
#define AI_FABRIC_ITERATION_GRAPH_H

#include "inference-cost.h"
#include "iteration-law.h"

#include "ns3/collective-library.h"
#include "ns3/communication-graph.h"
#include "ns3/expert-router.h"
#include "ns3/model-kernels.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * One iteration of a replica as a part of a communication graph; its times and bytes are set for
 * the work of each iteration:
 *
 *     at first  the host prepares the iteration
 *     layer     attention on every GPU, all-reduce in each tensor-parallel group,
 *               then the feed-forward part and an all-reduce,
 *               or dispatch to experts, experts, and the way back
 *     at last   output embedding on every GPU
 *
 * Consecutive layers of one kind may be taken together: their kernels become one kernel, their
 * messages one message of the same total length. That keeps bytes and kernel times and saves
 * latencies.
 *
 * An iteration may be split into batches, each with a chain of these nodes and an equal share of
 * the work: while messages of one batch are on their way, the GPUs compute for another one
 * (two-batch overlap of SGLang, dual micro-batches of DeepSeek-V3, arXiv 2412.19437, section 3.4).
 * A GPU runs kernels in the order in which they can begin, one at a time.
 *
 * The host may launch the kernels of each layer while those of the layers before run, and needs
 * launchPs for it; a layer begins when its kernels are launched.
 *
 * With an IterationLaw one rank stands for the GPUs of the replica. All-reduces and the ways to and
 * from experts are operations of its second stream, with times by law, one after another. A kernel
 * takes the time of the GPU whose experts have most tokens.
 *
 * An all-reduce is built by the algorithm for the servers of the group and for a given number of
 * tokens; for other numbers its messages are scaled. Algorithms whose steps depend on the size have
 * a graph for each of several numbers of tokens, see InferenceWorkload. So are the messages to and
 * from experts if a routing has one copy for each server.
 */
class IterationGraph
{
  public:
    /** Settings of the graph. */
    struct Shape
    {
        CollectiveLibrary* collectives; //!< makes the all-reduces of tensor parallelism
        double tokens{1};        //!< tokens of the iteration for which the all-reduces are built
        uint32_t fusedLayers{1}; //!< layers taken together, at least 1
        int64_t hostPs{0};       //!< host time before the first kernel of every GPU, in ps
        ExpertRouter::Routings routings{}; //!< of the tokens; empty: evenly, to each expert
        uint32_t batches{1};               //!< batches of an iteration, at least 1
        uint64_t swapRatebps{0}; //!< rate of keys and values between a GPU and its host; 0: none go
        int64_t launchPs{0};     //!< host time to launch the kernels of a layer, in ps
        std::shared_ptr<const IterationLaw> law{}; //!< times of communication; null: messages
    };

    /**
     * Adds the nodes, as a part without dependencies on others.
     *
     * @param graph gets the nodes
     * @param firstRank first rank of the replica; its ranks are consecutive, and so are those of a
     *         tensor-parallel group; by law, its only rank
     * @param cost cost of the model
     * @param shape settings of the graph
     */
    IterationGraph(CommunicationGraph& graph,
                   uint32_t firstRank,
                   const InferenceCost& cost,
                   const Shape& shape);

    /**
     * Sets times and bytes of the nodes.
     *
     * @param work work of the iteration
     * @param cost cost of the model
     * @param kernels times of a GPU's kernels
     * @param edit called with the number of a node and a function that changes a Node&
     * @return sources of the kernel times of all GPUs
     */
    template <typename Edit>
    ModelKernels::Count SetWork(const ServingReplica::Iteration& work,
                                const InferenceCost& cost,
                                const ModelKernels& kernels,
                                const Edit& edit) const;

    /**
     * Visits the nodes whose bytes SetWork() would set.
     *
     * @param work work of the iteration
     * @param cost cost of the model
     * @param visit called with the number of a node that sends, receives or reduces, and its bytes
     */
    template <typename Visit>
    void VisitBytes(const ServingReplica::Iteration& work,
                    const InferenceCost& cost,
                    const Visit& visit) const
    {
        const auto batches = Split(work, cost);
        for (const auto& item : m_items)
        {
            const uint64_t bytes = GetMessageBytes(item, batches[item.batch]);
            if (bytes > 0)
            {
                visit(item.node, bytes);
            }
        }
    }

    /** @return number of ranks of the replica in the graph */
    uint32_t GetLanes() const
    {
        return m_lanes;
    }

  private:
    /** @return value rounded to whole bytes, at least 1 */
    static uint64_t ToBytes(double value)
    {
        return value > 1 ? static_cast<uint64_t>(value + 0.5) : uint64_t{1};
    }

    /** Kind of a node. */
    enum class Role : uint8_t
    {
        ATTENTION,
        FFN,
        OUTPUT,
        REDUCE,
        DISPATCH, //!< to or from experts, the same for all pairs of GPUs
        TOKENS,   //!< to or from experts, by a routing
        LAW,      //!< an all-reduce, or the way to or from experts, by law
        HOST      //!< work of the host, and keys and values to its memory or back
    };

    /** A node whose time or bytes depend on the work. */
    struct Item
    {
        uint32_t node;
        Role role;
        uint32_t batch;  //!< number of its batch
        uint32_t layer;  //!< index of the first of the layers taken together
        uint32_t layers; //!< number of layers taken together
        double share; //!< REDUCE: share of the bytes of the all-reduce; TOKENS: copies of a GPU's
                      //!< tokens; FFN: tokens of the GPU's experts over the mean
        CollectiveOperation operation{
            CollectiveOperation::ALL_REDUCE}; //!< of a node that communicates
    };

    /** Work of a batch, and bytes of its messages for one layer. */
    struct Batch
    {
        ServingReplica::Iteration work; //!< its share of the work of the iteration
        double reduced;                 //!< bytes of an all-reduce in a tensor-parallel group
        double dispatched;              //!< bytes of one copy of a GPU's tokens to experts
        double combined;                //!< bytes of one copy of a GPU's tokens from experts
    };

    /** @return batches of an iteration */
    std::vector<Batch> Split(const ServingReplica::Iteration& work, const InferenceCost& cost) const
    {
        std::vector<Batch> batches;
        for (uint32_t batch = 0; batch < m_batches; ++batch)
        {
            const auto part = work.GetPart(batch, m_batches);
            const auto tokens = static_cast<double>(part.GetTokens());
            batches.push_back({part,
                               cost.GetReducedBytes(part),
                               cost.GetTokenBytes(tokens, CollectiveOperation::DISPATCH),
                               cost.GetTokenBytes(tokens, CollectiveOperation::COMBINE)});
        }
        return batches;
    }

    /** @return bytes of a node that sends, receives or reduces; 0: it is a kernel */
    uint64_t GetMessageBytes(const Item& item, const Batch& batch) const
    {
        const bool goes = item.operation == CollectiveOperation::DISPATCH;
        const double copy = goes ? batch.dispatched : batch.combined;
        switch (item.role)
        {
        case Role::REDUCE:
            return ToBytes(batch.reduced * item.layers * item.share);
        case Role::DISPATCH:
            return ToBytes(copy * m_evenCopies * item.layers);
        case Role::TOKENS:
            return ToBytes(copy * item.layers * item.share);
        default:
            return 0;
        }
    }

    /** @return time of a node of Role LAW */
    int64_t GetLawPs(const Item& item, const Batch& batch) const
    {
        const double tokens = static_cast<double>(batch.work.GetTokens()) * item.layers;
        return item.operation == CollectiveOperation::ALL_REDUCE
                   ? m_law->GetReducePs(tokens)
                   : m_law->GetExchangePs(item.operation, item.layer, tokens);
    }

    /**
     * Adds layers to the chain of every GPU for the present batch.
     *
     * @param graph gets the nodes
     * @param hasExperts true: the layers have experts
     * @param layer index of the first layer
     * @param layers number of layers taken together
     */
    void AddLayers(CommunicationGraph& graph, bool hasExperts, uint32_t layer, uint32_t layers);

    /**
     * Adds a kernel on every GPU.
     *
     * @param graph gets the nodes
     * @param role kind of the kernels
     * @param layer index of the first layer
     * @param layers number of layers taken together
     */
    void AddCompute(CommunicationGraph& graph, Role role, uint32_t layer, uint32_t layers);
    void AddHost(CommunicationGraph& graph, const Shape& shape);
    void AddLaunches(CommunicationGraph& graph, uint32_t layers);
    void AddDelay(CommunicationGraph& graph,
                  CollectiveOperation operation,
                  const char* label,
                  uint32_t layer,
                  uint32_t layers);
    double GetLoad(const ExpertRouting* routing, uint32_t lane) const;
    void AddAllReduces(CommunicationGraph& graph, uint32_t layer, uint32_t layers);
    void AddAllToAll(CommunicationGraph& graph,
                     CollectiveOperation operation,
                     uint32_t layer,
                     uint32_t layers);
    void AddExchange(CommunicationGraph& graph,
                     CollectiveOperation operation,
                     uint32_t layer,
                     uint32_t layers);

    /** @return routing of a layer; null: evenly, to each expert */
    const ExpertRouting* GetRouting(uint32_t layer) const
    {
        return m_routings.empty() ? nullptr : m_routings[layer].get();
    }

    uint32_t m_firstRank;              //!< first rank of the replica
    uint32_t m_gpus;                   //!< GPUs of the replica
    uint32_t m_lanes;                  //!< ranks of the replica in the graph: m_gpus, by law 1
    uint32_t m_tensor;                 //!< GPUs of a tensor-parallel group
    uint32_t m_batches;                //!< batches of an iteration
    uint32_t m_batch{0};               //!< during construction: number of the present batch
    CollectiveLibrary* m_collectives;  //!< valid during construction
    ExpertRouter::Routings m_routings; //!< valid during construction
    std::shared_ptr<const IterationLaw> m_law; //!< times of communication; null: messages
    int64_t m_hostPs;                          //!< host time of an iteration
    int64_t m_launchPs;                        //!< host time of a layer
    double m_swapPs;     //!< time of a GPU's keys and values of a token to its host
    double m_evenCopies; //!< copies of a token that a GPU gets with even experts
    double m_builtBytes; //!< bytes of the all-reduce of a layer for which the graph was built
    std::vector<uint32_t> m_last;     //!< during construction, by lane: node that the next node of
                                      //!< the present batch waits for
    std::vector<uint32_t> m_launched; //!< during construction, by lane: node of the host that
                                      //!< launches the present layer; empty: none
    std::vector<Item> m_items;        //!< nodes of all GPUs
};

template <typename Edit>
ModelKernels::Count
IterationGraph::SetWork(const ServingReplica::Iteration& work,
                        const InferenceCost& cost,
                        const ModelKernels& kernels,
                        const Edit& edit) const
{
    using Part = ModelKernels::Part;
    const auto batches = Split(work, cost);
    const auto getStreams = [&kernels](const StreamWork& streams) {
        return kernels.GetStreams(streams.bytes, streams.kernels);
    };
    std::vector<ModelKernels::Time> attentions;
    std::vector<ModelKernels::Time> outputs;
    for (const auto& batch : batches)
    {
        attentions.push_back(kernels.Get(Part::MATRICES, cost.GetProjections(batch.work)));
        for (const auto& scores : cost.GetScoreKernels(batch.work, kernels.HasLaw()))
        {
            attentions.back() += kernels.Get(Part::SCORES, scores);
        }
        outputs.push_back(kernels.Get(Part::HEAD, cost.GetOutput(batch.work)));
        attentions.back() += getStreams(cost.GetAttentionStreams(batch.work));
        outputs.back() += getStreams(cost.GetOutputStreams(batch.work));
    }
    ModelKernels::Count count;
    const auto take = [&count, this](const ModelKernels::Time& time, uint32_t layers) {
        count.Add(time.kernels, 1.0 * layers * m_gpus / m_lanes);
        return layers * time.ps;
    };
    uint32_t ffnBatch = UINT32_MAX;
    uint32_t ffnLayer = UINT32_MAX;
    double load = 1;
    ModelKernels::Time ffn;
    for (const auto& item : m_items)
    {
        const Batch& batch = batches[item.batch];
        edit(item.node, [&](CommunicationGraph::Node& node) {
            switch (item.role)
            {
            case Role::ATTENTION:
                node.timePs = take(attentions[item.batch], item.layers);
                break;
            case Role::FFN:
                if (item.batch != ffnBatch || item.layer != ffnLayer || item.share != load)
                {
                    ffnBatch = item.batch;
                    ffnLayer = item.layer;
                    load = item.share;
                    ffn = kernels.Get(Part::MATRICES, cost.GetFfn(batch.work, item.layer, load));
                    ffn += getStreams(cost.GetFfnStreams(batch.work, item.layer));
                }
                node.timePs = take(ffn, item.layers);
                break;
            case Role::OUTPUT:
                node.timePs = take(outputs[item.batch], 1);
                break;
            case Role::LAW:
                node.timePs = GetLawPs(item, batch);
                break;
            case Role::HOST:
                node.timePs = m_hostPs + static_cast<int64_t>(
                                             m_swapPs * static_cast<double>(work.swappedTokens));
                break;
            default:
                node.bytes = GetMessageBytes(item, batch);
                break;
            }
        });
    }
    return count;
}

} // namespace ns3

#endif // AI_FABRIC_ITERATION_GRAPH_H

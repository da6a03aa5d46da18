// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ITERATION_GRAPH_H
#define AI_FABRIC_ITERATION_GRAPH_H

#include "inference-cost.h"

#include "ns3/collective-library.h"
#include "ns3/communication-graph.h"
#include "ns3/model-kernels.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-inference
 * One iteration of a replica as a part of a communication graph, whose times and bytes follow the
 * work of each iteration:
 *
 *     at first  the host prepares the iteration
 *     layer     attention on every GPU, all-reduce in each tensor-parallel group,
 *               then the feed-forward part and an all-reduce,
 *               or dispatch to experts, experts, and the way back
 *     at last   output embedding on every GPU
 *
 * Consecutive layers of one kind may be taken together: their kernels one after the other as one,
 * their messages as one that is as long. That keeps bytes and kernel times and saves latencies.
 *
 * An all-reduce is that of the algorithm for the servers of the group and for a number of tokens;
 * with others its messages are as much longer or shorter. Algorithms whose steps depend on the size
 * have a graph for each of several numbers of tokens, see InferenceWorkload.
 */
class IterationGraph
{
  public:
    /** How layers become nodes. */
    struct Shape
    {
        CollectiveLibrary* collectives; //!< for tensor parallelism
        double tokens{1};               //!< of an iteration for which the all-reduces are built
        uint32_t fusedLayers{1};        //!< taken together, at least 1
        int64_t hostPs{0};              //!< before the first kernel of every GPU
    };

    /**
     * Adds the nodes, as a part without dependencies on others.
     *
     * @param graph gets them
     * @param firstRank of the replica, whose ranks follow each other; groups of tensor-parallel
     *        ones too
     * @param cost of the model
     * @param shape of the graph
     */
    IterationGraph(CommunicationGraph& graph,
                   uint32_t firstRank,
                   const InferenceCost& cost,
                   const Shape& shape);

    /**
     * Sets times and bytes of the nodes.
     *
     * @param work of the iteration
     * @param cost of the model
     * @param kernels of a GPU
     * @param edit gets the number of a node and what to do with it, which takes a Node&
     * @return where the times of the kernels of all GPUs come from
     */
    template <typename Edit>
    ModelKernels::Count SetWork(const ServingReplica::Iteration& work,
                                const InferenceCost& cost,
                                const ModelKernels& kernels,
                                const Edit& edit) const;

    /**
     * What SetWork() would have its messages send.
     *
     * @param work of the iteration
     * @param cost of the model
     * @param visit called with the number of a node that sends, receives or reduces, and its bytes
     */
    template <typename Visit>
    void VisitBytes(const ServingReplica::Iteration& work,
                    const InferenceCost& cost,
                    const Visit& visit) const
    {
        const double reduced = cost.GetReducedBytes(work);
        const double dispatched = cost.GetDispatchedBytes(work);
        for (const auto& item : m_items)
        {
            if (item.role == Role::REDUCE)
            {
                visit(item.node, ToBytes(reduced * item.layers * item.share));
            }
            else if (item.role == Role::DISPATCH)
            {
                visit(item.node, ToBytes(dispatched * item.layers));
            }
        }
    }

  private:
    /** @return whole bytes, at least one */
    static uint64_t ToBytes(double value)
    {
        return value > 1 ? static_cast<uint64_t>(value + 0.5) : uint64_t{1};
    }

    /** What a node does. */
    enum class Role : uint8_t
    {
        ATTENTION,
        FFN,
        OUTPUT,
        REDUCE,
        DISPATCH
    };

    /** A node that depends on the work. */
    struct Item
    {
        uint32_t node;
        Role role;
        uint32_t layer;  //!< the first of those taken together
        uint32_t layers; //!< how many
        double share;    //!< REDUCE: of the bytes of the all-reduce
    };

    /**
     * Adds a kernel on every GPU.
     *
     * @param graph gets them
     * @param role what they do
     * @param layer the first one
     * @param layers how many, taken together
     */
    void AddCompute(CommunicationGraph& graph, Role role, uint32_t layer, uint32_t layers);
    void AddHost(CommunicationGraph& graph, int64_t hostPs);
    void AddAllReduces(CommunicationGraph& graph, uint32_t layer, uint32_t layers);
    void AddAllToAll(CommunicationGraph& graph, uint32_t layer, uint32_t layers);

    uint32_t m_firstRank;             //!< of the replica
    uint32_t m_gpus;                  //!< of the replica
    uint32_t m_tensor;                //!< GPUs of a tensor-parallel group
    CollectiveLibrary* m_collectives; //!< while it is built
    double m_builtBytes;              //!< of the all-reduce of a layer that it was built for
    std::vector<uint32_t> m_last;     //!< while it is built, by GPU: what comes next waits for it
    std::vector<Item> m_items;        //!< of all GPUs
};

template <typename Edit>
ModelKernels::Count
IterationGraph::SetWork(const ServingReplica::Iteration& work,
                        const InferenceCost& cost,
                        const ModelKernels& kernels,
                        const Edit& edit) const
{
    using Part = ModelKernels::Part;
    auto attention = kernels.Get(Part::MATRICES, cost.GetProjections(work));
    attention += kernels.Get(Part::SCORES, cost.GetScores(work));
    const auto output = kernels.Get(Part::HEAD, cost.GetOutput(work));
    ModelKernels::Count count;
    const auto take = [&count](const ModelKernels::Time& time, uint32_t layers) {
        count.Add(time.kernels, layers);
        return layers * time.ps;
    };
    const double reduced = cost.GetReducedBytes(work);
    const double dispatched = cost.GetDispatchedBytes(work);
    uint32_t ffnLayer = UINT32_MAX;
    ModelKernels::Time ffn;
    for (const auto& item : m_items)
    {
        edit(item.node, [&](CommunicationGraph::Node& node) {
            switch (item.role)
            {
            case Role::ATTENTION:
                node.timePs = take(attention, item.layers);
                break;
            case Role::FFN:
                if (item.layer != ffnLayer)
                {
                    ffnLayer = item.layer;
                    ffn = kernels.Get(Part::MATRICES, cost.GetFfn(work, item.layer));
                }
                node.timePs = take(ffn, item.layers);
                break;
            case Role::OUTPUT:
                node.timePs = take(output, 1);
                break;
            case Role::REDUCE:
                node.bytes = ToBytes(reduced * item.layers * item.share);
                break;
            case Role::DISPATCH:
                node.bytes = ToBytes(dispatched * item.layers);
                break;
            }
        });
    }
    return count;
}

} // namespace ns3

#endif // AI_FABRIC_ITERATION_GRAPH_H

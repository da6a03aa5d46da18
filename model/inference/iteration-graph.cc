// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "iteration-graph.h"

#include "ns3/fabric-units.h"

#include <algorithm>
#include <string>

namespace ns3
{

IterationGraph::IterationGraph(CommunicationGraph& graph,
                               uint32_t firstRank,
                               const InferenceCost& cost,
                               const Shape& shape)
    : m_firstRank(firstRank),
      m_gpus(cost.GetLayout().gpus),
      m_lanes(shape.law ? 1 : m_gpus),
      m_tensor(cost.GetLayout().tensor),
      m_batches(shape.batches),
      m_collectives(shape.collectives),
      m_routings(shape.routings),
      m_law(shape.law),
      m_hostPs(shape.hostPs),
      m_launchPs(shape.launchPs),
      m_swapPs(shape.swapRatebps > 0
                   ? cost.GetKvBytesPerGpu() * m_tensor / m_gpus * 8 *
                         static_cast<double>(PS_PER_SECOND) / static_cast<double>(shape.swapRatebps)
                   : 0),
      m_evenCopies(static_cast<double>(cost.GetShape().activeExperts) / m_gpus),
      m_builtBytes(cost.GetReducedBytes(shape.tokens / shape.batches)),
      m_last(m_lanes, CommunicationGraph::NONE)
{
    const ModelShape& model = cost.GetShape();
    AddHost(graph, shape);
    m_launched = m_last;
    std::vector<std::vector<uint32_t>> lasts(m_batches, m_last);
    const auto forEachBatch = [&](const auto& add) {
        for (m_batch = 0; m_batch < m_batches; ++m_batch)
        {
            m_last.swap(lasts[m_batch]);
            add();
            m_last.swap(lasts[m_batch]);
        }
    };
    for (uint32_t layer = 0; layer < model.layers;)
    {
        uint32_t layers = 1;
        while (layers < shape.fusedLayers && layer + layers < model.layers &&
               model.HasExperts(layer + layers) == model.HasExperts(layer))
        {
            ++layers;
        }
        AddLaunches(graph, layers);
        forEachBatch([&] { AddLayers(graph, model.HasExperts(layer), layer, layers); });
        layer += layers;
    }
    forEachBatch([&] { AddCompute(graph, Role::OUTPUT, 0, 1); });
    m_collectives = nullptr;
    m_routings.clear();
}

void
IterationGraph::AddLayers(CommunicationGraph& graph,
                          bool hasExperts,
                          uint32_t layer,
                          uint32_t layers)
{
    AddCompute(graph, Role::ATTENTION, layer, layers);
    AddAllReduces(graph, layer, layers);
    if (hasExperts)
    {
        AddAllToAll(graph, CollectiveOperation::DISPATCH, layer, layers);
        AddCompute(graph, Role::FFN, layer, layers);
        AddAllToAll(graph, CollectiveOperation::COMBINE, layer, layers);
    }
    else
    {
        AddCompute(graph, Role::FFN, layer, layers);
        AddAllReduces(graph, layer, layers);
    }
}

/**
 * Adds the host's work for an iteration, and the way of keys and values to its memory and back,
 * during which the GPUs are idle.
 */
void
IterationGraph::AddHost(CommunicationGraph& graph, const Shape& shape)
{
    const bool swaps = shape.swapRatebps > 0;
    for (uint32_t gpu = 0; gpu < m_lanes && (shape.hostPs > 0 || swaps); ++gpu)
    {
        m_last[gpu] = graph.AddJoin(m_firstRank + gpu, shape.hostPs);
        if (swaps)
        {
            m_items.push_back({m_last[gpu], Role::HOST, 0, 0, 0, 0});
        }
    }
}

/** Adds the host's launches of the kernels of some layers, behind those of the layers before. */
void
IterationGraph::AddLaunches(CommunicationGraph& graph, uint32_t layers)
{
    for (uint32_t lane = 0; lane < m_lanes && m_launchPs > 0; ++lane)
    {
        const uint32_t node = graph.AddJoin(m_firstRank + lane, layers * m_launchPs);
        if (m_launched[lane] != CommunicationGraph::NONE)
        {
            graph.AddDependency(m_launched[lane], node);
        }
        m_launched[lane] = node;
    }
}

/** Adds communication whose time follows from a law. */
void
IterationGraph::AddDelay(CommunicationGraph& graph,
                         CollectiveOperation operation,
                         const char* label,
                         uint32_t layer,
                         uint32_t layers)
{
    const uint32_t node = graph.AddCompute(m_firstRank, 0, graph.AddLabel(label));
    graph.Edit(node, [](auto& delay) { delay.stream = 1; });
    graph.AddDependency(m_last.front(), node);
    m_last.front() = node;
    m_items.push_back({node, Role::LAW, m_batch, layer, layers, 0, operation});
}

/** @return tokens of the experts of a lane's GPUs over the mean, the most if they are several */
double
IterationGraph::GetLoad(const ExpertRouting* routing, uint32_t lane) const
{
    if (!routing || routing->GetLoads().empty())
    {
        return 1;
    }
    const auto& loads = routing->GetLoads();
    return m_lanes == m_gpus ? loads[lane] : *std::max_element(loads.begin(), loads.end());
}

void
IterationGraph::AddCompute(CommunicationGraph& graph, Role role, uint32_t layer, uint32_t layers)
{
    for (uint32_t gpu = 0; gpu < m_lanes; ++gpu)
    {
        const uint32_t node = graph.AddCompute(m_firstRank + gpu, 0);
        if (m_last[gpu] != CommunicationGraph::NONE)
        {
            graph.AddDependency(m_last[gpu], node);
        }
        if (role == Role::ATTENTION && m_launchPs > 0)
        {
            graph.AddDependency(m_launched[gpu], node);
        }
        m_last[gpu] = node;
        const double load = GetLoad(role == Role::FFN ? GetRouting(layer) : nullptr, gpu);
        m_items.push_back({node, role, m_batch, layer, layers, load});
    }
}

/** Adds an all-reduce in each tensor-parallel group. */
void
IterationGraph::AddAllReduces(CommunicationGraph& graph, uint32_t layer, uint32_t layers)
{
    if (m_tensor == 1)
    {
        return;
    }
    const char* const name = "tensor parallel all-reduce";
    if (m_law)
    {
        AddDelay(graph, CollectiveOperation::ALL_REDUCE, name, layer, layers);
        return;
    }
    const uint16_t label = graph.AddLabel(name);
    for (uint32_t group = 0; group < m_gpus; group += m_tensor)
    {
        CommunicationGraph::Placement placement;
        placement.label = label;
        for (uint32_t gpu = group; gpu < group + m_tensor; ++gpu)
        {
            placement.ranks.push_back(m_firstRank + gpu);
            placement.after.push_back(m_last[gpu]);
        }
        const auto begin = static_cast<uint32_t>(graph.GetNodes().size());
        const auto bytes = static_cast<uint64_t>(std::max(1.0, m_builtBytes * layers));
        const auto joins = graph.Append(
            *m_collectives->Get(CollectiveOperation::ALL_REDUCE, placement.ranks, bytes),
            placement);
        const auto end = static_cast<uint32_t>(graph.GetNodes().size());
        std::copy(joins.begin(), joins.end(), m_last.begin() + group);
        for (uint32_t number = begin; number < end; ++number)
        {
            const uint64_t part = graph.GetNodes()[number].bytes;
            if (part > 0)
            {
                const double share = static_cast<double>(part) / static_cast<double>(bytes);
                m_items.push_back({number, Role::REDUCE, m_batch, layer, layers, share});
                // Valid until the first iteration.
                graph.Edit(number, [](auto& node) { node.bytes = 1; });
            }
        }
    }
}

/** Adds messages from every GPU to every other one. */
void
IterationGraph::AddAllToAll(CommunicationGraph& graph,
                            CollectiveOperation operation,
                            uint32_t layer,
                            uint32_t layers)
{
    if (m_gpus == 1)
    {
        return;
    }
    const char* const name = "expert parallel all-to-all";
    if (m_law)
    {
        AddDelay(graph, operation, name, layer, layers);
        return;
    }
    const ExpertRouting* const routing = GetRouting(layer);
    if (routing && routing->IsOnePerServer())
    {
        AddExchange(graph, operation, layer, layers);
        return;
    }
    const uint16_t label = graph.AddLabel(name);
    std::vector<uint32_t> done;
    for (uint32_t gpu = 0; gpu < m_gpus; ++gpu)
    {
        done.push_back(graph.AddJoin(m_firstRank + gpu));
    }
    for (uint32_t distance = 1; distance < m_gpus; ++distance)
    {
        for (uint32_t gpu = 0; gpu < m_gpus; ++gpu)
        {
            const uint32_t peer = (gpu + distance) % m_gpus;
            const auto [send, recv] =
                graph.AddTransfer(m_firstRank + gpu, m_firstRank + peer, 1, 0, label);
            graph.AddDependency(m_last[gpu], send);
            graph.AddDependency(recv, done[peer]);
            for (const uint32_t node : {send, recv})
            {
                const uint32_t expert = operation == CollectiveOperation::DISPATCH ? peer : gpu;
                m_items.push_back({node,
                                   routing ? Role::TOKENS : Role::DISPATCH,
                                   m_batch,
                                   layer,
                                   layers,
                                   routing ? GetLoad(routing, expert) * m_evenCopies : 0,
                                   operation});
            }
        }
    }
    m_last = done;
}

/** Adds messages with a copy of each token for each server. */
void
IterationGraph::AddExchange(CommunicationGraph& graph,
                            CollectiveOperation operation,
                            uint32_t layer,
                            uint32_t layers)
{
    constexpr uint64_t BUILT_BYTES = 1'000'000'000; // so many that rounding does not count
    CommunicationGraph::Placement placement;
    placement.label = graph.AddLabel(std::string("expert parallel ") + GetName(operation));
    placement.after = m_last;
    for (uint32_t gpu = 0; gpu < m_gpus; ++gpu)
    {
        placement.ranks.push_back(m_firstRank + gpu);
    }
    const auto begin = static_cast<uint32_t>(graph.GetNodes().size());
    m_last = graph.Append(
        *m_collectives->Get(operation, placement.ranks, BUILT_BYTES, m_routings[layer]),
        placement);
    const auto end = static_cast<uint32_t>(graph.GetNodes().size());
    for (uint32_t number = begin; number < end; ++number)
    {
        const uint64_t part = graph.GetNodes()[number].bytes;
        if (part > 0)
        {
            const double share = static_cast<double>(part) / BUILT_BYTES;
            m_items.push_back({number, Role::TOKENS, m_batch, layer, layers, share, operation});
            graph.Edit(number,
                       [](auto& node) { node.bytes = 1; }); // valid until the first iteration
        }
    }
}

} // namespace ns3

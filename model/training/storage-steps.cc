// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "storage-steps.h"

#include "training-operation.h"

#include "ns3/fabric-units.h"
#include "ns3/join-nodes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

namespace
{

using Grid = ParallelGrid;

constexpr uint64_t REQUEST_BYTES = 64; //!< length of the request for a read
/** Stream of copies to the memory of the host, behind those of the traffics. */
constexpr uint8_t COPY_STREAM = static_cast<uint8_t>(TrainingTraffic::COUNT) + 1;

} // namespace

StorageSteps::StorageSteps(const TrainingStorage& storage, uint32_t hosts)
    : m_storage(storage),
      m_hosts(hosts)
{
}

void
StorageSteps::SetBytes(const TrainingSetup& setup,
                       const ParallelGrid& grid,
                       const PipelinePlan& plan,
                       const std::vector<std::vector<TrainingBlock>>& blocks)
{
    const double sharers = grid.GetSize(Grid::TENSOR) * grid.GetSize(Grid::CONTEXT);
    const double tokens =
        static_cast<double>(setup.microBatches) * setup.microBatchSequences * setup.sequence;
    const double expertCopies =
        static_cast<double>(grid.GetSize(Grid::CONTEXT)) * grid.GetSize(Grid::DATA);
    const double copies = expertCopies * grid.GetSize(Grid::EXPERT);
    m_readBytes.assign(grid.GetRankCount(), 0);
    m_written.assign(grid.GetRankCount(), NONE);
    std::vector<double> writeBytes(grid.GetRankCount(), 0);
    for (const auto& path : plan.paths)
    {
        for (const auto& place : {path.front(), path.back()})
        {
            for (const uint32_t rank : grid.GetStage(place.stage))
            {
                m_readBytes[rank] =
                    static_cast<uint64_t>(std::ceil(tokens * m_storage.GetTokenBytes() / sharers));
            }
        }
        for (size_t part = 0; part < path.size(); ++part)
        {
            double parameters = 0;
            for (const auto& block : blocks[part])
            {
                parameters += static_cast<double>(block.parameters) / copies +
                              static_cast<double>(block.expertParameters) / expertCopies;
            }
            for (const uint32_t rank : grid.GetStage(path[part].stage))
            {
                writeBytes[rank] += m_storage.GetCheckpointBytes() * parameters /
                                    static_cast<double>(plan.paths.size());
            }
        }
    }
    m_writeBytes.clear();
    for (const double bytes : writeBytes)
    {
        m_writeBytes.push_back(static_cast<uint64_t>(std::ceil(bytes)));
    }
}

double
StorageSteps::CountNodes(uint32_t steps) const
{
    constexpr uint32_t NODES_OF_READ = 5;  // two messages and a JOIN
    constexpr uint32_t NODES_OF_WRITE = 3; // a copy and a message
    const auto readers = std::count_if(m_readBytes.begin(), m_readBytes.end(), [](uint64_t bytes) {
        return bytes > 0;
    });
    const uint32_t every = m_storage.GetCheckpointSteps();
    const double checkpoints = every > 0 ? steps / every : 0;
    return NODES_OF_READ * static_cast<double>(readers) * steps +
           NODES_OF_WRITE * checkpoints * static_cast<double>(m_writeBytes.size());
}

void
StorageSteps::Begin(CommunicationGraph& graph,
                    uint32_t step,
                    uint32_t steps,
                    std::vector<uint32_t>& after)
{
    const auto ranks = static_cast<uint32_t>(m_readBytes.size());
    after.resize(ranks, NONE);
    const uint32_t ahead = std::min(m_storage.GetPrefetch(), steps - 1);
    const uint32_t end = std::min(step + ahead + 1, steps);
    while (m_samples.size() < end)
    {
        const auto next = static_cast<uint32_t>(m_samples.size());
        m_samples.emplace_back(ranks, NONE);
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            if (m_readBytes[rank] > 0)
            {
                Read(graph, rank, next, after[rank]);
            }
        }
    }
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        after[rank] = JoinNodes(graph, rank, {m_samples[step][rank], after[rank]});
    }
}

void
StorageSteps::End(CommunicationGraph& graph, uint32_t step, std::vector<uint32_t>& after)
{
    const uint32_t every = m_storage.GetCheckpointSteps();
    if (every == 0 || (step + 1) % every != 0)
    {
        return;
    }
    const uint16_t label = graph.AddLabel("copy of checkpoint");
    for (uint32_t rank = 0; rank < m_writeBytes.size(); ++rank)
    {
        const uint64_t bytes = m_writeBytes[rank];
        const uint64_t ratebps = m_storage.GetCopyRatebps();
        const uint32_t copy =
            graph.AddCompute(rank, ratebps > 0 ? SerializationPs(bytes, ratebps) : 0, label);
        graph.Edit(copy, [](auto& node) { node.stream = COPY_STREAM; });
        for (const uint32_t before : {after[rank], m_written[rank]})
        {
            if (before != NONE)
            {
                graph.AddDependency(before, copy);
            }
        }
        const uint32_t message = (step + 1) / every;
        const auto [send, recv] =
            AddMessage(graph, rank, GetTarget(rank, message), bytes, "checkpoint");
        graph.AddDependency(copy, send);
        m_written[rank] = send;
        after[rank] = m_storage.IsAsynchronous() ? copy : send;
    }
}

void
StorageSteps::Read(CommunicationGraph& graph, uint32_t rank, uint32_t step, uint32_t after)
{
    const uint32_t target = GetTarget(rank, step);
    const auto request = AddMessage(graph, rank, target, REQUEST_BYTES, "samples");
    const auto data = AddMessage(graph, target, rank, m_readBytes[rank], "samples");
    for (const uint32_t before : {after, step > 0 ? m_samples[step - 1][rank] : NONE})
    {
        if (before != NONE)
        {
            graph.AddDependency(before, request.first);
        }
    }
    graph.AddDependency(request.second, data.first);
    m_samples[step][rank] = data.second;
}

std::pair<uint32_t, uint32_t>
StorageSteps::AddMessage(CommunicationGraph& graph,
                         uint32_t from,
                         uint32_t to,
                         uint64_t bytes,
                         const char* label) const
{
    const auto nodes = graph.AddTransfer(from, to, bytes);
    const uint16_t number = graph.AddLabel(label);
    for (const uint32_t node : {nodes.first, nodes.second})
    {
        graph.Edit(node, [&](auto& changed) {
            changed.label = number;
            if (m_storage.GetServiceLevel() >= 0)
            {
                changed.serviceLevel = m_storage.GetServiceLevel();
            }
        });
    }
    return nodes;
}

uint32_t
StorageSteps::GetTarget(uint32_t rank, uint32_t message) const
{
    return static_cast<uint32_t>(m_readBytes.size()) + (rank + message) % m_hosts;
}

} // namespace ns3

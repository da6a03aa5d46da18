// SPDX-License-Identifier: GPL-2.0-only

#include "training-collectives.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** @return the index-th of as many parts as ranks, alike up to a byte, at least one byte */
uint64_t
Part(uint64_t bytes, uint64_t ranks, uint64_t index)
{
    return std::max<uint64_t>(1, bytes / ranks + (index < bytes % ranks ? 1 : 0));
}

/** Every chunk goes once around the ring; it is reduced with that of each rank it comes to. */
CommunicationGraph
Ring(uint32_t ranks, uint64_t bytes, bool reduce)
{
    CommunicationGraph graph(ranks);
    for (uint32_t chunk = 0; chunk < ranks; ++chunk)
    {
        uint32_t available = CommunicationGraph::NONE;
        for (uint32_t hop = 0; hop + 1 < ranks; ++hop)
        {
            const uint32_t from = (chunk + hop) % ranks;
            const uint32_t to = (from + 1) % ranks;
            const uint64_t size = Part(bytes, ranks, chunk);
            const auto [send, recv] = graph.AddTransfer(from, to, size);
            if (available != CommunicationGraph::NONE)
            {
                graph.AddDependency(available, send);
            }
            available = recv;
            if (reduce)
            {
                available = graph.AddReduce(to, size);
                graph.AddDependency(recv, available);
            }
        }
    }
    return graph;
}

/** Each rank sends to all others at once, the next one first. */
CommunicationGraph
Direct(uint32_t ranks, uint64_t bytes)
{
    CommunicationGraph graph(ranks);
    for (uint32_t step = 1; step < ranks; ++step)
    {
        for (uint32_t from = 0; from < ranks; ++from)
        {
            const uint32_t to = (from + step) % ranks;
            graph.AddTransfer(from, to, Part(bytes, ranks, to));
        }
    }
    return graph;
}

} // namespace

TrainingCollectives::TrainingCollectives(Ptr<const CollectiveAlgorithm> allReduce)
    : m_allReduce(allReduce)
{
}

const char*
TrainingCollectives::GetName(Operation operation)
{
    static const std::array<const char*, OPERATIONS> NAMES{"all-reduce",
                                                           "all-gather",
                                                           "reduce-scatter",
                                                           "all-to-all",
                                                           "ring"};
    return NAMES.at(operation);
}

const CommunicationGraph&
TrainingCollectives::Get(Operation operation, uint32_t ranks, uint64_t bytes)
{
    const auto key = std::make_tuple(operation, ranks, bytes);
    auto found = m_built.find(key);
    if (found == m_built.end())
    {
        found = m_built.emplace(key, Build(operation, ranks, bytes)).first;
    }
    return found->second;
}

CommunicationGraph
TrainingCollectives::Build(Operation operation, uint32_t ranks, uint64_t bytes) const
{
    CommunicationGraph graph(ranks);
    switch (operation)
    {
    case ALL_REDUCE:
        return m_allReduce->Build(ranks, bytes);
    case ALL_GATHER:
        return Ring(ranks, bytes, false);
    case REDUCE_SCATTER:
        return Ring(ranks, bytes, true);
    case ALL_TO_ALL:
        return Direct(ranks, bytes);
    case SHIFT:
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            graph.AddTransfer(rank, (rank + 1) % ranks, bytes);
        }
        break;
    case OPERATIONS:
        break;
    }
    return graph;
}

} // namespace ns3

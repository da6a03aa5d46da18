// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SYMBOLIC_EXECUTOR_H
#define AI_FABRIC_SYMBOLIC_EXECUTOR_H

#include "packed-dependencies.h"

#include "ns3/aggregate-operations.h"
#include "ns3/chunk-range.h"
#include "ns3/collective-builder.h"
#include "ns3/communication-graph.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Carries data through the graph of a collective.
 *
 * Every chunk of every rank starts as a random number of 64 bits, and a reduction adds modulo 2^64:
 * a sum that lacks a contribution, or has one twice, is wrong but for a chance of 2^-64 each.
 *
 * Run() follows one order that the dependencies allow. RaceFinder proves that all of them do the
 * same.
 */
class SymbolicExecutor
{
  public:
    using Kind = CommunicationGraph::Kind;
    using Node = CommunicationGraph::Node;

    /** Which of the things that can happen next does. */
    enum class Order
    {
        EARLIEST,
        LATEST,
        RANDOM
    };

    /** @param graph a valid one @param data of it */
    SymbolicExecutor(const CommunicationGraph& graph, const CollectiveData& data)
        : m_nodes(graph.GetNodes()),
          m_operations(graph),
          m_data(data),
          m_successors(graph),
          m_ranks(graph.GetRankCount()),
          m_chunks(data.passes.empty() ? 0 : data.passes[0].chunks),
          m_waitsFor(m_nodes.size(), 0)
    {
        for (const uint32_t after : m_successors.after)
        {
            ++m_waitsFor[after];
        }
        std::mt19937_64 random(m_nodes.size());
        m_initial.resize(m_data.passes.size() * m_ranks * m_chunks);
        std::generate(m_initial.begin(), m_initial.end(), random);
    }

    /**
     * @param pass of data
     * @param rank who
     * @param chunk which
     * @return its value at first
     */
    uint64_t Initial(uint32_t pass, uint32_t rank, uint32_t chunk) const
    {
        return m_initial[Index(pass, rank, chunk)];
    }

    /**
     * @param pass of data
     * @param rank who
     * @param chunk which
     * @return its value at the end
     */
    uint64_t Final(uint32_t pass, uint32_t rank, uint32_t chunk) const
    {
        return m_values[Index(pass, rank, chunk)];
    }

    /** Expects each node to move the bytes of the chunks that it is said to work on. */
    void ExpectBytes() const
    {
        ASSERT_EQ(m_data.accesses.size(), m_nodes.size());
        for (uint32_t number = 0; number < m_nodes.size(); ++number)
        {
            const auto& access = m_data.accesses[number];
            const Node& node = m_nodes[number];
            if (node.kind == Kind::SEND && access.read.count == 0)
            {
                ASSERT_EQ(node.bytes, CollectiveBuilder::CLEAR_TO_SEND_BYTES) << "node " << number;
            }
            else if (node.kind != Kind::RECV)
            {
                const bool reads = node.kind != Kind::REDUCE;
                ASSERT_EQ(SumBytes(access.pass, node.rank, reads ? access.read : access.written),
                          node.bytes)
                    << "node " << number;
                ASSERT_GT(node.bytes, 0u);
            }
        }
    }

    /**
     * @param order of what may happen
     * @param seed of a random order
     * @param held a rank that has not come: its nodes that wait for nothing wait; none by default
     * @return nodes that have completed, by rank
     */
    std::vector<uint32_t> Run(Order order, uint64_t seed = 1, uint32_t held = UINT32_MAX)
    {
        m_values = m_initial;
        m_messages.assign(m_nodes.size(), {});
        m_started.assign(m_nodes.size(), 0);
        m_waiting = m_waitsFor;
        m_random.seed(seed);
        m_ready.clear();
        m_taken = 0;
        std::vector<uint32_t> completed(m_ranks, 0);
        for (uint32_t number = 0; number < m_nodes.size(); ++number)
        {
            const bool isHeld = m_waitsFor[number] == 0 && m_nodes[number].rank == held;
            m_waiting[number] += m_nodes[number].kind == Kind::RECV ? 1 : 0;
            m_waiting[number] += isHeld ? 1 : 0;
            if (m_waiting[number] == 0)
            {
                m_ready.push_back({number, Moment::START});
            }
        }
        while (m_taken < m_ready.size())
        {
            const Event event = Take(order);
            if (Happen(event))
            {
                ++completed[m_nodes[event.node].rank];
                for (size_t i = m_successors.first[event.node];
                     i < m_successors.first[event.node + 1];
                     ++i)
                {
                    Release(m_successors.after[i]);
                }
            }
        }
        return completed;
    }

  private:
    /** What can happen to a node: a SEND starts, its message arrives, then it is acknowledged. */
    enum class Moment
    {
        START,
        ARRIVAL,
        ACKNOWLEDGED
    };

    /** Something that can happen next. */
    struct Event
    {
        uint32_t node;
        Moment moment; //!< of the node
    };

    /** @return index into m_initial and m_values */
    size_t Index(uint32_t pass, uint32_t rank, uint32_t chunk) const
    {
        return (size_t{pass} * m_ranks + rank) * m_chunks + chunk;
    }

    /** @return bytes of these chunks */
    uint64_t SumBytes(uint32_t pass, uint32_t rank, const ChunkRange& chunks) const
    {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < chunks.count; ++i)
        {
            sum += m_data.passes[pass].Get(rank, chunks.Get(i, m_chunks));
        }
        return sum;
    }

    /** @return one of m_ready, which is no longer there */
    Event Take(Order order)
    {
        size_t index = m_taken;
        if (order == Order::LATEST)
        {
            index = m_ready.size() - 1;
        }
        if (order == Order::RANDOM)
        {
            index += m_random() % (m_ready.size() - m_taken);
        }
        const Event event = m_ready[index];
        if (order == Order::EARLIEST)
        {
            ++m_taken;
        }
        else
        {
            m_ready[index] = m_ready.back();
            m_ready.pop_back();
        }
        return event;
    }

    /** Something that a node waits for has happened. */
    void Release(uint32_t node)
    {
        if (--m_waiting[node] == 0)
        {
            m_ready.push_back({node, Moment::START});
        }
    }

    /** @return values of the chunks that a node reads, as they are now */
    std::vector<uint64_t> ReadChunks(uint32_t number) const
    {
        const auto& access = m_data.accesses[number];
        std::vector<uint64_t> values;
        for (uint32_t i = 0; i < access.read.count; ++i)
        {
            const uint32_t chunk = access.read.Get(i, m_chunks);
            values.push_back(m_values[Index(access.pass, m_nodes[number].rank, chunk)]);
        }
        return values;
    }

    /**
     * Chunks of no bytes at the sender are none of the message.
     *
     * @param number the node that writes
     * @param values to write
     * @param reader of the same values
     * @param keep whether to add to what is there
     */
    void WriteChunks(uint32_t number,
                     const std::vector<uint64_t>& values,
                     uint32_t reader,
                     bool keep)
    {
        const auto& access = m_data.accesses[number];
        const auto& read = m_data.accesses[reader].read;
        for (uint32_t i = 0; i < access.written.count; ++i)
        {
            const uint32_t source = read.Get(i, m_chunks);
            if (m_data.passes[access.pass].Get(m_nodes[reader].rank, source) > 0)
            {
                const uint32_t chunk = access.written.Get(i, m_chunks);
                uint64_t& value = m_values[Index(access.pass, m_nodes[number].rank, chunk)];
                value = (keep ? value : 0) + values[i];
            }
        }
    }

    /** @return whether that completes the node */
    bool Happen(const Event& event)
    {
        const uint32_t number = event.node;
        const Node& node = m_nodes[number];
        switch (node.kind)
        {
        case Kind::SEND:
            if (event.moment == Moment::START)
            {
                m_messages[number] = ReadChunks(number);
                m_ready.push_back({number, Moment::ARRIVAL});
            }
            else if (event.moment == Moment::ARRIVAL)
            {
                EXPECT_EQ(m_messages[number], ReadChunks(number)) << "overwritten while sent";
                Release(node.match);
                m_ready.push_back({number, Moment::ACKNOWLEDGED});
            }
            return event.moment == Moment::ACKNOWLEDGED;
        case Kind::RECV:
            WriteChunks(number, m_messages[node.match], node.match, false);
            break;
        case Kind::REDUCE: {
            const uint32_t send = m_nodes[m_data.accesses[number].message].match;
            WriteChunks(number, m_messages[send], send, true);
            break;
        }
        case Kind::COPY:
            WriteChunks(number, ReadChunks(number), number, false);
            break;
        case Kind::AGGREGATE:
            return HappenInNetwork(event);
        case Kind::COMPUTE:
        case Kind::COLLECTIVE:
        case Kind::JOIN:
            break;
        }
        return true;
    }

    /** Members give what they have when they start; when all have, each gets the result. */
    bool HappenInNetwork(const Event& event)
    {
        const uint32_t number = event.node;
        const uint32_t first = m_operations.GetFirst(number);
        const uint32_t end = m_operations.GetEnd(number);
        if (event.moment == Moment::START)
        {
            m_messages[number] = ReadChunks(number);
            ++m_started[first];
            for (uint32_t member = first; m_started[first] == end - first && member < end; ++member)
            {
                m_ready.push_back({member, Moment::ARRIVAL});
            }
            return false;
        }
        const Node& node = m_nodes[number];
        if (node.operation == AggregationOperation::REDUCE && node.rank != node.peer)
        {
            return true; // its chunks stay as they are
        }
        std::vector<uint64_t> result(m_messages[number].size(), 0);
        for (uint32_t member = first; member < end; ++member)
        {
            const bool counts = node.operation != AggregationOperation::BROADCAST ||
                                m_nodes[member].rank == node.peer;
            for (size_t i = 0; counts && i < result.size(); ++i)
            {
                result[i] += m_messages[member][i];
            }
        }
        if (node.operation != AggregationOperation::BARRIER)
        {
            WriteChunks(number, result, number, false);
        }
        return true;
    }

    const CommunicationGraph::Nodes& m_nodes;
    const AggregateOperations m_operations;
    const CollectiveData& m_data;
    const PackedDependencies m_successors;
    uint32_t m_ranks;                 //!< how many
    uint32_t m_chunks;                //!< of each rank
    std::vector<uint32_t> m_waitsFor; //!< by node: its predecessors

    std::vector<uint64_t> m_initial;               //!< by pass, rank and chunk
    std::vector<uint64_t> m_values;                //!< likewise, now
    std::vector<std::vector<uint64_t>> m_messages; //!< by SEND or AGGREGATE: what it has read
    std::vector<uint32_t> m_started; //!< members of an operation, by the first of its nodes
    std::vector<uint32_t> m_waiting; //!< by node: what it still waits for
    std::vector<Event> m_ready;      //!< what can happen next
    size_t m_taken{0};               //!< of m_ready, from its front
    std::mt19937_64 m_random;
};

} // namespace ns3

#endif // AI_FABRIC_SYMBOLIC_EXECUTOR_H

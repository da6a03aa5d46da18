// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RACE_FINDER_H
#define AI_FABRIC_RACE_FINDER_H

#include "packed-dependencies.h"

#include "ns3/aggregate-operations.h"
#include "ns3/chunk-range.h"
#include "ns3/communication-graph.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Proves that all orders which the dependencies of a collective's graph allow do the same: any two
 * nodes that touch a chunk, at least one of them writing, are ordered.
 */
class RaceFinder
{
  public:
    using Kind = CommunicationGraph::Kind;
    using Node = CommunicationGraph::Node;

    /** @param graph a valid one @param data of it; both outlive this */
    RaceFinder(const CommunicationGraph& graph, const CollectiveData& data)
        : m_nodes(graph.GetNodes()),
          m_operations(graph),
          m_data(data),
          m_successors(graph),
          m_ranks(graph.GetRankCount()),
          m_chunks(data.passes.empty() ? 0 : data.passes[0].chunks)
    {
    }

    /**
     * @return what is wrong if two nodes touch a chunk, at least one of them writing, in an order
     *         that is left to chance; otherwise nothing
     */
    std::string Find() const
    {
        std::string race;
        for (uint32_t first = 0; first < m_nodes.size() && race.empty();)
        {
            uint32_t end = first;
            while (end < m_nodes.size() && m_data.accesses[end].pass == m_data.accesses[first].pass)
            {
                ++end;
            }
            race = FindRaceIn(first, end);
            first = end;
        }
        return race;
    }

  private:
    /** For each of some nodes, the set of those that have completed when it starts. */
    class Past
    {
      public:
        /** Nothing has completed. @param first of the nodes @param end behind the last one */
        Past(uint32_t first, uint32_t end)
            : m_first(first),
              m_words((end - first + 63) / 64),
              m_bits(size_t{end - first} * m_words, 0)
        {
        }

        /**
         * A node starts after another has started.
         *
         * @param node that starts
         * @param before that has started, so that what it has in its past is in this one's, too
         * @param completed whether it has completed as well
         */
        void Add(uint32_t node, uint32_t before, bool completed)
        {
            uint64_t* row = Row(node);
            const uint64_t* other = Row(before);
            for (size_t word = 0; word < m_words; ++word)
            {
                row[word] |= other[word];
            }
            const uint32_t bit = before - m_first;
            row[bit / 64] |= uint64_t{completed} << (bit % 64);
        }

        /** @param node that starts @param before another @return whether that has completed then */
        bool Has(uint32_t node, uint32_t before) const
        {
            const uint32_t bit = before - m_first;
            return m_bits[(node - m_first) * m_words + bit / 64] >> (bit % 64) & 1;
        }

      private:
        uint64_t* Row(uint32_t node)
        {
            return &m_bits[(node - m_first) * m_words];
        }

        uint32_t m_first;             //!< node of the first row
        size_t m_words;               //!< per node
        std::vector<uint64_t> m_bits; //!< a row per node: bit n for node m_first + n
    };

    /** The accesses to a chunk since the last write, that one included. */
    struct History
    {
        uint32_t writer{UINT32_MAX};   //!< node; UINT32_MAX: none
        std::vector<uint32_t> readers; //!< nodes
    };

    /** The nodes of one pass; those of different passes share no chunk. */
    std::string FindRaceIn(uint32_t first, uint32_t end) const
    {
        Past past(first, end);
        std::vector<History> history(size_t{m_ranks} * m_chunks);
        for (uint32_t number = first; number < end; ++number)
        {
            if (m_nodes[number].kind == Kind::RECV)
            {
                past.Add(number, m_nodes[number].match, false);
            }
            std::string race = FindUnorderedRead(number, past, history);
            if (number + 1 < m_operations.GetEnd(number))
            {
                if (!race.empty())
                {
                    return race;
                }
                continue; // completes when the last member has started
            }
            const uint32_t firstMember = m_operations.GetFirst(number);
            for (uint32_t member = firstMember; member <= number; ++member)
            {
                for (uint32_t other = firstMember; other <= number; ++other)
                {
                    past.Add(member, other, false);
                }
            }
            for (uint32_t member = firstMember; member <= number && race.empty(); ++member)
            {
                race = FindUnorderedWrite(member, past, history) +
                       AddToSuccessors(member, number, end, past);
            }
            if (!race.empty())
            {
                return race;
            }
        }
        return "";
    }

    /** @param after a successor has a higher number than this @return what is wrong */
    std::string AddToSuccessors(uint32_t number, uint32_t after, uint32_t end, Past& past) const
    {
        for (size_t i = m_successors.first[number]; i < m_successors.first[number + 1]; ++i)
        {
            if (m_successors.after[i] <= after || m_successors.after[i] >= end)
            {
                return "node " + std::to_string(m_successors.after[i]) + " after node " +
                       std::to_string(number) +
                       ": numbers are no topological order, or passes depend on each other";
            }
            past.Add(m_successors.after[i], number, true);
        }
        return "";
    }

    /** @return what is wrong with what a node reads; if nothing, history has it */
    std::string FindUnorderedRead(uint32_t number,
                                  const Past& past,
                                  std::vector<History>& history) const
    {
        const auto& access = m_data.accesses[number];
        const uint32_t rank = m_nodes[number].rank;
        for (uint32_t i = 0; i < access.read.count; ++i)
        {
            const uint32_t chunk = access.read.Get(i, m_chunks);
            if (m_data.passes[access.pass].Get(rank, chunk) > 0)
            {
                History& before = history[size_t{rank} * m_chunks + chunk];
                if (before.writer != UINT32_MAX && !past.Has(number, before.writer))
                {
                    return "node " + std::to_string(number) + " may read before node " +
                           std::to_string(before.writer) + " has written";
                }
                before.readers.push_back(number);
            }
        }
        return "";
    }

    /** @return what is wrong with what a node writes; if nothing, history has it */
    std::string FindUnorderedWrite(uint32_t number,
                                   const Past& past,
                                   std::vector<History>& history) const
    {
        const auto& access = m_data.accesses[number];
        const Node& node = m_nodes[number];
        uint32_t reader = number; // who has read what this node writes
        if (node.kind == Kind::RECV)
        {
            reader = node.match;
        }
        else if (node.kind == Kind::REDUCE)
        {
            reader = m_nodes[access.message].match;
            if (!past.Has(number, access.message))
            {
                return "node " + std::to_string(number) + " may add a message that is not there";
            }
        }
        for (uint32_t i = 0; i < access.written.count; ++i)
        {
            const uint32_t source = m_data.accesses[reader].read.Get(i, m_chunks);
            if (m_data.passes[access.pass].Get(m_nodes[reader].rank, source) == 0)
            {
                continue;
            }
            const uint32_t chunk = access.written.Get(i, m_chunks);
            History& before = history[size_t{node.rank} * m_chunks + chunk];
            if (before.writer != UINT32_MAX && !past.Has(number, before.writer))
            {
                return "node " + std::to_string(number) + " may write before node " +
                       std::to_string(before.writer) + " has written";
            }
            for (const uint32_t other : before.readers)
            {
                // A message has left its chunks once its RECV has completed.
                const bool arrived =
                    m_nodes[other].kind == Kind::SEND && past.Has(number, m_nodes[other].match);
                if (other != number && !arrived && !past.Has(number, other))
                {
                    return "node " + std::to_string(number) + " may write while node " +
                           std::to_string(other) + " reads";
                }
            }
            before = {number, {}};
        }
        return "";
    }

    const CommunicationGraph::Nodes& m_nodes;
    const AggregateOperations m_operations;
    const CollectiveData& m_data;
    const PackedDependencies m_successors;
    uint32_t m_ranks;  //!< how many
    uint32_t m_chunks; //!< of each rank
};

} // namespace ns3

#endif // AI_FABRIC_RACE_FINDER_H

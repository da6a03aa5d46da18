// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NODE_NUMBERS_H
#define AI_FABRIC_NODE_NUMBERS_H

#include "ns3/graph-cut.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * A number for some of the nodes of a graph: 4 B for each of them, and 2 bits for every node.
 *
 * Threads may use numbers of different nodes at the same time.
 */
class NodeNumbers
{
  public:
    NodeNumbers() = default;

    /**
     * All numbers are 0.
     *
     * @param nodes number of nodes of the graph
     * @param isWanted callable: true if a node has a number
     */
    template <typename IsWanted>
    NodeNumbers(size_t nodes, const IsWanted& isWanted)
        : m_nodes(nodes),
          m_words(nodes / BITS + 1)
    {
        uint32_t count = 0;
        for (size_t node = 0; node < nodes; ++node)
        {
            if (node % BITS == 0)
            {
                m_words[node / BITS].before = count;
            }
            if (isWanted(node))
            {
                m_words[node / BITS].bits |= uint64_t{1} << node % BITS;
                ++count;
            }
        }
        m_numbers.resize(count);
    }

    /** @param node node that has a number @return its number */
    uint32_t& operator[](size_t node)
    {
        return m_numbers[GetPlace(node)];
    }

    /** @param node node that has a number @return its number */
    uint32_t operator[](size_t node) const
    {
        return m_numbers[GetPlace(node)];
    }

    /** Takes nodes out. @param cut nodes within the graph */
    void Cut(const GraphCut& cut)
    {
        const NodeNumbers all = std::move(*this);
        const auto getOld = [&cut](size_t node) {
            return node < cut.at ? node : node + cut.GetCount();
        };
        const auto hasNumber = [&](size_t node) { return all.Has(getOld(node)); };
        *this = NodeNumbers(all.m_nodes - cut.GetCount(), hasNumber);
        for (size_t node = 0; node < m_nodes; ++node)
        {
            if (hasNumber(node))
            {
                (*this)[node] = all[getOld(node)];
            }
        }
    }

  private:
    static constexpr size_t BITS = 64; //!< nodes of a word

    /** Nodes in a row. */
    struct Word
    {
        uint64_t bits{0};   //!< by node: 1 if it has a number
        uint32_t before{0}; //!< how many nodes before these have one
    };

    bool Has(size_t node) const
    {
        return m_words[node / BITS].bits >> node % BITS & 1;
    }

    size_t GetPlace(size_t node) const
    {
        const Word& word = m_words[node / BITS];
        const uint64_t earlier = word.bits & ((uint64_t{1} << node % BITS) - 1);
        return word.before + static_cast<size_t>(__builtin_popcountll(earlier));
    }

    size_t m_nodes{0};
    std::vector<Word> m_words;
    std::vector<uint32_t> m_numbers; //!< of the nodes that have one, in order
};

} // namespace ns3

#endif // AI_FABRIC_NODE_NUMBERS_H

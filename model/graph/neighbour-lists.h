// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NEIGHBOUR_LISTS_H
#define AI_FABRIC_NEIGHBOUR_LISTS_H

#include "graph-cut.h"
#include "repeating-list.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * By node of a graph: a list of other nodes in the order of their numbers, such as its successors.
 *
 * Lists are relative to their node, and equal lists are stored once: in a collective nearly all
 * lists are equal.
 */
class NeighbourLists
{
  public:
    NeighbourLists() = default;

    /**
     * @param nodes number of nodes
     * @param visit callable: calls its argument (node, neighbour) for each entry of a list; used
     *        several times, with the same entries each time
     * @throw InputError if the lists have more than 2^32 - 1 entries
     */
    template <typename Visit>
    NeighbourLists(uint32_t nodes, const Visit& visit)
    {
        // Some nodes at a time, as unpacked lists take a lot of memory.
        for (uint32_t first = 0; first < nodes; first += m_width)
        {
            m_width = std::min(AT_ONCE, nodes - first);
            m_end.assign(m_width, 0);
            visit([&](uint32_t node, uint32_t) {
                if (node - first < m_width)
                {
                    ++m_end[node - first];
                }
            });
            MakeRoom();
            visit([&](uint32_t node, uint32_t neighbour) {
                if (node - first < m_width)
                {
                    m_unpacked[--m_end[node - first]] = neighbour; // at last: begin of the list
                }
            });
            Pack(first);
        }
        Settle();
    }

    /**
     * @param node number of a node
     * @return pointer to the length of its list, which may be 0; the differences of the entries to
     *         the node follow, modulo 2^32
     */
    const uint32_t* Get(uint32_t node) const
    {
        return m_lists.data() + (m_listOf.empty() ? 0 : m_listOf[node]);
    }

    /** @param node number of a node @param visit callable: gets each entry of its list */
    template <typename Visit>
    void ForEach(uint32_t node, const Visit& visit) const
    {
        const uint32_t* const list = Get(node);
        for (uint32_t i = 1; i <= list[0]; ++i)
        {
            visit(node + list[i]);
        }
    }

    /**
     * @param node number of a node
     * @param other number of another node
     * @return true if the lists of both have the same differences
     */
    bool AreEqual(uint32_t node, uint32_t other) const
    {
        const uint32_t* const list = Get(node);
        return std::equal(list, list + list[0] + 1, Get(other));
    }

    /** Takes nodes out. @param cut nodes that repeat those before them */
    void Cut(const GraphCut& cut)
    {
        CutList(m_listOf, cut);
    }

  private:
    static constexpr uint32_t AT_ONCE = 1U << 25; //!< nodes whose lists are unpacked together

    void MakeRoom();
    void Pack(uint32_t first);
    uint32_t Put(const uint32_t* begin, const uint32_t* end);
    void Settle();

    RepeatingList m_listOf;           //!< by node: begin of its list in m_lists; empty: no lists
    std::vector<uint32_t> m_lists{0}; //!< for each list its length, then the differences; the
                                      //!< first one is empty

    // Used by the constructor.
    uint32_t m_width{0};              //!< number of nodes whose lists are unpacked
    std::vector<uint32_t> m_end;      //!< by node: end of its list in m_unpacked, or its begin
    std::vector<uint32_t> m_unpacked; //!< entries, list by list
    std::vector<uint32_t> m_places;   //!< by hash: a list with that hash; 0: none
};

} // namespace ns3

#endif // AI_FABRIC_NEIGHBOUR_LISTS_H

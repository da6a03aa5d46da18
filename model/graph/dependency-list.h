// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DEPENDENCY_LIST_H
#define AI_FABRIC_DEPENDENCY_LIST_H

#include "repeating-list.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-graph
 * Pairs of node numbers, the first of which comes before the second, in the order of their
 * addition.
 *
 * Each pair is stored relative to the one before it, so dependencies that repeat with the nodes of
 * the graph are stored once (RepeatingList). Pairs that do not repeat take little more than 8 B.
 */
class DependencyList
{
  public:
    using Pair = std::pair<uint32_t, uint32_t>; //!< before, after

    /** Goes through the pairs. Ends with any change of the list. */
    class Iterator
    {
      public:
        using iterator_category = std::input_iterator_tag; //!< name required by the library
        using value_type = Pair;                           //!< type of an element
        using difference_type = std::ptrdiff_t;            //!< distance of two iterators
        using pointer = const Pair*;                       //!< not used: elements are temporary
        using reference = Pair;                            //!< result of operator*()

        /**
         * @param step iterator of the steps from one waiting node to the next
         * @param distance iterator of the distances between the nodes of a pair
         */
        Iterator(RepeatingList::Iterator step, RepeatingList::Iterator distance)
            : m_step(step),
              m_distance(distance)
        {
        }

        /** @return present pair */
        Pair operator*() const
        {
            const uint32_t after = m_last + *m_step;
            return {after - *m_distance, after};
        }

        /** @return this iterator, at the next pair */
        Iterator& operator++()
        {
            m_last += *m_step;
            ++m_step;
            ++m_distance;
            return *this;
        }

        /** @param other iterator of the same list @return true if both are at the same pair */
        bool operator==(const Iterator& other) const
        {
            return m_step == other.m_step;
        }

        /** @param other iterator of the same list @return true if they are at different pairs */
        bool operator!=(const Iterator& other) const
        {
            return m_step != other.m_step;
        }

      private:
        RepeatingList::Iterator m_step;
        RepeatingList::Iterator m_distance;
        uint32_t m_last{0}; //!< waiting node of the pair before
    };

    using value_type = Pair;         //!< type of an element
    using const_iterator = Iterator; //!< iterator over the pairs

    DependencyList() = default;

    /** @param pairs pairs to add */
    DependencyList(std::initializer_list<Pair> pairs)
    {
        for (const auto& [before, after] : pairs)
        {
            Add(before, after);
        }
    }

    /**
     * @param before node that comes first
     * @param after node that waits for it
     * @throw InputError if there are 2^32 - 1 pairs already
     */
    void Add(uint32_t before, uint32_t after)
    {
        m_steps.push_back(after - m_last);
        m_distances.push_back(after - before);
        m_last = after;
    }

    /** @return number of pairs */
    size_t size() const
    {
        return m_steps.size();
    }

    /** @return true if the list has 0 pairs */
    bool empty() const
    {
        return m_steps.empty();
    }

    /** @return iterator to the first pair */
    Iterator begin() const
    {
        return {m_steps.begin(), m_distances.begin()};
    }

    /** @return iterator behind the last pair */
    Iterator end() const
    {
        return {m_steps.end(), m_distances.end()};
    }

    /** @param other another list @return true if both have the same pairs in the same order */
    bool operator==(const DependencyList& other) const
    {
        return size() == other.size() && std::equal(begin(), end(), other.begin());
    }

    /** Frees spare memory; call it when few pairs will be added. */
    void Settle()
    {
        m_steps.Settle();
        m_distances.Settle();
    }

  private:
    // Numbers are modulo 2^32.
    RepeatingList m_steps;     //!< by pair: its waiting node less that of the pair before
    RepeatingList m_distances; //!< by pair: its waiting node less the other one
    uint32_t m_last{0};        //!< waiting node of the last pair
};

} // namespace ns3

#endif // AI_FABRIC_DEPENDENCY_LIST_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INDEX_ITERATOR_H
#define AI_FABRIC_INDEX_ITERATOR_H

#include <cstddef>
#include <iterator>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * An iterator of a list that makes its elements when they are asked for, by operator[].
 *
 * @tparam List the list
 * @tparam Value of its elements
 */
template <typename List, typename Value>
class IndexIterator
{
  public:
    using iterator_category = std::input_iterator_tag; //!< what the standard library calls it
    using value_type = Value;                          //!< of an element
    using difference_type = std::ptrdiff_t;            //!< from one to another
    using pointer = const Value*;                      //!< of no use: elements are made
    using reference = Value;                           //!< what operator*() gives

    /** @param list outlives the iterator @param index of an element, or one past the last */
    IndexIterator(const List& list, size_t index)
        : m_list(&list),
          m_index(index)
    {
    }

    /** @return the element */
    Value operator*() const
    {
        return (*m_list)[m_index];
    }

    /** @return this, at the next element */
    IndexIterator& operator++()
    {
        ++m_index;
        return *this;
    }

    /** @return a copy, while this goes to the next element */
    IndexIterator operator++(int)
    {
        return IndexIterator(*m_list, m_index++);
    }

    /** @param other of the same list @return whether both are at the same element */
    bool operator==(const IndexIterator& other) const
    {
        return m_index == other.m_index;
    }

    /** @param other of the same list @return whether they are at different elements */
    bool operator!=(const IndexIterator& other) const
    {
        return m_index != other.m_index;
    }

  private:
    const List* m_list;
    size_t m_index;
};

} // namespace ns3

#endif // AI_FABRIC_INDEX_ITERATOR_H

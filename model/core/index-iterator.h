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
 * An iterator of a list that creates its elements on access by operator[].
 *
 * @tparam List type of the list
 * @tparam Value type of the elements
 */
template <typename List, typename Value>
class IndexIterator
{
  public:
    using iterator_category = std::input_iterator_tag; //!< name required by the standard library
    using value_type = Value;                          //!< type of an element
    using difference_type = std::ptrdiff_t;            //!< distance of two iterators
    using pointer = const Value*;                      //!< not used: elements are temporary
    using reference = Value;                           //!< result of operator*()

    /**
     * @param list list; must outlive the iterator
     * @param index index of an element, or one past the last
     */
    IndexIterator(const List& list, size_t index)
        : m_list(&list),
          m_index(index)
    {
    }

    /** @return present element */
    Value operator*() const
    {
        return (*m_list)[m_index];
    }

    /** @return this iterator, at the next element */
    IndexIterator& operator++()
    {
        ++m_index;
        return *this;
    }

    /** @return copy of this iterator, which moves to the next element */
    IndexIterator operator++(int)
    {
        return IndexIterator(*m_list, m_index++);
    }

    /**
     * @param other iterator of the same list
     * @return true if both are at the same element
     */
    bool operator==(const IndexIterator& other) const
    {
        return m_index == other.m_index;
    }

    /**
     * @param other iterator of the same list
     * @return true if they are at different elements
     */
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

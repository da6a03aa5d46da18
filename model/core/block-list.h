// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BLOCK_LIST_H
#define AI_FABRIC_BLOCK_LIST_H

#include <algorithm>
#include <cstddef>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * List in blocks of memory, so that a list of millions of elements can be freed while another one
 * is filled from it.
 *
 * Invariant: elements that were reserved do not move, and other threads may use them while one
 * thread appends.
 */
template <typename T>
class BlockList
{
  public:
    /** @param count number of elements that the list will have at least */
    void Reserve(size_t count)
    {
        m_blocks.reserve((count + BLOCK - 1) / BLOCK);
        m_reserved = count;
    }

    /** @param value element to append */
    void push_back(const T& value)
    {
        if (m_size % BLOCK == 0)
        {
            const size_t left = m_reserved > m_size ? m_reserved - m_size : 1;
            m_blocks.emplace_back().reserve(std::min(BLOCK, left));
        }
        m_blocks.back().push_back(value);
        ++m_size;
    }

    /** @param place place of an existing element @return the element */
    T& operator[](size_t place)
    {
        return m_blocks[place / BLOCK][place % BLOCK];
    }

    /** @param place place of an existing element @return the element */
    const T& operator[](size_t place) const
    {
        return m_blocks[place / BLOCK][place % BLOCK];
    }

    /** @return number of elements, with those that were freed */
    size_t size() const
    {
        return m_size;
    }

    /**
     * Frees the memory of elements that nobody uses any more; call it for all places in turn.
     *
     * @param place first place that is still used
     */
    void FreeBefore(size_t place)
    {
        if (place > 0 && (place % BLOCK == 0 || place == m_size))
        {
            m_blocks[(place - 1) / BLOCK] = std::vector<T>();
        }
    }

  private:
    static constexpr size_t BLOCK = 1024; //!< elements of a block

    std::vector<std::vector<T>> m_blocks; //!< all but the last one are full, or freed
    size_t m_size{0};
    size_t m_reserved{0};
};

} // namespace ns3

#endif // AI_FABRIC_BLOCK_LIST_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PENDING_INDICES_H
#define AI_FABRIC_PENDING_INDICES_H

#include <cstddef>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Indices of a growing list that have not been reported finished yet, for code that visits each
 * entry until it is finished. Each such code needs its own object, because it may miss changes that
 * other code has seen.
 */
class PendingIndices
{
  public:
    /**
     * @tparam Look callable with an index; returns true if the entry is finished
     * @param count number of entries, never decreasing
     * @param look function called for each unfinished entry in ascending order
     */
    template <typename Look>
    void Visit(std::size_t count, const Look& look)
    {
        for (; m_known < count; ++m_known)
        {
            m_places.push_back(m_known);
        }
        std::size_t kept = 0;
        for (const std::size_t place : m_places)
        {
            if (!look(place))
            {
                m_places[kept++] = place;
            }
        }
        m_places.resize(kept);
    }

  private:
    std::vector<std::size_t> m_places; //!< ascending
    std::size_t m_known{0};            //!< number of entries visited at least once
};

} // namespace ns3

#endif // AI_FABRIC_PENDING_INDICES_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UNFINISHED_PLACES_H
#define AI_FABRIC_UNFINISHED_PLACES_H

#include <cstddef>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Places of a list that only grows, without those whose things were found to be finished: for who
 * looks again and again. Each who looks has its own, as it may miss what another one has seen.
 */
class UnfinishedPlaces
{
  public:
    /**
     * @tparam Look is called with a place, and returns whether it need not be looked at again
     * @param count of places that there are, no fewer than before
     * @param look called for each place in ascending order, but those that it need not see
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
    std::size_t m_known{0};            //!< places that were seen once
};

} // namespace ns3

#endif // AI_FABRIC_UNFINISHED_PLACES_H

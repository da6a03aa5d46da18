// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LINK_SHARES_H
#define AI_FABRIC_LINK_SHARES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * Distributes turns over links, to each in proportion to its weight. Equal links follow each other:
 *
 *     link of turn k = k mod n
 *
 * Unequal links divide the unit interval in proportion to their weights, and turn k takes the link
 * at frac(k * 0.6180...). By the three-distance theorem the turns of a link are nearly evenly
 * spaced for any weights, and after k turns the count of a link is off by about log(k) turns.
 */
class LinkShares
{
  public:
    /** @param weights weight of each link, at least one link; if all are 0, all links are equal */
    void Set(const std::vector<uint64_t>& weights)
    {
        m_count = static_cast<uint32_t>(weights.size());
        m_ends.clear();
        if (std::all_of(weights.begin(), weights.end(), [&weights](uint64_t weight) {
                return weight == weights.front();
            }))
        {
            return;
        }
        double sum = 0;
        for (const uint64_t weight : weights)
        {
            sum += static_cast<double>(weight);
        }
        double end = 0;
        for (const uint64_t weight : weights)
        {
            end += static_cast<double>(weight) / sum;
            m_ends.push_back(static_cast<uint64_t>(end * static_cast<double>(ONE)));
        }
        // The last link with a share gets the remainder of rounding down.
        const uint64_t last = m_ends.back();
        std::replace(m_ends.begin(), m_ends.end(), last, ONE);
    }

    /** Requires Set(). @param turn number of the turn @return index of the link, from 0 */
    uint32_t Get(uint32_t turn) const
    {
        if (m_ends.empty())
        {
            return turn % m_count;
        }
        const uint64_t place = turn * GOLDEN >> 32;
        return static_cast<uint32_t>(std::upper_bound(m_ends.begin(), m_ends.end(), place) -
                                     m_ends.begin());
    }

  private:
    static constexpr uint64_t ONE = uint64_t{1} << 32; //!< length of the unit interval
    static constexpr uint64_t GOLDEN =
        0x9E37'79B9'7F4A'7C15ULL; //!< (sqrt(5) - 1) / 2, in units of 2^-64

    uint32_t m_count{1};
    std::vector<uint64_t>
        m_ends; //!< by link: end of its part of the interval; empty: all are equal
};

} // namespace ns3

#endif // AI_FABRIC_LINK_SHARES_H

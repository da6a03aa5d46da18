// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHUFFLED_PATHS_H
#define AI_FABRIC_SHUFFLED_PATHS_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * Paths in turn, as in htsim's UET:
 *
 *     path = counter XOR r,   counter = 0, 1, ... paths - 1, 0, ...
 *
 * where each turn of the counter has another r below the number of paths, which is a power of two.
 * Each turn has every path once.
 */
class ShuffledPaths
{
  public:
    /**
     * @param paths number of paths, always the same
     * @param draw function that returns a random number of 64 bits; called once per turn
     * @return next path
     */
    template <typename F>
    uint32_t Take(uint32_t paths, const F& draw)
    {
        if (m_counter == 0)
        {
            m_mask = static_cast<uint32_t>(draw() >> 40) & (paths - 1);
        }
        const uint32_t path = m_counter ^ m_mask;
        m_counter = (m_counter + 1) & (paths - 1);
        return path;
    }

  private:
    uint32_t m_counter{0};
    uint32_t m_mask{0}; //!< r
};

} // namespace ns3

#endif // AI_FABRIC_SHUFFLED_PATHS_H

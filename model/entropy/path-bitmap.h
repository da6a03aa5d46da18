// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PATH_BITMAP_H
#define AI_FABRIC_PATH_BITMAP_H

#include "shuffled-paths.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * Turns over paths (ShuffledPaths) that skip some of them, as the bitmap of UET in htsim does: each
 * time a path is passed over, its skips decrease by one. If all paths of a turn have skips, the
 * path after that turn is taken.
 */
class PathBitmap
{
  public:
    /**
     * @param pathBits binary logarithm of the number of paths, which have no skips at first
     * @param maxSkips largest number of skips of a path
     */
    void Start(uint32_t pathBits, uint32_t maxSkips)
    {
        m_skips.assign(std::size_t{1} << pathBits, 0);
        m_maxSkips = maxSkips;
    }

    /**
     * @param draw see ShuffledPaths::Take()
     * @return next path
     */
    template <typename F>
    uint32_t Take(const F& draw)
    {
        uint32_t path = TakeAny(draw);
        for (std::size_t tries = 0; tries < m_skips.size() && m_skips[path] > 0; ++tries)
        {
            --m_skips[path];
            path = TakeAny(draw);
        }
        return path;
    }

    /**
     * @param path number; other numbers than those of paths are ignored
     * @param skips number of skips to add
     */
    void Skip(uint32_t path, uint32_t skips)
    {
        if (path < m_skips.size())
        {
            m_skips[path] = static_cast<uint8_t>(std::min(m_skips[path] + skips, m_maxSkips));
        }
    }

  private:
    template <typename F>
    uint32_t TakeAny(const F& draw)
    {
        return m_turn.Take(static_cast<uint32_t>(m_skips.size()), draw);
    }

    ShuffledPaths m_turn;
    std::vector<uint8_t> m_skips; //!< by path
    uint32_t m_maxSkips{0};       //!< at most 255
};

} // namespace ns3

#endif // AI_FABRIC_PATH_BITMAP_H

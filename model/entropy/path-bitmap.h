// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PATH_BITMAP_H
#define AI_FABRIC_PATH_BITMAP_H

#include "path-turn.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-entropy
 * Turns over paths (PathTurn) that pass over those with skips, as the bitmap of UET in htsim does:
 * one that is passed over has a skip less. If all paths of a turn have skips, the one after that
 * turn is taken.
 */
class PathBitmap
{
  public:
    /**
     * @param pathBits there are 2 to the power of this many paths, without skips
     * @param maxSkips of a path
     */
    void Start(uint32_t pathBits, uint32_t maxSkips)
    {
        m_skips.assign(std::size_t{1} << pathBits, 0);
        m_maxSkips = maxSkips;
    }

    /** @param draw as PathTurn::Take() has it @return the next path */
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

    /** @param path any number; one that is no path changes nothing @param skips that it gets */
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

    PathTurn m_turn;
    std::vector<uint8_t> m_skips; //!< by path
    uint32_t m_maxSkips{0};       //!< at most 255
};

} // namespace ns3

#endif // AI_FABRIC_PATH_BITMAP_H

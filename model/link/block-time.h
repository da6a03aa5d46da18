// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BLOCK_TIME_H
#define AI_FABRIC_BLOCK_TIME_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * How long the first packet of a lane has been held up, in picoseconds.
 */
struct BlockTime
{
    int64_t sincePs{0};    //!< when the last block began
    int64_t totalPs{0};    //!< without the block that has not ended
    bool isBlocked{false}; //!< one has not ended

    /** @param nowPs when the first packet was found to be held up; it was not before */
    void Begin(int64_t nowPs)
    {
        isBlocked = true;
        sincePs = nowPs;
    }

    /** @param nowPs since when the first packet, if there is one, may go */
    void End(int64_t nowPs)
    {
        if (isBlocked)
        {
            isBlocked = false;
            totalPs += nowPs - sincePs;
        }
    }

    /** @param nowPs current time, in ps @return how long in all, up to now */
    int64_t GetTotalPs(int64_t nowPs) const
    {
        return totalPs + (isBlocked ? nowPs - sincePs : 0);
    }
};

} // namespace ns3

#endif // AI_FABRIC_BLOCK_TIME_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BLOCK_TIME_H
#define AI_FABRIC_BLOCK_TIME_H

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Time for which the first packet of a lane has been blocked, in ps.
 */
struct BlockTime
{
    int64_t sincePs{0};    //!< start of the last block, in ps
    int64_t totalPs{0};    //!< total without a block that has not ended
    bool isBlocked{false}; //!< a block has not ended

    /** @param nowPs time at which the first packet becomes blocked, in ps */
    void Begin(int64_t nowPs)
    {
        isBlocked = true;
        sincePs = nowPs;
    }

    /** @param nowPs time from which the first packet, if there is one, may go, in ps */
    void End(int64_t nowPs)
    {
        if (isBlocked)
        {
            isBlocked = false;
            totalPs += nowPs - sincePs;
        }
    }

    /**
     * @param nowPs current time, in ps
     * @return total blocked time up to now, in ps
     */
    int64_t GetTotalPs(int64_t nowPs) const
    {
        return totalPs + (isBlocked ? nowPs - sincePs : 0);
    }
};

} // namespace ns3

#endif // AI_FABRIC_BLOCK_TIME_H

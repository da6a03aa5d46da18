// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GRANT_SHARE_H
#define AI_FABRIC_GRANT_SHARE_H

#include "congestion-receiver.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * How much of its line a receiver grants where the network before its link is short of capacity, as
 * htsim has it (oversubscribed_cc.cpp). Every 1.5 idle round trips, a quarter more or less at
 * random so that receivers do not act together, of what came since the last time:
 *
 *     f       marked packets of those that came whole
 *     g       (g + f) / 2
 *     share   - trimmed before the last link / all, if there were any;
 *             * 1 - (g - 0.3) / 2, if g is above 0.3;
 *             else + 0.01, doubled with each time without a mark since share fell
 *
 * Invariant: max(0.01, 0.9 / oversubscription) <= share <= 1.
 */
class GrantShare
{
  public:
    /**
     * Begins with the whole line.
     *
     * @param oversubscription capacity downwards over that upwards, at least 1; 1: share stays 1
     * @param intervalPs between two times, on average; positive
     */
    void Start(double oversubscription, int64_t intervalPs);

    /** @param arrival a packet came */
    void NotifyArrival(const CongestionArrival& arrival);

    /** @return the share of the line */
    double Get() const
    {
        return m_share;
    }

  private:
    /** @return a quarter more or less than the interval */
    int64_t DrawIntervalPs();
    void Review();

    double m_least{1};           //!< share
    double m_share{1};           //!< of the line
    double m_congestion{0};      //!< g
    uint32_t m_increases{0};     //!< since share fell
    int64_t m_intervalPs{1};     //!< on average
    int64_t m_reviewPs{0};       //!< the next time; 0: nothing has come
    uint64_t m_seed{0};          //!< of the draws
    uint64_t m_draws{0};         //!< so far
    uint64_t m_packets{0};       //!< since the last time, trimmed or not
    uint64_t m_marked{0};        //!< of these, marked and whole
    uint64_t m_trimmed{0};       //!< of these, trimmed
    uint64_t m_trimmedBefore{0}; //!< of these, before the last link
};

} // namespace ns3

#endif // AI_FABRIC_GRANT_SHARE_H

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
 * Share of its line rate that a receiver grants when the network before its link lacks capacity, as
 * in htsim (oversubscribed_cc.cpp). The share is reviewed every 1.5 idle round trips, a quarter
 * more or less at random so that receivers do not act together, using the packets since the last
 * review:
 *
 *     f       marked packets / packets that came whole
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
     * @param oversubscription downlink capacity divided by uplink capacity, at least 1; 1: the
     * share stays 1
     * @param intervalPs average time between two reviews, in ps; positive
     */
    void Start(double oversubscription, int64_t intervalPs);

    /** @param arrival arrival of a packet */
    void NotifyArrival(const CongestionArrival& arrival);

    /** @return granted share of the line rate */
    double Get() const
    {
        return m_share;
    }

  private:
    /** @return the interval plus or minus up to a quarter, in ps */
    int64_t DrawIntervalPs();
    void Review();

    double m_least{1};           //!< lower limit of the share
    double m_share{1};           //!< share of the line rate
    double m_congestion{0};      //!< g
    uint32_t m_increases{0};     //!< increases since the share fell
    int64_t m_intervalPs{1};     //!< average time between two reviews
    int64_t m_reviewPs{0};       //!< time of the next review; 0: no packet has come
    uint64_t m_seed{0};          //!< seed of the draws
    uint64_t m_draws{0};         //!< number of draws so far
    uint64_t m_packets{0};       //!< packets since the last review, trimmed or not
    uint64_t m_marked{0};        //!< marked whole packets of these
    uint64_t m_trimmed{0};       //!< trimmed packets of these
    uint64_t m_trimmedBefore{0}; //!< packets of these that were trimmed before the last link
};

} // namespace ns3

#endif // AI_FABRIC_GRANT_SHARE_H

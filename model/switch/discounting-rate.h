// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DISCOUNTING_RATE_H
#define AI_FABRIC_DISCOUNTING_RATE_H

#include "ns3/fabric-net-device.h"

#include <cmath>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * How busy a link has been of late: the discounting rate estimator of CONGA (SIGCOMM'14, 3.2).
 *
 *     X += bytes sent;   every Interval:  X *= 1 - Discount
 *     utilization = X / (rate Interval / Discount)
 *
 * so that a link that is always busy tends to 1 with the time constant Interval / Discount. It is
 * computed when it is looked at: bytes that have left since the last look count from that look on.
 */
class DiscountingRate
{
  public:
    /** How it forgets, of all ports of a switch. */
    struct Settings
    {
        int64_t intervalPs; //!< between discounts, at least 1
        double discount;    //!< share that each of them takes, above 0 and at most 1
    };

    /**
     * @param port whose link it is
     * @param nowPs the time, never decreasing
     * @param settings how it forgets
     * @return the share of the link's rate that frames take; up to a bit above 1
     */
    double Update(const FabricNetDevice& port, int64_t nowPs, const Settings& settings)
    {
        const uint64_t sentBytes = port.GetCounters(nowPs).frameBytes;
        m_bytes += static_cast<double>(sentBytes - m_sentBytes);
        m_sentBytes = sentBytes;
        const int64_t intervals = nowPs / settings.intervalPs;
        if (intervals != m_intervals)
        {
            m_bytes *=
                std::pow(1 - settings.discount, static_cast<double>(intervals - m_intervals));
            m_intervals = intervals;
        }
        const double fullBytes = static_cast<double>(port.GetRatebps()) / 8e12 *
                                 static_cast<double>(settings.intervalPs) / settings.discount;
        return m_bytes / fullBytes;
    }

  private:
    double m_bytes{0};       //!< X
    uint64_t m_sentBytes{0}; //!< by the port, at the last look
    int64_t m_intervals{0};  //!< that had passed at the last look
};

} // namespace ns3

#endif // AI_FABRIC_DISCOUNTING_RATE_H

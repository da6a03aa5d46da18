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
 * Recent load of a link: the discounting rate estimator of CONGA (SIGCOMM'14, 3.2).
 *
 *     X += bytes sent;   every Interval:  X *= 1 - Discount
 *     utilization = X / (rate Interval / Discount)
 *
 * so that the value of a link that is always busy tends to 1 with the time constant Interval /
 * Discount. The value is computed when it is read: bytes sent since the last reading count as if
 * they had been sent at that reading.
 */
class DiscountingRate
{
  public:
    /** Parameters of the estimator, the same for all ports of a switch. */
    struct Settings
    {
        int64_t intervalPs; //!< time between discounts, at least 1 ps
        double discount;    //!< share subtracted by each discount, above 0, at most 1
    };

    /**
     * @param port port of the link
     * @param nowPs current time in ps, never decreasing
     * @param settings parameters of the estimator
     * @return share of the link's rate that frames take; may exceed 1 slightly
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
    uint64_t m_sentBytes{0}; //!< bytes sent by the port at the last reading
    int64_t m_intervals{0};  //!< number of intervals passed at the last reading
};

} // namespace ns3

#endif // AI_FABRIC_DISCOUNTING_RATE_H

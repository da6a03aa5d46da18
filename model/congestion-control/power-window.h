// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_POWER_WINDOW_H
#define AI_FABRIC_POWER_WINDOW_H

#include "rdma-congestion-control.h"

#include "ns3/nstime.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * What both versions of PowerTCP have in common: a window that follows P, the smoothed power of the
 * bottleneck, normalized: 1 is a full link without a queue or a trend.
 *
 *     W = gamma (Wold / P + beta) + (1 - gamma) W,   beta = line rate * T / N
 *
 * with Wold the window when the acknowledged packet was sent, T the base RTT and N the flows that
 * the host is expected to have. Rate R = W / T. W begins as line rate * T, P as 1. A window that
 * needs more than the line rate has no use, so W does not exceed its initial value.
 *
 * Source: Addanki, Michel, Schmid, "PowerTCP: Pushing the Performance Limits of Datacenter
 * Networks", NSDI 2022.
 *
 * Invariants: one byte <= W <= line rate * T; P > 0.
 */
class PowerWindow : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return P */
    double GetPower() const
    {
        return m_power;
    }

  protected:
    void DoStart() override;

    /** @return T in picoseconds, positive once started */
    int64_t GetBaseRttPs() const
    {
        return m_baseRttPs;
    }

    /** @return W in bytes */
    double GetBytes() const
    {
        return m_windowBytes;
    }

    /** @param power P from now on; at least what keeps the window finite where nothing arrived */
    void SetPower(double power)
    {
        m_power = std::max(LEAST_POWER, power);
    }

    /** Moves W. @param oldBytes Wold @param nowPs current time, in ps */
    void Move(double oldBytes, int64_t nowPs);

  private:
    static constexpr double LEAST_POWER = 1e-6;

    double m_gamma;           //!< 0 to 1
    uint32_t m_expectedFlows; //!< N, positive
    Time m_baseRtt;           //!< T; 0: that of the path
    int64_t m_baseRttPs{0};   //!< T, positive once started
    double m_maxBytes{0};     //!< line rate * T
    double m_betaBytes{0};    //!< beta
    double m_windowBytes{0};  //!< W
    double m_power{1};        //!< P
};

} // namespace ns3

#endif // AI_FABRIC_POWER_WINDOW_H

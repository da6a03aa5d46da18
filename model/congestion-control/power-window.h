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
 * The common part of both versions of PowerTCP: a window that follows P, the smoothed and
 * normalized power of the bottleneck. P is 1 for a full link without a queue or a trend.
 *
 *     W = gamma (Wold / P + beta) + (1 - gamma) W,   beta = line rate * T / N
 *
 * with Wold the window when the acknowledged packet was sent, T the base RTT and N the expected
 * number of flows of the host. Rate R = W / T. W begins at line rate * T, P at 1. A window for more
 * than the line rate is useless, so W does not exceed its initial value.
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

    /** @return P, the smoothed power */
    double GetPower() const
    {
        return m_power;
    }

  protected:
    void DoStart() override;

    /** @return T in ps, positive once started */
    int64_t GetBaseRttPs() const
    {
        return m_baseRttPs;
    }

    /** @return W in bytes */
    double GetBytes() const
    {
        return m_windowBytes;
    }

    /** @param power P from now on; raised to the minimum that keeps the window finite */
    void SetPower(double power)
    {
        m_power = std::max(LEAST_POWER, power);
    }

    /**
     * Changes W.
     *
     * @param oldBytes Wold
     * @param nowPs current time, in ps
     */
    void Move(double oldBytes, int64_t nowPs);

  private:
    static constexpr double LEAST_POWER = 1e-6;

    double m_gamma;           //!< 0 to 1
    uint32_t m_expectedFlows; //!< N, positive
    Time m_baseRtt;           //!< T; 0: the round trip of the path
    int64_t m_baseRttPs{0};   //!< T, positive once started
    double m_maxBytes{0};     //!< line rate * T
    double m_betaBytes{0};    //!< beta
    double m_windowBytes{0};  //!< W
    double m_power{1};        //!< P
};

} // namespace ns3

#endif // AI_FABRIC_POWER_WINDOW_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_THETA_POWER_TCP_H
#define AI_FABRIC_THETA_POWER_TCP_H

#include "ack-round.h"
#include "rdma-congestion-control.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Theta-PowerTCP: PowerTCP without anything from switches. The power of the bottleneck is estimated
 * from the round-trip time and its gradient.
 *
 * Source: Addanki, Michel, Schmid, "PowerTCP: Pushing the Performance Limits of Datacenter
 * Networks", NSDI 2022, algorithm 2. For every acknowledgement, against the one before, with T the
 * base RTT and B the line rate:
 *     dt      = t - t'
 *     current = (rtt - rtt') / dt + 1             what arrives over what leaves, not below 0
 *     power   = current * rtt / T                 1: full, no queue, no trend
 *     P       = (1 - dt/T) P + (dt/T) power       dt at most T
 * and once per round trip (AckRound) the window is
 *     W = gamma (W / P + beta) + (1 - gamma) W,   beta = B T / N
 * with N the flows that the host is expected to have. Rate R = W / T. W begins as B T, P as 1.
 *
 * The window when the acknowledged packet was sent, which the paper divides by P, is W itself: it
 * has not changed since the round began. A window that needs more than the line rate has no use, so
 * W does not exceed its initial value. Of acknowledgements that arrive at one time the first
 * counts.
 *
 * Invariant: one byte <= W <= line rate * T.
 */
class ThetaPowerTcp final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return P, the smoothed power of the bottleneck, normalized */
    double GetPower() const
    {
        return m_power;
    }

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    CongestionNeeds DoGetNeeds() const override;

    void MeasurePower(const AckEvent& event);

    double m_gamma;           //!< 0 to 1
    uint32_t m_expectedFlows; //!< N, positive
    Time m_baseRtt;           //!< T; 0: that of the path
    int64_t m_baseRttPs{0};   //!< T, positive once started
    double m_maxBytes{0};     //!< line rate * T
    double m_betaBytes{0};    //!< beta
    double m_windowBytes{0};  //!< W
    double m_power{1};        //!< P
    int64_t m_ackPs{0};       //!< t'
    int64_t m_rttPs{0};       //!< rtt'; 0 before the first acknowledgement
    AckRound m_round;
};

} // namespace ns3

#endif // AI_FABRIC_THETA_POWER_TCP_H

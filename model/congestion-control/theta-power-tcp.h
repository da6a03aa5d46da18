// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_THETA_POWER_TCP_H
#define AI_FABRIC_THETA_POWER_TCP_H

#include "ack-round.h"
#include "power-window.h"

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
 * base RTT:
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
class ThetaPowerTcp final : public PowerWindow
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    CongestionNeeds DoGetNeeds() const override;

    void MeasurePower(const AckEvent& event);

    int64_t m_ackPs{0}; //!< t'
    int64_t m_rttPs{0}; //!< rtt'; 0 before the first acknowledgement
    AckRound m_round;
};

} // namespace ns3

#endif // AI_FABRIC_THETA_POWER_TCP_H

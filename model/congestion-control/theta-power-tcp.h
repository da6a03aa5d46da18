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
 * Theta-PowerTCP: PowerTCP without telemetry of switches. The power of the bottleneck is estimated
 * from the round-trip time and its gradient.
 *
 * Source: Addanki, Michel, Schmid, "PowerTCP: Pushing the Performance Limits of Datacenter
 * Networks", NSDI 2022, algorithm 2. For every acknowledgement, against the one before, with T the
 * base RTT:
 *     dt      = t - t'
 *     current = (rtt - rtt') / dt + 1             arrivals / departures, at least 0
 *     power   = current * rtt / T                 1: full, no queue, no trend
 *     P       = (1 - dt/T) P + (dt/T) power       dt at most T
 * and once per round trip (AckRound) the window is
 *     W = gamma (W / P + beta) + (1 - gamma) W,   beta = B T / N
 * with N the expected number of flows of the host. Rate R = W / T. W begins at B T, P at 1.
 *
 * The paper divides by P the window when the acknowledged packet was sent. That window is W itself,
 * because W has not changed since the round began. A window for more than the line rate is useless,
 * so W does not exceed its initial value. Of several acknowledgements at the same time only the
 * first counts.
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

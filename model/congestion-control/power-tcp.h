// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_POWER_TCP_H
#define AI_FABRIC_POWER_TCP_H

#include "ack-round.h"
#include "path-load.h"
#include "power-window.h"

#include "ns3/telemetry-stack.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * PowerTCP with in-band telemetry: the window follows the power of the bottleneck, the product of
 * its arrival rate and its inflight bytes, so that both the queue and its trend count.
 *
 * Source: Addanki, Michel, Schmid, "PowerTCP: Pushing the Performance Limits of Datacenter
 * Networks", NSDI 2022, algorithm 1. For every hop of an acknowledgement, against the one before
 * (primed), with T the base RTT and B in bytes per time:
 *     dt      = ts - ts'
 *     current = (q - q') / dt + (txBytes - txBytes') / dt       arrival rate, at least 0
 *     voltage = q + B T                                         inflight bytes
 *     power   = current * voltage / (B^2 T)                     1: full, no queue, no trend
 * The hop of the largest power and its dt, at most T, go into the average
 *     P = (1 - dt/T) P + (dt/T) power
 * which changes the window at each acknowledgement. Wold is updated once per round trip (AckRound):
 * it is the window at the start of the round in which the acknowledged packet was sent. If packets
 * of a flow take several paths, each path is compared with itself (PathLoad) and measured from its
 * second acknowledgement on.
 */
class PowerTcp final : public PowerWindow
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    CongestionNeeds DoGetNeeds() const override;

    bool MeasurePower(const TelemetryStack& stack);

    double m_roundBytes{0}; //!< W at the start of this round
    double m_oldBytes{0};   //!< Wold: W at the start of the previous round
    AckRound m_round;
    PathLoad m_path; //!< each hop in the previous acknowledgement
};

} // namespace ns3

#endif // AI_FABRIC_POWER_TCP_H

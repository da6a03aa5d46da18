// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RATE_WINDOW_H
#define AI_FABRIC_RATE_WINDOW_H

#include "rdma-congestion-control.h"

#include "ns3/object-factory.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Another congestion control, with rate R, combined with a window proportional to that rate, as in
 * HPCC's simulator (SIGCOMM 2019) for DCQCN and TIMELY (VAR_WIN, rdma-queue-pair.cc):
 *
 *     W = WindowBytes R / line rate, at least 1 byte
 *
 * A packet is sent while less than W is unacknowledged, so inflight bytes exceed W by less than one
 * packet. Both parts must allow a packet: the rate is that of the other congestion control, and so
 * is its window if that is smaller.
 *
 * W follows the rate at the last event (a sent packet, an acknowledgement, a notification, a loss,
 * an answer to a probe), so W does not depend on how often the rate is read.
 */
class RateWindow final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  protected:
    void DoDispose() override;

  private:
    void DoStart() override;
    void DoAdvance(int64_t nowPs) override;
    void DoNotifySent(int64_t nowPs, uint32_t wireBytes) override;
    void DoNotifyAck(const AckEvent& event) override;
    void DoNotifyCnp(int64_t nowPs) override;
    void DoNotifyLoss(const LossEvent& event) override;
    void DoNotifyControl(int64_t nowPs, uint64_t value) override;
    void DoNotifyProbe(int64_t nowPs, int64_t rttPs) override;
    int64_t DoAssignStreams(int64_t stream) override;
    CongestionNeeds DoGetNeeds() const override;
    Ptr<CongestionReceiver> DoMakeReceiver() const override;
    void DoValidate() const override;

    /** Publishes rate and window after an event. */
    void Publish(int64_t nowPs);

    ObjectFactory m_factory;            //!< factory of m_other
    uint64_t m_windowBytes;             //!< attribute; 0: line rate * base RTT
    uint64_t m_fullBytes{0};            //!< W at line rate
    int64_t m_stream{-1};               //!< see AssignStreams(); -1: none
    Ptr<RdmaCongestionControl> m_other; //!< null: not started
};

} // namespace ns3

#endif // AI_FABRIC_RATE_WINDOW_H

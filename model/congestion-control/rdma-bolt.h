// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_BOLT_H
#define AI_FABRIC_RDMA_BOLT_H

#include "ack-round.h"
#include "rdma-congestion-control.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-congestion-control
 * Bolt: a switch with a queue shortens the window by a packet before the packet that met the queue
 * has arrived. The window grows by a packet when a switch reports spare bandwidth.
 *
 * Sources: [1] Arslan, Li, Kumar, Dukkipati, "Bolt: Sub-RTT Congestion Control for Ultra-Low
 * Latency", NSDI 2023; [2] the authors' simulator (bolt-l4-protocol.cc). With m the
 * payload of a full packet:
 *
 *     a switch reports a queue of q bytes at a port of rate C, time r after the packet was sent:
 *       W > m     W = W - m, if since the last cut     r / ((q - TargetQueueBytes)/m * R/C)
 *                 has passed, R = W / rtt; the line rate before the first acknowledgement
 *       W <= m    W = W (1 - MaxDecrease)
 *     an acknowledgement
 *       INC       W = W + m
 *       the first, and then once per round trip     W = W + AdditiveIncrease m
 *       DEC without a report (BoltMarker without SubRttControl): as a report, with r = rtt
 *     a loss      W = W (1 - MaxDecrease), at most once per rtt
 *
 * Together, flows that share a queue thus shorten it by its length within r, if their packets do
 * not arrive in bursts: a burst causes only one cut. Hence packets are paced at PacingGain W/rtt,
 * from the first acknowledgement on; packets of a window of less than one packet at W/rtt.
 *
 * Packets are FIRST until a packet is acknowledged, LAST if all posted data from them on fits into
 * W, and ask for INC if they are neither. An acknowledgement that leaves no data to send ends a
 * flow ([2]).
 *
 * Bolt needs RdmaNic's AckInterval 1: among packets that share an acknowledgement only the last one
 * can get INC.
 *
 * Invariant: MinWindow m <= W <= max(m, MaxWindow * bandwidth-delay product). W begins at the
 * bandwidth-delay product, or at the limit if that is less.
 */
class RdmaBolt final : public RdmaCongestionControl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return W, payload in bytes */
    double GetBytes() const
    {
        return m_windowBytes;
    }

  private:
    void DoStart() override;
    void DoNotifyAck(const AckEvent& event) override;
    void DoNotifyNotice(const SwitchNotice& notice) override;
    void DoNotifyLoss(const LossEvent& event) override;
    uint64_t DoMakeTag(int64_t nowPs, uint64_t leftBytes) override;
    CongestionNeeds DoGetNeeds() const override;

    bool MaySlowDown(const SwitchNotice& notice) const;
    void SlowDown(const SwitchNotice& notice);
    void Publish(int64_t nowPs);

    double m_additiveIncrease; //!< in packets
    double m_maxDecrease;      //!< 0 to 1
    double m_minWindow;        //!< in packets, at most 1
    double m_maxWindow;        //!< in bandwidth-delay products
    double m_pacingGain;       //!< 0: no pacing
    uint64_t m_targetQueueBytes;
    double m_mtuBytes{0};    //!< m
    double m_maxBytes{0};    //!< largest W
    double m_windowBytes{0}; //!< W
    int64_t m_rttPs{0};      //!< round trip of the flow's last acknowledgement; 0: none
    int64_t m_cutPs{0};      //!< time of the last cut
    AckRound m_round;
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_BOLT_H

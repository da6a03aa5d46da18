// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SEND_PACER_H
#define AI_FABRIC_SEND_PACER_H

#include "ns3/fabric-units.h"
#include "ns3/rdma-congestion-control.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Computes when a sender may start its next packet at the rate of its congestion control:
 *
 *     integral of the rate from start to next start >= wire bits
 *
 * A change of the rate therefore plans the next start anew: the bits of the packet that the elapsed
 * time has not paid for are paid at the new rate. A packet sent at line rate needs no pacing,
 * because the port is busy with it for the same time. Without a congestion control the next packet
 * is due at once, unless HoldUntil() delays it.
 *
 * With SetLimit() the start of a packet and of the next one are also at least wire bits / limit
 * apart.
 */
class SendPacer
{
  public:
    /**
     * Starts again; the limit stays.
     *
     * @param congestionControl congestion control; must outlive its use here; null: no rate
     * @param lineRatebps rate of the port, in bit/s
     */
    void Start(RdmaCongestionControl* congestionControl, uint64_t lineRatebps)
    {
        const uint64_t limitbps = m_limitbps;
        *this = SendPacer();
        m_limitbps = limitbps;
        m_congestionControl = congestionControl;
        m_lineRatebps = lineRatebps;
    }

    /**
     * Limits the rate, whatever the congestion control allows.
     *
     * @param limitbps largest rate on the wire in bit/s; 0: no limit
     */
    void SetLimit(uint64_t limitbps)
    {
        m_limitbps = limitbps;
    }

    /**
     * Called when a packet is sent, with a congestion control.
     *
     * @param wireBytes length of the packet on the wire, in bytes
     * @param nowPs current time, in ps
     * @param number packet number, for the congestion control
     * @param applicationLimited true if no posted data is left to send after the packet
     */
    void Pace(uint32_t wireBytes,
              int64_t nowPs,
              uint64_t number = 0,
              bool applicationLimited = false)
    {
        if (__builtin_expect(m_limitbps > 0, 0))
        {
            m_heldUntilPs = std::max(m_heldUntilPs, nowPs + SerializationPs(wireBytes, m_limitbps));
        }
        m_congestionControl->NotifySent(nowPs, wireBytes, number, applicationLimited);
        const uint64_t ratebps = m_congestionControl->GetRatebps(nowPs);
        if (ratebps >= m_lineRatebps)
        {
            m_nextSendPs = nowPs;
            return;
        }
        m_nextSendPs = nowPs + SerializationPs(wireBytes, ratebps);
        m_paidAllowance =
            m_congestionControl->GetAllowance(nowPs) + uint64_t{wireBytes} * (8 * PS_PER_SECOND);
    }

    /**
     * Forbids the next packet until a time, whatever the rate; the limit may forbid it for longer.
     *
     * @param untilPs this time, in ps
     */
    void HoldUntil(int64_t untilPs)
    {
        m_heldUntilPs = std::max(m_heldUntilPs, untilPs);
    }

    /**
     * @param nowPs current time, in ps
     * @return true if the next start, as last planned, is in the future
     */
    bool Owes(int64_t nowPs) const
    {
        return m_nextSendPs > nowPs;
    }

    /**
     * Called when the rate may have changed since the next start was planned.
     *
     * @param nowPs current time, in ps
     */
    void Plan(int64_t nowPs);

    /** @return earliest start of the next packet as last planned, in ps */
    int64_t GetDuePs() const
    {
        return std::max(m_nextSendPs, m_heldUntilPs);
    }

    /**
     * @param nowPs current time, in ps
     * @return time of the next plan, in ps: the due time, or earlier if a timer of the congestion
     * control may change it
     */
    int64_t GetNextLookPs(int64_t nowPs) const;

  private:
    RdmaCongestionControl* m_congestionControl{nullptr}; //!< null: none
    uint64_t m_lineRatebps{0};                           //!< rate of the port, in bit/s
    uint64_t m_limitbps{0};                              //!< see SetLimit(); in bit/s
    int64_t m_nextSendPs{0};    //!< earliest start by the rate as last planned, in ps
    int64_t m_heldUntilPs{0};   //!< see HoldUntil()
    Uint128 m_paidAllowance{0}; //!< allowance that pays for the last packet
};

} // namespace ns3

#endif // AI_FABRIC_SEND_PACER_H

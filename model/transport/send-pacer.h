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
 * Hence a change of the rate plans the next start anew: the part of the packet's bits that the time
 * so far has not paid for is paid at the new rate. A packet sent at line rate needs no pacing,
 * since the port is busy with it that long. Without a congestion control the next packet is due at
 * once, unless HoldUntil() says otherwise.
 */
class SendPacer
{
  public:
    /**
     * Begins anew.
     *
     * @param congestionControl outlives its use here; null: no rate
     * @param lineRatebps of the port
     */
    void Start(RdmaCongestionControl* congestionControl, uint64_t lineRatebps)
    {
        *this = SendPacer();
        m_congestionControl = congestionControl;
        m_lineRatebps = lineRatebps;
    }

    /**
     * A packet is sent, with a congestion control.
     *
     * @param wireBytes of the packet
     * @param nowPs the time
     * @param number of the packet, for the congestion control
     * @param applicationLimited whether no posted data is left to send after it
     */
    void Pace(uint32_t wireBytes,
              int64_t nowPs,
              uint64_t number = 0,
              bool applicationLimited = false)
    {
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

    /** Forbids the next packet for a while, whatever the rate. @param untilPs until this time */
    void HoldUntil(int64_t untilPs)
    {
        m_heldUntilPs = untilPs;
    }

    /** @param nowPs the time @return whether the next start, as planned last, is still to come */
    bool Owes(int64_t nowPs) const
    {
        return m_nextSendPs > nowPs;
    }

    /** The rate may have changed since the next start was planned. @param nowPs the time */
    void Plan(int64_t nowPs);

    /** @return the earliest start of the next packet, as planned last */
    int64_t GetDuePs() const
    {
        return std::max(m_nextSendPs, m_heldUntilPs);
    }

    /**
     * @param nowPs the time
     * @return when to plan again: when it is due, or earlier if a timer of the congestion control
     *         may change that before
     */
    int64_t GetNextLookPs(int64_t nowPs) const;

  private:
    RdmaCongestionControl* m_congestionControl{nullptr}; //!< null: none
    uint64_t m_lineRatebps{0};                           //!< of the port
    int64_t m_nextSendPs{0};    //!< earliest start by the rate, as planned last
    int64_t m_heldUntilPs{0};   //!< see HoldUntil()
    Uint128 m_paidAllowance{0}; //!< allowance that pays for the last packet
};

} // namespace ns3

#endif // AI_FABRIC_SEND_PACER_H

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
 * When a sender may start its next packet, by the rate of its congestion control.
 *
 *     integral of the rate from start to next start >= wire bits
 *
 * A change of the rate hence plans the next start anew: what is left of the packet's bits is paid
 * at the new rate. A packet that is sent at line rate owes nothing: the port itself takes its time.
 * Without a congestion control everything is due at once, unless HoldUntil() says otherwise.
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

    /** A packet is sent, with a congestion control. @param wireBytes of it @param nowPs the time */
    void Pace(uint32_t wireBytes, int64_t nowPs)
    {
        m_congestionControl->NotifySent(nowPs, wireBytes);
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

    /** Nothing is due before, whatever the rate. @param untilPs then */
    void HoldUntil(int64_t untilPs)
    {
        m_heldUntilPs = untilPs;
    }

    /** @param nowPs the time @return whether the last packet is not paid yet, as planned last */
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
    RdmaCongestionControl* m_congestionControl{nullptr};
    uint64_t m_lineRatebps{0};
    int64_t m_nextSendPs{0}; //!< earliest start by the rate, as planned last
    int64_t m_heldUntilPs{0};
    Uint128 m_paidAllowance{0}; //!< with which the last packet is paid
};

} // namespace ns3

#endif // AI_FABRIC_SEND_PACER_H

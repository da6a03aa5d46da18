// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_LOSS_RECOVERY_H
#define AI_FABRIC_LOSS_RECOVERY_H

#include "ns3/object.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * How one queue pair recovers from loss, as requester and as responder.
 *
 * Packets are counted from 0 without wrapping; the low 24 bits are the PSN on the wire.
 *
 * Invariant: first unacknowledged <= next to send; expected never decreases.
 */
class LossRecovery : public Object
{
  public:
    /** What the responder does with a request packet. */
    enum class Verdict : uint8_t
    {
        DELIVER,   //!< it is the next one
        DUPLICATE, //!< seen before: acknowledge again
        GAP,       //!< something is missing before it: ask for that
        DISCARD    //!< something is missing and has been asked for
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return the packet to send next */
    uint64_t GetNextToSend() const
    {
        return m_next;
    }

    /** @return the oldest packet that has not been acknowledged */
    uint64_t GetFirstUnacknowledged() const
    {
        return m_unacknowledged;
    }

    /** @return what the responder waits for */
    uint64_t GetExpected() const
    {
        return m_expected;
    }

    /** The packet GetNextToSend() was sent. @return whether it was sent before */
    bool NotifySent()
    {
        const bool again = m_next < m_highest;
        DoNotifySent();
        m_highest = std::max(m_highest, m_next);
        return again;
    }

    /** @param packets all before this one have arrived @return whether that is news */
    bool NotifyAck(uint64_t packets)
    {
        if (packets <= m_unacknowledged || packets > m_highest)
        {
            return false;
        }
        m_unacknowledged = packets;
        m_next = std::max(m_next, packets);
        return true;
    }

    /** The responder lacks the oldest unacknowledged packet. */
    void NotifyNak()
    {
        DoNotifyNak();
    }

    /** Nothing came back in time. */
    void NotifyTimeout()
    {
        DoNotifyTimeout();
    }

    /** @param packet that arrived @return what to do with it */
    Verdict NotifyArrival(uint64_t packet)
    {
        return DoNotifyArrival(packet);
    }

  protected:
    uint64_t m_unacknowledged{0}; //!< requester
    uint64_t m_next{0};           //!< requester
    uint64_t m_highest{0};        //!< requester: one more than the last packet ever sent
    uint64_t m_expected{0};       //!< responder

  private:
    virtual void DoNotifySent() = 0;
    virtual void DoNotifyNak() = 0;
    virtual void DoNotifyTimeout() = 0;
    virtual Verdict DoNotifyArrival(uint64_t packet) = 0;
};

} // namespace ns3

#endif // AI_FABRIC_LOSS_RECOVERY_H

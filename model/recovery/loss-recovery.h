// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LOSS_RECOVERY_H
#define AI_FABRIC_LOSS_RECOVERY_H

#include "ns3/object.h"
#include "ns3/read-once.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * How one queue pair recovers from loss, as requester and as responder.
 *
 * Packets are counted from 0 without wrapping; the low 24 bits are the PSN on the wire. A READ
 * request stands for as many packets as its response has (its span).
 *
 * Invariant: first unacknowledged <= next to send <= one more than the last packet ever sent.
 */
class LossRecovery : public Object, public ReadOnceAttributes
{
  public:
    /** What the responder does with a request packet. */
    enum class Verdict : uint8_t
    {
        DELIVER,   //!< it is the next one; deliver it and the held ones up to GetExpected()
        HOLD,      //!< keep it until the missing ones before it have come; tell the requester
        RESTART,   //!< its message begins anew
        DUPLICATE, //!< seen before: acknowledge again
        GAP,       //!< something is missing before it: ask for that
        DISCARD    //!< something is missing and has been asked for
    };

    /** A request packet at the responder. */
    struct Arrival
    {
        uint64_t packet;    //!< its number
        uint64_t span;      //!< how many numbers it stands for
        bool startsMessage; //!< it is the first packet of its message
        bool endsMessage;   //!< it is the last packet of its message
        bool mayBeHeld;     //!< the responder may keep it while earlier packets are missing
    };

    /** What the loss recovery is told of its queue pair. */
    struct Context
    {
        uint64_t lineRatebps; //!< of the port
        int64_t baseRttPs;    //!< idle round trip of a full packet
        uint32_t mtuBytes;    //!< payload of a full packet
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Called once, before anything else. @param context of the queue pair */
    void Start(const Context& context)
    {
        DoStart(context);
        NotifyRead("its queue pair was made");
    }

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

    /** @return one more than the last packet ever sent */
    uint64_t GetHighest() const
    {
        return m_highest;
    }

    /** @return number of the packet that the responder waits for */
    uint64_t GetExpected() const
    {
        return m_expected;
    }

    /** @return the largest payload that may be unacknowledged, in bytes */
    uint64_t GetWindowBytes() const
    {
        return m_windowBytes;
    }

    /** @return whether the responder keeps packets that come out of order */
    bool IsSelective() const
    {
        return m_selective;
    }

    /**
     * The packet GetNextToSend() was sent.
     *
     * @param span how many packets it stands for
     * @return whether it was sent before
     */
    bool NotifySent(uint64_t span)
    {
        const bool again = m_next < m_highest;
        DoNotifySent(span);
        m_highest = std::max(m_highest, m_next);
        return again;
    }

    /**
     * @param packets number of a packet; all before it have arrived
     * @return whether any of them was not known to have arrived
     */
    bool NotifyAck(uint64_t packets)
    {
        if (packets <= m_unacknowledged || packets > m_highest)
        {
            return false;
        }
        m_unacknowledged = packets;
        m_next = std::max(m_next, packets);
        DoNotifyAck();
        return true;
    }

    /**
     * The responder lacks the oldest unacknowledged packet.
     *
     * @param selective a later packet that has arrived; a number below the missing packet: none is
     *        known
     * @param messageStart first packet of the message that the missing one belongs to
     * @return whether any packet is to be sent again
     */
    bool NotifyNak(uint64_t selective, uint64_t messageStart)
    {
        return DoNotifyNak(selective, messageStart);
    }

    /**
     * Nothing came back in time.
     *
     * @param messageStart first packet of the message that the oldest unacknowledged one belongs to
     */
    void NotifyTimeout(uint64_t messageStart)
    {
        DoNotifyTimeout(messageStart);
    }

    /** @param arrival a request packet @return what to do with it */
    Verdict NotifyArrival(const Arrival& arrival)
    {
        return DoNotifyArrival(arrival);
    }

    /**
     * A request packet came without its payload: a switch has trimmed it.
     *
     * @param packet its number
     * @return GAP: send a NAK for the expected packet; DISCARD: do nothing
     */
    Verdict NotifyTrimmed(uint64_t packet)
    {
        return DoNotifyTrimmed(packet);
    }

  protected:
    /** @param windowBytes payload, at least 1 */
    void SetWindow(uint64_t windowBytes)
    {
        m_windowBytes = windowBytes;
    }

    /** See IsSelective(). */
    void SetSelective()
    {
        m_selective = true;
    }

    /** A packet is taken. @param packet number that the responder waits for from now on */
    void Expect(uint64_t packet)
    {
        m_expected = packet;
        m_asked = false;
    }

    /**
     * A packet is not taken. The first one refused asks for the packet that is expected (a NAK).
     *
     * @param packet its number, not GetExpected()
     * @return what to do with it
     */
    Verdict Refuse(uint64_t packet)
    {
        if (packet < m_expected)
        {
            return Verdict::DUPLICATE;
        }
        return std::exchange(m_asked, true) ? Verdict::DISCARD : Verdict::GAP;
    }

    uint64_t m_unacknowledged{0}; //!< requester: the oldest packet without acknowledgement
    uint64_t m_next{0};           //!< requester: the packet to send next
    uint64_t m_highest{0};        //!< requester: one more than the last packet ever sent
    uint64_t m_expected{0};       //!< responder: the packet that it waits for

  private:
    /** Does nothing by default. */
    virtual void DoStart(const Context& context);
    /** By default counts the packet as sent. @param span how many packets it stands for */
    virtual void DoNotifySent(uint64_t span);
    /** Does nothing by default. */
    virtual void DoNotifyAck();
    virtual bool DoNotifyNak(uint64_t selective, uint64_t messageStart) = 0;
    virtual void DoNotifyTimeout(uint64_t messageStart) = 0;
    virtual Verdict DoNotifyArrival(const Arrival& arrival) = 0;
    /**
     * By default sends a NAK for the expected packet: always if the trimmed packet is the expected
     * one, else unless such a NAK has gone out before.
     */
    virtual Verdict DoNotifyTrimmed(uint64_t packet);

    uint64_t m_windowBytes{UINT64_MAX}; //!< of payload in flight; default: no limit
    bool m_selective{false};            //!< the responder keeps what comes out of order
    bool m_asked{false};                //!< responder: a NAK for the expected packet has gone out
};

} // namespace ns3

#endif // AI_FABRIC_LOSS_RECOVERY_H

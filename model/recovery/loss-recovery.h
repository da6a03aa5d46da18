// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LOSS_RECOVERY_H
#define AI_FABRIC_LOSS_RECOVERY_H

#include "ns3/frozen-attributes.h"
#include "ns3/object.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-recovery
 * Loss recovery of one queue pair, as requester and as responder.
 *
 * Packets are numbered from 0 without wrapping; the low 24 bits are the PSN on the wire. A READ
 * request has as many packet numbers as its response has packets (its span).
 *
 * Invariant: first unacknowledged <= next to send <= number after the last packet ever sent.
 */
class LossRecovery : public Object, public FrozenAttributes
{
  public:
    /** Decision of the responder about a request packet. */
    enum class Verdict : uint8_t
    {
        DELIVER,   //!< the expected packet; deliver it and the held packets up to GetExpected()
        HOLD,      //!< hold it until the missing packets before it have come; notify the requester
        RESTART,   //!< its message starts again
        DUPLICATE, //!< already seen: acknowledge again
        GAP,       //!< an earlier packet is missing: request it
        DISCARD    //!< an earlier packet is missing and has been requested
    };

    /** A request packet at the responder. */
    struct Arrival
    {
        uint64_t packet;    //!< packet number
        uint64_t span;      //!< number of packet numbers that it has
        bool startsMessage; //!< first packet of its message
        bool endsMessage;   //!< last packet of its message
        bool mayBeHeld;     //!< the responder may hold it while earlier packets are missing
    };

    /** Data about the queue pair. */
    struct Context
    {
        uint64_t lineRatebps; //!< rate of the port, in bit/s
        int64_t baseRttPs;    //!< idle round trip of a full packet, in ps
        uint32_t mtuBytes;    //!< payload of a full packet
    };

    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Called once, before anything else.
     *
     * @param context data about the queue pair
     */
    void Start(const Context& context)
    {
        DoStart(context);
        NotifyRead("its queue pair was made");
    }

    /** @return number of the next packet to send */
    uint64_t GetNextToSend() const
    {
        return m_next;
    }

    /** @return number of the oldest unacknowledged packet */
    uint64_t GetFirstUnacknowledged() const
    {
        return m_unacknowledged;
    }

    /** @return number after the last packet ever sent */
    uint64_t GetHighest() const
    {
        return m_highest;
    }

    /** @return number of the packet that the responder expects */
    uint64_t GetExpected() const
    {
        return m_expected;
    }

    /** @return limit of unacknowledged payload, in bytes */
    uint64_t GetWindowBytes() const
    {
        return m_windowBytes;
    }

    /** @return true if the responder holds packets that come out of order */
    bool IsSelective() const
    {
        return m_selective;
    }

    /**
     * Called when the packet GetNextToSend() was sent.
     *
     * @param span number of packet numbers that it has
     * @return true if it was sent before
     */
    bool NotifySent(uint64_t span)
    {
        const bool again = m_next < m_highest;
        DoNotifySent(span);
        m_highest = std::max(m_highest, m_next);
        return again;
    }

    /**
     * @param packets number of the first packet that may not have arrived
     * @return true if the arrival of some of them is new
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
     * Called when the responder lacks the oldest unacknowledged packet.
     *
     * @param selective number of a later packet that has arrived; a number below the missing
     * packet: none is known
     * @param messageStart first packet of the missing packet's message
     * @return true if some packet must be sent again
     */
    bool NotifyNak(uint64_t selective, uint64_t messageStart)
    {
        return DoNotifyNak(selective, messageStart);
    }

    /**
     * Called when no answer has come in time.
     *
     * @param messageStart first packet of the oldest unacknowledged packet's message
     */
    void NotifyTimeout(uint64_t messageStart)
    {
        DoNotifyTimeout(messageStart);
    }

    /**
     * @param arrival request packet
     * @return decision about it
     */
    Verdict NotifyArrival(const Arrival& arrival)
    {
        return DoNotifyArrival(arrival);
    }

    /**
     * Called when a request packet came without its payload, because a switch has trimmed it.
     *
     * @param packet packet number
     * @return GAP: send a NAK for the expected packet; DISCARD: no action
     */
    Verdict NotifyTrimmed(uint64_t packet)
    {
        return DoNotifyTrimmed(packet);
    }

  protected:
    /** @param windowBytes limit of unacknowledged payload, in bytes, at least 1 */
    void SetWindow(uint64_t windowBytes)
    {
        m_windowBytes = windowBytes;
    }

    /** Makes IsSelective() true. */
    void SetSelective()
    {
        m_selective = true;
    }

    /**
     * Called when a packet is accepted.
     *
     * @param packet number of the next expected packet
     */
    void Expect(uint64_t packet)
    {
        m_expected = packet;
        m_asked = false;
    }

    /**
     * Refuses a packet. The first refused packet causes a request for the expected packet (a NAK).
     *
     * @param packet packet number other than GetExpected()
     * @return decision about it
     */
    Verdict Refuse(uint64_t packet)
    {
        if (packet < m_expected)
        {
            return Verdict::DUPLICATE;
        }
        return std::exchange(m_asked, true) ? Verdict::DISCARD : Verdict::GAP;
    }

    uint64_t m_unacknowledged{0}; //!< requester: oldest unacknowledged packet
    uint64_t m_next{0};           //!< requester: next packet to send
    uint64_t m_highest{0};        //!< requester: number after the last packet ever sent
    uint64_t m_expected{0};       //!< responder: expected packet

  private:
    /** Does nothing by default. */
    virtual void DoStart(const Context& context);
    /**
     * By default counts the packet as sent.
     *
     * @param span number of packet numbers that it has
     */
    virtual void DoNotifySent(uint64_t span);
    /** Does nothing by default. */
    virtual void DoNotifyAck();
    virtual bool DoNotifyNak(uint64_t selective, uint64_t messageStart) = 0;
    virtual void DoNotifyTimeout(uint64_t messageStart) = 0;
    virtual Verdict DoNotifyArrival(const Arrival& arrival) = 0;
    /**
     * By default sends a NAK for the expected packet: always if the trimmed packet is the expected
     * one, else unless such a NAK has already been sent.
     */
    virtual Verdict DoNotifyTrimmed(uint64_t packet);

    uint64_t m_windowBytes{UINT64_MAX}; //!< limit of payload in flight; default: unlimited
    bool m_selective{false};            //!< the responder holds packets out of order
    bool m_asked{false};                //!< responder: a NAK for the expected packet has been sent
};

} // namespace ns3

#endif // AI_FABRIC_LOSS_RECOVERY_H

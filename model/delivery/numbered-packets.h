// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NUMBERED_PACKETS_H
#define AI_FABRIC_NUMBERED_PACKETS_H

#include "numbered-messages.h"

#include "ns3/lazy-deque.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The packets of the messages of a SelectiveSender, with the state of each packet, and the
 * messages. Lost packets go first, in the order in which their loss was noted, then new ones.
 *
 * Invariants: a packet is outstanding, lost or arrived; only the PSNs from the first one that has
 * not arrived to the next new one are kept, at most the PSN range.
 *
 * It has many methods because each event of a packet is one, and they share one ring of packets.
 */
class NumberedPackets
{
  public:
    using Message = NumberedMessages::Message; //!< a message

    /** State of a packet. */
    enum class State : uint8_t
    {
        OUTSTANDING, //!< sent
        LOST,        //!< waits for its retransmission
        ARRIVED
    };

    /** A packet, kept from the first one that has not arrived. */
    struct Packet
    {
        int64_t sentPs;        //!< time of its last transmission
        uint64_t transmission; //!< number of its last transmission
        uint64_t message;      //!< number of its message
        State state;           //!< its state at the sender
        bool repeated;         //!< it was retransmitted
        uint16_t port;         //!< UDP source port of its last transmission
        uint8_t plane;         //!< port of the host of its last transmission
    };

    /** A transmission of a packet. */
    struct Transmission
    {
        uint64_t psn;    //!< packet sequence number
        uint64_t number; //!< in the order of transmissions
    };

    /** A packet that is being sent. */
    struct Sending
    {
        const Message& message; //!< message of the packet, valid until a message ends
        uint64_t number;        //!< number of the message
        uint64_t psn;           //!< packet sequence number
        uint64_t index;         //!< index of the packet in its message
        uint32_t payload;       //!< payload in bytes
        bool last;              //!< last packet of its message
        bool again;             //!< retransmission
    };

    /**
     * Called once, before anything else.
     *
     * @param mtuBytes payload of a full packet
     * @param psnRange largest distance from the first packet that has not arrived to a new one
     */
    void Start(uint32_t mtuBytes, uint32_t psnRange)
    {
        m_messages.Start(mtuBytes);
        m_psnRange = psnRange;
    }

    /**
     * Appends a message.
     *
     * @param bytes length of the message, at least 1
     * @param immediate immediate of the message
     * @param nowPs present time in ps
     */
    void Post(uint64_t bytes, uint32_t immediate, int64_t nowPs)
    {
        m_messages.Post(bytes, immediate, nowPs, GetEndPsn());
    }

    /** @return payload of the next packet in bytes; 0: none, or the PSN range is full */
    uint32_t GetNextPayload() const;

    /** @param nowPs present time in ps @return next packet, which is now outstanding */
    Sending Send(int64_t nowPs);

    /**
     * @param psn PSN, only if Has()
     * @param port UDP source port of its transmission
     * @param plane port of the host of its transmission
     */
    void SetPath(uint64_t psn, uint16_t port, uint32_t plane)
    {
        Packet& packet = m_packets[psn - m_firstPsn];
        packet.port = port;
        packet.plane = static_cast<uint8_t>(plane);
    }

    /** @param psn PSN of an arrived packet @param told true if its last transmission arrived */
    void Arrive(uint64_t psn, bool told);

    /** @param psn PSN before which all packets have arrived */
    void ArriveBefore(uint64_t psn);

    /** @param psn PSN of a packet whose last transmission has reached the receiver */
    void NoteTransmission(uint64_t psn);

    /**
     * @param psn PSN of a lost packet
     * @return payload of the packet in bytes; 0: it is not outstanding
     */
    uint32_t MarkLost(uint64_t psn);

    /** Marks all packets as lost that have not arrived, to be sent again in order. */
    void MarkAllLost();

    /** Forgets marks of lost packets that have arrived since, up to the next packet to send. */
    void SkipLost();

    /** @return oldest transmission of an outstanding packet; null: no packet is outstanding */
    const Transmission* FindOldest();

    /** Removes arrived packets and ended messages. @return messages that have ended just now */
    std::vector<Message> TakeEnded();

    /** Removes all messages and packets. @return the messages */
    LazyDeque<Message> TakeAll();

    /** @return the messages */
    const NumberedMessages& GetMessages() const
    {
        return m_messages;
    }

    /** @return PSN of the first packet that has not arrived */
    uint64_t GetFirstPsn() const
    {
        return m_firstPsn;
    }

    /** @return PSN of the next new packet */
    uint64_t GetEndPsn() const
    {
        return m_firstPsn + m_packets.size();
    }

    /** @param psn any PSN @return true if its packet was sent and is kept */
    bool Has(uint64_t psn) const
    {
        return psn >= m_firstPsn && psn < GetEndPsn();
    }

    /** @param psn PSN, only if Has() @return the packet */
    const Packet& At(uint64_t psn) const
    {
        return m_packets[psn - m_firstPsn];
    }

    /** @param psn PSN, only if Has() @return payload of the packet in bytes */
    uint32_t GetPayload(uint64_t psn) const
    {
        return m_messages.GetPayload(m_messages.At(At(psn).message), psn);
    }

    /** @return number of packets that are kept */
    uint64_t GetPacketCount() const
    {
        return m_packets.size();
    }

    /** @return number of packets that wait for their retransmission */
    uint64_t GetLostCount() const
    {
        return m_lost.size();
    }

    /** @return true if new packets are left to send, or packets have not arrived */
    bool HasWork() const
    {
        return !m_packets.empty() || m_messages.HasUnsent();
    }

    /** @return payload of lost packets in bytes */
    uint64_t GetLostBytes() const
    {
        return m_lostBytes;
    }

    /** @return payload that waits for its transmission or retransmission, in bytes */
    uint64_t GetBacklogBytes() const
    {
        return m_messages.GetLeftBytes() + m_lostBytes;
    }

    /** @return number of the next transmission */
    uint64_t GetNextTransmission() const
    {
        return m_transmission;
    }

    /** @return 1 + largest number of a transmission that arrived */
    uint64_t GetArrivedTransmission() const
    {
        return m_arrivedTransmission;
    }

  private:
    bool IsOutstanding(const Transmission& transmission) const
    {
        return transmission.psn >= m_firstPsn && At(transmission.psn).state == State::OUTSTANDING &&
               At(transmission.psn).transmission == transmission.number;
    }

    NumberedMessages m_messages;
    uint64_t m_psnRange{0};
    LazyDeque<Packet> m_packets;
    uint64_t m_firstPsn{0};     //!< PSN of the first packet in m_packets
    LazyDeque<uint64_t> m_lost; //!< PSNs of lost packets; some arrived or were sent again since
    LazyDeque<Transmission> m_transmissions; //!< in their order; some are obsolete
    uint64_t m_transmission{0};              //!< number of the next one
    uint64_t m_arrivedTransmission{0};       //!< 1 + largest number of an arrived transmission
    uint64_t m_lostBytes{0};                 //!< payload of LOST packets
};

} // namespace ns3

#endif // AI_FABRIC_NUMBERED_PACKETS_H

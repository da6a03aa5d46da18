// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RDMA_SEND_QUEUE_H
#define AI_FABRIC_RDMA_SEND_QUEUE_H

#include "rdma-verbs.h"

#include <algorithm>
#include <boost/circular_buffer.hpp>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * A message to send.
 */
struct RdmaMessage
{
    uint64_t workId;         //!< number that the completion returns
    uint64_t bytes;          //!< its length, at least 1
    uint64_t startByte;      //!< number of its first packet
    uint64_t firstPacket;    //!< number of its first packet
    uint64_t packets;        //!< packet numbers that it takes
    int64_t postedPs;        //!< time of the post, in ps
    uint64_t address;        //!< address at the destination
    uint64_t swapOrAdd;      //!< atomic operations: new value or summand
    uint64_t compare;        //!< COMPARE_SWAP: expected value
    uint64_t received;       //!< READ: response packets received in order
    uint32_t destHost;       //!< datagrams: host index
    uint32_t destQp;         //!< datagrams: number of the queue pair there
    uint32_t immediate;      //!< for operations ..._IMM
    RdmaOperation operation; //!< operation of the message

    /** @return payload bytes that this end sends: 0 for a READ or an atomic operation */
    uint64_t GetPayloadBytes() const
    {
        return IsAnswered(operation) ? 0 : bytes;
    }
};

/**
 * @ingroup ai-fabric-transport
 * The incomplete messages of a queue pair, cut into packets of the MTU, with the progress of
 * sending and acknowledgement in packets and in payload bytes.
 *
 * Packets are numbered as in LossRecovery. Invariant, in payload bytes: acknowledged <= next <=
 * highest <= posted, where highest is the end of the last packet ever sent.
 */
class RdmaSendQueue
{
  public:
    /** Called once, before anything else. @param mtuBytes payload of a full packet */
    void SetMtu(uint32_t mtuBytes)
    {
        m_mtuBytes = mtuBytes;
    }

    /**
     * @param bytes length of a message, at least 1
     * @return number of its packets
     */
    uint64_t GetPackets(uint64_t bytes) const
    {
        return (bytes + m_mtuBytes - 1) / m_mtuBytes;
    }

    /** @param message message with all fields except startByte, firstPacket and packets */
    void Append(RdmaMessage message);

    /**
     * Empties the queue.
     *
     * @return all its messages, oldest first
     */
    boost::circular_buffer<RdmaMessage> TakeAll();

    /** @return true if the queue has no message */
    bool IsEmpty() const
    {
        return m_messages.empty();
    }

    /** @return true if a packet is left to send */
    bool HasNext() const
    {
        return m_next != nullptr;
    }

    /**
     * Only if HasNext().
     *
     * @return message of the next packet
     */
    const RdmaMessage& GetNext() const
    {
        return *m_next;
    }

    /**
     * @param message message in the queue
     * @param index index of a packet in the message, from 0
     * @return payload bytes of this packet
     */
    uint32_t PayloadOf(const RdmaMessage& message, uint64_t index) const
    {
        if (IsAnswered(message.operation))
        {
            return 0;
        }
        return static_cast<uint32_t>(index + 1 < message.packets
                                         ? m_mtuBytes
                                         : message.bytes - (message.packets - 1) * m_mtuBytes);
    }

    /**
     * Called when the next packet has been sent.
     *
     * @param payloadBytes payload of the packet
     * @param last true for the last packet of its message
     */
    void NotifySent(uint32_t payloadBytes, bool last)
    {
        m_nextBytes += payloadBytes;
        m_highestBytes = std::max(m_highestBytes, m_nextBytes);
        if (last)
        {
            m_answersDue += IsAnswered(GetNext().operation);
            ++m_cursor;
            FindNext();
        }
    }

    /**
     * Sets the next packet to send, if that is not the packet after the last one sent.
     *
     * @param packet packet number
     * @param firstUnacknowledged number of the oldest unacknowledged packet
     */
    void Seek(uint64_t packet, uint64_t firstUnacknowledged);

    /**
     * @param packets number of the first packet that has not arrived
     * @return true if the oldest message is complete
     */
    bool HasComplete(uint64_t packets) const
    {
        return !m_messages.empty() &&
               m_messages.front().firstPacket + m_messages.front().packets <= packets;
    }

    /**
     * Only if HasComplete(). Removes the oldest message.
     *
     * @return the message
     */
    RdmaMessage TakeComplete();

    /**
     * Called after the last TakeComplete().
     *
     * @param packets number of the first packet that has not arrived
     */
    void NotifyAcknowledged(uint64_t packets)
    {
        if (!m_messages.empty() && packets > m_messages.front().firstPacket)
        {
            const RdmaMessage& message = m_messages.front();
            m_acknowledgedBytes = StartOf(message, packets - message.firstPacket);
            m_nextBytes = std::max(m_nextBytes, m_acknowledgedBytes);
        }
    }

    /**
     * @return number of the first packet of the oldest message; if the queue is empty, of the next
     * message
     */
    uint64_t GetFirstPacket() const
    {
        return m_messages.empty() ? m_postedPackets : m_messages.front().firstPacket;
    }

    /**
     * Finds the oldest READ or atomic operation that was sent and not answered: later messages must
     * not complete before it.
     *
     * @param highest number after the last packet ever sent
     * @return the message; null if there is none
     */
    RdmaMessage* FindUnanswered(uint64_t highest)
    {
        return m_answersPosted == 0 ? nullptr : FirstUnanswered(highest);
    }

    /** @return payload posted so far, in bytes */
    uint64_t GetPostedBytes() const
    {
        return m_postedBytes;
    }

    /** @return payload before the next packet to send, in bytes */
    uint64_t GetNextBytes() const
    {
        return m_nextBytes;
    }

    /** @return payload before the first packet that was never sent, in bytes */
    uint64_t GetHighestBytes() const
    {
        return m_highestBytes;
    }

    /** @return payload before the oldest unacknowledged packet, in bytes */
    uint64_t GetAcknowledgedBytes() const
    {
        return m_acknowledgedBytes;
    }

    /** @return number of READs and atomic operations that were sent and not answered */
    uint64_t GetAnswersDue() const
    {
        return m_answersDue;
    }

  private:
    /** @return payload posted before a packet of the message, in bytes */
    uint64_t StartOf(const RdmaMessage& message, uint64_t index) const
    {
        return IsAnswered(message.operation) ? message.startByte
                                             : message.startByte + index * m_mtuBytes;
    }

    /** @return the first READ or atomic operation before the packet highest, or null */
    RdmaMessage* FirstUnanswered(uint64_t highest);

    /** Updates m_next after a change of the cursor or of the messages. */
    void FindNext()
    {
        m_next = m_cursor < m_messages.size() ? &m_messages[m_cursor] : nullptr;
    }

    /** Posted and not complete; grows when it is full. */
    boost::circular_buffer<RdmaMessage> m_messages;
    std::size_t m_cursor{0};            //!< index into m_messages of the message of the next packet
    const RdmaMessage* m_next{nullptr}; //!< message at m_cursor; null: nothing is left to send
    uint64_t m_mtuBytes{4096};
    uint64_t m_postedPackets{0};     //!< packet numbers taken by all messages so far
    uint64_t m_postedBytes{0};       //!< payload posted so far
    uint64_t m_nextBytes{0};         //!< payload before the next packet
    uint64_t m_highestBytes{0};      //!< end of the last payload ever sent
    uint64_t m_acknowledgedBytes{0}; //!< acknowledged payload
    uint64_t m_answersPosted{0};     //!< number of READs and atomic operations in m_messages
    uint64_t m_answersDue{0};        //!< number of these before m_cursor
};

} // namespace ns3

#endif // AI_FABRIC_RDMA_SEND_QUEUE_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NUMBERED_MESSAGES_H
#define AI_FABRIC_NUMBERED_MESSAGES_H

#include "ns3/lazy-deque.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The messages of a NumberedPackets that have not ended, by number, and their packets by packet
 * sequence number (PSN): a message has the PSNs behind those of the message before it.
 */
class NumberedMessages
{
  public:
    /** A message that has not ended, or one behind such a message. */
    struct Message
    {
        uint64_t bytes;     //!< length in bytes
        uint64_t firstPsn;  //!< packet sequence number of its first packet
        uint64_t missing;   //!< number of packets that have not arrived
        int64_t postedPs;   //!< time at which it was posted, in ps
        uint32_t immediate; //!< number by which the client knows the message
    };

    /**
     * Called once, before anything else.
     *
     * @param mtuBytes payload of a full packet
     */
    void Start(uint32_t mtuBytes)
    {
        m_mtuBytes = mtuBytes;
    }

    /**
     * @param bytes length of a message, or of several
     * @return number of full packets, rounded up
     */
    uint64_t GetPackets(uint64_t bytes) const
    {
        return (bytes + m_mtuBytes - 1) / m_mtuBytes;
    }

    /**
     * Appends a message.
     *
     * @param bytes length of the message, at least 1
     * @param immediate immediate of the message
     * @param nowPs present time in ps
     * @param endPsn its first PSN if it is the first message
     */
    void Post(uint64_t bytes, uint32_t immediate, int64_t nowPs, uint64_t endPsn);

    /** @return true if new packets are left to send */
    bool HasUnsent() const
    {
        return m_next < m_first + m_messages.size();
    }

    /** @return number of the message with the next new packet */
    uint64_t GetNext() const
    {
        return m_next;
    }

    /** @param number number of a message @return the message */
    const Message& At(uint64_t number) const
    {
        return m_messages[number - m_first];
    }

    /** @param message message @param psn PSN of its packet @return payload of the packet in bytes
     */
    uint32_t GetPayload(const Message& message, uint64_t psn) const
    {
        return static_cast<uint32_t>(
            std::min(m_mtuBytes, message.bytes - (psn - message.firstPsn) * m_mtuBytes));
    }

    /** @param payload payload of the next new packet, in bytes @param last true if it is the last
     */
    void Send(uint32_t payload, bool last)
    {
        m_sentBytes += payload;
        m_leftBytes -= payload;
        m_next += last;
    }

    /** @param number number of the message of which another packet has arrived */
    void Arrive(uint64_t number)
    {
        if (--m_messages[number - m_first].missing == 0)
        {
            m_complete.push_back(number);
        }
    }

    /** @return payload sent, each packet once, in bytes */
    uint64_t GetSentBytes() const
    {
        return m_sentBytes;
    }

    /** @return payload posted and not sent yet, in bytes */
    uint64_t GetLeftBytes() const
    {
        return m_leftBytes;
    }

    /** Only if a message has not ended. @return oldest message that has not ended */
    const Message& GetOldest() const;

    /** Removes ended messages. @return messages that have ended just now */
    std::vector<Message> TakeEnded();

    /** Removes all messages. @return the messages */
    LazyDeque<Message> TakeAll();

  private:
    uint64_t m_mtuBytes{0};
    LazyDeque<Message> m_messages;
    std::vector<uint64_t> m_complete; //!< numbers of complete messages that were not taken yet
    uint64_t m_first{0};              //!< number of the first message in m_messages
    uint64_t m_next{0};               //!< number of the message with the next new packet
    uint64_t m_sentBytes{0};          //!< payload sent, each packet once
    uint64_t m_leftBytes{0};          //!< payload posted and not sent yet
};

} // namespace ns3

#endif // AI_FABRIC_NUMBERED_MESSAGES_H

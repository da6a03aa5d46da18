// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RECEIVED_MESSAGES_H
#define AI_FABRIC_RECEIVED_MESSAGES_H

#include "wrapped-number.h"

#include "ns3/lazy-deque.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-delivery
 * The missing payload of messages whose packets come in any order.
 */
class ReceivedMessages
{
  public:
    /** Interface for notices about messages. */
    class Client
    {
      public:
        /**
         * @param immediate immediate of a received message
         * @param nowPs time of its completion in ps
         */
        virtual void OnReceiverMessage(uint32_t immediate, int64_t nowPs) = 0;

      protected:
        ~Client() = default;
    };

    /**
     * Called once for each packet.
     *
     * @param low low bits of the number of the message
     * @param bits number of these bits, 1 to 32
     * @param bytes length of the message
     * @param payloadBytes payload of the packet
     * @return true if the message is complete now
     */
    bool Add(uint32_t low, uint32_t bits, uint64_t bytes, uint32_t payloadBytes)
    {
        const std::size_t index = UnwrapNumber(low, m_first, bits) - m_first;
        if (index >= m_messages.size())
        {
            m_messages.resize(index + 1);
        }
        Message& message = m_messages[index];
        if (!std::exchange(message.known, true))
        {
            message.missingBytes = bytes;
        }
        message.missingBytes -= payloadBytes;
        const bool complete = message.missingBytes == 0;
        while (!m_messages.empty() && m_messages.front().known &&
               m_messages.front().missingBytes == 0)
        {
            m_messages.pop_front();
            ++m_first;
        }
        return complete;
    }

  private:
    /** A message with missing packets, or one behind such a message. */
    struct Message
    {
        uint64_t missingBytes{0}; //!< missing payload in bytes
        bool known{false};        //!< a packet of the message has come
    };

    LazyDeque<Message> m_messages; //!< messages from m_first on
    uint64_t m_first{0};           //!< number of the first message in m_messages
};

} // namespace ns3

#endif // AI_FABRIC_RECEIVED_MESSAGES_H

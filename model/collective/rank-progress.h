// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RANK_PROGRESS_H
#define AI_FABRIC_RANK_PROGRESS_H

#include "chunk-range.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * The nodes of a rank since its last wait, and the nodes that its next SEND waits for.
 */
class RankProgress
{
  public:
    /**
     * A message that shares the rank's link with others. Times count bytes that could have moved.
     */
    struct Message
    {
        uint32_t recv;     //!< its RECV
        uint32_t to;       //!< receiving rank
        ChunkRange target; //!< chunks of the receiver
        uint64_t start;    //!< earliest start
        uint64_t bytes;    //!< length of the message
        uint64_t end;      //!< arrival
    };

    /** @param node sending node of this rank */
    void AddSent(uint32_t node)
    {
        m_sent.push_back(node);
    }

    /** @param node receiving or writing node of this rank */
    void AddArrived(uint32_t node)
    {
        m_arrived.push_back(node);
    }

    /** @param message message of this rank whose time counts */
    void AddMessage(const Message& message)
    {
        m_messages.push_back(message);
    }

    /** @return nodes that the next SEND must wait for */
    const std::vector<uint32_t>& GetGate() const
    {
        return m_gate;
    }

    /** @return earliest start of the next SEND, in bytes */
    uint64_t GetFreeTime() const
    {
        return m_freeTime;
    }

    /** Later SENDs wait for all arrivals so far. */
    void AwaitArrivals();

    /**
     * Later SENDs wait for all messages that were sent and have arrived so far.
     *
     * Only at this call it is known which messages share the link: the next message shares it if it
     * can leave before the messages before it, one after the other, have arrived. All of them
     * arrive together with the last one, because queue pairs take turns by packets.
     *
     * @return messages with their ends
     */
    std::vector<Message> AwaitAll();

  private:
    std::vector<uint32_t> m_sent;    //!< SENDs
    std::vector<uint32_t> m_arrived; //!< RECVs and REDUCEs
    std::vector<uint32_t> m_gate;    //!< nodes
    std::vector<Message> m_messages; //!< messages since the last wait
    uint64_t m_freeTime{0};          //!< see GetFreeTime()
};

} // namespace ns3

#endif // AI_FABRIC_RANK_PROGRESS_H

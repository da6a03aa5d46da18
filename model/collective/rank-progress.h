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
 * What a rank has done since it waited last, and what its next SEND waits for.
 */
class RankProgress
{
  public:
    /** A message that shares the rank's link with others. Times in bytes that could have moved. */
    struct Message
    {
        uint32_t recv;     //!< its RECV
        uint32_t to;       //!< the receiver
        ChunkRange target; //!< the receiver's chunks
        uint64_t start;    //!< when it can leave
        uint64_t bytes;    //!< its length
        uint64_t end;      //!< when it is there
    };

    /** @param node of this rank that sends */
    void AddSent(uint32_t node)
    {
        m_sent.push_back(node);
    }

    /** @param node of this rank that receives or writes */
    void AddArrived(uint32_t node)
    {
        m_arrived.push_back(node);
    }

    /** @param message that this rank sends, and whose time counts */
    void AddMessage(const Message& message)
    {
        m_messages.push_back(message);
    }

    /** @return nodes that the next SEND waits for */
    const std::vector<uint32_t>& GetGate() const
    {
        return m_gate;
    }

    /** @return when the next SEND can start at the earliest, in bytes */
    uint64_t GetFreeTime() const
    {
        return m_freeTime;
    }

    /** From here on SENDs wait for all that has arrived so far. */
    void AwaitArrivals();

    /**
     * From here on SENDs wait for all that was sent and has arrived so far.
     *
     * Only now it is known which messages share the link: those of which the next can leave before
     * the ones before it, one after the other, are there. All of them are there with the last one,
     * since queue pairs take turns by the packet.
     *
     * @return the messages, with their ends
     */
    std::vector<Message> AwaitAll();

  private:
    std::vector<uint32_t> m_sent;    //!< SENDs
    std::vector<uint32_t> m_arrived; //!< RECVs and REDUCEs
    std::vector<uint32_t> m_gate;    //!< nodes
    std::vector<Message> m_messages; //!< since it waited last
    uint64_t m_freeTime{0};          //!< see GetFreeTime()
};

} // namespace ns3

#endif // AI_FABRIC_RANK_PROGRESS_H

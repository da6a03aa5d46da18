// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MESSAGE_PARTS_H
#define AI_FABRIC_MESSAGE_PARTS_H

#include "ns3/reliable-connection-channel.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace ns3
{

/**
 * @ingroup ai-fabric-execution
 * Counts the parts of messages that go over several NICs, at one end, and tells when a message is
 * complete. Only messages of which some parts are there and some are not take memory.
 *
 * How many parts a message has follows from its bytes, so that either end knows.
 */
class MessageParts
{
  public:
    /**
     * @param bytes of a message, at least 1
     * @param nics over which it goes, at least 1
     * @return bytes of each part but the last one
     */
    static uint64_t GetPartBytes(uint64_t bytes, uint32_t nics)
    {
        return ReliableConnectionChannel::GetPartBytes(bytes, nics);
    }

    /**
     * @param bytes of a message, at least 1
     * @param nics over which it goes, at least 1
     * @return how many parts it has, from 1 to nics
     */
    static uint32_t Count(uint64_t bytes, uint32_t nics)
    {
        const uint64_t part = GetPartBytes(bytes, nics);
        return static_cast<uint32_t>((bytes - 1) / part + 1);
    }

    /**
     * A part is there.
     *
     * @param message its number
     * @param parts how many it has, at least 1
     * @param timePs when, in ps; becomes the latest of the parts so far
     * @param failure why the part was given up, null: it was not; becomes that of the first part so
     *        far that was
     * @return whether it is the last part
     */
    bool Add(uint32_t message, uint32_t parts, int64_t& timePs, const char*& failure)
    {
        if (parts == 1)
        {
            return true;
        }
        auto& seen = m_seen[message];
        timePs = seen.latestPs = seen.parts == 0 ? timePs : std::max(seen.latestPs, timePs);
        failure = seen.failure = seen.failure ? seen.failure : failure;
        if (++seen.parts < parts)
        {
            return false;
        }
        m_seen.erase(message);
        return true;
    }

    /** Forgets all messages. */
    void Clear()
    {
        m_seen.clear();
    }

  private:
    /** A message of which some parts are there. */
    struct Seen
    {
        uint32_t parts{0};            //!< how many are there
        int64_t latestPs{0};          //!< when the last one of them came
        const char* failure{nullptr}; //!< of the first part that was given up; null: none
    };

    std::unordered_map<uint32_t, Seen> m_seen; //!< by message
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_PARTS_H

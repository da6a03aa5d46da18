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
 * Counts, at one end, the parts of messages that go over several NICs, and detects when a message
 * is complete. Memory is used only for messages of which some parts are done and some are not.
 *
 * The number of parts follows from the bytes of the message, so both ends know it.
 */
class MessageParts
{
  public:
    /**
     * @param bytes bytes of a message, at least 1
     * @param nics number of NICs that it uses, at least 1
     * @return bytes of each part except the last
     */
    static uint64_t GetPartBytes(uint64_t bytes, uint32_t nics)
    {
        return ReliableConnectionChannel::GetPartBytes(bytes, nics);
    }

    /**
     * @param bytes bytes of a message, at least 1
     * @param nics number of NICs that it uses, at least 1
     * @return number of parts, from 1 to nics
     */
    static uint32_t Count(uint64_t bytes, uint32_t nics)
    {
        const uint64_t part = GetPartBytes(bytes, nics);
        return static_cast<uint32_t>((bytes - 1) / part + 1);
    }

    /**
     * Counts a part that is done.
     *
     * @param message number of the message
     * @param parts number of its parts, at least 1
     * @param timePs time of this part in ps; becomes the latest time of the parts so far
     * @param failure reason why the part was given up, null: it was not; becomes the reason of the
     * first failed part so far
     * @return true if this is the last part
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
    /** A message of which some parts are done. */
    struct Seen
    {
        uint32_t parts{0};            //!< number of parts done
        int64_t latestPs{0};          //!< time of the latest part
        const char* failure{nullptr}; //!< reason of the first part that was given up; null: none
    };

    std::unordered_map<uint32_t, Seen> m_seen; //!< by message
};

} // namespace ns3

#endif // AI_FABRIC_MESSAGE_PARTS_H

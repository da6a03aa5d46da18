// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_BOLT_TAG_H
#define AI_FABRIC_BOLT_TAG_H

#include "ns3/fabric-units.h"

#include <algorithm>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * What senders and switches of Bolt tell each other in the value of a TelemetryTag (NSDI'23):
 *
 *     32 bit queue in bytes | 24 bit rate in Mb/s | 8 bit flags
 *
 * A longer queue and a higher rate are told as the largest that fits.
 */
struct BoltTag
{
    static constexpr const char* NAME = "Bolt"; //!< CongestionNeeds::tags

    /** Bits of the flags. */
    enum Flag : uint8_t
    {
        DATA = 1,  //!< set in every tag of Bolt
        FIRST = 2, //!< nothing of the flow has been acknowledged yet
        LAST = 4,  //!< of the last window of the flow: nothing will follow its acknowledgement
        INC = 8,   //!< the sender may send a packet more; switches that have none to spare clear it
        DEC = 16,  //!< it met a queue above the threshold, that of the tag
        TOLD = 32  //!< a switch has told the sender of that already
    };

    /** @param bits of Flag @return whether all of them are set */
    bool Has(uint8_t bits) const
    {
        return (flags & bits) == bits;
    }

    /** @return TelemetryTag::value */
    uint64_t Pack() const
    {
        const uint64_t mbps = std::min<uint64_t>(ratebps / RATE_UNIT, MOST_RATE);
        return std::min<uint64_t>(queueBytes, UINT32_MAX) << 32 | mbps << 8 | flags;
    }

    /** @param value of Pack() @return the same */
    static BoltTag Unpack(uint64_t value)
    {
        return {static_cast<uint8_t>(value), (value >> 8 & MOST_RATE) * RATE_UNIT, value >> 32};
    }

    uint8_t flags{0};       //!< of Flag
    uint64_t ratebps{0};    //!< of the egress port of the queue; 0: it met none
    uint64_t queueBytes{0}; //!< that waited when the packet came

  private:
    static constexpr uint64_t RATE_UNIT = 1'000'000;
    static constexpr uint64_t MOST_RATE = (1 << 24) - 1;
};

} // namespace ns3

#endif // AI_FABRIC_BOLT_TAG_H

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
 * Value of a TelemetryTag between senders and switches of Bolt (NSDI'23):
 *
 *     32 bit queue in bytes | 24 bit rate in Mb/s | 8 bit flags
 *
 * Longer queues and higher rates are sent as the largest value that fits.
 */
struct BoltTag
{
    static constexpr const char* NAME = "Bolt"; //!< CongestionNeeds::tags

    /** Bits of the flags. */
    enum Flag : uint8_t
    {
        DATA = 1,  //!< set in every tag of Bolt
        FIRST = 2, //!< no packet of the flow has been acknowledged yet
        LAST = 4,  //!< part of the last window of the flow: no packet follows its acknowledgement
        /** The sender may send one more packet; switches without spare bandwidth clear it. */
        INC = 8,
        DEC = 16, //!< the packet met a queue above the threshold, that in the tag
        TOLD = 32 //!< a switch has already notified the sender
    };

    /**
     * @param bits bits of Flag
     * @return true if all of them are set
     */
    bool Has(uint8_t bits) const
    {
        return (flags & bits) == bits;
    }

    /** @return value for TelemetryTag::value */
    uint64_t Pack() const
    {
        const uint64_t mbps = std::min<uint64_t>(ratebps / RATE_UNIT, MOST_RATE);
        return std::min<uint64_t>(queueBytes, UINT32_MAX) << 32 | mbps << 8 | flags;
    }

    /**
     * @param value result of Pack()
     * @return the same tag
     */
    static BoltTag Unpack(uint64_t value)
    {
        return {static_cast<uint8_t>(value), (value >> 8 & MOST_RATE) * RATE_UNIT, value >> 32};
    }

    uint8_t flags{0};       //!< bits of Flag
    uint64_t ratebps{0};    //!< rate of the queue's egress port; 0: no queue
    uint64_t queueBytes{0}; //!< bytes that waited when the packet came

  private:
    static constexpr uint64_t RATE_UNIT = 1'000'000;
    static constexpr uint64_t MOST_RATE = (1 << 24) - 1;
};

} // namespace ns3

#endif // AI_FABRIC_BOLT_TAG_H

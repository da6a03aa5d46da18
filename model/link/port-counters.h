// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PORT_COUNTERS_H
#define AI_FABRIC_PORT_COUNTERS_H

#include "ns3/fabric-packet.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * What a port has sent, its longest queue, and how long it stood still.
 */
struct PortCounters
{
    uint64_t packets{0};           //!< of all kinds but link control
    uint64_t dataPackets{0};       //!< of these, with payload
    uint64_t frameBytes{0};        //!< of all but link control
    uint64_t payloadBytes{0};      //!< of these
    uint64_t largestQueueBytes{0}; //!< of any one lane
    int64_t stalledPs{0}; //!< time with packets waiting, none of which the flow control let go

    /** @param packet that takes the wire; not of link control */
    void Count(const FabricPacket& packet)
    {
        ++packets;
        frameBytes += packet.frameBytes;
        if (packet.payloadBytes > 0)
        {
            ++dataPackets;
            payloadBytes += packet.payloadBytes;
        }
    }

    /** @param bytes of a lane that has got a packet */
    void NoteQueue(uint64_t bytes)
    {
        if (bytes > largestQueueBytes)
        {
            largestQueueBytes = bytes;
        }
    }
};

} // namespace ns3

#endif // AI_FABRIC_PORT_COUNTERS_H

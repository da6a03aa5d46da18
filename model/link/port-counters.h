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
 * Counters of sent packets, longest queue and stalled time of a port.
 */
struct PortCounters
{
    uint64_t packets{0};           //!< packets of all kinds except link control
    uint64_t dataPackets{0};       //!< packets with payload
    uint64_t frameBytes{0};        //!< frame bytes of all packets except link control
    uint64_t payloadBytes{0};      //!< payload bytes of these
    uint64_t largestQueueBytes{0}; //!< longest queue of any lane
    int64_t stalledPs{0}; //!< time with waiting packets none of which the flow control allowed

    /** @param packet packet that takes the wire; not link control */
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

    /** @param bytes length of the queue that has received a packet */
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

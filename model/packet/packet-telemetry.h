// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_TELEMETRY_H
#define AI_FABRIC_PACKET_TELEMETRY_H

#include "fabric-packet.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Extras of a packet with FabricPacket::telemetry, into which switches write.
 *
 * Their length is fixed from the start, so that the length of a packet does not depend on its path.
 */
struct PacketTelemetry : PacketExtras
{
    /** @param bytes bytes that it takes in a packet */
    explicit PacketTelemetry(uint32_t bytes)
        : wireBytes(bytes)
    {
    }

    /** @return bytes that it takes in a packet, whatever its contents */
    uint32_t GetWireBytes() const
    {
        return wireBytes;
    }

    uint32_t wireBytes; //!< see GetWireBytes()
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_TELEMETRY_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TELEMETRY_TAG_H
#define AI_FABRIC_TELEMETRY_TAG_H

#include "packet-telemetry.h"

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Data that a congestion control writes into its packets, and that a TagMarker of switches reads
 * and changes. The receiver returns it with its acknowledgement; a switch may return it at once.
 *
 * The tag names the endpoint that sent the packet, because RDMA headers do not: without it a switch
 * could not answer.
 */
struct TelemetryTag final : PacketTelemetry
{
    /** Length on the wire: 8 B of the value, 4 B of the endpoint. */
    static constexpr uint32_t WIRE_BYTES = 12;

    /** @param endpoint number of the sending endpoint */
    explicit TelemetryTag(uint32_t endpoint = 0)
        : PacketTelemetry(WIRE_BYTES),
          sourceEndpoint(endpoint)
    {
    }

    /** Allocates from a pool, because every packet with a tag needs one. */
    static void* operator new(std::size_t size);

    /** Returns the memory to the pool. */
    static void operator delete(void* place);

    uint64_t value{0};       //!< its meaning is defined by the algorithm; 0: none
    uint32_t sourceEndpoint; //!< number at the sending NIC, 24 bit
};

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_TAG_H

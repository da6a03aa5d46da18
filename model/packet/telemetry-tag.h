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
 * What a congestion control writes into its packets and a TagMarker of switches reads and changes.
 * The receiver sends it back with its acknowledgement; a switch may send one back at once.
 *
 * It names the endpoint that the packet comes from, which headers of RDMA do not: without it no
 * switch could answer.
 */
struct TelemetryTag final : PacketTelemetry
{
    /** On the wire: 8 B of the value, 4 B of the endpoint. */
    static constexpr uint32_t WIRE_BYTES = 12;

    /** @param endpoint see sourceEndpoint */
    explicit TelemetryTag(uint32_t endpoint = 0)
        : PacketTelemetry(WIRE_BYTES),
          sourceEndpoint(endpoint)
    {
    }

    /** From a pool: every packet that has one takes one. */
    static void* operator new(std::size_t size);

    /** Back to the pool. */
    static void operator delete(void* place);

    uint64_t value{0};       //!< of the algorithm's own meaning; 0: it says nothing
    uint32_t sourceEndpoint; //!< number at the NIC that sent the packet, 24 bit
};

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_TAG_H

// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_TELEMETRY_STACK_H
#define AI_FABRIC_TELEMETRY_STACK_H

#include "fabric-packet.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/** @ingroup ai-fabric-core What one egress port says of itself when a packet leaves it. */
struct TelemetryHop
{
    int64_t timePs;      //!< when the packet's first bit left
    uint64_t sentBytes;  //!< frame bytes that the port had sent before it, ever
    uint64_t queueBytes; //!< what its egress queue held without it
    uint64_t ratebps;    //!< of the port
};

/**
 * @ingroup ai-fabric-core
 * In-band telemetry: every switch on the way adds a hop, the receiver sends the stack back with its
 * acknowledgement (HPCC, SIGCOMM'19, section 4.1).
 *
 * A packet that collects it has room for MAX_HOPS from the start, so its length on the wire does
 * not depend on its path. Hops beyond these are not recorded.
 */
struct TelemetryStack final : PacketExtras
{
    /** Enough for a three-tier fat tree. */
    static constexpr uint32_t MAX_HOPS = 5;
    /** 64 bits per hop and 16 in front (HPCC, section 4.1). */
    static constexpr uint32_t WIRE_BYTES = 8 * MAX_HOPS + 2;

    /** From a pool: every packet that collects telemetry takes one. */
    static void* operator new(std::size_t bytes);

    /** Back to the pool. */
    static void operator delete(void* place);

    std::array<TelemetryHop, MAX_HOPS> hops; //!< of which the first count are valid
    uint32_t count{0};
};

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_STACK_H

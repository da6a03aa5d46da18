// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TELEMETRY_STACK_H
#define AI_FABRIC_TELEMETRY_STACK_H

#include "packet-telemetry.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Data of one egress port when a packet leaves it.
 */
struct TelemetryHop
{
    int64_t timePs;      //!< time at which the packet's first bit left
    uint64_t sentBytes;  //!< total frame bytes that the port had sent before the packet
    uint64_t queueBytes; //!< bytes in its egress queue without the packet
    uint64_t ratebps;    //!< rate of the port
};

/**
 * @ingroup ai-fabric-packet
 * In-band telemetry: every switch of the path adds a hop, and the receiver returns the stack with
 * its acknowledgement (HPCC, SIGCOMM'19, section 4.1).
 *
 * A packet with telemetry has room for the longest path of its network from the start, so its
 * length on the wire does not depend on its path. Hops beyond its room (in a loop while routes
 * change) are not recorded.
 *
 * path identifies the egress ports of the hops in their order: counters of two stacks may be
 * compared if and only if their paths are equal. It is a hash of 64 bits; on the wire it is folded
 * into the 12 bits of HPCC.
 */
struct TelemetryStack final : PacketTelemetry
{
    /** Largest number of hops in 4 bits. */
    static constexpr uint32_t MAX_HOPS = 15;
    /** Room in HPCC: enough for a three-tier fat tree. No header has less. */
    static constexpr uint32_t LEAST_ROOM = 5;

    /** @param hops room in hops, LEAST_ROOM to MAX_HOPS */
    explicit TelemetryStack(uint32_t hops = LEAST_ROOM)
        : PacketTelemetry(WireBytes(hops)),
          room(hops)
    {
    }

    /**
     * @param room room in hops
     * @return length in bytes: 8 per hop and 2 in front (HPCC, section 4.1)
     */
    static constexpr uint32_t WireBytes(uint32_t room)
    {
        return 8 * room + 2;
    }

    /**
     * Adds a hop, if there is room.
     *
     * @param port number that is unique among the ports of the network
     * @param hop data of the port
     */
    void Add(uint64_t port, const TelemetryHop& hop)
    {
        if (count == room)
        {
            return;
        }
        hops[count++] = hop;
        // One round of the finalizer of MurmurHash3, which depends on the order of the ports.
        path = (path ^ (port + 1)) * 0xff51afd7ed558ccdULL;
        path ^= path >> 33;
    }

    /** Allocates from a pool, because every packet with telemetry needs one. */
    static void* operator new(std::size_t bytes);

    /** Returns the memory to the pool. */
    static void operator delete(void* place);

    std::array<TelemetryHop, MAX_HOPS> hops; //!< the first count are valid
    uint64_t path{0};                        //!< hash of the added ports
    uint32_t count{0};                       //!< at most room
    uint32_t room;                           //!< room in hops
};

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_STACK_H

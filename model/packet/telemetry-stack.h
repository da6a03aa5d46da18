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
 * What one egress port says of itself when a packet leaves it.
 */
struct TelemetryHop
{
    int64_t timePs;      //!< when the packet's first bit left
    uint64_t sentBytes;  //!< frame bytes that the port had sent before it, ever
    uint64_t queueBytes; //!< what its egress queue held without it
    uint64_t ratebps;    //!< of the port
};

/**
 * @ingroup ai-fabric-packet
 * In-band telemetry: every switch on the way adds a hop, the receiver sends the stack back with its
 * acknowledgement (HPCC, SIGCOMM'19, section 4.1).
 *
 * A packet that collects it has room for as many hops as the longest path of its network from the
 * start, so its length on the wire does not depend on its path. What a packet meets beyond its room
 * (it runs in circles while routes change) is not recorded.
 *
 * The path tells the egress ports that the hops are of, in their order: counters of two stacks may
 * be compared if and only if their paths are equal. It is a hash of 64 bits; on the wire it is
 * folded into the 12 bits that HPCC has for it.
 */
struct TelemetryStack final : PacketTelemetry
{
    /** What the 4 bits of the number of hops can say. */
    static constexpr uint32_t MAX_HOPS = 15;
    /** HPCC's: enough for a three-tier fat tree. No header has less. */
    static constexpr uint32_t LEAST_ROOM = 5;

    /** @param hops that it has room for, LEAST_ROOM to MAX_HOPS */
    explicit TelemetryStack(uint32_t hops = LEAST_ROOM)
        : PacketTelemetry(WireBytes(hops)),
          room(hops)
    {
    }

    /** @param room in hops @return bytes: 8 for each and 2 in front (HPCC, section 4.1) */
    static constexpr uint32_t WireBytes(uint32_t room)
    {
        return 8 * room + 2;
    }

    /**
     * One hop more, if there is room.
     *
     * @param port a number that no other port of the network has
     * @param hop what it says
     */
    void Add(uint64_t port, const TelemetryHop& hop)
    {
        if (count == room)
        {
            return;
        }
        hops[count++] = hop;
        // One round of the finalizer of MurmurHash3: a step in the order of the ports.
        path = (path ^ (port + 1)) * 0xff51afd7ed558ccdULL;
        path ^= path >> 33;
    }

    /** From a pool: every packet that collects telemetry takes one. */
    static void* operator new(std::size_t bytes);

    /** Back to the pool. */
    static void operator delete(void* place);

    std::array<TelemetryHop, MAX_HOPS> hops; //!< of which the first count are valid
    uint64_t path{0};                        //!< of the ports that were added
    uint32_t count{0};                       //!< at most room
    uint32_t room;                           //!< in hops
};

} // namespace ns3

#endif // AI_FABRIC_TELEMETRY_STACK_H

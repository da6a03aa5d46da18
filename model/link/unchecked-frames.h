// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UNCHECKED_FRAMES_H
#define AI_FABRIC_UNCHECKED_FRAMES_H

#include "wire-lane.h"

#include "ns3/packet-fifo.h"

#include <cstdint>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-link
 * Packets of one direction that a LinkRetry protects: those on the wire before their first bit has
 * arrived, and discarded ones that wait until they have been sent again.
 *
 * Invariant: the counts of discarded packets include all awaited packets.
 */
struct UncheckedFrames : public WireLane
{
    /** Discarded packets that will be delivered when they are sent again. */
    PacketFifo awaited;
    uint64_t discardedPackets{0}; //!< these, and others that were sent again
    uint64_t discardedBytes{0};   //!< frame bytes of these
    uint64_t givenUpPackets{0};   //!< lost packets that the LinkRetry gave up

    /** Counts and keeps a discarded packet, unless it repeats another packet. */
    void Discard(FabricPacketPtr&& packet)
    {
        ++discardedPackets;
        discardedBytes += packet->frameBytes;
        if (!IsLinkControl(packet->kind))
        {
            awaited.Push(std::move(packet));
        }
    }

    /** @return an awaited packet that will not be sent again, without its count */
    FabricPacketPtr GiveUpAwaited()
    {
        FabricPacketPtr packet = awaited.Pop();
        --discardedPackets;
        discardedBytes -= packet->frameBytes;
        return packet;
    }
};

} // namespace ns3

#endif // AI_FABRIC_UNCHECKED_FRAMES_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WIRE_DIRECTION_H
#define AI_FABRIC_WIRE_DIRECTION_H

#include "frame-loss.h"
#include "unchecked-frames.h"
#include "wire-lane.h"

#include "ns3/fabric-units.h"
#include "ns3/packet-kind.h"

#include <cstdint>
#include <memory>

namespace ns3
{

class FabricNetDevice;
class WireCrossing;

/**
 * @ingroup ai-fabric-link
 * One direction of a FabricWire; each end writes its own cache lines. The size is a power of two,
 * so that an index needs no multiplication.
 */
struct alignas(64) WireDirection
{
    // Members of the sender:
    uint64_t sentPackets{0};         //!< packets of every kind
    uint64_t sentBytes{0};           //!< bytes of their frames
    int64_t latencyPs{0};            //!< latency of the receiver
    WireCrossing* crossing{nullptr}; //!< null: both ends are in one domain
    TickClock clock;                 //!< turns ticks into picoseconds
    uint32_t domain{0};              //!< domain of the receiver, if there is a crossing
    bool isBetweenRanks{false};      //!< the crossing is between processes
    bool cutThrough{false};          //!< the receiver takes packets at their first bit
    // Members of the receiver, for data:
    alignas(64) WireLane data;          //!< all packets except link control
    uint64_t receivedPackets{0};        //!< packets delivered to the port
    FabricNetDevice* receiver{nullptr}; //!< for FabricChannel; null before its Connect()
    /** Not next to receivedPackets: adding to both at once is slower. */
    uint64_t receivedBytes{0};
    // Members of the receiver, for rare events:
    WireLane control; //!< link control packets, consumed before the pipeline
    FrameLoss loss;   //!< packets lost to bit errors, or while the wire was down
    std::unique_ptr<UncheckedFrames> unchecked; //!< null: there is no LinkRetry

    /**
     * @param kind kind of a packet
     * @return packets in flight to which such a packet belongs
     */
    WireLane& GetLane(PacketKind kind);
};

static_assert((sizeof(WireDirection) & (sizeof(WireDirection) - 1)) == 0, "see there");

} // namespace ns3

#endif // AI_FABRIC_WIRE_DIRECTION_H

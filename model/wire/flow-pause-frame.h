// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FLOW_PAUSE_FRAME_H
#define AI_FABRIC_FLOW_PAUSE_FRAME_H

#include "ethernet-frame.h"

#include "ns3/flow-filter.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * The frame of backpressure flow control: the set of paused queues of the other end, complete in
 * each frame. The paper defines no layout; this is a MAC control frame with an opcode for private
 * use:
 *
 *     01:80:c2:00:00:01, port, 0x8808, 0xff02, priority, everything 0 or 1, filter 128 | FCS 4
 *
 * The filter is in the extras of a packet, FlowPauseFilter.
 */
struct FlowPauseFrame
{
    /** Length with the check sequence. */
    static constexpr uint32_t FRAME_BYTES = ETHERNET_BYTES + 6 + FlowFilter::BITS / 8 + FCS_BYTES;
    static constexpr uint32_t WIRE_BYTES = FRAME_BYTES + PREAMBLE_AND_GAP_BYTES; //!< on the wire

    uint8_t priority; //!< priority of the queues
    bool everything;  //!< all queues and all other packets of the priority are paused

    /** @return kind of these packets */
    static PacketKind GetKind();
};

/**
 * @ingroup ai-fabric-wire
 * Extras of the packet of a FlowPauseFrame.
 */
struct FlowPauseFilter final : PacketExtras
{
    FlowFilter paused; //!< queues that must not send
};

} // namespace ns3

#endif // AI_FABRIC_FLOW_PAUSE_FRAME_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PAUSE_FRAME_H
#define AI_FABRIC_PAUSE_FRAME_H

#include "ethernet-frame.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * The frame of priority-based flow control (IEEE 802.1Qbb):
 *
 *     01:80:c2:00:00:01, port, 0x8808, 0x0101, 0 and enabled, quanta[0..7], 26 zeros | FCS 4
 */
struct PauseFrame
{
    static constexpr uint32_t FRAME_BYTES = LEAST_FRAME_BYTES; //!< length with the check sequence
    static constexpr uint32_t WIRE_BYTES = FRAME_BYTES + PREAMBLE_AND_GAP_BYTES; //!< on the wire

    uint16_t quanta[PRIORITY_COUNT]; //!< pauses in units of 512 bit times; 0 resumes
    uint8_t enabled;                 //!< bit n: quanta[n] is valid

    /** @return kind of these packets */
    static PacketKind GetKind();
};

} // namespace ns3

#endif // AI_FABRIC_PAUSE_FRAME_H

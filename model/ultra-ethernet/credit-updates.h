// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CREDIT_UPDATES_H
#define AI_FABRIC_CREDIT_UPDATES_H

#include "ns3/fabric-packet.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * CF_Update: credits that the receiver of a link has freed, in an ordered set of 8 B between
 * frames.
 */
struct CreditsFreed
{
    static constexpr uint32_t BYTES = 8; //!< length of the ordered set

    uint32_t freed; //!< credits since the link came up, 20 bit
    uint8_t lane;   //!< priority

    /** @return the kind of these packets */
    static PacketKind GetKind();
};

/**
 * @ingroup ai-fabric-ultra-ethernet
 * CC_Update: credits that the sender of a link has consumed, in a frame of 64 B.
 */
struct CreditsConsumed
{
    uint32_t consumed[PRIORITY_COUNT]; //!< credits since the link came up, 20 bit, by priority

    /** @return the kind of these packets */
    static PacketKind GetKind();
};

} // namespace ns3

#endif // AI_FABRIC_CREDIT_UPDATES_H

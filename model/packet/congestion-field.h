// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONGESTION_FIELD_H
#define AI_FABRIC_CONGESTION_FIELD_H

#include "fabric-packet.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * What the receiver's half of a congestion control tells the sender's: in an acknowledgement, or in
 * a congestion notification packet, which then stands for no notification.
 */
struct CongestionField final : PacketExtras
{
    static constexpr uint32_t WIRE_BYTES = 8; //!< that it takes in a packet

    /** @param told see there */
    explicit CongestionField(uint64_t told)
        : value(told)
    {
    }

    uint64_t value; //!< of the algorithm's own meaning
};

} // namespace ns3

#endif // AI_FABRIC_CONGESTION_FIELD_H

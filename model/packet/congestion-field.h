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
 * Value from the receiver's half of a congestion control to the sender's half: in an
 * acknowledgement, or in a CNP. A CNP with this field is not a congestion notification.
 */
struct CongestionField final : PacketExtras
{
    static constexpr uint32_t WIRE_BYTES = 8; //!< bytes in a packet

    /** @param told value of the field */
    explicit CongestionField(uint64_t told)
        : value(told)
    {
    }

    uint64_t value; //!< its meaning is defined by the algorithm
};

} // namespace ns3

#endif // AI_FABRIC_CONGESTION_FIELD_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_UET_PATH_H
#define AI_FABRIC_UET_PATH_H

#include "uet-codec.h"
#include "uet-framing.h"

#include "ns3/delivery-path.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-ultra-ethernet
 * Data of one half of a context about its own end and about the other half.
 */
struct UetPath : public DeliveryPath
{
    const UetFraming* framing{nullptr}; //!< framing of the fabric; outlives this half
    UetMode mode{UetMode::RUD};         //!< delivery mode

    /** @return true if packets are accepted in order only */
    bool IsOrdered() const
    {
        return mode == UetMode::ROD;
    }

    /** @return true if the target does not keep track of packets */
    bool IsIdempotent() const
    {
        return mode == UetMode::RUDI;
    }

    /**
     * @param type type of the packet
     * @param payload payload in bytes
     * @param source UDP source port of the packet
     * @param nowPs present time in ps
     * @return packet to the other half, with its length and an empty transport header
     */
    FabricPacketPtr MakePacket(UetType type, uint32_t payload, uint16_t source, int64_t nowPs) const
    {
        return DeliveryPath::MakePacket(UET_TRANSPORT,
                                        framing->GetUetFrameBytes(type, payload),
                                        payload,
                                        source,
                                        nowPs);
    }
};

} // namespace ns3

#endif // AI_FABRIC_UET_PATH_H

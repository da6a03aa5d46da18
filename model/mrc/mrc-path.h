// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MRC_PATH_H
#define AI_FABRIC_MRC_PATH_H

#include "mrc-codec.h"
#include "mrc-framing.h"

#include "ns3/delivery-path.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-mrc
 * Data of one half of a connection about its own end and about the other half.
 */
struct MrcPath : public DeliveryPath
{
    const MrcFraming* framing{nullptr}; //!< framing of the fabric; outlives this half

    /**
     * @param opcode opcode of the packet
     * @param payload payload in bytes
     * @param source UDP source port of the packet: its entropy value
     * @param nowPs present time in ps
     * @return packet to the other half, with its length and an empty transport header
     */
    FabricPacketPtr MakePacket(MrcOpcode opcode,
                               uint32_t payload,
                               uint16_t source,
                               int64_t nowPs) const
    {
        return DeliveryPath::MakePacket(MRC_TRANSPORT,
                                        framing->GetMrcFrameBytes(opcode, payload),
                                        payload,
                                        source,
                                        nowPs);
    }
};

} // namespace ns3

#endif // AI_FABRIC_MRC_PATH_H

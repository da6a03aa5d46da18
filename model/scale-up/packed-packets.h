// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKED_PACKETS_H
#define AI_FABRIC_PACKED_PACKETS_H

#include "ns3/fabric-packet.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scale-up
 * Extras of a packet whose frame has other packets too. The lengths of that packet are those of the
 * frame.
 */
struct PackedPackets : public PacketExtras
{
    std::vector<FabricPacketPtr> others; //!< packets without extras, in their order, at least one
    uint32_t ownPayloadBytes{0};         //!< payload of the packet itself
    uint32_t ownEndpoint{0};             //!< FabricPacket::destEndpoint of the packet itself
};

} // namespace ns3

#endif // AI_FABRIC_PACKED_PACKETS_H

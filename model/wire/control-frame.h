// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONTROL_FRAME_H
#define AI_FABRIC_CONTROL_FRAME_H

#include "fabric-packet-codec.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * A frame of link control: what a flow control brings so that its packets cross links and show in
 * captures.
 *
 * Law, as of FabricPacketCodec: decode(encode(p)) = p in all that the header of its kind holds, and
 * a frame is frameBytes long.
 */
struct ControlFrame
{
    std::string name;       //!< for people, such as "pause frame"
    uint32_t linkType{0};   //!< FabricPacketCodec::GetDataLinkType() of the links that have it
    uint32_t frameBytes{0}; //!< first header byte to last check byte
    uint32_t wireBytes{0};  //!< with preamble, gap or delimiters

    /** Makes the frame of a packet of this kind. */
    std::vector<uint8_t> (*encode)(const FabricPacket& packet, const FrameEnds& ends){nullptr};

    /**
     * Fills in the header of a packet that has its kind and lengths already. Returns whether the
     * frame, any of these links, is a sound one of this kind.
     */
    bool (*decode)(const std::vector<uint8_t>& frame, FabricPacket& packet){nullptr};
};

/**
 * @param frame another one; whoever registers a name first gives it its bytes
 * @return the kind of its packets
 */
PacketKind RegisterControlFrame(const ControlFrame& frame);

/** @param kind from RegisterControlFrame() @return a packet of it, its lengths set */
FabricPacketPtr MakeControlPacket(PacketKind kind);

/**
 * @param packet of link control
 * @param linkType of the link
 * @param ends of the link
 * @return its frame; empty if there is none on such links
 */
std::vector<uint8_t> EncodeControlFrame(const FabricPacket& packet,
                                        uint32_t linkType,
                                        const FrameEnds& ends);

/**
 * @param frame any
 * @param linkType of the link
 * @return the packet of link control that it is; null if it is none
 */
FabricPacketPtr DecodeControlFrame(const std::vector<uint8_t>& frame, uint32_t linkType);

} // namespace ns3

#endif // AI_FABRIC_CONTROL_FRAME_H

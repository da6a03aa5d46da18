// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CONTROL_FRAME_H
#define AI_FABRIC_CONTROL_FRAME_H

#include "frame-ends.h"

#include "ns3/fabric-packet.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * A frame of link control: the functions of a flow control by which its packets cross links and
 * appear in captures.
 *
 * Law, as in FabricPacketCodec: decode(encode(p)) = p for all fields of its kind's header, and a
 * frame is frameBytes long.
 */
struct ControlFrame
{
    std::string name;       //!< name for users, such as "pause frame"
    uint32_t linkType{0};   //!< FabricPacketCodec::GetDataLinkType() of links with this frame
    uint32_t frameBytes{0}; //!< length from the first header byte to the last check byte
    uint32_t wireBytes{0};  //!< length with preamble, gap or delimiters

    /** Creates the frame of a packet of this kind. */
    std::vector<uint8_t> (*encode)(const FabricPacket& packet, const FrameEnds& ends){nullptr};

    /**
     * Fills in the header of a packet with this kind and its lengths. Returns true if the frame,
     * any frame of such links, is a valid one of this kind.
     */
    bool (*decode)(const std::vector<uint8_t>& frame, FabricPacket& packet){nullptr};
};

/**
 * @param frame new frame; the first registration of a name defines its bytes
 * @return kind of its packets
 */
PacketKind RegisterControlFrame(const ControlFrame& frame);

/**
 * @param kind kind from RegisterControlFrame()
 * @return packet of this kind with its lengths
 */
FabricPacketPtr MakeControlPacket(PacketKind kind);

/**
 * @param packet packet of link control
 * @param linkType link layer type of the link
 * @param ends ends of the link
 * @return frame of the packet; empty if such links have none
 */
std::vector<uint8_t> EncodeControlFrame(const FabricPacket& packet,
                                        uint32_t linkType,
                                        const FrameEnds& ends);

/**
 * @param frame frame of the link
 * @param linkType link layer type of the link
 * @return packet of link control in the frame; null if it is another frame
 */
FabricPacketPtr DecodeControlFrame(const std::vector<uint8_t>& frame, uint32_t linkType);

} // namespace ns3

#endif // AI_FABRIC_CONTROL_FRAME_H

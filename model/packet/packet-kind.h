// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_KIND_H
#define AI_FABRIC_PACKET_KIND_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Maker and consumer of a packet: a number of an open set.
 *
 * The range of the number tells how far a packet travels, so that switches compare it with a
 * constant:
 *     end to end        the kinds named here
 *     link control      made by a flow control; the port consumes it, before a switch's pipeline
 *     hop by hop        on one link only, in a lane and with its credits; a PacketConsumer takes
 *                       it behind the pipeline
 * The class that defines a frame registers a number in one of the last two ranges.
 */
enum class PacketKind : uint8_t
{
    TRANSPORT,               //!< packet of a transport, see FabricPacket::transport
    FOREIGN,                 //!< an ns-3 packet of another protocol
    TRIMMED,                 //!< TRANSPORT packet cut by a switch: headers without the payload
    TRIMMED_AT_LAST_HOP,     //!< the same, cut by the switch of the destination's link
    FIRST_LINK_CONTROL = 64, //!< first number of RegisterLinkControl()
    FIRST_HOP_BY_HOP = 128   //!< first number of RegisterHopByHop()
};

/**
 * @param kind kind
 * @return true if a switch has cut its payload
 */
constexpr bool
IsTrimmed(PacketKind kind)
{
    return kind == PacketKind::TRIMMED || kind == PacketKind::TRIMMED_AT_LAST_HOP;
}

/**
 * @param kind kind
 * @return true if switches forward it; false if it never leaves its link
 */
constexpr bool
IsForwarded(PacketKind kind)
{
    return kind < PacketKind::FIRST_LINK_CONTROL;
}

/**
 * @param kind kind
 * @return true if the port itself consumes it, before a switch's pipeline
 */
constexpr bool
IsLinkControl(PacketKind kind)
{
    return !IsForwarded(kind) && kind < PacketKind::FIRST_HOP_BY_HOP;
}

/**
 * @param name name of packets of a flow control, such as "pause frame"
 * @return their kind; equal names have equal kinds
 */
PacketKind RegisterLinkControl(const std::string& name);

/**
 * @param name name of packets consumed at each hop
 * @return their kind; equal names have equal kinds
 */
PacketKind RegisterHopByHop(const std::string& name);

/**
 * @param kind kind
 * @return its name in words
 */
const char* ToString(PacketKind kind);

} // namespace ns3

#endif // AI_FABRIC_PACKET_KIND_H

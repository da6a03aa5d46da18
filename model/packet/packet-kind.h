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
 * Who made a packet and who consumes it: a number of an open set.
 *
 * How far a packet goes is a range of numbers, so that whoever forwards compares with a constant:
 *     end to end        those that are named here
 *     link control      of a flow control; the port itself consumes it, before a switch's pipeline
 *     hop by hop        behind the pipeline, in a lane and with its credits, but on one link only:
 *                       a PacketConsumer takes it
 * Numbers of the last two are registered by whoever brings the frame.
 */
enum class PacketKind : uint8_t
{
    TRANSPORT, //!< of a transport, see FabricPacket::transport
    FOREIGN,   //!< an ns-3 packet of another protocol
    TRIMMED,   //!< what a switch has left of a TRANSPORT packet: headers without the payload
    TRIMMED_AT_LAST_HOP,     //!< the same, of the switch that the destination is linked to
    FIRST_LINK_CONTROL = 64, //!< RegisterLinkControl() begins here
    FIRST_HOP_BY_HOP = 128   //!< RegisterHopByHop() begins here
};

/** @param kind any @return whether a switch has cut its payload */
constexpr bool
IsTrimmed(PacketKind kind)
{
    return kind == PacketKind::TRIMMED || kind == PacketKind::TRIMMED_AT_LAST_HOP;
}

/** @param kind any @return whether switches forward it; else it never leaves its link */
constexpr bool
IsForwarded(PacketKind kind)
{
    return kind < PacketKind::FIRST_LINK_CONTROL;
}

/** @param kind any @return whether the port itself consumes it, before a switch's pipeline */
constexpr bool
IsLinkControl(PacketKind kind)
{
    return !IsForwarded(kind) && kind < PacketKind::FIRST_HOP_BY_HOP;
}

/**
 * @param name of packets of a flow control, such as "pause frame"
 * @return their kind; the same for the same name
 */
PacketKind RegisterLinkControl(const std::string& name);

/** @param name of packets that go hop by hop @return their kind; the same for the same name */
PacketKind RegisterHopByHop(const std::string& name);

/** @param kind any @return it in words */
const char* ToString(PacketKind kind);

} // namespace ns3

#endif // AI_FABRIC_PACKET_KIND_H

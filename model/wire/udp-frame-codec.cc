// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "udp-frame-codec.h"

#include "ns3/flow-entropy.h"
#include "ns3/foreign-frame.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint16_t TYPE_IPV4 = 0x0800;
constexpr uint32_t PRIORITY_SHIFT = 13;

constexpr uint32_t VERSION_AND_LENGTH = 0x45;
constexpr uint32_t DO_NOT_FRAGMENT = 0x4000;
constexpr uint32_t TIME_TO_LIVE = 64;
constexpr uint32_t PROTOCOL_UDP = 17;
constexpr uint32_t CHECKSUM_OFFSET = 10; // offset in the IPv4 header
constexpr uint32_t DSCP_SHIFT = 2;
constexpr uint32_t ECN_MASK = 3;
constexpr uint32_t ECN_ECT_0 = 2;
constexpr uint32_t ECN_CE = 3;

/**
 * @param header IPv4 header
 * @param bytes its length
 * @return its checksum (RFC 791); 0 if the header contains the right checksum
 */
uint16_t
HeaderChecksum(const uint8_t* header, std::size_t bytes = IPV4_BYTES)
{
    WireReader in(header, bytes);
    uint32_t sum = 0;
    while (in.GetLeft() > 0)
    {
        sum += static_cast<uint32_t>(in.Get(2));
    }
    sum = (sum & 0xffff) + (sum >> 16);
    sum = (sum & 0xffff) + (sum >> 16);
    return static_cast<uint16_t>(~sum);
}

uint32_t
EcnBits(EcnCodepoint ecn)
{
    switch (ecn)
    {
    case EcnCodepoint::ECT:
        return ECN_ECT_0;
    case EcnCodepoint::CE:
        return ECN_CE;
    case EcnCodepoint::NOT_ECT:
        break;
    }
    return 0;
}

EcnCodepoint
EcnOf(uint32_t bits)
{
    return bits == 0 ? EcnCodepoint::NOT_ECT
                     : (bits == ECN_CE ? EcnCodepoint::CE : EcnCodepoint::ECT);
}

/** Sets CE in the IPv4 header of a packet that was marked on its path (RFC 3168, section 5). */
void
MarkIpv4(uint8_t* header, std::size_t available)
{
    const std::size_t bytes = available < IPV4_BYTES ? 0 : std::size_t{header[0]} % 16 * 4;
    if (bytes < IPV4_BYTES || bytes > available)
    {
        return;
    }
    header[1] |= ECN_CE;
    uint8_t* const checksum = header + CHECKSUM_OFFSET;
    if (checksum[0] | checksum[1]) // else ns-3 computes no checksums
    {
        checksum[0] = checksum[1] = 0;
        const uint16_t value = HeaderChecksum(header, bytes);
        checksum[0] = static_cast<uint8_t>(value >> 8);
        checksum[1] = static_cast<uint8_t>(value);
    }
}

std::vector<uint8_t>
EncodeForeign(const FabricPacket& packet, std::optional<uint16_t> tag)
{
    const auto* foreign = dynamic_cast<const ForeignFrame*>(packet.extras.get());
    if (!foreign)
    {
        return {};
    }
    std::vector<uint8_t> frame;
    WireWriter out(frame);
    WriteEthernetHeader({{foreign->source, foreign->dest}, tag, foreign->protocol}, out);
    const std::size_t headerBytes = frame.size();
    const uint32_t packetBytes = foreign->packet->GetSize();
    frame.resize(headerBytes + packetBytes);
    foreign->packet->CopyData(frame.data() + headerBytes, packetBytes);
    if (packet.ecn == EcnCodepoint::CE && foreign->protocol == TYPE_IPV4)
    {
        MarkIpv4(frame.data() + headerBytes, packetBytes);
    }
    CompleteEthernetFrame(frame);
    return frame;
}

/**
 * Writes a frame up to the UDP header.
 *
 * @param frame empty frame
 * @param udpBytes length from the UDP header on
 * @param udpPort destination port
 */
void
WriteHeaders(const FabricPacket& packet,
             const FrameEnds& ends,
             std::optional<uint16_t> tag,
             uint32_t udpBytes,
             uint32_t udpPort,
             std::vector<uint8_t>& frame)
{
    const uint32_t linkBytes = ETHERNET_BYTES + (tag ? TAG_BYTES : 0);
    frame.reserve(linkBytes + IPV4_BYTES + udpBytes + FCS_BYTES);
    WireWriter out(frame);
    WriteEthernetHeader({ends, tag, TYPE_IPV4}, out);
    out.Put(VERSION_AND_LENGTH, 1);
    out.Put(uint32_t{packet.dscp} << DSCP_SHIFT | EcnBits(packet.ecn), 1);
    out.Put(IPV4_BYTES + udpBytes, 2);
    out.Put(0, 2); // identification
    out.Put(DO_NOT_FRAGMENT, 2);
    out.Put(TIME_TO_LIVE, 1);
    out.Put(PROTOCOL_UDP, 1);
    out.Put(0, 2); // checksum, below
    out.Put(HostIpv4(packet.sourceHost), 4);
    out.Put(HostIpv4(packet.destHost), 4);
    const uint16_t checksum = HeaderChecksum(frame.data() + linkBytes);
    frame[linkBytes + CHECKSUM_OFFSET] = static_cast<uint8_t>(checksum >> 8);
    frame[linkBytes + CHECKSUM_OFFSET + 1] = static_cast<uint8_t>(checksum);

    out.Put(UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy), 2);
    out.Put(udpPort, 2);
    out.Put(udpBytes, 2);
    out.Put(0, 2); // no checksum
}

/**
 * @param tagged true with an 802.1Q tag
 * @return bytes around a datagram, without padding of the frame
 */
constexpr uint32_t
AroundBytes(bool tagged)
{
    return ETHERNET_BYTES + (tagged ? TAG_BYTES : 0) + IPV4_BYTES + FCS_BYTES;
}

/**
 * @return datagram of a transport that this codec does not know; empty if there is no such datagram
 */
std::vector<uint8_t>
EncodeOther(const FabricPacket& packet, const FrameEnds& ends, std::optional<uint16_t> tag)
{
    const uint32_t aroundBytes = AroundBytes(tag.has_value());
    std::vector<uint8_t> frame;
    if (packet.frameBytes < aroundBytes + UDP_BYTES)
    {
        return frame;
    }
    const uint32_t udpBytes = packet.frameBytes - aroundBytes;
    WriteHeaders(packet,
                 ends,
                 tag,
                 udpBytes,
                 uint32_t{UdpFrameCodec::OTHER_UDP_PORT} + packet.transport,
                 frame);
    WireWriter(frame).PutZeros(udpBytes - UDP_BYTES);
    CompleteEthernetFrame(frame);
    return frame;
}

/**
 * @param body bytes behind the EtherType
 * @param bytes number of these bytes
 * @return UDP destination port; 0 if the packet is not UDP
 */
uint64_t
GetUdpPort(uint64_t type, const uint8_t* body, std::size_t bytes)
{
    WireReader in(body, bytes);
    in.Skip(9);
    const bool udp = in.Get(1) == PROTOCOL_UDP;
    in.Skip(IPV4_BYTES - 10 + 2); // and the source port
    const uint64_t port = in.Get(2);
    return type == TYPE_IPV4 && udp && !in.IsShort() ? port : 0;
}

/**
 * @param ends ends of the frame: hosts
 * @param protocol EtherType
 * @param body bytes after the EtherType, up to the FCS
 * @param available number of these bytes, including padding
 * @param packet receives the contents
 * @return true if the frame is between two hosts
 */
bool
DecodeForeign(const FrameEnds& ends,
              uint64_t protocol,
              const uint8_t* body,
              std::size_t available,
              FabricPacket& packet)
{
    packet.kind = PacketKind::FOREIGN;
    packet.sourceHost = HostOfMac(ends.sender);
    packet.destHost = HostOfMac(ends.receiver);
    if (packet.sourceHost == NO_HOST || packet.destHost == NO_HOST)
    {
        return false;
    }
    std::size_t bytes = available;
    if (protocol == TYPE_IPV4 && available >= IPV4_BYTES)
    {
        packet.dscp = body[1] >> DSCP_SHIFT;
        packet.ecn = EcnOf(body[1] & ECN_MASK);
        bytes = std::min(available, std::size_t{body[2]} << 8 | body[3]);
    }
    auto foreign = std::make_unique<ForeignFrame>();
    foreign->packet = Create<Packet>(body, static_cast<uint32_t>(bytes));
    foreign->source = ends.sender;
    foreign->dest = ends.receiver;
    foreign->protocol = static_cast<uint16_t>(protocol);
    packet.extras = std::move(foreign);
    return true;
}

} // namespace

UdpFrameCodec::UdpFrameCodec(bool vlanTag, uint8_t transport, uint16_t udpPort)
    : m_vlanTag(vlanTag),
      m_transport(transport),
      m_udpPort(udpPort)
{
}

uint32_t
UdpFrameCodec::GetFrameBytes(uint32_t bodyBytes) const
{
    return std::max(AroundBytes(m_vlanTag) + UDP_BYTES + bodyBytes, LEAST_FRAME_BYTES);
}

uint32_t
UdpFrameCodec::DoGetDataLinkType() const
{
    return ETHERNET_LINK_TYPE;
}

uint32_t
UdpFrameCodec::DoGetLeastFrameBytes() const
{
    return LEAST_FRAME_BYTES;
}

std::vector<uint8_t>
UdpFrameCodec::DoEncode(const FabricPacket& packet, const FrameEnds& ends) const
{
    std::optional<uint16_t> tag;
    if (m_vlanTag)
    {
        tag = static_cast<uint16_t>(uint32_t{packet.lane} << PRIORITY_SHIFT);
    }
    if (packet.kind == PacketKind::FOREIGN)
    {
        return EncodeForeign(packet, tag);
    }
    return packet.transport == m_transport ? EncodeBody(packet, ends, tag)
                                           : EncodeOther(packet, ends, tag);
}

std::vector<uint8_t>
UdpFrameCodec::EncodeBody(const FabricPacket& packet,
                          const FrameEnds& ends,
                          std::optional<uint16_t> tag) const
{
    const uint32_t linkBytes = ETHERNET_BYTES + (tag ? TAG_BYTES : 0);
    const uint32_t aroundBytes = AroundBytes(tag.has_value()) + UDP_BYTES;
    const uint32_t bodyBytes =
        DoGetBodyBytes(packet, packet.frameBytes - std::min(packet.frameBytes, aroundBytes));
    std::vector<uint8_t> frame;
    WriteHeaders(packet, ends, tag, UDP_BYTES + bodyBytes, m_udpPort, frame);
    DoWriteBody(packet, bodyBytes, linkBytes, frame);
    CompleteEthernetFrame(frame);
    return frame;
}

/**
 * @param header bytes from the IPv4 header to the FCS
 * @param available number of these bytes, including padding
 * @param packet receives the fields
 * @return true if the frame is valid
 */
bool
UdpFrameCodec::DecodeBody(const uint8_t* header, std::size_t available, FabricPacket& packet) const
{
    if (available < IPV4_BYTES + UDP_BYTES)
    {
        return false;
    }
    const std::size_t bytes = std::size_t{header[2]} << 8 | header[3];
    if (bytes > available || bytes < IPV4_BYTES + UDP_BYTES || HeaderChecksum(header) != 0)
    {
        return false;
    }
    WireReader in(header, bytes);
    const bool plain = in.Get(1) == VERSION_AND_LENGTH;
    const auto service = static_cast<uint32_t>(in.Get(1));
    packet.transport = m_transport;
    packet.dscp = static_cast<uint8_t>(service >> DSCP_SHIFT);
    packet.ecn = EcnOf(service & ECN_MASK);
    in.Skip(7); // length, identification, fragment, time to live
    const bool udp = in.Get(1) == PROTOCOL_UDP;
    in.Skip(2); // checksum
    packet.sourceHost = HostOfIpv4(static_cast<uint32_t>(in.Get(4)));
    packet.destHost = HostOfIpv4(static_cast<uint32_t>(in.Get(4)));
    const auto port = static_cast<uint16_t>(in.Get(2));
    packet.entropy = FlowEntropy(packet.sourceHost, packet.destHost, port);
    in.Skip(6); // port, length and checksum
    return plain && udp && DoReadBody(header, bytes, in, packet);
}

FabricPacketPtr
UdpFrameCodec::DoDecode(const std::vector<uint8_t>& frame) const
{
    if (!IsSoundEthernetFrame(frame))
    {
        return nullptr;
    }
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->frameBytes = static_cast<uint32_t>(frame.size());
    packet->wireBytes = packet->frameBytes + PREAMBLE_AND_GAP_BYTES;
    WireReader in(frame.data(), frame.size() - FCS_BYTES);
    const auto [ends, tag, type] = ReadEthernetHeader(in);
    packet->lane = static_cast<uint8_t>(tag.value_or(0) >> PRIORITY_SHIFT);
    const std::size_t left = in.GetLeft();
    const uint8_t* const body = frame.data() + frame.size() - FCS_BYTES - left;
    if (type == MAC_CONTROL_TYPE)
    {
        return nullptr; // not the frame of a ControlFrame
    }
    const uint64_t port = GetUdpPort(type, body, left);
    const bool sound = port == m_udpPort ? DecodeBody(body, left, *packet)
                                         : DecodeForeign(ends, type, body, left, *packet);
    return sound ? std::move(packet) : nullptr;
}

} // namespace ns3

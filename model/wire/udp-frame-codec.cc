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

constexpr uint32_t PRIORITY_SHIFT = 13;

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
    if (packet.ecn == EcnCodepoint::CE && foreign->protocol == IPV4_ETHER_TYPE)
    {
        MarkIpv4(frame.data() + headerBytes, packetBytes);
    }
    CompleteEthernetFrame(frame);
    return frame;
}

/**
 * Writes a frame up to its body.
 *
 * @param ip headers between Ethernet and UDP
 * @param udpBytes length from the UDP header on
 * @param udpPort destination port
 * @param frame empty frame
 */
void
WriteHeaders(const FabricPacket& packet,
             const FrameEnds& ends,
             std::optional<uint16_t> tag,
             const IpHeaders& ip,
             uint32_t udpBytes,
             uint32_t udpPort,
             std::vector<uint8_t>& frame)
{
    frame.reserve(ETHERNET_BYTES + TAG_BYTES + ip.GetBytes() + udpBytes + FCS_BYTES);
    WireWriter out(frame);
    WriteEthernetHeader({ends, tag, ip.GetEtherType()}, out);
    ip.Write(packet, udpBytes, frame);
    out.Put(UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy), 2);
    out.Put(udpPort, 2);
    out.Put(udpBytes, 2);
    out.Put(0, 2); // no checksum
}

/**
 * @return datagram of a transport that this codec does not know; empty if there is no such datagram
 */
std::vector<uint8_t>
EncodeOther(const FabricPacket& packet, const FrameEnds& ends, std::optional<uint16_t> tag)
{
    const uint32_t aroundBytes = ETHERNET_BYTES + (tag ? TAG_BYTES : 0) + IPV4_BYTES + FCS_BYTES;
    std::vector<uint8_t> frame;
    if (packet.frameBytes < aroundBytes + UDP_BYTES)
    {
        return frame;
    }
    const uint32_t udpBytes = packet.frameBytes - aroundBytes;
    WriteHeaders(packet,
                 ends,
                 tag,
                 GetIpv4Headers(),
                 udpBytes,
                 uint32_t{UdpFrameCodec::OTHER_UDP_PORT} + packet.transport,
                 frame);
    WireWriter(frame).PutZeros(udpBytes - UDP_BYTES);
    CompleteEthernetFrame(frame);
    return frame;
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
    if (protocol == IPV4_ETHER_TYPE && available >= IPV4_BYTES)
    {
        SetIpService(body[1], packet);
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

UdpFrameCodec::UdpFrameCodec(bool vlanTag, uint8_t transport, uint16_t udpPort, const IpHeaders& ip)
    : m_vlanTag(vlanTag),
      m_transport(transport),
      m_udpPort(udpPort),
      m_ip(ip)
{
}

/** @return bytes around the body, without padding of the frame */
uint32_t
UdpFrameCodec::GetAroundBytes() const
{
    return ETHERNET_BYTES + (m_vlanTag ? TAG_BYTES : 0) + m_ip.GetBytes() + UDP_BYTES + FCS_BYTES;
}

uint32_t
UdpFrameCodec::GetFrameBytes(uint32_t bodyBytes) const
{
    return std::max(GetAroundBytes() + bodyBytes, LEAST_FRAME_BYTES);
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
    const uint32_t aroundBytes = GetAroundBytes();
    const uint32_t bodyBytes =
        DoGetBodyBytes(packet, packet.frameBytes - std::min(packet.frameBytes, aroundBytes));
    std::vector<uint8_t> frame;
    WriteHeaders(packet, ends, tag, m_ip, UDP_BYTES + bodyBytes, m_udpPort, frame);
    DoWriteBody(packet, bodyBytes, linkBytes, frame);
    CompleteEthernetFrame(frame);
    return frame;
}

/**
 * @param type EtherType
 * @param header bytes from the outermost IP header to the FCS
 * @param available number of these bytes, including padding
 * @return true if it is a datagram to the port of this transport
 */
bool
UdpFrameCodec::IsOwn(uint64_t type, const uint8_t* header, std::size_t available) const
{
    const uint8_t* const udp = header + m_ip.GetBytes();
    return type == m_ip.GetEtherType() && available >= m_ip.GetBytes() + UDP_BYTES &&
           m_ip.IsUdp(header) && (uint32_t{udp[2]} << 8 | udp[3]) == m_udpPort;
}

/**
 * @param header bytes from the outermost IP header to the FCS
 * @param available number of these bytes, including padding
 * @param packet receives the fields
 * @return true if the frame is valid
 */
bool
UdpFrameCodec::DecodeBody(const uint8_t* header, std::size_t available, FabricPacket& packet) const
{
    const auto bytes = m_ip.Read(header, available, packet);
    if (!bytes || *bytes < m_ip.GetBytes() + UDP_BYTES)
    {
        return false;
    }
    packet.transport = m_transport;
    WireReader in(header, *bytes);
    in.Skip(m_ip.GetBytes());
    const auto port = static_cast<uint16_t>(in.Get(2));
    packet.entropy = FlowEntropy(packet.sourceHost, packet.destHost, port);
    in.Skip(6); // port, length and checksum
    return DoReadBody(header, *bytes, in, packet);
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
    const bool sound = IsOwn(type, body, left) ? DecodeBody(body, left, *packet)
                                               : DecodeForeign(ends, type, body, left, *packet);
    return sound ? std::move(packet) : nullptr;
}

} // namespace ns3

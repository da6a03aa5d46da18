// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "infini-band-codec.h"

#include "credit-packet.h"
#include "erf-record.h"
#include "host-lid.h"
#include "rdma-header.h"
#include "rdma-headers.h"
#include "variant-crc.h"

#include "ns3/crc32.h"
#include "ns3/foreign-frame.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t NEXT_IS_RAW = 0;
constexpr uint32_t NEXT_IS_BTH = 2;
constexpr uint32_t NEXT_IS_GRH = 3;
constexpr uint32_t NEXT_MASK = 3;
constexpr uint32_t UPPER_HALF = 4; // shift of the upper half of a byte
constexpr uint32_t LENGTH_MASK = 0x7ff;
constexpr uint32_t WORD_BYTES = 4;

constexpr uint32_t GRH_VERSION = 6;
constexpr uint32_t GRH_VERSION_SHIFT = 28;
constexpr uint32_t TRAFFIC_CLASS_SHIFT = 20;
constexpr uint32_t GRH_DSCP_SHIFT = TRAFFIC_CLASS_SHIFT + 2;
constexpr uint32_t DSCP_MASK = 0x3f;
constexpr uint32_t GRH_NEXT_IS_BTH = 0x1b;
constexpr uint32_t HOP_LIMIT = 64;

constexpr uint32_t RAW_HEADER_BYTES = 4;             // IBTA vol. 1, 5.3
constexpr uint32_t LOCAL_EXPERIMENTAL_TYPE = 0x88b5; // IEEE 802
constexpr uint16_t ETHER_TYPE_IPV4 = 0x0800;
constexpr std::size_t IPV4_HEADER_BYTES = 20;

/**
 * @param end pointer behind a number stored least significant byte first
 * @return the number
 */
uint32_t
LeastFirstBefore(const uint8_t* end, uint32_t bytes)
{
    uint32_t value = 0;
    for (; bytes > 0; --bytes)
    {
        value = value << 8 | *--end;
    }
    return value;
}

/** Completes a packet with the ICRC and the VCRC. */
void
PutCrcs(std::vector<uint8_t>& frame)
{
    WireWriter out(frame);
    const uint32_t invariant = InfiniBandCodec::InvariantCrc(frame.data(), frame.size());
    out.PutCrc(invariant);
    const uint16_t variant = VariantCrc(frame.data(), frame.size());
    out.PutLeastFirst(variant, VCRC_BYTES);
}

/**
 * @param in reader behind the transport headers
 * @param bytes length of the packet of IP over InfiniBand
 * @param packet packet with known hosts; receives the other fields
 * @return true if it is valid
 */
bool
DecodeForeign(WireReader& in, std::size_t bytes, FabricPacket& packet)
{
    if (bytes < IPOIB_BYTES)
    {
        return false;
    }
    auto foreign = std::make_unique<ForeignFrame>();
    foreign->source = HostMac(packet.sourceHost);
    foreign->dest = HostMac(packet.destHost);
    foreign->protocol = static_cast<uint16_t>(in.Get(2));
    in.Skip(2); // reserved
    std::vector<uint8_t> body(bytes - IPOIB_BYTES);
    for (uint8_t& byte : body)
    {
        byte = static_cast<uint8_t>(in.Get(1));
    }
    if (foreign->protocol == ETHER_TYPE_IPV4 && body.size() >= IPV4_HEADER_BYTES)
    {
        constexpr EcnCodepoint ECN[] = {EcnCodepoint::NOT_ECT,
                                        EcnCodepoint::ECT,
                                        EcnCodepoint::ECT,
                                        EcnCodepoint::CE};
        packet.dscp = body[1] >> 2;
        packet.ecn = packet.ecn == EcnCodepoint::CE ? packet.ecn : ECN[body[1] & 3];
    }
    foreign->packet = Create<Packet>(body.data(), static_cast<uint32_t>(body.size()));
    packet.kind = PacketKind::FOREIGN;
    packet.As<RdmaHeader>() = {};
    packet.destEndpoint = 0;
    packet.extras = std::move(foreign);
    return true;
}

/**
 * Reads the GRH.
 *
 * @param packet receives DSCP, hosts and entropy
 * @return true if the GRH is valid
 */
bool
DecodeGrh(WireReader& in, FabricPacket& packet)
{
    const uint64_t first = in.Get(4);
    packet.dscp = static_cast<uint8_t>(first >> GRH_DSCP_SHIFT & DSCP_MASK);
    const uint64_t payloadBytes = in.Get(2);
    const uint64_t next = in.Get(1);
    in.Skip(1); // hop limit
    const bool rightLength = payloadBytes + GRH_BYTES - 8 + VCRC_BYTES == in.GetLeft();
    in.Skip(8); // prefix
    packet.sourceHost = HostOfGuid(in.Get(8));
    in.Skip(8);
    packet.destHost = HostOfGuid(in.Get(8));
    packet.entropy = FlowEntropy(packet.sourceHost, packet.destHost, static_cast<uint16_t>(first));
    return first >> GRH_VERSION_SHIFT == GRH_VERSION && next == GRH_NEXT_IS_BTH && rightLength;
}

} // namespace

InfiniBandCodec::InfiniBandCodec(bool grh, uint32_t delimiterBytes)
    : m_grh(grh),
      m_delimiterBytes(delimiterBytes)
{
}

uint32_t
InfiniBandCodec::InvariantCrc(const uint8_t* packet, std::size_t bytes)
{
    std::vector<uint8_t> masked(packet, packet + bytes);
    uint8_t* bth = masked.data() + LRH_BYTES;
    if ((packet[1] & NEXT_MASK) == NEXT_IS_GRH)
    {
        std::fill_n(masked.begin(), LRH_BYTES, 0xff);
        bth[0] |= 0x0f; // TClass and flow label, behind IPVer
        std::fill_n(bth + 1, 3, 0xff);
        bth[7] = 0xff; // hop limit
        bth += GRH_BYTES;
    }
    else
    {
        masked[0] |= 0xf0;
    }
    bth[4] = 0xff; // FECN, BECN and the reserved bits next to them
    return CRC32Calculate(masked.data(), static_cast<int>(masked.size()));
}

uint32_t
InfiniBandCodec::DoGetDataLinkType() const
{
    return ERF_LINK_TYPE;
}

std::vector<uint8_t>
InfiniBandCodec::DoMakeRecord(std::vector<uint8_t> frame, const FrameSighting& sighting) const
{
    if (frame.size() != CreditPacket::FRAME_BYTES)
    {
        return MakeErfRecord(ErfType::INFINIBAND, sighting, frame);
    }
    frame.resize(LRH_BYTES + GRH_BYTES);
    return MakeErfRecord(ErfType::INFINIBAND_LINK, sighting, frame);
}

/**
 * Writes the headers before the BTH.
 *
 * @param transportBytes length from the BTH to the ICRC
 */
void
InfiniBandCodec::PutRouteHeaders(const FabricPacket& packet,
                                 uint32_t transportBytes,
                                 std::vector<uint8_t>& frame) const
{
    const uint32_t bytes = LRH_BYTES + (m_grh ? GRH_BYTES : 0) + transportBytes;
    frame.reserve(bytes + VCRC_BYTES);
    WireWriter out(frame);
    out.Put(packet.lane << UPPER_HALF, 1);
    out.Put(packet.serviceLevel << UPPER_HALF | (m_grh ? NEXT_IS_GRH : NEXT_IS_BTH), 1);
    out.Put(HostLid(packet.destHost), 2);
    out.Put((bytes + WORD_BYTES - 1) / WORD_BYTES, 2);
    out.Put(HostLid(packet.sourceHost), 2);
    if (m_grh)
    {
        out.Put(GRH_VERSION << GRH_VERSION_SHIFT | uint32_t{packet.dscp} << GRH_DSCP_SHIFT |
                    UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy),
                4);
        out.Put(transportBytes, 2);
        out.Put(GRH_NEXT_IS_BTH, 1);
        out.Put(HOP_LIMIT, 1);
        out.Put(DEFAULT_GID_PREFIX, 8);
        out.Put(HostGuid(packet.sourceHost), 8);
        out.Put(DEFAULT_GID_PREFIX, 8);
        out.Put(HostGuid(packet.destHost), 8);
    }
}

std::vector<uint8_t>
InfiniBandCodec::EncodeTransport(const FabricPacket& packet) const
{
    RdmaHeaderOptions options;
    options.fecn = packet.ecn == EcnCodepoint::CE;
    options.trimmed = IsTrimmed(packet.kind);
    options.padBytes = (4 - packet.payloadBytes % 4) % 4;
    uint32_t transportBytes =
        RdmaHeaderBytes(packet) + packet.payloadBytes + options.padBytes + ICRC_BYTES;
    const uint32_t routeBytes = LRH_BYTES + (m_grh ? GRH_BYTES : 0);
    options.selective =
        packet.frameBytes == routeBytes + transportBytes + VCRC_BYTES + SELECTIVE_BYTES;
    transportBytes += options.selective ? SELECTIVE_BYTES : 0;

    std::vector<uint8_t> frame;
    PutRouteHeaders(packet, transportBytes, frame);
    WireWriter out(frame);
    WriteRdmaHeaders(packet, options, out);
    out.PutZeros(packet.payloadBytes + options.padBytes);
    PutCrcs(frame);
    return frame;
}

std::vector<uint8_t>
InfiniBandCodec::EncodeForeign(const FabricPacket& packet) const
{
    const auto* foreign = dynamic_cast<const ForeignFrame*>(packet.extras.get());
    if (!foreign)
    {
        return {};
    }
    FabricPacket datagram;
    datagram.As<RdmaHeader>().opcode = RdmaOpcode::UD_SEND_ONLY;
    datagram.destEndpoint = IPOIB_QUEUE_PAIR;
    datagram.As<RdmaHeader>().sourceQp = IPOIB_QUEUE_PAIR;
    RdmaHeaderOptions options;
    options.fecn = packet.ecn == EcnCodepoint::CE;
    options.queueKey = IPOIB_QUEUE_KEY;
    const uint32_t packetBytes = foreign->packet->GetSize();
    options.padBytes = (4 - packetBytes % 4) % 4;

    std::vector<uint8_t> frame;
    PutRouteHeaders(packet,
                    BTH_BYTES + DETH_BYTES + IPOIB_BYTES + packetBytes + options.padBytes +
                        ICRC_BYTES,
                    frame);
    WireWriter out(frame);
    WriteRdmaHeaders(datagram, options, out);
    out.Put(foreign->protocol, 2);
    out.PutZeros(2);
    const std::size_t headerBytes = frame.size();
    out.PutZeros(packetBytes + options.padBytes);
    foreign->packet->CopyData(frame.data() + headerBytes, packetBytes);
    PutCrcs(frame);
    return frame;
}

/**
 * @return raw packet with the headers and payload of a transport that this codec does not know;
 * empty if the packet is too short
 */
std::vector<uint8_t>
InfiniBandCodec::EncodeOther(const FabricPacket& packet)
{
    std::vector<uint8_t> frame;
    if (packet.frameBytes < LRH_BYTES + RAW_HEADER_BYTES + VCRC_BYTES)
    {
        return frame;
    }
    WireWriter out(frame);
    const uint32_t bytes = packet.frameBytes - VCRC_BYTES;
    out.Put(packet.lane << UPPER_HALF, 1);
    out.Put(packet.serviceLevel << UPPER_HALF | NEXT_IS_RAW, 1);
    out.Put(HostLid(packet.destHost), 2);
    out.Put((bytes + WORD_BYTES - 1) / WORD_BYTES, 2);
    out.Put(HostLid(packet.sourceHost), 2);
    out.PutZeros(2);
    out.Put(LOCAL_EXPERIMENTAL_TYPE, 2);
    out.PutZeros(bytes - LRH_BYTES - RAW_HEADER_BYTES);
    const uint16_t variant = VariantCrc(frame.data(), frame.size());
    out.PutLeastFirst(variant, VCRC_BYTES);
    return frame;
}

std::vector<uint8_t>
InfiniBandCodec::DoEncode(const FabricPacket& packet, const FrameEnds&) const
{
    if (packet.kind == PacketKind::FOREIGN)
    {
        return EncodeForeign(packet);
    }
    return packet.transport == RDMA_TRANSPORT ? EncodeTransport(packet) : EncodeOther(packet);
}

/**
 * @param frame frame with a right VCRC
 * @param packet receives the fields
 * @return true if the frame is valid
 */
bool
InfiniBandCodec::DecodeData(const std::vector<uint8_t>& frame, FabricPacket& packet) const
{
    const std::size_t headerBytes = LRH_BYTES + (m_grh ? GRH_BYTES : 0) + BTH_BYTES;
    if (frame.size() < headerBytes + ICRC_BYTES + VCRC_BYTES)
    {
        return false;
    }
    const std::size_t bytes = frame.size() - VCRC_BYTES;
    const uint8_t* const end = frame.data() + bytes;
    WireReader in(frame.data(), frame.size());
    const uint64_t lane = in.Get(1);
    const uint64_t level = in.Get(1);
    const uint64_t next = level & NEXT_MASK;
    packet.lane = static_cast<uint8_t>(lane >> UPPER_HALF);
    packet.serviceLevel = static_cast<uint8_t>(level >> UPPER_HALF);
    packet.destHost = HostOfLid(static_cast<uint16_t>(in.Get(2)));
    const bool rightLength = (in.Get(2) & LENGTH_MASK) == (bytes + WORD_BYTES - 1) / WORD_BYTES;
    packet.sourceHost = HostOfLid(static_cast<uint16_t>(in.Get(2)));
    if (next != (m_grh ? NEXT_IS_GRH : NEXT_IS_BTH) || !rightLength ||
        InvariantCrc(frame.data(), bytes - ICRC_BYTES) != LeastFirstBefore(end, ICRC_BYTES) ||
        (m_grh && !DecodeGrh(in, packet)))
    {
        return false;
    }
    const auto options = ReadRdmaHeaders(in, packet);
    const std::size_t trailerBytes = options.padBytes + ICRC_BYTES + VCRC_BYTES;
    if (in.IsShort() || in.GetLeft() < trailerBytes || packet.sourceHost == NO_HOST ||
        packet.destHost == NO_HOST)
    {
        return false;
    }
    const std::size_t payloadBytes = in.GetLeft() - trailerBytes;
    const RdmaOpcode opcode = packet.As<RdmaHeader>().opcode;
    packet.ecn = options.fecn ? EcnCodepoint::CE
                              : (opcode >= RdmaOpcode::CNP_INFINIBAND ? EcnCodepoint::NOT_ECT
                                                                      : EcnCodepoint::ECT);
    if (opcode == RdmaOpcode::UD_SEND_ONLY && options.queueKey == IPOIB_QUEUE_KEY)
    {
        return DecodeForeign(in, payloadBytes, packet);
    }
    packet.payloadBytes = static_cast<uint32_t>(payloadBytes);
    return true;
}

FabricPacketPtr
InfiniBandCodec::DoDecode(const std::vector<uint8_t>& frame) const
{
    if (frame.size() < CreditPacket::FRAME_BYTES ||
        VariantCrc(frame.data(), frame.size() - VCRC_BYTES) !=
            LeastFirstBefore(frame.data() + frame.size(), VCRC_BYTES))
    {
        return nullptr;
    }
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->frameBytes = static_cast<uint32_t>(frame.size());
    packet->wireBytes = packet->frameBytes + m_delimiterBytes;
    return DecodeData(frame, *packet) ? std::move(packet) : nullptr;
}

} // namespace ns3

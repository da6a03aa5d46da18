// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "roce-v2-codec.h"

#include "rdma-headers.h"

#include "ns3/crc32.h"

namespace ns3
{

namespace
{

uint32_t
Crc(const uint8_t* data, std::size_t bytes)
{
    return CRC32Calculate(data, static_cast<int>(bytes));
}

/**
 * @param end pointer behind four bytes
 * @return CRC in these bytes, see WireWriter::PutCrc()
 */
uint32_t
CrcBefore(const uint8_t* end)
{
    return uint32_t{end[-1]} << 24 | uint32_t{end[-2]} << 16 | uint32_t{end[-3]} << 8 | end[-4];
}

/**
 * @param payloadBytes payload of a packet
 * @return bytes that pad it to a multiple of 4
 */
uint32_t
PadBytes(uint32_t payloadBytes)
{
    return (4 - payloadBytes % 4) % 4;
}

/** @return bytes behind the UDP header, without a selective acknowledgement */
uint32_t
PlainBodyBytes(const FabricPacket& packet)
{
    return RdmaHeaderBytes(packet) + packet.payloadBytes + PadBytes(packet.payloadBytes) +
           ICRC_BYTES;
}

} // namespace

RoceV2Codec::RoceV2Codec(bool vlanTag)
    : UdpFrameCodec(vlanTag, RDMA_TRANSPORT, UDP_PORT)
{
}

uint32_t
RoceV2Codec::InvariantCrc(const uint8_t* packet, std::size_t bytes)
{
    constexpr std::size_t routeHeader = 8; // replaces the LRH of InfiniBand
    std::vector<uint8_t> masked(routeHeader, 0xff);
    masked.insert(masked.end(), packet, packet + bytes);
    uint8_t* const ipv4 = masked.data() + routeHeader;
    uint8_t* const udp = ipv4 + IPV4_BYTES;
    uint8_t* const bth = udp + UDP_BYTES;
    for (uint8_t* byte : {ipv4 + 1, ipv4 + 8, ipv4 + 10, ipv4 + 11, udp + 6, udp + 7, bth + 4})
    {
        *byte = 0xff;
    }
    return Crc(masked.data(), masked.size());
}

uint32_t
RoceV2Codec::DoGetBodyBytes(const FabricPacket& packet, uint32_t roomBytes) const
{
    const uint32_t bytes = PlainBodyBytes(packet);
    return roomBytes == bytes + SELECTIVE_BYTES ? roomBytes : bytes;
}

void
RoceV2Codec::DoWriteBody(const FabricPacket& packet,
                         uint32_t bodyBytes,
                         std::size_t ipv4,
                         std::vector<uint8_t>& frame) const
{
    RdmaHeaderOptions options;
    options.trimmed = IsTrimmed(packet.kind);
    options.padBytes = PadBytes(packet.payloadBytes);
    options.selective = bodyBytes > PlainBodyBytes(packet);
    WireWriter out(frame);
    WriteRdmaHeaders(packet, options, out);
    out.PutZeros(packet.payloadBytes + options.padBytes);
    out.PutCrc(InvariantCrc(frame.data() + ipv4, frame.size() - ipv4));
}

bool
RoceV2Codec::DoReadBody(const uint8_t* ipv4,
                        std::size_t bytes,
                        WireReader& in,
                        FabricPacket& packet) const
{
    if (bytes < IPV4_BYTES + UDP_BYTES + BTH_BYTES + ICRC_BYTES ||
        InvariantCrc(ipv4, bytes - ICRC_BYTES) != CrcBefore(ipv4 + bytes))
    {
        return false;
    }
    const auto options = ReadRdmaHeaders(in, packet);
    if (in.IsShort() || in.GetLeft() < ICRC_BYTES + options.padBytes)
    {
        return false;
    }
    packet.payloadBytes = static_cast<uint32_t>(in.GetLeft()) - ICRC_BYTES - options.padBytes;
    return true;
}

} // namespace ns3

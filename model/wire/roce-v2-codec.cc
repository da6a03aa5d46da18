// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "roce-v2-codec.h"

#include "rdma-headers.h"

namespace ns3
{

namespace
{

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
RoceV2Codec::DoGetBodyBytes(const FabricPacket& packet, uint32_t roomBytes) const
{
    const uint32_t bytes = PlainBodyBytes(packet);
    return roomBytes == bytes + SELECTIVE_BYTES ? roomBytes : bytes;
}

void
RoceV2Codec::DoWriteBody(const FabricPacket& packet,
                         uint32_t bodyBytes,
                         std::size_t ip,
                         std::vector<uint8_t>& frame) const
{
    RdmaHeaderOptions options;
    options.trimmed = IsTrimmed(packet.kind);
    options.padBytes = PadBytes(packet.payloadBytes);
    options.selective = bodyBytes > PlainBodyBytes(packet);
    WireWriter out(frame);
    WriteRdmaHeaders(packet, options, out);
    out.PutZeros(packet.payloadBytes + options.padBytes);
    out.PutCrc(GetInvariantCrc(GetIpv4Headers(), frame.data() + ip, frame.size() - ip));
}

bool
RoceV2Codec::DoReadBody(const uint8_t* ip,
                        std::size_t bytes,
                        WireReader& in,
                        FabricPacket& packet) const
{
    if (bytes < IPV4_BYTES + UDP_BYTES + BTH_BYTES + ICRC_BYTES ||
        !HasInvariantCrc(GetIpv4Headers(), ip, bytes))
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

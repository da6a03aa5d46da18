// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrc-codec.h"

#include "mrc-header.h"
#include "mrc-sizes.h"

#include "ns3/transport-number.h"

#include <algorithm>

namespace ns3
{

const uint8_t MRC_TRANSPORT = RegisterTransport("mrc");

namespace
{

// The base transport header: opcode, flags, partition, reserved, number, A and reserved, PSN.
constexpr uint32_t PAD_SHIFT = 4;
constexpr uint32_t PAD_MASK = 3;
constexpr uint32_t PARTITION = 0xffff;
constexpr uint32_t FLAG_TRIMMED = 1;       // ours, reserved
constexpr uint32_t FLAG_LAST_HOP = 1 << 1; // ours, reserved
constexpr uint32_t FLAG_ACK_REQUEST = 1 << 7;
constexpr uint32_t FLAG_RETRANSMITTED = 1; // ours, reserved

// The first word of a selective acknowledgement.
constexpr uint32_t SKIP_ONCE = 1U << 30;
constexpr uint32_t FLAG_PROBE = 1U << 29;
constexpr uint32_t OFFSET_MASK = 0xffff;

constexpr uint32_t RECEIVED_MASK = 0xffffff;

/** Fields of the base transport header that differ between packets. */
struct BaseHeader
{
    MrcOpcode opcode;
    uint32_t padBytes;
    uint32_t reserved; //!< beside the destination
    uint32_t number;   //!< of the destination
    uint32_t flags;    //!< beside the PSN
    uint32_t psn;
};

void
PutBaseHeader(const BaseHeader& header, WireWriter& out)
{
    out.Put(static_cast<uint8_t>(header.opcode), 1);
    out.Put(header.padBytes << PAD_SHIFT, 1);
    out.Put(PARTITION, 2);
    out.Put(header.reserved, 1);
    out.Put(header.number, 3);
    out.Put(header.flags, 1);
    out.Put(header.psn, 3);
}

BaseHeader
GetBaseHeader(WireReader& in)
{
    BaseHeader header{};
    header.opcode = static_cast<MrcOpcode>(in.Get(1));
    header.padBytes = static_cast<uint32_t>(in.Get(1)) >> PAD_SHIFT & PAD_MASK;
    in.Skip(2);
    header.reserved = static_cast<uint32_t>(in.Get(1));
    header.number = static_cast<uint32_t>(in.Get(3));
    header.flags = static_cast<uint32_t>(in.Get(1));
    header.psn = static_cast<uint32_t>(in.Get(3));
    return header;
}

uint32_t
GetTimeStamp(const FabricPacket& packet)
{
    return static_cast<uint32_t>(packet.sentPs / MrcCodec::TIME_UNIT_PS) & 0xffff;
}

/** @return low 24 bits of a PSN at a signed distance of 16 bits */
uint32_t
AddOffset(uint32_t psn, uint64_t offset)
{
    return (psn + static_cast<uint32_t>(int32_t{static_cast<int16_t>(offset)})) & MRC_PSN_MASK;
}

void
WriteSack(const FabricPacket& packet, WireWriter& out)
{
    const auto& answer = packet.As<MrcAnswer>();
    PutBaseHeader({answer.opcode,
                   0,
                   0,
                   packet.destEndpoint,
                   answer.retransmitted ? FLAG_RETRANSMITTED : 0,
                   answer.cumulative},
                  out);
    const uint32_t offset = answer.probe ? answer.psn : answer.psn - answer.cumulative;
    out.Put((answer.marked ? SKIP_ONCE : 0) | (answer.probe ? FLAG_PROBE : 0) |
                (offset & OFFSET_MASK),
            4);
    out.Put(answer.port, 4);
    out.Put(answer.cumulative, 3);
    out.Put(answer.mpr, 1);
    out.Put(answer.bitmapBase - answer.cumulative, 2);
    out.Put(0, 2);
    out.Put(answer.bitmap, 8);
    // State of the congestion control.
    out.Put(GetTimeStamp(packet), 2);
    out.Put(0, 2); // packets out of order, restore window
    out.Put(0, 1); // penalty of the window
    out.Put(answer.receivedBytes / MrcCodec::RECEIVED_UNIT & RECEIVED_MASK, 3);
    out.Put(0, 4);
}

void
ReadSack(const BaseHeader& header, WireReader& in, FabricPacket& packet)
{
    auto& answer = packet.As<MrcAnswer>();
    const auto first = static_cast<uint32_t>(in.Get(4));
    answer.marked = first & SKIP_ONCE;
    answer.probe = first & FLAG_PROBE;
    answer.retransmitted = header.flags & FLAG_RETRANSMITTED;
    answer.port = static_cast<uint16_t>(in.Get(4));
    answer.cumulative = static_cast<uint32_t>(in.Get(3));
    answer.mpr = static_cast<uint8_t>(in.Get(1));
    answer.psn = answer.probe ? first & OFFSET_MASK : AddOffset(answer.cumulative, first);
    answer.bitmapBase = AddOffset(answer.cumulative, in.Get(2));
    in.Skip(2);
    answer.bitmap = in.Get(8);
    in.Skip(5);
    answer.receivedBytes = static_cast<uint32_t>(in.Get(3)) * MrcCodec::RECEIVED_UNIT;
    in.Skip(4);
}

void
WriteNack(const FabricPacket& packet, WireWriter& out)
{
    const auto& answer = packet.As<MrcAnswer>();
    PutBaseHeader({answer.opcode,
                   0,
                   0,
                   packet.destEndpoint,
                   answer.retransmitted ? FLAG_RETRANSMITTED : 0,
                   answer.psn},
                  out);
    out.Put(static_cast<uint32_t>(answer.code), 1);
    out.Put(answer.marked, 1);
    out.Put(0, 2);
    out.Put(answer.psn, 3);
    out.Put(0, 1);
    out.Put(answer.port, 4);
    out.Put(answer.cumulative, 3);
    out.Put(answer.mpr, 1);
    out.Put(GetTimeStamp(packet), 2);
    out.Put(0, 2);
}

void
ReadNack(const BaseHeader& header, WireReader& in, FabricPacket& packet)
{
    auto& answer = packet.As<MrcAnswer>();
    answer.retransmitted = header.flags & FLAG_RETRANSMITTED;
    answer.code = static_cast<MrcNackCode>(in.Get(1));
    answer.marked = in.Get(1) != 0;
    in.Skip(2);
    answer.psn = static_cast<uint32_t>(in.Get(3));
    in.Skip(1);
    answer.port = static_cast<uint16_t>(in.Get(4));
    answer.cumulative = static_cast<uint32_t>(in.Get(3));
    answer.mpr = static_cast<uint8_t>(in.Get(1));
    in.Skip(4);
}

void
WriteControl(const FabricPacket& packet, WireWriter& out)
{
    const auto& control = packet.As<MrcControl>();
    const bool isProbe = control.opcode == MrcOpcode::PROBE;
    PutBaseHeader(
        {control.opcode, 0, 0, isProbe ? packet.destEndpoint : MrcCodec::ENDPOINT_NUMBER, 0, 0},
        out);
    out.Put(static_cast<uint8_t>(control.kind), 1);
    out.Put(0, 1);
    out.Put(control.number, 2);
    out.Put(control.kind == MrcEndpointKind::PORTS ? control.ports : control.port, 4);
    out.Put(packet.destEndpoint, 4);
    out.Put(GetTimeStamp(packet), 2);
    out.Put(0, 2);
    if (control.opcode == MrcOpcode::ENDPOINT_RESPONSE)
    {
        out.PutZeros(MrcSizes::RESPONSE_BYTES - MrcSizes::PROBE_BYTES);
    }
}

void
ReadControl(WireReader& in, FabricPacket& packet)
{
    auto& control = packet.As<MrcControl>();
    control.kind = static_cast<MrcEndpointKind>(in.Get(1));
    in.Skip(1);
    control.number = static_cast<uint16_t>(in.Get(2));
    const auto value = static_cast<uint32_t>(in.Get(4));
    control.ports = control.kind == MrcEndpointKind::PORTS ? value : 0;
    control.port = control.kind == MrcEndpointKind::PORTS ? 0 : static_cast<uint16_t>(value);
    packet.destEndpoint = static_cast<uint32_t>(in.Get(4));
    in.Skip(4);
    if (control.opcode == MrcOpcode::ENDPOINT_RESPONSE)
    {
        in.Skip(MrcSizes::RESPONSE_BYTES - MrcSizes::PROBE_BYTES);
    }
}

} // namespace

MrcCodec::MrcCodec(const IpHeaders& ip, bool timeStamps)
    : UdpFrameCodec(false, MRC_TRANSPORT, UDP_PORT, ip),
      m_ip(ip),
      m_timeStamps(timeStamps)
{
}

uint32_t
MrcCodec::DoGetTrimmedBytes(const FabricPacket& /* packet */) const
{
    return GetFrameBytes(MrcSizes::BTH_BYTES);
}

uint32_t
MrcCodec::DoGetBodyBytes(const FabricPacket& packet, uint32_t roomBytes) const
{
    const uint32_t bytes = MrcSizes::GetHeaderBytes(packet.As<MrcWrite>().opcode, m_timeStamps) +
                           PaddedBytes(packet.payloadBytes) + MrcSizes::ICRC_BYTES;
    return IsTrimmed(packet.kind) ? std::min(bytes, roomBytes) : bytes;
}

void
MrcCodec::WriteWrite(const FabricPacket& packet, WireWriter& out) const
{
    const auto& write = packet.As<MrcWrite>();
    PutBaseHeader(
        {write.opcode,
         PaddedBytes(packet.payloadBytes) - packet.payloadBytes,
         (IsTrimmed(packet.kind) ? FLAG_TRIMMED : 0) |
             (packet.kind == PacketKind::TRIMMED_AT_LAST_HOP ? FLAG_LAST_HOP : 0),
         packet.destEndpoint,
         (write.ackRequest ? FLAG_ACK_REQUEST : 0) | (write.retransmitted ? FLAG_RETRANSMITTED : 0),
         write.psn},
        out);
    out.Put(write.message, 2); // of requests
    out.Put(write.message, 2);
    if (m_timeStamps)
    {
        out.Put(GetTimeStamp(packet), 2);
        out.Put(0, 2);
    }
    out.Put(write.offset, 8);
    out.Put(0, 4); // memory key
    out.Put(write.bytes, 4);
    if (HasImmediate(write.opcode))
    {
        out.Put(write.immediate, 4);
    }
    out.PutZeros(PaddedBytes(packet.payloadBytes));
}

bool
MrcCodec::ReadWrite(uint32_t padBytes, WireReader& in, FabricPacket& packet) const
{
    auto& write = packet.As<MrcWrite>();
    in.Skip(2);
    write.message = static_cast<uint32_t>(in.Get(2));
    in.Skip(m_timeStamps ? MrcSizes::TSETH_BYTES : 0);
    write.offset = in.Get(8);
    in.Skip(4);
    write.bytes = in.Get(4);
    if (HasImmediate(write.opcode))
    {
        write.immediate = static_cast<uint32_t>(in.Get(4));
    }
    if (IsTrimmed(packet.kind))
    {
        return true;
    }
    if (in.GetLeft() < MrcSizes::ICRC_BYTES + padBytes)
    {
        return false;
    }
    packet.payloadBytes = static_cast<uint32_t>(in.GetLeft()) - MrcSizes::ICRC_BYTES - padBytes;
    return true;
}

void
MrcCodec::DoWriteBody(const FabricPacket& packet,
                      uint32_t bodyBytes,
                      std::size_t ip,
                      std::vector<uint8_t>& frame) const
{
    const std::size_t endBytes = frame.size() + bodyBytes;
    WireWriter out(frame);
    const MrcOpcode opcode = packet.As<MrcWrite>().opcode;
    if (IsWrite(opcode))
    {
        WriteWrite(packet, out);
    }
    else if (opcode == MrcOpcode::SACK)
    {
        WriteSack(packet, out);
    }
    else if (opcode == MrcOpcode::NACK)
    {
        WriteNack(packet, out);
    }
    else
    {
        WriteControl(packet, out);
    }
    if (IsTrimmed(packet.kind))
    {
        frame.resize(endBytes); // the end of the headers may be cut; the ICRC is 0
        return;
    }
    const std::size_t inner = ip + m_ip.GetOuterBytes();
    out.PutCrc(GetInvariantCrc(m_ip, frame.data() + inner, frame.size() - inner));
}

bool
MrcCodec::DoReadBody(const uint8_t* ip,
                     std::size_t bytes,
                     WireReader& in,
                     FabricPacket& packet) const
{
    const BaseHeader header = GetBaseHeader(in);
    packet.destEndpoint = header.number;
    packet.As<MrcWrite>().opcode = header.opcode;
    const bool isTrimmed = IsWrite(header.opcode) && (header.reserved & FLAG_TRIMMED) != 0;
    if (in.IsShort() ||
        (!isTrimmed &&
         (in.GetLeft() < MrcSizes::ICRC_BYTES ||
          !HasInvariantCrc(m_ip, ip + m_ip.GetOuterBytes(), bytes - m_ip.GetOuterBytes()))))
    {
        return false;
    }
    switch (header.opcode)
    {
    case MrcOpcode::SACK:
        ReadSack(header, in, packet);
        break;
    case MrcOpcode::NACK:
        ReadNack(header, in, packet);
        break;
    case MrcOpcode::PROBE:
    case MrcOpcode::ENDPOINT_REQUEST:
    case MrcOpcode::ENDPOINT_RESPONSE:
        ReadControl(in, packet);
        if (packet.As<MrcControl>().kind > MrcEndpointKind::PORTS)
        {
            return false;
        }
        break;
    default: {
        if (!IsWrite(header.opcode) || header.opcode < MrcOpcode::WRITE_FIRST)
        {
            return false;
        }
        auto& write = packet.As<MrcWrite>();
        write.psn = header.psn;
        write.ackRequest = header.flags & FLAG_ACK_REQUEST;
        write.retransmitted = header.flags & FLAG_RETRANSMITTED;
        if (isTrimmed)
        {
            packet.kind = header.reserved & FLAG_LAST_HOP ? PacketKind::TRIMMED_AT_LAST_HOP
                                                          : PacketKind::TRIMMED;
        }
        return ReadWrite(header.padBytes, in, packet) && (isTrimmed || !in.IsShort());
    }
    }
    return !in.IsShort() && in.GetLeft() == MrcSizes::ICRC_BYTES;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-codec.h"

#include "uet-header.h"
#include "uet-sublayers.h"

#include "ns3/transport-number.h"

#include <algorithm>

namespace ns3
{

const uint8_t UET_TRANSPORT = RegisterTransport("ultra-ethernet");

namespace
{

// The prologue: type 5 bit, next header or control type 4 bit, flags 7 bit.
constexpr uint32_t PROLOGUE_BYTES = 2;
constexpr uint32_t TYPE_SHIFT = 11;
constexpr uint32_t NEXT_SHIFT = 7;
constexpr uint32_t NEXT_MASK = 0xf;
constexpr uint32_t NEXT_REQUEST = 3;       // standard
constexpr uint32_t NEXT_RESPONSE = 4;      // without data
constexpr uint32_t FLAG_TRIMMED = 1;       // ours, reserved
constexpr uint32_t FLAG_LAST_HOP = 1 << 1; // ours, reserved
constexpr uint32_t FLAG_RETRANSMITTED = 1 << 4;
constexpr uint32_t FLAG_ACK_REQUEST = 1 << 3; // of a request
constexpr uint32_t FLAG_MARKED = 1 << 5;      // of an answer
constexpr uint32_t FLAG_PROBE = 1 << 3;       // of an ACK
constexpr uint32_t FLAG_IDEMPOTENT = 1 << 3;  // of a NACK

// The first two bytes of a standard request: opcode, version, flags.
constexpr uint32_t OPCODE_SHIFT = 8;
constexpr uint32_t OPCODE_WRITE = 1;
constexpr uint32_t FLAG_HEADER_DATA = 1 << 2;
constexpr uint32_t FLAG_END = 1 << 1;
constexpr uint32_t FLAG_START = 1;

constexpr uint32_t CREDIT_MASK = 0xffffff;
constexpr uint32_t PAYLOAD_MASK = 0x3fff;
constexpr uint32_t CC_TYPE_SHIFT = 4;
constexpr uint32_t CC_TYPE_CREDIT = 1;

bool
HasDemand(UetType type)
{
    return type == UetType::RUD_CC_REQUEST || type == UetType::ROD_CC_REQUEST;
}

bool
IsRequest(UetType type)
{
    return type == UetType::RUD_REQUEST || type == UetType::ROD_REQUEST ||
           type == UetType::RUDI_REQUEST || type == UetType::UUD_REQUEST || HasDemand(type);
}

uint32_t
ToUnits(uint32_t bytes)
{
    return bytes / UetCodec::CREDIT_UNIT_BYTES & CREDIT_MASK;
}

void
PutPrologue(UetType type, uint32_t next, uint32_t flags, WireWriter& out)
{
    out.Put(static_cast<uint32_t>(type) << TYPE_SHIFT | next << NEXT_SHIFT | flags, 2);
}

/** @return whether a request, or the answer to one, belongs to a packet delivery context */
bool
HasContext(UetType type)
{
    return type != UetType::RUDI_REQUEST && type != UetType::RUDI_RESPONSE &&
           type != UetType::UUD_REQUEST;
}

/** Which packet it is, if it has a number, and whose. */
void
PutNumbers(const FabricPacket& packet, UetType type, uint32_t psn, WireWriter& out)
{
    const bool hasContext = HasContext(type);
    out.Put(hasContext ? 0 : packet.destEndpoint, 2); // clear PSN offset; reserved
    if (type != UetType::UUD_REQUEST)
    {
        out.Put(psn, 4);
    }
    if (hasContext)
    {
        out.Put(0, 2); // source PDCID
        out.Put(packet.destEndpoint, 2);
    }
}

/** @return the packet's number; 0: it has none */
uint32_t
GetNumbers(UetType type, WireReader& in, FabricPacket& packet)
{
    packet.destEndpoint = static_cast<uint32_t>(in.Get(2));
    const uint32_t psn = type == UetType::UUD_REQUEST ? 0 : static_cast<uint32_t>(in.Get(4));
    if (HasContext(type))
    {
        in.Skip(2);
        packet.destEndpoint = static_cast<uint32_t>(in.Get(2));
    }
    return psn;
}

void
WriteRequest(const FabricPacket& packet, WireWriter& out)
{
    const auto& request = packet.As<UetRequest>();
    const bool atLastHop = packet.kind == PacketKind::TRIMMED_AT_LAST_HOP;
    PutPrologue(request.type,
                NEXT_REQUEST,
                (request.retransmitted ? FLAG_RETRANSMITTED : 0) |
                    (request.ackRequest ? FLAG_ACK_REQUEST : 0) |
                    (IsTrimmed(packet.kind) ? FLAG_TRIMMED : 0) | (atLastHop ? FLAG_LAST_HOP : 0),
                out);
    PutNumbers(packet, request.type, request.psn, out);
    if (HasDemand(request.type))
    {
        out.Put(0, 1); // congestion control context
        out.Put(ToUnits(request.demand), 3);
    }
    out.Put(OPCODE_WRITE << OPCODE_SHIFT | (request.first ? FLAG_START | FLAG_HEADER_DATA : 0) |
                (request.last ? FLAG_END : 0),
            2);
    out.Put(request.message, 2);
    out.Put(0, 4); // generation, job
    out.Put(0, 4); // process, resource
    out.Put(request.offset, 8);
    out.Put(packet.sourceHost, 4);
    out.Put(0, 8); // memory key
    if (request.first)
    {
        out.Put(request.immediate, 8);
    }
    else
    {
        out.Put(0, 2);
        out.Put(packet.payloadBytes & PAYLOAD_MASK, 2);
        out.Put(request.offset, 4);
    }
    out.Put(request.bytes, 4);
    out.PutZeros(PaddedBytes(packet.payloadBytes));
}

void
ReadRequest(uint32_t prologue, WireReader& in, FabricPacket& packet)
{
    auto& request = packet.As<UetRequest>();
    request.retransmitted = prologue & FLAG_RETRANSMITTED;
    request.ackRequest = prologue & FLAG_ACK_REQUEST;
    const auto trimmed =
        prologue & FLAG_LAST_HOP ? PacketKind::TRIMMED_AT_LAST_HOP : PacketKind::TRIMMED;
    packet.kind = prologue & FLAG_TRIMMED ? trimmed : PacketKind::TRANSPORT;
    request.psn = GetNumbers(request.type, in, packet);
    if (HasDemand(request.type))
    {
        in.Skip(1);
        request.demand = static_cast<uint32_t>(in.Get(3)) * UetCodec::CREDIT_UNIT_BYTES;
    }
    const auto flags = static_cast<uint32_t>(in.Get(2));
    request.first = flags & FLAG_START;
    request.last = flags & FLAG_END;
    request.message = static_cast<uint32_t>(in.Get(2));
    in.Skip(8);
    request.offset = in.Get(8);
    in.Skip(12);
    const uint64_t data = in.Get(8);
    request.immediate = request.first ? static_cast<uint32_t>(data) : 0;
    request.bytes = in.Get(4);
    // What fills it up to 4 B is not told from payload.
    packet.payloadBytes = static_cast<uint32_t>(in.GetLeft());
    if (!request.first && packet.payloadBytes > 0)
    {
        packet.payloadBytes = static_cast<uint32_t>(data >> 32) & PAYLOAD_MASK;
    }
    else if (request.first && request.last && packet.payloadBytes > 0)
    {
        packet.payloadBytes = static_cast<uint32_t>(request.bytes);
    }
}

void
WriteAck(const FabricPacket& packet, WireWriter& out)
{
    const auto& answer = packet.As<UetAnswer>();
    const bool hasCredit = answer.type == UetType::ACK_CCX;
    PutPrologue(answer.type,
                NEXT_RESPONSE,
                (answer.marked ? FLAG_MARKED : 0) |
                    (answer.retransmitted ? FLAG_RETRANSMITTED : 0) |
                    (answer.probe ? FLAG_PROBE : 0),
                out);
    out.Put(answer.probe ? answer.psn : answer.psn - answer.cumulative, 2);
    out.Put(answer.cumulative, 4);
    out.Put(0, 2); // source PDCID
    out.Put(packet.destEndpoint, 2);
    out.Put((hasCredit ? CC_TYPE_CREDIT : 0) << CC_TYPE_SHIFT, 1);
    out.Put(0, 1); // largest range of packet sequence numbers
    out.Put(answer.bitmapBase - answer.cumulative, 2);
    out.Put(answer.bitmap, 8);
    out.Put(0, 2); // service time
    out.Put(0, 1); // penalty of the window
    out.Put(ToUnits(answer.receivedBytes), 3);
    out.Put(0, 2); // packets out of order
    if (hasCredit)
    {
        out.Put(ToUnits(answer.credit), 3);
        out.PutZeros(UetSublayers::ACK_CCX_BYTES - UetSublayers::ACK_CC_BYTES - 3);
    }
    out.PutZeros(UetSublayers::RESPONSE_SES_BYTES);
}

void
ReadAck(uint32_t prologue, WireReader& in, FabricPacket& packet)
{
    auto& answer = packet.As<UetAnswer>();
    answer.marked = prologue & FLAG_MARKED;
    answer.retransmitted = prologue & FLAG_RETRANSMITTED;
    answer.probe = prologue & FLAG_PROBE;
    const auto offset = static_cast<int16_t>(in.Get(2));
    answer.cumulative = static_cast<uint32_t>(in.Get(4));
    answer.psn = answer.probe ? static_cast<uint16_t>(offset)
                              : answer.cumulative + static_cast<uint32_t>(int32_t{offset});
    in.Skip(2);
    packet.destEndpoint = static_cast<uint32_t>(in.Get(2));
    in.Skip(2);
    answer.bitmapBase =
        answer.cumulative + static_cast<uint32_t>(int32_t{static_cast<int16_t>(in.Get(2))});
    answer.bitmap = in.Get(8);
    in.Skip(3);
    answer.receivedBytes = static_cast<uint32_t>(in.Get(3)) * UetCodec::CREDIT_UNIT_BYTES;
    in.Skip(2);
    if (answer.type == UetType::ACK_CCX)
    {
        answer.credit = static_cast<uint32_t>(in.Get(3)) * UetCodec::CREDIT_UNIT_BYTES;
        in.Skip(UetSublayers::ACK_CCX_BYTES - UetSublayers::ACK_CC_BYTES - 3);
    }
    in.Skip(UetSublayers::RESPONSE_SES_BYTES);
}

void
WriteResponse(const FabricPacket& packet, WireWriter& out)
{
    const auto& answer = packet.As<UetAnswer>();
    PutPrologue(answer.type,
                NEXT_RESPONSE,
                (answer.marked ? FLAG_MARKED : 0) | (answer.retransmitted ? FLAG_RETRANSMITTED : 0),
                out);
    PutNumbers(packet, answer.type, answer.psn, out);
    out.PutZeros(UetSublayers::RESPONSE_SES_BYTES);
}

void
ReadResponse(uint32_t prologue, WireReader& in, FabricPacket& packet)
{
    auto& answer = packet.As<UetAnswer>();
    answer.marked = prologue & FLAG_MARKED;
    answer.retransmitted = prologue & FLAG_RETRANSMITTED;
    answer.psn = GetNumbers(answer.type, in, packet);
    in.Skip(UetSublayers::RESPONSE_SES_BYTES);
}

void
WriteNack(const FabricPacket& packet, WireWriter& out)
{
    const auto& answer = packet.As<UetAnswer>();
    PutPrologue(answer.type,
                0,
                (answer.marked ? FLAG_MARKED : 0) |
                    (answer.retransmitted ? FLAG_RETRANSMITTED : 0) |
                    (answer.idempotent ? FLAG_IDEMPOTENT : 0),
                out);
    out.Put(static_cast<uint32_t>(answer.code), 1);
    out.Put(0, 1); // of a vendor
    out.Put(answer.psn, 4);
    out.Put(0, 2); // source PDCID
    out.Put(packet.destEndpoint, 2);
    out.Put(answer.cumulative, 4);
}

void
ReadNack(uint32_t prologue, WireReader& in, FabricPacket& packet)
{
    auto& answer = packet.As<UetAnswer>();
    answer.marked = prologue & FLAG_MARKED;
    answer.retransmitted = prologue & FLAG_RETRANSMITTED;
    answer.idempotent = prologue & FLAG_IDEMPOTENT;
    answer.code = static_cast<UetNackCode>(in.Get(1));
    in.Skip(1);
    answer.psn = static_cast<uint32_t>(in.Get(4));
    in.Skip(2);
    packet.destEndpoint = static_cast<uint32_t>(in.Get(2));
    answer.cumulative = static_cast<uint32_t>(in.Get(4));
}

void
WriteControl(const FabricPacket& packet, WireWriter& out)
{
    const auto& control = packet.As<UetControl>();
    PutPrologue(control.type, static_cast<uint32_t>(control.what), 0, out);
    out.Put(control.number, 2); // opaque
    out.Put(control.psn, 4);
    out.Put(0, 2); // source PDCID
    out.Put(packet.destEndpoint, 2);
    out.Put(0, 1);
    out.Put(ToUnits(control.value), 3);
}

void
ReadControl(uint32_t prologue, WireReader& in, FabricPacket& packet)
{
    auto& control = packet.As<UetControl>();
    control.what = static_cast<UetControlType>(prologue >> NEXT_SHIFT & NEXT_MASK);
    control.number = static_cast<uint32_t>(in.Get(2));
    control.psn = static_cast<uint32_t>(in.Get(4));
    in.Skip(2);
    packet.destEndpoint = static_cast<uint32_t>(in.Get(2));
    in.Skip(1);
    control.value = static_cast<uint32_t>(in.Get(3)) * UetCodec::CREDIT_UNIT_BYTES;
}

} // namespace

UetCodec::UetCodec(bool vlanTag)
    : UdpFrameCodec(vlanTag, UET_TRANSPORT, UDP_PORT)
{
}

uint32_t
UetCodec::DoGetTrimmedBytes(const FabricPacket& packet) const
{
    const UetType type = packet.As<UetRequest>().type;
    return GetFrameBytes(UetSublayers::GetHeaderBytes(type) -
                         (IsRequest(type) ? UetSublayers::REQUEST_SES_BYTES : 0));
}

uint32_t
UetCodec::DoGetBodyBytes(const FabricPacket& packet, uint32_t roomBytes) const
{
    const uint32_t bytes = UetSublayers::GetHeaderBytes(packet.As<UetRequest>().type) +
                           PaddedBytes(packet.payloadBytes);
    return IsTrimmed(packet.kind) ? std::min(bytes, roomBytes) : bytes;
}

void
UetCodec::DoWriteBody(const FabricPacket& packet,
                      uint32_t bodyBytes,
                      std::size_t /* ip */,
                      std::vector<uint8_t>& frame) const
{
    const std::size_t endBytes = frame.size() + bodyBytes;
    WireWriter out(frame);
    const UetType type = packet.As<UetRequest>().type;
    if (IsRequest(type))
    {
        WriteRequest(packet, out);
        frame.resize(endBytes); // of a trimmed packet the end of its headers is cut
    }
    else if (type == UetType::NACK)
    {
        WriteNack(packet, out);
    }
    else if (type == UetType::CONTROL)
    {
        WriteControl(packet, out);
    }
    else if (type == UetType::RUDI_RESPONSE)
    {
        WriteResponse(packet, out);
    }
    else
    {
        WriteAck(packet, out);
    }
}

bool
UetCodec::DoReadBody(const uint8_t* /* ip */,
                     std::size_t /* bytes */,
                     WireReader& in,
                     FabricPacket& packet) const
{
    const auto prologue = static_cast<uint32_t>(in.Get(2));
    const auto type = static_cast<UetType>(prologue >> TYPE_SHIFT);
    packet.As<UetRequest>().type = type;
    if (IsRequest(type))
    {
        const std::size_t leastBytes =
            UetSublayers::GetHeaderBytes(type) - PROLOGUE_BYTES - UetSublayers::REQUEST_SES_BYTES;
        const bool complete = in.GetLeft() >= leastBytes;
        ReadRequest(prologue, in, packet);
        return complete && (IsTrimmed(packet.kind) || !in.IsShort());
    }
    if (type == UetType::NACK)
    {
        ReadNack(prologue, in, packet);
    }
    else if (type == UetType::CONTROL)
    {
        ReadControl(prologue, in, packet);
    }
    else if (type == UetType::RUDI_RESPONSE)
    {
        ReadResponse(prologue, in, packet);
    }
    else if (type == UetType::ACK_CC || type == UetType::ACK_CCX)
    {
        ReadAck(prologue, in, packet);
    }
    else
    {
        return false;
    }
    return !in.IsShort();
}

} // namespace ns3

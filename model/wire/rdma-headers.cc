// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-headers.h"

#include "telemetry-header.h"

#include "ns3/congestion-field.h"
#include "ns3/telemetry-digest.h"
#include "ns3/telemetry-tag.h"

#include <memory>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t P_KEY = 0xffff; // key of the default partition
constexpr uint32_t PAD_SHIFT = 4;
constexpr uint32_t PAD_MASK = 3;
constexpr uint64_t FECN = 0x80000000;
constexpr uint64_t BECN = 0x40000000;
constexpr uint64_t LOW_24 = 0xffffff;
constexpr uint64_t ACK_REQUEST = 0x80000000;
constexpr uint64_t HAS_TELEMETRY = 0x01000000;
constexpr uint64_t HAS_SELECTIVE = 0x02000000;
constexpr uint64_t HAS_FIELD = 0x40000000;
// Bits in the word of the destination:
constexpr uint64_t IS_TRIMMED = 0x20000000;
constexpr uint64_t HAS_DIGEST = 0x10000000;
constexpr uint64_t LONG_DIGEST = 0x08000000;
constexpr uint64_t HAS_TAG = 0x04000000;
constexpr uint32_t ROOM_SHIFT = 26;
constexpr uint64_t ROOM_MASK = 0xf;
constexpr uint32_t SYNDROME_SHIFT = 24;

bool
IsDatagram(RdmaOpcode opcode)
{
    return opcode == RdmaOpcode::UD_SEND_ONLY || opcode == RdmaOpcode::UD_SEND_ONLY_IMM;
}

/** @return true if a WRITE or READ begins with this packet */
bool
HasReth(RdmaOpcode opcode)
{
    return opcode == RdmaOpcode::WRITE_FIRST || opcode == RdmaOpcode::WRITE_ONLY ||
           opcode == RdmaOpcode::WRITE_ONLY_IMM || opcode == RdmaOpcode::READ_REQUEST;
}

bool
IsAtomic(RdmaOpcode opcode)
{
    return opcode == RdmaOpcode::COMPARE_SWAP || opcode == RdmaOpcode::FETCH_ADD;
}

bool
HasAeth(RdmaOpcode opcode)
{
    return opcode == RdmaOpcode::ACKNOWLEDGE || opcode == RdmaOpcode::ATOMIC_ACKNOWLEDGE ||
           (IsReadResponse(opcode) && opcode != RdmaOpcode::READ_RESPONSE_MIDDLE);
}

bool
IsCnp(RdmaOpcode opcode)
{
    return opcode == RdmaOpcode::CNP_ROCE || opcode == RdmaOpcode::CNP_INFINIBAND;
}

/**
 * @param stack telemetry of a packet; null: none
 * @return bits in the word of the PSN that announce it
 */
uint64_t
TelemetryBits(const TelemetryStack* stack)
{
    return stack ? HAS_TELEMETRY | uint64_t{stack->room - TelemetryStack::LEAST_ROOM} << ROOM_SHIFT
                 : 0;
}

/**
 * @param digest digest of a packet; null: none
 * @return bits in the word of the destination that announce it
 */
uint64_t
DigestBits(const TelemetryDigest* digest)
{
    return digest ? HAS_DIGEST | (digest->wireBytes > 1 ? LONG_DIGEST : 0) : 0;
}

/**
 * @param destination word of the destination in the header
 * @return digest of the packet
 */
std::unique_ptr<TelemetryDigest>
ReadDigest(WireReader& in, uint64_t destination)
{
    auto digest = std::make_unique<TelemetryDigest>(destination & LONG_DIGEST ? 2 : 1);
    digest->code = static_cast<uint16_t>(in.Get(digest->wireBytes));
    return digest;
}

std::unique_ptr<TelemetryTag>
ReadTag(WireReader& in)
{
    auto tag = std::make_unique<TelemetryTag>();
    tag->value = in.Get(8);
    tag->sourceEndpoint = in.Get(4) & LOW_24;
    return tag;
}

/**
 * @param destination word of the destination
 * @param sequence word of the PSN
 * @return telemetry of the packet
 */
TelemetryKind
KindOf(uint64_t destination, uint64_t sequence)
{
    return destination & HAS_DIGEST   ? TelemetryKind::DIGEST
           : destination & HAS_TAG    ? TelemetryKind::TAG
           : sequence & HAS_TELEMETRY ? TelemetryKind::STACK
                                      : TelemetryKind::NONE;
}

} // namespace

void
WriteRdmaHeaders(const FabricPacket& packet, const RdmaHeaderOptions& options, WireWriter& out)
{
    const RdmaHeader& transport = packet.As<RdmaHeader>();
    const RdmaOpcode opcode = transport.opcode;
    const auto* stack = dynamic_cast<const TelemetryStack*>(packet.extras.get());
    const auto* digest = dynamic_cast<const TelemetryDigest*>(packet.extras.get());
    const auto* tag = dynamic_cast<const TelemetryTag*>(packet.extras.get());
    const auto* field = dynamic_cast<const CongestionField*>(packet.extras.get());
    const auto* found = dynamic_cast<const AtomicOperands*>(packet.extras.get());
    const AtomicOperands operands = found ? *found : AtomicOperands();

    out.Put(static_cast<uint8_t>(opcode), 1);
    out.Put(options.padBytes << PAD_SHIFT, 1);
    out.Put(P_KEY, 2);
    out.Put((options.fecn ? FECN : 0) | (transport.becn || IsCnp(opcode) ? BECN : 0) |
                (options.trimmed ? IS_TRIMMED : 0) | DigestBits(digest) | (tag ? HAS_TAG : 0) |
                (packet.destEndpoint & LOW_24),
            4);
    out.Put((transport.ackRequest ? ACK_REQUEST : 0) | TelemetryBits(stack) |
                (field ? HAS_FIELD : 0) | (options.selective ? HAS_SELECTIVE : 0) |
                (transport.psn & LOW_24),
            4);
    if (IsDatagram(opcode))
    {
        out.Put(options.queueKey, 4);
        out.Put(transport.sourceQp & LOW_24, 4);
    }
    if (HasReth(opcode))
    {
        out.Put(transport.address, 8);
        out.PutZeros(4); // R_Key
        out.Put(transport.length, 4);
    }
    if (IsAtomic(opcode))
    {
        out.Put(transport.address, 8);
        out.PutZeros(4); // R_Key
        out.Put(operands.swapOrAdd, 8);
        out.Put(operands.compare, 8);
    }
    if (HasAeth(opcode))
    {
        out.Put(uint64_t{transport.syndrome} << SYNDROME_SHIFT | (transport.msn & LOW_24), 4);
    }
    if (opcode == RdmaOpcode::ATOMIC_ACKNOWLEDGE)
    {
        out.Put(operands.original, 8);
    }
    if (HasImmediate(opcode))
    {
        out.Put(transport.immediate, 4);
    }
    if (IsCnp(opcode))
    {
        out.PutZeros(CNP_PAD_BYTES);
    }
    if (stack)
    {
        WriteTelemetry(*stack, out);
    }
    if (digest)
    {
        out.Put(digest->code, digest->wireBytes);
    }
    if (tag)
    {
        out.Put(tag->value, 8);
        out.Put(tag->sourceEndpoint & LOW_24, 4);
    }
    if (options.selective)
    {
        out.Put(transport.selective & LOW_24, SELECTIVE_BYTES);
    }
    if (field)
    {
        out.Put(field->value, CongestionField::WIRE_BYTES);
    }
}

RdmaHeaderOptions
ReadRdmaHeaders(WireReader& in, FabricPacket& packet)
{
    RdmaHeaderOptions options;
    RdmaHeader& transport = packet.As<RdmaHeader>();
    const auto opcode = static_cast<RdmaOpcode>(in.Get(1));
    transport = {};
    transport.opcode = opcode;
    options.padBytes = in.Get(1) >> PAD_SHIFT & PAD_MASK;
    in.Skip(2); // P_Key
    const uint64_t destination = in.Get(4);
    options.fecn = destination & FECN;
    transport.becn = destination & BECN;
    packet.destEndpoint = destination & LOW_24;
    const uint64_t sequence = in.Get(4);
    transport.ackRequest = sequence & ACK_REQUEST;
    transport.psn = sequence & LOW_24;
    packet.telemetry = KindOf(destination, sequence);
    options.selective = sequence & HAS_SELECTIVE;
    options.trimmed = destination & IS_TRIMMED;
    packet.kind = options.trimmed ? PacketKind::TRIMMED : PacketKind::TRANSPORT;
    if (IsDatagram(opcode))
    {
        options.queueKey = static_cast<uint32_t>(in.Get(4));
        transport.sourceQp = in.Get(4) & LOW_24;
    }
    if (HasReth(opcode))
    {
        transport.address = in.Get(8);
        in.Skip(4); // R_Key
        transport.length = in.Get(4);
    }
    if (IsAtomic(opcode))
    {
        transport.address = in.Get(8);
        in.Skip(4); // R_Key
        auto operands = std::make_unique<AtomicOperands>();
        operands->swapOrAdd = in.Get(8);
        operands->compare = in.Get(8);
        packet.extras = std::move(operands);
    }
    if (HasAeth(opcode))
    {
        const uint64_t word = in.Get(4);
        transport.syndrome = word >> SYNDROME_SHIFT;
        transport.msn = word & LOW_24;
    }
    if (opcode == RdmaOpcode::ATOMIC_ACKNOWLEDGE)
    {
        auto operands = std::make_unique<AtomicOperands>();
        operands->original = in.Get(8);
        packet.extras = std::move(operands);
    }
    if (HasImmediate(opcode))
    {
        transport.immediate = in.Get(4);
    }
    if (IsCnp(opcode))
    {
        in.Skip(CNP_PAD_BYTES);
    }
    if (packet.telemetry == TelemetryKind::STACK)
    {
        packet.extras = ReadTelemetry(
            in,
            TelemetryStack::LEAST_ROOM + static_cast<uint32_t>(sequence >> ROOM_SHIFT & ROOM_MASK));
    }
    if (packet.telemetry == TelemetryKind::DIGEST)
    {
        packet.extras = ReadDigest(in, destination);
    }
    if (packet.telemetry == TelemetryKind::TAG)
    {
        packet.extras = ReadTag(in);
    }
    if (options.selective)
    {
        transport.selective = in.Get(SELECTIVE_BYTES) & LOW_24;
    }
    if (sequence & HAS_FIELD)
    {
        packet.extras = std::make_unique<CongestionField>(in.Get(CongestionField::WIRE_BYTES));
    }
    return options;
}

uint32_t
RdmaHeaderBytes(const FabricPacket& packet)
{
    const auto* telemetry = dynamic_cast<const PacketTelemetry*>(packet.extras.get());
    return BTH_BYTES + ExtendedHeaderBytes(packet.As<RdmaHeader>().opcode) +
           (telemetry ? telemetry->GetWireBytes() : 0) +
           (dynamic_cast<const CongestionField*>(packet.extras.get()) ? CongestionField::WIRE_BYTES
                                                                      : 0);
}

} // namespace ns3

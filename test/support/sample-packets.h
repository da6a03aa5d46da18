// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SAMPLE_PACKETS_H
#define AI_FABRIC_SAMPLE_PACKETS_H

#include "ns3/congestion-field.h"
#include "ns3/fabric-packet-codec.h"
#include "ns3/fabric-packet.h"
#include "ns3/flow-entropy.h"
#include "ns3/rdma-framing.h"
#include "ns3/rdma-header.h"
#include "ns3/telemetry-digest.h"
#include "ns3/telemetry-stack.h"
#include "ns3/telemetry-tag.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <utility>
#include <vector>

namespace ns3
{

/** The ports of a link that frames are written for. */
inline const FrameEnds ENDS{Mac48Address("00:00:00:00:00:01"), Mac48Address("00:00:00:00:00:02")};

/** Every opcode that RoCEv2 has here. */
inline const std::vector<RdmaOpcode> ROCE_OPCODES = {RdmaOpcode::SEND_FIRST,
                                                     RdmaOpcode::SEND_MIDDLE,
                                                     RdmaOpcode::SEND_LAST,
                                                     RdmaOpcode::SEND_LAST_IMM,
                                                     RdmaOpcode::SEND_ONLY,
                                                     RdmaOpcode::SEND_ONLY_IMM,
                                                     RdmaOpcode::WRITE_FIRST,
                                                     RdmaOpcode::WRITE_MIDDLE,
                                                     RdmaOpcode::WRITE_LAST,
                                                     RdmaOpcode::WRITE_LAST_IMM,
                                                     RdmaOpcode::WRITE_ONLY,
                                                     RdmaOpcode::WRITE_ONLY_IMM,
                                                     RdmaOpcode::READ_REQUEST,
                                                     RdmaOpcode::READ_RESPONSE_FIRST,
                                                     RdmaOpcode::READ_RESPONSE_MIDDLE,
                                                     RdmaOpcode::READ_RESPONSE_LAST,
                                                     RdmaOpcode::READ_RESPONSE_ONLY,
                                                     RdmaOpcode::ACKNOWLEDGE,
                                                     RdmaOpcode::ATOMIC_ACKNOWLEDGE,
                                                     RdmaOpcode::COMPARE_SWAP,
                                                     RdmaOpcode::FETCH_ADD,
                                                     RdmaOpcode::UD_SEND_ONLY,
                                                     RdmaOpcode::UD_SEND_ONLY_IMM,
                                                     RdmaOpcode::CNP_ROCE,
                                                     RdmaOpcode::RTT_REQUEST,
                                                     RdmaOpcode::RTT_RESPONSE};

/** Every opcode that InfiniBand has here. */
inline const std::vector<RdmaOpcode> INFINIBAND_OPCODES = [] {
    auto opcodes = ROCE_OPCODES;
    std::replace(opcodes.begin(), opcodes.end(), RdmaOpcode::CNP_ROCE, RdmaOpcode::CNP_INFINIBAND);
    return opcodes;
}();

/** @param opcode any @return whether a payload comes with it */
inline bool
HasPayload(RdmaOpcode opcode)
{
    switch (opcode)
    {
    case RdmaOpcode::READ_REQUEST:
    case RdmaOpcode::ACKNOWLEDGE:
    case RdmaOpcode::ATOMIC_ACKNOWLEDGE:
    case RdmaOpcode::COMPARE_SWAP:
    case RdmaOpcode::FETCH_ADD:
    case RdmaOpcode::CNP_ROCE:
    case RdmaOpcode::CNP_INFINIBAND:
    case RdmaOpcode::RTT_REQUEST:
    case RdmaOpcode::RTT_RESPONSE:
        return false;
    default:
        return true;
    }
}

/**
 * A packet with random values in exactly those fields that its headers carry.
 *
 * @param opcode of it
 * @param payloadBytes of it, 0 if it may have none
 * @param framing that says how long it is
 * @param random where the values come from
 * @param hosts how many there are to choose from
 * @return the packet, no times set
 */
inline FabricPacketPtr
MakeSamplePacket(RdmaOpcode opcode,
                 uint32_t payloadBytes,
                 const RdmaFraming& framing,
                 std::mt19937_64& random,
                 uint32_t hosts = 65'536)
{
    constexpr uint32_t MASK_24 = 0xffffff;
    const auto pick = [&random](uint64_t below) { return random() % below; };
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->sourceHost = static_cast<uint32_t>(pick(hosts));
    packet->destHost = static_cast<uint32_t>(pick(hosts));
    packet->entropy = FlowEntropy(packet->sourceHost,
                                  packet->destHost,
                                  static_cast<uint16_t>(0xc000 + pick(0x4000)));
    packet->dscp = static_cast<uint8_t>(pick(64));
    packet->ecn = static_cast<EcnCodepoint>(pick(3));
    packet->lane = static_cast<uint8_t>(pick(PRIORITY_COUNT));
    packet->serviceLevel = static_cast<uint8_t>(pick(16));
    packet->payloadBytes = payloadBytes;
    packet->frameBytes = framing.GetFrameBytes(opcode, payloadBytes);
    packet->wireBytes = packet->frameBytes + framing.GetGapBytes();
    RdmaHeader& transport = packet->As<RdmaHeader>();
    transport.opcode = opcode;
    packet->destEndpoint = static_cast<uint32_t>(2 + pick(MASK_24 - 1));
    transport.psn = static_cast<uint32_t>(pick(MASK_24 + 1));
    transport.ackRequest = pick(2) == 1;
    transport.becn =
        opcode == RdmaOpcode::CNP_ROCE || opcode == RdmaOpcode::CNP_INFINIBAND || pick(2) == 1;
    const bool atomic = opcode == RdmaOpcode::COMPARE_SWAP || opcode == RdmaOpcode::FETCH_ADD;
    const bool reth = opcode == RdmaOpcode::WRITE_FIRST || opcode == RdmaOpcode::WRITE_ONLY ||
                      opcode == RdmaOpcode::WRITE_ONLY_IMM || opcode == RdmaOpcode::READ_REQUEST;
    if (reth || atomic)
    {
        transport.address = random();
        transport.length = reth ? static_cast<uint32_t>(random()) : 0;
    }
    if (opcode == RdmaOpcode::UD_SEND_ONLY || opcode == RdmaOpcode::UD_SEND_ONLY_IMM)
    {
        transport.sourceQp = static_cast<uint32_t>(2 + pick(MASK_24 - 1));
    }
    if (HasImmediate(opcode))
    {
        transport.immediate = static_cast<uint32_t>(random());
    }
    if (opcode == RdmaOpcode::ACKNOWLEDGE || opcode == RdmaOpcode::ATOMIC_ACKNOWLEDGE ||
        (IsReadResponse(opcode) && opcode != RdmaOpcode::READ_RESPONSE_MIDDLE))
    {
        constexpr uint8_t SYNDROMES[] = {0x1f, 0x00, 0x2c, 0x60, 0x61, 0x62, 0x63};
        transport.syndrome = SYNDROMES[pick(std::size(SYNDROMES))];
        transport.msn = static_cast<uint32_t>(pick(MASK_24 + 1));
    }
    if (atomic || opcode == RdmaOpcode::ATOMIC_ACKNOWLEDGE)
    {
        auto operands = std::make_unique<AtomicOperands>();
        operands->swapOrAdd = atomic ? random() : 0;
        operands->compare = atomic ? random() : 0;
        operands->original = atomic ? 0 : random();
        packet->extras = std::move(operands);
    }
    if (opcode >= RdmaOpcode::RTT_REQUEST)
    {
        packet->frameBytes = framing.GetFrameBytes(opcode, CongestionField::WIRE_BYTES);
        packet->wireBytes = packet->frameBytes + framing.GetGapBytes();
        packet->extras = std::make_unique<CongestionField>(random());
    }
    return packet;
}

/**
 * Gives a packet a telemetry stack of values that its header can carry.
 *
 * @param packet gets it, and the length of it
 * @param random where the values come from
 */
inline void
AddSampleTelemetry(FabricPacket& packet, std::mt19937_64& random)
{
    constexpr uint64_t RATES[] = {0, 1, 10, 25, 40, 50, 56, 100, 200, 400, 800, 1600};
    const uint32_t more = random() % (TelemetryStack::MAX_HOPS - TelemetryStack::LEAST_ROOM + 1);
    auto stack = std::make_unique<TelemetryStack>(TelemetryStack::LEAST_ROOM + more);
    stack->hops = {};
    stack->path = random() % (1 << 12);
    stack->count = static_cast<uint32_t>(random() % (stack->room + 1));
    for (uint32_t i = 0; i < stack->count; ++i)
    {
        TelemetryHop& hop = stack->hops[i];
        hop.timePs = static_cast<int64_t>(random() % (1 << 24)) * 1000;
        hop.sentBytes = random() % (1 << 20) * 128;
        hop.queueBytes = random() % (1 << 16) * 80;
        hop.ratebps = RATES[random() % std::size(RATES)] * 1'000'000'000;
    }
    packet.telemetry = TelemetryKind::STACK;
    packet.frameBytes += stack->GetWireBytes();
    packet.wireBytes += stack->GetWireBytes();
    packet.extras = std::move(stack);
}

/**
 * Gives a packet a digest of telemetry.
 *
 * @param packet gets it, and the length of it
 * @param random where the code comes from
 * @param bytes of it; 0: one or two at random
 */
inline void
AddSampleDigest(FabricPacket& packet, std::mt19937_64& random, uint32_t bytes = 0)
{
    auto digest = std::make_unique<TelemetryDigest>(bytes > 0 ? bytes : 1 + random() % 2);
    digest->code = random() % (1 << 8 * digest->wireBytes);
    packet.telemetry = TelemetryKind::DIGEST;
    packet.frameBytes += digest->GetWireBytes();
    packet.wireBytes += digest->GetWireBytes();
    packet.extras = std::move(digest);
}

/**
 * Gives a packet a tag.
 *
 * @param packet gets it, and the length of it
 * @param random where the values come from
 */
inline void
AddSampleTag(FabricPacket& packet, std::mt19937_64& random)
{
    auto tag = std::make_unique<TelemetryTag>(random() % (1 << 24));
    tag->value = random();
    packet.telemetry = TelemetryKind::TAG;
    packet.frameBytes += tag->GetWireBytes();
    packet.wireBytes += tag->GetWireBytes();
    packet.extras = std::move(tag);
}

} // namespace ns3

#endif // AI_FABRIC_SAMPLE_PACKETS_H

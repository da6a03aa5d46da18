// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CODEC_PACKETS_H
#define AI_FABRIC_CODEC_PACKETS_H

#include "sample-packets.h"

#include "ns3/flow-entropy.h"
#include "ns3/foreign-frame.h"
#include "ns3/rdma-header.h"

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @param opcode of it
 * @param answer whether it goes back
 * @return a packet of a flow with UDP source port 0xc123 to queue pair 0x123456, PSN 0xabcdef,
 *         from host 3 to host 258
 */
inline FabricPacketPtr
MakePacket(RdmaOpcode opcode, bool answer = false)
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->sourceHost = answer ? 258 : 3;
    packet->destHost = answer ? 3 : 258;
    packet->entropy = FlowEntropy(packet->sourceHost, packet->destHost, 0xc123);
    packet->As<RdmaHeader>().opcode = opcode;
    packet->destEndpoint = 0x123456;
    packet->As<RdmaHeader>().psn = 0xabcdef;
    return packet;
}

/** @param bytes any @return them in hexadecimal digits */
inline std::string
Digits(const std::vector<uint8_t>& bytes)
{
    std::string text;
    for (const uint8_t byte : bytes)
    {
        char digits[3];
        std::snprintf(digits, sizeof(digits), "%02x", byte);
        text += digits;
    }
    return text;
}

/** @return a packet of IPv4 from host 3 to host 258 without payload, ECT(0) */
inline FabricPacketPtr
MakeForeign()
{
    // An IPv4 header from 11.0.3.1 to 11.0.2.1, its checksum computed with scapy.
    const std::vector<uint8_t> bytes = {0x45, 0x02, 0x00, 0x14, 0x00, 0x00, 0x40, 0x00, 0x40, 0x06,
                                        0x1f, 0xe1, 0x0b, 0x00, 0x03, 0x01, 0x0b, 0x00, 0x02, 0x01};
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = PacketKind::FOREIGN;
    packet->sourceHost = 3;
    packet->destHost = 258;
    packet->ecn = EcnCodepoint::ECT;
    auto foreign = std::make_unique<ForeignFrame>();
    foreign->packet = Create<Packet>(bytes.data(), static_cast<uint32_t>(bytes.size()));
    foreign->source = HostMac(3);
    foreign->dest = HostMac(258);
    foreign->protocol = 0x0800;
    packet->extras = std::move(foreign);
    return packet;
}

} // namespace ns3

#endif // AI_FABRIC_CODEC_PACKETS_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "codec-packets.h"
#include "dice.h"

#include "ns3/uet-codec.h"
#include "ns3/uet-framing.h"
#include "ns3/uet-sublayers.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

/** @return a packet from host 3 to number 0x1234 of host 258, UDP source port 0xc123 */
FabricPacketPtr
MakeUet(UetType type, uint32_t payloadBytes)
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->transport = UET_TRANSPORT;
    packet->sourceHost = 3;
    packet->destHost = 258;
    packet->entropy = FlowEntropy(3, 258, 0xc123);
    packet->destEndpoint = 0x1234;
    packet->payloadBytes = payloadBytes;
    packet->As<UetRequest>().type = type;
    packet->frameBytes = CreateObject<UetFraming>()->GetUetFrameBytes(type, payloadBytes);
    return packet;
}

/** @return bytes behind the UDP header, without padding and FCS */
std::string
BodyOf(const FabricPacket& packet)
{
    const auto frame = UetCodec(false).EncodeBytes(packet, ENDS);
    EXPECT_EQ(frame.size(), packet.frameBytes);
    const uint32_t bytes = UetSublayers::GetHeaderBytes(packet.As<UetRequest>().type);
    return Digits({frame.begin() + 42, frame.begin() + 42 + bytes});
}

TEST(UetCodecTest, AFirstRequestHasItsMessage)
{
    const auto packet = MakeUet(UetType::RUD_REQUEST, 4096);
    EXPECT_EQ(packet->frameBytes, 4198u);
    auto& request = packet->As<UetRequest>();
    request.psn = 0xabcdef01;
    request.first = true;
    request.ackRequest = true;
    request.message = 0x5678;
    request.immediate = 0xdeadbeef;
    request.bytes = 10'000;
    EXPECT_EQ(BodyOf(*packet),
              // type 2, next header 3, ACK request; clear offset; PSN; PDCIDs
              "1188"
              "0000"
              "abcdef01"
              "00001234"
              // write, with header data, start; message; job; process and resource
              "0105"
              "5678"
              "00000000"
              "00000000"
              // offset, initiator, key, header data, length
              "0000000000000000"
              "00000003"
              "0000000000000000"
              "00000000deadbeef"
              "00002710");
}

TEST(UetCodecTest, ALaterRequestHasItsOffsetAndDemand)
{
    const auto packet = MakeUet(UetType::ROD_CC_REQUEST, 1808);
    auto& request = packet->As<UetRequest>();
    request.psn = 2;
    request.last = true;
    request.retransmitted = true;
    request.bytes = 10'000;
    request.offset = 8192;
    request.demand = 0x12345678;
    EXPECT_EQ(BodyOf(*packet),
              "7190"
              "0000"
              "00000002"
              "00001234"
              "00123456" // in units of 256 B
              "0102"
              "0000"
              "00000000"
              "00000000"
              "0000000000002000"
              "00000003"
              "0000000000000000"
              "0000071000002000" // payload and offset
              "00002710");
}

TEST(UetCodecTest, AnswersHaveTheirBitmapOrCode)
{
    const auto ack = MakeUet(UetType::ACK_CC, 0);
    EXPECT_EQ(ack->frameBytes, 90u);
    auto& answer = ack->As<UetAnswer>();
    answer.marked = true;
    answer.psn = 0x1000'0005;
    answer.cumulative = 0x1000'0002;
    answer.bitmapBase = 0x1000'0004;
    answer.bitmap = 0x8000'0000'0000'0003;
    answer.receivedBytes = 0x00ab'cd00;
    EXPECT_EQ(
        BodyOf(*ack),
        // type 8, next header 4, marked; offset of the PSN; cumulative; PDCIDs
        "4220"
        "0003"
        "10000002"
        "00001234"
        // CC type, range, offset of the bitmap, bitmap; service time, penalty, received, order
        "0000"
        "0002"
        "8000000000000003"
        "000000"
        "00abcd"
        "0000"
        "000000000000000000000000");

    const auto nack = MakeUet(UetType::NACK, 0);
    nack->As<UetAnswer>().code = UetNackCode::TRIMMED;
    nack->As<UetAnswer>().psn = 7;
    EXPECT_EQ(BodyOf(*nack),
              "5000"
              "0100"
              "00000007"
              "00001234"
              "00000000");
}

TEST(UetCodecTest, IdempotentAndUnreliableDeliveryHaveNoContext)
{
    const auto packet = MakeUet(UetType::RUDI_REQUEST, 4096);
    EXPECT_EQ(packet->frameBytes, 4194u);
    auto& request = packet->As<UetRequest>();
    request.psn = 0xabcdef01;
    request.retransmitted = true;
    request.message = 0x5678;
    request.bytes = 10'000;
    request.offset = 4096;
    EXPECT_EQ(BodyOf(*packet).substr(0, 16),
              // type 4, next header 3, sent again; the number at the NIC; packet id
              "2190"
              "1234"
              "abcdef01");
    const auto response = MakeUet(UetType::RUDI_RESPONSE, 0);
    EXPECT_EQ(response->frameBytes, 66u);
    response->As<UetAnswer>().psn = 0xabcdef01;
    response->As<UetAnswer>().marked = true;
    EXPECT_EQ(BodyOf(*response),
              // type 5, next header 4, marked
              "2a20"
              "1234"
              "abcdef01"
              "000000000000000000000000");
    const auto nack = MakeUet(UetType::NACK, 0);
    nack->As<UetAnswer>().code = UetNackCode::TRIMMED;
    nack->As<UetAnswer>().idempotent = true;
    nack->As<UetAnswer>().psn = 7;
    EXPECT_EQ(BodyOf(*nack).substr(0, 16), "5008010000000007");
    const auto datagram = MakeUet(UetType::UUD_REQUEST, 4096);
    EXPECT_EQ(datagram->frameBytes, 4190u);
    // type 6, next header 3; the number at the NIC; write
    EXPECT_EQ(BodyOf(*datagram).substr(0, 12), "318012340100");
}

/** Law: Encode(Decode(Encode(p))) = Encode(p), and the fields that are on the wire survive. */
TEST(UetCodecTest, WhatHeadersCarrySurvives)
{
    Dice dice(7);
    const UetType types[] = {UetType::RUD_REQUEST,
                             UetType::ROD_REQUEST,
                             UetType::RUD_CC_REQUEST,
                             UetType::ROD_CC_REQUEST,
                             UetType::ACK_CC,
                             UetType::ACK_CCX,
                             UetType::NACK,
                             UetType::CONTROL,
                             UetType::RUDI_REQUEST,
                             UetType::RUDI_RESPONSE,
                             UetType::UUD_REQUEST};
    for (int round = 0; round < 2000; ++round)
    {
        const UetType type = types[dice(11)];
        const bool request = type != UetType::ACK_CC && type != UetType::ACK_CCX &&
                             type != UetType::NACK && type != UetType::CONTROL &&
                             type != UetType::RUDI_RESPONSE;
        const auto packet = MakeUet(type, request ? 1 + dice(4096) : 0);
        packet->dscp = static_cast<uint8_t>(dice(64));
        packet->ecn = dice(2) ? EcnCodepoint::CE : EcnCodepoint::ECT;
        if (request)
        {
            auto& header = packet->As<UetRequest>();
            header.retransmitted = dice(2);
            header.ackRequest = dice(2);
            header.first = dice(2);
            header.psn = type == UetType::UUD_REQUEST ? 0 : dice(UINT32_MAX);
            header.message = dice(1 << 16);
            header.immediate = header.first ? dice(UINT32_MAX) : 0;
            header.last = header.first && dice(2);
            header.bytes = header.last ? packet->payloadBytes : 1'000'000 + dice(1 << 20);
            if (header.first && !header.last)
            {
                packet->payloadBytes = 4096; // all but the last of a message are full
                packet->frameBytes = CreateObject<UetFraming>()->GetUetFrameBytes(type, 4096);
            }
            header.offset = header.first ? 0 : dice(1 << 30);
            if (type == UetType::RUD_CC_REQUEST || type == UetType::ROD_CC_REQUEST)
            {
                header.demand = dice(1 << 20) * 256;
            }
        }
        else if (type == UetType::NACK)
        {
            auto& header = packet->As<UetAnswer>();
            header.code = UetNackCode::OUT_OF_ORDER;
            header.psn = dice(UINT32_MAX);
            header.marked = dice(2);
            header.idempotent = dice(2);
            header.cumulative = header.idempotent ? 0 : dice(UINT32_MAX);
        }
        else if (type == UetType::RUDI_RESPONSE)
        {
            auto& header = packet->As<UetAnswer>();
            header.marked = dice(2);
            header.retransmitted = dice(2);
            header.psn = dice(UINT32_MAX);
        }
        else if (type == UetType::CONTROL)
        {
            auto& header = packet->As<UetControl>();
            header.what = dice(2) ? UetControlType::PROBE : UetControlType::CREDIT;
            header.number = dice(1 << 16);
            header.psn = dice(UINT32_MAX);
            header.value = dice(1 << 20) * 256;
        }
        else
        {
            auto& header = packet->As<UetAnswer>();
            header.marked = dice(2);
            header.retransmitted = dice(2);
            header.probe = dice(2);
            header.cumulative = dice(UINT32_MAX);
            header.psn =
                header.probe ? dice(1 << 16) : header.cumulative + dice(1 << 16) - (1 << 15);
            header.bitmapBase = header.cumulative + dice(1 << 15);
            header.bitmap = uint64_t{dice(UINT32_MAX)} << 32 | dice(UINT32_MAX);
            header.receivedBytes = dice(1 << 20) * 256;
            header.credit = type == UetType::ACK_CCX ? dice(1 << 20) * 256 : 0;
        }
        const UetCodec codec(round % 2 == 0);
        const auto frame = codec.EncodeBytes(*packet, ENDS);
        const auto back = codec.DecodeBytes(frame);
        ASSERT_TRUE(back);
        EXPECT_EQ(codec.EncodeBytes(*back, ENDS), frame);
        EXPECT_EQ(back->transport, UET_TRANSPORT);
        EXPECT_EQ(back->entropy, packet->entropy);
        EXPECT_EQ(back->destEndpoint, packet->destEndpoint);
        EXPECT_EQ(back->payloadBytes, packet->payloadBytes);
        EXPECT_EQ(back->dscp, packet->dscp);
        EXPECT_EQ(back->ecn, packet->ecn);
        if (request)
        {
            const auto& one = packet->As<UetRequest>();
            const auto& two = back->As<UetRequest>();
            EXPECT_EQ(two.psn, one.psn);
            EXPECT_EQ(two.message, one.message);
            EXPECT_EQ(two.immediate, one.immediate);
            EXPECT_EQ(two.bytes, one.bytes);
            EXPECT_EQ(two.offset, one.offset);
            EXPECT_EQ(two.demand, one.demand);
        }
        else if (type == UetType::CONTROL)
        {
            EXPECT_EQ(back->As<UetControl>().psn, packet->As<UetControl>().psn);
        }
        else
        {
            const auto& one = packet->As<UetAnswer>();
            const auto& two = back->As<UetAnswer>();
            EXPECT_EQ(two.psn, one.psn);
            EXPECT_EQ(two.code, one.code);
            EXPECT_EQ(two.marked, one.marked);
            EXPECT_EQ(two.retransmitted, one.retransmitted);
            EXPECT_EQ(two.idempotent, one.idempotent);
            EXPECT_EQ(two.cumulative, one.cumulative);
            EXPECT_EQ(two.bitmap, one.bitmap);
            EXPECT_EQ(two.bitmapBase, type == UetType::NACK ? two.bitmapBase : one.bitmapBase);
            EXPECT_EQ(two.receivedBytes, one.receivedBytes);
            EXPECT_EQ(two.credit, one.credit);
        }
    }
}

TEST(UetCodecTest, ATrimmedPacketIsItsHeaders)
{
    const auto packet = MakeUet(UetType::RUD_REQUEST, 0);
    packet->kind = PacketKind::TRIMMED;
    packet->As<UetRequest>().psn = 99;
    const auto frame = UetCodec(false).EncodeBytes(*packet, ENDS);
    EXPECT_EQ(frame.size(), 102u);
    const auto back = UetCodec(false).DecodeBytes(frame);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->kind, PacketKind::TRIMMED);
    EXPECT_EQ(back->payloadBytes, 0u);
    EXPECT_EQ(back->As<UetRequest>().psn, 99u);
}

TEST(UetCodecTest, HeadersOfATrimmedPacketMayBeCutButForThePds)
{
    for (const bool tagged : {false, true})
    {
        for (const UetType type :
             {UetType::ROD_REQUEST, UetType::RUD_CC_REQUEST, UetType::RUDI_REQUEST})
        {
            const UetCodec codec(tagged);
            const auto packet = MakeUet(type, 1000);
            packet->destEndpoint = 0x1234;
            auto& request = packet->As<UetRequest>();
            request.psn = 0x89abcdef;
            request.retransmitted = true;
            request.demand = type == UetType::RUD_CC_REQUEST ? 0x1234500 : 0;
            const uint32_t pdsBytes = type == UetType::RUD_CC_REQUEST ? 16
                                      : type == UetType::RUDI_REQUEST ? 8
                                                                      : 12;
            const uint32_t leastBytes = (tagged ? 18 : 14) + 20 + 8 + pdsBytes + 4;
            EXPECT_EQ(codec.GetTrimmedBytes(*packet), std::max(64u, leastBytes));
            packet->kind = PacketKind::TRIMMED;
            packet->payloadBytes = 0;
            for (uint32_t bytes = codec.GetTrimmedBytes(*packet); bytes < leastBytes + 44; ++bytes)
            {
                SCOPED_TRACE(bytes);
                packet->frameBytes = bytes;
                const auto frame = codec.EncodeBytes(*packet, ENDS);
                ASSERT_EQ(frame.size(), bytes);
                const auto back = codec.DecodeBytes(frame);
                ASSERT_TRUE(back);
                EXPECT_EQ(back->kind, PacketKind::TRIMMED);
                EXPECT_EQ(back->payloadBytes, 0u);
                EXPECT_EQ(back->destEndpoint, 0x1234u);
                EXPECT_EQ(back->As<UetRequest>().psn, request.psn);
                EXPECT_EQ(back->As<UetRequest>().demand, request.demand);
                EXPECT_TRUE(back->As<UetRequest>().retransmitted);
                EXPECT_EQ(codec.EncodeBytes(*back, ENDS), frame);
            }
        }
    }
}

} // namespace

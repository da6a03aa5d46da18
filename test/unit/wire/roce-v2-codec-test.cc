// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "codec-packets.h"

#include "ns3/credit-packet.h"
#include "ns3/foreign-frame.h"
#include "ns3/pause-frame.h"
#include "ns3/rdma-header.h"
#include "ns3/roce-v2-codec.h"
#include "ns3/telemetry-digest.h"
#include "ns3/telemetry-stack.h"
#include "ns3/telemetry-tag.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

// Hosts 3 and 258 have the addresses 11.0.3.1 and 11.1.2.1. The expected frames were built with
// scapy 2.5.0 (contrib/roce for BTH and ICRC, zlib.crc32 for the FCS) from the fields named here.

/** @return the frame in hexadecimal digits */
std::string
EncodeRoce(const FabricPacket& packet, bool vlanTag = false)
{
    return Digits(RoceV2Codec(vlanTag).EncodeBytes(packet, ENDS));
}

TEST(RoceV2CodecTest, WriteHasRethImmediatePadAndBothChecks)
{
    const auto packet = MakePacket(RdmaOpcode::WRITE_ONLY_IMM);
    packet->dscp = 26;
    packet->ecn = EcnCodepoint::ECT;
    packet->payloadBytes = 5; // padded with 3
    packet->As<RdmaHeader>().ackRequest = true;
    packet->As<RdmaHeader>().address = 0x1122334455667788;
    packet->As<RdmaHeader>().length = 5;
    packet->As<RdmaHeader>().immediate = 0xdeadbeef;
    EXPECT_EQ(EncodeRoce(*packet),
              "0000000000020000000000010800456a00480000400040111f390b0003010b01"
              "0201c12312b7003400000b30ffff0012345680abcdef11223344556677880000"
              "000000000005deadbeef00000000000000008e93da1f40b8f948");
    // Marked and tagged: other TOS and IPv4 checksum, the same ICRC.
    packet->ecn = EcnCodepoint::CE;
    packet->lane = 3;
    EXPECT_EQ(EncodeRoce(*packet, true),
              "000000000002000000000001810060000800456b00480000400040111f380b00"
              "03010b010201c12312b7003400000b30ffff0012345680abcdef112233445566"
              "77880000000000000005deadbeef00000000000000008e93da1f6d243590");
}

TEST(RoceV2CodecTest, NakHasAeth)
{
    const auto packet = MakePacket(RdmaOpcode::ACKNOWLEDGE, true);
    packet->dscp = 26;
    packet->As<RdmaHeader>().syndrome = 0x60;
    packet->As<RdmaHeader>().msn = 7;
    EXPECT_EQ(EncodeRoce(*packet),
              "0000000000020000000000010800456800300000400040111f530b0102010b00"
              "0301c12312b7001c00001100ffff0012345600abcdef60000007412f9831c6aa"
              "091f");
}

TEST(RoceV2CodecTest, CongestionNotificationHasBecnAndSixteenZeros)
{
    const auto packet = MakePacket(RdmaOpcode::CNP_ROCE, true);
    packet->dscp = 48;
    packet->As<RdmaHeader>().psn = 0;
    EXPECT_EQ(EncodeRoce(*packet),
              "000000000002000000000001080045c0003c0000400040111eef0b0102010b00"
              "0301c12312b7002800008100ffff401234560000000000000000000000000000"
              "00000000000049364fe7b1dd8d91");
}

TEST(RoceV2CodecTest, DatagramHasDethBeforeImmediate)
{
    const auto packet = MakePacket(RdmaOpcode::UD_SEND_ONLY_IMM);
    packet->payloadBytes = 4;
    packet->As<RdmaHeader>().sourceQp = 0x777;
    packet->As<RdmaHeader>().immediate = 0xcafe;
    EXPECT_EQ(EncodeRoce(*packet),
              "00000000000200000000000108004500003c0000400040111faf0b0003010b01"
              "0201c12312b7002800006500ffff0012345600abcdef00000000000007770000"
              "cafe00000000d989208a8afda136");
}

TEST(RoceV2CodecTest, AtomicsHaveTheirOperands)
{
    const auto request = MakePacket(RdmaOpcode::COMPARE_SWAP);
    request->As<RdmaHeader>().address = 0x1000;
    auto operands = std::make_unique<AtomicOperands>();
    operands->swapOrAdd = 0x0102030405060708;
    operands->compare = 0x1112131415161718;
    request->extras = std::move(operands);
    EXPECT_EQ(EncodeRoce(*request),
              "0000000000020000000000010800450000480000400040111fa30b0003010b01"
              "0201c12312b7003400001300ffff0012345600abcdef00000000000010000000"
              "00000102030405060708111213141516171873ab13e5bc70f011");

    const auto answer = MakePacket(RdmaOpcode::ATOMIC_ACKNOWLEDGE, true);
    answer->As<RdmaHeader>().syndrome = 0x1f;
    answer->As<RdmaHeader>().msn = 9;
    operands = std::make_unique<AtomicOperands>();
    operands->original = 0x2122232425262728;
    answer->extras = std::move(operands);
    EXPECT_EQ(EncodeRoce(*answer),
              "0000000000020000000000010800450000380000400040111fb30b0102010b00"
              "0301c12312b7002400001200ffff0012345600abcdef1f000009212223242526"
              "2728c3b0b50f8e824c99");
}

TEST(RoceV2CodecTest, ReadRequestHasReth)
{
    const auto packet = MakePacket(RdmaOpcode::READ_REQUEST);
    packet->As<RdmaHeader>().ackRequest = true;
    packet->As<RdmaHeader>().address = 0x8000000000000001;
    packet->As<RdmaHeader>().length = 1 << 20;
    EXPECT_EQ(EncodeRoce(*packet),
              "00000000000200000000000108004500003c0000400040111faf0b0003010b01"
              "0201c12312b7002800000c00ffff0012345680abcdef80000000000000010000"
              "000000100000ac04c2d08afda136");
}

TEST(RoceV2CodecTest, PauseFrameIsThatOfTheStandard)
{
    const FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = PauseFrame::GetKind();
    packet->As<PauseFrame>() = {};
    packet->As<PauseFrame>().enabled = 1 << 3 | 1 << 4;
    packet->As<PauseFrame>().quanta[3] = 0xffff;
    EXPECT_EQ(EncodeRoce(*packet, true),                         // never tagged
              std::string("0180c2000001") +                      // the reserved address
                  "000000000001" +                               // the port that pauses
                  "8808" +                                       // MAC control
                  "0101" +                                       // priority-based flow control
                  "0018" +                                       // priorities 3 and 4
                  "000000000000" + "ffff" + "0000000000000000" + // quanta of 0 to 7
                  std::string(2 * 26, '0') +                     // padding
                  "ea9b7b6a");                                   // FCS
}

TEST(RoceV2CodecTest, TelemetryHasTheLayoutOfHpcc)
{
    const auto packet = MakePacket(RdmaOpcode::WRITE_MIDDLE);
    auto stack = std::make_unique<TelemetryStack>();
    stack->count = 2;
    // 400 Gb/s is code 9, 0x123456 ns, 0x54321 * 128 B, 0xabcd * 80 B and the rounded rest.
    stack->hops[0] = {0x123456 * 1000 + 999,
                      0x54321 * 128 + 127,
                      0xabcd * 80 + 79,
                      400'000'000'000};
    // 300 Gb/s has no code, 2^24 + 1 ns wraps, so does 2^20 + 2 times 128 B; 65536 * 80 B is too
    // much.
    stack->hops[1] = {16'777'217'000, 134'217'984, 5'242'880, 300'000'000'000};
    packet->extras = std::move(stack);
    const std::string frame = EncodeRoce(*packet);
    constexpr size_t bth = 2 * (14 + 20 + 8);
    EXPECT_EQ(frame.substr(bth, 24), "0700ffff0012345601abcdef"); // bit 24 next to the PSN
    EXPECT_EQ(frame.substr(bth + 24, 84),
              "2000"
              "912345654321abcd"
              "000000100002ffff" +
                  std::string(48, '0'));
    EXPECT_EQ(frame.size(), 2 * (14 + 20 + 8 + 12 + 42 + 4 + 4u));
}

TEST(RoceV2CodecTest, TelemetryOfLongerPathsHasMoreRoomAndAPath)
{
    const auto packet = MakePacket(RdmaOpcode::WRITE_MIDDLE);
    auto stack = std::make_unique<TelemetryStack>(7);
    stack->count = 7;
    stack->hops.fill({0, 0, 0, 100'000'000'000});
    stack->path = 0x123'456'00f; // folded: 123 ^ 456 ^ 00f = 57a
    packet->extras = std::move(stack);
    const std::string frame = EncodeRoce(*packet);
    constexpr size_t bth = 2 * (14 + 20 + 8);
    EXPECT_EQ(frame.substr(bth + 16, 8), "09abcdef"); // bit 24, and 2 from bit 26 on
    EXPECT_EQ(frame.substr(bth + 24, 4), "757a");
    EXPECT_EQ(frame.size(), 2 * (14 + 20 + 8 + 12 + 58 + 4 + 4u));
}

TEST(RoceV2CodecTest, ADigestOfTelemetryIsAByteOrTwo)
{
    for (const auto& [bytes, destination, digest] :
         {std::tuple{1, "10123456", "9c"}, std::tuple{2, "18123456", "129c"}})
    {
        const auto packet = MakePacket(RdmaOpcode::WRITE_MIDDLE);
        packet->payloadBytes = 100;
        auto extras = std::make_unique<TelemetryDigest>(bytes);
        extras->code = bytes == 1 ? 0x9c : 0x129c;
        packet->extras = std::move(extras);
        const std::string frame = EncodeRoce(*packet);
        constexpr size_t bth = 2 * (14 + 20 + 8);
        EXPECT_EQ(frame.substr(bth + 8, 8), destination); // bit 28, and 27
        EXPECT_EQ(frame.substr(bth + 16, 8), "00abcdef");
        EXPECT_EQ(frame.substr(bth + 24, 2 * bytes), digest);
        EXPECT_EQ(frame.size(), 2 * (14 + 20 + 8 + 12 + bytes + 100 + 4 + 4u));
    }
}

TEST(RoceV2CodecTest, ATagHasItsValueAndWhoIsToHearOfIt)
{
    const auto packet = MakePacket(RdmaOpcode::WRITE_MIDDLE);
    packet->payloadBytes = 100;
    auto tag = std::make_unique<TelemetryTag>(0xfedcba);
    tag->value = 0x0123456789abcdef;
    packet->extras = std::move(tag);
    const std::string frame = EncodeRoce(*packet);
    constexpr size_t bth = 2 * (14 + 20 + 8);
    EXPECT_EQ(frame.substr(bth + 8, 8), "04123456"); // bit 26
    EXPECT_EQ(frame.substr(bth + 16, 8), "00abcdef");
    EXPECT_EQ(frame.substr(bth + 24, 24), "0123456789abcdef00fedcba");
    EXPECT_EQ(frame.size(), 2 * (14 + 20 + 8 + 12 + 12 + 100 + 4 + 4u));
}

TEST(RoceV2CodecTest, ASelectiveAcknowledgementIsThereIfThePacketIsAsLong)
{
    const auto packet = MakePacket(RdmaOpcode::ACKNOWLEDGE, true);
    packet->As<RdmaHeader>().selective = 0x654321;
    packet->frameBytes = 66;
    EXPECT_EQ(EncodeRoce(*packet).size(), 2 * 66u);
    packet->frameBytes = 70;
    const std::string frame = EncodeRoce(*packet);
    constexpr size_t bth = 2 * (14 + 20 + 8);
    EXPECT_EQ(frame.substr(bth, 40),
              "1100ffff0012345602abcdef"
              "00000000"
              "00654321");
    EXPECT_EQ(frame.size(), 2 * 70u);
}

TEST(RoceV2CodecTest, ForeignPacketsAreFramedAndMarked)
{
    const FabricPacketPtr packet = MakeForeign();
    packet->sourceHost = 0; // the frame says who
    packet->destHost = 0;
    const std::string head = "020000000102020000000003"
                             "0800";
    const std::string pad(2 * (60 - 14 - 20), '0');
    const std::string frame = EncodeRoce(*packet);
    EXPECT_EQ(frame.substr(0, 2 * 60), head + "450200140000400040061fe10b0003010b000201" + pad);
    EXPECT_EQ(frame.size(), 2 * 64u);
    packet->ecn = EcnCodepoint::CE;
    packet->lane = 1;
    EXPECT_EQ(EncodeRoce(*packet, true).substr(0, 2 * 38),
              "020000000102020000000003"
              "81002000"
              "0800"
              "450300140000400040061fe00b0003010b000201");

    const RoceV2Codec codec(true);
    const auto back = codec.DecodeBytes(codec.EncodeBytes(*packet, ENDS));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->kind, PacketKind::FOREIGN);
    EXPECT_EQ(back->sourceHost, 3u);
    EXPECT_EQ(back->destHost, 258u);
    EXPECT_EQ(back->lane, 1);
    EXPECT_EQ(back->ecn, EcnCodepoint::CE);
    const auto* frameBack = dynamic_cast<const ForeignFrame*>(back->extras.get());
    ASSERT_NE(frameBack, nullptr);
    EXPECT_EQ(frameBack->packet->GetSize(), 20u);
    EXPECT_EQ(frameBack->protocol, 0x0800);
}

TEST(RoceV2CodecTest, OtherPacketsHaveNoFrame)
{
    const FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = CreditPacket::GetKind();
    EXPECT_FALSE(RoceV2Codec(false).Encode(*packet, ENDS));
}

TEST(RoceV2CodecTest, PacketsOfNs3CarryTheSameBytes)
{
    const auto packet = MakePacket(RdmaOpcode::SEND_ONLY);
    packet->payloadBytes = 100;
    const RoceV2Codec codec(false);
    const auto frame = codec.Encode(*packet, ENDS);
    ASSERT_TRUE(frame);
    std::vector<uint8_t> bytes(frame->GetSize());
    frame->CopyData(bytes.data(), frame->GetSize());
    EXPECT_EQ(bytes, codec.EncodeBytes(*packet, ENDS));
    const auto back = codec.Decode(frame);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->payloadBytes, 100u);
}

} // namespace

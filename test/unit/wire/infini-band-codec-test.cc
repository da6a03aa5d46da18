// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "codec-packets.h"

#include "ns3/credit-packet.h"
#include "ns3/erf-record.h"
#include "ns3/flow-entropy.h"
#include "ns3/foreign-frame.h"
#include "ns3/host-lid.h"
#include "ns3/infini-band-codec.h"
#include "ns3/pause-frame.h"
#include "ns3/rdma-header.h"
#include "ns3/variant-crc.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

// Hosts 3 and 258 have the LIDs 4 and 0x103. The check bytes of the expected packets come from
// test/support/check-infini-band-crcs.py; everything else is written here field by field.

std::string
EncodeInfiniBand(const FabricPacket& packet, bool grh = false)
{
    return Digits(InfiniBandCodec(grh, 4).EncodeBytes(packet, ENDS));
}

FabricPacketPtr
MakeCredit()
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = CreditPacket::GetKind();
    packet->As<CreditPacket>() = {};
    packet->As<CreditPacket>().fctbs = 0xabc;
    packet->As<CreditPacket>().vl = 3;
    packet->As<CreditPacket>().fccl = 0xdef;
    return packet;
}

} // namespace

TEST(HostLidTest, LidsAndGuidsTellTheHost)
{
    EXPECT_EQ(HostLid(0), 1);
    EXPECT_EQ(HostLid(49150), 0xbfff);
    EXPECT_EQ(HostLid(49151), 0) << "0xc000 is multicast";
    EXPECT_EQ(HostLid(NO_HOST), 0);
    EXPECT_EQ(HostOfLid(0), NO_HOST);
    EXPECT_EQ(HostOfLid(0xc000), NO_HOST);
    EXPECT_EQ(HostOfGuid(0x01ffffffffffffff), NO_HOST);
    EXPECT_EQ(HostOfGuid(FIRST_HOST_GUID + NO_HOST), NO_HOST);
    for (const uint32_t host : {0U, 1U, 258U, 49150U})
    {
        EXPECT_EQ(HostOfLid(HostLid(host)), host);
        EXPECT_EQ(HostOfGuid(HostGuid(host)), host);
    }
}

TEST(InfiniBandCodecTest, TheSamplePacketOfTheStandardHasItsInvariantCrc)
{
    // IBTA vol. 1, 7.8.1: the example of a local packet, a WRITE ONLY, has the ICRC 0x9625b75a.
    const std::vector<uint8_t> sample = {
        0x70, 0x12, 0x37, 0x5c, 0x00, 0x0e, 0x17, 0xd2,                         // LRH
        0x0a, 0x20, 0x24, 0x87, 0x00, 0x87, 0xb1, 0xb3, 0x00, 0x0d, 0xec, 0x2a, // BTH
        0x01, 0x71, 0x0a, 0x1c, 0x01, 0x5d, 0x40, 0x02,                         // RETH
        0x38, 0xf2, 0x7a, 0x05, 0x00, 0x00, 0x00, 0x0e,                         //
        0xbb, 0x88, 0x4d, 0x85, 0xfd, 0x5c, 0xfb, 0xa4,                         // payload
        0x72, 0x8b, 0xc0, 0x69, 0x0e, 0xd4, 0x00, 0x00};                        // with its pad
    EXPECT_EQ(InfiniBandCodec::InvariantCrc(sample.data(), sample.size()), 0x5ab72596u);
    auto whole = sample;
    whole.insert(whole.end(), {0x96, 0x25, 0xb7, 0x5a});
    EXPECT_EQ(VariantCrc(whole.data(), whole.size()), 0xfa45);
    // Fields that may change on the way are not covered: the lane, and the byte of FECN and BECN.
    auto other = sample;
    other[0] = 0x30;
    other[12] = 0xc0;
    EXPECT_EQ(InfiniBandCodec::InvariantCrc(other.data(), other.size()), 0x5ab72596u);
    other[1] ^= 0x10; // SL
    EXPECT_NE(InfiniBandCodec::InvariantCrc(other.data(), other.size()), 0x5ab72596u);
}

TEST(InfiniBandCodecTest, WhatARouterChangesIsNotInTheInvariantCrcOfAGlobalPacket)
{
    auto packet = MakePacket(RdmaOpcode::ACKNOWLEDGE);
    const auto bytes = InfiniBandCodec(true, 4).EncodeBytes(*packet, ENDS);
    const size_t covered = bytes.size() - 6;
    const uint32_t check = InfiniBandCodec::InvariantCrc(bytes.data(), covered);
    for (size_t i = 0; i < covered; ++i)
    {
        auto other = bytes;
        other[i] ^= i == 1 || i == 8 ? 0x08 : 0xff; // SL and TClass next to LNH and IPVer
        const bool free = i < 8 || (i >= 8 && i < 12) || i == 15 || i == 8 + 40 + 4;
        EXPECT_EQ(InfiniBandCodec::InvariantCrc(other.data(), covered) == check, free)
            << "byte " << i;
    }
}

TEST(InfiniBandCodecTest, WriteHasRethImmediatePadAndBothChecks)
{
    const auto packet = MakePacket(RdmaOpcode::WRITE_ONLY_IMM);
    packet->lane = 3;
    packet->serviceLevel = 3;
    packet->ecn = EcnCodepoint::ECT;
    packet->payloadBytes = 5; // padded with 3
    packet->As<RdmaHeader>().ackRequest = true;
    packet->As<RdmaHeader>().address = 0x1122334455667788;
    packet->As<RdmaHeader>().length = 5;
    packet->As<RdmaHeader>().immediate = 0xcafe;
    // LRH 8 + BTH 12 + RETH 16 + immediate 4 + 8 + ICRC 4 = 52 B = 13 words.
    EXPECT_EQ(EncodeInfiniBand(*packet),
              "3032"                             // VL 3, SL 3, BTH next
              "0103000d0004"                     // DLID, words, SLID
              "0b30ffff0012345680abcdef"         // BTH with AckReq, 3 B of pad
              "11223344556677880000000000000005" // RETH
              "0000cafe"                         // immediate
              "0000000000000000"                 // payload and pad
              "0fa5a35e"                         // ICRC
              "2596");                           // VCRC
}

TEST(InfiniBandCodecTest, AcknowledgementIsThirtyBytes)
{
    const auto packet = MakePacket(RdmaOpcode::ACKNOWLEDGE, true);
    packet->As<RdmaHeader>().becn = true;
    packet->As<RdmaHeader>().syndrome = 0x1f;
    packet->As<RdmaHeader>().msn = 7;
    EXPECT_EQ(EncodeInfiniBand(*packet),
              "0002000400070103"
              "1100ffff4012345600abcdef" // BECN
              "1f000007"
              "77203a7e"
              "d6ba");
}

TEST(InfiniBandCodecTest, CongestionNotificationHasBecnAndSixteenZeros)
{
    const auto packet = MakePacket(RdmaOpcode::CNP_INFINIBAND, true);
    packet->lane = 2;
    packet->serviceLevel = 2;
    packet->As<RdmaHeader>().psn = 0;
    EXPECT_EQ(EncodeInfiniBand(*packet),
              "20220004000a0103"
              "8000ffff4012345600000000"
              "00000000000000000000000000000000"
              "1e90f61c"
              "2d6f");
}

TEST(InfiniBandCodecTest, GlobalRouteHeaderHasGidsClassAndFlow)
{
    const auto packet = MakePacket(RdmaOpcode::UD_SEND_ONLY_IMM);
    packet->lane = 1;
    packet->serviceLevel = 1;
    packet->dscp = 26;
    packet->ecn = EcnCodepoint::CE;
    packet->payloadBytes = 4;
    packet->As<RdmaHeader>().sourceQp = 0x777;
    packet->As<RdmaHeader>().immediate = 0xcafe;
    EXPECT_EQ(EncodeInfiniBand(*packet, true),
              "1013"         // GRH next
              "010300140004" // 20 words: 8 + 40 + 12 + 8 + 4 + 4 + 4
              "6680c123"     // IPVer 6, TClass 26 * 4, flow label 0xc123
              "00201b40"     // 32 B up to the ICRC, BTH next, hop limit 64
              "fe800000000000000200000000000003"
              "fe800000000000000200000000000102"
              "6500ffff8012345600abcdef" // FECN
              "0000000000000777"         // DETH
              "0000cafe"
              "00000000"
              "6a6b1689"
              "5854");
}

TEST(InfiniBandCodecTest, FlowControlPacketIsSixBytes)
{
    const auto packet = MakeCredit();
    EXPECT_EQ(EncodeInfiniBand(*packet),
              "0abc" // Op 0, FCTBS
              "3def" // VL, FCCL
              "4c71");
    EXPECT_EQ(EncodeInfiniBand(*packet, true), EncodeInfiniBand(*packet));
    packet->As<CreditPacket>().fctbs = 0x1abc; // counters that nobody wrapped
    packet->As<CreditPacket>().fccl = 0x7def;
    EXPECT_EQ(EncodeInfiniBand(*packet), "0abc3def4c71");
}

TEST(InfiniBandCodecTest, OtherOperationsOfFlowControlAreNotTaken)
{
    std::vector<uint8_t> init = {0x1a, 0xbc, 0x3d, 0xef};
    const uint16_t check = VariantCrc(init.data(), init.size());
    init.insert(init.end(), {static_cast<uint8_t>(check), static_cast<uint8_t>(check >> 8)});
    EXPECT_FALSE(InfiniBandCodec(false, 4).DecodeBytes(init));
}

TEST(InfiniBandCodecTest, ASelectiveAcknowledgementIsThereIfThePacketIsAsLong)
{
    const auto packet = MakePacket(RdmaOpcode::ACKNOWLEDGE, true);
    packet->As<RdmaHeader>().selective = 0x654321;
    packet->frameBytes = 30;
    EXPECT_EQ(EncodeInfiniBand(*packet).size(), 2 * 30u);
    packet->frameBytes = 34;
    const std::string frame = EncodeInfiniBand(*packet);
    EXPECT_EQ(frame.substr(0, 48),
              "0002000400080103" // a word more
              "1100ffff0012345602abcdef"
              "00000000");
    EXPECT_EQ(frame.substr(48, 8), "00654321");
    EXPECT_EQ(frame.size(), 2 * 34u);
}

TEST(InfiniBandCodecTest, ForeignPacketsGoAsIpOverInfiniBand)
{
    const auto packet = MakeForeign();
    EXPECT_EQ(EncodeInfiniBand(*packet),
              "00020103000e0004"
              "6400ffff00fffffe00000000" // SEND ONLY to the queue pair of IPoIB
              "00000b1b00fffffe"         // Q_Key, from that queue pair
              "08000000"                 // EtherType
              "450200140000400040061fe10b0003010b000201"
              "c6401e26"
              "53a3");
    for (const bool grh : {false, true})
    {
        for (const auto ecn : {EcnCodepoint::ECT, EcnCodepoint::CE})
        {
            packet->ecn = ecn;
            const InfiniBandCodec codec(grh, 4);
            const auto back = codec.DecodeBytes(codec.EncodeBytes(*packet, ENDS));
            ASSERT_TRUE(back);
            EXPECT_EQ(back->kind, PacketKind::FOREIGN);
            EXPECT_EQ(back->sourceHost, 3u);
            EXPECT_EQ(back->destHost, 258u);
            EXPECT_EQ(back->ecn, ecn);
            EXPECT_EQ(back->payloadBytes, 0u);
            const auto* frame = dynamic_cast<const ForeignFrame*>(back->extras.get());
            ASSERT_NE(frame, nullptr);
            EXPECT_EQ(frame->packet->GetSize(), 20u);
            EXPECT_EQ(frame->protocol, 0x0800);
            EXPECT_EQ(frame->source, HostMac(3));
            EXPECT_EQ(frame->dest, HostMac(258));
            EXPECT_EQ(codec.EncodeBytes(*back, ENDS), codec.EncodeBytes(*packet, ENDS));
        }
    }
}

TEST(InfiniBandCodecTest, OtherPacketsHaveNoFrame)
{
    const FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = PauseFrame::GetKind();
    EXPECT_FALSE(InfiniBandCodec(false, 4).Encode(*packet, ENDS));
    // A FOREIGN packet without its bytes.
    packet->kind = PacketKind::FOREIGN;
    EXPECT_FALSE(InfiniBandCodec(false, 4).Encode(*packet, ENDS));
}

TEST(InfiniBandCodecTest, HostsBeyondTheSubnetAreNotDecoded)
{
    const auto packet = MakePacket(RdmaOpcode::SEND_ONLY);
    packet->destHost = 49151;
    const InfiniBandCodec local(false, 4);
    EXPECT_FALSE(local.DecodeBytes(local.EncodeBytes(*packet, ENDS)));
    // A GID tells them.
    const InfiniBandCodec global(true, 4);
    const auto back = global.DecodeBytes(global.EncodeBytes(*packet, ENDS));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->destHost, 49151u);
}

TEST(InfiniBandCodecTest, RecordsAreThoseOfErf)
{
    const InfiniBandCodec codec(false, 4);
    EXPECT_EQ(codec.GetDataLinkType(), 197u);
    const auto packet = MakePacket(RdmaOpcode::ACKNOWLEDGE);
    const auto frame = codec.EncodeBytes(*packet, ENDS);
    // 2.500000001 s: 2 and 0x80000004.4b / 2^32, rounded up so that it reads as that nanosecond.
    EXPECT_EQ(Digits(codec.MakeRecord(frame, {2'500'000'001'999, true})),
              "0500008002000000" // time, least significant byte first
              "1504"             // type 21, varying length, interface 0
              "002e0000001e" +   // 46 B with this header, none lost, 30 B of frame
                  Digits(frame));
    // A flow control packet is given the length of LRH and GRH.
    const auto credit = codec.EncodeBytes(*MakeCredit(), ENDS);
    EXPECT_EQ(Digits(codec.MakeRecord(credit, {0, false})),
              "0000000000000000"
              "1905"         // type 25, interface 1
              "004000000030" // 64 B and 48 B
              "0abc3def4c71" +
                  std::string(2 * 42, '0'));
}

TEST(InfiniBandCodecTest, TimesOfRecordsReadAsTheyAre)
{
    const InfiniBandCodec codec(false, 4);
    const std::vector<uint8_t> frame(30);
    for (int64_t ns = 1; ns < 3'000'000'000; ns = ns * 3 + 1)
    {
        const auto record = codec.MakeRecord(frame, {ns * 1000 + 999, true});
        uint64_t time = 0;
        for (int byte = 7; byte >= 0; --byte)
        {
            time = time << 8 | record[byte];
        }
        // Readers multiply the fraction by 10^9 and round it to nearest, or down.
        const uint64_t scaled = (time & 0xffffffff) * 1'000'000'000;
        const int64_t seconds = static_cast<int64_t>(time >> 32) * 1'000'000'000;
        EXPECT_EQ(seconds + static_cast<int64_t>(scaled >> 32), ns);
        EXPECT_EQ(seconds + static_cast<int64_t>((scaled + 0x80000000) >> 32), ns);
    }
}

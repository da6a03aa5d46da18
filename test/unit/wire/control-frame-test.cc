// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "codec-packets.h"

#include "ns3/control-frame.h"
#include "ns3/credit-packet.h"
#include "ns3/ethernet-frame.h"
#include "ns3/infini-band-codec.h"
#include "ns3/pause-frame.h"
#include "ns3/roce-v2-codec.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

const FrameEnds FRAME_ENDS{Mac48Address("00:00:00:00:00:01"), Mac48Address("00:00:00:00:00:02")};

/** A frame of MAC control with one word. */
struct Word
{
    uint16_t value;
};

std::vector<uint8_t>
EncodeWord(const FabricPacket& packet, const FrameEnds& ends)
{
    return EncodeMacControl(ends.sender, 0x4242, {packet.As<Word>().value});
}

bool
DecodeWord(const std::vector<uint8_t>& frame, FabricPacket& packet)
{
    const auto words = DecodeMacControl(frame, 0x4242, 1);
    packet.As<Word>() = {words ? words->front() : uint16_t{0}};
    return words.has_value();
}

PacketKind
GetWordKind()
{
    static const PacketKind kind = RegisterControlFrame(
        {"word of a test", ETHERNET_LINK_TYPE, 64, 84, &EncodeWord, &DecodeWord});
    return kind;
}

TEST(ControlFrameTest, AFrameOfSomebodyElsesIsEncodedAndDecoded)
{
    const auto packet = MakeControlPacket(GetWordKind());
    EXPECT_EQ(packet->frameBytes, 64u);
    EXPECT_EQ(packet->wireBytes, 84u);
    packet->As<Word>() = {0xabcd};
    const RoceV2Codec codec(true);
    const auto frame = codec.EncodeBytes(*packet, FRAME_ENDS);
    ASSERT_EQ(frame.size(), 64u);
    EXPECT_EQ(Digits(frame).substr(0, 42),
              "0180c2000001" // of MAC control
              "000000000001" // the sender
              "8808"
              "4242"
              "abcd"
              "000000");
    const auto back = codec.DecodeBytes(frame);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->kind, GetWordKind());
    EXPECT_EQ(back->frameBytes, 64u);
    EXPECT_EQ(back->As<Word>().value, 0xabcd);
}

TEST(ControlFrameTest, OfAnotherKindOfLinkItHasNoFrame)
{
    EXPECT_TRUE(InfiniBandCodec(false, 4)
                    .EncodeBytes(*MakeControlPacket(GetWordKind()), FRAME_ENDS)
                    .empty());
    EXPECT_TRUE(RoceV2Codec(false)
                    .EncodeBytes(*MakeControlPacket(CreditPacket::GetKind()), FRAME_ENDS)
                    .empty());
}

TEST(ControlFrameTest, AnUnknownOpcodeOrAWrongCheckIsNoPacket)
{
    const RoceV2Codec codec(false);
    EXPECT_FALSE(codec.DecodeBytes(EncodeMacControl(FRAME_ENDS.sender, 0x4343, {1})));
    auto frame = codec.EncodeBytes(*MakeControlPacket(GetWordKind()), FRAME_ENDS);
    frame[16] ^= 1;
    EXPECT_FALSE(codec.DecodeBytes(frame));
}

TEST(ControlFrameTest, PauseFramesAndCreditsAreOfTheirLengths)
{
    EXPECT_EQ(MakeControlPacket(PauseFrame::GetKind())->frameBytes, 64u);
    EXPECT_EQ(MakeControlPacket(PauseFrame::GetKind())->wireBytes, 84u);
    EXPECT_EQ(MakeControlPacket(CreditPacket::GetKind())->frameBytes, 6u);
    EXPECT_EQ(MakeControlPacket(CreditPacket::GetKind())->wireBytes, 8u);
}

// BTH 12 and ICRC 4 are all that is left of a packet in the middle of a WRITE.
TEST(ControlFrameTest, ATrimmedPacketStaysOneOnTheWire)
{
    const auto packet = MakePacket(RdmaOpcode::WRITE_MIDDLE);
    packet->kind = PacketKind::TRIMMED;
    const RoceV2Codec roce(false);
    const auto frame = roce.EncodeBytes(*packet, FRAME_ENDS);
    EXPECT_EQ(frame.size(), 64u);
    EXPECT_EQ(roce.GetLeastFrameBytes(), 64u);
    const InfiniBandCodec infiniBand(false, 4);
    const auto other = infiniBand.EncodeBytes(*packet, FRAME_ENDS);
    EXPECT_EQ(other.size(), 8u + 12u + 4u + 2u);
    EXPECT_EQ(infiniBand.GetLeastFrameBytes(), 0u);
    const auto roceBack = roce.DecodeBytes(frame);
    const auto otherBack = infiniBand.DecodeBytes(other);
    ASSERT_TRUE(roceBack);
    ASSERT_TRUE(otherBack);
    EXPECT_EQ(roceBack->kind, PacketKind::TRIMMED);
    EXPECT_EQ(otherBack->kind, PacketKind::TRIMMED);
    packet->kind = PacketKind::TRANSPORT;
    EXPECT_NE(roce.EncodeBytes(*packet, FRAME_ENDS), frame);
}

} // namespace

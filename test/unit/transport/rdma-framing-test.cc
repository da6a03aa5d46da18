// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/infini-band-framing.h"
#include "ns3/nvlink-framing.h"
#include "ns3/roce-v2-framing.h"

using namespace ns3;

TEST(RoceV2FramingTest, FramesHaveTheLengthsOfTheStandards)
{
    const auto framing = CreateObject<RoceV2Framing>();
    // Ethernet 14 + IPv4 20 + UDP 8 + BTH 12 + ICRC 4 + FCS 4 = 62 around everything.
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 4096), 62u + 4096);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 4096), 4158u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_LAST, 4096), 4158u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::SEND_FIRST, 4096), 4158u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::SEND_ONLY, 4096), 4158u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_FIRST, 4096), 4174u);    // + RETH 16
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 4096), 4174u);     // + RETH 16
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_ONLY_IMM, 4096), 4178u); // + immediate
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_LAST_IMM, 4096), 4162u); // + immediate
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 66u);         // + AETH 4
    EXPECT_EQ(framing->GetFrameBytes(framing->GetCnpOpcode(), 0), 78u);         // + 16 reserved
    EXPECT_EQ(framing->GetCnpOpcode(), RdmaOpcode::CNP_ROCE);
    EXPECT_EQ(framing->GetGapBytes(), 20u);           // preamble 8, gap 12
    EXPECT_EQ(framing->GetMaxWireBytes(4096), 4198u); // WRITE ONLY with immediate + 20
}

TEST(RoceV2FramingTest, PayloadIsPaddedToFourBytes)
{
    const auto framing = CreateObject<RoceV2Framing>();
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::SEND_ONLY, 0), 64u); // the least; 62 without
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::SEND_ONLY, 1), 66u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::SEND_ONLY, 4), 66u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::SEND_ONLY, 5), 70u);
}

TEST(RoceV2FramingTest, AVlanTagIsFourBytes)
{
    const auto framing = Make<RoceV2Framing>("RoceV2Framing", {{"VlanTag", "true"}});
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 4096), 4162u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 70u);
}

TEST(InfiniBandFramingTest, PacketsHaveTheLengthsOfTheStandard)
{
    const auto framing = CreateObject<InfiniBandFraming>();
    // LRH 8 + BTH 12 + ICRC 4 + VCRC 2 = 26 around everything.
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 4096), 4122u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_FIRST, 4096), 4138u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_ONLY_IMM, 4096), 4142u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 30u);
    EXPECT_EQ(framing->GetFrameBytes(framing->GetCnpOpcode(), 0), 42u);
    EXPECT_EQ(framing->GetCnpOpcode(), RdmaOpcode::CNP_INFINIBAND);
    EXPECT_EQ(framing->GetGapBytes(), 4u);
    EXPECT_EQ(framing->GetMaxWireBytes(4096), 4146u);
}

TEST(InfiniBandFramingTest, DelimitersAreAnAttribute)
{
    const auto framing = Make<InfiniBandFraming>("InfiniBandFraming", {{"DelimiterBytes", "12"}});
    EXPECT_EQ(framing->GetGapBytes(), 12u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 30u);
}

TEST(InfiniBandFramingTest, AGlobalRouteHeaderIsFortyBytes)
{
    const auto framing = Make<InfiniBandFraming>("InfiniBandFraming", {{"Grh", "true"}});
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 4096), 4162u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 70u);
    EXPECT_EQ(framing->GetMaxWireBytes(4096), 4186u);
    EXPECT_EQ(framing->GetForeignFraming().GetFrameBytes(2044), 2122u);
}

TEST(NvlinkFramingTest, PacketsHaveFlitsAndWords)
{
    const auto framing = CreateObject<NvlinkFraming>();
    // A flit of 16 B for the header, one for an address; a word of 4 B for an immediate, an answer.
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 16384), 16u + 16384);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_FIRST, 16384), 32u + 16384);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_LAST_IMM, 100), 20u + 100);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_ONLY_IMM, 100), 36u + 100);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 20u);
    EXPECT_EQ(framing->GetMaxWireBytes(16384), 36u + 16384);
    EXPECT_EQ(framing->MakeCodec(), nullptr);
}

TEST(FabricFramingTest, AnyTransportFitsInto)
{
    // Ethernet 14 + IPv4 20 + UDP 8 + FCS 4 around what a transport sends, 64 B at least.
    const auto ethernet = CreateObject<RoceV2Framing>();
    EXPECT_EQ(ethernet->GetFrameBytes(16 + 4096), 46u + 16 + 4096);
    EXPECT_EQ(ethernet->GetFrameBytes(16), 64u);
    const auto infiniband = CreateObject<InfiniBandFraming>();
    EXPECT_EQ(infiniband->GetFrameBytes(16), 8u + 16 + 2);
}

TEST(HpccFramingTest, FramesHaveTheLengthsOfThatSimulator)
{
    const auto framing = Make<RdmaFraming>("HpccFraming");
    // PPP 14 + IPv4 20 + UDP 8 + sequence and priority 6 = 48, whatever the place in the message.
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_FIRST, 1000), 1048u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 1000), 1048u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 1000), 1048u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 9000), 9048u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 12), 60u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 1), 60u); // 52 without the least
    // An acknowledgement has 14 + 20 + 12 = 46, padded to 60; with 42 B of telemetry 88 as there.
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 60u);
    EXPECT_EQ(framing->FabricFraming::GetFrameBytes(12 + 42), 88u);
    EXPECT_EQ(framing->GetGapBytes(), 0u);
    EXPECT_EQ(framing->MakeCodec(), nullptr) << "no real frame is like that";
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/input-error.h"
#include "ns3/nvlink-framing.h"
#include "ns3/rdma-framing.h"
#include "ns3/sue-framing.h"

using namespace ns3;

namespace
{

/** @return share of payload on the wire of packets that follow each other */
double
GetEfficiency(const RdmaFraming& framing, uint32_t payloadBytes)
{
    const uint32_t wireBytes =
        framing.GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, payloadBytes) + framing.GetGapBytes();
    return static_cast<double>(payloadBytes) / wireBytes;
}

Ptr<RdmaFraming>
MakeSue(const std::string& encapsulation,
        bool reliability,
        uint32_t transactionBytes = 256,
        uint32_t commandBytes = 16)
{
    return Make<RdmaFraming>("SueFraming",
                             {{"Encapsulation", encapsulation},
                              {"Reliability", reliability ? "true" : "false"},
                              {"TransactionBytes", std::to_string(transactionBytes)},
                              {"CommandBytes", std::to_string(commandBytes)}});
}

} // namespace

TEST(SueFramingTest, HeadersHaveTheLengthsOfTheSpecifications)
{
    // With FCS: Ethernet, IPv4 and UDP 46 B, ESUN 22 B, AFH Gen 2 18 B, compressed 10 B. The
    // transport adds RH 8 and R-CRC 4. One command of 16 B and 256 B of data.
    EXPECT_EQ(MakeSue("udp", false)->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 256), 46u + 272);
    EXPECT_EQ(MakeSue("esun", false)->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 256), 22u + 272);
    EXPECT_EQ(MakeSue("afh", false)->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 256), 18u + 272);
    EXPECT_EQ(MakeSue("afh-compressed", false)->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 256),
              10u + 272);
    EXPECT_EQ(MakeSue("afh", true)->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 256), 30u + 272);
    EXPECT_EQ(MakeSue("afh", true)->GetGapBytes(), 20u);
    // The place in a message and an immediate take nothing: commands are the XPU's.
    EXPECT_EQ(MakeSue("afh", true)->GetFrameBytes(RdmaOpcode::WRITE_LAST_IMM, 256), 30u + 272);
    EXPECT_EQ(MakeSue("afh", true)->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 64u);
}

TEST(SueFramingTest, AFrameHasTheCommandOfEachTransaction)
{
    const auto framing = MakeSue("afh", true);
    // Ten whole transactions and one of 40 B: eleven commands.
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 2600), 30u + 2600 + 11 * 16);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 1), 64u) << "the least";
    // A PDU of 4,096 B has 15 transactions with their commands, one of 1,024 B has three.
    EXPECT_LE(framing->GetPayloadBytes(15 * 256), 4096u);
    EXPECT_GT(framing->GetPayloadBytes(16 * 256), 4096u);
    EXPECT_LE(framing->GetPayloadBytes(3 * 256), 1024u);
    EXPECT_GT(framing->GetPayloadBytes(4 * 256), 1024u);
    EXPECT_EQ(framing->GetMaxWireBytes(3840), 3840u + 15 * 16 + 30 + 20);
}

TEST(SueFramingTest, PackingMakesSmallTransactionsEfficient)
{
    // 64 B alone: 64 / (64 + 16 + 10 + 20), packed to 1,024 B: 12 * 64 / (12 * 80 + 30).
    const auto lite = MakeSue("afh-compressed", false, 64);
    EXPECT_NEAR(GetEfficiency(*lite, 64), 64.0 / 110, 1e-9);
    EXPECT_NEAR(GetEfficiency(*lite, 12 * 64), 768.0 / 990, 1e-9);
    // The same in Ethernet, IPv4 and UDP takes 36 B more of a packet.
    EXPECT_NEAR(GetEfficiency(*MakeSue("udp", false, 64), 64), 64.0 / 146, 1e-9);
}

TEST(SueFramingTest, AnUnknownEncapsulationIsRefused)
{
    EXPECT_EQ(MessageOf<InputError>([] { SueFraming::GetEncapsulationBytes("ipv6"); }),
              "SueFraming Encapsulation: is \"ipv6\"; expected udp, esun, afh or afh-compressed");
}

TEST(UalinkFramingTest, FlitsHaveTheLengthsOfTheSpecification)
{
    const auto framing = Make<RdmaFraming>("UalinkFraming", {{"CommandBytes", "8"}});
    // 16 writes of 256 B: 128 B of requests in four halves of a flit, 64 flits of data; 4,224 B
    // of TL flits in DL flits of 640 B with 628 B: 4304.7 B.
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 4096), 4305u);
    // One write of 64 B: half a flit of commands, a beat, so two flits.
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 64), 131u); // 130.4
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 1), 131u);
    // 16 responses of 4 B are one flit.
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 66u); // 65.2
    EXPECT_EQ(framing->GetGapBytes(), 0u);
    EXPECT_EQ(framing->GetMaxWireBytes(4096), 4305u);
}

TEST(UalinkFramingTest, EfficiencyIsThatOfTheConsortium)
{
    // Both directions carry data, and responses for the data of the other one.
    const auto both = [](const char* command, const char* response) {
        const auto framing =
            Make<RdmaFraming>("UalinkFraming",
                              {{"CommandBytes", command}, {"ResponseBytes", response}});
        return 4096.0 / (framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 4096) +
                         framing->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0));
    };
    EXPECT_NEAR(both("8", "4"), 0.93, 0.01); // published: about 93 %
    EXPECT_NEAR(both("8", "4"), 628.0 / 640 * 256 / 268, 5e-4);
    EXPECT_NEAR(both("16", "8"), 628.0 / 640 * 256 / 280, 5e-4); // uncompressed
}

TEST(UbFramingTest, PacketsAreWholeFlits)
{
    const auto plain = Make<RdmaFraming>("UbFraming", {{"TransactionBytes", "512"}});
    // 4 + 8 + 16 + 512 B are 27 flits of 20 B. An answer has 4 + 8 + 4 B, a request no data.
    EXPECT_EQ(plain->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 512), 540u);
    EXPECT_EQ(plain->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 4096), 8 * 540u);
    EXPECT_EQ(plain->GetFrameBytes(RdmaOpcode::WRITE_ONLY, 513), 540u + 40);
    EXPECT_EQ(plain->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 20u);
    EXPECT_EQ(plain->GetFrameBytes(RdmaOpcode::READ_REQUEST, 0), 40u);
    // A source route of 8 B takes a flit more here, and none of the request.
    const auto routed =
        Make<RdmaFraming>("UbFraming", {{"TransactionBytes", "512"}, {"SourceRoute", "true"}});
    EXPECT_EQ(routed->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 4096), 8 * 560u);
    EXPECT_EQ(routed->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 40u);
    EXPECT_EQ(routed->GetFrameBytes(RdmaOpcode::READ_REQUEST, 0), 40u);
    EXPECT_EQ(routed->GetMaxWireBytes(4096), 8 * 560u);
}

TEST(NvlinkFramingTest, EveryHeaderFlitCounts)
{
    const auto framing = Make<RdmaFraming>("NvlinkFraming", {{"EveryHeader", "true"}});
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 4096), 16u * 272);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 257), 260u + 32);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::WRITE_MIDDLE, 256), 272u);
    EXPECT_EQ(framing->GetFrameBytes(RdmaOpcode::ACKNOWLEDGE, 0), 20u);
    EXPECT_NEAR(GetEfficiency(*framing, 4096), 256.0 / 272, 1e-9);
}

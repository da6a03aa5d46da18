// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "capture-tools.h"
#include "error-message.h"
#include "network-test.h"
#include "temporary-file.h"

#include "ns3/crc32.h"
#include "ns3/input-error.h"
#include "ns3/object-builder.h"
#include "ns3/packed-packets.h"
#include "ns3/port-capture.h"
#include "ns3/rdma-framing.h"
#include "ns3/rdma-header.h"

#include <algorithm>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Captures of scale-up Ethernet. */
class ScaleUpCaptureTest : public NetworkTest
{
  protected:
    /** @param fabric preset, with attributes in brackets */
    void BuildFabric(const std::string& fabric)
    {
        Restart();
        const FabricHelper helper(BuildObject<FabricProfile>(fabric, "Fabric"));
        m_network = helper.Install(
            Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "800Gbps"}, {"Delay", "114ns"}}));
        helper.AssignStreams(m_network, 1);
    }

    /** @return frames of two messages of host 0, alone and of 15 transactions, and their answers */
    FrameTable Capture(const std::string& fabric,
                       const std::string& fields,
                       const std::string& attributes = "")
    {
        const TemporaryFile file{""};
        BuildFabric(fabric + "[LinkRetry=ns3::NoLinkRetry|FlowControl=ns3::PriorityFlowControl" +
                    attributes + "]");
        PortCapture::Start(&m_network.nics[0]->GetPort(), file.GetPath());
        CommunicationGraph graph(2);
        graph.AddTransfer(0, 1, 256);
        graph.AddTransfer(0, 1, 3840);
        AddGraph(std::move(graph));
        Simulator::Run();
        ExpectLosslessEnd();
        Simulator::Destroy(); // completes the file
        return ReadFrames(file.GetPath(), fields);
    }

    /** @return a packet of host 3 to host 5 with a length */
    static FabricPacketPtr MakePacket(RdmaOpcode opcode, uint32_t payloadBytes, uint32_t psn)
    {
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->sourceHost = 3;
        packet->destHost = 5;
        packet->lane = 3;
        packet->payloadBytes = payloadBytes;
        packet->As<RdmaHeader>().opcode = opcode;
        packet->As<RdmaHeader>().psn = psn;
        return packet;
    }
};

} // namespace

TEST_F(ScaleUpCaptureTest, TsharkReadsLengthsAndChecks)
{
    if (!HaveTshark())
    {
        GTEST_SKIP() << "no tshark";
    }
    const std::string fields = "frame.len eth.type eth.fcs.status";
    using Frames = std::vector<std::vector<std::string>>;
    // 30 B, with ESUN 34 B, around one or 15 transactions of 272 B; two acknowledgements.
    EXPECT_EQ(Capture("sue", fields),
              (Frames{{"302", "0x88b6", "1"},
                      {"4110", "0x88b6", "1"},
                      {"64", "0x88b6", "1"},
                      {"64", "0x88b6", "1"}}));
    EXPECT_EQ(Capture("esun", fields),
              (Frames{{"306", "0x88b5", "1"},
                      {"4114", "0x88b5", "1"},
                      {"64", "0x88b5", "1"},
                      {"64", "0x88b5", "1"}}));
    // Ethernet, IPv4 and UDP have 46 B with FCS, UDP begins behind 34 of them.
    EXPECT_EQ(Capture("sue",
                      fields + " ip.checksum.status udp.length",
                      "|Framing=ns3::SueFraming[Encapsulation=udp]"),
              (Frames{{"330", "0x0800", "1", "1", "292"},
                      {"4138", "0x0800", "1", "1", "4100"},
                      {"64", "0x0800", "1", "1", "26"},
                      {"64", "0x0800", "1", "1", "26"}}));
}

TEST_F(ScaleUpCaptureTest, TheReliabilityHeaderHasItsFields)
{
    const auto framing = Make<RdmaFraming>("SueFraming", {{"Encapsulation", "afh"}});
    const auto codec = framing->MakeCodec();
    const auto packet = MakePacket(RdmaOpcode::WRITE_ONLY_IMM, 256, 0x123456);
    packet->frameBytes = framing->GetFrameBytes(RdmaOpcode::WRITE_ONLY_IMM, 256);
    auto packed = std::make_unique<PackedPackets>();
    packed->ownPayloadBytes = 256;
    packed->others.push_back(MakePacket(RdmaOpcode::ACKNOWLEDGE, 0, 0xabcdef));
    packed->others.back()->As<RdmaHeader>().syndrome = 0x60; // a sequence error
    packet->extras = std::move(packed);
    const auto frame = codec->EncodeBytes(*packet, {});
    ASSERT_EQ(frame.size(), 302u);
    // Version 0, NACK, XPU 3; PSN; channel 3 of partition 0; acknowledged PSN.
    const std::vector<uint8_t> expected = {0x10, 0x03, 0x34, 0x56, 0xc0, 0x00, 0xcd, 0xef};
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), frame.begin() + 14));
    // R-CRC over RH, command and data, least significant byte first.
    const uint32_t check = CRC32Calculate(frame.data() + 14, 302 - 14 - 8);
    for (uint32_t byte = 0; byte < 4; ++byte)
    {
        EXPECT_EQ(frame[302 - 8 + byte], static_cast<uint8_t>(check >> 8 * byte));
    }
}

TEST_F(ScaleUpCaptureTest, FramesWithoutPublicFieldsAreRefused)
{
    for (const std::string fabric : {"sue-lite", "ualink", "ub"})
    {
        BuildFabric(fabric);
        EXPECT_EQ(MessageOf<InputError>(
                      [this] { PortCapture::Start(&m_network.nics[0]->GetPort(), "file.pcap"); }),
                  "file.pcap: packets of this fabric cannot be captured; its framing has no codec");
    }
}

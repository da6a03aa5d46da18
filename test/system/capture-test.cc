// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "capture-tools.h"
#include "network-test.h"
#include "temporary-file.h"
#include "transport-fields.h"

#include "ns3/pause-frame.h"
#include "ns3/port-capture.h"
#include "ns3/rdma-header.h"
#include "ns3/rdma-headers.h"
#include "ns3/roce-v2-framing.h"

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

std::string
Ipv4Text(uint32_t host)
{
    return "11." + std::to_string(host / 256) + '.' + std::to_string(host % 256) + ".1";
}

/** Captures that the installed tshark and scapy judge. */
class CaptureTest : public NetworkTest
{
  protected:
    void SetUp() override
    {
        NetworkTest::SetUp();
        m_scapy = FindScapy();
        if (!HaveTshark() || m_scapy.empty())
        {
            GTEST_SKIP() << "needs tshark and scapy (Debian: tshark, python3-scapy)";
        }
    }

    /** Expects that all RoCE frames have the ICRC that scapy computes. */
    void ExpectIcrcs(const std::string& path, uint64_t roceFrames)
    {
        EXPECT_EQ(CountAgreedIcrcs(m_scapy, path), roceFrames);
        EXPECT_GT(roceFrames, 0u);
    }

    std::string m_scapy; //!< a Python that has it
};

/** Packets made by hand in a file, with and without 802.1Q tag. */
class HandmadeCaptureTest : public CaptureTest, public testing::WithParamInterface<bool>
{
  protected:
    HandmadeCaptureTest()
        : m_framing(
              Make<RoceV2Framing>("RoceV2Framing", {{"VlanTag", GetParam() ? "true" : "false"}})),
          m_samples(m_framing, 65'536)
    {
    }

    /** @return what tshark says of the samples in a file */
    FrameTable ReadSamples(const std::string& fields)
    {
        const auto plain = [](size_t, const auto& frame) { return frame; };
        m_samples.Write(m_file.GetPath(), *m_framing->MakeCodec(), plain);
        return ReadFrames(m_file.GetPath(), fields);
    }

    const TemporaryFile m_file{""};
    const Ptr<RoceV2Framing> m_framing;
    SamplePackets m_samples;
    std::vector<FabricPacketPtr>& m_packets{m_samples.packets};
};

TEST_P(HandmadeCaptureTest, TsharkReadsEveryOpcodeAndScapyAgrees)
{
    m_samples.AddAll(ROCE_OPCODES);
    const auto frames =
        ReadSamples("frame.len eth.fcs.status ip.checksum.status ip.src ip.dst ip.dsfield.dscp "
                    "ip.dsfield.ecn udp.srcport vlan.priority " +
                    TRANSPORT_FIELDS);
    ExpectIcrcs(m_file.GetPath(), m_packets.size());
    ASSERT_EQ(frames.size(), m_packets.size());
    for (size_t i = 0; i < frames.size(); ++i)
    {
        const FabricPacket& packet = *m_packets[i];
        constexpr int ECN[] = {0, 2, 3}; // Not-ECT, ECT(0), CE
        std::vector<std::string> expected = {
            std::to_string(packet.frameBytes),
            "1", // good
            "1", // good
            Ipv4Text(packet.sourceHost),
            Ipv4Text(packet.destHost),
            std::to_string(packet.dscp),
            std::to_string(ECN[static_cast<int>(packet.ecn)]),
            std::to_string(UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy)),
            GetParam() ? std::to_string(packet.lane) : ""};
        const auto transport = ExpectedTransportFields(packet);
        expected.insert(expected.end(), transport.begin(), transport.end());
        EXPECT_EQ(frames[i], expected) << "frame " << i + 1;
    }
}

TEST_P(HandmadeCaptureTest, TelemetryAndSelectiveAcknowledgementsDoNotDisturb)
{
    m_samples.AddExtras(0);
    m_samples.Add(RdmaOpcode::ACKNOWLEDGE, 0);
    m_packets.back()->As<RdmaHeader>().selective = 0x123456;
    m_packets.back()->frameBytes += SELECTIVE_BYTES;
    std::mt19937_64 random(4'791);
    AddSampleTelemetry(*m_packets.back(), random);
    const auto frames = ReadSamples(SHORT_FIELDS);
    ExpectIcrcs(m_file.GetPath(), m_packets.size());
    ExpectShortForm(frames, m_packets);
}

TEST_P(HandmadeCaptureTest, TsharkReadsPauseFrames)
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = PauseFrame::GetKind();
    packet->As<PauseFrame>() = {};
    packet->As<PauseFrame>().enabled = 1 << 3 | 1 << 6;
    packet->As<PauseFrame>().quanta[3] = 65535;
    m_packets.push_back(std::move(packet));
    EXPECT_EQ(
        ReadSamples("frame.len eth.dst eth.src macc.opcode macc.cbfc.enbv macc.cbfc.pause_time.c3 "
                    "macc.cbfc.pause_time.c6"),
        FrameTable(
            {{"64", "01:80:c2:00:00:01", "00:00:00:00:00:01", "0x0101", "0x0048", "65535", "0"}}));
}

INSTANTIATE_TEST_SUITE_P(Tag, HandmadeCaptureTest, testing::Values(false, true));

TEST_F(CaptureTest, ARunWithPausesMarksAndLossesIsSound)
{
    // Seven hosts send to host 0 over links of one rate; the wire of host 1 loses packets.
    auto topology =
        Topology("StarTopology", {{"Hosts", "8"}, {"Rate", "100Gbps"}, {"Delay", "500ns"}});
    topology.links[1].errorRate = 0.02;
    Build("RoceFabric",
          {{"Buffer", "ns3::SharedBuffer[SizeBytes=600000]"},
           {"Marker", "ns3::RedMarker[KminBytes=20000|KmaxBytes=40000]"}},
          topology);
    const TemporaryFile captures[3] = {TemporaryFile(""), TemporaryFile(""), TemporaryFile("")};
    for (uint32_t host = 0; host < 3; ++host)
    {
        PortCapture::Start(&m_network.nics[host]->GetPort(), captures[host].GetPath());
    }
    Add("IncastWorkload", {{"Target", "0"}, {"Bytes", "200000"}});
    Simulator::Run();
    std::vector<RdmaNic::Counters> nics;
    std::vector<uint64_t> roceFrames;
    std::vector<uint64_t> sentFrames;
    for (uint32_t host = 0; host < 3; ++host)
    {
        const auto& nic = *m_network.nics[host];
        nics.push_back(nic.GetCounters());
        sentFrames.push_back(nic.GetPort().GetCounters(0).packets);
        roceFrames.push_back(sentFrames.back() + nics.back().receivedPackets);
    }
    Simulator::Destroy();

    // Per capture, what tshark counts.
    struct Sums
    {
        uint64_t roce{0};
        uint64_t sent{0};    // by the host
        uint64_t pauses{0};  // of priority 3
        uint64_t resumes{0}; // of priority 3
        uint64_t cnps{0};
        uint64_t naks{0};
        uint64_t marks{0};
    };

    std::vector<Sums> sums(3);
    for (uint32_t i = 0; i < 3; ++i)
    {
        const std::string& path = captures[i].GetPath();
        ExpectIcrcs(path, roceFrames[i]);
        int64_t before = 0;
        for (const auto& row :
             ReadFrames(path,
                        "frame.time_epoch ip.src ip.dsfield.ecn infiniband.bth.opcode "
                        "infiniband.aeth.syndrome macc.cbfc.enbv.c3 macc.cbfc.pause_time.c3 "
                        "eth.fcs.status"))
        {
            const int64_t ns = NanosecondsOf(row[0]);
            EXPECT_GE(ns, before);
            before = ns;
            EXPECT_EQ(row[7], "1"); // good
            sums[i].roce += !row[3].empty();
            sums[i].sent += row[1] == Ipv4Text(i);
            sums[i].marks += row[2] == "3";
            sums[i].cnps += row[3] == "129";
            sums[i].naks += row[4] == "96";
            sums[i].pauses += row[5] == "1" && row[6] == "65535";
            sums[i].resumes += row[5] == "1" && row[6] == "0";
        }
        EXPECT_EQ(sums[i].roce, roceFrames[i]);
        EXPECT_EQ(sums[i].sent, sentFrames[i]);
    }
    const Sums& receiverSums = sums[0];
    const Sums& lossySums = sums[1];
    const Sums& senderSums = sums[2];
    EXPECT_GT(senderSums.pauses, 0u);
    EXPECT_GT(senderSums.resumes, 0u);
    EXPECT_GT(receiverSums.cnps, 0u);
    EXPECT_EQ(receiverSums.cnps, nics[0].cnpsSent);
    EXPECT_EQ(senderSums.cnps, nics[2].cnpsReceived);
    EXPECT_GT(receiverSums.marks, 0u);
    EXPECT_GT(lossySums.naks, 0u);
    EXPECT_EQ(receiverSums.naks, nics[0].naksSent);
}

} // namespace

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "capture-tools.h"
#include "network-test.h"
#include "temporary-file.h"
#include "transport-fields.h"

#include "ns3/boolean.h"
#include "ns3/credit-packet.h"
#include "ns3/fabric-internet-helper.h"
#include "ns3/host-lid.h"
#include "ns3/inet-socket-address.h"
#include "ns3/infini-band-framing.h"
#include "ns3/ipv4-address.h"
#include "ns3/port-capture.h"
#include "ns3/rdma-header.h"
#include "ns3/rdma-headers.h"
#include "ns3/socket.h"
#include "ns3/udp-socket-factory.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Captures that the installed tshark, and a computation of the check bytes, judge. */
class InfiniBandCaptureTest : public NetworkTest
{
  protected:
    void SetUp() override
    {
        NetworkTest::SetUp();
        if (!HaveTshark() || !HavePython())
        {
            GTEST_SKIP() << "needs tshark and Python (Debian: tshark, python3)";
        }
    }

    /** @return output of tshark for each packet that is not a flow control packet */
    static FrameTable ReadPackets(const std::string& path, const std::string& fields)
    {
        return ReadFrames(path, fields, "erf.types.type == 21");
    }

    /** @return what tshark says of each flow control packet */
    static FrameTable ReadCredits(const std::string& path, const std::string& fields)
    {
        return ReadFrames(path, fields, "erf.types.type == 25");
    }
};

/** Packets made by hand in a file, with and without GRH. */
class HandmadeInfiniBandCaptureTest : public InfiniBandCaptureTest,
                                      public testing::WithParamInterface<bool>
{
  protected:
    HandmadeInfiniBandCaptureTest()
        : m_framing(Make<InfiniBandFraming>("InfiniBandFraming",
                                            {{"Grh", GetParam() ? "true" : "false"}})),
          m_samples(m_framing, LAST_UNICAST_LID)
    {
    }

    void Write()
    {
        const auto codec = m_framing->MakeCodec();
        m_samples.Write(m_file.GetPath(), *codec, [&](size_t i, const auto& frame) {
            return codec->MakeRecord(frame, {static_cast<int64_t>(i) * 1000, i % 2 == 0});
        });
    }

    const TemporaryFile m_file{""};
    const Ptr<InfiniBandFraming> m_framing;
    SamplePackets m_samples;
    std::vector<FabricPacketPtr>& m_packets{m_samples.packets};
};

TEST_P(HandmadeInfiniBandCaptureTest, TsharkReadsEveryOpcode)
{
    m_samples.AddAll(INFINIBAND_OPCODES);
    Write();
    EXPECT_EQ(CountAgreedChecks(m_file.GetPath()), std::pair(m_packets.size(), size_t{0}));
    const auto frames = ReadPackets(
        m_file.GetPath(),
        "frame.time_epoch erf.flags.cap frame.len infiniband.lrh.vl infiniband.lrh.sl "
        "infiniband.lrh.lnh infiniband.lrh.pktlen infiniband.lrh.slid infiniband.lrh.dlid "
        "infiniband.grh.paylen infiniband.grh.tclass infiniband.grh.flowlabel "
        "infiniband.grh.hoplmt infiniband.grh.sgid infiniband.grh.dgid " +
            TRANSPORT_FIELDS);
    ASSERT_EQ(frames.size(), m_packets.size());
    for (size_t i = 0; i < frames.size(); ++i)
    {
        const FabricPacket& packet = *m_packets[i];
        const auto global = [](const std::string& text) { return GetParam() ? text : ""; };
        const auto gid = [&global](uint32_t host) {
            return global("fe80::200:0:0:" + Hex(host, 1).substr(2));
        };
        char time[24];
        std::snprintf(time, sizeof(time), "0.%09zu", i);
        std::vector<std::string> expected = {
            time,
            std::to_string(i % 2), // sent, received
            std::to_string(packet.frameBytes),
            Hex(packet.lane, 2),
            std::to_string(packet.serviceLevel),
            GetParam() ? "0x03" : "0x02",
            std::to_string((packet.frameBytes - 2) / 4),
            std::to_string(packet.sourceHost + 1),
            std::to_string(packet.destHost + 1),
            global(std::to_string(packet.frameBytes - 2 - 8 - 40)),
            global(std::to_string(packet.dscp * 4)),
            global(std::to_string(
                UdpSourcePortOf(packet.sourceHost, packet.destHost, packet.entropy))),
            global("64"),
            gid(packet.sourceHost),
            gid(packet.destHost)};
        const auto transport = ExpectedTransportFields(packet);
        expected.insert(expected.end(), transport.begin(), transport.end());
        EXPECT_EQ(frames[i], expected) << "frame " << i + 1;
    }
}

TEST_P(HandmadeInfiniBandCaptureTest, TelemetryAndSelectiveAcknowledgementsDoNotDisturb)
{
    // Of a digest of one byte, the length in words of the LRH would reach beyond the frame.
    m_samples.AddExtras(2);
    Write();
    EXPECT_EQ(CountAgreedChecks(m_file.GetPath()), std::pair(m_packets.size(), size_t{0}));
    ExpectShortForm(ReadPackets(m_file.GetPath(), SHORT_FIELDS), m_packets);
}

TEST_P(HandmadeInfiniBandCaptureTest, TsharkReadsEveryFlowControlPacket)
{
    FrameTable expected;
    for (uint32_t vl = 0; vl < 16; ++vl)
    {
        // tshark takes the lowest bits of FCTBS for what follows an LRH: all of their values.
        for (const uint32_t sent : {0U, 1U, 2U, 3U, 0x7ffU, 0xffcU + vl % 4})
        {
            FabricPacketPtr packet = FabricPacketPool::Make();
            packet->kind = CreditPacket::GetKind();
            packet->As<CreditPacket>() = {};
            packet->As<CreditPacket>().fctbs = static_cast<uint16_t>(sent);
            packet->As<CreditPacket>().fccl = (977 * sent + 331 * vl) % 4096;
            packet->As<CreditPacket>().vl = static_cast<uint8_t>(vl);
            expected.push_back({"0",
                                std::to_string(sent),
                                std::to_string(vl),
                                std::to_string(packet->As<CreditPacket>().fccl)});
            m_packets.push_back(std::move(packet));
        }
    }
    Write();
    EXPECT_EQ(CountAgreedChecks(m_file.GetPath()), std::pair(size_t{0}, m_packets.size()));
    EXPECT_EQ(
        ReadCredits(
            m_file.GetPath(),
            "infiniband_link.op infiniband_link.fctbs infiniband_link.vl infiniband_link.fccl"),
        expected);
}

INSTANTIATE_TEST_SUITE_P(Grh, HandmadeInfiniBandCaptureTest, testing::Values(false, true));

TEST_F(InfiniBandCaptureTest, ARunWithCreditsMarksAndLossesIsSound)
{
    // Seven hosts send to host 0; switches mark, and the wire of host 1 loses packets.
    auto topology =
        Topology("StarTopology", {{"Hosts", "8"}, {"Rate", "100Gbps"}, {"Delay", "500ns"}});
    topology.links[1].errorRate = 0.02;
    Build("InfiniBandFabric",
          "Marker=ns3::RedMarker[KminBytes=20000|KmaxBytes=40000] Nic=ns3::RdmaNic[MtuBytes=1024]",
          topology);
    const TemporaryFile captures[3] = {TemporaryFile(""), TemporaryFile(""), TemporaryFile("")};
    for (uint32_t host = 0; host < 3; ++host)
    {
        PortCapture::Start(&m_network.nics[host]->GetPort(), captures[host].GetPath());
    }
    const auto job = Add("IncastWorkload", {{"Target", "0"}, {"Bytes", "100000"}});
    // Credits are told for ever on a wire that loses packets.
    Simulator::Stop(MilliSeconds(5));
    Simulator::Run();
    EXPECT_TRUE(job->IsFinished());

    struct Expected
    {
        RdmaNic::Counters nic;
        uint64_t sent;
        uint64_t creditsSent;
        uint64_t creditsReceived;
    };

    std::vector<Expected> expected;
    for (uint32_t host = 0; host < 3; ++host)
    {
        auto& port = m_network.nics[host]->GetPort();
        expected.push_back({m_network.nics[host]->GetCounters(),
                            port.GetCounters(0).packets,
                            port.GetFlowControl().GetControlSent(),
                            port.GetFlowControl().GetControlReceived()});
    }
    Simulator::Destroy();

    uint64_t cnps = 0;
    uint64_t naks = 0;
    for (uint32_t host = 0; host < 3; ++host)
    {
        const std::string& path = captures[host].GetPath();
        const auto& [nic, sent, creditsSent, creditsReceived] = expected[host];
        EXPECT_EQ(
            CountAgreedChecks(path),
            std::pair(size_t{sent + nic.receivedPackets}, size_t{creditsSent + creditsReceived}));
        EXPECT_GT(creditsSent + creditsReceived, 0u);

        uint64_t sentPackets = 0;
        uint64_t cnpsSent = 0;
        uint64_t naksSent = 0;
        int64_t before = 0;
        for (const auto& row : ReadPackets(path,
                                           "frame.time_epoch erf.flags.cap infiniband.lrh.slid "
                                           "infiniband.bth.opcode infiniband.aeth.syndrome"))
        {
            const int64_t ns = NanosecondsOf(row[0]);
            EXPECT_GE(ns, before);
            before = ns;
            const bool own = row[2] == std::to_string(host + 1);
            EXPECT_EQ(own, row[1] == "0");
            sentPackets += own;
            cnpsSent += own && row[3] == "128";
            naksSent += own && row[4] == "96";
        }
        EXPECT_EQ(sentPackets, sent);
        EXPECT_EQ(cnpsSent, nic.cnpsSent);
        EXPECT_EQ(naksSent, nic.naksSent);
        cnps += cnpsSent;
        naks += naksSent;

        // The count of sent blocks of a port equals the sum of its earlier packets.
        uint64_t credits[2] = {0, 0};
        for (const auto& row : ReadCredits(path, "erf.flags.cap"))
        {
            ++credits[row[0] == "1"];
        }
        EXPECT_EQ(credits[0], creditsSent);
        EXPECT_EQ(credits[1], creditsReceived);
    }
    EXPECT_GT(cnps, 0u);
    EXPECT_GT(naks, 0u);
}

TEST_F(InfiniBandCaptureTest, FlowControlPacketsCountWhatWasCaptured)
{
    // One message of 300 packets from host 0; its port tells FCTBS, the switch grants by FCCL.
    Build("InfiniBandFabric",
          "Nic=ns3::RdmaNic[MtuBytes=1024] FlowControl=ns3::CreditFlowControl[BufferBytes=16384]",
          Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "100Gbps"}, {"Delay", "500ns"}}));
    const TemporaryFile file("");
    PortCapture::Start(&m_network.nics[0]->GetPort(), file.GetPath());
    Add("IncastWorkload", {{"Target", "1"}, {"Bytes", "307200"}});
    Simulator::Run();
    Simulator::Destroy();
    auto rows =
        ReadFrames(file.GetPath(),
                   "erf.types.type erf.flags.cap frame.len infiniband.lrh.vl infiniband_link.fctbs "
                   "infiniband_link.vl infiniband_link.fccl frame.time_epoch");
    // A packet starts at its exact time once credits have come in the same tick of the clock.
    std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return a[7] < b[7] || (a[7] == b[7] && a[0] == "25" && b[0] == "21");
    });
    uint64_t sentBlocks = 0; // from host 0, on its lane
    uint64_t receivedBlocks = 0;
    uint64_t limit = 16384 / 64;
    uint64_t grants = 0;
    std::string lane;
    for (const auto& row : rows)
    {
        const bool received = row[1] == "1";
        if (row[0] == "21")
        {
            const uint64_t blocks = (std::stoull(row[2]) + 63) / 64;
            (received ? receivedBlocks : sentBlocks) += blocks;
            lane = lane.empty() ? row[3] : lane;
            EXPECT_EQ(row[3], lane);
            EXPECT_LE(sentBlocks, limit) << "beyond the credits that the switch gave";
        }
        else if (received && std::stoul(row[5]) == std::stoul(lane, nullptr, 16))
        {
            const uint64_t advance = (std::stoull(row[6]) - limit) & 0xfff;
            EXPECT_LE(advance, 2048u);
            limit += advance;
            ++grants;
        }
        else if (!received && std::stoul(row[5]) == std::stoul(lane, nullptr, 16))
        {
            // FCTBS is of the moment in which the packet is made, a packet or two before its turn.
            const uint64_t behind = (sentBlocks - std::stoull(row[4])) & 0xfff;
            EXPECT_LE(behind, 2 * 17u);
        }
    }
    // 300 packets of 1050 B, 17 blocks each, but for the first: 16 B of RETH more and 17 too.
    EXPECT_EQ(sentBlocks, 300 * 17u);
    EXPECT_GT(receivedBlocks, 0u);
    EXPECT_GT(grants, 300 * 17u / 256);
}

TEST_F(InfiniBandCaptureTest, IpOverInfiniBandHasAllOfItsBytes)
{
    Config::SetGlobal("ChecksumEnabled", BooleanValue(true)); // of IPv4, which tshark checks
    Build("InfiniBandFabric",
          {},
          Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "100Gbps"}, {"Delay", "500ns"}}));
    FabricInternetHelper().Install(m_network);
    const TemporaryFile file("");
    PortCapture::Start(&m_network.nics[1]->GetPort(), file.GetPath());
    const auto receiver =
        Socket::CreateSocket(m_network.hosts.Get(1), UdpSocketFactory::GetTypeId());
    receiver->Bind(InetSocketAddress(Ipv4Address::GetAny(), 4711));
    const auto sender = Socket::CreateSocket(m_network.hosts.Get(0), UdpSocketFactory::GetTypeId());
    const InetSocketAddress dest(Ipv4Address(HostIpv4(1)), 4711);
    Simulator::Schedule(MicroSeconds(1),
                        [&]() { EXPECT_EQ(sender->SendTo(Create<Packet>(999), 0, dest), 999); });
    Simulator::Run();
    Simulator::Destroy();
    // LRH 8 + BTH 12 + DETH 8 + encapsulation 4 + IPv4 20 + UDP 8 + 999 + pad 1 + ICRC 4 + VCRC 2.
    EXPECT_EQ(CountAgreedChecks(file.GetPath()).first, 1u);
    EXPECT_EQ(
        ReadPackets(file.GetPath(),
                    "frame.len infiniband.deth.q_key infiniband.bth.padcnt ip.src ip.dst "
                    "udp.dstport udp.length"),
        FrameTable({{"1066", "0x0000000000000b1b", "1", "11.0.0.1", "11.0.1.1", "4711", "1007"}}));
}

} // namespace

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/input-error.h"
#include "ns3/object-builder.h"
#include "ns3/packed-packets.h"
#include "ns3/packet-image.h"
#include "ns3/transaction-framing.h"

#include <string>

using namespace ns3;

namespace
{

constexpr int64_t PS_PER_BYTE = 10;    // 800 Gb/s
constexpr int64_t PATH_PS = 477'600;   // one way of SUE with 3 m of copper, without a frame
constexpr uint32_t GAP_BYTES = 20;     // preamble and gap
constexpr uint32_t COMMAND_BYTES = 16; // of a transaction
constexpr uint32_t SUE_BYTES = 30;     // AFH 12, EtherType 2, RH 8, R-CRC 4, FCS 4
constexpr uint32_t LITE_BYTES = 10;    // AFH 6, FCS 4

/** Accelerators on one switch, whose frames have transactions of several messages. */
class PackingTransportTest : public NetworkTest
{
  protected:
    /**
     * @param fabric preset
     * @param attributes more attributes in the syntax of ns-3
     * @param hosts number of hosts
     */
    void BuildFabric(const std::string& fabric,
                     const std::string& attributes = "",
                     uint32_t hosts = 3)
    {
        Restart();
        const FabricHelper helper(
            BuildObject<FabricProfile>(fabric + "[Transport=ns3::PackingTransport" +
                                           (attributes.empty() ? "" : "|" + attributes) + "]",
                                       "Fabric"));
        auto topology =
            Topology("StarTopology", {{"Hosts", std::to_string(hosts)}, {"Rate", "800Gbps"}});
        for (auto& link : topology.links)
        {
            link.delayPs = 113'800;
        }
        m_network = helper.Install(topology);
        helper.AssignStreams(m_network, 1);
    }

    /** @return arrival of the last message of the only job, in ps */
    int64_t Run(CommunicationGraph graph)
    {
        const auto job = AddGraph(std::move(graph));
        Simulator::Run();
        ExpectLosslessEnd();
        int64_t lastPs = 0;
        for (const auto& record : job->GetRecords())
        {
            lastPs = std::max(lastPs, record.arrivedPs);
        }
        return lastPs;
    }

    /** @return packets that have come to a host */
    uint64_t Received(uint32_t host) const
    {
        return m_network.nics[host]->GetCounters().receivedPackets;
    }
};

} // namespace

TEST_F(PackingTransportTest, AFrameHasWhatWaitsWhenTheLinkIsFree)
{
    // The first message leaves at once, alone. The other 44 wait for it: of 15, 15 and 14.
    for (const uint32_t channels : {1U, 5U, 45U})
    {
        BuildFabric("sue");
        CommunicationGraph graph(3);
        for (uint32_t message = 0; message < 45; ++message)
        {
            graph.AddTransfer(0, 1, 256, message % channels);
        }
        const int64_t bytes = 4 * (SUE_BYTES + GAP_BYTES) + 45 * (COMMAND_BYTES + 256);
        EXPECT_EQ(Run(std::move(graph)), bytes * PS_PER_BYTE + PATH_PS) << channels;
        EXPECT_EQ(Received(1), 4u) << channels;
        // All acknowledgements of a frame are one frame.
        EXPECT_EQ(Received(0), 4u) << channels;
    }
}

TEST_F(PackingTransportTest, SmallTransactionsGainMost)
{
    // A PDU of 768 B of data in transactions of 256 B with commands, 816 B, has ten of 64 B.
    BuildFabric("sue-lite");
    CommunicationGraph graph(3);
    for (uint32_t message = 0; message < 1001; ++message)
    {
        graph.AddTransfer(0, 1, 64, message % 7);
    }
    const int64_t bytes = 101 * (LITE_BYTES + GAP_BYTES) + 1001 * (COMMAND_BYTES + 64);
    const int64_t lastPs = Run(std::move(graph));
    EXPECT_NEAR(lastPs - PATH_PS, bytes * PS_PER_BYTE, bytes * PS_PER_BYTE / 50); // link control
    EXPECT_EQ(Received(1), 101u);
}

TEST_F(PackingTransportTest, DestinationsAndClassesHaveFramesOfTheirOwn)
{
    BuildFabric("sue");
    CommunicationGraph graph(3);
    for (uint32_t message = 0; message < 40; ++message)
    {
        graph.AddTransfer(0, 1 + message % 2, 256);
    }
    Run(std::move(graph));
    // To host 1 one message alone and 19 in two frames; to host 2 all have waited: 15 and 5.
    EXPECT_EQ(Received(1), 3u);
    EXPECT_EQ(Received(2), 2u);
}

TEST_F(PackingTransportTest, AcknowledgementsRideWithData)
{
    // Both send long messages at once, with an acknowledgement for each packet. RH takes them, so
    // frames are not longer and only those after the last data are alone: half of a round trip.
    BuildFabric("sue", "Nic=ns3::RdmaNic[MtuBytes=3840|WindowBytes=200000|AckInterval=1]");
    CommunicationGraph graph(3);
    constexpr uint32_t PACKETS = 1'000;
    graph.AddTransfer(0, 1, PACKETS * 3840);
    graph.AddTransfer(1, 0, PACKETS * 3840);
    Run(std::move(graph));
    // A frame takes 41.3 ns, so 12 are under way.
    for (const uint32_t host : {0U, 1U})
    {
        EXPECT_GE(Received(host), PACKETS);
        EXPECT_LE(Received(host), PACKETS + 20);
    }
}

TEST_F(PackingTransportTest, FlitsOfUalinkHaveSeveralRequests)
{
    // One write of 64 B: half a flit for its command, a beat: 128 B of TL flits. Four of them: 32
    // B for commands, four beats: 5 flits, 320 B. In DL flits 640/628 of that, rounded up.
    BuildFabric("ualink");
    CommunicationGraph graph(3);
    for (uint32_t message = 0; message < 5; ++message)
    {
        graph.AddTransfer(0, 1, 64, message);
    }
    // 131 and 327 B, two links of 113.8 ns, a switch of 200 ns.
    EXPECT_EQ(Run(std::move(graph)), (131 + 327) * PS_PER_BYTE + 427'600);
    EXPECT_EQ(Received(1), 2u);
}

TEST_F(PackingTransportTest, LostFramesComeAgain)
{
    Restart();
    const FabricHelper helper(
        BuildObject<FabricProfile>("sue[Transport=ns3::PackingTransport|LinkRetry=ns3::NoLinkRetry|"
                                   "FlowControl=ns3::PriorityFlowControl]",
                                   "Fabric"));
    auto topology =
        Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "800Gbps"}, {"Delay", "114ns"}});
    topology.links[0].errorRate = 1e-2;
    m_network = helper.Install(topology);
    helper.AssignStreams(m_network, 1);
    CommunicationGraph graph(2);
    for (uint32_t message = 0; message < 4'000; ++message)
    {
        graph.AddTransfer(0, 1, 64 + message % 400, message % 8);
        graph.AddTransfer(1, 0, 64 + message % 500, message % 5);
    }
    const auto job = AddGraph(std::move(graph));
    Simulator::Run();
    EXPECT_TRUE(job->IsFinished());
    EXPECT_FALSE(job->HasFailed());
    EXPECT_EQ(job->GetCompletedNodes(), job->GetJob().graph.GetNodes().size());
    EXPECT_GT(Statistics().retransmittedPackets, 0u);
    ExpectNoViolation();
}

TEST_F(PackingTransportTest, RatesOfFlowsAreKept)
{
    // 100 packets of 3,840 B at 80 Gb/s, a tenth of the link. 20 B of the wire are no frame.
    BuildFabric("sue", "CongestionControl=ns3::FixedRate[Rate=80Gbps]");
    CommunicationGraph graph(3);
    graph.AddTransfer(0, 1, 100 * 3840);
    const int64_t wireBytes = 15 * (COMMAND_BYTES + 256) + SUE_BYTES + GAP_BYTES;
    EXPECT_EQ(Run(std::move(graph)), (99 * 10 + 1) * wireBytes * PS_PER_BYTE + PATH_PS);
}

TEST_F(PackingTransportTest, OtherFramingsAndControlsAreRefused)
{
    EXPECT_EQ(MessageOf<InputError>([this] {
                  Build("RoceFabric",
                        {{"Transport", "ns3::PackingTransport"}},
                        Topology("StarTopology", {{"Hosts", "2"}}));
              }),
              "transport ns3::PackingTransport: the framing is ns3::RoceV2Framing; expected one "
              "with transactions, ns3::SueFraming or ns3::UalinkFraming");
    EXPECT_EQ(MessageOf<InputError>([this] {
                  Build("RoceFabric",
                        {{"Transport", "ns3::PackingTransport"}, {"Framing", "ns3::SueFraming"}},
                        Topology("StarTopology", {{"Hosts", "2"}}));
              }),
              "transport ns3::PackingTransport: its frames carry no marks and no telemetry of "
              "single packets, and the fabric's congestion control needs them; expected "
              "ns3::NoCongestionControl");
    EXPECT_EQ(MessageOf<InputError>([this] {
                  BuildFabric("sue",
                              "EntropyPolicy=ns3::ObliviousEntropyPolicy|"
                              "LossRecovery=ns3::SelectiveRepeat[ReorderPackets=64]");
              }),
              "transport ns3::PackingTransport: the frames to a destination take one path, and the "
              "entropyPolicy is ns3::ObliviousEntropyPolicy; expected ns3::FixedEntropyPolicy");
}

TEST(PackedPacketsTest, GoToAnotherProcess)
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->payloadBytes = 640;
    packet->destEndpoint = 9;
    auto packed = std::make_unique<PackedPackets>();
    packed->ownPayloadBytes = 256;
    packed->ownEndpoint = 4;
    for (const uint32_t bytes : {384U, 0U})
    {
        packed->others.push_back(FabricPacketPool::Make());
        packed->others.back()->payloadBytes = bytes;
        packed->others.back()->destEndpoint = 5 + bytes;
    }
    packet->extras = std::move(packed);
    std::string image;
    SavePacket(image, *packet);
    const char* from = image.data();
    const FabricPacketPtr copy = LoadPacket(from);
    EXPECT_EQ(from, image.data() + image.size());
    const auto& loaded = static_cast<const PackedPackets&>(*copy->extras);
    EXPECT_EQ(copy->payloadBytes, 640u);
    EXPECT_EQ(loaded.ownPayloadBytes, 256u);
    EXPECT_EQ(loaded.ownEndpoint, 4u);
    ASSERT_EQ(loaded.others.size(), 2u);
    EXPECT_EQ(loaded.others[0]->payloadBytes, 384u);
    EXPECT_EQ(loaded.others[1]->destEndpoint, 5u);
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/object-builder.h"

#include <cmath>
#include <string>

using namespace ns3;

namespace
{

/** Presets of scale-up fabrics on one switch. */
class ScaleUpNetworkTest : public NetworkTest
{
  protected:
    /**
     * @param fabric preset, with attributes in brackets
     * @param hosts number of hosts
     * @param delayPs delay of a link in ps
     * @param rate rate of a link
     */
    void BuildFabric(const std::string& fabric,
                     uint32_t hosts,
                     int64_t delayPs,
                     const std::string& rate = "800Gbps")
    {
        Restart();
        const FabricHelper helper(BuildObject<FabricProfile>(fabric, "Fabric"));
        auto topology =
            Topology("StarTopology", {{"Hosts", std::to_string(hosts)}, {"Rate", rate}});
        for (auto& link : topology.links)
        {
            link.delayPs = delayPs; // a Time has whole ticks
        }
        m_network = helper.Install(topology);
        helper.AssignStreams(m_network, 1);
    }

    /** @return from posting to the last byte of the only message, in ps */
    int64_t Send(uint64_t bytes)
    {
        CommunicationGraph graph(m_network.hosts.GetN());
        graph.AddTransfer(0, 1, bytes);
        const auto job = AddGraph(graph);
        Simulator::Run();
        ExpectLosslessEnd();
        const auto& record = job->GetRecords().at(0);
        return record.arrivedPs - record.startPs;
    }
};

} // namespace

TEST_F(ScaleUpNetworkTest, OneWayOfScaleUpEthernetHasItsBudget)
{
    /** A cable, and the time of one way in ns as in OCP SUE 1.0, figure 22. */
    struct Row
    {
        double metres;
        double nsPerMetre;
        double totalNs;
    };

    constexpr double BRIDGES_NS = 100; // of both ends
    constexpr double PHYS_NS = 100;    // of both ends
    constexpr double SWITCH_NS = 250;
    for (const Row& row :
         {Row{3, 4.6, 477.6}, Row{5, 4.6, 496}, Row{10, 3.5, 520}, Row{30, 4.96, 747.6}})
    {
        // Two links, each with one of the ends.
        const double linkPs = 1000 * ((BRIDGES_NS + PHYS_NS) / 2 + row.metres * row.nsPerMetre);
        EXPECT_NEAR(2 * linkPs + 1000 * SWITCH_NS, 1000 * row.totalNs, 1e-6);
        for (const std::string fabric : {"sue", "sue-lite", "esun"})
        {
            BuildFabric(fabric, 2, std::llround(linkPs));
            // A write of 16 B with its command in a frame of 64 B, with ESUN 66 B.
            const uint32_t frameBytes = fabric == "esun" ? 66 : 64;
            const int64_t framePs = SerializationPs(frameBytes + 20, 800'000'000'000);
            EXPECT_EQ(Send(16) - framePs, std::llround(1000 * row.totalNs)) << fabric;
        }
    }
}

TEST_F(ScaleUpNetworkTest, SwitchesOfUalinkHaveTheirLatency)
{
    for (const std::string ns : {"150", "200", "250"}) // of 25, 50 and 100 Tb/s
    {
        BuildFabric("ualink[Switch=ns3::FabricSwitch[Latency=" + ns + "ns|CutThrough=true]]",
                    2,
                    100'000);
        // A write of 64 B takes 131 B of flits.
        EXPECT_EQ(Send(64) - SerializationPs(131, 800'000'000'000), 200'000 + 1000 * std::stoi(ns));
    }
}

TEST_F(ScaleUpNetworkTest, PortsForwardFramesOf64BytesAtLineRate)
{
    // Writes of 32 B with a command of 16 B and headers of 10 B: frames of 64 B, 84 B on the wire.
    // Half of the ports send, so that responses have the other direction; with PFC and
    // without the retry of links, because acknowledgements and credits of links take 1 % here.
    constexpr uint32_t SENDERS = 4;
    constexpr uint32_t FRAMES = 2'000;
    constexpr int64_t PATH_PS = 450'000;
    // Frames are not shared, or they would be longer.
    BuildFabric("sue-lite[Transport=ns3::ReliableConnectionTransport|LinkRetry=ns3::NoLinkRetry|"
                "FlowControl=ns3::PriorityFlowControl]",
                2 * SENDERS,
                100'000,
                "100Gbps");
    CommunicationGraph graph(2 * SENDERS);
    for (uint32_t frame = 0; frame < FRAMES; ++frame)
    {
        for (uint32_t port = 0; port < SENDERS; ++port)
        {
            graph.AddTransfer(port, SENDERS + (port + 1) % SENDERS, 32);
        }
    }
    const auto job = AddGraph(graph);
    Simulator::Run();
    ExpectLosslessEnd();
    int64_t lastPs = 0;
    for (const auto& record : job->GetRecords())
    {
        lastPs = std::max(lastPs, record.arrivedPs);
    }
    const double perPort = 1e12 * FRAMES / static_cast<double>(lastPs - PATH_PS);
    EXPECT_NEAR(perPort, 100e9 / 8 / 84, perPort / 1000);
    EXPECT_NEAR(512 * perPort, 77e9, 77e9 / 50); // Tomahawk Ultra: 77 G packets/s of 512 ports
}

TEST_F(ScaleUpNetworkTest, LongMessagesReachTheEfficiencyOfTheirFraming)
{
    /** A preset and the share of payload of the wire. */
    struct Row
    {
        const char* fabric;
        double share;
    };

    for (const Row& row : {Row{"sue", 3840.0 / (15 * 272 + 30 + 20)},
                           Row{"sue-lite", 768.0 / (3 * 272 + 10 + 20)},
                           Row{"esun", 3840.0 / (15 * 272 + 34 + 20)},
                           Row{"ualink", 4096.0 / 4305},
                           Row{"nvlink-flits", 256.0 / 272}})
    {
        BuildFabric(row.fabric, 2, 113'800);
        constexpr uint64_t BYTES = 1 << 24;
        const double expectedPs = 1e12 * BYTES / (100e9 * row.share);
        EXPECT_NEAR(static_cast<double>(Send(BYTES)), expectedPs, expectedPs / 200) << row.fabric;
    }
}

TEST_F(ScaleUpNetworkTest, LinksThatDamageFramesLoseNothing)
{
    // The retry of links repairs alone: SUE Lite and UALink have no transport that could.
    for (const std::string fabric : {"sue", "sue-lite", "ualink"})
    {
        Restart();
        const FabricHelper helper(BuildObject<FabricProfile>(fabric, "Fabric"));
        auto topology =
            Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "800Gbps"}, {"Delay", "114ns"}});
        topology.links[0].errorRate = 1e-3;
        m_network = helper.Install(topology);
        helper.AssignStreams(m_network, 1);
        CommunicationGraph graph(2);
        graph.AddTransfer(0, 1, 1 << 24);
        const auto job = AddGraph(graph);
        Simulator::Run();
        EXPECT_TRUE(job->IsFinished()) << fabric;
        EXPECT_FALSE(job->HasFailed()) << fabric;
        EXPECT_EQ(Statistics().retransmittedPackets, 0u) << fabric;
        EXPECT_EQ(Statistics().timeouts, 0u) << fabric;
        ExpectNoViolation();
    }
}

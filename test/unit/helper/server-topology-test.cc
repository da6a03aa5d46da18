// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "known-object.h"
#include "network-test.h"

#include "ns3/gpu-server.h"
#include "ns3/input-error.h"

using namespace ns3;

namespace
{

/**
 * Servers whose GPUs are not on one switch of equal links. A link of the full mesh has 48 GB/s of
 * payload; a path has two links of 10 ns, two routers of 75 ns and a link of 100 ns.
 */
class ServerTopologyTest : public NetworkTest
{
  protected:
    static constexpr int64_t PATH_PS = 270'000;
    static constexpr double LINK = 48e9;                  //!< byte/s
    static constexpr uint64_t BYTES = uint64_t{64} << 20; //!< B
    static constexpr double REDUCE = 1e12;                //!< byte/s of ns3::Gpu

    /** @param hosts hosts of a star of 400 Gb/s; 0: the server stands alone */
    void BuildServers(const std::string& server, uint32_t hosts, const Attributes& more = {})
    {
        Restart();
        const auto made = MakeServer(server, more);
        if (hosts == 0)
        {
            made->SetAlone();
            const FabricHelper helper(made->MakeProfile());
            m_network = helper.Install(made->MakeGenerator()->Generate(), made);
            helper.AssignStreams(m_network, 1);
            return;
        }
        const FabricHelper helper(Make<FabricProfile>("RoceFabric"));
        m_network = helper.Install(
            Topology("StarTopology", {{"Hosts", std::to_string(hosts)}, {"Rate", "400Gbps"}}),
            made);
        helper.AssignStreams(m_network, 1);
    }

    /** @return from posting to the last byte of a message, in ps */
    double Send(uint32_t source, uint32_t dest, uint64_t bytes = BYTES)
    {
        CommunicationGraph graph(m_network.hosts.GetN());
        graph.AddTransfer(source, dest, bytes);
        const auto job = AddGraph(graph);
        const int64_t startPs = Simulator::Now().GetPicoSeconds();
        Simulator::Run();
        ExpectLosslessEnd();
        const auto& record = job->GetRecords().at(0);
        EXPECT_GE(record.startPs, startPs);
        return static_cast<double>(record.arrivedPs - record.startPs);
    }

    /** @return duration of a collective among all hosts, in ps */
    double Run(const std::string& algorithm, uint64_t bytes)
    {
        const auto job =
            Add("CollectiveWorkload", {{"Bytes", std::to_string(bytes)}, {"Algorithm", algorithm}});
        Simulator::Run();
        ExpectLosslessEnd();
        return static_cast<double>(job->GetFinishPs() - job->GetStartPs());
    }
};

} // namespace

TEST_F(ServerTopologyTest, APairOfAFullMeshHasOneLink)
{
    for (const uint32_t hosts : {0U, 8U, 16U})
    {
        BuildServers("mi300x-mesh", hosts);
        const double expectedPs = 1e12 * BYTES / LINK + PATH_PS;
        EXPECT_NEAR(Send(2, 7), expectedPs, expectedPs / 1000) << hosts;
        const auto& ideal = m_network.IdealMessagePs(2, 7, BYTES);
        EXPECT_NEAR(static_cast<double>(ideal), expectedPs, expectedPs / 1000) << hosts;
    }
}

TEST_F(ServerTopologyTest, DirectCollectivesUseAllLinksOfAMesh)
{
    for (const uint32_t hosts : {0U, 8U})
    {
        BuildServers("mi300x-mesh", hosts);
        // Each of 7 links carries a chunk of an eighth at the same time.
        const double expectedPs = 1e12 * BYTES / 8 / LINK + 2 * PATH_PS;
        EXPECT_NEAR(Run("ns3::DirectAllGather", BYTES), expectedPs, expectedPs / 200) << hosts;
    }
}

TEST_F(ServerTopologyTest, ARingUsesTwoLinksOfEachGpu)
{
    BuildServers("mi300x-mesh", 0);
    const double chunk = static_cast<double>(BYTES) / 8;
    const double expectedPs = 14 * (1e12 * chunk / LINK + PATH_PS) + 7 * 1e12 * chunk / REDUCE;
    EXPECT_NEAR(Run("ns3::RingAllReduce", BYTES), expectedPs, expectedPs / 500);
}

TEST_F(ServerTopologyTest, LinksOfACubeMeshAreUnequal)
{
    BuildServers("dgx-1-v100", 0);
    // One link has 20 GB/s; 0 and 3 have two, 0 and 5 none, so a third GPU forwards.
    EXPECT_NEAR(Send(0, 1), 1e12 * BYTES / 20e9, 1e12 * BYTES / 20e12);
    EXPECT_NEAR(Send(0, 3), 1e12 * BYTES / 40e9, 1e12 * BYTES / 40e12);
    EXPECT_NEAR(Send(0, 5), 1e12 * BYTES / 20e9, 1e12 * BYTES / 20e12);
    EXPECT_EQ(m_network.topology.links[0].ratebps, 6 * 161'250'000'000u); // six links of a GPU
}

TEST_F(ServerTopologyTest, ADomainOf576HasTwoLevelsOfSwitches)
{
    BuildServers("nvl576", 0);
    EXPECT_EQ(m_network.topology.GetHostCount(), 576u);
    EXPECT_EQ(m_network.topology.GetSwitchCount(), 9u);
    // 18 links of 40.1 GB/s, between racks, too: all GPUs of a rack at once. A path in a rack has
    // two links of 100 ns and a switch of 150 ns; between racks two links of 150 ns, and two
    // switches, more.
    const double rackPs = 1e12 * BYTES / 721.8e9;
    EXPECT_NEAR(Send(0, 71), rackPs + 350'000, rackPs / 1000);
    CommunicationGraph graph(576);
    for (uint32_t gpu = 0; gpu < 72; ++gpu)
    {
        graph.AddTransfer(gpu, 576 - 1 - gpu, BYTES);
    }
    const auto job = AddGraph(graph);
    Simulator::Run();
    ExpectLosslessEnd();
    for (const auto& record : job->GetRecords())
    {
        EXPECT_NEAR(static_cast<double>(record.arrivedPs - record.startPs),
                    rackPs + 950'000,
                    rackPs / 200);
    }
}

TEST_F(ServerTopologyTest, EachServerHasItsOwnLinks)
{
    BuildServers("mi300x-mesh", 24);
    const auto& inside = *m_network.scaleUp;
    EXPECT_EQ(inside.topology.links.size(), 3u * (8 + 28));
    EXPECT_EQ(inside.topology.GetSwitchCount(), 24u);
    EXPECT_EQ(inside.topology.nodes[24 + 11].name, "chip3-server1");
    EXPECT_TRUE(inside.GetRoutes().HasPath(16, 23));
    EXPECT_FALSE(inside.GetRoutes().HasPath(7, 8));
    Send(17, 22, 1000);
    EXPECT_EQ(inside.nics[22]->GetCounters().deliveredBytes, 1000u);
    Send(15, 16, 1000);
    EXPECT_EQ(m_network.nics[16]->GetCounters().deliveredBytes, 1000u);
    EXPECT_EQ(MakeHostMap(m_network.topology, m_network.server).links.serverbps,
              7 * 387'000'000'000u);
}

TEST_F(ServerTopologyTest, RoutesOfATopologyHoldInEachServer)
{
    // Two racks of two sleds of two chips: in a sled the slow link to its switch is the route.
    const std::string tree = "ns3::SledTreeTopology[SledsPerRack=2|ChipsPerSled=2|"
                             "SledRate=100Gbps|RackRate=200Gbps|PeerRate=50Gbps]";
    BuildServers("custom", 16, {{"GpusPerServer", "8"}, {"Topology", tree}});
    const double share = 16384.0 / 16400 / 8;
    EXPECT_NEAR(Send(8, 9), 1e12 * BYTES / (100e9 * share), 1e12 * BYTES / (100e12 * share));
    EXPECT_NEAR(Send(8, 10), 1e12 * BYTES / (200e9 * share), 1e12 * BYTES / (200e12 * share));
    EXPECT_NEAR(Send(11, 15), 1e12 * BYTES / (50e9 * share), 1e12 * BYTES / (50e12 * share));
}

TEST_F(ServerTopologyTest, AServerAloneIsItsNvlink)
{
    // The same as inside a server of a network, to the picosecond.
    BuildServers("dgx-h100", 8);
    const double insidePs = Run("ns3::RingAllReduce", BYTES);
    BuildServers("dgx-h100", 0);
    EXPECT_EQ(m_network.scaleUp, nullptr);
    EXPECT_TRUE(m_network.planes.empty());
    EXPECT_EQ(m_network.topology.GetSwitchCount(), 1u);
    EXPECT_NEAR(Run("ns3::RingAllReduce", BYTES), insidePs, insidePs / 1000);
    const auto links = MakeHostMap(m_network.topology, m_network.server).links;
    EXPECT_EQ(links.serverbps, 2'966'400'000'000u);
    EXPECT_TRUE(links.nvlinkSharp);
}

TEST_F(ServerTopologyTest, NvlsReducesInAServerAlone)
{
    BuildServers("dgx-h100", 8);
    const double insidePs = Run("ns3::NvlsAllReduce", BYTES);
    BuildServers("dgx-h100", 0);
    EXPECT_NEAR(Run("ns3::NvlsAllReduce", BYTES), insidePs, insidePs / 1000);
}

TEST_F(ServerTopologyTest, AServerMayHaveAnotherFabric)
{
    const Attributes sue = {{"GpusPerServer", "4"},
                            {"Nvlinks", "1"},
                            {"Topology", "ns3::StarTopology[Hosts=4|Rate=800Gbps|Delay=100ns]"},
                            {"Fabric",
                             "ns3::RoceFabric[Framing=ns3::SueFraming|"
                             "CongestionControl=ns3::NoCongestionControl|"
                             "Marker=ns3::NoMarker|Nic=ns3::RdmaNic[MtuBytes=3840]]"}};
    BuildServers("custom", 8, sue);
    // 15 transactions of 272 B in 4,130 B on the wire.
    const double rate = 100e9 * 3840 / 4130;
    EXPECT_NEAR(Send(5, 6), 1e12 * BYTES / rate, 1e12 * BYTES / rate / 500);
    EXPECT_EQ(m_network.scaleUp->nics[6]->GetCounters().deliveredBytes, BYTES);
}

TEST_F(ServerTopologyTest, WhatDoesNotFitIsRefused)
{
    const auto refused = [this](const Attributes& attributes) {
        return MessageOf<InputError>([&] { BuildServers("custom", 8, attributes); });
    };
    EXPECT_EQ(refused({{"Topology", "ns3::StarTopology[Hosts=4]"}}),
              "ns3::CustomServer: Topology: has 4 hosts with 1 link each; expected 8 with 1, one "
              "for each of gpusPerServer");
    const auto idle = [](const Attributes& attributes) {
        const auto found = MakeServer("custom", attributes)->FindIdle();
        return found.attribute + " " + found.problem;
    };
    const std::string star = "ns3::StarTopology[Hosts=8]";
    EXPECT_EQ(idle({{"Topology", star}, {"Nvlinks", "4"}}),
              "Nvlinks has no effect with a topology, which has its own links");
    EXPECT_EQ(idle({{"Topology", star}, {"NvlinkDelay", "1us"}}),
              "NvlinkDelay has no effect with a topology, which has its own links");
    EXPECT_EQ(idle({{"Nvlinks", "4"}, {"Fabric", "ns3::RoceFabric"}, {"PacketBytes", "512"}}),
              "PacketBytes has no effect with a fabric, which has its own parts");
    EXPECT_EQ(idle({{"Fabric", "ns3::RoceFabric"}}),
              "Fabric has no effect without NVLink; expected nvlinks above 0");
    EXPECT_EQ(idle({{"Topology", star}, {"NvSwitchLatency", "1us"}}), " ");
}

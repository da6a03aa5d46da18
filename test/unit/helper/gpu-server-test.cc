// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "has-text.h"
#include "known-object.h"
#include "network-test.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/config.h"
#include "ns3/fabric-lint.h"
#include "ns3/gpu-server.h"
#include "ns3/input-error.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <functional>
#include <set>

using namespace ns3;

namespace
{

/** GPUs in servers, and messages between them. Times are of H100 unless a test says otherwise. */
class GpuServerTest : public NetworkTest
{
  protected:
    static constexpr int64_t PATH_PS = 350'000;             //!< 100 ns + 150 ns + 100 ns
    static constexpr double USABLE = 18 * 20.6e9;           //!< byte/s of an H100
    static constexpr double REDUCE = 1e12;                  //!< byte/s of ns3::Gpu
    static constexpr uint64_t MESSAGE = uint64_t{64} << 20; //!< B

    /**
     * @param server preset of the server
     * @param attributes its attributes
     * @param hosts hosts of a star of 400 Gb/s
     * @param parts parts of the fabric
     */
    void BuildServers(const std::string& server,
                      const Attributes& attributes,
                      uint32_t hosts,
                      const Attributes& parts = {})
    {
        m_server = MakeServer(server, attributes);
        const FabricHelper helper(Make<FabricProfile>("RoceFabric", parts));
        m_network = helper.Install(
            Topology("StarTopology",
                     {{"Hosts", std::to_string(hosts)}, {"Rate", "400Gbps"}, {"Delay", "1us"}}),
            m_server);
        helper.AssignStreams(m_network, 1);
        m_jobs.clear();
    }

    /** @param pairs source and destination @return a job of a message each, of MESSAGE bytes */
    Ptr<GraphExecutor> Send(const std::vector<std::pair<uint32_t, uint32_t>>& pairs,
                            uint64_t bytes = MESSAGE)
    {
        FabricJob job;
        const uint32_t hosts = m_network.topology.GetGpuCount();
        job.graph = CommunicationGraph(hosts);
        std::vector<HostTransports> nics;
        for (uint32_t host = 0; host < hosts; ++host)
        {
            job.hostOfRank.push_back(host);
            nics.push_back(m_network.GetTransports(host));
        }
        for (const auto& [source, dest] : pairs)
        {
            job.graph.AddTransfer(source, dest, bytes);
        }
        const auto executor = CreateObject<GraphExecutor>();
        executor->SetJob(job, nics, m_network.gpus);
        m_network.hosts.Get(0)->AddApplication(executor);
        m_jobs.push_back(executor);
        Simulator::Run();
        return executor;
    }

    /** @return from posting to the last byte of each message of a job, in picoseconds */
    static std::vector<double> GetTransfersPs(const GraphExecutor& executor)
    {
        std::vector<double> times;
        for (const auto& record : executor.GetRecords())
        {
            times.push_back(static_cast<double>(record.arrivedPs - record.startPs));
        }
        return times;
    }

    /** @return from posting to the last byte, of the only message, in picoseconds */
    static int64_t TransferPs(const GraphExecutor& executor)
    {
        const auto& record = executor.GetRecords().at(0);
        return record.arrivedPs - record.startPs;
    }

    Ptr<GpuServer> m_server;
};

} // namespace

TEST_F(GpuServerTest, NamedServersHaveTheRateThatNcclCountsOn)
{
    // Links times NCCL's GB/s per link and direction (graph/topo.h): SM80 20, SM90 20.6, SM100
    // 40.1. H800 is H100 with 8 links of 18.
    struct Row
    {
        const char* server;
        uint32_t gpus;
        double gigabytes;
    };

    for (const Row& row : {Row{"dgx-a100", 8, 240},
                           Row{"dgx-h100", 8, 370.8},
                           Row{"hgx-h800", 8, 164.8},
                           Row{"dgx-b200", 8, 721.8},
                           Row{"gb200-nvl72", 72, 721.8}})
    {
        const auto server = MakeServer(row.server);
        EXPECT_EQ(server->GetGpus(), row.gpus) << row.server;
        EXPECT_EQ(server->GetNvlinkRatebps(), std::llround(row.gigabytes * 8e9)) << row.server;
        EXPECT_TRUE(server->HasNvlink()) << row.server;
    }
    EXPECT_FALSE(MakeServer("custom")->HasNvlink());
}

TEST_F(GpuServerTest, WorkloadsSeeTheLinks)
{
    BuildServers("dgx-b200", {}, 8); // on links of 400 Gb/s
    auto links = MakeHostMap(m_network.topology, m_network.server).links;
    EXPECT_EQ(links.serverbps, 5'774'400'000'000u);
    EXPECT_EQ(links.networkbps, 400'000'000'000u);
    EXPECT_EQ(links.nvlinkGeneration, 5u);
    EXPECT_TRUE(links.nvlinkSharp);
    BuildServers("dgx-a100", {}, 8); // PCIe 4 is slower
    links = MakeHostMap(m_network.topology, m_network.server).links;
    EXPECT_EQ(links.networkbps, 230'400'000'000u);
    EXPECT_EQ(links.nvlinkGeneration, 3u);
    EXPECT_FALSE(links.nvlinkSharp);
    BuildServers("custom", {}, 8); // has no NVLink: its GPUs talk over the network
    links = MakeHostMap(m_network.topology, m_network.server).links;
    EXPECT_EQ(links.serverbps, 400'000'000'000u);
    EXPECT_FALSE(links.nvlinkSharp);
    EXPECT_FALSE(MakeHostMap(m_network.topology).links.nvlinkSharp);
}

TEST_F(GpuServerTest, AMessageInsideAServerMovesAtTheUsableRate)
{
    BuildServers("dgx-h100", {}, 8);
    // 64 MiB at 370.8 GB/s are 180.984 us; the first bit takes 350 ns.
    const double expectedPs = 1e12 * MESSAGE / USABLE + PATH_PS;
    EXPECT_NEAR(static_cast<double>(TransferPs(*Send({{2, 5}}))), expectedPs, 2000);
    EXPECT_EQ(m_network.IdealMessagePs(2, 5, MESSAGE),
              m_network.scaleUp->IdealMessagePs(2, 5, MESSAGE));
    const auto& record = m_jobs[0]->GetRecords()[0];
    EXPECT_NEAR(static_cast<double>(record.finishedPs - record.startPs),
                static_cast<double>(m_network.IdealMessagePs(2, 5, MESSAGE)),
                2.0 * TickPs());
    ExpectLosslessEnd();
}

TEST_F(GpuServerTest, TheSizeOfPacketsChangesEventsAndNotTheRate)
{
    for (const uint32_t packetBytes : {256U, 1000U, 4096U, 65280U})
    {
        BuildServers("dgx-h100", {{"PacketBytes", std::to_string(packetBytes)}}, 8);
        const uint64_t bytes = 1 << 20;
        // There are credits enough for every size: 2.828 us and the path, to a nanosecond.
        const double expectedPs = 1e12 * bytes / USABLE + PATH_PS;
        EXPECT_NEAR(static_cast<double>(TransferPs(*Send({{0, 1}}, bytes))), expectedPs, 2000)
            << packetBytes;
        EXPECT_EQ(FabricStatistics::Collect(m_network.scaleUp->GetParts(), 1).creditStallPs, 0);
        EXPECT_EQ(m_network.scaleUp->nics[1]->GetCounters().receivedPackets,
                  (bytes + packetBytes - 1) / packetBytes);
        ExpectLosslessEnd();
        Simulator::Destroy();
    }
}

TEST_F(GpuServerTest, HeaderFlitsAreInTheRateOfTheLink)
{
    BuildServers("dgx-h100", {{"PacketBytes", "256"}}, 8);
    // A packet of the hardware's own size: 272 B on the wire for 256 B, 94.1 %.
    const double wirebps = static_cast<double>(m_network.scaleUp->channels[0]->GetRatebps());
    EXPECT_NEAR(USABLE * 8 / wirebps, 256.0 / 272, 1e-9);
    // 21.9 of the 25 GB/s of a link: copies and the other direction take the rest.
    EXPECT_LT(wirebps, 18 * 200e9);
}

TEST_F(GpuServerTest, APermutationInsideAServerReachesLineRate)
{
    BuildServers("dgx-h100", {}, 8);
    std::vector<std::pair<uint32_t, uint32_t>> pairs;
    for (uint32_t gpu = 0; gpu < 8; ++gpu)
    {
        pairs.emplace_back(gpu, (gpu + 3) % 8);
    }
    const auto job = Send(pairs);
    const double alonePs = 1e12 * MESSAGE / USABLE + PATH_PS;
    for (const auto& record : job->GetRecords())
    {
        // All at once are as fast as one alone, to 0.1 %: acknowledgements share the links.
        EXPECT_NEAR(static_cast<double>(record.arrivedPs - record.startPs), alonePs, alonePs / 1e3);
    }
    EXPECT_EQ(FabricStatistics::Collect(m_network.GetScaleOutParts(), 1).packetHops, 0u);
    ExpectLosslessEnd();
}

TEST_F(GpuServerTest, ARingAllReduceInsideAServerMeetsItsFormula)
{
    BuildServers("dgx-h100", {}, 8);
    const uint64_t bytes = 8 * MESSAGE;
    Add("CollectiveWorkload", {{"Bytes", std::to_string(bytes)}});
    Simulator::Run();
    // 14 steps of a chunk over a link, after 7 of them a reduction; then the acknowledgement.
    const double chunk = static_cast<double>(bytes) / 8;
    const double expectedPs =
        14 * (1e12 * chunk / USABLE + PATH_PS) + 7 * 1e12 * chunk / REDUCE + PATH_PS;
    const auto& job = *m_jobs[0];
    EXPECT_NEAR(static_cast<double>(job.GetFinishPs() - job.GetStartPs()),
                expectedPs,
                expectedPs / 1000);
    ExpectLosslessEnd();
}

TEST_F(GpuServerTest, OnlyMessagesBetweenServersLeaveThem)
{
    BuildServers("dgx-h100", {{"GpusPerServer", "4"}}, 8);
    Send({{3, 0}, {3, 4}, {7, 4}, {0, 7}}, 1000);
    const auto& inside = m_network.scaleUp->nics;
    EXPECT_EQ(inside[0]->GetCounters().deliveredBytes, 1000u);
    EXPECT_EQ(inside[4]->GetCounters().deliveredBytes, 1000u);
    EXPECT_EQ(inside[7]->GetCounters().deliveredBytes, 0u);
    EXPECT_EQ(m_network.nics[0]->GetCounters().deliveredBytes, 0u);
    EXPECT_EQ(m_network.nics[4]->GetCounters().deliveredBytes, 1000u);
    EXPECT_EQ(m_network.nics[7]->GetCounters().deliveredBytes, 1000u);
    EXPECT_EQ(m_network.GetServer(3), 0u);
    EXPECT_EQ(m_network.GetServer(4), 1u);
    const HostMap hosts = MakeHostMap(m_network.topology, m_network.server);
    EXPECT_EQ(hosts.server, (std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
    EXPECT_EQ(MakeHostMap(m_network.topology).server[7], 7u);
    ExpectLosslessEnd(); // the audit sees both networks
    EXPECT_EQ(m_network.GetParts().nics.size(), 16u);
    EXPECT_EQ(m_network.GetParts().channels.size(), 16u);
    const auto id = m_network.scaleUp->switches.Get(1)->GetId();
    EXPECT_EQ(m_network.GetParts().names.at(id), "nvswitch1");
}

TEST_F(GpuServerTest, WithoutNvlinkMessagesInsideAServerTakeTheNics)
{
    BuildServers("custom", {{"GpusPerServer", "4"}}, 8);
    EXPECT_EQ(m_network.scaleUp, nullptr);
    EXPECT_EQ(m_network.GetServer(4), 1u);
    Send({{0, 1}}, 1000);
    EXPECT_EQ(m_network.nics[1]->GetCounters().deliveredBytes, 1000u);
}

TEST_F(GpuServerTest, PcieCapsTheNicAndDelaysIt)
{
    // PCIe 4.0 x16 carries 230.4 Gb/s of payload: less than a NIC of 400 Gb/s. Delay 1 us + 300 ns.
    BuildServers("dgx-a100", {{"PcieDelay", "300ns"}}, 16);
    for (const auto& channel : m_network.channels)
    {
        EXPECT_EQ(channel->GetRatebps(), 230'400'000'000u);
        EXPECT_EQ(channel->GetDelayPs(), 1'300'000);
    }
    const auto job = Send({{0, 8}}, 4096);
    // Two links of 4198 B of RoCEv2 with immediate and its preamble and gap, 1300 ns each, and the
    // switch.
    EXPECT_NEAR(static_cast<double>(job->GetRecords()[0].finishedPs),
                static_cast<double>(m_network.IdealMessagePs(0, 8, 4096)),
                2.0 * TickPs());
    EXPECT_GT(TransferPs(*job), 2 * 1'300'000 + 2 * SerializationPs(4096, 230'400'000'000));
}

TEST_F(GpuServerTest, ChannelsTakeTheNicsOfAGpuInTurn)
{
    BuildServers("dgx-h100",
                 {{"GpusPerServer", "2"}, {"NicsPerGpu", "2"}, {"SplitOverNics", "false"}},
                 4);
    EXPECT_EQ(m_network.GetTransports(1).scaleOut.size(), 2u);
    FabricJob job;
    job.graph = CommunicationGraph(4);
    job.hostOfRank = {0, 1, 2, 3};
    std::vector<HostTransports> nics;
    for (uint32_t channel = 0; channel < 3; ++channel)
    {
        job.graph.AddTransfer(1, 2, 1000, channel); // between servers
        job.graph.AddTransfer(0, 1, 1000, channel); // inside one
    }
    for (uint32_t host = 0; host < 4; ++host)
    {
        nics.push_back(m_network.GetTransports(host));
    }
    m_jobs.push_back(CreateObject<GraphExecutor>());
    m_jobs.back()->SetJob(job, nics, m_network.gpus);
    m_network.hosts.Get(0)->AddApplication(m_jobs.back());
    Simulator::Run();
    ExpectLosslessEnd();
    // Channels 0 and 2 take NIC 0, channel 1 NIC 1.
    EXPECT_EQ(m_network.nics[2]->GetCounters().deliveredBytes, 2000u);
    EXPECT_EQ(m_network.planes[0]->nics[2]->GetCounters().deliveredBytes, 1000u);
    EXPECT_EQ(m_network.scaleUp->nics[1]->GetCounters().deliveredBytes, 3000u);
    EXPECT_EQ(m_network.GetScaleOutParts().nics.size(), 8u);
    const auto id = m_network.planes[0]->switches.Get(0)->GetId();
    EXPECT_EQ(m_network.GetParts().names.at(id), "switch0-plane1");
}

TEST_F(GpuServerTest, AMessageGoesOverAllNicsOfAGpu)
{
    // A third of 1,000,000 B, rounded up to 128 B, is 333,440 B; the last part is 333,120 B.
    BuildServers("dgx-h100", {{"GpusPerServer", "2"}, {"NicsPerGpu", "3"}}, 4);
    const auto delivered = [this](uint32_t plane) {
        const auto& nics = plane == 0 ? m_network.nics : m_network.planes[plane - 1]->nics;
        return nics[2]->GetCounters().deliveredBytes;
    };
    auto job = Send({{1, 2}}, 1'000'000);
    EXPECT_EQ(delivered(0), 333'440U);
    EXPECT_EQ(delivered(1), 333'440U);
    EXPECT_EQ(delivered(2), 333'120U);
    EXPECT_EQ(m_network.GetPartBytes(1, 2, 1'000'000), 333'440U);
    EXPECT_EQ(m_network.GetPartBytes(1, 2, 63), 63U) << "less than a unit";
    EXPECT_EQ(m_network.GetPartBytes(0, 1, 1'000'000), 1'000'000U); // over NVLink
    EXPECT_EQ(job->GetRecords().size(), 1U);
    EXPECT_NEAR(static_cast<double>(job->GetRecords()[0].finishedPs),
                static_cast<double>(m_network.IdealMessagePs(1, 2, 333'440)),
                2.0 * TickPs());
    // 200 B are two parts, 128 B are one.
    BuildServers("dgx-h100", {{"GpusPerServer", "2"}, {"NicsPerGpu", "3"}}, 4);
    Send({{1, 2}, {3, 0}}, 200);
    EXPECT_EQ(delivered(0), 128U);
    EXPECT_EQ(delivered(1), 72U);
    EXPECT_EQ(delivered(2), 0U);
    ExpectLosslessEnd();
    // Loads are shares of all links of a host.
    EXPECT_EQ(MakeHostMap(m_network.topology, m_network.server).ratebps[0], 3 * 400'000'000'000U);
}

TEST_F(GpuServerTest, BothNicsOfAHostHaveAPathInTheConfiguration)
{
    BuildServers("dgx-h100", {}, 8);
    EXPECT_EQ(Config::LookupMatches("/NodeList/*/$ns3::RdmaNic").GetN(), 8u);
    EXPECT_EQ(Config::LookupMatches("/NodeList/*/$ns3::ExtraNics/NicList/*").GetN(), 8u);
    EXPECT_EQ(Config::LookupMatches("/NodeList/*/$ns3::Gpu").GetN(), 8u);
    // Eight GPUs with two devices, one switch of each network with eight.
    EXPECT_EQ(Config::LookupMatches("/NodeList/*/DeviceList/*").GetN(), 32u);
    Config::Set("/NodeList/3/$ns3::ExtraNics/NicList/0/AckInterval", UintegerValue(5));
    UintegerValue interval;
    m_network.scaleUp->nics[3]->GetAttribute("AckInterval", interval);
    EXPECT_EQ(interval.Get(), 5u);
    m_network.nics[3]->GetAttribute("AckInterval", interval);
    EXPECT_NE(interval.Get(), 5u);
}

TEST_F(GpuServerTest, WhatDoesNotFitIsRefusedInOneLine)
{
    EXPECT_EQ(MessageOf<InputError>([&] { BuildServers("dgx-h100", {}, 12); }),
              "ns3::CustomServer: GpusPerServer: 8 do not divide the 12 hosts of the topology; "
              "expected a whole number of servers");
    // 200 Gb/s * 256/272.
    EXPECT_EQ(MessageOf<InputError>([&] {
                  BuildServers("dgx-h100", {{"NvlinkRate", "24GB/s"}}, 8);
              }),
              "ns3::CustomServer: NvlinkRate: 192000000000 bit/s is more than a link of "
              "generation 4 carries, which is 256/272 of 200000000000; expected at most "
              "188235293952");
}

TEST_F(GpuServerTest, RailsWithoutSpinesAreJoinedByNvlinkOnly)
{
    const FabricHelper helper(Make<FabricProfile>("RoceFabric"));
    const auto topology =
        Topology("RailOptimizedTopology",
                 {{"Servers", "2"}, {"GpusPerServer", "4"}, {"RailOnly", "1"}, {"Spines", "0"}});
    m_network = helper.Install(topology, MakeServer("dgx-h100", {{"GpusPerServer", "4"}}));
    EXPECT_TRUE(m_network.GetRoutes().HasPath(1, 5));
    EXPECT_FALSE(m_network.GetRoutes().HasPath(1, 6));
    const auto refused = MessageOf<InputError>([&] { Add("AllToAllWorkload", {}); });
    EXPECT_TRUE(Begins(refused, "job AllToAllWorkload: rank "));
    EXPECT_TRUE(Has(refused, ", and no path joins their hosts "));
    BufferDependencyGraph graph(topology, 1);
    graph.AddRoutes(m_network.GetRoutes());
    EXPECT_TRUE(graph.FindCycle().IsEmpty());
    EXPECT_NO_THROW(FabricLint(Make<FabricProfile>("RoceFabric"), m_network).Check({}));
    Send({{1, 5}, {1, 2}, {6, 2}}, 1000);
    ExpectLosslessEnd();
    EXPECT_EQ(m_network.scaleUp->nics[2]->GetCounters().deliveredBytes, 1000u);
    EXPECT_EQ(m_network.nics[2]->GetCounters().deliveredBytes, 1000u);
}

TEST_F(GpuServerTest, GpusShareTheRateOfTheirNic)
{
    // 2 servers of 4 GPUs with 2 NICs. A full packet of RoCEv2 takes 4178 B at 400 Gb/s.
    constexpr double ALONE_PS = MESSAGE / 4096.0 * 4178 * 20;
    const auto send = [this](const std::vector<std::pair<uint32_t, uint32_t>>& pairs) {
        Restart();
        BuildServers("custom",
                     {{"GpusPerServer", "4"}, {"GpusPerNic", "2"}, {"Nvlinks", "18"}},
                     4,
                     {{"CongestionControl", "ns3::NoCongestionControl"}});
        const auto times = GetTransfersPs(*Send(pairs));
        ExpectLosslessEnd();
        return times;
    };
    const auto expect = [](const std::vector<double>& times, double share) {
        for (const double time : times)
        {
            EXPECT_NEAR(time, ALONE_PS / share, 0.005 * ALONE_PS);
        }
    };
    expect(send({{1, 6}}), 1);           // one alone: all of the rate
    expect(send({{0, 4}, {1, 6}}), 0.5); // two that send
    expect(send({{0, 4}, {2, 5}}), 0.5); // two that receive
    expect(send({{0, 4}, {2, 6}}), 1);   // two NICs
    expect(send({{0, 4}, {5, 1}}), 1);   // one sends, the other receives
}

TEST_F(GpuServerTest, JobsSeeTheGpusOfANic)
{
    BuildServers("custom", {{"GpusPerServer", "4"}, {"GpusPerNic", "2"}, {"Nvlinks", "18"}}, 4);
    EXPECT_EQ(m_network.nics.size(), 4u);
    EXPECT_EQ(m_network.gpus.size(), 8u);
    EXPECT_EQ(std::set<Ptr<FabricGpu>>(m_network.gpus.begin(), m_network.gpus.end()).size(), 8u);
    EXPECT_EQ(m_network.scaleUp->nics.size(), 8u);
    EXPECT_EQ(m_network.CountServers(), 2u);
    EXPECT_EQ(m_network.GetTransports(2).scaleOut, m_network.GetTransports(3).scaleOut);
    EXPECT_NE(m_network.GetTransports(2).scaleUp, m_network.GetTransports(3).scaleUp);
    EXPECT_EQ(m_network.scaleUp->topology.nodes[3].name, "host1-gpu1");
    const auto hosts = MakeHostMap(m_network.topology, m_network.server);
    EXPECT_EQ(hosts.server, (std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 1, 1}));
    EXPECT_EQ(hosts.node, (std::vector<uint32_t>{0, 0, 1, 1, 2, 2, 3, 3}));
    EXPECT_EQ(hosts.ratebps, std::vector<uint64_t>(8, 400'000'000'000));
    EXPECT_EQ(hosts.links.networkbps, 200'000'000'000u); // if all send
    // Two GPUs of a NIC have NVLink between them; the second one hangs alone.
    Send({{0, 1}, {3, 2}, {1, 7}}, 1000);
    EXPECT_EQ(m_network.scaleUp->nics[1]->GetCounters().deliveredBytes, 1000u);
    EXPECT_EQ(m_network.scaleUp->nics[2]->GetCounters().deliveredBytes, 1000u);
    EXPECT_EQ(m_network.nics[3]->GetCounters().deliveredBytes, 1000u);
    ExpectLosslessEnd();
}

TEST_F(GpuServerTest, ServersMayHaveDifferentSizes)
{
    // One of 4 GPUs and two of 2, alone on a star.
    BuildServers("dgx-h100", {{"ServerSizes", "4, 2x2"}}, 8);
    EXPECT_EQ(m_network.CountServers(), 3u);
    const auto hosts = MakeHostMap(m_network.topology, m_network.server);
    EXPECT_EQ(hosts.server, (std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 2, 2}));
    EXPECT_EQ(m_network.scaleUp->topology.GetSwitchCount(), 3u);
    // A link in a server takes the same time in each; messages between servers take the NICs.
    const double insidePs = 1e12 * MESSAGE / USABLE + PATH_PS;
    for (const double time : GetTransfersPs(*Send({{0, 3}, {4, 5}, {7, 6}})))
    {
        EXPECT_NEAR(time, insidePs, insidePs / 1000);
    }
    EXPECT_EQ(m_network.nics[3]->GetCounters().deliveredBytes, 0u);
    Send({{3, 4}, {5, 6}}, 1000);
    EXPECT_EQ(m_network.nics[4]->GetCounters().deliveredBytes, 1000u);
    EXPECT_EQ(m_network.nics[6]->GetCounters().deliveredBytes, 1000u);
    ExpectLosslessEnd();
}

TEST_F(GpuServerTest, ShapesThatDoNotFitAreRefused)
{
    const auto build = [this](const Attributes& attributes) {
        return MessageOf<InputError>([&] { BuildServers("custom", attributes, 8); });
    };
    EXPECT_EQ(build({{"GpusPerServer", "4"}, {"GpusPerNic", "2"}}),
              "ns3::CustomServer: GpusPerNic: is 2, but GPUs of one NIC have no path to each "
              "other; expected a server with nvlinks or a topology");
    EXPECT_EQ(build({{"GpusPerServer", "3"}, {"GpusPerNic", "2"}, {"Nvlinks", "1"}}),
              "ns3::CustomServer: GpusPerNic: is 2, which does not divide the GPUs of each "
              "server; expected a whole number of NICs in each");
    EXPECT_EQ(build({{"GpusPerServer", "6"}, {"GpusPerNic", "2"}, {"Nvlinks", "1"}}),
              "ns3::CustomServer: GpusPerServer: 6 do not divide the 16 GPUs behind the 8 hosts of "
              "the topology; expected a whole number of servers");
    EXPECT_EQ(build({{"ServerSizes", "4x3"}, {"Nvlinks", "1"}}),
              "ns3::CustomServer: ServerSizes: has 12 GPUs in all; expected 8, those of the 8 "
              "hosts of the topology");
    EXPECT_EQ(build({{"ServerSizes", "4,0x2"}, {"Nvlinks", "1"}}),
              "ns3::CustomServer: ServerSizes: has '0x2'; expected GPUs of a server, 1 to 4096, "
              "and behind x the number of such servers, such as 72x3, 68");
    EXPECT_EQ(build({{"ServerSizes", "4x2"},
                     {"GpusPerServer", "4"},
                     {"Topology", "ns3::DirectLinkTopology[Hosts=4|Links=all]"}}),
              "ns3::CustomServer: ServerSizes: is 4x2, but the topology of a server has one number "
              "of GPUs; expected servers with nvlinks, or without links");
}

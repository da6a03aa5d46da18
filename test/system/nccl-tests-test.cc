// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/boolean.h"
#include "ns3/input-error.h"
#include "ns3/nccl-collective.h"

#include <gtest/gtest.h>

#ifdef AI_FABRIC_RUN
#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"
#endif

using namespace ns3;

namespace
{

constexpr double PS_PER_US = 1e6; //!< ps

class NcclCollectiveTest : public NetworkTest
{
  protected:
    /** @return ps of a collective on a star of hosts without GPU time for bytes */
    double Run(uint32_t hosts, const Attributes& attributes, uint64_t bytes)
    {
        Build(
            "RoceFabric",
            "CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker "
            "Gpu=ns3::Gpu[ReduceRate=0bps|CopyRate=0bps]",
            Topology("StarTopology",
                     {{"Hosts", std::to_string(hosts)}, {"Rate", "400Gbps"}, {"Delay", "500ns"}}));
        const auto algorithm = Make<CollectiveAlgorithm>("NcclCollective", attributes);
        const auto job = AddGraph(algorithm->Build(hosts, bytes));
        Simulator::Run();
        ExpectLosslessEnd();
        return static_cast<double>(job->GetFinishPs() - job->GetStartPs());
    }

    /** @return ps from the posting of a message of so many bytes to its arrival, in the last run */
    double GetWayPs(uint64_t bytes) const
    {
        const auto& record = m_jobs[0]->GetRecords()[0];
        EXPECT_EQ(record.bytes, bytes);
        return static_cast<double>(record.arrivedPs - record.startPs);
    }
};

} // namespace

TEST_F(NcclCollectiveTest, ARingCostsLaunchStepsAndMessages)
{
    // Simple, 3 ranks in servers of their own, 1 channel: a launch, then 2 (n - 1) = 4 hops, each a
    // message of a third, the proxies' 9.1 us and a step of 2.9 us. A message is not cut in slices
    // of less than 32 KiB; a step holds up each of two slices for itself, and the second one comes
    // as much later as its bytes take at 400 Gb/s.
    const Attributes ring{"Tuner=ns3::NcclTuner[Algorithms=ring|Protocols=Simple] Channels=1"};
    const double whole = Run(3, ring, 90'000);
    EXPECT_NEAR(whole, 8.4 * PS_PER_US + 4 * (GetWayPs(30'000) + 12 * PS_PER_US), 0.01 * whole);
    Simulator::Destroy();
    m_jobs.clear();
    const double cut = Run(3, ring, 300'000);
    EXPECT_NEAR(cut,
                8.4 * PS_PER_US + 4 * (GetWayPs(50'000) + 12 * PS_PER_US) + 50'000 * 20,
                0.01 * cut);
}

TEST_F(NcclCollectiveTest, BlocksAndProxiesTakeTheirTime)
{
    // As above, with one slice of 30,000 B. At 10 GB/s a step takes 3 us more, and the reading of
    // what is sent first half of that. Each hop passes two proxies of 2 us.
    Attributes ring{"Tuner=ns3::NcclTuner[Algorithms=ring|Protocols=Simple] Channels=1 "
                    "ChannelRate=0 0 10 ProxyTime=2us"};
    const double time = Run(3, ring, 90'000);
    const double hop = GetWayPs(30'000) + (12 + 3 + 2 * 2) * PS_PER_US;
    EXPECT_NEAR(time, (8.4 + 1.5) * PS_PER_US + 4 * hop, 0.01 * time);
    Simulator::Destroy();
    m_jobs.clear();
    // All channels together are no faster, so that a single one has the same limit.
    ring[2] = {"GpuRate", "0 0 10"};
    EXPECT_EQ(Run(3, ring, 90'000), time);
}

TEST_F(NcclCollectiveTest, LowLatencySendsTwiceTheBytes)
{
    const Attributes ring{"Tuner=ns3::NcclTuner[Algorithms=ring|Protocols=LL] Channels=1"};
    const uint64_t bytes = 60'000; // slices of 20,000 B, less than 32 KiB
    const double time = Run(3, ring, bytes);
    // The last step is over before the last acknowledgement is there.
    const auto& record = m_jobs[0]->GetRecords()[0];
    const double back = static_cast<double>(record.finishedPs - record.arrivedPs);
    ASSERT_GT(back, 0.7 * PS_PER_US);
    EXPECT_NEAR(time,
                6.6 * PS_PER_US + 4 * GetWayPs(2 * bytes / 3) + 3 * 0.7 * PS_PER_US + back,
                0.01 * time);
    uint64_t sent = 0;
    for (const auto& record : m_jobs[0]->GetRecords())
    {
        sent += record.bytes;
    }
    EXPECT_EQ(sent, 3u * 4 * 2 * bytes / 3);
}

TEST_F(NcclCollectiveTest, AnAllToAllLeavesOnTheRailsOfDestinations)
{
    const RankLayout servers(std::vector<uint32_t>{0, 0, 1, 1});
    for (const bool pxn : {true, false})
    {
        const auto algorithm = CreateObject<NcclCollective>();
        algorithm->SetAttribute("Operation", StringValue("all-to-all"));
        algorithm->SetAttribute("Pxn", BooleanValue(pxn));
        uint32_t sameRail = 0;
        uint32_t otherRail = 0;
        const auto graph = algorithm->Build(servers, 4 * 100'000);
        for (const auto& node : graph.GetNodes())
        {
            if (node.kind == GraphNodeKind::SEND &&
                servers.GetServer(node.rank) != servers.GetServer(node.peer))
            {
                ++(servers.GetRail(node.rank) == servers.GetRail(node.peer) ? sameRail : otherRail);
            }
        }
        // Each of four ranks has data for two of the other server.
        EXPECT_EQ(sameRail, pxn ? 8u : 4u);
        EXPECT_EQ(otherRail, pxn ? 0u : 4u);
    }
}

TEST_F(NcclCollectiveTest, RingsKeepOrChangeTheRail)
{
    const RankLayout servers(std::vector<uint32_t>{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3});
    for (const bool crossNic : {false, true})
    {
        const auto algorithm = CreateObject<NcclCollective>();
        algorithm->SetAttribute("Operation", StringValue("all-gather"));
        algorithm->SetAttribute("Channels", UintegerValue(1));
        algorithm->SetAttribute("CrossNic", BooleanValue(crossNic));
        algorithm->SetAttribute("Tuner", StringValue("ns3::NcclTuner[Algorithms=ring]"));
        uint32_t sameRail = 0;
        uint32_t nextRail = 0;
        const auto graph = algorithm->Build(servers, 12 * 100'000);
        for (const auto& node : graph.GetNodes())
        {
            if (node.kind == GraphNodeKind::SEND &&
                servers.GetServer(node.rank) != servers.GetServer(node.peer))
            {
                const uint32_t from = servers.GetRail(node.rank);
                const uint32_t to = servers.GetRail(node.peer);
                sameRail += from == to;
                nextRail += (from + 1) % 3 == to;
            }
        }
        // Eleven messages on each of four hops between servers, equally many on each.
        EXPECT_GT(sameRail + nextRail, 0u);
        EXPECT_EQ(crossNic ? sameRail : nextRail, 0u);
        EXPECT_EQ((sameRail + nextRail) % 44, 0u);
    }
}

TEST_F(NcclCollectiveTest, TheTunerPicksBySize)
{
    const auto algorithm = CreateObject<NcclCollective>();
    const RankLayout servers(std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 1, 1});
    EXPECT_EQ(algorithm->Choose(servers, 8).protocol, NcclProtocol::LL);
    EXPECT_EQ(algorithm->Choose(servers, 8).algorithm, "tree");
    EXPECT_EQ(algorithm->Choose(servers, uint64_t{4} << 30).protocol, NcclProtocol::SIMPLE);
    EXPECT_EQ(algorithm->GetBusFactor(8), 2 * 7.0 / 8);
    algorithm->SetAttribute("Operation", StringValue("scan"));
    EXPECT_THROW(algorithm->GetBusFactor(8), InputError);
}

TEST_F(NcclCollectiveTest, TheTunerKnowsTheLinks)
{
    // Long all-reduces of four servers of four. NVSwitches reduce in those of H100, in those of
    // A100 not; then trees are best, unless the network between servers reduces.
    const RankLayout servers(std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3});
    constexpr uint64_t BYTES = uint64_t{1} << 30;
    const auto algorithm = CreateObject<NcclCollective>();
    EXPECT_EQ(algorithm->Choose(servers, BYTES).algorithm, "nvls-tree");
    algorithm->SetAttribute("NvlinkSharp", BooleanValue(false));
    EXPECT_NE(algorithm->Choose(servers, BYTES).algorithm, "nvls-tree");
    algorithm->SetAttribute("NetworkSharp", BooleanValue(true));
    EXPECT_EQ(algorithm->Choose(servers, BYTES).algorithm, "collnet-direct");
    EXPECT_EQ(algorithm->Build(servers, BYTES).GetGroups().size(), 4u); // one per rail

    const auto ampere = CreateObject<NcclCollective>();
    CommunicatorLinks links;
    links.serverbps = 1'920'000'000'000;
    links.nvlinkGeneration = 3;
    links.nvlinkSharp = false;
    ampere->SetLinks(links);
    EXPECT_NE(ampere->Choose(servers, BYTES).algorithm, "nvls-tree");
    // Half of the links, half of the bandwidth.
    links.networkbps /= 2;
    links.serverbps /= 2;
    const auto half = CreateObject<NcclCollective>();
    half->SetLinks(links);
    EXPECT_NEAR(2 * half->Choose(servers, BYTES).bandwidthGBps,
                ampere->Choose(servers, BYTES).bandwidthGBps,
                1e-6);
}

#ifdef AI_FABRIC_RUN

TEST(NcclTests, TheTableHasARowPerSize)
{
    const TemporaryFile scenario(R"({
        "name": "pair",
        "topology": {"type": "star", "hosts": 2},
        "fabric": ["roce", "infini-band"],
        "workload": {"type": "incast"}
    })");
    const TemporaryFolder folder;
    const auto run = [&](const std::string& options) {
        return RunScenario(scenario.GetPath() + " --output " + folder.GetPath() + " --nccl-tests " +
                           options);
    };
    const auto outcome = run("all_gather -b 1K -e 4K -f 2");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    // 4096 B are 1,024 floats, 512 of each rank; 4 KiB is the last row, twice.
    EXPECT_TRUE(Has(outcome.text, "        1024           128     float    none      -1"));
    EXPECT_TRUE(Has(outcome.text, "        4096           512     float    none      -1"));
    EXPECT_FALSE(Has(outcome.text, "8192"));
    const std::string json = Read(folder.GetPath() + "/nccl-tests.json");
    EXPECT_TRUE(Has(json, "\"operation\": \"all_gather\""));
    EXPECT_TRUE(Has(json, "\"fabric\": \"infini-band\""));
    EXPECT_TRUE(Has(json, "\"bus_bw_GBps\": "));

    EXPECT_EQ(run("all_gather -b 4K -e 1K").status, 2);
    EXPECT_EQ(run("all_gather -b 4Q").status, 2);
    EXPECT_EQ(run("scan").status, 2);
}

TEST(NcclTests, WhatTheScenarioSaysOfNcclHolds)
{
    const TemporaryFile scenario(R"({
        "name": "pair",
        "topology": {"type": "star", "hosts": 4},
        "fabric": "roce",
        "workload": {"type": "collective", "hosts": "0,2", "bytes": "1GiB",
                     "algorithm": {"type": "nccl-collective", "operation": "broadcast",
                                   "launchLatency": "7000 7000 7000",
                                   "tuner": {"protocols": "LL"}}}
    })");
    const TemporaryFolder folder;
    const auto run = [&](const std::string& operation) {
        RunScenario(scenario.GetPath() + " --output " + folder.GetPath() +
                    " -b 1K -e 1K --nccl-tests " + operation);
        return Read(folder.GetPath() + "/nccl-tests.json");
    };
    // Two of the hosts, a launch of 7 ms; but the operation and the size of the command line.
    const std::string allGather = run("all_gather");
    EXPECT_TRUE(Has(allGather, "\"count\": 128"));
    EXPECT_TRUE(Has(allGather, "\"time_us\": 700"));
    EXPECT_TRUE(Has(allGather, "\"size\": 1024"));
    // Hosts hold for an all-to-all, too; its launch has an attribute of its own.
    const std::string allToAll = run("alltoall");
    EXPECT_TRUE(Has(allToAll, "\"count\": 128"));
    EXPECT_FALSE(Has(allToAll, "\"time_us\": 700"));
}

#endif // AI_FABRIC_RUN

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "known-object.h"
#include "network-test.h"

#include "ns3/collective-algorithm.h"
#include "ns3/gpu-server.h"
#include "ns3/network-law.h"
#include "ns3/server-collectives.h"

#include <memory>
#include <vector>

using namespace ns3;

namespace
{

/** Collectives by law on two servers of eight GPUs. */
class ServerCollectivesTest : public NetworkTest
{
  protected:
    void SetUp() override
    {
        NetworkTest::SetUp();
        m_network =
            m_helper.Install(Topology("StarTopology", {{"Hosts", "16"}}), MakeServer("dgx-h100"));
    }

    /** @return the law of the network */
    ServerCollectives MakeLaw() const
    {
        return ServerCollectives(std::make_unique<NetworkLaw>(m_network));
    }

    /** Runs a graph, rank r on host r. */
    Ptr<GraphExecutor> RunJob(const CommunicationGraph& graph)
    {
        FabricJob job;
        for (uint32_t rank = 0; rank < graph.GetRankCount(); ++rank)
        {
            job.hostOfRank.push_back(rank);
        }
        job.graph = graph;
        const auto executor =
            DynamicCast<GraphExecutor>(m_helper.InstallJobs(m_network, {std::move(job)}).Get(0));
        executor->SetAttribute("RecordSpans", BooleanValue(true));
        Simulator::Run();
        EXPECT_TRUE(executor->IsComplete());
        return executor;
    }

    const FabricHelper m_helper{CreateObject<RoceFabric>()};
    const std::shared_ptr<const CommunicationGraph> m_ring{
        std::make_shared<const CommunicationGraph>(
            Make<CollectiveAlgorithm>("RingAllReduce")
                ->Build(RankLayout(std::vector<uint32_t>(8, 0)), 64'000'000))};
};

} // namespace

// 2 * 7 steps of 8 MB at the rate of NVLink, each with a delay below 400 ns, and 7 reductions.
TEST_F(ServerCollectivesTest, ARingTakesItsFormulaAndNothingEndsBeforeTheLastStart)
{
    auto law = MakeLaw();
    const std::vector<uint32_t> hosts{8, 9, 10, 11, 12, 13, 14, 15};
    const auto endsPs = law.GetEndsPs(m_ring, hosts, std::vector<int64_t>(8, 5000));
    const double stepPs = 8e6 * 8e12 / static_cast<double>(m_network.server->GetNvlinkRatebps());
    const auto reducePs = static_cast<double>(m_network.gpus[8]->GetReducePs(8'000'000));
    const double tookPs = static_cast<double>(endsPs[0] - 5000);
    EXPECT_GE(tookPs, 14 * stepPs + 7 * reducePs);
    EXPECT_LE(tookPs, 14 * (stepPs + 400'000) + 7 * reducePs);

    std::vector<int64_t> startsPs(8, 0);
    startsPs[3] = 10'000'000'000;
    for (const int64_t endPs : law.GetEndsPs(m_ring, hosts, startsPs))
    {
        EXPECT_GT(endPs, startsPs[3]);
    }
}

// A shift of all starts shifts all ends; the second call is answered from memory.
TEST_F(ServerCollectivesTest, OnlyDifferencesBetweenStartsMatter)
{
    auto law = MakeLaw();
    const std::vector<uint32_t> hosts{0, 1, 2, 3, 4, 5, 6, 7};
    const std::vector<int64_t> startsPs{0, 7, 300'000, 5, 0, 0, 9'000'000, 1};
    std::vector<int64_t> laterPs;
    for (const int64_t startPs : startsPs)
    {
        laterPs.push_back(startPs + 123'456'789);
    }
    const auto endsPs = law.GetEndsPs(m_ring, hosts, startsPs);
    const auto laterEndsPs = law.GetEndsPs(m_ring, hosts, laterPs);
    for (size_t rank = 0; rank < endsPs.size(); ++rank)
    {
        EXPECT_EQ(laterEndsPs[rank], endsPs[rank] + 123'456'789);
    }
}

// Both servers run a collective at once; the ranks of one begin apart. No message is sent.
TEST_F(ServerCollectivesTest, AJobEndsWhenItsCollectivesDo)
{
    CommunicationGraph graph(16);
    CommunicationGraph collective(8);
    collective.AddCollective(m_ring, {0, 1, 2, 3, 4, 5, 6, 7});
    std::vector<int64_t> startsPs;
    for (const uint32_t server : {0, 1})
    {
        CommunicationGraph::Placement placement;
        for (uint32_t rank = 8 * server; rank < 8 * server + 8; ++rank)
        {
            const int64_t startPs = server * rank * 1'000'000;
            placement.ranks.push_back(rank);
            placement.after.push_back(graph.AddJoin(rank, startPs));
            startsPs.push_back(startPs);
        }
        const auto ends = graph.Append(collective, placement);
        placement.after = ends;
        graph.Append(collective, placement); // begins when each rank has ended the first one
    }
    const auto job = RunJob(graph);
    auto law = MakeLaw();
    int64_t endPs = 0;
    for (const uint32_t server : {0, 1})
    {
        std::vector<uint32_t> hosts;
        std::vector<int64_t> own;
        for (uint32_t rank = 8 * server; rank < 8 * server + 8; ++rank)
        {
            hosts.push_back(rank);
            own.push_back(startsPs[rank]);
        }
        for (const int64_t rankEndPs :
             law.GetEndsPs(m_ring, hosts, law.GetEndsPs(m_ring, hosts, own)))
        {
            endPs = std::max(endPs, rankEndPs);
        }
    }
    EXPECT_NEAR(job->GetFinishPs(), endPs, 1000); // the second collective begins at a tick
    EXPECT_EQ(Statistics().packetHops, 0u);
    // Ranks of one server have one share, so that servers run in parallel.
    const auto& shares = job->GetShares().GetNumbers();
    EXPECT_EQ(shares[0], shares[7]);
    EXPECT_NE(shares[7], shares[8]);
}

// Rank 1 is the second part of both collectives, whose first parts are of different ranks.
TEST_F(ServerCollectivesTest, HostsOfCollectivesThatShareARankHaveOneShare)
{
    const auto pair = std::make_shared<const CommunicationGraph>(
        Make<CollectiveAlgorithm>("RingAllReduce")
            ->Build(RankLayout(std::vector<uint32_t>(2, 0)), 1'000'000));
    CommunicationGraph graph(4);
    graph.AddCollective(pair, {0, 1});
    graph.AddCollective(pair, {2, 1});
    graph.AddJoin(3);
    const auto job = RunJob(graph);
    const auto& shares = job->GetShares().GetNumbers();
    EXPECT_EQ(shares[0], shares[1]);
    EXPECT_EQ(shares[1], shares[2]);
    EXPECT_NE(shares[2], shares[3]);
}

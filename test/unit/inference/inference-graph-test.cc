// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// All-reduces of served models: their servers, their sizes; and what an iteration costs beside.

#include "network-test.h"

#include "ns3/expert-router.h"
#include "ns3/inference-engine.h"
#include "ns3/iteration-graph.h"
#include "ns3/two-level-collectives.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

class InferenceGraphTest : public NetworkTest
{
  protected:
    /** @return a job on eight hosts in servers of so many */
    static FabricJob Build(uint32_t perServer,
                           const std::string& allReduce,
                           Attributes attributes = {},
                           bool isLawInServer = false)
    {
        HostMap hosts;
        hosts.isLawInServer = isLawInServer;
        for (uint32_t host = 0; host < 8; ++host)
        {
            hosts.node.push_back(host);
            hosts.server.push_back(host / perServer);
        }
        hosts.leaf.assign(8, 8);
        hosts.ratebps.assign(8, 400'000'000'000);
        hosts.taken.assign(8, false);
        hosts.links.nvlinkSharp = true;
        attributes.insert(
            attributes.begin(),
            {{"Model", "ns3::TransformerModel[Layers=1|Hidden=8192|Heads=64|Vocabulary=32000]"},
             {"Arrivals", "ns3::PoissonArrivals[Requests=1|PromptTokens=1500|OutputTokens=2]"},
             {"ReplicaGpus", "8"},
             {"IterationOverhead", "0ns"},
             {"AllReduce", allReduce}});
        const auto workload = Make<FabricWorkload>("InferenceWorkload", attributes);
        workload->AssignStreams(1);
        return workload->Build(hosts);
    }
};

} // namespace

TEST_F(InferenceGraphTest, AllReducesKnowTheServers)
{
    // Two of them, with eight kernels before each and eight behind: as the algorithm makes them for
    // two servers of four, with a JOIN of each rank.
    RankLayout layout(std::vector<uint32_t>{0, 0, 0, 0, 1, 1, 1, 1});
    const auto alone = CreateObject<TwoLevelAllReduce>()->Build(layout, 1 << 20);
    const auto job = Build(4, "ns3::TwoLevelAllReduce");
    ASSERT_EQ(job.partBegin.size(), 1u);
    EXPECT_EQ(job.graph.GetNodes().size(), 2 * (alone.GetNodes().size() + 8) + 3 * 8);
}

TEST_F(InferenceGraphTest, AllReducesInAServerAreMessagesOfTheSizeOfEachIteration)
{
    // A law would have the time of the largest iteration for all of them.
    const auto job = Build(8, "ns3::RingAllReduce", {}, true);
    EXPECT_TRUE(job.graph.GetLaws().empty());
    EXPECT_EQ(job.graph.GetNodes().size(), Build(8, "ns3::RingAllReduce").graph.GetNodes().size());
}

TEST_F(InferenceGraphTest, AllReducesWhoseStepsDependOnTheSizeHaveSeveralGraphs)
{
    // A ring does the same for any size. NVLS cuts 16 KiB (one token) to 24.6 MB (1,500 of them)
    // into steps of 64 KiB for each of its owners and channels.
    EXPECT_EQ(Build(8, "ns3::RingAllReduce").partBegin.size(), 1u);
    const auto job = Build(8, "ns3::NvlsAllReduce");
    EXPECT_GT(job.partBegin.size(), 1u);
    EXPECT_LE(job.partBegin.size(), 6u); // 1, 4, ... 1,024 tokens
    EXPECT_FALSE(job.graph.GetGroups().empty());
}

TEST_F(InferenceGraphTest, KernelsAndIterationsCostWhatTheyAreSaidTo)
{
    // 2 layers of 2 + 1 + 2 kernels and the output: 11 of 4 us, and 500 us for the host.
    const auto ttftPs = [this](const std::string& kernel, const std::string& iteration) {
        NetworkTest::Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
        const auto job =
            Add("InferenceWorkload",
                {{"Model", "ns3::TransformerModel[Layers=2|Hidden=1024|Heads=8|Vocabulary=32000]"},
                 {"Arrivals", "ns3::PoissonArrivals[Requests=1|PromptTokens=1000|OutputTokens=1]"},
                 {"Hosts", "0"},
                 {"KernelOverhead", kernel},
                 {"IterationOverhead", iteration}});
        Simulator::Run();
        const auto engine = DynamicCast<InferenceEngine>(job->GetJob().driver);
        const int64_t result = engine->GetRequests().front().GetTtftPs();
        Simulator::Destroy();
        return static_cast<double>(result);
    };
    const double bare = ttftPs("0ns", "0ns");
    const double late = 8.0 * TickPs() + 20;
    EXPECT_NEAR(ttftPs("4us", "0ns") - bare, 44e6, late);
    EXPECT_NEAR(ttftPs("0ns", "500us") - bare, 500e6, late);
    EXPECT_NEAR(ttftPs("4us", "500us") - bare, 544e6, late);
}

TEST_F(InferenceGraphTest, MatricesInFp8TakeHalfTheTime)
{
    // A prompt long enough to be bound by arithmetic: 8 h^2 FLOPs twice over, of both parts, take
    // half; 500,500 keys * 4 h and the output do not change.
    const auto ttftPs = [this](const std::string& precision) {
        NetworkTest::Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
        const auto job =
            Add("InferenceWorkload",
                {{"Model", "ns3::TransformerModel[Layers=2|Hidden=1024|Heads=8|Vocabulary=32000]"},
                 {"Arrivals", "ns3::PoissonArrivals[Requests=1|PromptTokens=1000|OutputTokens=1]"},
                 {"Hosts", "0"},
                 {"ComputeEfficiency", "0.5"},
                 {"KernelOverhead", "0ns"},
                 {"IterationOverhead", "0ns"},
                 {"Precision", precision}});
        Simulator::Run();
        const auto engine = DynamicCast<InferenceEngine>(job->GetJob().driver);
        const int64_t result = engine->GetRequests().front().GetTtftPs();
        Simulator::Destroy();
        return static_cast<double>(result);
    };
    const double flops = 2 * 1000.0 * 24 * 1024 * 1024;
    const double saved = 1e12 * flops * (1 / (0.5 * 989.4e12) - 1 / (0.5 * 1978.9e12));
    EXPECT_NEAR(ttftPs("ns3::KernelPrecision") - ttftPs("ns3::KernelPrecision[Matrices=fp8]"),
                saved,
                16.0 * TickPs() + 20);
}

TEST_F(InferenceGraphTest, TokensReachExpertsByTheRouter)
{
    // 8 GPUs in two servers, 16 experts in two groups, of which a token has two of one: a group is
    // on a server. 800 tokens of 256 numbers of 2 B; one of two layers has experts.
    ModelShape shape;
    shape.layers = 2;
    shape.hidden = 256;
    shape.heads = 8;
    shape.experts = 16;
    shape.activeExperts = 2;
    shape.expertHidden = 4096;
    shape.denseLayers = 1;
    shape.expertGroups = 2;
    shape.activeGroups = 1;
    const InferenceCost cost(shape, {8, 1, 2, 2});
    ServingReplica::Iteration work;
    work.decodes = 800;
    work.decodeKeys = 800;
    const std::vector<uint32_t> servers{0, 0, 0, 0, 1, 1, 1, 1};
    const double own = 800.0 / 8 * 256 * 2; // bytes of a GPU's tokens
    GpuModel gpu;
    gpu.bf16Flops = 1e13; // so that arithmetic takes longer than memory
    const ModelKernels kernels(KernelTime(gpu, 1, 1), {}, 0);
    const auto run = [&](const Attributes& router, double& ffnPs, double& slowestPs) {
        const auto maker = Make<ExpertRouter>("ExpertRouter", router);
        maker->AssignStreams(1);
        CollectiveLibrary library({}, servers);
        CommunicationGraph graph(8);
        const IterationGraph iteration(graph,
                                       0,
                                       cost,
                                       {&library, 1, 1, 0, maker->MakeRoutings(shape, 8, false)});
        std::pair<double, double> bytes; // all, and between servers
        iteration.VisitBytes(work, cost, [&](uint32_t number, uint64_t length) {
            const auto node = graph.GetNodes()[number];
            if (node.kind == CommunicationGraph::Kind::SEND)
            {
                bytes.first += static_cast<double>(length);
                const bool crosses = servers[node.rank] != servers[node.peer];
                bytes.second += crosses ? static_cast<double>(length) : 0;
            }
        });
        iteration.SetWork(work, cost, kernels, [&](uint32_t number, const auto& set) {
            graph.Edit(number, set);
        });
        ffnPs = 0;
        slowestPs = 0;
        for (const auto& node : graph.GetNodes())
        {
            if (node.kind == CommunicationGraph::Kind::COMPUTE)
            {
                const auto ps = static_cast<double>(node.timePs);
                ffnPs += ps;
                slowestPs = std::max(slowestPs, ps);
            }
        }
        return bytes;
    };
    double evenPs = 0;
    double unevenPs = 0;
    double slowPs = 0;
    double slowestPs = 0;
    // To each expert: two copies, an eighth of which stay; 4 of 8 GPUs are in the other server.
    const auto direct = run({}, evenPs, slowPs);
    EXPECT_NEAR(direct.first / (2 * 8 * own), 2 * 7.0 / 8, 1e-3);
    EXPECT_NEAR(direct.second / (2 * 8 * own), 1, 1e-3);
    // To each server: one copy to the other one for half of the tokens.
    const auto forwarded = run({{"Copies", "per-server"}}, unevenPs, slowestPs);
    EXPECT_NEAR(forwarded.second / (2 * 8 * own), 0.5, 1e-3);
    EXPECT_EQ(unevenPs, evenPs);
    // Uneven experts get as many copies together; their kernels take as long together.
    const auto uneven = run({{"Skew", "0.6"}}, unevenPs, slowestPs);
    EXPECT_NEAR(uneven.first / direct.first, 1, 1e-3);
    EXPECT_GT(slowestPs, 1.1 * slowPs);
}

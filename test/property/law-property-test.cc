// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "known-object.h"
#include "network-test.h"

#include "ns3/collective-workload.h"
#include "ns3/gpu-server.h"
#include "ns3/input-error.h"
#include "ns3/training-workload.h"

#include <cmath>
#include <string>

using namespace ns3;

namespace
{

/** The same job by law and in an ideal network. */
class Law : public NetworkTest
{
  protected:
    /** @return duration of the job in ps */
    double Run(const std::string& transport,
               const FabricTopology& topology,
               Ptr<const GpuServer> server,
               Ptr<FabricWorkload> workload)
    {
        Restart();
        Attributes parts{{"Transport", "ns3::" + transport}};
        if (!m_pathSelector.empty())
        {
            parts.push_back({"PathSelector", m_pathSelector});
        }
        const FabricHelper helper(Make<FabricProfile>("RoceFabric", parts));
        m_network = helper.Install(topology, server);
        helper.AssignStreams(m_network, 1);
        const auto installed = helper.Install(m_network, std::vector{workload});
        m_job = DynamicCast<GraphExecutor>(installed.Get(0));
        Simulator::Run();
        EXPECT_TRUE(m_job->IsComplete());
        return static_cast<double>(m_job->GetTimes().durationPs);
    }

    std::string m_pathSelector; //!< empty: that of the fabric
    Ptr<GraphExecutor> m_job;
};

} // namespace

/** On a star only the hosts' links are shared: |law - ideal| <= 6 % + 1 us. */
TEST_F(Law, AnyCollectiveOnAStarTakesTheTimeOfAnIdealNetwork)
{
    const std::vector<std::string> algorithms{"RingAllReduce",
                                              "RingAllGather",
                                              "RingReduceScatter",
                                              "HalvingDoublingAllReduce",
                                              "DoubleBinaryTreeAllReduce",
                                              "PairwiseAllToAll",
                                              "DirectAllToAll",
                                              "PatAllGather",
                                              "BinomialTreeBroadcast"};
    Dice dice(1);
    for (uint32_t draw = 0; draw < 60; ++draw)
    {
        const auto& algorithm = algorithms[dice(static_cast<uint32_t>(algorithms.size()))];
        const uint32_t ranks = 2 + dice(19);
        const auto bytes = static_cast<uint64_t>(std::pow(2, 8 + dice(180) / 10.));
        const auto topology = Topology("StarTopology",
                                       {{"Hosts", std::to_string(ranks)},
                                        {"Rate", dice(2) == 0 ? "100Gbps" : "400Gbps"},
                                        {"Delay", dice(2) == 0 ? "10ns" : "2us"}});
        const auto workload = Make<FabricWorkload>("CollectiveWorkload",
                                                   {{"Algorithm", "ns3::" + algorithm},
                                                    {"Bytes", std::to_string(bytes)},
                                                    {"Iterations", std::to_string(1 + dice(3))}});
        const double idealPs = Run("IdealTransport", topology, nullptr, workload);
        const double lawPs = Run("LawTransport", topology, nullptr, workload);
        EXPECT_NEAR(lawPs, idealPs, 0.06 * idealPs + 1e6)
            << algorithm << " among " << ranks << " hosts, " << bytes << " B";
        EXPECT_EQ(m_job->GetJob().hostOfRank.size(), 1u);
        EXPECT_EQ(m_job->GetJob().GetRankCount(), ranks);
    }
}

/** Slow links between leaves, on which an ideal network that sprays shares as evenly as the law. */
TEST_F(Law, AnyRingAndAllToAllOnSlowUplinksTakesTheTimeOfAnIdealNetwork)
{
    const std::vector<std::string> algorithms{"RingAllReduce",
                                              "PairwiseAllToAll",
                                              "DirectAllToAll"};
    Dice dice(2);
    for (uint32_t draw = 0; draw < 30; ++draw)
    {
        const auto& algorithm = algorithms[dice(static_cast<uint32_t>(algorithms.size()))];
        const auto topology = Topology("LeafSpineTopology",
                                       {{"Leaves", std::to_string(2 + dice(3))},
                                        {"Spines", std::to_string(1 + dice(3))},
                                        {"HostsPerLeaf", std::to_string(2 + dice(4))},
                                        {"HostRate", "100Gbps"},
                                        {"UplinkRate", dice(2) == 0 ? "100Gbps" : "40Gbps"}});
        const auto workload = Make<FabricWorkload>(
            "CollectiveWorkload",
            "Algorithm=ns3::" + algorithm + " Bytes=" + std::to_string(1'000'000 * (1 + dice(30))) +
                " Placement=ns3::StripedPlacement");
        m_pathSelector = "ns3::SprayPathSelector";
        const double idealPs = Run("IdealTransport", topology, nullptr, workload);
        m_pathSelector.clear();
        const double lawPs = Run("LawTransport", topology, nullptr, workload);
        EXPECT_NEAR(lawPs, idealPs, 0.06 * idealPs)
            << algorithm << " among " << topology.hosts.size() << " hosts";
    }
}

TEST_F(Law, WhatALawDoesNotKnowIsRefused)
{
    const auto topology = Topology("StarTopology", {{"Hosts", "4"}});
    const auto refuse =
        [&](const std::string& type, const std::string& attribute, const std::string& value) {
            const auto workload = Make<FabricWorkload>(type, {{attribute, value}});
            EXPECT_THROW(Run("LawTransport", topology, nullptr, workload), InputError) << attribute;
        };
    refuse("CollectiveWorkload", "SaveGraph", "graph.json");
    refuse("TrainingWorkload", "Storage", "ns3::TrainingStorage[Hosts=3]");
}

/**
 * |law - ideal| <= 4 %: the network cards are shared by messages of the pipeline and of the
 * gradients, which the law leaves out.
 */
TEST_F(Law, ATrainingStepIsFolded)
{
    const auto server = MakeServer("dgx-h100", {{"NvlinkModel", "flows"}});
    const auto topology =
        Topology("RailOptimizedTopology", {{"Servers", "4"}, {"HostRate", "400Gbps"}});
    for (const std::string schedule : {"OneFOneBSchedule", "GpipeSchedule"})
    {
        const auto workload = Make<FabricWorkload>(
            "TrainingWorkload",
            "Model=ns3::TransformerModel[Layers=4|Hidden=2048|Heads=16|Sequence=1024] "
            "Parallel=ns3::ParallelLayout[Tensor=8|Pipeline=2] Schedule=ns3::" +
                schedule + " GlobalBatch=8 ZeroStage=1");
        const double idealPs = Run("IdealTransport", topology, server, workload);
        const double lawPs = Run("LawTransport", topology, server, workload);
        EXPECT_NEAR(lawPs, idealPs, 0.04 * idealPs) << schedule;
        EXPECT_EQ(m_job->GetJob().hostOfRank.size(), 2u);
        EXPECT_EQ(m_job->GetJob().GetRankCount(), 32u);
        const auto figures = workload->GetFigures(m_job->GetJob(), m_job->GetTimes());
        EXPECT_EQ(figures.front().name, "iteration time");
        EXPECT_NEAR(figures.front().value, lawPs / 1e9, 1e-6);
    }
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "known-object.h"
#include "network-test.h"

#include "ns3/collective-workload.h"
#include "ns3/gpu-server.h"
#include "ns3/input-error.h"
#include "ns3/pointer.h"
#include "ns3/training-stragglers.h"
#include "ns3/training-workload.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

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

/** Messages of a rank over NVLink and over its network card, to the same ranks first. */
TEST_F(Law, DirectAllToAllsOverServersTakeTheTimeOfAnIdealNetwork)
{
    const auto server = MakeServer("dgx-h100");
    for (const std::string servers : {"1", "2", "3"})
    {
        const auto topology =
            Topology("RailOptimizedTopology", {{"Servers", servers}, {"HostRate", "400Gbps"}});
        const auto workload = Make<FabricWorkload>("CollectiveWorkload",
                                                   "Algorithm=ns3::DirectAllToAll Bytes=16000000");
        m_pathSelector = "ns3::SprayPathSelector"; // no paths that collide
        const double idealPs = Run("IdealTransport", topology, server, workload);
        m_pathSelector.clear();
        const double lawPs = Run("LawTransport", topology, server, workload);
        EXPECT_NEAR(lawPs, idealPs, 0.06 * idealPs) << servers << " servers";
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

namespace
{

/** Steps of training with GPUs that are not equally fast; the links are those of a star. */
class LawOfStragglers : public Law
{
  protected:
    /**
     * @param ranks number of GPUs
     * @param layers number of layers
     * @param attributes attributes of the workload
     */
    void Describe(uint32_t ranks, uint32_t layers, const Attributes& attributes)
    {
        m_topology =
            Topology("StarTopology", {{"Hosts", std::to_string(ranks)}, {"Rate", "400Gbps"}});
        m_attributes = attributes;
        m_attributes.push_back({"Model",
                                "ns3::TransformerModel[Layers=" + std::to_string(layers) +
                                    "|Hidden=" + std::to_string(HIDDEN) +
                                    "|Heads=" + std::to_string(HEADS) +
                                    "|Vocabulary=1|Sequence=" + std::to_string(SEQUENCE) + "]"});
        m_attributes.push_back({"PeakFlops", "1e13"});
        m_attributes.push_back({"Efficiency", "1"});
        m_attributes.push_back({"BucketBytes", "1000000000"});
    }

    /** @return duration of the step in ps */
    double RunStep(const std::string& transport, const Attributes& stragglers)
    {
        const auto workload = Make<FabricWorkload>("TrainingWorkload", m_attributes);
        workload->SetAttribute(
            "Stragglers",
            PointerValue(Make<TrainingStragglers>("TrainingStragglers", stragglers)));
        workload->AssignStreams(STREAM);
        return Run(transport, m_topology, nullptr, workload);
    }

    /** @return factors of the GPUs that such a job draws, from kernels of a second each */
    static std::vector<double> DrawFactors(uint32_t ranks, const Attributes& stragglers)
    {
        const auto part = Make<TrainingStragglers>("TrainingStragglers", stragglers);
        part->AssignStreams(STREAM + 1);
        CommunicationGraph graph(ranks);
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            graph.AddCompute(rank, PS_PER_SECOND);
        }
        part->Stretch(graph, ranks);
        std::vector<double> factors;
        for (uint32_t rank = 0; rank < ranks; ++rank)
        {
            factors.push_back(static_cast<double>(graph.GetNode(rank).timePs) / PS_PER_SECOND);
        }
        return factors;
    }

    /** @return time of the kernels of some tokens, forward and backward through layers, in ps */
    static double GetKernelPs(double tokens, double layers)
    {
        const double flops = 24. * HIDDEN * HIDDEN + 4. * SEQUENCE * HIDDEN; // a token and layer
        return 3 * tokens * layers * flops / 1e13 * PS_PER_SECOND;
    }

    /**
     * Expects that a step takes longer by a time by law, and as long in an ideal network, in which
     * a collective is a little shorter if its ranks begin at different times.
     *
     * @param stragglers attributes of the stragglers
     * @param morePs by how much, in ps
     * @param tolerance share of morePs that may be missing by law
     */
    void ExpectLonger(const Attributes& stragglers, double morePs, double tolerance)
    {
        const double evenPs = RunStep("LawTransport", {});
        const double lawPs = RunStep("LawTransport", stragglers);
        EXPECT_NEAR(lawPs - evenPs, morePs, tolerance * morePs)
            << m_topology.hosts.size() << " hosts";
        EXPECT_NEAR(RunStep("IdealTransport", stragglers), lawPs, 0.04 * lawPs)
            << m_topology.hosts.size() << " hosts";
    }

    static constexpr uint32_t HEADS = 408; //!< 3 * 8 * 17
    static constexpr uint32_t HIDDEN = 816;
    static constexpr uint32_t SEQUENCE = 128;
    static constexpr int64_t STREAM = 7;
    FabricTopology m_topology;
    Attributes m_attributes;
};

const Attributes SPREAD = "GpuFactor=ns3::LogNormalRandomVariable[Mu=0|Sigma=0.2]";

} // namespace

/** Replicas meet at the end of the step: the slowest one counts. */
TEST_F(LawOfStragglers, DataParallelReplicasWaitForTheSlowestOne)
{
    for (const uint32_t ranks : {3, 8, 17})
    {
        Describe(ranks, 2, {{"GlobalBatch", std::to_string(4 * ranks)}});
        const auto factors = DrawFactors(ranks, SPREAD);
        const double slowest = *std::max_element(factors.begin(), factors.end());
        ASSERT_GT(slowest, 1.05);
        ExpectLonger(SPREAD, (slowest - 1) * GetKernelPs(4 * SEQUENCE, 2), 0.01);
    }
}

/** A tensor parallel group meets after each kernel, and the same GPU is always the slowest. */
TEST_F(LawOfStragglers, TensorParallelRanksWaitForTheSlowestOne)
{
    for (const uint32_t ranks : {3, 8, 17})
    {
        Describe(ranks,
                 2,
                 {{"Parallel", "ns3::ParallelLayout[Tensor=" + std::to_string(ranks) + "]"},
                  {"GlobalBatch", "64"},
                  {"MicroBatch", "64"}});
        const auto factors = DrawFactors(ranks, SPREAD);
        const double slowest = *std::max_element(factors.begin(), factors.end());
        ExpectLonger(SPREAD, (slowest - 1) * GetKernelPs(64. * SEQUENCE, 2) / ranks, 0.01);
    }
}

/**
 * A kernel of n ranks takes the mean of the largest of n draws. For a normal distribution it is e
 * standard deviations above the mean: e = 0.8463, 1.4236, 1.7939 (Tippett, Biometrika 1925).
 */
TEST_F(LawOfStragglers, TensorParallelRanksWaitForTheSlowestKernel)
{
    const std::map<uint32_t, double> aboveMean{{3, 0.8463}, {8, 1.4236}, {17, 1.7939}};
    for (const auto& [ranks, above] : aboveMean)
    {
        // 4 kernels of 24 layers and of 16 micro-batches: 1,536 draws of the largest.
        Describe(ranks,
                 24,
                 {{"Parallel", "ns3::ParallelLayout[Tensor=" + std::to_string(ranks) + "]"},
                  {"GlobalBatch", "128"},
                  {"MicroBatch", "8"}});
        ExpectLonger("KernelFactor=ns3::NormalRandomVariable[Mean=1|Variance=0.0025]",
                     above * 0.05 * GetKernelPs(128. * SEQUENCE, 24) / ranks,
                     0.05);
    }
}

/** A pipeline of p stages and m micro-batches: the sum of all stages, and m - 1 of the slowest. */
TEST_F(LawOfStragglers, APipelineWaitsForItsSlowestStage)
{
    for (const uint32_t ranks : {3, 8, 17})
    {
        Describe(ranks,
                 ranks,
                 {{"Parallel", "ns3::ParallelLayout[Pipeline=" + std::to_string(ranks) + "]"},
                  {"Schedule", "ns3::GpipeSchedule"},
                  {"GlobalBatch", "80"},
                  {"MicroBatch", "4"}});
        const auto factors = DrawFactors(ranks, SPREAD);
        double stages = 19 * (*std::max_element(factors.begin(), factors.end()) - 1);
        for (const double factor : factors)
        {
            stages += factor - 1;
        }
        ExpectLonger(SPREAD, stages * GetKernelPs(4 * SEQUENCE, 1), 0.02);
    }
}

/** Two copies of a pipeline of two stages with two ranks each. */
TEST_F(LawOfStragglers, TheSlowestReplicaOfGroupsAndStagesCounts)
{
    Describe(8,
             2,
             {{"Parallel", "ns3::ParallelLayout[Tensor=2|Pipeline=2]"},
              {"Schedule", "ns3::GpipeSchedule"},
              {"GlobalBatch", "320"},
              {"MicroBatch", "16"}});
    const Attributes slow = "GpuFactor=ns3::LogNormalRandomVariable[Mu=0|Sigma=0.2] "
                            "SlowShare=0.3 SlowFactor=1.5";
    const auto factors = DrawFactors(8, slow);
    double slowestCopy = 0;
    for (const uint32_t copy : {0, 1})
    {
        // Ranks are numbered by tensor, data and pipeline.
        const auto stage = [&](uint32_t number) {
            const uint32_t first = 4 * number + 2 * copy;
            return std::max(factors[first], factors[first + 1]);
        };
        slowestCopy = std::max(slowestCopy, stage(0) + stage(1) + 9 * std::max(stage(0), stage(1)));
    }
    ExpectLonger(slow, (slowestCopy - 11) * GetKernelPs(16 * SEQUENCE, 1) / 2, 0.03);
}

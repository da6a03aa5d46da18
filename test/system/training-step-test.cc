// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include <string>

using namespace ns3;

namespace
{

/**
 * Training steps on an idle RoCEv2 network against times by hand. All hosts are at one switch with
 * links of 100 Gb/s and 1 us; GPUs reduce in no time, so that only kernels and messages count.
 */
class TrainingStepTest : public NetworkTest
{
  protected:
    /**
     * A message of S B on an idle link: full packets of 4096 B with 82 B around them (Ethernet 18,
     * preamble and gap 20, IPv4 20, UDP 8, BTH 12, ICRC 4), and one acknowledgement of 86 B per 8
     * packets on the same wire from what comes the other way. Then 2 us on two links, and the last
     * packet once more, as the switch stores it.
     */
    static double MessagePs(double bytes)
    {
        const double wire = (4096 + 82 + 86 / 8.0) / 4096;
        return (bytes * wire + 4178) * 80 + 2e6;
    }

    /** @return of a ring all-reduce among n ranks: 2 (n - 1) messages of an n-th */
    static double AllReducePs(uint32_t n, double bytes)
    {
        return 2 * (n - 1) * MessagePs(bytes / n);
    }

    /**
     * Runs a step.
     *
     * @param ranks how many
     * @param attributes of the workload
     * @return its time, ps
     */
    double Run(uint32_t ranks, Attributes attributes)
    {
        Simulator::Destroy();
        Build("RoceFabric",
              "CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker "
              "Gpu=ns3::Gpu[ReduceRate=0bps|CopyRate=0bps] Nic=ns3::RdmaNic[MtuBytes=4096] "
              "Switch=ns3::FabricSwitch[Latency=0ns]",
              Topology("StarTopology",
                       {{"Hosts", std::to_string(ranks)}, {"Rate", "100Gbps"}, {"Delay", "1us"}}));
        attributes.insert(attributes.begin(), {"PeakFlops", "1e12"});
        attributes.emplace_back("Efficiency", "1");
        const auto job = Add("TrainingWorkload", attributes);
        if (m_slowRank < ranks)
        {
            m_network.gpus[m_slowRank]->SetSlowdown(2);
        }
        Simulator::Run();
        ExpectLosslessEnd();
        return static_cast<double>(job->GetFinishPs() - job->GetStartPs());
    }

    /**
     * A step with a layer of two experts on each of four stages.
     *
     * @param routing further attributes of the model
     * @param schedule schedule of the stages
     * @param bytes bytes of each number to and from the experts
     */
    double RunExperts(const std::string& routing,
                      const std::string& schedule,
                      const std::string& bytes)
    {
        return Run(
            8,
            {{"Model",
              std::string(
                  "ns3::TransformerModel[Layers=4|Hidden=256|Heads=4|Vocabulary=1|Sequence=4|"
                  "Experts=2|ActiveExperts=1|ExpertHidden=1024") +
                  routing + "]"},
             {"Parallel", "ns3::ParallelLayout[Pipeline=4|Expert=2]"},
             {"Schedule", schedule},
             {"MicroBatch", "256"},
             {"GlobalBatch", "6144"},
             {"ActivationBytes", "0.125"},
             {"DispatchBytes", bytes},
             {"CombineBytes", bytes},
             {"PeakFlops", "1e13"}});
    }

    uint32_t m_slowRank{UINT32_MAX}; //!< whose GPU takes twice as long for everything, if any
};

/**
 * 4 layers of 256 and a vocabulary of 8192: FLOPs forward per token 2 (12 h^2 l + h V) + 4 s h l.
 */
constexpr double HIDDEN = 256;
const std::string SMALL_MODEL =
    "ns3::TransformerModel[Layers=4|Hidden=256|Heads=4|Vocabulary=8192|Sequence=256]";

/** Of SMALL_MODEL forward per token, without output embedding, and of that. */
constexpr double LAYER_FLOPS = 24 * HIDDEN * HIDDEN + 4 * 256 * HIDDEN;
constexpr double HEAD_FLOPS = 2 * HIDDEN * 8192;

/** Four stages of a layer each, hardly a vocabulary, six micro-batches. */
const Attributes PIPELINE{
    "Model=ns3::TransformerModel[Layers=4|Hidden=256|Heads=4|Vocabulary=1|Sequence=256] "
    "Parallel=ns3::ParallelLayout[Pipeline=4] Schedule=ns3::GpipeSchedule MicroBatch=16 "
    "GlobalBatch=96 PeakFlops=4e13"};

} // namespace

TEST_F(TrainingStepTest, DataParallelismCostsOneAllReduceOfTheGradients)
{
    // One micro-batch of one sequence per rank: 256 tokens, three times the forward FLOPs, then
    // the gradients of all parameters in one bucket: 4 (12 h^2 + 2 h) + 2 V h + h, of 2 B.
    const double computePs = 3 * 256 * (4 * LAYER_FLOPS + HEAD_FLOPS) / 10; // at 1e13 FLOP/s
    const double gradients =
        2 * (4 * (12 * HIDDEN * HIDDEN + 2 * HIDDEN) + 2 * 8192 * HIDDEN + HIDDEN);
    const Attributes step{"Model=" + SMALL_MODEL + " BucketBytes=1000000000 PeakFlops=1e13"};
    const double expected = computePs + AllReducePs(4, gradients);
    EXPECT_NEAR(Run(4, step) / expected, 1, 0.01);

    // ZeRO-1: half the way for gradients, and the other half for parameters.
    auto zero = step;
    zero.emplace_back("ZeroStage", "1");
    EXPECT_NEAR(Run(4, zero) / expected, 1, 0.01);
}

TEST_F(TrainingStepTest, TensorParallelismCostsFourAllReducesPerLayer)
{
    // 16 sequences of 256 tokens on two ranks. Two all-reduces per layer in each direction, one for
    // the input embedding and one for the output's gradient: 18 of 4096 tokens * 256 * 2 B.
    const double computePs = 3 * 4096 * (4 * LAYER_FLOPS + HEAD_FLOPS) / 2 / 10; // at 1e13 FLOP/s
    const double expected = computePs + 18 * AllReducePs(2, 4096 * HIDDEN * 2);
    const Attributes step{"Model=" + SMALL_MODEL +
                          " Parallel=ns3::ParallelLayout[Tensor=2] MicroBatch=16 PeakFlops=1e13"};
    EXPECT_NEAR(Run(2, step) / expected, 1, 0.01);

    // The same bytes as reduce-scatter and all-gather; layers taken together change nothing.
    auto shared = step;
    shared.emplace_back("SequenceParallel", "true");
    shared.emplace_back("LayersPerKernel", "4");
    EXPECT_NEAR(Run(2, shared) / expected, 1, 0.01);
}

TEST_F(TrainingStepTest, AGpipePipelineTakesItsLengthAndTheWay)
{
    // A layer per stage and hardly a vocabulary: f = b / 2 for each of 4 stages. With x a message
    // of 16 * 256 tokens * 256 * 2 B: m (f + b) + (p - 1) (f + b + 2 x), see the unit test of
    // plans.
    const double f = 4096 * LAYER_FLOPS / 40; // at 4e13 FLOP/s
    const double x = MessagePs(4096 * HIDDEN * 2);
    ASSERT_LT(x, f);
    ASSERT_GT(x, f / 2);
    const double expected = 6 * 3 * f + 3 * (3 * f + 2 * x);
    EXPECT_NEAR(Run(4, PIPELINE) / expected, 1, 0.01);
}

TEST_F(TrainingStepTest, OnAFastNetworkABubbleIsThatOfTheSchedule)
{
    // 8 layers; scores of 4 tokens are 0.3 % of a layer, messages of 2 KB take a few us.
    // f per layer and micro-batch: 4 tokens (24 h^2 + 16 h); at 1e12 FLOP/s 6.3 us, so slow down.
    const double f = 4 * (24 * HIDDEN * HIDDEN + 16 * HIDDEN) * 1e4; // ps at 1e8 FLOP/s
    const auto run = [&](const std::string& schedule) {
        return Run(4,
                   {{"Model",
                     "ns3::TransformerModel[Layers=8|Hidden=256|Heads=4|Vocabulary=1|Sequence=4]"},
                    {"Parallel", "ns3::ParallelLayout[Pipeline=4]"},
                    {"Schedule", schedule},
                    {"GlobalBatch", "12"},
                    {"PeakFlops", "1e8"}}) /
               f;
    };
    // In units of f: a stage has 2 layers, so 12 micro-batches take 12 * 2 * 3 = 72, and the bubble
    // 3 / 12 of that with GPipe and 1F1B, half with two chunks.
    EXPECT_NEAR(run("ns3::OneFOneBSchedule"), 72 + 18, 0.2);
    EXPECT_NEAR(run("ns3::GpipeSchedule"), 72 + 18, 0.2);
    EXPECT_NEAR(run("ns3::InterleavedSchedule[Chunks=2]"), 72 + 9, 0.2);
    // DualPipe: (p / 2 - 1) (f + 2 b - 3 w) = 2 f per part, 4 in units of a layer. A forward pass
    // that overlaps a backward one is over before the last layer of that one, 2 units, so it may be
    // as much better, but not more.
    const double dualPipe = run("ns3::DualPipeSchedule");
    EXPECT_LE(dualPipe, 72 + 4 + 0.2);
    EXPECT_GE(dualPipe, 72 + 2);
}

TEST_F(TrainingStepTest, ASlowGpuDelaysWhatTheGraphSays)
{
    // Data parallel: all wait for the kernels of one, at 1e11 FLOP/s 89 ms more. What came to it
    // meanwhile leaves with its own share of the gradients: at most 3 messages, 1 % of that.
    const Attributes data{"Model=" + SMALL_MODEL + " BucketBytes=1000000000 PeakFlops=1e11"};
    const double computePs = 3 * 256 * (4 * LAYER_FLOPS + HEAD_FLOPS) * 10;
    const double fast = Run(4, data);
    m_slowRank = 2;
    EXPECT_NEAR((Run(4, data) - fast) / computePs, 1, 0.01);

    // GPipe, where a stage becomes the narrowest place: its m micro-batches take 2 m (f + b), and
    // the first one's way there and the last one's way back are as before but for its own:
    // 2 m (f + b) + (p - 1) (f + b + 2 x).
    const double f = 4096 * LAYER_FLOPS / 40;
    const double x = MessagePs(4096 * HIDDEN * 2);
    const double expected = 2 * 6 * 3 * f + 3 * (3 * f + 2 * x);
    EXPECT_NEAR(Run(4, PIPELINE) / expected, 1, 0.01);
}

TEST_F(TrainingStepTest, DualPipeHidesTheAllToAllOfItsPairs)
{
    // A layer with 2 experts per stage, one each on two ranks: 1024 tokens of a micro-batch send
    // half of their 256 * 2 B to the other rank, twice per pass. With 0.125 B instead of 2 each of
    // these takes d less. On the way to the next stage 0.125 B are as good as nothing.
    const double d = MessagePs(1024 * HIDDEN * 2 / 2) - MessagePs(1024 * HIDDEN * 0.125 / 2);
    // 1F1B shows all of them: m + p - 1 = 15 forward and as many backward passes follow each other.
    const std::string straight = "ns3::OneFOneBSchedule";
    EXPECT_NEAR((RunExperts("", straight, "2") - RunExperts("", straight, "0.125")) / d, 15 * 4, 3);
    // With p = 4 and m = 12 every stage has 7 pairs, in which a kernel of at least twice d covers
    // each, and 5 forward and 5 backward passes alone: 20 show on the first stage, and the two of
    // the pass through each of the 3 others that it waits for.
    const std::string dual = "ns3::DualPipeSchedule";
    EXPECT_NEAR((RunExperts("", dual, "2") - RunExperts("", dual, "0.125")) / d, 20 + 2 * 3, 1);
}

TEST_F(TrainingStepTest, TokensOnePerServerTakeTheirSharesAndHideInPairs)
{
    // The step above with one copy of a token per server, in eight slices: with one of two experts
    // a token the same half of the tokens crosses, so times and what is hidden are the same.
    const double d = MessagePs(1024 * HIDDEN * 2 / 2) - MessagePs(1024 * HIDDEN * 0.125 / 2);
    EXPECT_NEAR((RunExperts("|ExpertGroups=2|ActiveGroups=1", "ns3::OneFOneBSchedule", "2") -
                 RunExperts("|ExpertGroups=2|ActiveGroups=1", "ns3::OneFOneBSchedule", "0.125")) /
                    d,
                15 * 4,
                3);
    EXPECT_NEAR((RunExperts("|ExpertGroups=2|ActiveGroups=1", "ns3::DualPipeSchedule", "2") -
                 RunExperts("|ExpertGroups=2|ActiveGroups=1", "ns3::DualPipeSchedule", "0.125")) /
                    d,
                20 + 2 * 3,
                1.5);
}

TEST_F(TrainingStepTest, TheRankWithMostTokensDecides)
{
    // Zipf with exponent log2(3): of two experts one is chosen three times as often, so its rank
    // has 1.5 times the mean and gets 3/4 of the other one's tokens instead of 1/2, in 1 % of
    // 65,536 draws. To and fro, forward once and backward twice the FLOPs.
    const auto run = [&](const std::string& router) {
        return Run(2,
                   {{"Model",
                     "ns3::TransformerModel[Layers=1|Hidden=256|Heads=4|Vocabulary=1|Sequence=4|"
                     "Experts=2|ActiveExperts=1|ExpertHidden=1024]"},
                    {"Parallel", "ns3::ParallelLayout[Expert=2]"},
                    {"ExpertRouter", router},
                    {"MicroBatch", "256"},
                    {"DispatchBytes", "1"},
                    {"CombineBytes", "1"}});
    };
    const double kernelsPs = 3 * 1024 * 2.0 * 2 * 256 * 1024; // of even experts
    const double messagesPs = 4 * (MessagePs(1024 * HIDDEN * 0.75) - MessagePs(1024 * HIDDEN / 2));
    for (const std::string copies : {"per-expert", "per-server"})
    {
        const double more = run("ns3::ExpertRouter[Skew=1.5849625|Copies=" + copies + "]") -
                            run("ns3::ExpertRouter[Copies=" + copies + "]");
        EXPECT_NEAR(more / (0.5 * kernelsPs + messagesPs), 1, 0.02) << copies;
    }
}

TEST_F(TrainingStepTest, FsdpShowsOnlyTheFirstGatheringAndTheLastReduction)
{
    // Kernels of a layer take 470 us forward, longer than any gathering. Shown are, at the start,
    // the input embedding, V h, and the first layer, 12 h^2 + 2 h; at the end the reduction of the
    // gradients of these two, one after the other. Each is 3 messages of a quarter of 2 B each.
    const double computePs = 3 * 256 * (4 * LAYER_FLOPS + HEAD_FLOPS);
    const double layer = 2 * (12 * HIDDEN * HIDDEN + 2 * HIDDEN);
    const double embedding = 2 * 8192 * HIDDEN;
    const double shown = 2 * 3 * (MessagePs(layer / 4) + MessagePs(embedding / 4));
    const double time = Run(4, {{"Model", SMALL_MODEL}, {"ZeroStage", "3"}, {"BucketBytes", "1"}});
    EXPECT_NEAR((time - computePs) / shown, 1, 0.05);
}

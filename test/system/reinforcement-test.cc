// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Loops of reinforcement learning against times by hand.

#include "runner-test.h"
#include "simulated-run.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/**
 * A model of 2 (12 h^2 + 2 h) + h + 2 V h = 6,310,400 parameters with h = 512 and V = 16: weights
 * of 12,620,800 B, which a link of 10 Gb/s carries in 10.1 ms. A token of a rollout takes the host
 * 1 ms and kernels some us, an update 50 ms for its optimizer. So with 100 tokens in each response
 *
 *     rollout 100 ms     reward 20 ms     update 50 ms     weights 10.3 ms for each copy sent
 */
constexpr double ROLLOUT = 100; // ms
constexpr double REWARD = 20;   // ms
constexpr double UPDATE = 50;   // ms
constexpr double BYTES = 12'620'800;
constexpr double WEIGHTS = BYTES * 8 / 10e6 * (4096 + 82) / 4096; // ms, with headers
constexpr double SHARE = 0.03; //!< kernels, headers, latencies and samples

class ReinforcementTest : public RunnerTest
{
  protected:
    /**
     * @param hosts number of hosts at one switch
     * @param more members of the workload, in place of those of the model above
     * @param fabric further members of the fabric
     * @param rest further members of the scenario
     */
    static std::string Scenario(uint32_t hosts,
                                const std::string& more = "",
                                const std::string& fabric = R"("transport": "ideal")",
                                const std::string& rest = "")
    {
        std::string members =
            R"("type": "reinforcement", "model": {"type": "transformer", "layers": 2, "hidden": 512,
               "heads": 8, "vocabulary": 16, "sequence": 1000})";
        for (const std::string usual : {R"("prompts": 17)",
                                        R"("samples": 1)",
                                        R"("promptTokens": 1)",
                                        R"("responseTokens": 100)",
                                        R"("responseSpread": 0)",
                                        R"("iterationOverhead": "1ms")",
                                        R"("kernelOverhead": "0s")",
                                        R"("collectiveLatency": "0s")",
                                        R"("rewardTime": "20ms")",
                                        R"("optimizerTime": "50ms")",
                                        R"("logProbPasses": 0)",
                                        R"("iterations": 6)"})
        {
            if (!Has(more, usual.substr(0, usual.find(':'))))
            {
                members += ", " + usual;
            }
        }
        return R"({"topology": {"type": "star", "rate": "10Gbps", "hosts": )" +
               std::to_string(hosts) + R"(}, "fabric": {"type": "roce", )" + fabric + "}, " + rest +
               R"("workload": {)" + members + (more.empty() ? "" : ", " + more) + "}}";
    }

    /** @return figures of a run that ended well */
    static std::map<std::string, double> Run(const std::string& scenario)
    {
        const auto run = Simulate(scenario);
        EXPECT_EQ(run.outcome.status, 0) << run.outcome.text;
        return run.figures;
    }

    static void ExpectNear(double value, double expected, const std::string& what)
    {
        EXPECT_NEAR(value / expected, 1, SHARE) << what << ": " << value << " of " << expected;
    }
};

} // namespace

TEST_F(ReinforcementTest, SynchronousPartsAddUp)
{
    const auto figures = Run(Scenario(2));
    ExpectNear(figures.at("rollout"), ROLLOUT, "rollout");
    ExpectNear(figures.at("reward"), REWARD, "reward");
    ExpectNear(figures.at("update"), UPDATE, "update");
    ExpectNear(figures.at("weights"), WEIGHTS, "weights");
    ExpectNear(figures.at("weights exposed"), WEIGHTS, "exposed");
    const double whole = ROLLOUT + REWARD + UPDATE + WEIGHTS;
    ExpectNear(figures.at("iteration time"), whole, "iteration");
    ExpectNear(figures.at("training GPUs idle"), 100 * (1 - UPDATE / whole), "training");
    ExpectNear(figures.at("rollout GPUs idle"), 100 * (1 - ROLLOUT / whole), "rollout");
    ExpectNear(figures.at("tokens per second"), 17 * 101 / whole * 1000, "tokens");
    EXPECT_EQ(figures.at("weights sent"), (BYTES + 64) / 1e9); // and the notice of the receiver
    EXPECT_EQ(figures.at("staleness"), 0);
    EXPECT_EQ(figures.at("longest response"), 100);
    EXPECT_EQ(Run(Scenario(2, R"("iterations": 1)")).count("weights exposed"), 0u);
}

TEST_F(ReinforcementTest, OneStepBehindTheLongerSideDecides)
{
    const auto rollouts = Run(Scenario(2, R"("staleness": 1)"));
    ExpectNear(rollouts.at("iteration time"), ROLLOUT + WEIGHTS, "rollouts are longer");
    EXPECT_NEAR(rollouts.at("staleness"), 5 / 6.0, 1e-6); // the first batch of six has the newest
    ExpectNear(rollouts.at("weights exposed"), WEIGHTS, "exposed");
    const auto updates = Run(Scenario(2, R"("staleness": 1, "optimizerTime": "150ms")"));
    ExpectNear(updates.at("iteration time"), 150 + WEIGHTS, "updates are longer");
}

TEST_F(ReinforcementTest, OverlappedWeightsAreHidden)
{
    const auto rollouts = Run(Scenario(2, R"("staleness": 1, "overlapWeights": true)"));
    ExpectNear(rollouts.at("iteration time"), ROLLOUT, "rollouts are longer");
    EXPECT_LT(rollouts.at("weights exposed"), 0.02 * WEIGHTS);
    const auto updates =
        Run(Scenario(2, R"("staleness": 1, "overlapWeights": true, "optimizerTime": "150ms")"));
    ExpectNear(updates.at("iteration time"), 150, "updates are longer");
    // Nothing of the order changes if everything is synchronous.
    const auto synchronous = Run(Scenario(2, R"("overlapWeights": true)"));
    ExpectNear(synchronous.at("iteration time"),
               ROLLOUT + REWARD + UPDATE + WEIGHTS,
               "synchronous");
}

TEST_F(ReinforcementTest, AnOwnerSendsToEachReplica)
{
    // 17 replicas have a prompt each, three have 5 or 6; nothing else differs, as all responses of
    // a batch are generated together.
    for (const uint32_t replicas : {3u, 17u})
    {
        const auto figures =
            Run(Scenario(replicas + 1, R"("replicas": )" + std::to_string(replicas)));
        ExpectNear(figures.at("weights"), replicas * WEIGHTS, "weights");
        ExpectNear(figures.at("iteration time"),
                   ROLLOUT + REWARD + UPDATE + replicas * WEIGHTS,
                   "iteration");
    }
}

TEST_F(ReinforcementTest, ABroadcastLeavesOnce)
{
    // A chain of R ranks with k slices: (R + k - 1) / k of the time of one copy.
    const double slices = 127;
    for (const uint32_t replicas : {3u, 17u})
    {
        for (const std::string type : {"shard-broadcast", "model-broadcast"})
        {
            const auto figures = Run(Scenario(
                replicas + 1,
                R"("iterations": 2, "replicas": )" + std::to_string(replicas) +
                    R"(, "weightSync": ")" + type +
                    R"(", "broadcast": {"type": "ring-broadcast", "sliceBytes": 100000})"));
            ExpectNear(figures.at("weights"), (replicas + slices - 1) / slices * WEIGHTS, type);
        }
    }
}

TEST_F(ReinforcementTest, FourShardsBecomeTwoOnTheWay)
{
    // Each of two GPUs gets two shards of a quarter: matrices and embeddings divided by 4, 5 norms
    // of 512 whole. The two receive at the same time.
    const auto run =
        Simulate(Scenario(6, R"("parallel": {"tensor": 4}, "replicaGpus": 2, "iterations": 1)"));
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
    const std::string shard = std::to_string(2 * ((6'310'400 - 5 * 512) / 4 + 5 * 512));
    int messages = 0;
    for (const auto& row : run.messages)
    {
        if (row.at("size_bytes") == shard)
        {
            EXPECT_EQ(std::stoi(row.at("source_host")) / 2 + 4, std::stoi(row.at("dest_host")));
            ++messages;
        }
    }
    EXPECT_EQ(messages, 4);
    ExpectNear(run.figures.at("weights"), 2 * std::stod(shard) / BYTES * WEIGHTS, "weights");
}

TEST_F(ReinforcementTest, Fp8HalvesTheWeights)
{
    const auto figures = Run(Scenario(2, R"("weightBits": 8, "iterations": 2)"));
    ExpectNear(figures.at("weights"), WEIGHTS / 2, "weights");
}

TEST_F(ReinforcementTest, ALateReplicaDelaysTheUpdate)
{
    // The second of three replicas takes three times as long; synchronous training waits for it.
    const auto figures =
        Run(Scenario(4,
                     R"("replicas": 3)",
                     R"("transport": "ideal")",
                     R"("failures": {"type": "slow-gpu", "host": 2, "factor": 3}, )"));
    ExpectNear(figures.at("rollout"), 3 * ROLLOUT, "rollout");
    ExpectNear(figures.at("iteration time"),
               3 * ROLLOUT + REWARD + UPDATE + 3 * WEIGHTS,
               "iteration");
    // 11 of 17 responses are complete after 100 ms; 90 % are 16, so the slow replica's are among
    // them.
    EXPECT_NEAR(figures.at("long tail"), 0, 1e-6);
}

TEST_F(ReinforcementTest, ASlowGpuOfAReplicaDelaysTheOthersOfIt)
{
    const std::string more = R"("replicaGpus": 2)";
    const auto slow =
        Run(Scenario(3,
                     more,
                     R"("transport": "ideal")",
                     R"("failures": {"type": "slow-gpu", "host": 2, "factor": 2}, )"));
    ExpectNear(slow.at("rollout"), 2 * Run(Scenario(3, more)).at("rollout"), "rollout");
}

TEST_F(ReinforcementTest, RewardModelsReadOneResponseAfterTheOther)
{
    // 10 responses of 101 tokens, one after the other on one GPU of the reward model: an iteration
    // with the host's 1 ms each. Two copies share them.
    for (const uint32_t copies : {1u, 2u})
    {
        const auto figures = Run(
            Scenario(2 + copies,
                     R"("prompts": 10, "rewardTime": "0s", "iterations": 2, "rewardReplicas": )" +
                         std::to_string(copies)));
        // They come together and begin together: the texts are one message.
        ExpectNear(figures.at("reward"), 10, "reward");
        ExpectNear(figures.at("reward GPUs idle"),
                   100 * (1 - 10.0 / copies / (ROLLOUT + 10 + UPDATE + WEIGHTS)),
                   "reward GPUs");
    }
}

TEST_F(ReinforcementTest, TheTailIsBehindNineTenthsOfTheResponses)
{
    // 100 responses, log-normal: the longest takes as many milliseconds as it has tokens, and the
    // 90th of 100 ends when so many tokens of it are made.
    const auto figures = Run(Scenario(
        2,
        R"("prompts": 100, "responseSpread": 1, "maxResponseTokens": 2000, "iterations": 1)"));
    ExpectNear(figures.at("rollout"), figures.at("longest response"), "rollout");
    // exp(1.28) = 3.6 is the 90th percentile of the distribution, of 100 draws 2.9 to 4.6.
    const double ninetieth = figures.at("rollout") - figures.at("long tail");
    EXPECT_GT(ninetieth, 250);
    EXPECT_LT(ninetieth, 520);
    EXPECT_GT(figures.at("long tail"), 200);
}

TEST_F(ReinforcementTest, ColocatedGpusTakeTurns)
{
    // Two ranks with a copy each need no bytes; they generate and train in turn.
    const auto figures = Run(Scenario(2, R"("colocated": true, "replicas": 2)"));
    const double gradients = 2 * WEIGHTS / 2; // all-reduce of two
    ExpectNear(figures.at("iteration time"), ROLLOUT + REWARD + UPDATE + gradients, "iteration");
    EXPECT_EQ(figures.at("weights sent"), 0);
    EXPECT_EQ(figures.count("rollout GPUs idle"), 0u);
}

TEST_F(ReinforcementTest, LogProbabilitiesTakeForwardPasses)
{
    // 17 responses of 101 tokens are 2 sequences of 1,000. At 1e12 FLOP/s forward: 2 FLOPs for each
    // parameter of the matrices, 12 h^2 l + V h (the input is looked up), and scores of 4 h s l.
    const std::string peak =
        R"("peakFlops": 1e12, "efficiency": 1, "iterations": 1, "logProbPasses": )";
    const double none = Run(Scenario(2, peak + "0")).at("update");
    const double two = Run(Scenario(2, peak + "2")).at("update");
    const double flops = 2 * (2 * 12 * 512 * 512 + 16 * 512) + 4 * 512 * 1000 * 2;
    EXPECT_NEAR((two - none) / (2 * 2000 * flops / 1e9), 1, 0.01);
}

TEST_F(ReinforcementTest, PacketsTakeAsLongAsTheIdealOnAnIdleNetwork)
{
    const std::string more = R"("iterations": 2, "replicas": 3)";
    const double ideal = Run(Scenario(4, more)).at("iteration time");
    const double packets =
        Run(Scenario(4, more, R"("congestionControl": "none")")).at("iteration time");
    const double law = Run(Scenario(4, more, R"("transport": "law")")).at("iteration time");
    ExpectNear(packets, ideal, "packets");
    ExpectNear(law, ideal, "law");
}

TEST_F(ReinforcementTest, ThreadsChangeNothing)
{
    const std::string scenario =
        Scenario(7,
                 R"("iterations": 2, "replicas": 3, "replicaGpus": 2, "responseSpread": 0.5)",
                 R"("congestionControl": "none")");
    const auto one = Simulate(scenario, "--threads 1");
    const auto three = Simulate(scenario, "--threads 3");
    ASSERT_EQ(one.outcome.status, 0) << one.outcome.text;
    EXPECT_EQ(one.flows, three.flows);
    EXPECT_EQ(one.figures, three.figures);
}

TEST_F(ReinforcementTest, BadInputGetsALine)
{
    const auto refuse = [this](uint32_t hosts, const std::string& more, const std::string& line) {
        ExpectRefused(Scenario(hosts, more), "", "FILE:1: workload: ns3::" + line);
    };
    const std::string own = "ReinforcementWorkload: ";
    refuse(2, R"("globalBatch": 8)", own + "GlobalBatch: is 8; expected 0, since an update has");
    refuse(2, R"("workers": 2)", own + "Workers: is 2; expected 1, since");
    refuse(2,
           R"("replicas": 2)",
           own + "Replicas, ReplicaGpus: need 3 GPUs, 2 of them not for training; the job has 2");
    refuse(2, R"("trainingGpus": 3)", own + "TrainingGpus, Replicas, ReplicaGpus: need 4 GPUs");
    refuse(20, R"("replicas": 18)", own + "Prompts: is 17; expected at least Replicas, 18");
    refuse(8,
           R"("replicaGpus": 5)",
           own + "ReplicaGpus: is 5; expected a divisor of the model's 8 heads");
    refuse(8,
           R"("replicaGpus": 4, "replicaTensor": 2)",
           own + "ReplicaTensor: is 2; expected all GPUs of a replica, 4, since the model has no");
    refuse(8,
           R"("replicaGpus": 4, "replicaTensor": 3)",
           own + "ReplicaTensor: is 3; expected a divisor of the GPUs of a replica, 4");
    refuse(2,
           R"("colocated": true, "staleness": 1)",
           own + "Staleness: is 1; expected 0 with Colocated");
    refuse(2,
           R"("colocated": true, "weightSync": "shard-broadcast")",
           "ShardBroadcastWeightSync: a training rank would send weights to itself; expected");
    refuse(2,
           R"("colocated": true, "overlapWeights": true)",
           own + "OverlapWeights: is true; expected false with Colocated");
    refuse(3,
           R"("rewardReplicas": 1)",
           own + "RewardTime: is more than 0; expected 0 with RewardReplicas");
    refuse(2,
           R"("maxResponseTokens": 100000000)",
           own + "ReplicaGpus: are too few: keys and values of ");
    refuse(2, R"("responseTokensFile": "none.txt")", own + "ResponseTokensFile: ");
}

#endif // AI_FABRIC_RUN

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The time of a rollout, against sums by hand.

#include "fabric-test.h"

#include "ns3/rollout-replica.h"

#include <algorithm>
#include <numeric>

using namespace ns3;

namespace
{

class RolloutReplicaTest : public FabricTest
{
  protected:
    static ModelShape Shape()
    {
        ModelShape shape;
        shape.layers = 3;
        shape.hidden = 64;
        shape.heads = 4;
        shape.vocabulary = 100;
        return shape;
    }

    static RolloutReplica Replica(uint32_t gpus,
                                  const RolloutReplica::Overheads& overheads,
                                  const ModelShape& shape = Shape())
    {
        GpuModel gpu;
        return {InferenceCost(shape, {gpus, gpus, 2, 2}),
                ModelKernels(KernelTime(gpu, 1, 1), {}, 0),
                overheads};
    }

    static int64_t Sum(const std::vector<RolloutSegment>& segments)
    {
        return std::accumulate(
            segments.begin(),
            segments.end(),
            int64_t{0},
            [](int64_t sum, const auto& segment) { return sum + segment.timePs; });
    }

    static constexpr int64_t SECOND = 1'000'000'000'000;
    const RolloutReplica::Overheads m_slowHost{SECOND, 0, 1'000'000'000}; // kernels hardly count
};

} // namespace

TEST_F(RolloutReplicaTest, AnIterationIsHostKernelsAndAllReduces)
{
    // One token on two GPUs. Weights of a layer: 12 h^2 = 49,152, half on each GPU, in two kernels
    // of 4 h^2 and 8 h^2; the output has 6,400. Each is read from memory at 3.35 TB/s. The token's
    // own key and value: 2 h 2 B = 256 B a layer, half on each.
    const double bytes = 3 * (49'152 + 128.0) + 6'400;
    // Two all-reduces a layer of h 2 B = 128 B, of which each GPU sends 2 * 1/2, at 1 Gb/s, and 3
    // us.
    const double collectivePs = 6 * (3e6 + 128 * 8e3);
    ServingReplica::Iteration work;
    work.decodes = 1;
    work.decodeKeys = 1;
    work.outputs = 1;
    const auto replica = Replica(2, {7'000'000, 3'000'000, 1'000'000'000});
    EXPECT_NEAR(static_cast<double>(replica.GetPs(work)),
                7e6 + bytes / 3.35e12 * 1e12 + collectivePs,
                10);
}

TEST_F(RolloutReplicaTest, AllReadAPromptAsOnePrompt)
{
    // 1,000 tokens: the FLOPs decide, 2 * 12 h^2 a token and layer; scores of the token i with i
    // keys, 4 h each; the output for one token.
    GpuModel gpu;
    const double flops = 3 * (1'000 * 98'304.0 + 4 * 64 * 1'000 * 1'001 / 2.0);
    const auto replica = Replica(1, {0, 0, 1});
    EXPECT_NEAR(static_cast<double>(replica.GetPromptPs(1'000)),
                flops / gpu.bf16Flops * 1e12 + 12'800 / 3.35,
                10);
}

TEST_F(RolloutReplicaTest, EachResponseEndsWithItsLastToken)
{
    // The first iteration reads the prompt and makes the first token of the first response. The
    // others of that prompt begin with the second iteration: 1 + 4 for the second, 1 + 9 for the
    // third; the first has 7.
    const std::vector<RolloutResponse> responses{{0, 10, 7}, {0, 10, 4}, {0, 10, 9}};
    const auto segments = Replica(1, m_slowHost).Run(responses, {8, 8192, 1000});
    ASSERT_EQ(segments.size(), 3u);
    EXPECT_EQ(segments[0].finished, std::vector<uint32_t>{1});
    EXPECT_EQ(segments[1].finished, std::vector<uint32_t>{0});
    EXPECT_EQ(segments[2].finished, std::vector<uint32_t>{2});
    EXPECT_NEAR(static_cast<double>(segments[0].timePs), 5.0 * SECOND, 1e9);
    EXPECT_NEAR(static_cast<double>(segments[1].timePs), 2.0 * SECOND, 1e9);
    EXPECT_NEAR(static_cast<double>(segments[2].timePs), 3.0 * SECOND, 1e9);
}

TEST_F(RolloutReplicaTest, TheLongestResponseDecides)
{
    // 64 responses of 10 tokens and one of 500: 500 iterations, whatever the others are.
    std::vector<RolloutResponse> responses;
    for (uint32_t prompt = 0; prompt < 65; ++prompt)
    {
        responses.push_back({prompt, 10, prompt == 17 ? 500u : 10u});
    }
    const auto segments = Replica(1, m_slowHost).Run(responses, {256, 8192, 1'000'000});
    EXPECT_NEAR(static_cast<double>(Sum(segments)), 500.0 * SECOND, 1e10);
    EXPECT_NEAR(static_cast<double>(segments.front().timePs), 10.0 * SECOND, 1e9);
    EXPECT_EQ(segments.front().finished.size(), 64u);
}

TEST_F(RolloutReplicaTest, BatchAndMemoryLimitTheResponsesAtOnce)
{
    // Six prompts of one response of 5 tokens. Two at a time: three rounds of 5 iterations. Memory
    // for 30 tokens of keys and values holds two of 10 + 5, too.
    std::vector<RolloutResponse> responses;
    for (uint32_t prompt = 0; prompt < 6; ++prompt)
    {
        responses.push_back({prompt, 10, 5});
    }
    for (const ServingReplica::Limits limits :
         {ServingReplica::Limits{2, 8192, 1'000}, ServingReplica::Limits{256, 8192, 30}})
    {
        const auto segments = Replica(1, m_slowHost).Run(responses, limits);
        EXPECT_EQ(segments.size(), 3u);
        EXPECT_NEAR(static_cast<double>(Sum(segments)), 15.0 * SECOND, 1e9);
    }
    // 17 samples of a prompt with room for 3: the first reads the prompt, so that five more follow
    // it up to iteration 30. The others begin an iteration later: six up to 31, and five.
    responses.assign(17, {0, 10, 5});
    const auto segments = Replica(1, m_slowHost).Run(responses, {3, 8192, 1'000});
    EXPECT_EQ(
        std::accumulate(segments.begin(),
                        segments.end(),
                        size_t{0},
                        [](size_t sum, const auto& one) { return sum + one.finished.size(); }),
        17u);
    EXPECT_NEAR(static_cast<double>(Sum(segments)), 31.0 * SECOND, 1e9);
}

TEST_F(RolloutReplicaTest, MemoryBesideTheWeightsIsForKeysAndValues)
{
    // Weights: 3 * 12 h^2 + 2 V h = 160,256 of 2 B. A token: 3 layers of 2 h 2 B = 768 B.
    const auto replica = Replica(1, m_slowHost);
    EXPECT_EQ(replica.CountKvTokens(320'512 + 768 * 9.5), 9u);
    EXPECT_EQ(replica.CountKvTokens(320'512), 0u);
    EXPECT_EQ(replica.CountKvTokens(1), 0u);
}

TEST_F(RolloutReplicaTest, ExpertsHaveTwoAllToAlls)
{
    auto shape = Shape();
    shape.experts = 4;
    shape.activeExperts = 2;
    shape.expertHidden = 32;
    shape.denseLayers = 1;
    GpuModel gpu;
    const InferenceCost cost(shape, {4, 2, 2, 2});
    const ModelKernels kernels(KernelTime(gpu, 1, 1), {}, 0);
    ServingReplica::Iteration work;
    work.decodes = 8;
    work.decodeKeys = 8;
    work.outputs = 8;
    // Attention of three layers and one dense layer: four all-reduces of 8 h 2 B / 2 = 512 B, half
    // of which twice. Two layers with experts: four all-to-alls, in which each GPU sends
    // 8 * 2 h 2 B / 16 = 128 B to each of three others.
    const double wirePs = 4 * 512 * 8e3 + 4 * 3 * 128 * 8e3;
    const RolloutReplica with(cost, kernels, {0, 5'000'000, 1'000'000'000});
    const RolloutReplica without(cost, kernels, {0, 0, 1'000'000'000'000'000});
    EXPECT_NEAR(static_cast<double>(with.GetPs(work) - without.GetPs(work)), 8 * 5e6 + wirePs, 100);
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/gpu-model.h"
#include "ns3/inference-cost.h"
#include "ns3/inference-engine.h"
#include "ns3/input-error.h"
#include "ns3/model-description.h"
#include "ns3/poisson-arrivals.h"
#include "ns3/prefix-cache.h"
#include "ns3/serving-replica.h"
#include "ns3/trace-arrivals.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

/** Two layers of hidden size 1024, 8 heads of 128, feed-forward 4096 without gate. */
const std::string MODEL = "ns3::TransformerModel[Layers=2|Hidden=1024|Heads=8|Vocabulary=32000]";
constexpr double HIDDEN = 1024;
constexpr double LAYERS = 2;
constexpr double VOCABULARY = 32'000;
constexpr double EFFICIENCY = 0.5; // of arithmetic and of memory, in all tests

/** One GPU and 100 Gb/s a host, all on one switch. */
class InferenceTest : public NetworkTest
{
  protected:
    /**
     * Serves requests to the end.
     *
     * @param hosts as many
     * @param attributes but for the efficiencies
     */
    const std::vector<InferenceRequest>& Serve(uint32_t hosts, Attributes attributes)
    {
        Build("RoceFabric",
              {{"CongestionControl", "ns3::NoCongestionControl"}, {"Marker", "ns3::NoMarker"}},
              Topology("StarTopology", {{"Hosts", std::to_string(hosts)}, {"Rate", "100Gbps"}}));
        attributes.insert(attributes.begin(),
                          {{"Model", MODEL},
                           {"ComputeEfficiency", std::to_string(EFFICIENCY)},
                           {"MemoryEfficiency", std::to_string(EFFICIENCY)},
                           {"KernelOverhead", "0ns"},
                           {"IterationOverhead", "0ns"}});
        const auto job = Add("InferenceWorkload", attributes);
        Simulator::Run();
        EXPECT_TRUE(job->IsComplete());
        m_engine = DynamicCast<InferenceEngine>(job->GetJob().driver);
        return m_engine->GetRequests();
    }

    /** @return time in ps of a kernel on an H100 */
    static double KernelPs(double flops, double bytes)
    {
        const auto& gpu = GpuModel::Get("h100");
        return 1e12 * std::max(flops / (gpu.bf16Flops * EFFICIENCY),
                               bytes / (gpu.memoryBytesPerSecond * EFFICIENCY));
    }

    /**
     * Kernels of an iteration, by hand: a layer has 4 h^2 weights for attention, 8 h^2 behind it; a
     * token is scored against a key in 4 h FLOPs and leaves 2 h numbers of 2 bytes. With t GPUs
     * each does a t-th.
     */
    static double IterationPs(double tokens,
                              double keys,
                              double context,
                              double outputs,
                              double t = 1)
    {
        const double h = HIDDEN;
        const double attention = KernelPs((tokens * 8 * h * h + keys * 4 * h) / t,
                                          (4 * h * h * 2 + context * 2 * h * 2) / t);
        const double ffn = KernelPs(tokens * 16 * h * h / t, 8 * h * h * 2 / t);
        const double output = KernelPs(outputs * 2 * h * VOCABULARY / t, 2 * h * VOCABULARY / t);
        return LAYERS * (attention + ffn) + output;
    }

    Ptr<InferenceEngine> m_engine;
};

} // namespace

TEST_F(InferenceTest, UsersFromFarWaitForBothWays)
{
    const Attributes alone{
        {"Arrivals", "ns3::PoissonArrivals[Requests=1|PromptTokens=100|OutputTokens=3]"}};
    const auto near = Serve(1, alone).front();
    Restart();
    const auto far = Serve(1, alone + Attributes("UserDelay=5ms")).front();
    const double latePs = 12.0 * TickPs();
    EXPECT_NEAR(static_cast<double>(far.GetTtftPs() - near.GetTtftPs()), 10e9, latePs);
    EXPECT_NEAR(far.GetTpotPs(), near.GetTpotPs(), latePs);
    EXPECT_EQ(far.arrivalPs, near.arrivalPs);
}

TEST_F(InferenceTest, ARequestAloneTakesItsKernelTimes)
{
    const auto& request =
        Serve(1,
              {{"Arrivals", "ns3::PoissonArrivals[Requests=1|PromptTokens=1000|OutputTokens=3]"}})
            .front();
    // The prompt: 1000 tokens, token i scored against i keys.
    const double prompt = IterationPs(1000, 500'500, 1000, 1);
    // Events are late by less than a tick: the arrival, and the end of each of five kernels.
    const double latePs = 6.0 * TickPs() + 10;
    EXPECT_NEAR(static_cast<double>(request.GetTtftPs()), prompt, latePs);
    // Two tokens more, against 1001 and 1002 keys.
    const double second = IterationPs(1, 1001, 1001, 1);
    const double third = IterationPs(1, 1002, 1002, 1);
    EXPECT_NEAR(request.GetTpotPs(), (second + third) / 2, latePs);
    EXPECT_EQ(request.tokensOut, 3u);
    EXPECT_EQ(request.kvStartPs, InferenceRequest::NOT_YET);
    // A thousand times the work for twice the time: the others wait for their weights.
    EXPECT_LT(prompt, 3 * second);
}

TEST_F(InferenceTest, TensorParallelismAddsItsAllReduces)
{
    // An all-reduce of 1000 tokens * 1024 * 2 B among 4, twice in each of two layers.
    Build("RoceFabric",
          {{"CongestionControl", "ns3::NoCongestionControl"}, {"Marker", "ns3::NoMarker"}},
          Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "100Gbps"}}));
    const auto allReduce =
        Add("CollectiveWorkload", {{"Bytes", "2048000"}, {"Algorithm", "ns3::RingAllReduce"}});
    Simulator::Run();
    const auto reducePs = static_cast<double>(allReduce->GetFinishPs() - allReduce->GetStartPs());
    // 2 (n - 1) / n * bytes / rate is 246 us of it.
    EXPECT_GT(reducePs, 245.76e6);
    EXPECT_LT(reducePs, 1.15 * 245.76e6);
    Simulator::Destroy();

    const auto& request =
        Serve(4,
              {{"ReplicaGpus", "4"},
               {"Arrivals", "ns3::PoissonArrivals[Requests=1|PromptTokens=1000|OutputTokens=1]"}})
            .front();
    const double expected = IterationPs(1000, 500'500, 1000, 1, 4) + 4 * reducePs;
    EXPECT_NEAR(static_cast<double>(request.GetTtftPs()), expected, 0.01 * expected);
    EXPECT_EQ(request.finishPs, request.firstTokenPs);
}

TEST_F(InferenceTest, KeysAndValuesAreSentAtLineRate)
{
    // Two layers, 2 * 1024 numbers of 2 bytes for each of 1000 tokens: 8,192,000 B, half from each
    // of two GPUs to one of its own.
    const auto& request =
        Serve(4,
              "ReplicaGpus=2 DecodeReplicas=1 "
              "Arrivals=ns3::PoissonArrivals[Requests=1|PromptTokens=1000|OutputTokens=2]")
            .front();
    EXPECT_EQ(request.prefillReplica, 0u);
    EXPECT_EQ(request.decodeReplica, 1u);
    EXPECT_NEAR(static_cast<double>(request.kvStartPs - request.firstTokenPs), 0, TickPs());
    const auto idealPs = static_cast<double>(m_network.IdealMessagePs(0, 2, 4'096'000));
    EXPECT_GT(idealPs, 327.68e6); // 4,096,000 B at 100 Gb/s
    EXPECT_NEAR(static_cast<double>(request.kvEndPs - request.kvStartPs), idealPs, 0.001 * idealPs);
    EXPECT_GT(request.finishPs, request.kvEndPs);
}

TEST_F(InferenceTest, SwappedKeysAndValuesTakeTheirTime)
{
    // Two requests of 1000 tokens and 200 more each, at once, and room for less than 2 * 1200: keys
    // and values of a token are 2 * 2 * 1024 * 2 B.
    const auto serve = [this](const std::string& more) {
        Restart();
        const TemporaryFile trace("time_s,prompt_tokens,output_tokens\n0,1000,200\n0,1000,200\n");
        return Serve(
                   1,
                   Attributes("Arrivals=ns3::TraceArrivals[File=" + trace.GetPath() + "] " + more))
            .back();
    };
    const auto whole = serve("Preemption=none");
    const auto fast = serve("Preemption=swap SwapRate=1000Gbps");
    const auto slow = serve("Preemption=swap SwapRate=100Gbps");
    EXPECT_EQ(fast.finishPs, slow.finishPs); // all fit
    EXPECT_EQ(fast.finishPs, whole.finishPs);

    // Room for 2,100 tokens. Each begins with 1,001; after 49 further iterations they have 1,050.
    // Then one with 1,049 keys and values goes and comes back: 2 * 1,049 * 8,192 B.
    const auto model =
        Make<ModelDescription>("TransformerModel", "Layers=2 Hidden=1024 Heads=8 Vocabulary=32000");
    const double weights = InferenceCost(model->GetShape(), {1, 1, 2, 2}).GetWeightBytesPerGpu();
    std::ostringstream share;
    share.precision(12);
    share << (weights + 2100.5 * 8192) / static_cast<double>(GpuModel::Get("h100").memoryBytes);
    const std::string tight = "MemoryShare=" + share.str() + " ";
    const auto tightFast = serve(tight + "Preemption=swap SwapRate=1000Gbps");
    const auto tightSlow = serve(tight + "Preemption=swap SwapRate=100Gbps");
    EXPECT_EQ(m_engine->CountPreemptions(), 1u);
    const double expectedPs = 2 * 1049 * 8192 * 8 * (1e12 / 100e9 - 1e12 / 1000e9);
    EXPECT_NEAR(static_cast<double>(tightSlow.finishPs - tightFast.finishPs),
                expectedPs,
                0.001 * expectedPs);
    EXPECT_EQ(tightSlow.tokensOut, 200u);
    const auto waiting = serve(tight + "Preemption=none");
    EXPECT_GT(waiting.GetTtftPs(), 10 * tightSlow.GetTtftPs());
    const auto again = serve(tight + "Preemption=recompute");
    EXPECT_EQ(m_engine->CountPreemptions(), 1u);
    EXPECT_EQ(again.tokensOut, 200u);
    EXPECT_LT(again.finishPs, waiting.finishPs);
}

TEST_F(InferenceTest, PromptsQueueAsInMD1)
{
    // One at a time, each for D: M/D/1, mean wait rho D / (2 (1 - rho)) (Pollaczek and Khinchine).
    const double lengthPs = IterationPs(1000, 500'500, 1000, 1);
    const double rho = 0.6;
    const auto& requests = Serve(
        1,
        "MaxTokens=1000 MaxBatch=1 "
        "Arrivals=ns3::PoissonArrivals[Requests=20000|PromptTokens=1000|OutputTokens=1|Rate=" +
            std::to_string(rho / (lengthPs * 1e-12)) + "]");
    double sum = 0;
    for (const auto& request : requests)
    {
        sum += static_cast<double>(request.GetTtftPs());
    }
    const double expected = lengthPs * (1 + rho / (2 * (1 - rho)));
    EXPECT_NEAR(sum / 20'000, expected, 0.04 * expected);
}

TEST_F(InferenceTest, EveryRequestGetsTheTokensItAskedFor)
{
    const TemporaryFile lengths("10 0\n100 50\n2000 100\n");
    for (const std::string decodeReplicas : {"0", "2"})
    {
        SCOPED_TRACE(decodeReplicas);
        const auto& requests =
            Serve(8,
                  {{"Replicas", "2"},
                   {"ReplicaGpus", "2"},
                   {"DecodeReplicas", decodeReplicas},
                   {"DecodeGpus", "1"},
                   {"FusedLayers", "2"},
                   {"MaxTokens", "512"},
                   {"MaxBatch", "8"},
                   {"Arrivals",
                    "ns3::PoissonArrivals[Requests=60|Rate=3000|OutputTokens=7|PromptTokensFile=" +
                        lengths.GetPath() + "]"}});
        ASSERT_EQ(requests.size(), 60u);
        for (const auto& request : requests)
        {
            EXPECT_TRUE(request.IsFinished());
            EXPECT_EQ(request.tokensOut, request.outputTokens);
            EXPECT_LT(request.arrivalPs, request.firstTokenPs);
            EXPECT_LT(request.firstTokenPs, request.finishPs);
            if (decodeReplicas != "0")
            {
                EXPECT_GE(request.decodeReplica, 2u);
                EXPECT_LE(request.firstTokenPs, request.kvStartPs);
                EXPECT_LT(request.kvStartPs, request.kvEndPs);
                EXPECT_LT(request.kvEndPs, request.finishPs);
            }
        }
        // Both take their part, and batches form: there are fewer iterations than tokens.
        EXPECT_GT(m_engine->GetIterations(0), 0u);
        EXPECT_GT(m_engine->GetIterations(1), 0u);
        const uint32_t last = decodeReplicas == "0" ? 1 : 3;
        EXPECT_LT(m_engine->GetIterations(last - 1) + m_engine->GetIterations(last), 60u * 6);
        Simulator::Destroy();
    }
}

TEST_F(InferenceTest, ExpertsAreReachedByAllToAll)
{
    const auto& request =
        Serve(4,
              "Model=ns3::TransformerModel[Layers=1|Hidden=1024|Heads=8|Vocabulary=32000|Experts=8|"
              "ActiveExperts=2|ExpertHidden=1024] ReplicaGpus=4 Tensor=1 "
              "Arrivals=ns3::PoissonArrivals[Requests=1|PromptTokens=1600|OutputTokens=1]")
            .front();
    EXPECT_TRUE(request.IsFinished());
    // Each GPU sends 1600 * 2 * 1024 * 2 B / 16 to each of 3 others, there and back.
    const auto& records = m_jobs.front()->GetRecords();
    ASSERT_EQ(records.size(), 2u * 4 * 3);
    for (const auto& record : records)
    {
        EXPECT_EQ(record.bytes, 409'600u);
    }
}

TEST_F(InferenceTest, WrongDeployments)
{
    const auto error = [this](const Attributes& attributes) {
        return MessageOf<InputError>([&] { Serve(4, attributes); });
    };
    const std::string who = "ns3::InferenceWorkload: ";
    EXPECT_EQ(error({{"Replicas", "5"}}), who + "Hosts: selects 4; expected at least 5");
    EXPECT_EQ(error({{"ReplicaGpus", "4"}, {"Tensor", "3"}}),
              who + "Tensor: is not a divisor of the GPUs of a replica, 4");
    EXPECT_EQ(error({{"ReplicaGpus", "4"}, {"Tensor", "2"}}),
              who + "Tensor: is less than the GPUs of a replica; a model without experts needs all "
                    "of them, or use more replicas");
    EXPECT_EQ(error({{"ReplicaGpus", "3"}}),
              who + "Tensor: is 3; expected a divisor of the model's 8 heads");
    EXPECT_EQ(error({{"MemoryShare", "0.0001"}}).substr(0, who.size() + 20),
              who + "ReplicaGpus: are too");
    EXPECT_EQ(error({{"Arrivals", "ns3::PoissonArrivals[PromptTokens=900000000]"}})
                  .substr(0, who.size() + 38),
              who + "Arrivals: have a request of 900000128 ");
}

TEST(ServingReplica, PromptsFillWhatDecodingLeaves)
{
    ServingReplica replica({2, 10, 100});
    replica.AddPrompt(7, 6, 3);
    replica.AddPrompt(8, 8, 1);
    replica.AddPrompt(9, 1, 1); // a third one has to wait
    auto work = replica.Plan();
    EXPECT_EQ(work.promptTokens, 10u); // 6, and 4 of 8
    EXPECT_EQ(work.promptContext, 10u);
    EXPECT_DOUBLE_EQ(work.promptKeys, 21 + 10);
    EXPECT_EQ(work.decodes, 0u);
    EXPECT_EQ(work.outputs, 1u);
    auto outcomes = replica.Finish();
    ASSERT_EQ(outcomes.size(), 1u);
    EXPECT_EQ(outcomes[0].request, 7u);
    EXPECT_TRUE(outcomes[0].first);
    EXPECT_FALSE(outcomes[0].leaves);

    work = replica.Plan();
    EXPECT_EQ(work.decodes, 1u);
    EXPECT_EQ(work.decodeKeys, 7u);
    EXPECT_EQ(work.promptTokens, 4u);
    EXPECT_EQ(work.promptContext, 8u);
    EXPECT_DOUBLE_EQ(work.promptKeys, 5 + 6 + 7 + 8);
    EXPECT_EQ(work.outputs, 2u);
    outcomes = replica.Finish();
    ASSERT_EQ(outcomes.size(), 2u);
    EXPECT_FALSE(outcomes[0].first);
    EXPECT_TRUE(outcomes[1].first);
    EXPECT_TRUE(outcomes[1].leaves);
    EXPECT_EQ(replica.GetLoad(), 3u);
    replica.Release(9);

    work = replica.Plan(); // now the third one is in
    EXPECT_EQ(work.decodes, 1u);
    EXPECT_EQ(work.decodeKeys, 8u);
    EXPECT_EQ(work.promptTokens, 1u);
    EXPECT_EQ(replica.GetKvUsed(), 9u + 2);
    EXPECT_TRUE(replica.Finish()[0].leaves);
    replica.Release(9);
    replica.Release(2);
    EXPECT_TRUE(replica.Plan().IsEmpty());
    EXPECT_EQ(replica.GetLoad(), 0u);
    EXPECT_EQ(replica.GetKvUsed(), 0u);
}

TEST(ServingReplica, MemoryIsNeverOvercommitted)
{
    ServingReplica replica({100, 1000, 50});
    replica.AddPrompt(0, 30, 10);
    replica.AddPrompt(1, 10, 10); // fits only when the first one has left
    EXPECT_EQ(replica.Plan().promptTokens, 30u);
    EXPECT_EQ(replica.GetKvUsed(), 40u);
    EXPECT_FALSE(replica.Reserve(8, 3));
    EXPECT_TRUE(replica.Reserve(8, 2));
    EXPECT_EQ(replica.GetKvUsed(), 50u);
    EXPECT_EQ(replica.GetLoad(), 3u);
}

namespace
{

/**
 * Two requests of 8 tokens that want 6 each, in room for 20: both begin with 9 and have 10 after
 * their second token; then the second one has to go until the first one has left.
 *
 * @param preemption kind of preemption
 * @return work of each iteration
 */
std::vector<ServingReplica::Iteration>
ServeTwo(ServingReplica::Preemption preemption)
{
    ServingReplica replica({100, 1000, 20, false, preemption});
    replica.AddPrompt(0, 8, 6);
    replica.AddPrompt(1, 8, 6);
    std::vector<ServingReplica::Iteration> works;
    std::vector<uint32_t> tokens(2, 0);
    for (auto work = replica.Plan(); !work.IsEmpty(); work = replica.Plan())
    {
        works.push_back(work);
        EXPECT_LE(replica.GetKvUsed(), 20u);
        for (const auto& outcome : replica.Finish())
        {
            EXPECT_EQ(outcome.first, tokens[outcome.request] == 0);
            ++tokens[outcome.request];
            EXPECT_EQ(outcome.leaves, tokens[outcome.request] == 6);
            if (outcome.leaves)
            {
                replica.Release(8 + 6);
            }
        }
    }
    EXPECT_EQ(tokens, (std::vector<uint32_t>{6, 6}));
    EXPECT_EQ(replica.GetKvUsed(), 0u);
    EXPECT_EQ(replica.GetLoad(), 0u);
    EXPECT_EQ(replica.GetPreemptions(), preemption == ServingReplica::Preemption::NONE ? 0u : 1u);
    return works;
}

} // namespace

TEST(ServingReplica, WithoutPreemptionRequestsWaitForRoomForAllTokens)
{
    const auto works = ServeTwo(ServingReplica::Preemption::NONE);
    ASSERT_EQ(works.size(), 12u); // one after the other
    EXPECT_EQ(works[0].promptTokens, 8u);
    EXPECT_EQ(works[6].promptTokens, 8u);
}

TEST(ServingReplica, APreemptedRequestIsProcessedAgain)
{
    const auto works = ServeTwo(ServingReplica::Preemption::RECOMPUTE);
    ASSERT_EQ(works.size(), 10u);
    EXPECT_EQ(works[0].promptTokens, 16u);
    EXPECT_EQ(works[1].decodes, 2u);
    for (const size_t alone : {2, 3, 4, 5})
    {
        EXPECT_EQ(works[alone].decodes, 1u);
        EXPECT_EQ(works[alone].promptTokens, 0u);
    }
    // Its prompt and the two tokens made; that gives its third one.
    EXPECT_EQ(works[6].promptTokens, 10u);
    EXPECT_EQ(works[6].outputs, 1u);
    EXPECT_EQ(works[7].decodeKeys, 11u);
}

TEST(ServingReplica, APreemptedRequestIsSwapped)
{
    const auto works = ServeTwo(ServingReplica::Preemption::SWAP);
    ASSERT_EQ(works.size(), 10u);
    // Of 10 tokens 9 have keys and values, which go and come back.
    for (size_t i = 0; i < works.size(); ++i)
    {
        EXPECT_EQ(works[i].swappedTokens, i == 2 || i == 6 ? 9u : 0u) << i;
        EXPECT_EQ(works[i].promptTokens, i == 0 ? 16u : 0u) << i;
    }
    EXPECT_EQ(works[6].decodeKeys, 10u);
}

TEST(ServingReplica, APreemptedRequestWhosePromptWasElsewhereIsProcessedHere)
{
    // Two requests of 8 tokens that have one of 6 tokens, in room for 20: both begin with 9 and
    // have 10 after their second token; then the second one has to go until the first one leaves.
    ServingReplica replica({100, 1000, 20, false, ServingReplica::Preemption::RECOMPUTE});
    for (const uint32_t request : {0, 1})
    {
        ASSERT_TRUE(replica.Reserve(8, 6));
        replica.AddDecode(request, 8, 5);
    }
    std::vector<ServingReplica::Iteration> works;
    std::vector<uint32_t> tokens(2, 1);
    for (auto work = replica.Plan(); !work.IsEmpty(); work = replica.Plan())
    {
        works.push_back(work);
        EXPECT_LE(replica.GetKvUsed(), 20u);
        if (works.size() == 2)
        {
            EXPECT_FALSE(replica.Reserve(1, 1)); // there is room, but one waits
        }
        for (const auto& outcome : replica.Finish())
        {
            EXPECT_FALSE(outcome.first);
            ++tokens[outcome.request];
            if (outcome.leaves)
            {
                replica.Release(8 + 6);
            }
        }
    }
    EXPECT_EQ(tokens, (std::vector<uint32_t>{6, 6}));
    EXPECT_EQ(replica.GetKvUsed(), 0u);
    EXPECT_EQ(replica.GetPreemptions(), 1u);
    ASSERT_EQ(works.size(), 9u); // five with the first request, four more for the second one
    EXPECT_EQ(works[0].decodes, 2u);
    for (const size_t alone : {1, 2, 3, 4})
    {
        EXPECT_EQ(works[alone].decodes, 1u);
        EXPECT_EQ(works[alone].promptTokens, 0u);
    }
    EXPECT_EQ(works[5].promptTokens, 10u); // its prompt and the two tokens made
    EXPECT_EQ(works[6].decodeKeys, 11u);
}

TEST(InferenceCost, ExpertsThatTokensMeet)
{
    ModelShape shape;
    shape.layers = 1;
    shape.hidden = 64;
    shape.heads = 4;
    shape.vocabulary = 100;
    shape.experts = 8;
    shape.activeExperts = 2;
    shape.sharedExperts = 1;
    shape.expertHidden = 32;
    const InferenceCost cost(shape, {4, 2, 2, 2});
    ServingReplica::Iteration work;
    work.decodes = 1;
    work.outputs = 1;
    // One token meets 2 of 8: half an expert on each of 4 GPUs, and the shared one; 64 * 32 * 2
    // weights of 2 bytes each, and a router of 64 * 8.
    EXPECT_DOUBLE_EQ(cost.GetFfn(work, 0).bytes, 1.5 * 8192 + 1024);
    EXPECT_DOUBLE_EQ(cost.GetFfn(work, 0).flops, 2.0 * (3 * 4096 + 512) / 4);
    work.decodes = 100'000; // all of them: 2 on each GPU
    EXPECT_NEAR(cost.GetFfn(work, 0).bytes, 3 * 8192 + 1024, 1e-6);
    EXPECT_DOUBLE_EQ(cost.GetDispatchedBytes(work), 100'000.0 * 2 * 64 * 2 / 16);
    EXPECT_DOUBLE_EQ(cost.GetReducedBytes(work), 50'000.0 * 64 * 2); // of a group: half the tokens
    EXPECT_DOUBLE_EQ(cost.GetKvBytes(10), 10 * 2 * 64 * 2);
}

TEST(RequestArrivals, TracesAreReadAndRefused)
{
    const auto read = [](const std::string& path) {
        const auto arrivals = CreateObject<TraceArrivals>();
        arrivals->SetAttribute("File", StringValue(path));
        return arrivals->Build();
    };
    const std::string heading = "time_s,prompt_tokens,output_tokens\n";
    const TemporaryFile file(heading + "0,10,1\n\n0.25,1024,128\r\n");
    const auto requests = read(file.GetPath());
    ASSERT_EQ(requests.size(), 2u);
    EXPECT_EQ(requests[1].arrivalPs, 250'000'000'000);
    EXPECT_EQ(requests[1].promptTokens, 1024u);
    EXPECT_EQ(requests[1].outputTokens, 128u);
    const auto error = [&](const std::string& text) {
        return MessageBehindPath<InputError>(text, read);
    };
    EXPECT_EQ(error(""), ": has no request; expected a line for each");
    EXPECT_EQ(error("time,prompt\n"),
              ":1: does not begin with the heading time_s,prompt_tokens,output_tokens or that with "
              ",session,shared_tokens");
    EXPECT_EQ(error(heading + "1,2\n"),
              ":2: has 2 fields; expected 3: time_s,prompt_tokens,output_tokens");
    EXPECT_EQ(error(heading + "1,2,\n"),
              ":2: output_tokens: '' is not a number from 1 to 1000000000");
    EXPECT_EQ(error(heading + "1,0,2\n"),
              ":2: prompt_tokens: '0' is not a number from 1 to 1000000000");
    EXPECT_EQ(error(heading + "1,2,3,4\n"),
              ":2: has 4 fields; expected 3: time_s,prompt_tokens,output_tokens");
    EXPECT_EQ(
        error(heading + "1,2,3\n0.5,2,3\n"),
        ":3: time_s: is earlier than the line above; expected requests in the order of arrival");
    EXPECT_EQ(error(heading + "-1,2,3\n").substr(0, 33), ":2: time_s: '-1' is not a number ");

    const std::string longHeading = "time_s,prompt_tokens,output_tokens,session,shared_tokens\n";
    const TemporaryFile sessions(longHeading + "0,10,1,4,0\n1,30,2,4,11\n");
    const auto turns = read(sessions.GetPath());
    EXPECT_EQ(turns[1].session, 4u);
    EXPECT_EQ(turns[1].sharedTokens, 11u);
    EXPECT_EQ(error(longHeading + "0,10,1,4,11\n"),
              ":2: shared_tokens: '11' is not a number from 0 to 10");
}

TEST(PrefixCache, TheEntryUnusedForLongestIsDroppedFirst)
{
    PrefixCache cache;
    cache.Store(1, 10);
    cache.Store(2, 20);
    cache.Store(3, 30);
    EXPECT_EQ(cache.GetTokens(), 60u);
    EXPECT_EQ(cache.Use(1, 7), 7u);
    EXPECT_EQ(cache.Use(9, 7), 0u);
    EXPECT_TRUE(cache.Drop(15)); // 2 is the oldest
    EXPECT_EQ(cache.Find(2), 0u);
    EXPECT_EQ(cache.GetTokens(), 40u);
    EXPECT_FALSE(cache.Drop(40)); // 1 is in use
    EXPECT_EQ(cache.GetTokens(), 10u);
    cache.EndUse(1);
    cache.Store(1, 4); // the longer one stays
    EXPECT_EQ(cache.GetTokens(), 10u);
    EXPECT_TRUE(cache.Drop(1));
    EXPECT_EQ(cache.GetTokens(), 0u);
}

TEST(ServingReplica, KeptTokensAreNotProcessedAgain)
{
    ServingReplica replica({100, 1000, 60, true});
    replica.AddPrompt(0, 30, 10, {5, 0});
    EXPECT_EQ(replica.Plan().promptTokens, 30u);
    for (uint32_t token = 0; token < 10; ++token)
    {
        replica.Finish();
        replica.Plan();
    }
    replica.Release(40, 0, 5);
    EXPECT_EQ(replica.GetKvUsed(), 0u);
    EXPECT_EQ(replica.GetKept(5), 40u);
    // 41 tokens, of which 40 are here: only the last one is processed, against 41 keys.
    replica.AddPrompt(1, 41, 2, {5, 40});
    auto work = replica.Plan();
    EXPECT_EQ(work.promptTokens, 1u);
    EXPECT_EQ(work.promptContext, 41u);
    EXPECT_DOUBLE_EQ(work.promptKeys, 41);
    EXPECT_EQ(replica.GetKvUsed(), 3u); // 1 of the prompt, 2 of the output
    EXPECT_EQ(replica.Finish().front().cached, 40u);
    // 40 are in use, 3 reserved: no room for 18 until the second request has left.
    replica.AddPrompt(2, 16, 2);
    EXPECT_EQ(replica.Plan().promptTokens, 0u);
    EXPECT_TRUE(replica.Finish().front().leaves);
    replica.Release(43, 40, 5);
    EXPECT_EQ(replica.GetKept(5), 43u);
    work = replica.Plan(); // 43 + 18 > 60: the session is dropped
    EXPECT_EQ(work.promptTokens, 16u);
    EXPECT_EQ(replica.GetKept(5), 0u);
    EXPECT_EQ(replica.GetKvUsed(), 18u);
}

TEST_F(InferenceTest, ASecondTurnWaitsForItsNewTokensOnly)
{
    const TemporaryFile turns("time_s,prompt_tokens,output_tokens,session,shared_tokens\n"
                              "0,1000,1,8,0\n1,1500,1,8,1000\n2,1500,1,9,1000\n");
    const std::string arrivals = "ns3::TraceArrivals[File=" + turns.GetPath() + "]";
    const double first = IterationPs(1000, 500'500, 1000, 1);
    // 500 tokens, the first of them scored against 1001 keys.
    const double second = IterationPs(500, 500.0 * 1000 + 500 * 501 / 2.0, 1500, 1);
    const double whole = IterationPs(1500, 1500 * 1501 / 2.0, 1500, 1);
    const double latePs = 6.0 * TickPs() + 10;
    {
        const auto& requests = Serve(1, {{"Arrivals", arrivals}});
        EXPECT_NEAR(static_cast<double>(requests[0].GetTtftPs()), first, latePs);
        EXPECT_NEAR(static_cast<double>(requests[1].GetTtftPs()), second, latePs);
        EXPECT_EQ(requests[1].cachedTokens, 1000u);
        // Another session, of which nothing is here.
        EXPECT_NEAR(static_cast<double>(requests[2].GetTtftPs()), whole, latePs);
        EXPECT_EQ(requests[2].cachedTokens, 0u);
    }
    Simulator::Destroy();
    const auto& requests = Serve(1, {{"Arrivals", arrivals}, {"PrefixCache", "false"}});
    EXPECT_NEAR(static_cast<double>(requests[1].GetTtftPs()), whole, latePs);
}

TEST_F(InferenceTest, SessionsComeBackToTheirReplica)
{
    // Four sessions at once on four replicas, and once more in the other order: by load alone, the
    // replicas would take them in the order of the replicas again.
    std::string text = "time_s,prompt_tokens,output_tokens,session,shared_tokens\n";
    for (uint32_t round = 0; round < 2; ++round)
    {
        for (uint32_t session = 0; session < 4; ++session)
        {
            const uint32_t number = round == 0 ? session : 3 - session;
            text += std::to_string(round) + "," + std::to_string(100 + 50 * round) + ",1," +
                    std::to_string(number) + "," + std::to_string(100 * round) + "\n";
        }
    }
    const TemporaryFile file(text);
    const auto& requests =
        Serve(4,
              {{"Replicas", "4"}, {"Arrivals", "ns3::TraceArrivals[File=" + file.GetPath() + "]"}});
    for (uint32_t session = 0; session < 4; ++session)
    {
        EXPECT_EQ(requests[session].prefillReplica, session);
        EXPECT_EQ(requests[4 + session].prefillReplica, 3 - session);
        EXPECT_EQ(requests[4 + session].cachedTokens, 100u);
    }
}

TEST_F(InferenceTest, MessagesOfABatchOverlapKernelsOfTheOther)
{
    // Prompts of 8000 tokens on two GPUs at 100 Gb/s, halves of 4000: an all-reduce of 4000 * 1024
    // * 2 B takes 656 us, longer than any kernel, so GPUs wait for the network, which carries one
    // all-reduce of the other batch at a time. Two halves of a layer and all their all-reduces:
    // the network is busy from the end of the first attention to the last all-reduce.
    const auto serve = [this](const std::string& batches) {
        const auto& request =
            Serve(
                2,
                {{"ReplicaGpus", "2"},
                 {"OverlappedBatches", batches},
                 {"Arrivals", "ns3::PoissonArrivals[Requests=1|PromptTokens=8000|OutputTokens=1]"}})
                .front();
        const auto ps = static_cast<double>(request.GetTtftPs());
        Simulator::Destroy();
        return ps;
    };
    const double whole = serve("1");
    const double halves = serve("2");
    const double h = HIDDEN;
    const double keys = 8000.0 * 8001 / 2;
    const double attention =
        KernelPs((8000 * 8 * h * h + keys * 4 * h) / 2, (4 * h * h * 2 + 8000 * 2 * h * 2) / 2);
    const double ffn = KernelPs(8000 * 16 * h * h / 2, 8 * h * h * 2 / 2);
    const double output = KernelPs(2 * h * VOCABULARY / 2, 2 * h * VOCABULARY / 2);
    // Without overlap kernels and all-reduces alternate; what is left is four all-reduces.
    const double reduces = whole - LAYERS * (attention + ffn) - output;
    EXPECT_GT(reduces, 4 * 8000.0 * h * 2 * 8 / 100e9 * 1e12);
    EXPECT_LT(reduces, 1.05 * 4 * 8000.0 * h * 2 * 8 / 100e9 * 1e12);
    // With it only the first half of an attention, and the output, are not hidden. The two outputs
    // read all weights each; the first of them is hidden.
    EXPECT_NEAR(halves, reduces + attention / 2 + output, 0.03 * halves);
}

TEST(Iteration, PartsAddUp)
{
    ServingReplica::Iteration work;
    work.promptTokens = 7;
    work.promptContext = 11;
    work.promptKeys = 30;
    work.decodes = 5;
    work.decodeKeys = 101;
    work.outputs = 6;
    ServingReplica::Iteration sum;
    for (uint32_t part = 0; part < 3; ++part)
    {
        const auto one = work.GetPart(part, 3);
        EXPECT_GE(one.GetTokens(), 3u);
        sum.promptTokens += one.promptTokens;
        sum.promptContext += one.promptContext;
        sum.promptKeys += one.promptKeys;
        sum.decodes += one.decodes;
        sum.decodeKeys += one.decodeKeys;
        sum.outputs += one.outputs;
    }
    EXPECT_EQ(sum.promptTokens, 7u);
    EXPECT_EQ(sum.promptContext, 11u);
    EXPECT_DOUBLE_EQ(sum.promptKeys, 30);
    EXPECT_EQ(sum.decodes, 5u);
    EXPECT_EQ(sum.decodeKeys, 101u);
    EXPECT_EQ(sum.outputs, 6u);
}

TEST_F(InferenceTest, BurstsAndRatesThatChange)
{
    const auto make = [](Attributes attributes) {
        attributes.insert(attributes.begin(), {{"Rate", "50"}, {"Requests", "20000"}});
        const auto arrivals = Make<RequestArrivals>("PoissonArrivals", attributes);
        arrivals->AssignStreams(3);
        return arrivals->Build();
    };
    const auto bursts = make({{"Variation", "3"}});
    double sum = 0;
    double squares = 0;
    for (size_t i = 1; i < bursts.size(); ++i)
    {
        const auto gap = static_cast<double>(bursts[i].arrivalPs - bursts[i - 1].arrivalPs) / 1e12;
        sum += gap;
        squares += gap * gap;
    }
    const auto gaps = static_cast<double>(bursts.size() - 1);
    const double mean = sum / gaps;
    EXPECT_NEAR(mean, 0.02, 4 * 3 * 0.02 / std::sqrt(gaps)); // four deviations of the mean
    EXPECT_NEAR(std::sqrt(squares / gaps - mean * mean) / mean, 3, 0.3);

    // 100 s at 10 /s, 100 s without any, then 1000 /s: 1000 requests come in the first part.
    const TemporaryFile rates("time_s,rate\n0,10\n100,0\n200,1000\n");
    const auto day = make({{"RateFile", rates.GetPath()}});
    const auto before = [&day](double seconds) {
        return std::count_if(day.begin(), day.end(), [seconds](const auto& request) {
            return static_cast<double>(request.arrivalPs) < seconds * 1e12;
        });
    };
    EXPECT_NEAR(static_cast<double>(before(100)), 1000, 4 * std::sqrt(1000.0));
    EXPECT_EQ(before(100), before(200));
    EXPECT_NEAR(static_cast<double>(before(201) - before(200)), 1000, 4 * std::sqrt(1000.0));
    const auto error = [&](const std::string& text) {
        return MessageBehindPath<InputError>(text, [&](const std::string& path) {
            return make({{"RateFile", path}});
        });
    };
    EXPECT_EQ(error("time_s,rate\n1,10\n"),
              ":2: time_s: expected 0 in the first row, then times that grow, up to 1000000");
    EXPECT_EQ(error("time_s,rate\n0,10\n0,5\n"),
              ":3: time_s: expected 0 in the first row, then times that grow, up to 1000000");
    EXPECT_EQ(error("time_s,rate\n0,-1\n"),
              ":2: rate: expected a number of requests per second from 0 to 1e12");
    EXPECT_EQ(error("time_s,rate\n0,1\n5,0\n"),
              ": expected rows, the last one with a rate above 0");
}

TEST(InferenceRequest, Limits)
{
    InferenceRequest request;
    request.outputTokens = 11;
    EXPECT_FALSE(request.HasLimits());
    request.maxTtftPs = 100;
    request.maxTpotPs = 20;
    EXPECT_TRUE(request.HasLimits());
    EXPECT_FALSE(request.IsWithinLimits()); // not finished
    request.firstTokenPs = 100;
    request.finishPs = 300; // 20 a token
    EXPECT_TRUE(request.IsWithinLimits());
    request.finishPs = 301;
    EXPECT_FALSE(request.IsWithinLimits());
    request.finishPs = 300;
    request.firstTokenPs = 101;
    EXPECT_FALSE(request.IsWithinLimits());
    request.maxTtftPs = InferenceRequest::NOT_YET;
    EXPECT_TRUE(request.IsWithinLimits());
}

TEST_F(InferenceTest, PoissonArrivals)
{
    const auto arrivals = Make<RequestArrivals>(
        "PoissonArrivals",
        {{"Rate", "50"}, {"Requests", "10000"}, {"PromptTokens", "77"}, {"OutputTokens", "5"}});
    arrivals->AssignStreams(3);
    const auto requests = arrivals->Build();
    ASSERT_EQ(requests.size(), 10'000u);
    EXPECT_NEAR(static_cast<double>(requests.back().arrivalPs) / 1e12, 200, 3 * 2); // deviation 1 %
    EXPECT_EQ(requests[17].promptTokens, 77u);
    EXPECT_EQ(requests[17].outputTokens, 5u);
    EXPECT_TRUE(std::is_sorted(requests.begin(), requests.end(), [](const auto& a, const auto& b) {
        return a.arrivalPs < b.arrivalPs;
    }));
}

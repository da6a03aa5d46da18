// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Serving by law: no message, and nearly the times of an ideal network and of packets.

#include "error-message.h"
#include "known-object.h"
#include "network-test.h"
#include "temporary-file.h"

#include "ns3/gpu-model.h"
#include "ns3/gpu-server.h"
#include "ns3/inference-engine.h"
#include "ns3/input-error.h"
#include "ns3/model-description.h"
#include "ns3/pointer.h"
#include "ns3/shape-law.h"
#include "ns3/size-times.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const std::string DENSE = "ns3::TransformerModel[Layers=4|Hidden=3072|Heads=24|KvHeads=6|"
                          "FfnHidden=8192|Gated=true|Vocabulary=32000]";
const std::string EXPERTS = "ns3::TransformerModel[Layers=4|Hidden=2048|Heads=16|Vocabulary=32000|"
                            "Experts=48|ActiveExperts=4|ExpertHidden=1024|DenseLayers=1]";
const std::string ALONE = "ns3::PoissonArrivals[Requests=4|Rate=10|PromptTokens=1000|"
                          "OutputTokens=8]"; // far apart, so that no requests meet

/** The same requests on networks of any fidelity. */
class InferenceLaw : public NetworkTest
{
  protected:
    /** What users see. */
    struct Seen
    {
        double ttftPs{0};
        double tpotPs{0};
        double transferPs{0}; //!< of keys and values
    };

    /** @return means over all requests */
    Seen Serve(const std::string& transport,
               const FabricTopology& topology,
               const Attributes& attributes,
               Ptr<const GpuServer> server = nullptr)
    {
        Restart();
        Attributes parts{{"CongestionControl", "ns3::NoCongestionControl"},
                         {"Marker", "ns3::NoMarker"}};
        if (!transport.empty())
        {
            parts = {{"Transport", "ns3::" + transport}};
        }
        const FabricHelper helper(Make<FabricProfile>("RoceFabric", parts));
        m_network = helper.Install(topology, server);
        helper.AssignStreams(m_network, 1);
        const auto workload = Make<FabricWorkload>("InferenceWorkload", attributes);
        workload->AssignStreams(7);
        m_job = DynamicCast<GraphExecutor>(helper.Install(m_network, *workload, 0).Get(0));
        Simulator::Run();
        EXPECT_TRUE(m_job->IsComplete());
        m_events = Simulator::GetEventCount();
        m_engine = DynamicCast<InferenceEngine>(m_job->GetJob().driver);
        Seen mean;
        for (const auto& request : m_engine->GetRequests())
        {
            const auto count = static_cast<double>(m_engine->GetRequests().size());
            mean.ttftPs += static_cast<double>(request.GetTtftPs()) / count;
            mean.tpotPs += request.GetTpotPs() / count;
            mean.transferPs += static_cast<double>(request.kvEndPs - request.kvStartPs) / count;
        }
        return mean;
    }

    /** Expects the times by law to be those of an ideal network and of packets. */
    void Compare(const FabricTopology& topology,
                 const Attributes& attributes,
                 double tolerance,
                 Ptr<const GpuServer> server = nullptr)
    {
        const Seen law = Serve("LawTransport", topology, attributes, server);
        for (const auto node : m_job->GetJob().graph.GetNodes())
        {
            EXPECT_NE(node.kind, CommunicationGraph::Kind::SEND);
        }
        EXPECT_TRUE(m_job->GetRecords().empty());
        for (const std::string transport : {"IdealTransport", ""})
        {
            SCOPED_TRACE(transport);
            const Seen other = Serve(transport, topology, attributes, server);
            EXPECT_NEAR(law.ttftPs, other.ttftPs, tolerance * other.ttftPs);
            EXPECT_NEAR(law.tpotPs, other.tpotPs, tolerance * other.tpotPs);
            EXPECT_NEAR(law.transferPs, other.transferPs, tolerance * other.transferPs);
        }
    }

    static FabricTopology Star(uint32_t hosts)
    {
        return Topology("StarTopology", {{"Hosts", std::to_string(hosts)}, {"Rate", "400Gbps"}});
    }

    Ptr<GraphExecutor> m_job;
    Ptr<InferenceEngine> m_engine;
    uint64_t m_events{0};
};

} // namespace

TEST_F(InferenceLaw, OneGpuHasItsKernels)
{
    Compare(Star(2), {{"Model", DENSE}, {"Arrivals", ALONE}}, 1e-6);
}

TEST_F(InferenceLaw, TensorParallelGroupsOfAnySize)
{
    for (const std::string gpus : {"3", "6", "8"})
    {
        SCOPED_TRACE(gpus);
        Compare(Star(8),
                {{"Model", DENSE}, {"Arrivals", ALONE}, {"Hosts", ""}, {"ReplicaGpus", gpus}},
                0.02);
    }
}

TEST_F(InferenceLaw, AServerAndItsSwitches)
{
    const auto server = MakeServer("dgx-h100");
    const auto topology =
        Topology("RailOptimizedTopology", {{"Servers", "1"}, {"HostRate", "400Gbps"}});
    for (const std::string allReduce : {"RingAllReduce", "NvlsAllReduce", "NcclCollective"})
    {
        SCOPED_TRACE(allReduce);
        Compare(topology,
                {{"Model", DENSE},
                 {"Arrivals", ALONE},
                 {"ReplicaGpus", "8"},
                 {"AllReduce", "ns3::" + allReduce}},
                0.03,
                server);
    }
}

TEST_F(InferenceLaw, ExpertsOnAllGpus)
{
    Compare(Star(8),
            {{"Model", EXPERTS}, {"Arrivals", ALONE}, {"ReplicaGpus", "8"}, {"Tensor", "2"}},
            0.02);
    // In servers whose rails meet on a switch: no paths to collide on.
    const auto server = MakeServer("dgx-h100");
    const auto topology = Topology("StarTopology", {{"Hosts", "16"}, {"Rate", "400Gbps"}});
    const Attributes wide{{"Model", EXPERTS},
                          {"Arrivals", ALONE},
                          {"ReplicaGpus", "16"},
                          {"Tensor", "1"},
                          {"DispatchBits", "8"}};
    Compare(topology, wide, 0.02, server);
    Compare(topology,
            wide + Attributes("ExpertRouter=ns3::ExpertRouter[Copies=per-server]"),
            0.04,
            server);
}

TEST_F(InferenceLaw, UnevenExpertsWaitForTheSlowest)
{
    Compare(Star(8),
            {{"Model", EXPERTS},
             {"Arrivals", ALONE},
             {"ReplicaGpus", "8"},
             {"Tensor", "1"},
             {"ExpertRouter", "ns3::ExpertRouter[Skew=0.5]"}},
            0.04);
}

TEST_F(InferenceLaw, PrefillAndDecodeApart)
{
    Compare(Star(12),
            {{"Model", DENSE},
             {"Arrivals", ALONE},
             {"Replicas", "2"},
             {"ReplicaGpus", "2"},
             {"DecodeReplicas", "2"},
             {"DecodeGpus", "4"}},
            0.02);
    // Of 1,000 tokens, 4 layers of 2 * 6 heads of 128 numbers of 2 B, a quarter for each of four
    // GPUs, from two that send two quarters each: 6,144,000 B in packets of 4,096 B at 400 Gb/s.
    const Seen law = Serve("LawTransport",
                           Star(6),
                           {{"Model", DENSE},
                            {"Arrivals", ALONE},
                            {"ReplicaGpus", "2"},
                            {"DecodeReplicas", "1"},
                            {"DecodeGpus", "4"}});
    const double linePs = 1000.0 * 4 * 2 * 6 * 128 * 2 / 2 * 8 / 400e9 * 1e12;
    EXPECT_GT(law.transferPs, linePs);
    EXPECT_LT(law.transferPs, 1.03 * linePs + 3e6); // headers; delays
}

/** As DeepEP: normal kernels for prompts, with SMs, and low-latency ones for decoding. */
TEST_F(InferenceLaw, PromptsAndDecodedTokensReachExpertsInTheirOwnWay)
{
    // 16 experts in two groups, of which a token has two of one group: a group is on a server. One
    // layer, 800 tokens and then three of one each, 512 B a token; replicas of two servers of 8.
    const Attributes attributes{
        {"Model",
         "ns3::TransformerModel[Layers=1|Hidden=256|Heads=8|Vocabulary=1000|Experts=16|"
         "ActiveExperts=2|ExpertHidden=64|ExpertGroups=2|ActiveGroups=1]"},
        {"Arrivals", "ns3::PoissonArrivals[Requests=1|PromptTokens=800|OutputTokens=4]"},
        {"Tensor", "1"},
        {"ReplicaGpus", "16"},
        {"DecodeReplicas", "1"},
        {"DecodeTensor", "1"},
        {"Kernels", "shapes"},
        {"IterationOverhead", "0ns"}};
    const auto server = MakeServer("dgx-h100");
    const Seen all = Serve("", Star(32), attributes, server);
    std::vector<double> crossing(2, 0); // bytes between servers: of prompts, of decoding
    for (const auto& record : m_job->GetRecords())
    {
        const uint32_t from = record.sourceHost;
        const uint32_t to = record.destHost;
        if (from / 16 == to / 16 && from / 8 != to / 8)
        {
            crossing[from / 16] += static_cast<double>(record.bytes);
        }
    }
    // There and back. One copy for the half of the tokens whose group is in the other server;
    EXPECT_NEAR(crossing[0], 2 * 800 * 512 * 0.5, 0.01 * crossing[0]);
    // two copies, half of which go to the other server.
    EXPECT_NEAR(crossing[1], 2 * 3 * 512 * 2 * 0.5, 0.01 * crossing[1]);
    // SMs for communication slow down prompts, but not decoding.
    const Seen fewer = Serve("", Star(32), attributes + Attributes("CommunicationSms=100"), server);
    EXPECT_GT(fewer.ttftPs, all.ttftPs + 5e5);
    EXPECT_NEAR(fewer.tpotPs, all.tpotPs, 1e4);
}

/** A chain of nodes for each replica, whatever the GPUs and tokens. */
TEST_F(InferenceLaw, ARankStandsForAReplica)
{
    Serve("LawTransport",
          Star(8),
          {{"Model", DENSE}, {"Arrivals", ALONE}, {"Replicas", "2"}, {"ReplicaGpus", "4"}});
    const auto& job = m_job->GetJob();
    EXPECT_EQ(job.hostOfRank.size(), 2u);
    EXPECT_EQ(job.foldedHosts.size(), 8u);
    EXPECT_EQ(job.partBegin.size(), 2u);
    // The host; attention, all-reduce, feed-forward, all-reduce of 4 layers; the output.
    EXPECT_EQ(job.graph.GetNodes().size(), 2u * (1 + 4 * 4 + 1));
    uint64_t iterations = 0;
    for (uint32_t replica = 0; replica < 2; ++replica)
    {
        iterations += m_engine->GetIterations(replica);
    }
    // A node is an event or two; and arrivals.
    EXPECT_LT(m_events, 2 * iterations * 18 + 100);
}

/** Messages of two batches share links: their times follow each other, under the kernels. */
TEST_F(InferenceLaw, OverlappedBatchesHideMessages)
{
    const Attributes attributes{{"Model", EXPERTS},
                                {"Arrivals",
                                 "ns3::PoissonArrivals[Requests=1|PromptTokens=8000|"
                                 "OutputTokens=2]"},
                                {"ReplicaGpus", "8"},
                                {"Tensor", "1"},
                                {"MaxTokens", "8192"},
                                {"IterationOverhead", "0ns"},
                                {"OverlappedBatches", "2"}};
    Compare(Star(8), attributes, 0.04);
    const double overlapped = Serve("LawTransport", Star(8), attributes).ttftPs;
    const double apart =
        Serve("LawTransport", Star(8), attributes + Attributes("OverlappedBatches=1")).ttftPs;
    EXPECT_LT(overlapped, 0.95 * apart);
}

/** The constants of the GPU give every kernel: here of one prompt on one GPU. */
TEST_F(InferenceLaw, KernelsByShape)
{
    const Attributes attributes{
        {"Model", "ns3::TransformerModel[Layers=2|Hidden=1024|Heads=8|Vocabulary=32000]"},
        {"Arrivals", "ns3::PoissonArrivals[Requests=1|PromptTokens=1000|OutputTokens=2]"},
        {"Kernels", "shapes"},
        {"IterationOverhead", "0ns"}};
    const ShapeLaw law(GpuModel::Get("h100"), 0);
    const auto bf16 = GpuModel::Precision::BF16;
    constexpr double H = 1024;
    // By token: two norms (4 h) and two residuals (6 h; the rotation 4 (h + h)), GELU of 4 h (4 f);
    // behind the layers a norm and the logits (8 V).
    const auto stream = [&](double tokens) {
        return 2 * (law.GetStreamSeconds(tokens * (4 * H + 6 * H + 8 * H), 3) +
                    law.GetStreamSeconds(tokens * (4 * H + 6 * H + 4 * 4 * H), 3)) +
               law.GetStreamSeconds(4 * H + 8 * 32000, 3);
    };
    const auto matrices = [&](double tokens) {
        const auto get = [&](double m, double n, double k) {
            return law.GetMatrixSeconds({m, n, k, 1, 2, false}, bf16);
        };
        return 2 * (get(tokens, 3 * H, H) + get(tokens, H, H) + get(tokens, 4 * H, H) +
                    get(tokens, H, 4 * H)) +
               get(1, 32000, H);
    };
    KernelShape prompt{KernelShape::Operation::ATTENTION, 1000, 500.5, H};
    prompt.headSize = 128;
    const double context = 2 * H * 2; // bytes of keys and values of a token
    const double ttft = matrices(1000) + stream(1000) +
                        2 * law.GetAttentionSeconds(prompt, 1000 * context, bf16, false);
    const double tpot = matrices(1) + stream(1) + 2 * law.GetDecodeSeconds(1001 * context);
    const Seen seen = Serve("LawTransport", Star(2), attributes);
    EXPECT_NEAR(seen.ttftPs, ttft * 1e12, 0.001 * seen.ttftPs);
    EXPECT_NEAR(seen.tpotPs, tpot * 1e12, 0.001 * seen.tpotPs);
}

/** Prompts beside requests that are decoded have a kernel of their own by shape. */
TEST_F(InferenceLaw, ScoresOfPromptsAndOfDecodedRequestsAreKernelsOfTheirOwn)
{
    ServingReplica::Iteration work;
    work.promptTokens = 100;
    work.promptContext = 300;
    work.promptKeys = 25'050; // keys 201 to 300
    work.decodes = 3;
    work.decodeKeys = 900;
    ModelShape shape;
    shape.hidden = 1024;
    shape.heads = 8;
    const InferenceCost cost(shape, {1, 1, 2, 2});
    const auto apart = cost.GetScoreKernels(work, true);
    ASSERT_EQ(apart.size(), 2u);
    EXPECT_DOUBLE_EQ(apart[0].flops, 25'050 * 4.0 * 1024);
    EXPECT_DOUBLE_EQ(apart[0].bytes, 300 * 2 * 1024 * 2.0);
    EXPECT_DOUBLE_EQ(apart[1].flops, 900 * 4.0 * 1024);
    EXPECT_DOUBLE_EQ(apart[1].bytes, 900 * 2 * 1024 * 2.0);
    EXPECT_EQ(apart[0].shapes.front().operation, KernelShape::Operation::ATTENTION);
    EXPECT_EQ(apart[1].shapes.front().operation, KernelShape::Operation::DECODE_ATTENTION);
    EXPECT_EQ(cost.GetScoreKernels(work, false).size(), 1u);
}

/** The host is slower than the GPUs: a layer begins with its launch. */
TEST_F(InferenceLaw, LayersWaitForTheirLaunch)
{
    const auto ttft = [this](const std::string& launch) {
        return Serve("LawTransport",
                     Star(2),
                     {{"Model", DENSE},
                      {"Arrivals",
                       "ns3::PoissonArrivals[Requests=1|PromptTokens=1000|OutputTokens=1]"},
                      {"LayerLaunchTime", launch}})
            .ttftPs;
    };
    // Launches of four layers follow each other, longer than the kernels of a layer; behind the
    // last one are the kernels of a layer and the output.
    EXPECT_NEAR(ttft("10ms") - ttft("5ms"), 4 * 5e9, 1e6);
    // Shorter than the kernels of a layer: only the first one waits.
    EXPECT_NEAR(ttft("1us") - ttft("0ns"), 1e6, 1e4);
}

/** What goes to experts has fewer bits than what comes back. */
TEST_F(InferenceLaw, BitsOfDispatch)
{
    ModelShape shape;
    shape.layers = 1;
    shape.hidden = 1000;
    shape.heads = 8;
    shape.experts = 16;
    shape.activeExperts = 4;
    shape.expertHidden = 64;
    ServingReplica::Iteration work;
    work.decodes = 80;
    const InferenceCost even(shape, {8, 1, 2, 2});
    const InferenceCost fewer(shape, {8, 1, 2, 2, 1});
    // 80 tokens / 8 GPUs, 4 copies to 8 GPUs, of 1000 numbers.
    EXPECT_DOUBLE_EQ(even.GetDispatchedBytes(work), 10 * 4 / 8.0 * 1000 * 2);
    EXPECT_DOUBLE_EQ(fewer.GetDispatchedBytes(work), 10 * 4 / 8.0 * 1000 * 1);
    EXPECT_DOUBLE_EQ(fewer.GetDispatchedBytes(work, CollectiveOperation::COMBINE),
                     10 * 4 / 8.0 * 1000 * 2);
}

/** Requests whose prompts are processed elsewhere give the room of their keys and values back. */
TEST_F(InferenceLaw, DecodeReplicasPreempt)
{
    const std::string model =
        "ns3::TransformerModel[Layers=2|Hidden=1024|Heads=8|Vocabulary=32000]";
    const TemporaryFile trace("time_s,prompt_tokens,output_tokens\n0,1000,200\n0,1000,200\n");
    const auto shape =
        Make<ModelDescription>("TransformerModel", "Layers=2 Hidden=1024 Heads=8 Vocabulary=32000");
    // Room for 2,100 tokens of 2 * 2 * 1024 * 2 B.
    const double weights = InferenceCost(shape->GetShape(), {1, 1, 2, 2}).GetWeightBytesPerGpu();
    std::ostringstream share;
    share.precision(12);
    share << (weights + 2100.5 * 8192) / static_cast<double>(GpuModel::Get("h100").memoryBytes);
    const auto serve = [&](const std::string& transport, const std::string& more) {
        Serve(transport,
              Star(3),
              Attributes("Model=" + model + " Arrivals=ns3::TraceArrivals[File=" + trace.GetPath() +
                         "] Replicas=2 DecodeReplicas=1 MemoryShare=" + share.str() + " " + more));
        for (const auto& request : m_engine->GetRequests())
        {
            EXPECT_EQ(request.tokensOut, 200u);
            EXPECT_EQ(request.decodeReplica, 2u);
        }
        return m_engine->GetRequests().back();
    };
    // Both come at one time by law, but the first one begins at once: in iteration k they have
    // 1,001 + k and 1,000 + k tokens, together 2,099 in the 49th. In the next one the second
    // request has no room. It was in 48 iterations, so 1,048 tokens go and come back.
    const auto fast = serve("LawTransport", "Preemption=swap SwapRate=1000Gbps");
    const auto slow = serve("LawTransport", "Preemption=swap SwapRate=100Gbps");
    EXPECT_EQ(m_engine->CountPreemptions(), 1u);
    const double expectedPs = 2 * 1048 * 8192 * 8 * (1e12 / 100e9 - 1e12 / 1000e9);
    EXPECT_NEAR(static_cast<double>(slow.finishPs - fast.finishPs), expectedPs, 0.001 * expectedPs);
    for (const std::string transport : {"LawTransport", ""})
    {
        serve(transport, "Preemption=recompute");
        EXPECT_EQ(m_engine->CountPreemptions(), 1u);
        const auto waiting = serve(transport, "Preemption=none");
        EXPECT_EQ(m_engine->CountPreemptions(), 0u);
        EXPECT_GT(waiting.kvStartPs, m_engine->GetRequests().front().finishPs);
    }
}

TEST_F(InferenceLaw, WrongKernels)
{
    const auto error = [this](const Attributes& attributes) {
        return MessageOf<InputError>([&] {
            Serve("LawTransport", Star(2), Attributes{{"Model", DENSE}} + attributes);
        });
    };
    EXPECT_EQ(error({{"Kernels", "fast"}}),
              "ns3::InferenceWorkload: Kernels: is 'fast'; expected roofline or shapes");
    EXPECT_NE(error({{"SaveGraph", "graph.json"}}), "");
}

TEST(SizeTimes, ALineTakesFewTimes)
{
    // 1, 4, 16, 64, 100: five, and their middles are on the line.
    const SizeTimes line(1, 100, [](double size) {
        return static_cast<int64_t>(std::llround(1e6 + 1e5 * size));
    });
    EXPECT_EQ(line.GetCount(), 5u);
    EXPECT_EQ(line.Get(7), 1'700'000);
    EXPECT_EQ(line.Get(0.5), 1'100'000);  // as the smallest
    EXPECT_EQ(line.Get(200), 21'000'000); // beyond the largest
    EXPECT_EQ(SizeTimes().Get(3), 0);
}

TEST(SizeTimes, AStepIsFound)
{
    // Another algorithm from 300 on: 50 us less.
    const auto truth = [](double size) {
        return static_cast<int64_t>(std::llround(1e8 + 1e6 * size - (size >= 300 ? 5e7 : 0)));
    };
    const SizeTimes times(1, 10'000, truth);
    for (double size = 1; size < 10'000; size *= 1.03)
    {
        if (std::abs(std::log(size / 300)) > std::log(1.05))
        {
            const auto expected = static_cast<double>(truth(size));
            EXPECT_NEAR(static_cast<double>(times.Get(size)), expected, 0.005 * expected) << size;
        }
    }
    EXPECT_LT(times.GetCount(), 40u);
}

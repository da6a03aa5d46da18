// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"
#include "training-parts.h"

#include "ns3/graph-check.h"
#include "ns3/input-error.h"
#include "ns3/outer-step.h"
#include "ns3/parallel-layout.h"
#include "ns3/training-block.h"
#include "ns3/training-operation.h"
#include "ns3/training-step.h"
#include "ns3/training-traffic-count.h"

#include <map>
#include <numeric>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Grid = ParallelGrid;

class TrainingVolumesTest : public FabricTest
{
};

/** @return total bytes of the collectives of a pass, by traffic */
std::map<TrainingTraffic, uint64_t>
Volumes(const TrainingSetup& setup, const Grid& grid, PipelinePlan::Kind kind)
{
    const auto blocks = MakeTrainingBlocks(setup, grid, grid.GetSize(Grid::PIPELINE));
    std::map<TrainingTraffic, uint64_t> volumes;
    for (const auto& piece : MakeTrainingOperations(setup, grid, blocks[0], kind))
    {
        if (piece.kind == TrainingOperation::Kind::COLLECTIVE)
        {
            volumes[piece.traffic] += piece.bytes;
        }
    }
    return volumes;
}

/** @return kernels of a pass, ps */
int64_t
ComputePs(const TrainingSetup& setup, const Grid& grid, PipelinePlan::Kind kind)
{
    const auto blocks = MakeTrainingBlocks(setup, grid, 1);
    const auto pieces = MakeTrainingOperations(setup, grid, blocks[0], kind);
    return std::accumulate(pieces.begin(),
                           pieces.end(),
                           int64_t{0},
                           [](int64_t sum, const auto& p) { return sum + p.lengthPs; });
}

TrainingSetup
StepOf(const ModelShape& shape)
{
    TrainingSetup setup;
    setup.shape = shape;
    setup.sequence = shape.sequence;
    setup.microBatchSequences = 2;
    GpuModel gpu = GpuModel::Get("h100");
    gpu.bf16Flops = 1e12;
    setup.kernels = ModelKernels(KernelTime(gpu, 1, 1), {}, 0);
    return setup;
}

Grid
MakeGrid(const Attributes& attributes, uint32_t ranks)
{
    return Make<ParallelLayout>("ParallelLayout", attributes)->MakeGrid(ranks);
}

} // namespace

TEST_F(TrainingVolumesTest, KernelsTakeAllFlopsOfTheModel)
{
    // 2 sequences of 1,024 tokens at 1e12 FLOP/s; each kernel is rounded to a picosecond.
    auto setup = StepOf(Shape("gpt-2"));
    const double forward = setup.shape.GetForwardFlops(1024) * 2048;
    using Kind = PipelinePlan::Kind;
    for (const auto& grid :
         {MakeGrid({}, 1), MakeGrid({{"Tensor", "4"}}, 4), MakeGrid({{"Context", "2"}}, 2)})
    {
        const uint32_t ranks = grid.GetRankCount();
        for (const uint32_t layers : {1u, 5u, 100u})
        {
            setup.layersPerKernel = layers;
            setup.ringAttention = layers == 5;
            const auto ps = [&](Kind kind) {
                return static_cast<double>(ComputePs(setup, grid, kind));
            };
            EXPECT_NEAR(ps(Kind::FORWARD), forward / ranks, 100);
            EXPECT_NEAR(ps(Kind::BACKWARD), 2 * forward / ranks, 100);
            EXPECT_NEAR(ps(Kind::INPUT_GRADIENT) + ps(Kind::WEIGHT_GRADIENT),
                        2 * forward / ranks,
                        100);
        }
    }
    setup.recompute = RecomputeMode::FULL;
    // Again all but the output embedding.
    EXPECT_NEAR(static_cast<double>(ComputePs(setup, MakeGrid({}, 1), Kind::BACKWARD)),
                3 * forward - setup.shape.GetHeadFlops() * 2048,
                100);
}

TEST_F(TrainingVolumesTest, SelectiveRecomputationBuildsLatentAttentionAgain)
{
    // DeepSeek-V3, arXiv 2412.19437, 3.2.3: from the latents 1,536 * 128 * (128 + 64) weights to
    // queries and 512 * 128 * (128 + 128) to keys and values, 61 layers and that of the second
    // prediction, 8,192 tokens. Without
    // latents nothing that takes time is built again.
    auto setup = StepOf(Shape("deep-seek-v3"));
    const auto backwardPs = [&setup](RecomputeMode recompute) {
        setup.recompute = recompute;
        return static_cast<double>(ComputePs(setup, MakeGrid({}, 1), PipelinePlan::Kind::BACKWARD));
    };
    const double weights = 1536.0 * 128 * (128 + 64) + 512.0 * 128 * (128 + 128);
    EXPECT_NEAR(backwardPs(RecomputeMode::SELECTIVE) - backwardPs(RecomputeMode::NONE),
                62 * 2.0 * 8192 * weights,
                1000);
    setup = StepOf(Shape("gpt-2"));
    EXPECT_EQ(backwardPs(RecomputeMode::SELECTIVE), backwardPs(RecomputeMode::NONE));
}

TEST_F(TrainingVolumesTest, CollectivesHaveTheVolumesOfThePapers)
{
    using Kind = PipelinePlan::Kind;
    auto setup = StepOf(Shape("gpt-2"));
    const uint64_t activations = 2 * 1024 * 768 * 2; // B s h, 2 bytes each
    // arXiv 1909.08053, 3: two all-reduces forward and two backward per layer, and one for the
    // input embedding (forward) and the output (backward).
    const auto tensor = MakeGrid({{"Tensor", "4"}}, 4);
    EXPECT_EQ(Volumes(setup, tensor, Kind::FORWARD)[TrainingTraffic::TENSOR], 25 * activations);
    EXPECT_EQ(Volumes(setup, tensor, Kind::BACKWARD)[TrainingTraffic::TENSOR], 25 * activations);
    // arXiv 2205.05198, 4.2.2: each all-reduce becomes a reduce-scatter and an all-gather.
    setup.sequenceParallel = true;
    EXPECT_EQ(Volumes(setup, tensor, Kind::FORWARD)[TrainingTraffic::TENSOR], 50 * activations);
    EXPECT_EQ(Volumes(setup, tensor, Kind::BACKWARD)[TrainingTraffic::TENSOR], 50 * activations);
    setup.layersPerKernel = 12;
    EXPECT_EQ(Volumes(setup, tensor, Kind::FORWARD)[TrainingTraffic::TENSOR], 50 * activations);

    // Context parallel 4: the rank's keys and values are 2 * 1024 / 4 tokens * 2 * 768 * 2 B per
    // layer. An all-gather ends with four times that; a ring passes it on three times.
    setup = StepOf(Shape("gpt-2"));
    const auto context = MakeGrid({{"Context", "4"}}, 4);
    const uint64_t kv = 512 * 2 * 768 * 2;
    EXPECT_EQ(Volumes(setup, context, Kind::FORWARD)[TrainingTraffic::CONTEXT], 12 * 4 * kv);
    EXPECT_EQ(Volumes(setup, context, Kind::BACKWARD)[TrainingTraffic::CONTEXT], 12 * 4 * kv);
    setup.ringAttention = true;
    EXPECT_EQ(Volumes(setup, context, Kind::FORWARD)[TrainingTraffic::CONTEXT], 12 * 3 * kv);
    EXPECT_EQ(Volumes(setup, context, Kind::BACKWARD)[TrainingTraffic::CONTEXT], 12 * 3 * 2 * kv);

    // DeepSeek-V3: 8 experts per token, 7168 numbers, FP8 there and BF16 back, 58 of 61 layers and
    // that of the second prediction.
    setup = StepOf(Shape("deep-seek-v3"));
    setup.dispatchBytes = 1;
    const auto expert = MakeGrid({{"Expert", "8"}}, 8);
    EXPECT_EQ(Volumes(setup, expert, Kind::FORWARD)[TrainingTraffic::EXPERT],
              59ull * 2 * 4096 * 8 * 7168 * (1 + 2));
    EXPECT_EQ(Volumes(setup, expert, Kind::INPUT_GRADIENT)[TrainingTraffic::EXPERT],
              59ull * 2 * 4096 * 8 * 7168 * (1 + 2));
    EXPECT_TRUE(Volumes(setup, expert, Kind::WEIGHT_GRADIENT).empty());
}

namespace
{

/** @return bytes that all ranks send in a step, by what for */
std::map<std::string, uint64_t>
Sent(const TrainingSetup& setup, const Grid& grid, const std::string& schedule)
{
    const auto plan = Plan(schedule, grid.GetSize(Grid::PIPELINE), setup.microBatches);
    std::vector<uint32_t> servers(grid.GetRankCount()); // of four ranks each
    for (uint32_t rank = 0; rank < servers.size(); ++rank)
    {
        servers[rank] = rank / 4;
    }
    CollectiveLibrary collectives({Make<CollectiveAlgorithm>("RingAllReduce"),
                                   Make<CollectiveAlgorithm>("RingAllGather"),
                                   Make<CollectiveAlgorithm>("RingReduceScatter"),
                                   Make<CollectiveAlgorithm>("DirectAllToAll")},
                                  servers);
    SentCollectives messages(collectives);
    TrainingStep step(setup, grid, plan, TrainingGroups(grid), messages);
    const double count = step.CountNodes();
    const auto graph = step.Build();
    CheckGraph(graph);
    EXPECT_NEAR(count / static_cast<double>(graph.GetNodes().size()), 1, 0.04);
    std::map<std::string, uint64_t> sent;
    TrafficNotice::Count within; // between ranks that hold different parameters
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == CommunicationGraph::Kind::SEND)
        {
            const auto& label = graph.GetLabel(node.label);
            sent[label] += node.bytes;
            const bool isWithin =
                label.rfind("data parallel", 0) != 0 && label.rfind("tied embedding", 0) != 0;
            if (isWithin)
            {
                within.AddMessage(node.bytes, servers[node.rank] == servers[node.peer]);
            }
        }
    }
    const auto counted = CountTrainingTraffic(setup, grid, plan, collectives, servers);
    EXPECT_EQ(counted.messages, within.messages) << schedule;
    EXPECT_EQ(counted.bytes, within.bytes) << schedule;
    EXPECT_EQ(counted.insideMessages, within.insideMessages) << schedule;
    EXPECT_EQ(counted.insideBytes, within.insideBytes) << schedule;
    return sent;
}

} // namespace

TEST_F(TrainingVolumesTest, ZeroStagesSendWhatTheirPaperSays)
{
    // arXiv 1910.02054, 7: with n ranks, P bytes of parameters and as many of gradients, all ranks
    // together send (n - 1) P in an all-gather or a reduce-scatter, twice that in an all-reduce.
    auto setup = StepOf(Shape("TransformerModel"));
    setup.microBatches = 3;
    const auto grid = MakeGrid({}, 4);
    const uint64_t once = 3 * 2 * setup.shape.GetParameters();
    using Volumes = std::map<std::string, uint64_t>;
    const std::string reduce = "data parallel all-reduce";
    const std::string scatter = "data parallel reduce-scatter";
    const std::string gather = "data parallel all-gather";
    for (const uint64_t bucketBytes : {uint64_t{1}, uint64_t{1} << 20, uint64_t{1} << 40})
    {
        setup.bucketBytes = bucketBytes;
        const auto sent = [&](uint32_t stage) {
            setup.zeroStage = stage;
            return Sent(setup, grid, "GpipeSchedule");
        };
        EXPECT_EQ(sent(0), (Volumes{{reduce, 2 * once}}));
        EXPECT_EQ(sent(1), (Volumes{{gather, once}, {scatter, once}}));
        EXPECT_EQ(sent(2), (Volumes{{gather, once}, {scatter, 3 * once}}));
        EXPECT_EQ(sent(3), (Volumes{{gather, 2 * 3 * once}, {scatter, 3 * once}}));
    }
}

/**
 * Two workers of two copies of a model of P bytes of gradients: in each of H steps each worker
 * all-reduces its own, 2 (2 - 1) P, and the outer step all-reduces the parameters, 4 B each in
 * place of 2, among all four, 2 (4 - 1) 2 P.
 */
TEST_F(TrainingVolumesTest, WorkersMeetInOuterStepsOnly)
{
    auto setup = StepOf(Shape("TransformerModel"));
    setup.workers = 2;
    setup.innerSteps = 3;
    const auto grid = MakeGrid({}, 4);
    const auto plan = Plan("GpipeSchedule", 1, setup.microBatches);
    const uint64_t once = 2 * setup.shape.GetParameters();
    CollectiveLibrary collectives({Make<CollectiveAlgorithm>("RingAllReduce")}, {0, 1, 2, 3});
    SentCollectives messages(collectives);
    const TrainingGroups groups(grid, setup.workers);
    const auto blocks = MakeTrainingBlocks(setup, grid, plan.GetPartCount());
    OuterStep outer(setup, plan, blocks, groups, messages);
    const auto inner = TrainingStep(setup, grid, plan, groups, messages).Build();
    const double count =
        static_cast<double>(inner.GetNodes().size()) * setup.innerSteps + outer.CountNodes();
    const auto graph = outer.Build(inner);
    CheckGraph(graph);
    EXPECT_NEAR(count / static_cast<double>(graph.GetNodes().size()), 1, 0.04);
    std::map<std::string, uint64_t> sent;
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == CommunicationGraph::Kind::SEND)
        {
            const auto& label = graph.GetLabel(node.label);
            sent[label] += node.bytes;
            // Ranks 0 and 1 are a worker.
            EXPECT_TRUE(node.rank / 2 == node.peer / 2 || label == "outer step all-reduce");
        }
    }
    EXPECT_EQ(sent,
              (std::map<std::string, uint64_t>{{"data parallel all-reduce", 3 * 2 * (2 * once)},
                                               {"outer step all-reduce", 2 * 3 * 2 * once}}));
}

TEST_F(TrainingVolumesTest, DualPipeReducesGradientsOverBothCopies)
{
    // 2 stages and 2 data parallel ranks: each parameter is on 4 ranks, and 3 + 3 quarters of its
    // gradient are sent by each. 4 micro-batches per copy cross the one border, 2 each way, forward
    // and backward: 128 tokens * 2 sequences * 256 * 2 B each.
    auto setup = StepOf(Shape("TransformerModel"));
    setup.microBatches = 4;
    const auto sent = Sent(setup, MakeGrid({{"Pipeline", "2"}}, 4), "DualPipeSchedule");
    EXPECT_EQ(sent.at("data parallel all-reduce"), 2 * 3 * 2 * setup.shape.GetParameters());
    EXPECT_EQ(sent.at("pipeline activations"), 2 * 4 * 128 * 2 * 256 * 2u);
    EXPECT_EQ(sent.at("pipeline gradients"), 2 * 4 * 128 * 2 * 256 * 2u);
    EXPECT_EQ(sent.size(), 3u);
    setup.zeroStage = 2;
    EXPECT_EQ(MessageOf<InputError>([&] {
                  Sent(setup, MakeGrid({{"Pipeline", "2"}}, 4), "DualPipeSchedule");
              }),
              "ZeroStage is 2; expected 0 or 1 with a schedule that keeps two copies of the model");
}

TEST_F(TrainingVolumesTest, EmbeddingsMayBePartsOfTheirOwn)
{
    // Two layers and two embeddings in four parts, on two stages: three borders, 2 micro-batches.
    auto setup = StepOf(Shape("TransformerModel", {{"Layers", "2"}}));
    setup.microBatches = 2;
    const auto sent = Sent(setup, MakeGrid({{"Pipeline", "2"}}, 2), "InterleavedSchedule");
    EXPECT_EQ(sent.at("pipeline activations"), 2 * 3 * 128 * 2 * 256 * 2u);
    EXPECT_EQ(sent.at("pipeline gradients"), 2 * 3 * 128 * 2 * 256 * 2u);
}

TEST_F(TrainingVolumesTest, EveryKindOfParallelismAtOnce)
{
    // tp 2, cp 2, ep 2 of dp 4, pp 2: 32 ranks. Routed experts are on 2 ranks of each data parallel
    // group and on both context parallel ones, so their gradients go round 4 ranks, the others 8.
    auto setup = StepOf(Shape("TransformerModel",
                              {{"Experts", "4"}, {"ActiveExperts", "2"}, {"ExpertHidden", "64"}}));
    setup.microBatches = 2;
    const auto grid =
        MakeGrid({{"Tensor", "2"}, {"Context", "2"}, {"Expert", "2"}, {"Pipeline", "2"}}, 32);
    for (const bool other : {false, true})
    {
        setup.sequenceParallel = other;
        setup.ringAttention = other;
        setup.recompute = other ? RecomputeMode::FULL : RecomputeMode::SELECTIVE;
        const auto sent = Sent(setup, grid, "InterleavedSchedule");
        uint64_t dense = 0;
        uint64_t experts = 0;
        for (const auto& part : MakeTrainingBlocks(setup, grid, 4))
        {
            for (const auto& block : part)
            {
                dense += block.parameters;
                experts += block.expertParameters;
            }
        }
        // Per tensor parallel rank; of the experts' groups there are two, one per half of them.
        EXPECT_EQ(sent.at("data parallel all-reduce"),
                  2 * (2 * 7 * 2 * dense + 2 * 2 * 3 * 2 * experts));
        EXPECT_EQ(sent.count("context parallel ring"), other ? 1u : 0u);
        EXPECT_EQ(sent.count("tensor parallel all-reduce"), other ? 0u : 1u);
        EXPECT_EQ(sent.count("expert parallel all-to-all"), 1u);
        // 4 parts have 3 borders; 4 tensor and context parallel ranks, 4 copies, 2 micro-batches.
        const uint64_t border = 128 / 2 * 2 * 256 * 2 / (other ? 2 : 1);
        EXPECT_EQ(sent.at("pipeline activations"), 3 * 4 * 4 * 2 * border);
    }
}

TEST_F(TrainingVolumesTest, AllParametersHaveAPlace)
{
    // The blocks of all ranks of one copy add up to the model; norms and routers are whole on each.
    const auto sum = [](const TrainingSetup& setup, const Grid& grid, uint32_t parts) {
        uint64_t parameters = 0;
        for (const auto& part : MakeTrainingBlocks(setup, grid, parts))
        {
            for (const auto& block : part)
            {
                parameters += block.parameters + block.expertParameters;
            }
        }
        return parameters;
    };
    const auto deepSeek = StepOf(Shape("deep-seek-v3"));
    const uint64_t all = deepSeek.shape.GetParameters() + deepSeek.shape.GetPredictionParameters();
    EXPECT_EQ(sum(deepSeek, MakeGrid({}, 1), 16), all);
    // A rank has an eighth of the 256 experts in 58 layers and the prediction's.
    EXPECT_EQ(sum(deepSeek, MakeGrid({{"Expert", "8"}}, 8), 16), all - 59ull * 224 * 44'040'192);
    // A tied embedding lies on both ends of a pipeline.
    const auto gpt2 = StepOf(Shape("gpt-2"));
    EXPECT_EQ(sum(gpt2, MakeGrid({}, 1), 1), gpt2.shape.GetParameters());
    EXPECT_EQ(sum(gpt2, MakeGrid({}, 1), 2), gpt2.shape.GetParameters() + 50257ull * 768);
}

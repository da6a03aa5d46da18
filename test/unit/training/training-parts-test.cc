// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"
#include "known-object.h"
#include "make-object.h"

#include "ns3/input-error.h"
#include "ns3/model-description.h"
#include "ns3/parallel-layout.h"
#include "ns3/pipeline-schedule.h"
#include "ns3/string.h"
#include "ns3/training-block.h"
#include "ns3/training-piece.h"
#include "ns3/training-report.h"
#include "ns3/training-step.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Grid = ParallelGrid;

ModelShape
Shape(const std::string& type, const Attributes& attributes = {})
{
    return MakeModel(type, attributes)->GetShape();
}

PipelinePlan
Plan(const std::string& type,
     uint32_t stages,
     uint32_t microBatches,
     const Attributes& attributes = {})
{
    return Make<PipelineSchedule>(type, attributes)->Build(stages, microBatches);
}

/** Forward 1, backward 2 per micro-batch and stage, if there is one chunk. */
const PipelinePlan::Lengths UNIT{1, 1, 1, 0};

} // namespace

class TrainingPartsTest : public FabricTest
{
};

TEST_F(TrainingPartsTest, ParametersAreThoseThatWerePublished)
{
    // By hand from the formula in model-shape.h; published: 124 M, 174.6 B (its paper rounds to
    // 175.0 B), 405 B, and 671 B of which 37 B are active.
    // GPT-2: 12 (12 h^2 + 13 h) + (50257 + 1024) h + 2 h, h = 768.
    EXPECT_EQ(Shape("gpt-2").GetParameters(), 124'439'808u);
    // GPT-3: 96 (12 h^2 + 13 h) + (50257 + 2048) h + 2 h, h = 12288.
    EXPECT_EQ(Shape("gpt-3").GetParameters(), 174'604'259'328u);
    // Llama 3: 126 (2 h^2 + 2 h 1024 + 3 h 53248 + 2 h) + 2 * 128256 h + h, h = 16384.
    EXPECT_EQ(Shape("llama-3-405b").GetParameters(), 405'853'388'800u);
    const auto deepSeek = Shape("deep-seek-v3");
    EXPECT_EQ(deepSeek.GetParameters(), 671'026'404'352u);
    // 58 layers leave 248 experts of 3 * 7168 * 2048 weights aside.
    EXPECT_EQ(deepSeek.GetActiveParameters(), 671'026'404'352u - 58ull * 248 * 44'040'192);
    EXPECT_NEAR(static_cast<double>(deepSeek.GetActiveParameters()), 37e9, 0.6e9);
    EXPECT_EQ(Shape("gpt-2").GetActiveParameters(), Shape("gpt-2").GetParameters());
}

TEST_F(TrainingPartsTest, FlopsAreThoseOfTheMegatronPaper)
{
    // arXiv 2104.04473, appendix, without recomputation:
    // 72 B s l h^2 (1 + s / (6 h) + V / (12 l h)) per step, forward and backward; per token / (B
    // s).
    const auto gpt3 = Shape("gpt-3");
    const double h = 12288;
    const double expected = 72 * 96 * h * h * (1 + 2048 / (6 * h) + 50257 / (12 * 96 * h));
    EXPECT_NEAR(3 * gpt3.GetForwardFlops(2048) / expected, 1, 1e-12);

    // Each token with the keys up to its own only: (s + 1) / 2 of them in the mean.
    const auto causal = Shape("gpt-3", {{"Causal", "true"}});
    EXPECT_DOUBLE_EQ(gpt3.GetForwardFlops(2048) - causal.GetForwardFlops(2048),
                     96 * 4 * h * (2048 - 2049.0 / 2));

    // Llama 3 405B: 6 FLOPs per parameter and token (3.3.2 of its paper counts so), and scores.
    const auto llama = Shape("llama-3-405b");
    const double scores = 3 * 126 * 4.0 * 8192 * 16384;
    EXPECT_NEAR((3 * llama.GetForwardFlops(8192) - scores) / (6 * 405.85e9), 1, 0.006);
}

TEST_F(TrainingPartsTest, ShapesThatDoNotFitAreRefused)
{
    EXPECT_EQ(MessageOf<InputError>([] {
                  Shape("gpt-2", {{"Heads", "7"}});
              }),
              "model: Hidden is 768; expected a multiple of Heads, 7, or a HeadSize");
    EXPECT_EQ(MessageOf<InputError>([] {
                  Shape("gpt-2", {{"KvHeads", "5"}});
              }),
              "model: KvHeads is 5; expected a divisor of Heads, 12");
    EXPECT_EQ(MessageOf<InputError>([] {
                  Shape("deep-seek-v3", {{"ActiveExperts", "300"}});
              }),
              "model: ActiveExperts is 300; expected at most Experts, 256");
}

TEST_F(TrainingPartsTest, RanksAreInMegatronsOrder)
{
    // tp 2, cp 1, ep 2 within dp 4, pp 2: 16 ranks; tp is the fastest, pp the slowest.
    const auto layout = Make<ParallelLayout>("ParallelLayout",
                                             {{"Tensor", "2"}, {"Expert", "2"}, {"Pipeline", "2"}});
    const auto grid = layout->MakeGrid(16);
    EXPECT_EQ(grid.GetSize(Grid::DATA), 2u); // copies of an expert
    const auto groups = [&](std::initializer_list<Grid::Dimension> d) { return grid.GetGroups(d); };
    EXPECT_EQ(groups({Grid::TENSOR})[1], (Grid::Group{2, 3}));
    EXPECT_EQ(groups({Grid::EXPERT})[1], (Grid::Group{1, 3}));
    EXPECT_EQ(groups({Grid::DATA})[0], (Grid::Group{0, 4}));
    EXPECT_EQ(groups({Grid::EXPERT, Grid::DATA})[0], (Grid::Group{0, 2, 4, 6}));
    EXPECT_EQ(groups({Grid::PIPELINE})[3], (Grid::Group{3, 11}));
    EXPECT_EQ(grid.GetStage(1), (Grid::Group{8, 9, 10, 11, 12, 13, 14, 15}));
    for (uint32_t rank = 0; rank < 16; ++rank)
    {
        EXPECT_EQ(grid.GetRank({grid.GetIndex(rank, Grid::TENSOR),
                                grid.GetIndex(rank, Grid::CONTEXT),
                                grid.GetIndex(rank, Grid::EXPERT),
                                grid.GetIndex(rank, Grid::DATA),
                                grid.GetIndex(rank, Grid::PIPELINE)}),
                  rank);
    }
    layout->SetAttribute("Order", StringValue("pp-tp-cp-ep-dp"));
    EXPECT_EQ(layout->MakeGrid(16).GetGroups({Grid::TENSOR})[0], (Grid::Group{0, 2}));
}

TEST_F(TrainingPartsTest, LayoutsThatDoNotFitAreRefused)
{
    const auto why = [](const Attributes& attributes, uint32_t ranks) {
        return MessageOf<InputError>([&] {
            const auto layout = Make<ParallelLayout>("ParallelLayout", attributes);
            layout->Check(Shape("gpt-2"));
            layout->MakeGrid(ranks);
        });
    };
    EXPECT_EQ(
        why({{"Tensor", "4"}, {"Pipeline", "2"}}, 12),
        "parallel layout: Tensor * Context * Pipeline, 4 * 1 * 2, does not divide the 12 ranks");
    EXPECT_EQ(
        why({{"Data", "3"}, {"Tensor", "2"}}, 8),
        "parallel layout: Data is 3; Tensor * Context * Pipeline, 2 * 1 * 1, leaves 4 of the 8 "
        "ranks");
    EXPECT_EQ(why({{"Tensor", "5"}}, 5),
              "parallel layout: Tensor is 5; expected a divisor of the 12 heads");
    EXPECT_EQ(why({{"Expert", "2"}}, 2),
              "parallel layout: Expert is 2; expected 1, since the model has none");
    EXPECT_EQ(why({{"Pipeline", "13"}}, 13),
              "parallel layout: Pipeline is 13; expected at most the 12 layers");
    EXPECT_EQ(why({{"Order", "tp-dp"}}, 2),
              "parallel layout: Order is \"tp-dp\"; expected tp, cp, ep, dp and pp once each, such "
              "as tp-cp-ep-dp-pp");
}

TEST_F(TrainingPartsTest, LayersAreSharedOutWithFewerAtTheEnds)
{
    // Llama 3: 126 layers on 16 stages, 8 each but for the first and the last (its paper, 3.3.2).
    std::vector<uint32_t> llama(16, 8);
    llama.front() = llama.back() = 7;
    EXPECT_EQ(ShareLayers(126, 16), llama);
    EXPECT_EQ(ShareLayers(13, 5), (std::vector<uint32_t>{2, 3, 3, 3, 2}));
    EXPECT_EQ(ShareLayers(6, 3), (std::vector<uint32_t>{2, 2, 2}));
    EXPECT_EQ(MessageOf<InputError>([] { ShareLayers(3, 4); }),
              "a model of 3 layers cannot be cut into 4 parts");
}

TEST_F(TrainingPartsTest, BubblesAreThoseOfThePapers)
{
    for (const uint32_t p : {1u, 2u, 3u, 4u, 8u})
    {
        for (const uint32_t m : {1u, 2u, 5u, 8u, 16u})
        {
            SCOPED_TRACE(std::to_string(p) + " stages, " + std::to_string(m) + " micro-batches");
            // arXiv 2104.04473, 2.2.1: (m + p - 1) (f + b), with f = 1 and b = 2.
            EXPECT_DOUBLE_EQ(Plan("GpipeSchedule", p, m).GetDuration(UNIT), 3.0 * (m + p - 1));
            EXPECT_DOUBLE_EQ(Plan("OneFOneBSchedule", p, m).GetDuration(UNIT), 3.0 * (m + p - 1));
        }
        for (const uint32_t v : {1u, 2u, 4u})
        {
            // 2.2.2: m (f + b) + (p - 1) (f + b) / v; a chunk is one v-th of a stage.
            const uint32_t m = 3 * p;
            const auto plan = Plan("InterleavedSchedule", p, m, {{"Chunks", std::to_string(v)}});
            const PipelinePlan::Lengths chunk{1.0 / v, 1.0 / v, 1.0 / v, 0};
            EXPECT_NEAR(plan.GetDuration(chunk), 3.0 * m + 3.0 * (p - 1) / v, 1e-9);
        }
    }
    // DeepSeek-V3, table 2: (p / 2 - 1) (f + 2 b - 3 w) with f = w = 1 and b = 2.
    for (const uint32_t p : {2u, 4u, 8u, 16u})
    {
        const uint32_t m = 2 * p + 4;
        EXPECT_DOUBLE_EQ(Plan("DualPipeSchedule", p, m).GetDuration(UNIT),
                         3.0 * m + 2.0 * (p / 2.0 - 1));
    }
    // GPipe with transfers: m (f + b) + (p - 1) (f + b + 2 x).
    EXPECT_DOUBLE_EQ(Plan("GpipeSchedule", 4, 6).GetDuration({1, 1, 1, 0.5}),
                     6 * 3 + 3 * (3 + 1.0));
}

TEST_F(TrainingPartsTest, OneFOneBKeepsFewActivations)
{
    // Stage s of p has at most min(m, p - s) micro-batches forward and not yet backward; GPipe m.
    const auto most = [](const PipelinePlan& plan, uint32_t stage) {
        int kept = 0;
        int largest = 0;
        for (const auto& task : plan.stages[stage])
        {
            kept += task.kind == PipelinePlan::Kind::FORWARD ? 1 : -1;
            largest = std::max(largest, kept);
        }
        return largest;
    };
    const auto plan = Plan("OneFOneBSchedule", 4, 8);
    for (uint32_t stage = 0; stage < 4; ++stage)
    {
        EXPECT_EQ(most(plan, stage), static_cast<int>(4 - stage));
        EXPECT_EQ(most(Plan("GpipeSchedule", 4, 8), stage), 8);
    }
}

TEST_F(TrainingPartsTest, SchedulesRefuseWhatTheyCannotServe)
{
    EXPECT_EQ(MessageOf<InputError>([] { Plan("InterleavedSchedule", 4, 6); }),
              "ns3::InterleavedSchedule: 6 micro-batches; expected a multiple of the stages, 4");
    EXPECT_EQ(MessageOf<InputError>([] { Plan("DualPipeSchedule", 3, 6); }),
              "ns3::DualPipeSchedule: 3 stages; expected an even number");
    EXPECT_EQ(
        MessageOf<InputError>([] { Plan("DualPipeSchedule", 4, 6); }),
        "ns3::DualPipeSchedule: 6 micro-batches; expected an even number of at least twice the "
        "stages, 8");
}

TEST_F(TrainingPartsTest, APlanThatWaitsForItselfIsRefused)
{
    auto plan = Plan("GpipeSchedule", 2, 2);
    std::swap(plan.stages[0][1], plan.stages[0][2]); // backward of 0 before forward of 1
    std::swap(plan.stages[1][0], plan.stages[1][1]); // which the last stage wants first
    EXPECT_EQ(MessageOf<InputError>([&] { plan.Check(); }),
              "pipeline schedule: stage 0 waits forever in its task 1");
    plan = Plan("GpipeSchedule", 2, 2);
    plan.stages[1].pop_back();
    EXPECT_EQ(MessageOf<InputError>([&] { plan.Check(); }),
              "pipeline schedule: a micro-batch does not pass every part forward and backward");
    plan.stages[1].push_back(plan.stages[1][0]);
    EXPECT_EQ(MessageOf<InputError>([&] { plan.Check(); }),
              "pipeline schedule: stage 1, micro-batch 0, chunk 0: is done twice or too early");
}

namespace
{

/** @return total bytes of the collectives of a pass, by traffic */
std::map<TrainingTraffic, uint64_t>
Volumes(const TrainingSetup& setup, const Grid& grid, PipelinePlan::Kind kind)
{
    const auto blocks = MakeTrainingBlocks(setup, grid, grid.GetSize(Grid::PIPELINE));
    std::map<TrainingTraffic, uint64_t> volumes;
    for (const auto& piece : MakeTrainingPieces(setup, grid, blocks[0], kind))
    {
        if (piece.kind == TrainingPiece::Kind::COLLECTIVE)
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
    const auto pieces = MakeTrainingPieces(setup, grid, blocks[0], kind);
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

TEST_F(TrainingPartsTest, KernelsTakeAllFlopsOfTheModel)
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
    setup.recompute = true;
    // Again all but the output embedding.
    EXPECT_NEAR(static_cast<double>(ComputePs(setup, MakeGrid({}, 1), Kind::BACKWARD)),
                3 * forward - setup.shape.GetHeadFlops() * 2048,
                100);
}

TEST_F(TrainingPartsTest, CollectivesHaveTheVolumesOfThePapers)
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

    // DeepSeek-V3: 8 experts per token, 7168 numbers, FP8 there and BF16 back, 58 of 61 layers.
    setup = StepOf(Shape("deep-seek-v3"));
    setup.dispatchBytes = 1;
    const auto expert = MakeGrid({{"Expert", "8"}}, 8);
    EXPECT_EQ(Volumes(setup, expert, Kind::FORWARD)[TrainingTraffic::EXPERT],
              58ull * 2 * 4096 * 8 * 7168 * (1 + 2));
    EXPECT_EQ(Volumes(setup, expert, Kind::INPUT_GRADIENT)[TrainingTraffic::EXPERT],
              58ull * 2 * 4096 * 8 * 7168 * (1 + 2));
    EXPECT_TRUE(Volumes(setup, expert, Kind::WEIGHT_GRADIENT).empty());
}

namespace
{

/** @return bytes that all ranks send in a step, by what for */
std::map<std::string, uint64_t>
Sent(const TrainingSetup& setup, const Grid& grid, const std::string& schedule)
{
    const auto plan = Plan(schedule, grid.GetSize(Grid::PIPELINE), setup.microBatches);
    CollectiveLibrary collectives({Make<CollectiveAlgorithm>("RingAllReduce"),
                                   Make<CollectiveAlgorithm>("RingAllGather"),
                                   Make<CollectiveAlgorithm>("RingReduceScatter"),
                                   Make<CollectiveAlgorithm>("DirectAllToAll")},
                                  std::vector<uint32_t>(grid.GetRankCount(), 0));
    const auto graph = TrainingStep(setup, grid, plan, collectives).Build();
    graph.Validate();
    std::map<std::string, uint64_t> sent;
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == CommunicationGraph::Kind::SEND)
        {
            sent[graph.GetLabel(node.label)] += node.bytes;
        }
    }
    return sent;
}

} // namespace

TEST_F(TrainingPartsTest, ZeroStagesSendWhatTheirPaperSays)
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

TEST_F(TrainingPartsTest, DualPipeReducesGradientsOverBothCopies)
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
              "ZeroStage is 2; expected 0 or 1 with a schedule that holds the model twice");
}

TEST_F(TrainingPartsTest, EveryKindOfParallelismAtOnce)
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
        setup.recompute = other;
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

TEST_F(TrainingPartsTest, AllParametersHaveAPlace)
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
    EXPECT_EQ(sum(deepSeek, MakeGrid({}, 1), 16), deepSeek.shape.GetParameters());
    // Of 256 experts in 58 layers a rank has an eighth.
    EXPECT_EQ(sum(deepSeek, MakeGrid({{"Expert", "8"}}, 8), 16),
              deepSeek.shape.GetParameters() - 58ull * 224 * 44'040'192);
    // A tied embedding lies on both ends of a pipeline.
    const auto gpt2 = StepOf(Shape("gpt-2"));
    EXPECT_EQ(sum(gpt2, MakeGrid({}, 1), 1), gpt2.shape.GetParameters());
    EXPECT_EQ(sum(gpt2, MakeGrid({}, 1), 2), gpt2.shape.GetParameters() + 50257ull * 768);
}

TEST_F(TrainingPartsTest, FiguresOfAStep)
{
    // 8 GPUs of 1e15 FLOP/s, 2 s of which 1.5 s compute, 4e15 model FLOPs, 1e6 tokens: 0.25e15
    // FLOP/s per GPU. A quarter of 8 GPUs at 3 an hour is 6 an hour: 144 a day, 6 / 1800 a step.
    TrainingOutcome outcome;
    outcome.durationPs = 2'000'000'000'000;
    outcome.gpus = 8;
    outcome.idleFraction = 0.25;
    outcome.tokens = 1e6;
    outcome.modelFlops = 4e15;
    outcome.peakFlops = 1e15;
    outcome.gpuHourPrice = 3;
    outcome.clusterPrice = 1e6;
    std::map<std::string, double> figures;
    for (const auto& figure : GetTrainingFigures(outcome))
    {
        figures[figure.name] = figure.value;
    }
    EXPECT_DOUBLE_EQ(figures["iteration time"], 2000);
    EXPECT_DOUBLE_EQ(figures["compute"], 1500);
    EXPECT_DOUBLE_EQ(figures["GPU idle in step"], 25);
    EXPECT_DOUBLE_EQ(figures["model FLOPs per GPU"], 250);
    EXPECT_DOUBLE_EQ(figures["MFU"], 25);
    EXPECT_DOUBLE_EQ(figures["tokens per second"], 500'000);
    EXPECT_DOUBLE_EQ(figures["idle cost per step"], 6.0 / 1800);
    EXPECT_DOUBLE_EQ(figures["idle cost per day"], 144);
    EXPECT_DOUBLE_EQ(figures["idle share of the cluster"], 250'000);
    outcome.durationPs = 0;
    EXPECT_TRUE(GetTrainingFigures(outcome).empty());
}

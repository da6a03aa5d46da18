// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"
#include "training-parts.h"

#include "ns3/input-error.h"
#include "ns3/parallel-layout.h"
#include "ns3/training-block.h"
#include "ns3/training-report.h"

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
    // The second prediction: attention 187,107,328 with its norms, 257 experts, a router, a
    // projection of 2 h^2, five norms. Published with a copy of both embeddings: 14 B, 685 B in
    // all.
    const uint64_t prediction =
        187'107'328 + 257ull * 44'040'192 + 256 * 7168 + 2 * 7168 * 7168 + 5 * 7168;
    EXPECT_EQ(deepSeek.GetPredictionParameters(), prediction);
    const double embeddings = 2.0 * 129280 * 7168;
    EXPECT_NEAR((static_cast<double>(deepSeek.GetParameters() + prediction) + embeddings) / 685e9,
                1,
                0.01);
    EXPECT_EQ(Shape("gpt-2").GetPredictionParameters(), 0u);
}

TEST_F(TrainingPartsTest, ParametersOfFurtherModelsAreWithinAPercentOfThosePublished)
{
    struct Published
    {
        const char* name;
        double all;
        double active;
    };

    // Models' published weights and, for GPT, arXiv 2104.04473, table 1, and 2205.05198, table 3.
    for (const auto& [name, all, active] : {Published{"llama-3-8b", 8.03e9, 8.03e9},
                                            {"llama-3-70b", 70.55e9, 70.55e9},
                                            {"llama-2-70b", 68.98e9, 68.98e9},
                                            {"gpt-530b", 529.6e9, 529.6e9},
                                            {"gpt-1t", 1008e9, 1008e9},
                                            {"mixtral-8x7b", 46.7e9, 12.9e9},
                                            {"qwen3-30b-a3b", 30.5e9, 3.3e9},
                                            {"qwen3-235b-a22b", 235e9, 22e9}})
    {
        const auto shape = Shape(name);
        EXPECT_NEAR(static_cast<double>(shape.GetParameters()) / all, 1, 0.01) << name;
        // Active ones are printed with two digits.
        EXPECT_NEAR(static_cast<double>(shape.GetActiveParameters()) / active, 1, 0.025) << name;
    }
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
              "parallel layout: Expert is 2; expected 1, since the model has no experts");
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
    EXPECT_EQ(MessageOf<InputError>([] { ShareLayers(3, 6); }),
              "a model of 3 layers cannot be cut into 6 parts; expected at most 5, one for each "
              "layer and one for each embedding");
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
    EXPECT_EQ(
        MessageOf<InputError>([&] { plan.Check(); }),
        "pipeline schedule: a micro-batch does not pass through every part forward and backward");
    plan.stages[1].push_back(plan.stages[1][0]);
    EXPECT_EQ(MessageOf<InputError>([&] { plan.Check(); }),
              "pipeline schedule: stage 1, micro-batch 0, chunk 0: is done twice or too early");
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
    outcome.currency = "EUR";
    std::map<std::string, double> figures;
    std::map<std::string, std::string> units;
    for (const auto& figure : GetTrainingFigures(outcome))
    {
        figures[figure.name] = figure.value;
        units[figure.name] = figure.unit;
    }
    EXPECT_EQ(units["idle cost per step"], "EUR");
    EXPECT_EQ(units["idle cost per day"], "EUR");
    EXPECT_EQ(units["idle share of the cluster"], "EUR");
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

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"
#include "known-object.h"
#include "make-object.h"

#include "ns3/fabric-workload.h"
#include "ns3/host-map.h"
#include "ns3/input-error.h"
#include "ns3/model-description.h"
#include "ns3/parallel-layout.h"
#include "ns3/pipeline-schedule.h"
#include "ns3/training-block.h"
#include "ns3/training-memory.h"
#include "ns3/training-operation.h"

#include <array>
#include <numeric>
#include <string>

using namespace ns3;

namespace
{

class TrainingMemoryTest : public FabricTest
{
  protected:
    static TrainingSetup SetupOf(const std::string& model)
    {
        TrainingSetup setup;
        setup.shape = MakeModel(model)->GetShape();
        setup.sequence = setup.shape.sequence;
        return setup;
    }

    static ParallelGrid GridOf(const Attributes& attributes, uint32_t ranks)
    {
        return Make<ParallelLayout>("ParallelLayout", attributes)->MakeGrid(ranks);
    }

    static PipelinePlan PlanOf(const std::string& type, uint32_t stages, uint32_t microBatches)
    {
        return Make<PipelineSchedule>(type)->Build(stages, microBatches);
    }

    /** Eight GPUs in a server. */
    static HostMap EightHosts()
    {
        HostMap hosts;
        hosts.node.resize(8);
        std::iota(hosts.node.begin(), hosts.node.end(), 0);
        hosts.server.assign(8, 0);
        hosts.leaf.assign(8, 8);
        hosts.ratebps.assign(8, 400'000'000'000);
        hosts.taken.assign(8, false);
        return hosts;
    }
};

} // namespace

TEST_F(TrainingMemoryTest, ActivationsOfALayerAreThePapers)
{
    // Korthikanti et al., arXiv 2205.05198, table 2, for GPT-3: h 12288, s 2048, b 1, t 8.
    auto setup = SetupOf("gpt-3");
    setup.sequence = 2048;
    const auto grid = GridOf({{"Tensor", "8"}}, 8);
    const double sbh = 2048.0 * 12288;
    constexpr auto NONE = RecomputeMode::NONE;
    constexpr auto SELECTIVE = RecomputeMode::SELECTIVE;
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, GridOf({}, 1), 0, NONE), 34 * sbh);
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, grid, 0, NONE), sbh * (10 + 24.0 / 8));
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, grid, 0, RecomputeMode::FULL), 2 * sbh);
    // Without the outputs of two norms, 4 s b h, and the output of the GELU, 8 s b h.
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, GridOf({}, 1), 0, SELECTIVE), 22 * sbh);
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, grid, 0, SELECTIVE), sbh * (6 + 16.0 / 8));
    setup.sequenceParallel = true;
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, grid, 0, NONE), 34 * sbh / 8);
    setup.microBatchSequences = 3;
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, grid, 0, NONE), 3 * 34 * sbh / 8);
    // Llama 3 405B: 8 h = 131,072; queries and their output 2 * 16,384, keys and values 2 * 1,024,
    // 3 * 53,248 of the gated part, 2 B each: 520,192 B a token, 8,192 tokens, an eighth.
    // Recomputed: 2 outputs of norms and the product of the gated part, 2 B each: 172,032 B.
    auto llama = SetupOf("llama-3-405b");
    llama.sequence = 8192;
    llama.sequenceParallel = true;
    EXPECT_DOUBLE_EQ(GetActivationBytes(llama, grid, 0, NONE), 520'192.0 * 8192 / 8);
    EXPECT_DOUBLE_EQ(GetActivationBytes(llama, grid, 0, SELECTIVE), 348'160.0 * 8192 / 8);
    // A layer of DeepSeek-V3 with experts, matrices in FP8 with a scale of 4 B for 128 numbers
    // (arXiv 2412.19437, 3.2.3 and 3.3.3): the inputs of two norms 4 * 7,168 B, the latents 2 *
    // (1,536 + 512 + 64) B, the output of attention 2 * 16,384 B; in FP8 the input of 8 experts, 8
    // * 7,168, and the input of 9 SwiGLUs, 9 * 2 * 2,048.
    auto deepSeek = SetupOf("deep-seek-v3");
    deepSeek.weightBytes = 1;
    EXPECT_DOUBLE_EQ(GetActivationBytes(deepSeek, GridOf({}, 1), 3, SELECTIVE),
                     4096.0 * (28'672 + 4'224 + 32'768 + 1.03125 * (57'344 + 36'864)));
    // Otherwise also 128 heads' queries and keys of 128 + 64 and values of 128, 2 B each, and in
    // FP8 2 outputs of norms and 9 of SwiGLUs.
    EXPECT_DOUBLE_EQ(GetActivationBytes(deepSeek, GridOf({}, 1), 3, NONE) -
                         GetActivationBytes(deepSeek, GridOf({}, 1), 3, SELECTIVE),
                     4096.0 * (2 * 128 * (192 + 192 + 128) + 1.03125 * (14'336 + 18'432)));
}

namespace
{

/** A step whose layout is published. */
struct Layout
{
    struct
    {
        const char* source;
        const char* gpu;
        double gigabytes; //!< by hand: states, activations of the stage
    } published;

    ModelShape shape;

    struct
    {
        uint32_t ranks;
        Attributes layout;
        std::string schedule;
    } parallel;

    struct
    {
        uint32_t microBatches; //!< of a copy
        uint32_t sequences;    //!< of a micro-batch
        uint32_t tokens;       //!< of a sequence
    } batch;

    struct
    {
        uint32_t zeroStage;
        RecomputeMode recompute;
        bool fp8;
        bool sequenceParallel;
    } kept;
};

TrainingMemory
Measure(const Layout& layout)
{
    TrainingSetup setup;
    setup.shape = layout.shape;
    setup.sequence = layout.batch.tokens;
    setup.microBatchSequences = layout.batch.sequences;
    setup.microBatches = layout.batch.microBatches;
    setup.zeroStage = layout.kept.zeroStage;
    setup.gradientBytes = 4;
    setup.sequenceParallel = layout.kept.sequenceParallel;
    setup.recompute = layout.kept.recompute;
    setup.weightBytes = layout.kept.fp8 ? 1 : 2;
    const auto grid = Make<ParallelLayout>("ParallelLayout", layout.parallel.layout)
                          ->MakeGrid(layout.parallel.ranks);
    const auto plan = BuildObject<PipelineSchedule>(layout.parallel.schedule, "Schedule")
                          ->Build(grid.GetSize(ParallelGrid::PIPELINE), setup.microBatches);
    return GetTrainingMemory(setup, grid, plan);
}

/** @return a GPT of arXiv 2104.04473 and 2205.05198: 4 h wide, 51,200 words, 2,048 positions */
ModelShape
Gpt(uint32_t layers, uint32_t hidden, uint32_t heads)
{
    ModelShape shape;
    shape.layers = layers;
    shape.hidden = hidden;
    shape.heads = heads;
    shape.vocabulary = 51'200;
    shape.positions = 2048;
    shape.biases = true;
    shape.tied = true;
    return shape;
}

} // namespace

TEST_F(TrainingMemoryTest, PublishedLayoutsFitAndOneStepBeyondDoesNot)
{
    const auto llama = MakeModel("llama-3-405b")->GetShape();
    const auto deepSeek = MakeModel("deep-seek-v3")->GetShape();
    constexpr auto NONE = RecomputeMode::NONE;
    constexpr auto SELECTIVE = RecomputeMode::SELECTIVE;
    const char* korthikanti = "arXiv 2205.05198, tables 3 and 5: A100 80GB, sequence parallel";
    const std::string oneFOneB = "ns3::OneFOneBSchedule";
    const std::string interleaved3 = "ns3::InterleavedSchedule[Chunks=3]";
    const std::string interleaved8 = "ns3::InterleavedSchedule[Chunks=8]";
    const auto losesSequenceParallel = [](Layout& it) { it.kept.sequenceParallel = false; };
    const auto halvesContext = [](Layout& it) {
        auto& context = it.parallel.layout[1].second;
        context = std::to_string(std::stoul(context) / 2);
    };
    const Layout deepSeekV3{{"arXiv 2412.19437, 3.2: 2,048 H800", "h800", 70.0},
                            deepSeek,
                            {2048, "Pipeline=16 Expert=64", "ns3::DualPipeSchedule"},
                            {120, 1, 4096},
                            {1, SELECTIVE, true, false}};
    const std::vector<std::pair<Layout, std::function<void(Layout&)>>> rows{
        // 2.76e9 parameters of 18 B each, 10.3 GB for 48 layers and 0.2 for logits; without
        // sequence parallelism the layers take 13/4.25 as much.
        {{{korthikanti, "a100", 60.2},
          Gpt(48, 6144, 64),
          {8, "Tensor=8", oneFOneB},
          {1, 4, 2048},
          {0, NONE, false, true}},
         losesSequenceParallel},
        {{{korthikanti, "a100", 63.7},
          Gpt(96, 12288, 96),
          {64, "Tensor=8 Pipeline=8", interleaved3},
          {64, 1, 2048},
          {0, NONE, false, true}},
         losesSequenceParallel},
        {{{korthikanti, "a100", 61.2},
          Gpt(105, 20480, 128),
          {280, "Tensor=8 Pipeline=35", interleaved3},
          {280, 1, 2048},
          {0, NONE, false, true}},
         losesSequenceParallel},
        {{{korthikanti, "a100", 67.0},
          Gpt(128, 25600, 160),
          {512, "Tensor=8 Pipeline=64", oneFOneB},
          {512, 1, 2048},
          {0, NONE, false, true}},
         losesSequenceParallel},
        // 126 layers in 128 parts, gradients in FP32, nothing recomputed but what costs nothing:
        // on stage 1 141 layers of 0.357 GB at once, on stage 0 112 (31 chunks have no layer).
        {{{"arXiv 2407.21783, table 4, 8,192 GPUs", "h100", 57.6},
          llama,
          {8192, "Tensor=8 Pipeline=16", interleaved8},
          {32, 1, 8192},
          {2, SELECTIVE, false, true}},
         [](Layout& it) { it.batch.sequences = 2; }},
        {{{"arXiv 2407.21783, table 4, 16,384 GPUs", "h100", 52.6},
          llama,
          {16384, "Tensor=8 Pipeline=16", interleaved8},
          {16, 1, 8192},
          {2, SELECTIVE, false, true}},
         losesSequenceParallel},
        {{{"arXiv 2407.21783, table 4, 131,072 tokens", "h100", 52.6},
          llama,
          {16384, "Tensor=8 Context=16 Pipeline=16", interleaved8},
          {16, 1, 131072},
          {2, SELECTIVE, false, true}},
         halvesContext},
        {{{"Megatron-Bridge 25.11, summary, Llama 3.1 405B, 1,024 H100", "h100", 67.7},
          llama,
          {1024, "Tensor=8 Context=2 Pipeline=8", interleaved8},
          {64, 1, 8192},
          {1, SELECTIVE, true, true}},
         halvesContext},
        // 17 micro-batches at once in 4 layers each, 0.67 GB a layer; 3.3e9 parameters.
        {deepSeekV3, [](Layout& it) { it.kept.fp8 = false; }},
        {deepSeekV3, [](Layout& it) { it.kept.recompute = NONE; }},
    };
    for (const auto& [layout, change] : rows)
    {
        SCOPED_TRACE(layout.published.source);
        const auto memory = Measure(layout);
        const auto limit = static_cast<double>(GpuModel::Get(layout.published.gpu).memoryBytes);
        EXPECT_NEAR(memory.GetTotal() / 1e9, layout.published.gigabytes, 0.5) << memory.Describe();
        EXPECT_LT(memory.GetTotal(), limit);
        Layout beyond = layout;
        change(beyond);
        EXPECT_GT(Measure(beyond).GetTotal(), limit) << Measure(beyond).Describe();
    }
}

TEST_F(TrainingMemoryTest, LayersNextToTheEmbeddingsAreFewer)
{
    // Llama 3: 126 layers and two embeddings in 128 parts.
    auto shares = ShareLayers(126, 128);
    EXPECT_EQ(shares.front(), 0U);
    EXPECT_EQ(shares.back(), 0U);
    EXPECT_EQ(std::vector<uint32_t>(shares.begin() + 1, shares.end() - 1),
              std::vector<uint32_t>(126, 1));
    EXPECT_EQ(ShareLayers(3, 4), (std::vector<uint32_t>{1, 1, 1, 0}));
    EXPECT_EQ(ShareLayers(61, 16),
              (std::vector<uint32_t>{3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3}));
    EXPECT_EQ(MessageOf<InputError>([] { ShareLayers(126, 129); }),
              "a model of 126 layers cannot be cut into 129 parts; expected at most 128, one for "
              "each layer and one for each embedding");
}

TEST_F(TrainingMemoryTest, StatesAreSharedOutByZero)
{
    // GPT-2, 124,439,808 parameters: 2 + 2 + 12 B each, over four copies where ZeRO shares them.
    auto setup = SetupOf("gpt-2");
    const double p = 124'439'808;
    const auto grid = GridOf({}, 4);
    const auto plan = PlanOf("OneFOneBSchedule", 1, 1);
    for (const auto& [stage, parameters, gradients, optimizer] :
         {std::array<double, 4>{0, 2, 2, 12},
          std::array<double, 4>{1, 2, 2, 3},
          std::array<double, 4>{2, 2, 0.5, 3},
          std::array<double, 4>{3, 0.5, 0.5, 3}})
    {
        setup.zeroStage = static_cast<uint32_t>(stage);
        const auto memory = GetTrainingMemory(setup, grid, plan);
        EXPECT_DOUBLE_EQ(memory.parameters, parameters * p);
        EXPECT_DOUBLE_EQ(memory.gradients, gradients * p);
        EXPECT_DOUBLE_EQ(memory.optimizer, optimizer * p);
    }
}

TEST_F(TrainingMemoryTest, MicroBatchesInFlightAreThoseOfTheSchedule)
{
    // 12 layers on 4 stages, 8 micro-batches: stage 0 holds 3 layers of 4 micro-batches with 1F1B
    // and of all 8 with GPipe. The last stage holds one micro-batch, but also the logits.
    auto setup = SetupOf("gpt-2");
    setup.recompute = RecomputeMode::NONE;
    setup.optimizerBytes = 1000; // so that the stage of the embedding, the first one, is fullest
    const auto grid = GridOf({{"Pipeline", "4"}}, 4);
    const double layer = 34 * 1024.0 * 768;
    const auto oneFOneB = GetTrainingMemory(setup, grid, PlanOf("OneFOneBSchedule", 4, 8));
    EXPECT_EQ(oneFOneB.stage, 0u);
    EXPECT_DOUBLE_EQ(oneFOneB.activations, 4 * 3 * layer);
    // The logits of all 8 make the last stage the fullest: 4 B of 50,257 and 2 B of 768 numbers.
    const auto gpipe = GetTrainingMemory(setup, grid, PlanOf("GpipeSchedule", 4, 8));
    EXPECT_EQ(gpipe.stage, 3u);
    EXPECT_DOUBLE_EQ(gpipe.activations, 8 * (3 * layer + 1024.0 * (4 * 50'257 + 2 * 768)));
    // Recomputing keeps 2 B for each number between layers, and once a layer.
    setup.recompute = RecomputeMode::FULL;
    EXPECT_DOUBLE_EQ(GetTrainingMemory(setup, grid, PlanOf("OneFOneBSchedule", 4, 8)).activations,
                     4 * 3 * 2 * 1024.0 * 768 + layer);
}

TEST_F(TrainingMemoryTest, WhatDoesNotFitIsRefusedWithTheSum)
{
    // 405,853,388,800 parameters over 8 GPUs are 50.73e9: 101.5, 101.5 and 608.8 GB. Activations of
    // 126 layers: 8,192 tokens (65,536 + (348,160 - 65,536) / 8) B = 0.826 GB each, once what one
    // of them builds again, 8,192 (65,536 + 106,496 / 8) B = 0.646 GB, and logits in FP32: 8,192 (4
    // * 128,256 / 8 + 2 * 16,384) B = 0.8 GB.
    const std::string model =
        "Model=" + SpellModel("llama-3-405b") + " Parallel=ns3::ParallelLayout[Tensor=8]";
    const auto workload = Make<FabricWorkload>("TrainingWorkload", model + " LayersPerKernel=14");
    EXPECT_EQ(MessageOf<InputError>([&] { workload->Build(EightHosts()); }),
              "ns3::TrainingWorkload: Parallel: does not fit: a GPU needs 917.3 GB on stage 0: "
              "parameters 101.5, gradients 101.5, optimizer 608.8, activations 105.6; h100 has "
              "80.0 GB (MemoryShare); use a larger Tensor, Pipeline or ZeroStage, more Recompute, "
              "or a smaller MicroBatch");
    const auto unlimited =
        Make<FabricWorkload>("TrainingWorkload", model + " LayersPerKernel=126 MemoryShare=0");
    EXPECT_FALSE(unlimited->Build(EightHosts()).graph.GetNodes().empty());
}

TEST_F(TrainingMemoryTest, Fp8SpeedsUpTheMatricesOfLayersOnly)
{
    // One layer, T = 1,024 tokens, at 1e12 FLOP/s in BF16 and twice that in FP8: the matrices of
    // the layer take half, scores and the output embedding the same.
    auto setup = SetupOf("gpt-2");
    setup.shape.layers = 1;
    GpuModel gpu = GpuModel::Get("h100");
    gpu.bf16Flops = 1e12;
    gpu.fp8Flops = 2e12;
    const auto forwardPs = [&](GpuModel::Precision matrices) {
        ModelKernels::Precisions precisions;
        precisions.matrices = matrices;
        setup.kernels = ModelKernels(KernelTime(gpu, 1, 1), precisions, 0);
        const auto grid = GridOf({}, 1);
        const auto pieces = MakeTrainingOperations(setup,
                                                   grid,
                                                   MakeTrainingBlocks(setup, grid, 1)[0],
                                                   PipelinePlan::Kind::FORWARD);
        return std::accumulate(pieces.begin(),
                               pieces.end(),
                               int64_t{0},
                               [](int64_t sum, const auto& piece) { return sum + piece.lengthPs; });
    };
    const double h = 768;
    const double tokens = 1024;
    const double matrices = 2 * tokens * 12 * h * h;
    const double scores = tokens * 4 * tokens * h;
    const double head = 2 * tokens * h * 50'257;
    EXPECT_NEAR(static_cast<double>(forwardPs(GpuModel::Precision::BF16)),
                matrices + scores + head,
                10);
    EXPECT_NEAR(static_cast<double>(forwardPs(GpuModel::Precision::FP8)),
                matrices / 2 + scores + head,
                10);
}

TEST_F(TrainingMemoryTest, SmallMicroBatchesAreBoundByMemory)
{
    // 16 tokens through one layer: its 12 h^2 weights of 2 B at 3.35 TB/s take longer than their
    // FLOPs at 989.4 TFLOP/s; so does the output embedding, h V.
    auto setup = SetupOf("gpt-2");
    setup.shape.layers = 1;
    setup.sequence = 16;
    setup.layersPerKernel = 1;
    const auto grid = GridOf({}, 1);
    int64_t sumPs = 0;
    for (const auto& piece : MakeTrainingOperations(setup,
                                                    grid,
                                                    MakeTrainingBlocks(setup, grid, 1)[0],
                                                    PipelinePlan::Kind::FORWARD))
    {
        sumPs += piece.lengthPs;
    }
    const double h = 768;
    const double bytes = 2 * (12 * h * h + h * 50'257) + 16 * 2 * h * 2; // with keys and values
    EXPECT_NEAR(static_cast<double>(sumPs), bytes / 3.35, 10);
}

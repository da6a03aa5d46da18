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
#include "ns3/training-piece.h"

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
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, GridOf({}, 1), 0, false), 34 * sbh);
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, grid, 0, false), sbh * (10 + 24.0 / 8));
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, grid, 0, true), 2 * sbh);
    setup.sequenceParallel = true;
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, grid, 0, false), 34 * sbh / 8);
    setup.microBatchSequences = 3;
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, grid, 0, false), 3 * 34 * sbh / 8);
    // Llama 3 405B: 8 h = 131,072; queries and their output 2 * 16,384, keys and values 2 * 1,024,
    // 3 * 53,248 of the gated part, 2 B each: 520,192 B a token, 8,192 tokens, an eighth.
    auto llama = SetupOf("llama-3-405b");
    llama.sequence = 8192;
    llama.sequenceParallel = true;
    EXPECT_DOUBLE_EQ(GetActivationBytes(llama, grid, 0, false), 520'192.0 * 8192 / 8);
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
    setup.recompute = true;
    EXPECT_DOUBLE_EQ(GetTrainingMemory(setup, grid, PlanOf("OneFOneBSchedule", 4, 8)).activations,
                     4 * 3 * 2 * 1024.0 * 768 + layer);
}

TEST_F(TrainingMemoryTest, WhatDoesNotFitIsRefusedWithTheSum)
{
    // 405,853,388,800 parameters over 8 GPUs are 50.73e9: 101.5, 101.5 and 608.8 GB. Activations of
    // 126 layers: 8,192 tokens (131,072 + (520,192 - 131,072) / 8) B = 1.472 GB each, and logits in
    // FP32: 8,192 (4 * 128,256 / 8 + 2 * 16,384) B = 0.8 GB.
    const Attributes attributes{{"Model", SpellModel("llama-3-405b")},
                                {"Parallel", "ns3::ParallelLayout[Tensor=8]"},
                                {"LayersPerKernel", "14"}};
    const auto error = [&](Attributes more) {
        more.insert(more.begin(), attributes.begin(), attributes.end());
        const auto workload = Make<FabricWorkload>("TrainingWorkload", more);
        return MessageOf<InputError>([&] { workload->Build(EightHosts()); });
    };
    EXPECT_EQ(error({}),
              "ns3::TrainingWorkload: Parallel: does not fit: a GPU needs 998.1 GB on stage 0: "
              "parameters 101.5, gradients 101.5, optimizer 608.8, activations 186.3; h100 has "
              "80.0 GB (MemoryShare); use more Tensor or Pipeline, ZeroStage, Recompute or a "
              "smaller MicroBatch");
    const auto workload = Make<FabricWorkload>("TrainingWorkload",
                                               {{"Model", SpellModel("llama-3-405b")},
                                                {"Parallel", "ns3::ParallelLayout[Tensor=8]"},
                                                {"LayersPerKernel", "126"},
                                                {"MemoryShare", "0"}});
    EXPECT_FALSE(workload->Build(EightHosts()).graph.GetNodes().empty());
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
        const auto pieces = MakeTrainingPieces(setup,
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
    // FLOPs at 989.4 TFLOP/s; that of the output embedding, h V, too.
    auto setup = SetupOf("gpt-2");
    setup.shape.layers = 1;
    setup.sequence = 16;
    setup.layersPerKernel = 1;
    const auto grid = GridOf({}, 1);
    int64_t sumPs = 0;
    for (const auto& piece : MakeTrainingPieces(setup,
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

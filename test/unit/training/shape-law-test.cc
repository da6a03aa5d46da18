// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Kernel times by shape, derived by hand: tiles, waves, slices, memory, attention; bytes of
// element-wise kernels; and what a training step makes of them.

#include "error-message.h"
#include "has-text.h"

#include "ns3/input-error.h"
#include "ns3/layer-streams.h"
#include "ns3/model-kernels.h"
#include "ns3/shape-law.h"
#include "ns3/training-memory.h"

#include <gtest/gtest.h>
#include <memory>

using namespace ns3;

namespace
{

using Precision = GpuModel::Precision;
using Part = ModelKernels::Part;
using Pass = ModelKernels::Pass;

/** @return a GPU of ten SMs of 1e12 FLOP/s, whose memory is fast unless a test changes that */
GpuModel
TenSms()
{
    GpuModel gpu;
    gpu.name = "ten";
    gpu.bf16Flops = 1e13;
    gpu.fp8Flops = 4e13;
    gpu.memoryBytesPerSecond = 1e18;
    gpu.shapes.sms = 10;
    gpu.shapes.bf16 = {1, 0, 1e18};
    gpu.shapes.fp8 = {0.5, 0, 1e18};
    gpu.shapes.matrixMemory = 0.5;
    gpu.shapes.streamMemory = 0.5;
    gpu.shapes.attentionShare = 1;
    gpu.shapes.attentionTokens = 1000;
    gpu.shapes.attentionHead = 128;
    gpu.shapes.attentionBackward = 0.8;
    return gpu;
}

/** @return time of a product in us */
double
Us(const GpuModel& gpu, double m, double n, double k, double groups = 1, uint32_t reserved = 0)
{
    return 1e6 *
           ShapeLaw(gpu, reserved).GetMatrixSeconds({m, n, k, groups, 2, false}, Precision::BF16);
}

ParallelGrid
MakeGrid(const ParallelGrid::Numbers& sizes)
{
    return {sizes,
            {ParallelGrid::TENSOR,
             ParallelGrid::CONTEXT,
             ParallelGrid::EXPERT,
             ParallelGrid::DATA,
             ParallelGrid::PIPELINE}};
}

// A tile of 64 x 64 outputs and depth 100, too little for slices: 2 * 64 * 64 * 100 / 1e12 s.
constexpr double TILE_US = 0.8192;

} // namespace

TEST(ShapeLaw, TilesAndWaves)
{
    const GpuModel gpu = TenSms();
    // One tile, whether full or not.
    EXPECT_NEAR(Us(gpu, 64, 64, 100), TILE_US, 1e-9);
    EXPECT_NEAR(Us(gpu, 1, 1, 100), TILE_US, 1e-9);
    // Ten tiles fill the SMs, the eleventh needs another wave; larger tiles do not help.
    EXPECT_NEAR(Us(gpu, 640, 64, 100), TILE_US, 1e-9);
    EXPECT_NEAR(Us(gpu, 704, 64, 100), 2 * TILE_US, 1e-9);
    EXPECT_NEAR(Us(gpu, 640, 64 * 17, 100), 17 * TILE_US, 1e-9);
    // Equal matrices of a group each have tiles of their own: 12 tiles, also if they are short.
    EXPECT_NEAR(Us(gpu, 64, 64, 100, 12), 2 * TILE_US, 1e-9);
    EXPECT_NEAR(Us(gpu, 3, 64, 100, 12), 2 * TILE_US, 1e-9);
    // Eight tiles on the seven SMs that communication leaves.
    EXPECT_NEAR(Us(gpu, 128, 256, 100, 1, 2), TILE_US, 1e-9);
    EXPECT_NEAR(Us(gpu, 128, 256, 100, 1, 3), 2 * TILE_US, 1e-9);
}

TEST(ShapeLaw, FillFeedSlicesAndBeginOfKernels)
{
    GpuModel gpu = TenSms();
    // Four slices of depth 256, whose sums take no time here; eight would be too shallow.
    EXPECT_NEAR(Us(gpu, 64, 64, 1024), 2.56 * TILE_US, 1e-6);
    // With two tiles on ten SMs also four, but with three only two: 12 tiles would not fit.
    EXPECT_NEAR(Us(gpu, 64, 128, 1024), 2.56 * TILE_US, 1e-6);
    EXPECT_NEAR(Us(gpu, 64, 192, 1024), 5.12 * TILE_US, 1e-6);
    gpu.shapes.bf16.fill = 50;
    gpu.shapes.kernelSeconds = 3e-6;
    EXPECT_NEAR(Us(gpu, 64, 64, 100), 1.5 * TILE_US + 3, 1e-9);
    // An SM reads 128 numbers of 2 B for each step of depth, at 1e10 B/s: 25.6 ns.
    gpu = TenSms();
    gpu.shapes.bf16.feedBytesPerSecond = 1e11;
    EXPECT_NEAR(Us(gpu, 64, 64, 100), 2.56, 1e-9);
    // 40 tiles of 64 x 64 take four waves; 10 of 128 x 128 read 512 B a step, 51.2 ns, in one.
    EXPECT_NEAR(Us(gpu, 128, 1280, 100), 5.12, 1e-9);
}

TEST(ShapeLaw, MemoryLimitsShortProducts)
{
    GpuModel gpu = TenSms();
    gpu.memoryBytesPerSecond = 2e9; // 1e9 B/s reached
    // 2 (64 * 100 + 100 * 64) + 2 * 64 * 64 = 33,792 B.
    EXPECT_NEAR(Us(gpu, 64, 64, 100), 33.792, 1e-9);
    // Gradients of weights are read and written in FP32, 8 B each: 25,600 + 32,768 B.
    const ShapeLaw law(gpu, 0);
    EXPECT_NEAR(1e6 * law.GetMatrixSeconds({64, 64, 100, 1, 8, true}, Precision::BF16),
                58.368,
                1e-9);
    EXPECT_NEAR(1e6 * law.GetStreamSeconds(5000, 2), 5, 1e-9);
}

TEST(ShapeLaw, PrecisionsAndWeightGradients)
{
    GpuModel gpu = TenSms();
    gpu.shapes.weightGradientFp8 = 0.5;
    const ShapeLaw law(gpu, 0);
    // Four times the peak at half the share; half of that for gradients of weights.
    EXPECT_NEAR(1e6 * law.GetMatrixSeconds({64, 64, 100}, Precision::FP8), TILE_US / 2, 1e-9);
    EXPECT_NEAR(1e6 * law.GetMatrixSeconds({64, 64, 100, 1, 2, true}, Precision::FP8),
                TILE_US,
                1e-9);
    gpu.shapes.fp8 = {};
    EXPECT_TRUE(Has(MessageOf<InputError>(
                        [&] {
                            ShapeLaw(gpu, 0).GetMatrixSeconds({1, 1, 1}, Precision::FP8);
                        },
                        ""),
                    "has no constants of kernels by shape in FP8"));
    EXPECT_TRUE(Has(MessageOf<InputError>([&] { ShapeLaw(gpu, 10); }, ""),
                    "CommunicationSms is 10; expected less than the SMs of GPU ten, 10"));
    gpu.shapes.sms = 0;
    EXPECT_TRUE(
        Has(MessageOf<InputError>([&] { ShapeLaw(gpu, 0); }, ""), "has no constants of kernels"));
}

TEST(ShapeLaw, FusedAttention)
{
    const ShapeLaw law(TenSms(), 0);
    KernelShape shape{KernelShape::Operation::ATTENTION, 1000, 1000, 256};
    shape.headSize = 128;
    shape.sequence = 1000;
    // 4 * 1000 * 500.5 * 256 FLOPs at half of the half of 1e13: 205.0048 us.
    EXPECT_NEAR(1e6 * law.GetAttentionSeconds(shape, 0, Precision::BF16, false), 205.0048, 1e-6);
    EXPECT_NEAR(1e6 * law.GetAttentionSeconds(shape, 0, Precision::BF16, true),
                2.5 / 0.8 * 205.0048,
                1e-6);
    // Five SMs left: half as fast. Keys as counted, if the shape is not of training: 1,000 keys
    // are those of a sequence of 2,000.
    EXPECT_NEAR(1e6 * ShapeLaw(TenSms(), 5).GetAttentionSeconds(shape, 0, Precision::BF16, false),
                2 * 205.0048,
                1e-6);
    shape.sequence = 0;
    EXPECT_NEAR(1e6 * law.GetAttentionSeconds(shape, 0, Precision::BF16, false), 307.2, 1e-6);
}

TEST(ShapeLaw, BackwardHasTwoProductsForEach)
{
    // 640 tokens, 64 outputs of 128 inputs: forward 10 tiles of depth 128; gradients of inputs 640
    // x 128 of depth 64, 20 tiles in two waves; of weights 64 x 128 of depth 640, two tiles in two
    // slices of 320 (four would be 160 deep).
    ModelKernels kernels(KernelTime(TenSms(), 1, 1), {}, 0);
    kernels.SetLaw(std::make_shared<ShapeLaw>(TenSms(), 0), 2);
    LayerCost::Kernel kernel{1, 1, 1};
    kernel.shapes = {{KernelShape::Operation::MATRIX, 640, 64, 128}};
    const auto us = [&](Pass pass) {
        return static_cast<double>(kernels.Get(Part::MATRICES, kernel, pass).ps) / 1e6;
    };
    EXPECT_NEAR(us(Pass::FORWARD), 1.28 * TILE_US, 1e-5);
    EXPECT_NEAR(us(Pass::INPUT_GRADIENTS), 2 * 0.64 * TILE_US, 1e-5);
    EXPECT_NEAR(us(Pass::WEIGHT_GRADIENTS), 3.2 * TILE_US, 1e-5);
    EXPECT_NEAR(us(Pass::BACKWARD), (1.28 + 3.2) * TILE_US, 1e-5);
    kernel.repeats = 3;
    EXPECT_NEAR(us(Pass::FORWARD), 3 * 1.28 * TILE_US, 1e-5);
    EXPECT_EQ(kernels.GetStreams(500, 1).ps, 0); // 500 B at 5e17 B/s
    EXPECT_EQ(ModelKernels(KernelTime(TenSms(), 1, 1), {}, 0).GetStreams(1e18, 1).ps, 0);
}

TEST(LayerStreams, BytesOfElementWiseKernels)
{
    TrainingSetup setup;
    setup.shape.hidden = 1000;
    setup.shape.heads = 10;
    setup.shape.positions = 100;
    setup.shape.biases = true;
    setup.shape.vocabulary = 500;
    setup.sequence = 100;
    ParallelGrid::Numbers sizes{};
    sizes.fill(1);
    const auto streams = LayerStreams(setup, MakeGrid(sizes));
    // Of 100 tokens. A norm 4 h, a residual with dropout 7 h; backward 8 h and 5 h.
    EXPECT_DOUBLE_EQ(streams.GetAttention().forward.bytes, 1.1e6);
    EXPECT_DOUBLE_EQ(streams.GetAttention().backward.bytes, 1.3e6);
    EXPECT_DOUBLE_EQ(streams.GetAttention().rebuilt.bytes, 4e5);
    EXPECT_DOUBLE_EQ(streams.GetAttention().forward.kernels, 2);
    // Beside these 4 and 6 B for 4,000 outputs of the activation function.
    EXPECT_DOUBLE_EQ(streams.GetFeedForward(false).forward.bytes, 2.7e6);
    EXPECT_DOUBLE_EQ(streams.GetFeedForward(false).backward.bytes, 3.7e6);
    EXPECT_DOUBLE_EQ(streams.GetScores().forward.bytes, 0);
    EXPECT_DOUBLE_EQ(streams.GetScores().backward.bytes, 1e6); // 10 B of 1,000 outputs
    // The last norm, and 8 B for 500 logits.
    EXPECT_DOUBLE_EQ(streams.GetHead().forward.bytes, 4e5 + 4e5);
    // All scores, 100 keys of ten heads: softmax 4 B and 6 B, dropout 5 B.
    setup.attention = AttentionMode::UNFUSED;
    EXPECT_DOUBLE_EQ(streams.GetScores().forward.bytes, 9e5);
    EXPECT_DOUBLE_EQ(streams.GetScores().backward.bytes, 1.1e6);
    // FP8 in a model with a gate and without dropout: inputs are cast with 2 B + 1 B and 4 B of
    // each 128, 3.03125 B. Norm 4 h, residual 6 h, rotation 4 (h + h), casts 2 h.
    setup.shape.biases = false;
    setup.shape.gated = true;
    setup.shape.positions = 0;
    setup.weightBytes = 1;
    EXPECT_DOUBLE_EQ(LayerStreams(setup, MakeGrid(sizes)).GetAttention().forward.bytes,
                     1e5 * (4 + 6 + 8 + 2 * 3.03125));
    // Sequence parallelism divides what is between layers, tensor parallelism the rest.
    sizes[ParallelGrid::TENSOR] = 2;
    setup.sequenceParallel = true;
    setup.weightBytes = 2;
    EXPECT_DOUBLE_EQ(LayerStreams(setup, MakeGrid(sizes)).GetAttention().forward.bytes,
                     1e5 * (10.0 / 2 + 8.0 / 2));
    EXPECT_DOUBLE_EQ(LayerStreams(setup, MakeGrid(sizes)).GetFeedForward(false).forward.bytes,
                     1e5 * (10.0 / 2 + 6 * 4.0 / 2));
}

TEST(LayerStreams, ScoresInMemoryAreKorthikantis)
{
    // arXiv 2205.05198, equation 1: s b h (34 + 5 a s / h).
    TrainingSetup setup;
    setup.shape.hidden = 1024;
    setup.shape.heads = 16;
    setup.shape.biases = true;
    setup.sequence = 2048;
    setup.attention = AttentionMode::UNFUSED;
    ParallelGrid::Numbers sizes{};
    sizes.fill(1);
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, MakeGrid(sizes), 0, RecomputeMode::NONE),
                     2048.0 * 1024 * (34 + 5 * 16 * 2048.0 / 1024));
    setup.attention = AttentionMode::FLASH;
    EXPECT_DOUBLE_EQ(GetActivationBytes(setup, MakeGrid(sizes), 0, RecomputeMode::NONE),
                     2048.0 * 1024 * 34);
}

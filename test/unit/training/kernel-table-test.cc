// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Measured times of kernels: the shapes that a table knows, and the times of shapes between them.

#include "error-message.h"
#include "has-text.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/kernel-table.h"
#include "ns3/model-kernels.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

using Operation = KernelShape::Operation;
using Precision = GpuModel::Precision;

const std::string HEADING = "gpu,operation,precision,m,n,k,time_us\n";

/** @return the time in us that a file of these rows gives an H100; -1: none */
double
Us(const std::string& rows, const KernelShape& shape, Precision precision = Precision::BF16)
{
    const TemporaryFile file(HEADING + rows);
    return KernelTable(file.GetPath(), "h100").GetPs(shape, precision).value_or(-1e6) / 1e6;
}

/** @return error message of a file, without its path */
std::string
Complaint(const std::string& content)
{
    const TemporaryFile file(content);
    const std::string message =
        MessageOf<InputError>([&] { KernelTable(file.GetPath(), "h100"); }, "");
    return message.rfind(file.GetPath(), 0) == 0 ? message.substr(file.GetPath().size()) : message;
}

} // namespace

TEST(KernelTable, MatricesAreLinearInTheirTokens)
{
    const std::string rows = "# queries, keys and values\n"
                             "h100,matrix,bf16,64,1280,8192,13\n"
                             "h100, matrix, bf16, 256, 1280, 8192, 21\r\n"
                             "\n"
                             "a100,matrix,bf16,1,1280,8192,19\n";
    EXPECT_DOUBLE_EQ(Us(rows, {Operation::MATRIX, 64, 1280, 8192}), 13);
    EXPECT_DOUBLE_EQ(Us(rows, {Operation::MATRIX, 256, 1280, 8192}), 21);
    // A third of the way: 13 + 8 / 3.
    EXPECT_DOUBLE_EQ(Us(rows, {Operation::MATRIX, 128, 1280, 8192}), 13 + 8.0 / 3);
    // Beyond the rows, another matrix, precision or operation, and rows of another GPU: unknown.
    EXPECT_EQ(Us(rows, {Operation::MATRIX, 63, 1280, 8192}), -1);
    EXPECT_EQ(Us(rows, {Operation::MATRIX, 257, 1280, 8192}), -1);
    EXPECT_EQ(Us(rows, {Operation::MATRIX, 64, 1281, 8192}), -1);
    EXPECT_EQ(Us(rows, {Operation::MATRIX, 64, 1280, 8191}), -1);
    EXPECT_EQ(Us(rows, {Operation::MATRIX, 64, 1280, 8192}, Precision::FP8), -1);
    EXPECT_EQ(Us(rows, {Operation::ATTENTION, 64, 1280, 8192}), -1);
    EXPECT_EQ(Us(rows, {Operation::MATRIX, 1, 1280, 8192}), -1);
}

TEST(KernelTable, AttentionIsLinearInTokensAndKeys)
{
    const std::string rows = "h100,attention,bf16,1,1000,128,10\n"
                             "h100,attention,bf16,3,1000,128,30\n"
                             "h100,attention,bf16,1,2000,128,20\n"
                             "h100,attention,bf16,5,2000,128,100\n"
                             "h100,decode-attention,bf16,2,1500,128,7\n";
    // 20 at 1,000 keys, 40 at 2,000.
    EXPECT_DOUBLE_EQ(Us(rows, {Operation::ATTENTION, 2, 1500, 128}), 30);
    EXPECT_DOUBLE_EQ(Us(rows, {Operation::ATTENTION, 2, 1250, 128}), 25);
    EXPECT_DOUBLE_EQ(Us(rows, {Operation::ATTENTION, 4, 2000, 128}), 80);
    // Not with 1,000 keys, so not between.
    EXPECT_EQ(Us(rows, {Operation::ATTENTION, 4, 1500, 128}), -1);
    EXPECT_EQ(Us(rows, {Operation::ATTENTION, 2, 999, 128}), -1);
    EXPECT_EQ(Us(rows, {Operation::ATTENTION, 2, 2001, 128}), -1);
    EXPECT_EQ(Us(rows, {Operation::ATTENTION, 2, 1500, 64}), -1);
    EXPECT_DOUBLE_EQ(Us(rows, {Operation::DECODE_ATTENTION, 2, 1500, 128}), 7);
}

TEST(KernelTable, SaysWhatIsWrongAndWhere)
{
    const std::string good = "h100,matrix,bf16,64,1280,8192,13\n";
    EXPECT_EQ(Complaint(HEADING + good), "");
    EXPECT_EQ(Complaint("m,n,k\n" + good),
              ":1: does not begin with the heading gpu,operation,precision,m,n,k,time_us");
    EXPECT_EQ(Complaint(HEADING), ": gpu: has no row for h100; expected a line for each kernel");
    EXPECT_EQ(Complaint(HEADING + "a100,matrix,bf16,1,2,3,4\nb200,matrix,fp8,1,2,3,4\n"),
              ": gpu: has no row for h100; it has rows for a100, b200");
    EXPECT_EQ(Complaint(HEADING + good + "h100,matrix,bf16,64,1280,8192\n"),
              ":3: has 6 fields; expected 7: gpu,operation,precision,m,n,k,time_us");
    EXPECT_EQ(Complaint(HEADING + "v100,matrix,bf16,1,2,3,4\n"),
              ":2: gpu: no GPU is called \"v100\"; expected one of a100, b200, b300, gb200, "
              "gb300, h100, h200, h800, mi300x, tpu-v5p, trainium2, or the path of a .json file; "
              "did you mean a100?");
    EXPECT_EQ(Complaint(HEADING + "h100,gemm,bf16,1,2,3,4\n"),
              ":2: operation: 'gemm' is unknown; expected one of matrix, attention, "
              "decode-attention");
    EXPECT_EQ(Complaint(HEADING + "h100,matrix,fp16,1,2,3,4\n"),
              ":2: precision: no precision is called \"fp16\"; expected one of fp32, bf16, fp8");
    EXPECT_EQ(Complaint(HEADING + "h100,matrix,bf16,1,x,3,4\n"),
              ":2: n: 'x' is not a number from 1 to 1e12");
    EXPECT_EQ(Complaint(HEADING + "h100,matrix,bf16,0,2,3,4\n"),
              ":2: m: '0' is not a number from 1 to 1e12");
    EXPECT_EQ(Complaint(HEADING + "h100,matrix,bf16,1,2,nan,4\n"),
              ":2: k: 'nan' is not a number from 1 to 1e12");
    EXPECT_EQ(Complaint(HEADING + "h100,matrix,bf16,1,2,3,-4\n"),
              ":2: time_us: '-4' is not a number from 0.001 to 1e9");
    EXPECT_EQ(Complaint(HEADING + good + good),
              ":3: m: an earlier line has the same shape; expected it once");
    EXPECT_TRUE(Has(MessageOf<InputError>([] { KernelTable("/no/such/file.csv", "h100"); }, ""),
                    "/no/such/file.csv: cannot be read"));
}

TEST(ModelKernels, WhatTheTableDoesNotKnowTakesItsRoofline)
{
    // At 1e12 FLOP/s and without end to bandwidth. Projections of 100 tokens, hidden size 1000 in
    // 10 heads: queries, keys and values 3e6 weights, 600 us; output 1e6 weights, 200 us; 5 us
    // beside each. Measured: the output, 123 us, with nothing beside.
    ModelShape shape;
    shape.hidden = 1000;
    shape.heads = 10;
    shape.vocabulary = 1;
    GpuModel gpu = GpuModel::Get("h100");
    gpu.bf16Flops = 1e12;
    gpu.memoryBytesPerSecond = 1e18;
    ModelKernels kernels(KernelTime(gpu, 1, 1), {}, 5'000'000);
    const auto projections = LayerCost(shape, 1, 2, 2).GetProjections(100);
    const auto all = kernels.Get(ModelKernels::Part::MATRICES, projections);
    EXPECT_EQ(all.ps, 810'000'000);
    EXPECT_EQ(all.kernels.measured, 0);
    EXPECT_EQ(all.kernels.roofline, 2);

    const TemporaryFile file(HEADING + "h100,matrix,bf16,100,1000,1000,123\n");
    kernels.SetTable(std::make_shared<KernelTable>(file.GetPath(), "h100"));
    const auto some = kernels.Get(ModelKernels::Part::MATRICES, projections);
    EXPECT_EQ(some.ps, 605'000'000 + 123'000'000);
    EXPECT_EQ(some.kernels.measured, 1);
    EXPECT_EQ(some.kernels.roofline, 1);
    // A backward pass of twice the FLOPs: twice as many kernels, twice as long.
    const auto backward =
        kernels.Get(ModelKernels::Part::MATRICES, projections, ModelKernels::Pass::BACKWARD);
    EXPECT_EQ(backward.ps, 2 * some.ps);
    EXPECT_EQ(backward.kernels.measured, 2);
    EXPECT_EQ(backward.kernels.roofline, 2);
    // Two in tensor parallel have half of each: 500 inputs of the output projection.
    const auto half =
        kernels.Get(ModelKernels::Part::MATRICES, LayerCost(shape, 2, 2, 2).GetProjections(100));
    EXPECT_EQ(half.kernels.measured, 0);
    EXPECT_EQ(half.ps, 410'000'000);
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "shape-law.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace ns3
{

namespace
{

constexpr std::array<double, 3> TILES{64, 128, 256}; //!< rows or columns of a tile
constexpr double LARGEST_TILE = 128 * 256;           //!< outputs that fit an SM's registers
constexpr double MOST_SLICES = 8;
constexpr double LEAST_DEPTH = 256;    //!< depth of a slice
constexpr double SUM_BYTES = 8;        //!< an FP32 sum of a slice, written and read
constexpr double BACKWARD_FLOPS = 2.5; //!< five products backward for two forward

double
GetBytes(GpuModel::Precision precision)
{
    return precision == GpuModel::Precision::FP8    ? 1
           : precision == GpuModel::Precision::BF16 ? 2
                                                    : 4;
}

} // namespace

ShapeLaw::ShapeLaw(const GpuModel& gpu, uint32_t reservedSms)
    : m_gpu(gpu),
      m_sms(static_cast<double>(gpu.shapes.sms) - reservedSms),
      m_smsShare(m_sms / gpu.shapes.sms)
{
    if (gpu.shapes.sms == 0)
    {
        throw InputError("GPU " + gpu.name +
                         " has no constants of kernels by shape; expected a GPU whose preset has "
                         "sms, bf16TileShare and the like, such as a100, h100, h800 or b200");
    }
    if (m_sms < 1)
    {
        throw InputError("CommunicationSms is " + std::to_string(reservedSms) +
                         "; expected less than the SMs of GPU " + gpu.name + ", " +
                         std::to_string(gpu.shapes.sms));
    }
}

const GpuModel::MatrixConstants&
ShapeLaw::GetConstants(GpuModel::Precision precision) const
{
    const bool isFp8 = precision == GpuModel::Precision::FP8;
    const auto& constants = isFp8 ? m_gpu.shapes.fp8 : m_gpu.shapes.bf16;
    if (constants.share <= 0 || constants.feedBytesPerSecond <= 0)
    {
        throw InputError("GPU " + m_gpu.name + " has no constants of kernels by shape in " +
                         (isFp8 ? "FP8" : "BF16") + "; expected another precision");
    }
    return constants;
}

double
ShapeLaw::GetMatrixSeconds(const Matrix& matrix, GpuModel::Precision precision) const
{
    const auto& constants = GetConstants(precision);
    const double bytes = GetBytes(precision);
    const double bandwidth = m_gpu.memoryBytesPerSecond * m_gpu.shapes.matrixMemory;
    const double factor = matrix.weightGradient && precision == GpuModel::Precision::FP8
                              ? m_gpu.shapes.weightGradientFp8
                              : 1;
    const double sms = m_gpu.shapes.sms;
    const double smRate = m_gpu.GetPeakFlops(precision) * constants.share * factor / sms;
    const double smFeed = constants.feedBytesPerSecond / sms;
    const double outputs = matrix.groups * matrix.m * matrix.n;
    const double memorySeconds =
        (matrix.groups * bytes * (matrix.m + matrix.n) * matrix.k + outputs * matrix.outputBytes) /
        bandwidth;
    double least = std::numeric_limits<double>::infinity();
    for (const double rows : TILES)
    {
        for (const double columns : TILES)
        {
            if (rows * columns > LARGEST_TILE)
            {
                continue;
            }
            const double tiles =
                matrix.groups * std::ceil(matrix.m / rows) * std::ceil(matrix.n / columns);
            const double depthSeconds =
                std::max(2 * rows * columns / smRate, (rows + columns) * bytes / smFeed);
            for (double slices = 1; slices <= MOST_SLICES; slices *= 2)
            {
                if (slices > 1 && (tiles * slices > m_sms || matrix.k / slices < LEAST_DEPTH))
                {
                    break;
                }
                const double waves = std::ceil(tiles * slices / m_sms);
                const double sumSeconds = slices > 1 ? slices * outputs * SUM_BYTES / bandwidth : 0;
                const double tileSeconds =
                    waves * (matrix.k / slices + constants.fill) * depthSeconds;
                least = std::min(least, std::max(tileSeconds, memorySeconds) + sumSeconds);
            }
        }
    }
    return least + m_gpu.shapes.kernelSeconds;
}

double
ShapeLaw::GetAttentionSeconds(const KernelShape& shape,
                              double bytes,
                              GpuModel::Precision precision,
                              bool backward) const
{
    const auto& constants = m_gpu.shapes;
    const double seen = shape.sequence > 0 ? (shape.sequence + 1) / 2 : shape.n;
    const double tokens = shape.sequence > 0 ? shape.sequence : 2 * shape.n;
    const double flops = 4 * shape.m * seen * shape.k;
    double share = constants.attentionShare * tokens / (tokens + constants.attentionTokens) *
                   shape.headSize / (shape.headSize + constants.attentionHead);
    share *= m_smsShare * (backward ? constants.attentionBackward : 1);
    const double flopSeconds =
        (backward ? BACKWARD_FLOPS : 1) * flops / (m_gpu.GetPeakFlops(precision) * share);
    return std::max(flopSeconds, GetStreamSeconds((backward ? 2 : 1) * bytes, 0)) +
           constants.kernelSeconds;
}

double
ShapeLaw::GetStreamSeconds(double bytes, double kernels) const
{
    return bytes / (m_gpu.memoryBytesPerSecond * m_gpu.shapes.streamMemory) +
           kernels * m_gpu.shapes.kernelSeconds;
}

} // namespace ns3

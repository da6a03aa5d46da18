// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHAPE_LAW_H
#define AI_FABRIC_SHAPE_LAW_H

#include "gpu-model.h"
#include "kernel-shape.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Duration of a kernel by its shape, with a few constants per GPU (GpuModel::ShapeConstants).
 *
 * A product of m x k and k x n is cut into tiles of a x b outputs, which SMs compute in waves. With
 * g equal matrices, s slices of k (more than one only if there are fewer tiles than SMs), r the
 * rate of an SM, f the bytes that it reads per second for tiles, and B the bytes of an input:
 *
 *     waves   w = ceil(g s ceil(m / a) ceil(n / b) / SMs)
 *     tiles   w (k / s + fill) max(2 a b / r, (a + b) B / f),   r = peak * share / SMs
 *     memory  (g B (m k + k n) + outputs) / (bandwidth * share)
 *     time    max(tiles, memory) + sums of slices + kernelSeconds
 *
 * Libraries try tiles of several sizes, so the shortest time of all a, b in {64, 128, 256} with a b
 * at most 32,768 counts. Sums of slices are written and read in 4 bytes each.
 *
 * Fused attention scores only keys that a token sees. Its share of the peak is
 *
 *     attentionShare * S / (S + attentionTokens) * d / (d + attentionHead)
 *
 * for sequences of S tokens and heads of size d. Backward it makes the scores again: 2.5 times the
 * FLOPs at attentionBackward times the share. Element-wise kernels move bytes.
 *
 * A pure value.
 */
class ShapeLaw
{
  public:
    /**
     * @param gpu data sheet of the GPU, with its constants
     * @param reservedSms SMs that kernels never get, since communication has them
     * @throw InputError if the GPU has no constants or not that many SMs
     */
    ShapeLaw(const GpuModel& gpu, uint32_t reservedSms);

    /** Sizes of a matrix product, and what it does with its outputs. */
    struct Matrix
    {
        double m{0};                //!< rows of outputs
        double n{0};                //!< columns of outputs
        double k{0};                //!< depth
        double groups{1};           //!< equal products in one kernel
        double outputBytes{2};      //!< bytes read and written for an output
        bool weightGradient{false}; //!< true: the outputs are gradients of weights
    };

    /**
     * @param matrix sizes of a product
     * @param precision precision of its inputs
     * @return its time in seconds
     * @throw InputError if the GPU does not support the precision, or has no constants for it
     */
    double GetMatrixSeconds(const Matrix& matrix, GpuModel::Precision precision) const;

    /**
     * @param shape shape of fused attention
     * @param bytes bytes of keys and values that are read
     * @param precision precision of the scores
     * @param backward true: the backward pass
     * @return its time in seconds
     */
    double GetAttentionSeconds(const KernelShape& shape,
                               double bytes,
                               GpuModel::Precision precision,
                               bool backward) const;

    /**
     * Attention of requests that are decoded reads keys and values as fast as a product reads its
     * inputs. FlashMLA reaches 3,000 GB/s on an H800, 90 %, where it is not limited by its
     * arithmetic, 660 TFLOP/s; both give 0.38 and 0.42 ns for a token of DeepSeek-V3, this law
     * 0.44 ns.
     *
     * @param bytes bytes of keys and values that are read
     * @return its time in seconds
     */
    double GetDecodeSeconds(double bytes) const
    {
        return bytes / (m_gpu.memoryBytesPerSecond * m_gpu.shapes.matrixMemory) +
               m_gpu.shapes.kernelSeconds;
    }

    /**
     * @param bytes bytes read and written by element-wise kernels
     * @param kernels number of kernels
     * @return their time in seconds
     */
    double GetStreamSeconds(double bytes, double kernels) const;

  private:
    /** @return constants of a precision; throws InputError if there are none */
    const GpuModel::MatrixConstants& GetConstants(GpuModel::Precision precision) const;

    GpuModel m_gpu;
    double m_sms;      //!< SMs that kernels get
    double m_smsShare; //!< their share of all SMs
};

} // namespace ns3

#endif // AI_FABRIC_SHAPE_LAW_H

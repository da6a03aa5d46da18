// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LAYER_STREAMS_H
#define AI_FABRIC_LAYER_STREAMS_H

#include "parallel-grid.h"
#include "training-setup.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Element-wise kernels, which memory limits.
 */
struct StreamWork
{
    double bytes{0};   //!< bytes read and written
    double kernels{0}; //!< number of kernels

    /** @param other work to add @param times factor for it @return this */
    StreamWork& Add(const StreamWork& other, double times = 1)
    {
        bytes += times * other.bytes;
        kernels += times * other.kernels;
        return *this;
    }
};

/**
 * @ingroup ai-fabric-training
 * Element-wise kernels of a part of a layer on one rank, by pass.
 */
struct PassStreams
{
    StreamWork forward;  //!< forward pass
    StreamWork backward; //!< gradients of inputs
    StreamWork weights;  //!< preparation of gradients of weights
    StreamWork rebuilt;  //!< kernels of the forward pass that RecomputeMode::SELECTIVE repeats

    /** @param layers number of equal layers */
    void Repeat(double layers);
};

/**
 * @ingroup ai-fabric-training
 * Kernels of a training step beside matrices and fused attention: norms, residuals, dropout,
 * activation functions, rotations, casts to FP8, the order of tokens for experts, and softmax and
 * dropout of attention that is not fused. Each reads its inputs and writes its outputs once, in
 * numbers of 2 bytes, or 1 byte and a scale in FP8. Per token, with h = hidden, w = width of the
 * heads of a rank, f = inner size of a rank, r = h, or h / Tensor with sequence parallelism:
 *
 *                      forward                          backward
 *     norm             4 r                              8 r, with the gradient of the residual
 *     residual         6 r, with dropout 7 r            0, with dropout 5 r
 *     rotation         4 (queries + keys)               the same
 *     gate             6 f                              10 f
 *     other function   4 f                              6 f
 *     fused attention  -                                10 w, for dO * O and dQ in FP32
 *     softmax          4 S heads                        6 S heads
 *     its dropout      5 S heads                        5 S heads
 *     cast to FP8      3 inputs of matrices             3 outputs, and for the gradients of
 *                                                       weights 2 inputs + 3 outputs
 *     order of tokens  (2 d + 4) copies h               the same
 *     loss             8 V / Tensor                     8 V / Tensor
 *
 * Models with biases have dropout (GPT), as in the formulas of arXiv 2205.05198. d is
 * DispatchBytes, copies are the experts of a token.
 */
class LayerStreams
{
  public:
    /** @param setup settings of the step, which outlive this object @param grid grid of the ranks
     */
    LayerStreams(const TrainingSetup& setup, const ParallelGrid& grid);

    /** @return kernels of a layer's attention, without those of GetScores() */
    PassStreams GetAttention() const;
    /** @return kernels between queries, keys and values of a layer */
    PassStreams GetScores() const;
    /** @param experts true: a layer with experts @return kernels of its feed-forward part */
    PassStreams GetFeedForward(bool experts) const;
    /** @return kernels of the last norm and of the loss */
    PassStreams GetHead() const;
    /** @return kernels of the input embedding */
    PassStreams GetInput() const;

  private:
    PassStreams GetNorm() const;
    PassStreams GetResidual() const;
    PassStreams GetCasts(double inputs, double outputs, double matrices) const;

    const TrainingSetup& m_setup;
    const ModelShape& m_shape;
    double m_tensor; //!< size of the dimension
    double m_tokens; //!< tokens of a micro-batch on one rank of a context-parallel group
    double m_hidden; //!< numbers of a token between layers on this rank
    bool m_isFp8;    //!< true: matrices are in FP8
};

} // namespace ns3

#endif // AI_FABRIC_LAYER_STREAMS_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "inference-cost.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

InferenceCost::InferenceCost(const ModelShape& shape, const Layout& layout)
    : m_shape(shape),
      m_layout(layout),
      m_layer(shape, layout.tensor, layout.weightBytes, layout.activationBytes)
{
    using Grid = ParallelGrid;
    TrainingSetup token; // forward passes of training and serving have the same kernels
    token.shape = shape;
    token.weightBytes = layout.weightBytes;
    token.dispatchBytes = layout.dispatchBytes > 0 ? layout.dispatchBytes : layout.activationBytes;
    const Grid grid({layout.tensor, 1, 1, 1, 1},
                    {Grid::TENSOR, Grid::CONTEXT, Grid::EXPERT, Grid::DATA, Grid::PIPELINE});
    const LayerStreams streams(token, grid);
    m_attentionStreams = streams.GetAttention().forward;
    m_denseStreams = streams.GetFeedForward(false).forward;
    m_expertStreams = streams.GetFeedForward(true).forward;
    m_headStreams = streams.GetHead().forward;
}

double
InferenceCost::GetShare() const
{
    return static_cast<double>(m_layout.tensor) / m_layout.gpus;
}

InferenceCost::Kernel
InferenceCost::GetProjections(const Iteration& work) const
{
    return m_layer.GetProjections(static_cast<double>(work.GetTokens()) * GetShare());
}

InferenceCost::Kernel
InferenceCost::GetScores(const Iteration& work) const
{
    const double keys = work.promptKeys + static_cast<double>(work.decodeKeys);
    const auto read = static_cast<double>(work.promptContext + work.decodeKeys);
    Kernel kernel = m_layer.GetScores(static_cast<double>(work.GetTokens()) * GetShare(),
                                      keys * GetShare(),
                                      read * GetShare());
    if (work.promptTokens > 0 && work.decodes > 0)
    {
        kernel.shapes.clear(); // two kinds of attention in one
    }
    return kernel;
}

std::vector<InferenceCost::Kernel>
InferenceCost::GetScoreKernels(const Iteration& work, bool apart) const
{
    if (!apart || work.promptTokens == 0 || work.decodes == 0)
    {
        return {GetScores(work)};
    }
    Iteration prompts = work;
    prompts.decodes = 0;
    prompts.decodeKeys = 0;
    Iteration decodes = work;
    decodes.promptTokens = 0;
    decodes.promptContext = 0;
    decodes.promptKeys = 0;
    return {GetScores(prompts), GetScores(decodes)};
}

InferenceCost::Kernel
InferenceCost::GetFfn(const Iteration& work, uint32_t layer, double load) const
{
    const auto tokens = static_cast<double>(work.GetTokens());
    if (!m_shape.HasExperts(layer))
    {
        return m_layer.GetDense(tokens * GetShare());
    }
    const double missed =
        std::pow(1 - static_cast<double>(m_shape.activeExperts) / m_shape.experts, tokens);
    const double experts = m_shape.experts * (1 - missed) / m_layout.gpus + m_shape.sharedExperts;
    const double hit = m_shape.experts * (1 - missed);
    Kernel kernel = m_layer.GetExperts(tokens * m_shape.GetFfnFlops(layer) / m_layout.gpus,
                                       experts,
                                       1,
                                       {hit > 0 ? load * tokens * m_shape.activeExperts / hit : 0,
                                        hit / m_layout.gpus,
                                        tokens / m_layout.gpus});
    kernel.flops += (load - 1) * tokens * 2.0 * m_shape.activeExperts *
                    static_cast<double>(m_shape.GetExpertWeights()) / m_layout.gpus;
    return kernel;
}

InferenceCost::Kernel
InferenceCost::GetOutput(const Iteration& work) const
{
    return m_layer.GetHead(work.outputs * GetShare());
}

double
InferenceCost::GetReducedBytes(double tokens) const
{
    return tokens * m_layout.tensor / m_layout.gpus * m_shape.hidden * m_layout.activationBytes;
}

double
InferenceCost::GetKvBytes(uint64_t tokens) const
{
    return static_cast<double>(tokens) * m_shape.layers * static_cast<double>(m_shape.GetKvSize()) *
           m_layout.activationBytes;
}

double
InferenceCost::GetWeightBytesPerGpu() const
{
    const double head = static_cast<double>(m_shape.hidden) * m_shape.vocabulary;
    double weights = (m_shape.tied ? 1 : 2) * head / m_layout.tensor;
    for (uint32_t layer = 0; layer < m_shape.layers; ++layer)
    {
        weights += static_cast<double>(m_shape.GetAttentionWeights()) / m_layout.tensor;
        if (m_shape.HasExperts(layer))
        {
            weights +=
                (static_cast<double>(m_shape.experts) / m_layout.gpus + m_shape.sharedExperts) *
                    static_cast<double>(m_shape.GetExpertWeights()) +
                static_cast<double>(m_shape.GetRouterWeights());
        }
        else
        {
            weights += static_cast<double>(m_shape.GetFfnWeights()) / m_layout.tensor;
        }
    }
    return weights * m_layout.weightBytes;
}

double
InferenceCost::GetKvBytesPerGpu() const
{
    return GetKvBytes(1) / m_layer.GetKvShards();
}

} // namespace ns3

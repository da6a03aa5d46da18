// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "layer-cost.h"

#include <algorithm>

namespace ns3
{

namespace
{

constexpr auto MATRIX = KernelShape::Operation::MATRIX;

} // namespace

LayerCost::LayerCost(const ModelShape& shape,
                     uint32_t tensor,
                     double weightBytes,
                     double activationBytes)
    : m_shape(shape),
      m_tensor(tensor),
      m_weightBytes(weightBytes),
      m_activationBytes(activationBytes),
      m_kvShards(shape.keyValueRank > 0 ? 1 : std::min(tensor, shape.GetKvHeads()))
{
}

LayerCost::Kernel
LayerCost::GetProjections(double tokens) const
{
    const auto weights = static_cast<double>(m_shape.GetAttentionWeights()) / m_tensor;
    Kernel kernel{2 * tokens * weights, m_weightBytes * weights, 2};
    const double h = m_shape.hidden;
    const double width = static_cast<double>(m_shape.heads) * m_shape.GetHeadSize();
    if (m_shape.keyValueRank == 0)
    {
        const double kvWidth = static_cast<double>(m_shape.GetKvHeads()) * m_shape.GetHeadSize();
        kernel.shapes = {{MATRIX, tokens, (width + 2 * kvWidth) / m_tensor, h},
                         {MATRIX, tokens, h, width / m_tensor}};
        kernel.inTables = true;
    }
    else
    {
        // Every GPU makes the latents' share of its own, as attention weights are divided.
        const double latents = m_shape.queryRank + m_shape.keyValueRank + m_shape.ropeHeadSize;
        kernel.shapes = GetUpProjections(tokens).shapes;
        kernel.shapes.push_back({MATRIX, tokens, latents / m_tensor, h});
        kernel.shapes.push_back({MATRIX, tokens, h, width / m_tensor});
    }
    return kernel;
}

LayerCost::Kernel
LayerCost::GetUpProjections(double tokens) const
{
    const auto weights = static_cast<double>(m_shape.GetUpProjectionWeights()) / m_tensor;
    Kernel kernel{2 * tokens * weights, m_weightBytes * weights, weights > 0 ? 2U : 0U};
    if (weights > 0)
    {
        const double width = static_cast<double>(m_shape.heads) * m_shape.GetHeadSize();
        const double rotary = static_cast<double>(m_shape.heads) * m_shape.ropeHeadSize;
        kernel.shapes = {
            {MATRIX, tokens, (width + rotary) / m_tensor, static_cast<double>(m_shape.queryRank)},
            {MATRIX, tokens, 2 * width / m_tensor, static_cast<double>(m_shape.keyValueRank)}};
    }
    return kernel;
}

LayerCost::Kernel
LayerCost::GetScores(double tokens, double keys, double context) const
{
    Kernel kernel{m_shape.GetScoreFlops(1) * keys / m_tensor,
                  m_activationBytes * context * static_cast<double>(m_shape.GetKvSize()) /
                      m_kvShards,
                  1};
    if (tokens > 0)
    {
        kernel.shapes = {{context < keys ? KernelShape::Operation::ATTENTION
                                         : KernelShape::Operation::DECODE_ATTENTION,
                          tokens,
                          keys / tokens,
                          m_shape.GetScoreFlops(1) / 4 / m_tensor}};
        kernel.shapes.front().headSize = m_shape.GetScoreFlops(1) / 4 / m_shape.heads;
        kernel.inTables = true;
    }
    return kernel;
}

LayerCost::Kernel
LayerCost::GetDense(double tokens) const
{
    const auto weights = static_cast<double>(m_shape.GetFfnWeights()) / m_tensor;
    const double h = m_shape.hidden;
    const double inner = weights / h / (m_shape.gated ? 3 : 2);
    Kernel kernel{2 * tokens * weights, m_weightBytes * weights, 2};
    kernel.shapes = {{MATRIX, tokens, (m_shape.gated ? 2 : 1) * inner, h},
                     {MATRIX, tokens, h, inner}};
    kernel.inTables = true;
    return kernel;
}

LayerCost::Kernel
LayerCost::GetExperts(double flops, double experts, double tensor, const ExpertTokens& tokens) const
{
    const double weights = experts * static_cast<double>(m_shape.GetExpertWeights()) / tensor +
                           static_cast<double>(m_shape.GetRouterWeights());
    Kernel kernel{flops, m_weightBytes * weights, 3};
    const double h = m_shape.hidden;
    const double inner = m_shape.expertHidden / tensor;
    const auto add = [&](double m, double width, double groups, bool routed) {
        if (m > 0 && groups > 0)
        {
            const double outputs = (m_shape.gated ? 2 : 1) * width;
            kernel.shapes.push_back({MATRIX, m, outputs, h, groups, routed});
            kernel.shapes.push_back({MATRIX, m, h, width, groups, routed});
        }
    };
    add(tokens.perExpert, inner, tokens.experts, true);
    add(tokens.all, m_shape.sharedExperts * inner, m_shape.sharedExperts > 0 ? 1 : 0, false);
    kernel.shapes.push_back({MATRIX, tokens.all, 1.0 * m_shape.experts, h});
    return kernel;
}

LayerCost::Kernel
LayerCost::GetHead(double tokens) const
{
    const double weights = static_cast<double>(m_shape.hidden) * m_shape.vocabulary / m_tensor;
    Kernel kernel{2 * tokens * weights, m_weightBytes * weights, 1};
    kernel.shapes = {{MATRIX, tokens, m_shape.vocabulary / m_tensor, 1.0 * m_shape.hidden}};
    kernel.inTables = true;
    return kernel;
}

} // namespace ns3

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
    if (m_shape.keyValueRank == 0)
    {
        const double h = m_shape.hidden;
        const double width = static_cast<double>(m_shape.heads) * m_shape.GetHeadSize();
        const double kvWidth = static_cast<double>(m_shape.GetKvHeads()) * m_shape.GetHeadSize();
        kernel.shapes = {{{MATRIX, tokens, (width + 2 * kvWidth) / m_tensor, h},
                          {MATRIX, tokens, h, width / m_tensor}}};
        kernel.shapeCount = 2;
    }
    return kernel;
}

LayerCost::Kernel
LayerCost::GetUpProjections(double tokens) const
{
    const auto weights = static_cast<double>(m_shape.GetUpProjectionWeights()) / m_tensor;
    return {2 * tokens * weights, m_weightBytes * weights, weights > 0 ? 2U : 0U};
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
        kernel.shapes[0] = {context < keys ? KernelShape::Operation::ATTENTION
                                           : KernelShape::Operation::DECODE_ATTENTION,
                            tokens,
                            keys / tokens,
                            m_shape.GetScoreFlops(1) / 4 / m_tensor};
        kernel.shapeCount = 1;
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
    kernel.shapes = {
        {{MATRIX, tokens, (m_shape.gated ? 2 : 1) * inner, h}, {MATRIX, tokens, h, inner}}};
    kernel.shapeCount = 2;
    return kernel;
}

LayerCost::Kernel
LayerCost::GetExperts(double flops, double experts, double tensor) const
{
    const double weights = experts * static_cast<double>(m_shape.GetExpertWeights()) / tensor +
                           static_cast<double>(m_shape.GetRouterWeights());
    return {flops, m_weightBytes * weights, 3};
}

LayerCost::Kernel
LayerCost::GetHead(double tokens) const
{
    const double weights = static_cast<double>(m_shape.hidden) * m_shape.vocabulary / m_tensor;
    Kernel kernel{2 * tokens * weights, m_weightBytes * weights, 1};
    kernel.shapes[0] = {MATRIX, tokens, m_shape.vocabulary / m_tensor, 1.0 * m_shape.hidden};
    kernel.shapeCount = 1;
    return kernel;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "layer-cost.h"

#include <algorithm>

namespace ns3
{

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
    return {2 * tokens * weights, m_weightBytes * weights, 2};
}

LayerCost::Kernel
LayerCost::GetScores(double keys, double context) const
{
    return {m_shape.GetScoreFlops(1) * keys / m_tensor,
            m_activationBytes * context * static_cast<double>(m_shape.GetKvSize()) / m_kvShards,
            1};
}

LayerCost::Kernel
LayerCost::GetDense(double tokens) const
{
    const auto weights = static_cast<double>(m_shape.GetFfnWeights()) / m_tensor;
    return {2 * tokens * weights, m_weightBytes * weights, 2};
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
    return {2 * tokens * weights, m_weightBytes * weights, 1};
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "inference-cost.h"

#include <algorithm>
#include <cmath>

namespace ns3
{

InferenceCost::InferenceCost(const ModelShape& shape, const Layout& layout)
    : m_shape(shape),
      m_layout(layout),
      m_kvShards(shape.keyValueRank > 0 ? 1 : std::min(layout.tensor, shape.GetKvHeads()))
{
}

InferenceCost::Kernel
InferenceCost::GetAttention(const Iteration& work) const
{
    const auto weights = static_cast<double>(m_shape.GetAttentionWeights());
    const auto tokens = static_cast<double>(work.GetTokens());
    const double keys = work.promptKeys + static_cast<double>(work.decodeKeys);
    const auto read = static_cast<double>(work.promptContext + work.decodeKeys);
    const double groups = static_cast<double>(m_layout.gpus) / m_layout.tensor;
    return {(2 * tokens * weights + m_shape.GetScoreFlops(1) * keys) / m_layout.gpus,
            m_layout.weightBytes * weights / m_layout.tensor +
                m_layout.activationBytes * read * static_cast<double>(m_shape.GetKvSize()) /
                    (groups * m_kvShards)};
}

InferenceCost::Kernel
InferenceCost::GetFfn(const Iteration& work, uint32_t layer) const
{
    const auto tokens = static_cast<double>(work.GetTokens());
    const double flops = tokens * m_shape.GetFfnFlops(layer) / m_layout.gpus;
    if (!m_shape.HasExperts(layer))
    {
        const auto weights = static_cast<double>(m_shape.GetFfnWeights());
        return {flops, m_layout.weightBytes * weights / m_layout.tensor};
    }
    const double missed =
        std::pow(1 - static_cast<double>(m_shape.activeExperts) / m_shape.experts, tokens);
    const double experts = m_shape.experts * (1 - missed) / m_layout.gpus + m_shape.sharedExperts;
    return {flops,
            m_layout.weightBytes * (experts * static_cast<double>(m_shape.GetExpertWeights()) +
                                    static_cast<double>(m_shape.GetRouterWeights()))};
}

InferenceCost::Kernel
InferenceCost::GetOutput(const Iteration& work) const
{
    return {work.outputs * m_shape.GetHeadFlops() / m_layout.gpus,
            m_layout.weightBytes * m_shape.hidden * m_shape.vocabulary / m_layout.tensor};
}

double
InferenceCost::GetReducedBytes(const Iteration& work) const
{
    return static_cast<double>(work.GetTokens()) * m_layout.tensor / m_layout.gpus *
           m_shape.hidden * m_layout.activationBytes;
}

double
InferenceCost::GetDispatchedBytes(const Iteration& work) const
{
    const double gpus = m_layout.gpus;
    return static_cast<double>(work.GetTokens()) * m_shape.activeExperts * m_shape.hidden *
           m_layout.activationBytes / (gpus * gpus);
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
    return GetKvBytes(1) / m_kvShards;
}

} // namespace ns3

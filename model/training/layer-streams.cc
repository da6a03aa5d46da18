// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "layer-streams.h"

namespace ns3
{

namespace
{

constexpr double NUMBER = 2;          //!< bytes of a number in BF16
constexpr double FP8 = 1 + 4.0 / 128; //!< bytes of a number in FP8 with its share of a scale
constexpr double MASK = 1;            //!< bytes of an element of a dropout mask
constexpr double LOGIT = 4;           //!< bytes of a logit

void
AddAll(PassStreams& sum, const PassStreams& other, double times = 1)
{
    sum.forward.Add(other.forward, times);
    sum.backward.Add(other.backward, times);
    sum.weights.Add(other.weights, times);
    sum.rebuilt.Add(other.rebuilt, times);
}

} // namespace

void
PassStreams::Repeat(double layers)
{
    for (auto* work : {&forward, &backward, &weights, &rebuilt})
    {
        work->bytes *= layers;
        work->kernels *= layers;
    }
}

LayerStreams::LayerStreams(const TrainingSetup& setup, const ParallelGrid& grid)
    : m_setup(setup),
      m_shape(setup.shape),
      m_tensor(grid.GetSize(ParallelGrid::TENSOR)),
      m_tokens(setup.GetTokens(grid.GetSize(ParallelGrid::CONTEXT))),
      m_hidden(setup.shape.hidden / (setup.sequenceParallel ? m_tensor : 1)),
      m_isFp8(setup.weightBytes < NUMBER)
{
}

PassStreams
LayerStreams::GetNorm() const
{
    const double bytes = m_tokens * NUMBER * m_hidden;
    return {{2 * bytes, 1}, {4 * bytes, 1}, {}, {2 * bytes, 1}};
}

PassStreams
LayerStreams::GetResidual() const
{
    const double number = m_tokens * m_hidden;
    const double mask = m_shape.biases ? MASK : 0;
    return {{number * (3 * NUMBER + mask), 1},
            {m_shape.biases ? number * (2 * NUMBER + MASK) : 0, m_shape.biases ? 1.0 : 0.0},
            {},
            {}};
}

/** @return casts of matrices with so many inputs and outputs of a token in all */
PassStreams
LayerStreams::GetCasts(double inputs, double outputs, double matrices) const
{
    if (!m_isFp8)
    {
        return {};
    }
    const double read = (NUMBER + FP8) * m_tokens;
    return {{read * inputs, matrices},
            {read * outputs, matrices},
            {m_tokens * 2 * FP8 * inputs + read * outputs, 2 * matrices},
            {}};
}

PassStreams
LayerStreams::GetAttention() const
{
    const double h = m_shape.hidden;
    const double width = static_cast<double>(m_shape.heads) * m_shape.GetHeadSize() / m_tensor;
    const double rotary = static_cast<double>(m_shape.heads) * m_shape.ropeHeadSize / m_tensor;
    PassStreams sum = GetNorm();
    AddAll(sum, GetResidual());
    const bool isLatent = m_shape.keyValueRank > 0;
    double keys = width;
    if (isLatent)
    {
        const double latents = m_shape.queryRank + m_shape.keyValueRank;
        const double norm = m_tokens * NUMBER * latents;
        AddAll(sum, {{2 * norm, 2}, {3 * norm, 2}, {}, {2 * norm, 2}});
        AddAll(sum,
               GetCasts(h + latents + width,
                        latents + m_shape.ropeHeadSize + 3 * width + rotary + h,
                        4));
        // The parts of queries and keys are copied next to their rotated parts.
        const StreamWork joined{m_tokens * 2 * NUMBER * 2 * (width + rotary), 2};
        AddAll(sum, {joined, joined, {}, joined});
        // SELECTIVE makes the expanded latents again, from casts of the latents.
        sum.rebuilt.Add(GetCasts(latents, 0, 2).forward);
    }
    else
    {
        keys = static_cast<double>(m_shape.GetKvHeads()) * m_shape.GetHeadSize() / m_tensor;
        AddAll(sum, GetCasts(h + width, width + 2 * keys + h, 2));
        if (m_shape.positions == 0)
        {
            const StreamWork rotation{m_tokens * 2 * NUMBER * (width + keys), 1};
            AddAll(sum, {rotation, rotation, {}, {}});
        }
    }
    return sum;
}

PassStreams
LayerStreams::GetScores() const
{
    const double heads = m_shape.heads / m_tensor;
    if (m_setup.attention == AttentionMode::FLASH)
    {
        // Products of outputs and their gradients; gradients of queries are summed in FP32.
        const double width = heads * m_shape.GetHeadSize();
        return {{}, {m_tokens * (2 * NUMBER + 4 + NUMBER) * width, 2}, {}, {}};
    }
    const double scores = m_tokens * m_setup.sequence * heads;
    const double dropout = m_shape.biases ? 2 * NUMBER + MASK : 0;
    const double kernels = m_shape.biases ? 2 : 1;
    const StreamWork forward{scores * (2 * NUMBER + dropout), kernels};
    return {forward, {scores * (3 * NUMBER + dropout), kernels}, {}, forward};
}

PassStreams
LayerStreams::GetFeedForward(bool experts) const
{
    const double h = m_shape.hidden;
    PassStreams sum = GetNorm();
    AddAll(sum, GetResidual());
    const double inputs = m_shape.gated ? 2 : 1; // of the function, for each output
    const auto function = [&](double inner) {
        // Fused with the cast that follows.
        const double output = m_isFp8 ? FP8 : NUMBER;
        const StreamWork forward{m_tokens * inner * (NUMBER * inputs + output), 1};
        const double backward = m_tokens * inner * NUMBER * (2 * inputs + 1);
        AddAll(sum, {forward, {backward, 1}, {}, forward});
        AddAll(sum, GetCasts(0, inputs * inner + h, 2));
        if (m_isFp8)
        {
            sum.weights.Add({m_tokens * 2 * FP8 * inner, 1});
        }
    };
    if (!experts)
    {
        function((m_shape.ffnHidden > 0 ? m_shape.ffnHidden : 4 * h) / m_tensor);
        AddAll(sum, GetCasts(h, 0, 1));
        return sum;
    }
    const double inner = m_shape.expertHidden / m_tensor;
    const double copies = m_shape.activeExperts;
    if (m_shape.sharedExperts > 0)
    {
        function(m_shape.sharedExperts * inner);
    }
    // Tokens of all ranks that come are as many as those that go.
    PassStreams before = sum;
    function(inner);
    const auto more = [&](StreamWork& work, const StreamWork& old) {
        work.bytes = old.bytes + copies * (work.bytes - old.bytes);
    };
    more(sum.forward, before.forward);
    more(sum.backward, before.backward);
    more(sum.weights, before.weights);
    more(sum.rebuilt, before.rebuilt);
    AddAll(sum, GetCasts(h, 0, 1));
    const StreamWork order{m_tokens * copies * h * (2 * m_setup.dispatchBytes + 2 * NUMBER) /
                               m_tensor,
                           2};
    const StreamWork router{m_tokens * 4 * LOGIT * m_shape.experts, 4};
    AddAll(sum, {order, order, {}, {}});
    AddAll(sum, {router, router, {}, {}});
    return sum;
}

PassStreams
LayerStreams::GetHead() const
{
    PassStreams sum = GetNorm();
    const StreamWork loss{m_tokens * 2 * LOGIT * m_shape.vocabulary / m_tensor, 2};
    AddAll(sum, {loss, loss, {}, {}});
    return sum;
}

PassStreams
LayerStreams::GetInput() const
{
    const StreamWork copy{m_tokens * 2 * NUMBER * m_hidden, 1};
    return {copy, copy, {}, {}};
}

} // namespace ns3

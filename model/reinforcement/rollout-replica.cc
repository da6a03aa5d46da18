// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rollout-replica.h"

#include "ns3/fabric-units.h"

#include <cmath>
#include <deque>
#include <map>

namespace ns3
{

RolloutReplica::RolloutReplica(const InferenceCost& cost,
                               const ModelKernels& kernels,
                               const Overheads& overheads)
    : m_cost(cost),
      m_kernels(kernels),
      m_overheads(overheads)
{
}

int64_t
RolloutReplica::GetPs(const ServingReplica::Iteration& work) const
{
    using Part = ModelKernels::Part;
    const auto& shape = m_cost.GetShape();
    const auto& layout = m_cost.GetLayout();
    const uint32_t dense =
        shape.experts > 0 ? std::min(shape.denseLayers, shape.layers) : shape.layers;
    const uint32_t routed = shape.layers - dense;
    int64_t ps = m_overheads.iterationPs;
    ps += shape.layers * (m_kernels.Get(Part::MATRICES, m_cost.GetProjections(work)).ps +
                          m_kernels.Get(Part::SCORES, m_cost.GetScores(work)).ps);
    if (dense > 0)
    {
        ps += dense * m_kernels.Get(Part::MATRICES, m_cost.GetFfn(work, 0)).ps;
    }
    if (routed > 0)
    {
        ps += routed * m_kernels.Get(Part::MATRICES, m_cost.GetFfn(work, dense)).ps;
    }
    ps += m_kernels.Get(Part::HEAD, m_cost.GetOutput(work)).ps;

    const auto add = [&](uint32_t collectives, double bytes) {
        const double wirePs = bytes * 8 * static_cast<double>(PS_PER_SECOND) /
                              static_cast<double>(m_overheads.ratebps);
        ps += collectives * (m_overheads.collectivePs + std::llround(wirePs));
    };
    if (layout.tensor > 1)
    {
        const double t = layout.tensor;
        add(shape.layers + dense, 2 * (t - 1) / t * m_cost.GetReducedBytes(work));
    }
    if (layout.gpus > 1)
    {
        add(2 * routed, (layout.gpus - 1.0) * m_cost.GetDispatchedBytes(work));
    }
    return ps;
}

int64_t
RolloutReplica::GetPromptPs(uint64_t tokens) const
{
    const auto length = static_cast<double>(tokens);
    ServingReplica::Iteration work;
    work.promptTokens = tokens;
    work.promptContext = tokens;
    work.promptKeys = length * (length + 1) / 2;
    work.outputs = 1;
    return GetPs(work);
}

uint64_t
RolloutReplica::CountKvTokens(double bytes) const
{
    const auto& layout = m_cost.GetLayout();
    const double groups = static_cast<double>(layout.gpus) / layout.tensor;
    const double free = bytes - m_cost.GetWeightBytesPerGpu();
    return free > 0 ? static_cast<uint64_t>(groups * free / m_cost.GetKvBytesPerGpu()) : 0;
}

std::vector<RolloutSegment>
RolloutReplica::Run(const std::vector<RolloutResponse>& responses,
                    const ServingReplica::Limits& limits) const
{
    ServingReplica replica(limits);
    std::map<uint32_t, std::vector<uint32_t>> others; // by the first response to a prompt
    uint32_t first = 0;
    for (uint32_t i = 0; i < responses.size(); ++i)
    {
        if (i == 0 || responses[i].prompt != responses[first].prompt)
        {
            first = i;
            replica.AddPrompt(i, responses[i].promptTokens, responses[i].tokens);
        }
        else
        {
            others[first].push_back(i);
        }
    }
    std::vector<RolloutSegment> segments;
    std::deque<uint32_t> waiting; // responses whose prompt has been processed
    RolloutSegment segment;
    for (size_t left = responses.size(); left > 0;)
    {
        const auto reserve = [&](const auto& response) {
            return replica.Reserve(response.promptTokens, response.tokens);
        };
        while (!waiting.empty() && reserve(responses[waiting.front()]))
        {
            const auto& response = responses[waiting.front()];
            replica.AddDecode(waiting.front(), response.promptTokens, response.tokens);
            waiting.pop_front();
        }
        segment.timePs += GetPs(replica.Plan());
        for (const auto& outcome : replica.Finish())
        {
            if (outcome.first)
            {
                const auto& more = others[outcome.request];
                waiting.insert(waiting.end(), more.begin(), more.end());
            }
            if (outcome.leaves)
            {
                replica.Release(responses[outcome.request].GetTokens());
                segment.finished.push_back(outcome.request);
                --left;
            }
        }
        if (!segment.finished.empty())
        {
            segments.push_back(segment);
            segment = RolloutSegment();
        }
    }
    return segments;
}

} // namespace ns3

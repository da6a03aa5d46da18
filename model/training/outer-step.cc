// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "outer-step.h"

#include <cmath>
#include <initializer_list>
#include <numeric>

namespace ns3
{

namespace
{

constexpr std::initializer_list<TrainingTraffic> TRAFFICS = {TrainingTraffic::OUTER,
                                                             TrainingTraffic::OUTER_EXPERTS};

} // namespace

OuterStep::OuterStep(const TrainingSetup& setup,
                     const PipelinePlan& plan,
                     const std::vector<std::vector<TrainingBlock>>& blocks,
                     const TrainingGroups& groups,
                     TrainingCollectives& collectives)
    : m_setup(setup),
      m_plan(plan),
      m_blocks(blocks),
      m_groups(groups),
      m_outer(groups.GetRankCount(), collectives)
{
}

uint64_t
OuterStep::GetBytes(uint32_t part, TrainingTraffic traffic) const
{
    double parameters = 0;
    for (const auto& block : m_blocks[part])
    {
        parameters += static_cast<double>(
            traffic == TrainingTraffic::OUTER ? block.parameters : block.expertParameters);
    }
    return static_cast<uint64_t>(std::ceil(parameters * m_setup.outerBytes));
}

double
OuterStep::CountNodes() const
{
    double nodes = 0;
    for (uint32_t part = 0; part < m_blocks.size() && m_setup.workers > 1; ++part)
    {
        for (const auto traffic : TRAFFICS)
        {
            nodes += m_outer.CountNodes(traffic,
                                        CollectiveOperation::ALL_REDUCE,
                                        m_groups.Get(m_plan.paths[0][part].stage, traffic),
                                        GetBytes(part, traffic));
        }
    }
    return nodes;
}

CommunicationGraph
OuterStep::Build(const CommunicationGraph& inner, StorageSteps* storage)
{
    for (uint32_t part = 0; part < m_blocks.size() && m_setup.workers > 1; ++part)
    {
        for (const auto traffic : TRAFFICS)
        {
            const uint64_t bytes = GetBytes(part, traffic);
            for (const auto& group : m_groups.Get(m_plan.paths[0][part].stage, traffic))
            {
                if (bytes > 0)
                {
                    m_outer.Collective(traffic,
                                       CollectiveOperation::ALL_REDUCE,
                                       group,
                                       bytes,
                                       std::vector<uint32_t>(group.size(), TrainingGraph::NONE));
                }
            }
        }
    }
    CommunicationGraph whole(inner.GetRankCount() + (storage ? storage->GetHostCount() : 0));
    CommunicationGraph::Placement placement;
    placement.ranks.resize(inner.GetRankCount());
    std::iota(placement.ranks.begin(), placement.ranks.end(), 0);
    for (uint32_t step = 0; step < m_setup.innerSteps; ++step)
    {
        if (storage)
        {
            storage->Begin(whole, step, m_setup.innerSteps, placement.after);
        }
        placement.after = whole.Append(inner, placement);
        if (storage)
        {
            storage->End(whole, step, placement.after);
        }
        if (step + 1 == m_setup.warmUp)
        {
            m_warmUpEnds = placement.after;
        }
    }
    if (m_setup.workers > 1)
    {
        whole.Append(m_outer.Get(), placement);
    }
    return whole;
}

} // namespace ns3

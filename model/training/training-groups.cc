// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "training-groups.h"

#include <initializer_list>
#include <utility>

namespace ns3
{

TrainingGroups::TrainingGroups(const ParallelGrid& grid, uint32_t workers)
    : m_stage(grid.GetRankCount()),
      m_position(grid.GetRankCount()),
      m_groups(grid.GetSize(ParallelGrid::PIPELINE),
               std::vector<std::vector<Group>>(static_cast<size_t>(TrainingTraffic::COUNT))),
      m_members(static_cast<size_t>(TrainingTraffic::COUNT), 0)
{
    using Grid = ParallelGrid;
    for (uint32_t stage = 0; stage < grid.GetSize(Grid::PIPELINE); ++stage)
    {
        m_ranks.push_back(grid.GetStage(stage));
        for (uint32_t i = 0; i < m_ranks.back().size(); ++i)
        {
            m_stage[m_ranks.back()[i]] = stage;
            m_position[m_ranks.back()[i]] = i;
        }
    }
    const auto add = [&](TrainingTraffic traffic, std::initializer_list<Grid::Dimension> differ) {
        for (auto& group : grid.GetGroups(differ))
        {
            m_members[static_cast<size_t>(traffic)] = static_cast<uint32_t>(group.size());
            m_groups[m_stage[group[0]]][static_cast<size_t>(traffic)].push_back(std::move(group));
        }
    };
    add(TrainingTraffic::TENSOR, {Grid::TENSOR});
    add(TrainingTraffic::CONTEXT, {Grid::CONTEXT});
    add(TrainingTraffic::EXPERT, {Grid::EXPERT});
    add(TrainingTraffic::OUTER, {Grid::CONTEXT, Grid::EXPERT, Grid::DATA});
    add(TrainingTraffic::OUTER_EXPERTS, {Grid::CONTEXT, Grid::DATA});
    // A worker has copies that follow one another in the data dimension.
    const uint32_t copies = grid.GetSize(Grid::DATA) / workers;
    const auto divide = [&](TrainingTraffic traffic, TrainingTraffic whole) {
        m_members[static_cast<size_t>(traffic)] = CountMembers(whole) / workers;
        for (auto& groups : m_groups)
        {
            for (const auto& group : groups[static_cast<size_t>(whole)])
            {
                std::vector<Group> parts(workers);
                for (const uint32_t rank : group)
                {
                    parts[grid.GetIndex(rank, Grid::DATA) / copies].push_back(rank);
                }
                auto& divided = groups[static_cast<size_t>(traffic)];
                divided.insert(divided.end(), parts.begin(), parts.end());
            }
        }
    };
    divide(TrainingTraffic::GRADIENTS, TrainingTraffic::OUTER);
    divide(TrainingTraffic::EXPERT_GRADIENTS, TrainingTraffic::OUTER_EXPERTS);
}

TrainingGroups
TrainingGroups::Fold(const ParallelGrid& grid, uint32_t workers)
{
    TrainingGroups folded;
    folded.m_members = TrainingGroups(grid, workers).m_members;
    for (uint32_t stage = 0; stage < grid.GetSize(ParallelGrid::PIPELINE); ++stage)
    {
        folded.m_ranks.push_back({stage});
        folded.m_stage.push_back(stage);
        folded.m_position.push_back(0);
        folded.m_groups.emplace_back(folded.m_members.size(), std::vector<Group>{{stage}});
    }
    return folded;
}

} // namespace ns3

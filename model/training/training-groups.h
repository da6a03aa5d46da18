// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TRAINING_GROUPS_H
#define AI_FABRIC_TRAINING_GROUPS_H

#include "parallel-grid.h"
#include "training-operation.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * The groups of ranks that communicate, in each stage of a pipeline.
 *
 * Invariant: the groups of a traffic partition the ranks of a stage; groups with the same number in
 * two stages differ only in the stage.
 */
class TrainingGroups
{
  public:
    /** Ranks that communicate. */
    using Group = ParallelGrid::Group;

    /**
     * @param grid grid of the ranks
     * @param workers number of equal parts of the data dimension that reduce gradients alone, see
     *        OuterStep
     */
    explicit TrainingGroups(const ParallelGrid& grid, uint32_t workers = 1);

    /**
     * @param grid grid of the ranks
     * @param workers as above
     * @return groups of a step in which rank s stands for all ranks of stage s: each group is that
     *         rank
     */
    static TrainingGroups Fold(const ParallelGrid& grid, uint32_t workers = 1);

    /** @return number of stages */
    uint32_t GetStageCount() const
    {
        return static_cast<uint32_t>(m_ranks.size());
    }

    /** @return number of ranks */
    uint32_t GetRankCount() const
    {
        return static_cast<uint32_t>(m_stage.size());
    }

    /**
     * @param traffic kind of traffic, except PIPELINE and EMBEDDING
     * @return number of ranks of the grid in each group, also if the groups are folded
     */
    uint32_t CountMembers(TrainingTraffic traffic) const
    {
        return m_members[static_cast<size_t>(traffic)];
    }

    /** @param stage number of a stage @return its ranks, in ascending order */
    const Group& GetRanks(uint32_t stage) const
    {
        return m_ranks[stage];
    }

    /** @param rank number of a rank @return number of its stage */
    uint32_t GetStage(uint32_t rank) const
    {
        return m_stage[rank];
    }

    /** @param rank number of a rank @return its index in GetRanks() of its stage */
    uint32_t GetPosition(uint32_t rank) const
    {
        return m_position[rank];
    }

    /**
     * @param stage number of a stage
     * @param traffic kind of traffic, except PIPELINE and EMBEDDING
     * @return groups of the stage
     */
    const std::vector<Group>& Get(uint32_t stage, TrainingTraffic traffic) const
    {
        return m_groups[stage][static_cast<size_t>(traffic)];
    }

  private:
    TrainingGroups() = default;

    std::vector<Group> m_ranks;                            //!< by stage
    std::vector<uint32_t> m_stage;                         //!< by rank
    std::vector<uint32_t> m_position;                      //!< by rank
    std::vector<std::vector<std::vector<Group>>> m_groups; //!< by stage and traffic
    std::vector<uint32_t> m_members;                       //!< by traffic
};

} // namespace ns3

#endif // AI_FABRIC_TRAINING_GROUPS_H

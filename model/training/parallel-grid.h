// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PARALLEL_GRID_H
#define AI_FABRIC_PARALLEL_GRID_H

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * Ranks as a grid of five dimensions: who shares a layer's matrices (tensor), a sequence (context),
 * experts (expert), or nothing but the gradients (data), and who has which layers (pipeline).
 *
 * Expert groups lie within data parallel groups: the index among all copies of a dense layer is
 *     data index * expert size + expert index,
 * and of an expert there are as many copies as the size of the data dimension here. A rank is its
 * indexes as digits, the fastest dimension first:
 *     rank = i[order[0]] + size[order[0]] * (i[order[1]] + size[order[1]] * (...))
 *
 * Invariant: the groups of any set of dimensions part the ranks, each group in ascending order.
 */
class ParallelGrid
{
  public:
    /** What ranks may differ in. */
    enum Dimension : uint8_t
    {
        TENSOR,
        CONTEXT,
        EXPERT,
        DATA,
        PIPELINE
    };

    static constexpr size_t DIMENSIONS = 5; //!< that there are

    /** A number per dimension. */
    using Numbers = std::array<uint32_t, DIMENSIONS>;
    /** Ranks that do something together. */
    using Group = std::vector<uint32_t>;

    /**
     * @param sizes at least 1 each
     * @param order the dimensions, that of neighbouring ranks first
     */
    ParallelGrid(const Numbers& sizes, const std::array<Dimension, DIMENSIONS>& order);

    /** @param dimension one @return how many indexes it has */
    uint32_t GetSize(Dimension dimension) const
    {
        return m_sizes[dimension];
    }

    /** @return how many ranks there are */
    uint32_t GetRankCount() const
    {
        return m_ranks;
    }

    /** @param indexes by dimension @return the rank */
    uint32_t GetRank(const Numbers& indexes) const;

    /**
     * @param rank one
     * @param dimension one
     * @return its index
     */
    uint32_t GetIndex(uint32_t rank, Dimension dimension) const
    {
        return rank / m_strides[dimension] % m_sizes[dimension];
    }

    /**
     * @param dimensions what the members of a group may differ in
     * @return all groups, in the order of their first members
     */
    std::vector<Group> GetGroups(std::initializer_list<Dimension> dimensions) const;

    /** @param stage index of the pipeline @return its ranks */
    Group GetStage(uint32_t stage) const;

  private:
    Numbers m_sizes;     //!< by dimension
    Numbers m_strides;   //!< how far apart in ranks the indexes of a dimension are
    uint32_t m_ranks{1}; //!< product of the sizes
};

} // namespace ns3

#endif // AI_FABRIC_PARALLEL_GRID_H

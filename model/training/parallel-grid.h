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
 * Ranks as a grid of five dimensions. Ranks share a layer's matrices (tensor), a sequence
 * (context), the experts (expert), only the gradients (data), or have different layers (pipeline).
 *
 * Expert groups lie within data parallel groups: the index among all copies of a dense layer is
 *     data index * expert size + expert index,
 * so the data dimension of this grid counts the copies of an expert. A rank has its indexes as
 * digits, the fastest dimension first:
 *     rank = i[order[0]] + size[order[0]] * (i[order[1]] + size[order[1]] * (...))
 *
 * Invariant: for any set of dimensions, the groups partition the ranks, each in ascending order.
 */
class ParallelGrid
{
  public:
    /** Dimensions of the grid. */
    enum Dimension : uint8_t
    {
        TENSOR,
        CONTEXT,
        EXPERT,
        DATA,
        PIPELINE
    };

    static constexpr size_t DIMENSIONS = 5; //!< number of dimensions

    /** A number per dimension. */
    using Numbers = std::array<uint32_t, DIMENSIONS>;
    /** Ranks that act together. */
    using Group = std::vector<uint32_t>;

    /**
     * @param sizes size of each dimension, at least 1
     * @param order dimensions, beginning with that of neighbouring ranks
     */
    ParallelGrid(const Numbers& sizes, const std::array<Dimension, DIMENSIONS>& order);

    /** @param dimension dimension of the grid @return number of its indexes */
    uint32_t GetSize(Dimension dimension) const
    {
        return m_sizes[dimension];
    }

    /** @return number of ranks */
    uint32_t GetRankCount() const
    {
        return m_ranks;
    }

    /** @param indexes index in each dimension @return number of the rank */
    uint32_t GetRank(const Numbers& indexes) const;

    /**
     * @param rank number of a rank
     * @param dimension dimension of the grid
     * @return position of the rank in that dimension
     */
    uint32_t GetIndex(uint32_t rank, Dimension dimension) const
    {
        return rank / m_strides[dimension] % m_sizes[dimension];
    }

    /**
     * @param dimensions dimensions in which the members of a group differ
     * @return all groups, in the order of their first members
     */
    std::vector<Group> GetGroups(std::initializer_list<Dimension> dimensions) const;

    /** @param stage index in the pipeline dimension @return ranks of that stage */
    Group GetStage(uint32_t stage) const;

  private:
    Numbers m_sizes;     //!< by dimension
    Numbers m_strides;   //!< by dimension: difference of ranks with neighbouring indexes
    uint32_t m_ranks{1}; //!< product of the sizes
};

} // namespace ns3

#endif // AI_FABRIC_PARALLEL_GRID_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "weight-pieces.h"

#include "ns3/training-block.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ns3
{

namespace
{

/** Bytes from one position to another. */
using Interval = std::pair<uint64_t, uint64_t>;

/** @return part of an interval from 0 @param index number of the part @param parts their number */
Interval
GetPart(uint64_t bytes, uint32_t index, uint32_t parts)
{
    return {bytes * index / parts, bytes * (index + 1) / parts};
}

/** @return bytes that both have */
uint64_t
GetOverlap(const Interval& a, const Interval& b)
{
    const uint64_t begin = std::max(a.first, b.first);
    const uint64_t end = std::min(a.second, b.second);
    return end > begin ? end - begin : 0;
}

/** @return ranks with these indexes of stage, tensor and, unless NONE, expert parallelism */
std::vector<uint32_t>
FindHolders(const ParallelGrid& grid, uint32_t stage, uint32_t tensor, int64_t expert)
{
    std::vector<uint32_t> holders;
    for (const uint32_t rank : grid.GetStage(stage))
    {
        if (grid.GetIndex(rank, ParallelGrid::TENSOR) == tensor &&
            (expert < 0 || grid.GetIndex(rank, ParallelGrid::EXPERT) == expert))
        {
            holders.push_back(rank);
        }
    }
    return holders;
}

} // namespace

std::vector<WeightPiece>
MakeWeightPieces(const TrainingSetup& setup,
                 const ParallelGrid& grid,
                 const PipelinePlan& plan,
                 uint32_t gpus,
                 uint32_t tensor,
                 double weightBytes)
{
    constexpr int64_t NO_EXPERT = -1;
    const uint32_t shards = grid.GetSize(ParallelGrid::TENSOR);
    const uint32_t expertRanks = grid.GetSize(ParallelGrid::EXPERT);
    const uint32_t parts = plan.GetPartCount();
    const auto blocks = MakeTrainingBlocks(setup, grid, parts);
    std::vector<double> dense(grid.GetSize(ParallelGrid::PIPELINE)); // parameters, all shards
    std::vector<double> experts(dense.size());
    for (uint32_t part = 0; part < parts; ++part)
    {
        const uint32_t stage = plan.paths[0][part].stage;
        for (const auto& block : blocks[part])
        {
            dense[stage] += static_cast<double>(block.parameters) * shards;
            experts[stage] += static_cast<double>(block.expertParameters) * shards * expertRanks;
        }
    }
    if (setup.shape.tied && parts > 1)
    {
        // The last part has a copy of the input embedding.
        dense[plan.paths[0].back().stage] -=
            static_cast<double>(setup.shape.hidden) * setup.shape.vocabulary;
    }
    std::vector<WeightPiece> pieces;
    const auto add = [&](std::vector<uint32_t> holders, uint32_t to, bool again, uint64_t bytes) {
        if (bytes > 0)
        {
            pieces.push_back({std::move(holders), setup.zeroStage == 3, to, again, bytes});
        }
    };
    for (uint32_t stage = 0; stage < dense.size(); ++stage)
    {
        const auto whole = static_cast<uint64_t>(std::ceil(dense[stage] * weightBytes));
        const auto routed = static_cast<uint64_t>(std::ceil(experts[stage] * weightBytes));
        for (uint32_t to = 0; to < gpus; ++to)
        {
            for (uint32_t i = 0; i < shards; ++i)
            {
                add(FindHolders(grid, stage, i, NO_EXPERT),
                    to,
                    to >= tensor,
                    GetOverlap(GetPart(whole, i, shards), GetPart(whole, to % tensor, tensor)));
            }
            for (uint32_t expert = 0; expert < expertRanks && routed > 0; ++expert)
            {
                const uint64_t common =
                    GetOverlap(GetPart(routed, expert, expertRanks), GetPart(routed, to, gpus));
                for (uint32_t i = 0; i < shards && common > 0; ++i)
                {
                    const auto share = GetPart(common, i, shards);
                    add(FindHolders(grid, stage, i, expert), to, false, share.second - share.first);
                }
            }
        }
    }
    return pieces;
}

} // namespace ns3

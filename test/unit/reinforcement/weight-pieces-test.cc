// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Who holds which weights, and who needs them.

#include "fabric-test.h"
#include "training-parts.h"

#include "ns3/weight-pieces.h"

#include <map>
#include <numeric>
#include <set>

using namespace ns3;

namespace
{

using Grid = ParallelGrid;

const std::array<Grid::Dimension, Grid::DIMENSIONS> ORDER{Grid::TENSOR,
                                                          Grid::CONTEXT,
                                                          Grid::EXPERT,
                                                          Grid::DATA,
                                                          Grid::PIPELINE};

class WeightPiecesTest : public FabricTest
{
  protected:
    /** Layers of 12 h^2 + 2 h parameters with h = 96, a norm at the end, 2 V h with V = 12. */
    static TrainingSetup Setup(uint32_t layers, uint32_t zeroStage = 0)
    {
        TrainingSetup setup;
        setup.shape.layers = layers;
        setup.shape.hidden = 96;
        setup.shape.heads = 12;
        setup.shape.vocabulary = 12;
        setup.zeroStage = zeroStage;
        return setup;
    }

    /** @return bytes by training rank and GPU */
    static std::map<std::pair<uint32_t, uint32_t>, uint64_t> FromFirst(
        const std::vector<WeightPiece>& pieces)
    {
        std::map<std::pair<uint32_t, uint32_t>, uint64_t> bytes;
        for (const auto& piece : pieces)
        {
            bytes[{piece.holders.front(), piece.to}] += piece.bytes;
        }
        return bytes;
    }

    static uint64_t Sum(const std::vector<WeightPiece>& pieces)
    {
        return std::accumulate(pieces.begin(),
                               pieces.end(),
                               uint64_t{0},
                               [](uint64_t sum, const auto& piece) { return sum + piece.bytes; });
    }
};

} // namespace

TEST_F(WeightPiecesTest, FourShardsBecomeTwo)
{
    const auto setup = Setup(2);
    const Grid grid({4, 1, 1, 3, 1}, ORDER);
    const auto pieces = MakeWeightPieces(setup, grid, Plan("OneFOneBSchedule", 1, 1), 2, 2, 2);
    // A shard: matrices (2 * 12 h^2 + 2 V h) / 4 = 55,872 parameters; 5 norms of h stay whole, 480.
    const uint64_t shard = 2 * (55'872 + 480);
    const std::map<std::pair<uint32_t, uint32_t>, uint64_t> expected{{{0, 0}, shard},
                                                                     {{1, 0}, shard},
                                                                     {{2, 1}, shard},
                                                                     {{3, 1}, shard}};
    EXPECT_EQ(FromFirst(pieces), expected);
    for (const auto& piece : pieces)
    {
        const uint32_t i = piece.holders.front();
        EXPECT_EQ(piece.holders, (std::vector<uint32_t>{i, i + 4, i + 8})); // three copies
        EXPECT_FALSE(piece.isDivided);
        EXPECT_FALSE(piece.isRepeated);
    }
}

TEST_F(WeightPiecesTest, ThreeShardsBecomeTwo)
{
    const auto setup = Setup(1);
    const Grid grid({3, 1, 1, 1, 1}, ORDER);
    const auto pieces = MakeWeightPieces(setup, grid, Plan("OneFOneBSchedule", 1, 1), 2, 2, 2);
    // A shard: (12 h^2 + 2 V h) / 3 = 37,632 and 3 norms, 288. The second one is cut in the middle.
    const uint64_t shard = 2 * (37'632 + 288);
    const std::map<std::pair<uint32_t, uint32_t>, uint64_t> expected{{{0, 0}, shard},
                                                                     {{1, 0}, shard / 2},
                                                                     {{1, 1}, shard / 2},
                                                                     {{2, 1}, shard}};
    EXPECT_EQ(FromFirst(pieces), expected);
}

TEST_F(WeightPiecesTest, StagesBecomeWholeModelsInFp8)
{
    const auto setup = Setup(3, 3);
    const Grid grid({1, 1, 1, 2, 3}, ORDER);
    const auto pieces = MakeWeightPieces(setup, grid, Plan("OneFOneBSchedule", 3, 3), 4, 4, 1);
    // Each GPU of four gets a quarter of each of three stages; ZeRO stage 3 divides them.
    EXPECT_EQ(pieces.size(), 12u);
    EXPECT_EQ(Sum(pieces), setup.shape.GetParameters());
    std::map<uint32_t, uint64_t> ofGpu;
    for (const auto& piece : pieces)
    {
        EXPECT_TRUE(piece.isDivided);
        EXPECT_EQ(piece.holders.size(), 2u);
        ofGpu[piece.to] += piece.bytes;
    }
    for (const auto& [gpu, bytes] : ofGpu)
    {
        EXPECT_NEAR(static_cast<double>(bytes),
                    static_cast<double>(setup.shape.GetParameters()) / 4,
                    3);
    }
}

TEST_F(WeightPiecesTest, TiedEmbeddingIsSentOnce)
{
    auto setup = Setup(2);
    setup.shape.tied = true;
    const Grid grid({1, 1, 1, 1, 2}, ORDER);
    const auto pieces = MakeWeightPieces(setup, grid, Plan("OneFOneBSchedule", 2, 2), 1, 1, 2);
    EXPECT_EQ(Sum(pieces), 2 * setup.shape.GetParameters());
}

TEST_F(WeightPiecesTest, ExpertsGoToTheGpuThatHoldsThem)
{
    auto setup = Setup(1);
    setup.shape.experts = 8;
    setup.shape.activeExperts = 2;
    setup.shape.expertHidden = 48;
    const Grid grid({2, 1, 2, 1, 1}, ORDER);
    const auto pieces = MakeWeightPieces(setup, grid, Plan("OneFOneBSchedule", 1, 1), 4, 2, 2);
    // An expert: 2 h 48 = 9,216 parameters. Each of four GPUs holds two of eight, half of each from
    // each tensor-parallel rank of the ranks that have them.
    std::map<std::pair<uint32_t, uint32_t>, uint64_t> experts;
    std::map<uint32_t, uint64_t> dense; // by GPU
    uint64_t repeated = 0;
    for (const auto& piece : pieces)
    {
        if (piece.holders.size() == 1)
        {
            experts[{piece.holders.front(), piece.to}] += piece.bytes;
        }
        else
        {
            dense[piece.to] += piece.bytes;
            repeated += piece.isRepeated ? piece.bytes : 0;
        }
    }
    const uint64_t half = 2 * 2 * 9'216 / 2;
    const std::map<std::pair<uint32_t, uint32_t>, uint64_t> expected{{{0, 0}, half},
                                                                     {{1, 0}, half},
                                                                     {{0, 1}, half},
                                                                     {{1, 1}, half},
                                                                     {{2, 2}, half},
                                                                     {{3, 2}, half},
                                                                     {{2, 3}, half},
                                                                     {{3, 3}, half}};
    EXPECT_EQ(experts, expected);
    // Both groups of two have all dense weights; the second one has them again.
    EXPECT_EQ(dense[0] + dense[1], dense[2] + dense[3]);
    EXPECT_EQ(dense[2] + dense[3], repeated);
}

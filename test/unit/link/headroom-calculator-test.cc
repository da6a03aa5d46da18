// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "temporary-file.h"
#include "units.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/derived-headroom.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/sonic-headroom.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <array>

using namespace ns3;

namespace
{

using HeadroomCalculatorTest = FabricTest;

/** The default tick of ns-3, in ns. */
constexpr uint64_t TICK_NS = 1;

/** @return a port without pipeline or slow peer, one lossless priority, MTU 4096 */
HeadroomLink
Link(uint64_t gbps, uint32_t metres)
{
    return {gbps * GBPS, int64_t{metres} * 5'000, 0, 0, 4'198, 1, false};
}

} // namespace

TEST_F(HeadroomCalculatorTest, ReactionQuantaAreThoseOfTheStandard)
{
    EXPECT_EQ(PauseReactionQuanta(10 * GBPS), 67u);
    EXPECT_EQ(PauseReactionQuanta(25 * GBPS), 80u);
    EXPECT_EQ(PauseReactionQuanta(40 * GBPS), 118u);
    EXPECT_EQ(PauseReactionQuanta(50 * GBPS), 147u);
    EXPECT_EQ(PauseReactionQuanta(100 * GBPS), 394u);
    EXPECT_EQ(PauseReactionQuanta(200 * GBPS), 453u);
    EXPECT_EQ(PauseReactionQuanta(400 * GBPS), 905u);
    EXPECT_EQ(PauseReactionQuanta(800 * GBPS), 905u);
    EXPECT_FALSE(PauseReactionQuanta(56 * GBPS));
}

TEST_F(HeadroomCalculatorTest, DerivedIsItsFormula)
{
    const auto derived = CreateObject<DerivedHeadroom>();
    // 100 Gb/s are 12.5 B/ns. W = 3 * 4198 + 84 + 12.5 * (2 * 500 + 1) = 25190.5, rounded up;
    // H = 25191 * 4178 / 4198 = 25070.99
    EXPECT_EQ(derived->GetHeadroomBytes(Link(100, 100)), 25'071u);
    auto link = Link(100, 100);
    link.latencyPs = 400'000;
    link.reactionPs = 200'000;
    link.priorities = 3;
    link.cutThrough = true;
    // W = 2 * 4198 + 3 * 84 + 12.5 * (1001 + 600) = 28660.5; 28661 * 4178 / 4198 = 28524.5
    EXPECT_EQ(derived->GetHeadroomBytes(link), 28'525u);
}

TEST_F(HeadroomCalculatorTest, DerivedMayAllowTheReactionOfTheStandard)
{
    const auto derived = CreateObject<DerivedHeadroom>();
    derived->SetAttribute("StandardReaction", BooleanValue(true));
    // The peer's reaction grows to 394 * 64 = 25216 B at 100 Gb/s: W = 25190.5 + 25216 = 50406.5
    const uint64_t wireBytes = 3 * 4'198 + 84 + (25 * (1'000 + TICK_NS) + 1) / 2 + 25'216;
    EXPECT_EQ(derived->GetHeadroomBytes(Link(100, 100)), (wireBytes * 4'178 + 4'197) / 4'198);
    // A peer that is slower than that, 3 us or 37500 B, counts as it is.
    auto link = Link(100, 100);
    link.reactionPs = 3'000'000;
    EXPECT_EQ(derived->GetHeadroomBytes(link),
              ((wireBytes - 25'216 + 37'500) * 4'178 + 4'197) / 4'198);
    EXPECT_EQ(MessageOf<InputError>([&] { derived->GetHeadroomBytes(Link(56, 3)); }),
              "DerivedHeadroom StandardReaction: IEEE 802.3 gives no reaction time for 56000000000 "
              "bit/s; give the ports a Reaction instead");
}

TEST_F(HeadroomCalculatorTest, MostChargedIsTheWorstOfAllFrames)
{
    for (const uint32_t cell :
         {1U, 7U, 20U, 21U, 22U, 63U, 64U, 96U, 144U, 192U, 208U, 254U, 5'000U})
    {
        for (const uint32_t longest : {40U, 64U, 209U, 1'518U, 4'178U})
        {
            for (const uint32_t gap : {0U, 20U})
            {
                uint64_t most = 0;
                for (uint64_t frame = std::min(64U, longest); frame <= longest; ++frame)
                {
                    const uint64_t charged = (frame + cell - 1) / cell * cell * 100'003;
                    most = std::max(most, (charged + frame + gap - 1) / (frame + gap));
                }
                EXPECT_EQ(GetMostCharged(100'003, {64, gap}, longest, cell), most)
                    << cell << " " << longest << " " << gap;
            }
        }
    }
}

TEST_F(HeadroomCalculatorTest, DerivedCountsCells)
{
    const auto derived = CreateObject<DerivedHeadroom>();
    auto link = Link(100, 100);
    link.cellBytes = 1;
    EXPECT_EQ(derived->GetHeadroomBytes(link), 25'071u);
    // 4178 B are 21 cells of 208 B. X = 4198 + 84 + 12.5 * 1001 = 16794.5, rounded up; worst are
    // frames of 64 B, 208 B for 84: 2 * 4368 + 16795 * 208 / 84 = 8736 + 41587.6
    link.cellBytes = 208;
    EXPECT_EQ(derived->GetHeadroomBytes(link), 50'324u);
    // With frames of 100 B and more those of 209 B are, two cells for 229: 16795 * 416 / 229.
    link.limits.leastBytes = 100;
    EXPECT_EQ(derived->GetHeadroomBytes(link), 8'736u + 30'510); // 30509.7
    link.limits.leastBytes = 64;
    link.cutThrough = true;
    EXPECT_EQ(derived->GetHeadroomBytes(link), 50'324u - 4'368);
}

// Frames as in HPCC's simulator, without preamble and gap: the length on the wire is charged.
TEST_F(HeadroomCalculatorTest, DerivedKnowsTheGapOfFrames)
{
    const auto derived = CreateObject<DerivedHeadroom>();
    auto link = Link(100, 100);
    link.limits.gapBytes = 0;
    // 2 * 4198 + 4198 + 84 + 12.5 * 1001, rounded up
    EXPECT_EQ(derived->GetHeadroomBytes(link), 3u * 4'198 + 84 + 12'513);
    const uint64_t bytes = derived->GetHeadroomBytes(link);
    link.cellBytes = 1;
    EXPECT_EQ(derived->GetHeadroomBytes(link), bytes);
}

TEST_F(HeadroomCalculatorTest, SonicTakesTheCellsOfTheBuffer)
{
    const auto with = [](uint32_t own, uint32_t buffers) {
        const auto sonic = CreateObject<SonicHeadroom>();
        sonic->SetAttribute("CellBytes", UintegerValue(own));
        auto link = Link(100, 40);
        link.cellBytes = buffers;
        return sonic->GetHeadroomBytes(link);
    };
    EXPECT_EQ(with(0, 0), with(192, 0));
    EXPECT_EQ(with(0, 144), with(144, 0));
    EXPECT_EQ(with(144, 144), with(144, 0));
    EXPECT_NE(with(144, 0), with(192, 0));
    EXPECT_EQ(MessageOf<InputError>([&] { with(144, 208); }),
              "SonicHeadroom CellBytes: is 144; expected 0, or the 208 that the buffer has");
}

TEST_F(HeadroomCalculatorTest, SonicGivesSonicsTable)
{
    // size of the lossless profile, MTU 9100, no gearbox: cell 144, then cell 192, for 5, 40, 100
    // and 300 m of cable; computed from buffer_headroom_mellanox.lua.
    struct Row
    {
        uint64_t gbps;
        std::array<uint64_t, 4> cell144;
        std::array<uint64_t, 4> cell192;
    };

    const Row table[] = {
        {25, {55'296, 57'344, 61'440, 75'776}, {66'560, 69'632, 75'776, 94'208}},
        {100, {101'376, 111'616, 128'000, 183'296}, {128'000, 141'312, 163'840, 237'568}},
        {200, {111'616, 131'072, 163'840, 275'456}, {141'312, 166'912, 211'968, 359'424}},
        {400, {179'200, 218'112, 284'672, 506'880}, {231'424, 283'648, 372'736, 668'672}},
        {800, {211'968, 289'792, 422'912, 867'328}, {267'264, 370'688, 547'840, 1'139'712}}};
    const std::array<double, 4> metres{5, 40, 100, 300};
    const auto sonic = CreateObject<SonicHeadroom>();
    for (const auto& row : table)
    {
        for (uint32_t column = 0; column < 4; ++column)
        {
            SCOPED_TRACE(std::to_string(row.gbps) + " Gb/s, column " + std::to_string(column));
            sonic->SetAttribute("CellBytes", UintegerValue(144));
            EXPECT_EQ(sonic->GetProfile(row.gbps * GBPS, metres[column]).sizeBytes,
                      row.cell144[column]);
            sonic->SetAttribute("CellBytes", UintegerValue(192));
            EXPECT_EQ(sonic->GetProfile(row.gbps * GBPS, metres[column]).sizeBytes,
                      row.cell192[column]);
        }
    }
}

TEST_F(HeadroomCalculatorTest, SonicGivesTheVectorsOfOlderReleases)
{
    // Spectrum-3 with the peer's response of 3.8 KiB: size and xon; eight lanes double xon, less 1
    // KiB.
    const auto sonic = CreateObject<SonicHeadroom>();
    sonic->SetAttribute("CellBytes", UintegerValue(144));
    sonic->SetAttribute("QuantaTable", BooleanValue(false));
    EXPECT_EQ(sonic->GetProfile(100 * GBPS, 5).sizeBytes, 53'248u);
    EXPECT_EQ(sonic->GetProfile(100 * GBPS, 5).xonBytes, 19'456u);
    EXPECT_EQ(sonic->GetProfile(100 * GBPS, 40).sizeBytes, 63'488u);
    EXPECT_EQ(sonic->GetProfile(200 * GBPS, 5).sizeBytes, 55'296u);
    sonic->SetAttribute("EightLanesFrom", DataRateValue(DataRate(400 * GBPS)));
    EXPECT_EQ(sonic->GetProfile(400 * GBPS, 5).xonBytes, 37'888u);
}

TEST_F(HeadroomCalculatorTest, SonicKeepsItsXoffBeyondTheThreshold)
{
    const auto sonic = CreateObject<SonicHeadroom>();
    sonic->SetAttribute("CellBytes", UintegerValue(144));
    // 100 Gb/s, 40 m: 111616 B, 19456 B of them xon.
    EXPECT_EQ(sonic->GetHeadroomBytes(Link(100, 40)), 111'616u - 19'456u);
    // Small cells: 2 * 96 / 97 = 1.98 times 9100 + 4932.1 + 819.2 + 25216 B, and 1024 B.
    sonic->SetAttribute("CellBytes", UintegerValue(96));
    EXPECT_EQ(sonic->GetProfile(100 * GBPS, 40).xoffBytes, 80'896u);
    // No short packets: 1024 + 40067 B. A gearbox of 50 ns: 2 * 610 B more.
    sonic->SetAttribute("SmallPacketPercentage", DoubleValue(0));
    EXPECT_EQ(sonic->GetProfile(100 * GBPS, 40).xoffBytes, 41'984u);
    sonic->SetAttribute("GearboxDelay", TimeValue(NanoSeconds(50)));
    EXPECT_EQ(sonic->GetProfile(100 * GBPS, 40).xoffBytes, 43'008u);
}

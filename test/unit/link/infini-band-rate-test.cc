// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "units.h"

#include "ns3/infini-band-rate.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t KBPS = 1'000;

} // namespace

TEST(InfiniBandRateTest, FourLanesOfEachGeneration)
{
    // IBTA vol. 2: the signalling rate is that of the names' text books, the data rate 8/10, 64/66
    // or 16/17 of it. FDR: 56.25 * 64 / 66 = 54.545454... Gb/s.
    struct Row
    {
        const char* name;
        uint64_t signallingbps;
        uint64_t databps;
    };

    const std::vector<Row> rows = {{"SDR", 10 * GBPS, 8 * GBPS},
                                   {"DDR", 20 * GBPS, 16 * GBPS},
                                   {"QDR", 40 * GBPS, 32 * GBPS},
                                   {"FDR10", 41'250 * MBPS, 40 * GBPS},
                                   {"FDR", 56'250 * MBPS, 54'545'454'545},
                                   {"EDR", 103'125 * MBPS, 100 * GBPS},
                                   {"HDR", 212'500 * MBPS, 200 * GBPS},
                                   {"NDR", 425'000 * MBPS, 400 * GBPS},
                                   {"XDR", 850'000 * MBPS, 800 * GBPS}};
    ASSERT_EQ(rows.size(), InfiniBandRate::GENERATIONS.size());
    for (const auto& row : rows)
    {
        const auto rate = InfiniBandRate::Find(row.name);
        ASSERT_TRUE(rate) << row.name;
        EXPECT_EQ(rate->GetName(), std::string(row.name) + " 4x");
        EXPECT_EQ(rate->GetLanes(), 4u);
        EXPECT_EQ(rate->GetSignallingbps(), row.signallingbps) << row.name;
        EXPECT_EQ(rate->GetDatabps(), row.databps) << row.name;
    }
}

TEST(InfiniBandRateTest, Widths)
{
    EXPECT_EQ(InfiniBandRate::Find("SDR 1x")->GetDatabps(), 2 * GBPS);
    EXPECT_EQ(InfiniBandRate::Find("HDR 2x")->GetDatabps(), 100 * GBPS); // sold as HDR100
    EXPECT_EQ(InfiniBandRate::Find("HDR2x")->GetName(), "HDR 2x");
    EXPECT_EQ(InfiniBandRate::Find("EDR 12x")->GetDatabps(), 300 * GBPS);
    EXPECT_EQ(InfiniBandRate::Find("XDR 8x")->GetSignallingbps(), 1'700'000 * MBPS);
    EXPECT_EQ(InfiniBandRate::Find("FDR 1x")->GetDatabps(), 13'636'363 * KBPS + 636);
    EXPECT_EQ(InfiniBandRate::Find("FDR10 1x")->GetDatabps(), 10 * GBPS);
}

TEST(InfiniBandRateTest, WhatIsNoRate)
{
    for (const std::string text : {"",
                                   "ndr",
                                   "NDR 3x",
                                   "NDR 0x",
                                   "NDR x",
                                   "NDR 4",
                                   "NDR  4x",
                                   "NDR 4x ",
                                   "NDR 4xx",
                                   "NDR-4x",
                                   "FDR11",
                                   "400Gbps"})
    {
        EXPECT_FALSE(InfiniBandRate::Find(text)) << text;
    }
}

TEST(InfiniBandRateTest, ASymbolIsAByteOfOneLane)
{
    // 10 bits at 2.5 Gb/s are 4 ns; 8.25 bits at 14.0625 Gb/s 586.67 ps; 8.5 bits at 106.25 Gb/s
    // 80 ps: however many lanes there are.
    EXPECT_EQ(InfiniBandRate::Find("SDR 12x")->GetSymbolsPs(1), 4'000);
    EXPECT_EQ(InfiniBandRate::Find("FDR")->GetSymbolsPs(3), 1'760);
    EXPECT_EQ(InfiniBandRate::Find("NDR 1x")->GetSymbolsPs(1), 80);
    EXPECT_EQ(InfiniBandRate::Find("NDR 4x")->GetSymbolsPs(1), 80);
}

TEST(InfiniBandRateTest, WhatCannotDoWithoutErrorCorrectionPaysForIt)
{
    for (const auto& generation : InfiniBandRate::GENERATIONS)
    {
        // PAM4, from 50 Gb/s a lane on.
        const bool corrected = generation.laneSignallingbps > 50 * GBPS;
        EXPECT_EQ(generation.fecLatencyPs >= 60'000, corrected) << generation.name;
        EXPECT_LE(generation.fecLatencyPs, corrected ? 120'000 : 0) << generation.name;
    }
}

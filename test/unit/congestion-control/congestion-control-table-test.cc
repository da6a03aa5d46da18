// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "temporary-file.h"
#include "units.h"

#include "ns3/congestion-control-table.h"
#include "ns3/input-error.h"

#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

std::string
Refusal(const std::string& text)
{
    return MessageOf<InputError>([&] { CongestionControlTable table(text); });
}

} // namespace

TEST(CongestionControlTable, NamedTablesFollowTheirFormula)
{
    const CongestionControlTable linear("linear");
    ASSERT_EQ(linear.GetSize(), 128u);
    for (uint32_t i = 0; i < 128; ++i)
    {
        EXPECT_EQ(linear[i].shift, 0);
        EXPECT_EQ(linear[i].multiplier, i);
    }

    // 7 i^2 / 95^2 / 0.218: 0.91 at 16, 1.03 at 17, 3.2 at 30, 32.1 at 95, 57.39 at 127
    const CongestionControlTable standard("mellanox-default");
    ASSERT_EQ(standard.GetSize(), 128u);
    EXPECT_EQ(standard[0].multiplier, 0);
    EXPECT_EQ(standard[16].multiplier, 0);
    EXPECT_EQ(standard[17].multiplier, 1);
    EXPECT_EQ(standard[30].multiplier, 3);
    EXPECT_EQ(standard[95].multiplier, 32);
    EXPECT_EQ(standard[127].multiplier, 57);
    EXPECT_EQ(standard[127].shift, 0);

    // 0.218 / 0.408 of it: 30.66 at 127
    EXPECT_EQ(CongestionControlTable("mellanox-llnl")[127].multiplier, 30);

    // 7 i^2 / 106^2 / 0.218: 1.03 at 18.2, 32.1 at 106, 46.09 at 127; in eighths
    const CongestionControlTable simula("simula");
    ASSERT_EQ(simula.GetSize(), 128u);
    EXPECT_EQ(simula[18].multiplier, 0);
    EXPECT_EQ(simula[19].multiplier, 1);
    EXPECT_EQ(simula[106].multiplier, 32);
    EXPECT_EQ(simula[127].multiplier, 46);
    EXPECT_EQ(simula[127].shift, 3);
    EXPECT_EQ(CongestionControlTable("simula-llnl")[127].multiplier, 24); // 24.63
    EXPECT_EQ(simula.ToString(), "simula");
}

TEST(CongestionControlTable, AListGivesShiftAndMultiplierInEitherForm)
{
    // 0x4003: bits 15:14 are 1, bits 13:0 are 3. 49153 is 0xC001.
    const CongestionControlTable table("0:0,3:12,0x4003,49153,7,3:16383");
    ASSERT_EQ(table.GetSize(), 6u);
    const uint32_t expected[][2] = {{0, 0}, {3, 12}, {1, 3}, {3, 1}, {0, 7}, {3, 16383}};
    for (uint32_t i = 0; i < 6; ++i)
    {
        EXPECT_EQ(table[i].shift, expected[i][0]) << i;
        EXPECT_EQ(table[i].multiplier, expected[i][1]) << i;
    }
    EXPECT_EQ(table.ToString(), "0:0,3:12,0x4003,49153,7,3:16383");
    EXPECT_EQ(CongestionControlTable().GetSize(), 1u);
}

TEST(CongestionControlTable, DelayAndRateOfAnEntry)
{
    using Entry = CongestionControlTable::Entry;
    // (1000 ps >> 1) * 3 = 1500 ps, so 1000 of 2500 ps are used: 40 of 100 Gb/s
    EXPECT_EQ((Entry{1, 3}).GetDelayPs(1000), 1500);
    EXPECT_EQ((Entry{1, 3}).GetRatebps(100 * GBPS), 40 * GBPS);
    EXPECT_EQ((Entry{0, 0}).GetDelayPs(1000), 0);
    EXPECT_EQ((Entry{0, 0}).GetRatebps(100 * GBPS), 100 * GBPS);
    // (1000 >> 3) * 46 = 5750 ps: 1000 of 6750; 8 / 54 of 108 Gb/s are 16
    EXPECT_EQ((Entry{3, 46}).GetDelayPs(1000), 5750);
    EXPECT_EQ((Entry{3, 46}).GetRatebps(108 * GBPS), 16 * GBPS);
    // The largest: 1 / 16,384 of 800 Gb/s is 48,828,125 bit/s.
    EXPECT_EQ((Entry{0, 16383}).GetRatebps(800 * GBPS), 48'828'125u);
    EXPECT_EQ((Entry{3, 16383}).GetRatebps(800 * GBPS), 800 * GBPS * 8 / 16391);
}

TEST(CongestionControlTable, BadTextIsRefused)
{
    EXPECT_EQ(Refusal("mellanox"),
              "congestion control table \"mellanox\": expected one of linear, mellanox-default, "
              "mellanox-llnl, simula, simula-llnl, or a list of up to 65536 entries "
              "SHIFT:MULTIPLIER, such as \"0:0,0:1,3:12\", with shifts up to 3 and multipliers "
              "up to 16383");
    for (const std::string bad : {"",
                                  "4:0",
                                  "0:16384",
                                  "65536",
                                  "0:0,,0:1",
                                  "0:0,x",
                                  ":1",
                                  "1:",
                                  "-1",
                                  "0:1 ",
                                  "0x",
                                  "0:0x"})
    {
        EXPECT_TRUE(Has(Refusal(bad), "congestion control table \"" + bad + "\": expected")) << bad;
    }
}

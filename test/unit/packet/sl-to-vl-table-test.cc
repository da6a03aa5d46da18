// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/sl-to-vl-table.h"

#include <gtest/gtest.h>

using namespace ns3;

TEST(SlToVlTableTest, AllPairsHaveTheDefaultUntilTheyHaveTheirOwn)
{
    SlToVlTable table;
    EXPECT_FALSE(table.HasPairs());
    EXPECT_EQ(table.GetLane(2, 1, 9), 9); // by number
    table.SetDefault(SlToVlMap("4,5", "Map"));
    EXPECT_FALSE(table.HasPairs());
    EXPECT_EQ(table.GetLane(2, 1, 1), 5);

    table.Set(3, 2, 1, SlToVlMap("6,7", "Map"));
    table.Set(3, 0, 0, SlToVlMap("15,2", "Map"));
    EXPECT_TRUE(table.HasPairs());
    for (uint16_t in = 0; in < 3; ++in)
    {
        for (uint16_t out = 0; out < 3; ++out)
        {
            const uint8_t lane = in == 2 && out == 1 ? 7 : in == 0 && out == 0 ? 2 : 5;
            EXPECT_EQ(table.GetLane(in, out, 1), lane) << in << out;
        }
    }
    EXPECT_EQ(table.GetLane(0, 0, 0), SlToVlMap::DISCARD);
}

TEST(SlToVlTableTest, ALaterDefaultLeavesPairsAlone)
{
    SlToVlTable table;
    table.SetDefault(SlToVlMap("4,5", "Map"));
    table.Set(2, 0, 1, SlToVlMap("4,5", "Map")); // the same as the default of now
    table.SetDefault(SlToVlMap("1,1", "Map"));
    EXPECT_EQ(table.GetLane(0, 1, 0), 4);
    EXPECT_EQ(table.GetLane(1, 0, 0), 1);
    table.Set(2, 0, 1, SlToVlMap("7", "Map"));
    EXPECT_EQ(table.GetLane(0, 1, 0), 7);
}

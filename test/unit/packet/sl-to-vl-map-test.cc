// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/sl-to-vl-map.h"

#include <array>
#include <gtest/gtest.h>
#include <string>

using namespace ns3;

namespace
{

std::string
Complaint(const std::string& text)
{
    return MessageOf<InputError>([&] { SlToVlMap(text, "Map"); });
}

} // namespace

TEST(SlToVlMapTest, WithoutTextLevelsHaveTheLaneOfTheirNumber)
{
    const SlToVlMap map;
    for (uint32_t level = 0; level < 16; ++level)
    {
        EXPECT_EQ(map[level], level == 15 ? 7u : level);
        EXPECT_EQ(map.GetLane(level, GetLaneMask(8)), level % 8);
    }
    EXPECT_TRUE(map == SlToVlMap("0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,7", "Map"));
}

TEST(SlToVlMapTest, LanesAreListedByLevel)
{
    const SlToVlMap map("3, 1,0 15,14", "Map");
    EXPECT_EQ(map[0], 3);
    EXPECT_EQ(map[1], 1);
    EXPECT_EQ(map[2], 0);
    EXPECT_EQ(map[3], SlToVlMap::DISCARD);
    EXPECT_EQ(map[4], 14);
    for (uint32_t level = 5; level < 16; ++level)
    {
        EXPECT_EQ(map[level], 0) << "levels that are missing have lane 0";
    }
    EXPECT_EQ(map.ToString(), "3,1,0,15,14,0,0,0,0,0,0,0,0,0,0,0");
    EXPECT_TRUE(SlToVlMap(map.ToString(), "Map") == map);
    EXPECT_FALSE(SlToVlMap("3,1,0,15", "Map") == map);
}

TEST(SlToVlMapTest, APortTakesLanesModuloThoseThatItHas)
{
    const SlToVlMap map("14,9,15", "Map");
    for (const auto& [lanes, first, second] :
         {std::array{1, 0, 0}, {2, 0, 1}, {4, 2, 1}, {8, 6, 1}, {15, 14, 9}})
    {
        EXPECT_EQ(map.GetLane(0, GetLaneMask(lanes)), first) << lanes;
        EXPECT_EQ(map.GetLane(1, GetLaneMask(lanes)), second) << lanes;
        EXPECT_EQ(map.GetLane(2, GetLaneMask(lanes)), SlToVlMap::DISCARD) << lanes;
    }
}

TEST(SlToVlMapTest, MalformedMapsAreRefused)
{
    for (const char* entry : {"16", "-1", "x", "1:2", "2x", "99999999999"})
    {
        const std::string text = std::string("0,") + entry;
        EXPECT_EQ(Complaint(text),
                  "Map \"" + text + "\": \"" + entry +
                      "\" is not a lane; expected 0 to 14, or 15 to discard");
    }
    const std::string full = "0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7";
    EXPECT_EQ(Complaint(full + ",0"),
              "Map \"" + full + ",0\": more than 16 lanes; there are 16 service levels");
    for (const char* empty : {"", " ", ","})
    {
        EXPECT_EQ(Complaint(empty),
                  std::string("Map \"") + empty +
                      "\": expected the lanes of service levels 0 to 15, such as \"0,1,2,3\"");
    }
}

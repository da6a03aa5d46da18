// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "temporary-file.h"

#include "ns3/dscp-map.h"
#include "ns3/input-error.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

std::string
ErrorOf(const std::string& text)
{
    return MessageOf<InputError>([&] { DscpToPriorityMap(text, "Map"); });
}

} // namespace

TEST(DscpMap, WithoutTextItIsThatOfTheClassSelectors)
{
    const DscpToPriorityMap priorities;
    const PriorityToDscpMap dscps;
    EXPECT_EQ(priorities[0], 0);
    EXPECT_EQ(priorities[7], 0);
    EXPECT_EQ(priorities[26], 3); // 26 / 8
    EXPECT_EQ(priorities[48], 6);
    EXPECT_EQ(priorities[63], 7);
    for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
    {
        EXPECT_EQ(dscps[priority], 8 * priority);
        EXPECT_EQ(priorities[dscps[priority]], priority);
    }
}

TEST(DscpMap, ReadsEntriesRangesAndTheRest)
{
    // SONiC's map, qos_config.j2, with commas and spaces.
    const DscpToPriorityMap sonic("3:3,4:4, 5:2 8:0,46:5,48:6,*:1", "Map");
    EXPECT_EQ(sonic[3], 3);
    EXPECT_EQ(sonic[4], 4);
    EXPECT_EQ(sonic[5], 2);
    EXPECT_EQ(sonic[8], 0);
    EXPECT_EQ(sonic[46], 5);
    EXPECT_EQ(sonic[48], 6);
    EXPECT_EQ(sonic[0], 1);
    EXPECT_EQ(sonic[63], 1);
    const DscpToPriorityMap range("*:7,10-12:2", "Map"); // the rest may come first
    EXPECT_EQ(range[9], 7);
    EXPECT_EQ(range[10], 2);
    EXPECT_EQ(range[12], 2);
    EXPECT_EQ(range[13], 7);
}

TEST(DscpMap, WhatIsNotNamedKeepsItsClassSelector)
{
    const PriorityToDscpMap map("3:26", "Map");
    EXPECT_EQ(map[3], 26);
    EXPECT_EQ(map[4], 32);
}

TEST(DscpMap, ItsTextGivesTheSameMap)
{
    EXPECT_EQ(PriorityToDscpMap("3:26", "Map").ToString(), "0:0,1:8,2:16,3:26,4:32,5:40,6:48,7:56");
    EXPECT_EQ(DscpToPriorityMap("26:3,*:0", "Map").ToString(), "0-25:0,26:3,27-63:0");
    const std::string text = DscpToPriorityMap().ToString();
    EXPECT_EQ(DscpToPriorityMap(text, "Map").ToString(), text);
}

TEST(DscpMap, MalformedTextNamesTheEntryAndWhatIsAllowed)
{
    const std::string form = "is not KEY:VALUE, FIRST-LAST:VALUE or one *:VALUE with keys 0 to 63 "
                             "and values 0 to 7";
    for (const std::string entry :
         {"64:0", "0:8", "-1:0", "3", "3:", ":3", "x:1", "5-4:1", "5-64:1", "3:1x", "*", "*:8"})
    {
        EXPECT_EQ(ErrorOf("1:1," + entry), "Map \"1:1," + entry + "\": \"" + entry + "\" " + form);
    }
    EXPECT_EQ(ErrorOf("*:1,*:2"), "Map \"*:1,*:2\": \"*:2\" " + form);
    EXPECT_EQ(ErrorOf("3:1,2-4:1"), "Map \"3:1,2-4:1\": names 3 twice");
    EXPECT_EQ(ErrorOf(""), "no error");
}

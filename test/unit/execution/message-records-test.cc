// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/message-records.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <stdexcept>
#include <vector>

using namespace ns3;

namespace
{

constexpr const char* LOST = "retry-exceeded";

} // namespace

TEST(MessageRecords, HoldsWhatItWasGiven)
{
    MessageRecords records(7);
    EXPECT_TRUE(records.empty());
    const uint32_t first = records.Add({1000, 1, 2, 3, 4}, 50);
    const uint32_t second = records.Add({1001, 1, 2, 3, 4}, 60);
    const uint32_t third = records.Add({1000, 1, 2, 3, 4}, 70);
    EXPECT_EQ(records.GetKinds().size(), 2u);
    EXPECT_EQ(records.GetKind(first), records.GetKind(third));
    records.SetArrival(second, 80);
    records.SetEnd(second, 61, 90, nullptr);
    records.SetEnd(third, 70, 95, LOST);
    EXPECT_FALSE(records.HasEnded(first));

    const auto record = records.at(second);
    EXPECT_EQ(record.bytes, 1001u);
    EXPECT_EQ(record.startPs, 61);
    EXPECT_EQ(record.arrivedPs, 80);
    EXPECT_EQ(record.finishedPs, 90);
    EXPECT_EQ(record.GetStart(), PicoSeconds(61));
    EXPECT_EQ(record.GetCompletionTime(), PicoSeconds(19)); // until its arrival, not its end
    EXPECT_EQ(record.job, 7u);
    EXPECT_EQ(record.sourceHost, 1u);
    EXPECT_EQ(record.destHost, 2u);
    EXPECT_EQ(record.channel, 3u);
    EXPECT_EQ(record.serviceLevel, 4u);
    EXPECT_EQ(record.failure, nullptr);
    EXPECT_EQ(records.front().finishedPs, MessageRecord::NOT_YET);
    EXPECT_EQ(records.back().failure, LOST);
    EXPECT_EQ(records.back().arrivedPs, MessageRecord::NOT_YET);
    EXPECT_THROW(records.at(3), std::out_of_range);
}

/** By start, then by part, then by number; what failed stays with its record. */
TEST(MessageRecords, MergesByTime)
{
    std::vector<MessageRecords> parts(3);
    parts[0].Add({1, 0, 9, 0, 0}, 10);
    parts[0].Add({2, 0, 9, 0, 0}, 30);
    parts[0].Add({3, 0, 9, 0, 0}, 30);
    parts[2].Add({4, 2, 9, 0, 0}, 40);
    parts[2].Add({5, 2, 9, 0, 0}, 10);
    parts[2].Add({6, 2, 9, 0, 0}, 30);
    parts[2].SetEnd(0, 20, 45, LOST); // it was posted earlier than it seemed
    const auto all = MessageRecords::Merge(parts);
    std::vector<uint64_t> order;
    for (const auto& record : all)
    {
        order.push_back(record.bytes);
        EXPECT_EQ(record.failure != nullptr, record.bytes == 4);
        EXPECT_EQ(record.sourceHost, record.bytes < 4 ? 0u : 2u);
    }
    EXPECT_EQ(order, (std::vector<uint64_t>{1, 5, 4, 2, 3, 6}));
}

/** Merging orders records as sorting does, for any number of parts and for equal times. */
TEST(MessageRecords, MergesAsIfSorted)
{
    std::mt19937 random(1);
    for (const size_t count : {1, 2, 3, 4, 7, 64, 100})
    {
        std::vector<MessageRecords> parts(count);
        std::vector<MessageRecord> expected;
        for (auto& part : parts)
        {
            for (uint32_t left = random() % 40; left > 0; --left)
            {
                const auto startPs = static_cast<int64_t>(random() % 30);
                const auto number = part.Add({random() % 3, 1, 2, 0, 0}, startPs);
                part.SetEnd(number, startPs, 1000 + random() % 100, random() % 5 ? nullptr : LOST);
                expected.push_back(part[number]);
            }
        }
        std::stable_sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
            return a.startPs < b.startPs;
        });
        const auto all = MessageRecords::Merge(parts);
        ASSERT_EQ(all.size(), expected.size());
        for (size_t i = 0; i < all.size(); ++i)
        {
            EXPECT_EQ(all[i].startPs, expected[i].startPs);
            EXPECT_EQ(all[i].finishedPs, expected[i].finishedPs);
            EXPECT_EQ(all[i].bytes, expected[i].bytes);
            EXPECT_EQ(all[i].failure, expected[i].failure);
        }
    }
}

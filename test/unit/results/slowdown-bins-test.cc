// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/slowdown-bins.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Size and slowdown. */
using Message = std::pair<uint64_t, double>;

/** @param sizes that messages have @return messages of random sizes, some unfinished or failed */
JobResult
MakeJob(const std::vector<uint64_t>& sizes, size_t messages, uint32_t seed)
{
    std::mt19937 random(seed);
    JobResult job;
    for (size_t i = 0; i < messages; ++i)
    {
        const uint64_t bytes = sizes[random() % sizes.size()];
        const auto number =
            job.records.Add({bytes, static_cast<uint32_t>(random() % 4), 9, 0, 0}, 1000);
        const uint32_t fate = random() % 10;
        if (fate > 0)
        {
            job.records.SetEnd(number, 1000, 2000 + random() % 5000, fate == 1 ? "lost" : nullptr);
        }
    }
    for (const auto& kind : job.records.GetKinds())
    {
        job.idealPsOfKind.push_back(static_cast<int64_t>(700 + kind.bytes % 100));
    }
    return job;
}

/** @return the messages that count, by size and then by slowdown */
std::vector<Message>
Sort(const JobResult& job)
{
    std::vector<Message> messages;
    for (size_t i = 0; i < job.records.size(); ++i)
    {
        if (job.HasSucceeded(i) && job.IsMeasured(i))
        {
            messages.emplace_back(job.records[i].bytes, job.GetSlowdown(i));
        }
    }
    std::sort(messages.begin(), messages.end());
    return messages;
}

/** Reference: sorts all messages. */
void
ExpectBin(const SlowdownBin& bin, std::vector<Message> messages)
{
    ASSERT_FALSE(messages.empty());
    EXPECT_EQ(bin.minBytes, messages.front().first);
    EXPECT_EQ(bin.maxBytes, messages.back().first);
    EXPECT_EQ(bin.messages, messages.size());
    std::vector<double> values;
    for (const auto& message : messages)
    {
        values.push_back(message.second);
    }
    std::sort(values.begin(), values.end());
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    EXPECT_NEAR(bin.mean, sum / static_cast<double>(values.size()), 1e-12);
    EXPECT_EQ(bin.p50, values[NearestRank(values.size(), 0.5)]);
    EXPECT_EQ(bin.p95, values[NearestRank(values.size(), 0.95)]);
    EXPECT_EQ(bin.p99, values[NearestRank(values.size(), 0.99)]);
    EXPECT_EQ(bin.p999, values[NearestRank(values.size(), 0.999)]);
    EXPECT_EQ(bin.largest, values.back());
}

const std::vector<std::vector<uint64_t>> SIZES = {
    {500},
    {500, 10'000, 10'001, 70'000'000},
    {900, 800, 700, 600, 500, 400, 300, 200, 100, 1'000'000, 1'000'001, 20'000'000, 99'999'999}};

TEST(SlowdownBins, BySizeNeverSplitMessagesOfOneSize)
{
    uint32_t seed = 0;
    for (const auto& sizes : SIZES)
    {
        for (const size_t count : {1, 7, 100, 2500})
        {
            const auto job = MakeJob(sizes, count, ++seed);
            const auto messages = Sort(job);
            for (const size_t bins : {1, 3, 20})
            {
                auto begin = messages.begin();
                for (const auto& bin : BinBySize(job, bins))
                {
                    const auto end = begin + static_cast<std::ptrdiff_t>(bin.messages);
                    ExpectBin(bin, {begin, end});
                    EXPECT_TRUE(end == messages.end() || end->first > bin.maxBytes);
                    begin = end;
                }
                EXPECT_TRUE(begin == messages.end());
            }
        }
    }
}

/** Each bin has a fifth of 20 messages, if there are enough sizes. */
TEST(SlowdownBins, BySizeAreOfEqualNumbers)
{
    JobResult job;
    for (uint64_t bytes = 20; bytes > 0; --bytes)
    {
        job.records.SetEnd(job.records.Add({bytes, 0, 1, 0, 0}, 0), 0, 100, nullptr);
        job.idealPsOfKind.push_back(50);
    }
    for (const auto& bin : BinBySize(job, 5))
    {
        EXPECT_EQ(bin.messages, 4u);
        EXPECT_EQ(bin.minBytes % 4, 1u);
        EXPECT_EQ(bin.mean, 2);
    }
}

TEST(SlowdownBins, ByDecadeTakeMessagesUpToTheirLimit)
{
    for (const auto& sizes : SIZES)
    {
        const auto job = MakeJob(sizes, 500, 77);
        const auto messages = Sort(job);
        size_t seen = 0;
        for (const auto& bin : BinByDecade(job))
        {
            std::vector<Message> own;
            for (const auto& message : messages)
            {
                const auto* const limit = std::lower_bound(std::begin(SLOWDOWN_DECADES),
                                                           std::end(SLOWDOWN_DECADES),
                                                           message.first);
                if (*limit == bin.limitBytes)
                {
                    own.push_back(message);
                }
            }
            ExpectBin(bin, own);
            seen += bin.messages;
        }
        EXPECT_EQ(seen, messages.size());
    }
}

TEST(SlowdownBins, WithoutMessagesThereAreNone)
{
    EXPECT_TRUE(BinBySize(JobResult(), 20).empty());
    EXPECT_TRUE(BinByDecade(JobResult()).empty());
    JobResult unfinished;
    unfinished.records.Add({1000, 0, 1, 0, 0}, 0);
    unfinished.idealPsOfKind = {50};
    EXPECT_TRUE(BinBySize(unfinished, 20).empty());
    EXPECT_TRUE(BinByDecade(unfinished).empty());
}

} // namespace

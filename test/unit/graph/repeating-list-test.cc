// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/dependency-list.h"
#include "ns3/neighbour-lists.h"
#include "ns3/repeating-list.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

void
ExpectEqual(const RepeatingList& list, const std::vector<uint32_t>& expected)
{
    ASSERT_EQ(list.size(), expected.size());
    EXPECT_EQ(std::vector<uint32_t>(list.begin(), list.end()), expected);
    for (size_t place = 0; place < expected.size(); ++place)
    {
        ASSERT_EQ(list[place], expected[place]) << place;
    }
}

/** Numbers of which some sequences repeat, at any distance, and some do not. */
std::vector<uint32_t>
MakeNumbers(std::mt19937& random, size_t count)
{
    std::vector<uint32_t> numbers;
    while (numbers.size() < count)
    {
        const size_t length = 1 + random() % 700;
        const bool repeats = numbers.size() > 1000 && random() % 4 > 0;
        const size_t from = repeats ? random() % (numbers.size() - 700) : 0;
        for (size_t i = 0; i < length; ++i)
        {
            numbers.push_back(repeats ? numbers[from + i] : static_cast<uint32_t>(random() % 100));
        }
    }
    return numbers;
}

} // namespace

TEST(RepeatingList, IsLikeAVector)
{
    std::mt19937 random(1);
    for (const size_t count : {0, 1, 63, 64, 65, 127, 128, 129, 5000, 60000})
    {
        auto expected = count == 0 ? std::vector<uint32_t>() : MakeNumbers(random, count);
        expected.resize(count);
        RepeatingList list;
        for (const uint32_t number : expected)
        {
            list.push_back(number);
        }
        EXPECT_EQ(list.empty(), count == 0);
        ExpectEqual(list, expected);
        const RepeatingList copy = list;
        const auto before = expected;
        for (size_t changes = 0; changes < count / 10; ++changes)
        {
            const size_t place = random() % count;
            expected[place] = static_cast<uint32_t>(random());
            list.Set(place, expected[place]);
            if (changes == 10)
            {
                list.Settle();
            }
        }
        ExpectEqual(list, expected);
        ExpectEqual(copy, before);
        for (uint32_t number = 0; number < 300; ++number)
        {
            list.push_back(number);
            expected.push_back(number);
        }
        ExpectEqual(list, expected);
    }
}

/** A change of one place changes no other place of equal content. */
TEST(RepeatingList, ChangesAreOfOnePlace)
{
    constexpr size_t PERIOD = 1000;
    RepeatingList list;
    std::vector<uint32_t> expected;
    for (size_t i = 0; i < 20 * PERIOD; ++i)
    {
        expected.push_back(static_cast<uint32_t>(i % PERIOD * 7919));
        list.push_back(expected.back());
    }
    for (const size_t place : {5 * PERIOD + 17, 5 * PERIOD + 18, 9 * PERIOD, 19 * PERIOD + 999})
    {
        expected[place] = 1;
        list.Set(place, 1);
    }
    ExpectEqual(list, expected);
}

TEST(RepeatingList, TakesPartsOutAndPutsThemBack)
{
    std::mt19937 random(2);
    const auto period = MakeNumbers(random, 3000);
    std::vector<uint32_t> expected;
    RepeatingList list;
    for (size_t i = 0; i < 10 * period.size(); ++i)
    {
        expected.push_back(period[i % period.size()]);
        list.push_back(expected.back());
    }
    const RepeatingList whole = list;
    const size_t at = 3 * period.size() + 123;
    for (const size_t cycles : {size_t{1}, size_t{4}, size_t{6}})
    {
        const size_t count = cycles * period.size();
        list.Erase(at, count);
        auto shorter = expected;
        shorter.erase(shorter.begin() + static_cast<std::ptrdiff_t>(at),
                      shorter.begin() + static_cast<std::ptrdiff_t>(at + count));
        ExpectEqual(list, shorter);
        list.InsertRepeated(at, count, period.size());
        ExpectEqual(list, expected);
    }
    list.Erase(at, list.size() - at);
    list.InsertRepeated(at, expected.size() - at, period.size());
    ExpectEqual(list, expected);
    ExpectEqual(whole, expected);
}

TEST(DependencyList, KeepsPairsInOrder)
{
    std::mt19937 random(3);
    DependencyList list;
    std::vector<DependencyList::Pair> expected;
    EXPECT_TRUE(list.empty());
    for (int i = 0; i < 30000; ++i)
    {
        // Mostly ascending, at times from or to anywhere, UINT32_MAX included.
        const auto after =
            random() % 50 ? static_cast<uint32_t>(i) : static_cast<uint32_t>(random());
        const uint32_t before = random() % 50 ? after - 1000 : UINT32_MAX;
        list.Add(before, after);
        expected.emplace_back(before, after);
    }
    list.Settle();
    EXPECT_EQ(list.size(), expected.size());
    EXPECT_EQ(std::vector<DependencyList::Pair>(list.begin(), list.end()), expected);
    const DependencyList few{{3, 1}, {1, 2}};
    EXPECT_TRUE(few == (DependencyList{{3, 1}, {1, 2}}));
    EXPECT_FALSE(few == (DependencyList{{1, 2}, {3, 1}}));
    EXPECT_FALSE(few == (DependencyList{{3, 1}}));
}

/** Lists of any length, also of nodes without one. */
TEST(NeighbourLists, HaveEachEntryOfTheirNode)
{
    std::mt19937 random(4);
    constexpr uint32_t NODES = 20000;
    std::vector<std::pair<uint32_t, uint32_t>> entries;
    std::vector<std::vector<uint32_t>> expected(NODES);
    for (int i = 0; i < 50000; ++i)
    {
        const auto node = static_cast<uint32_t>(random() % NODES);
        const auto other =
            random() % 2 ? (node + 3) % NODES : static_cast<uint32_t>(random() % NODES);
        entries.emplace_back(node, other);
        expected[node].push_back(other);
    }
    const NeighbourLists lists(NODES, [&entries](const auto& add) {
        for (const auto& [node, other] : entries)
        {
            add(node, other);
        }
    });
    for (uint32_t node = 0; node < NODES; ++node)
    {
        auto& list = expected[node];
        std::sort(list.begin(), list.end());
        std::vector<uint32_t> found;
        lists.ForEach(node, [&found](uint32_t other) { found.push_back(other); });
        ASSERT_EQ(found, list) << node;
        ASSERT_EQ(lists.Get(node)[0], list.size());
    }
    EXPECT_EQ(NeighbourLists().Get(7)[0], 0u);
}

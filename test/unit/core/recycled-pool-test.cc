// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/recycled-pool.h"

#include <gtest/gtest.h>
#include <set>
#include <thread>
#include <vector>

using namespace ns3;

namespace
{

constexpr int BATCH = 1024; // places that a shelf gets at once

__thread RecycledShelf g_shelf;

RecycledShelf&
GetShelf()
{
    return g_shelf;
}

RecycledPool g_pool(16, &GetShelf);

} // namespace

TEST(RecycledPoolTest, GivesEachPlaceToOneOnly)
{
    std::set<void*> places;
    for (int i = 0; i < 3 * BATCH; ++i)
    {
        EXPECT_TRUE(places.insert(g_shelf.Take(g_pool)).second);
    }
    EXPECT_EQ(g_pool.GetLiveCount(), 3u * BATCH);
    for (void* const place : places)
    {
        g_shelf.Give(place);
    }
    EXPECT_EQ(g_pool.GetLiveCount(), 0u);
    EXPECT_TRUE(places.count(g_shelf.Take(g_pool)) > 0);
    EXPECT_EQ(g_pool.GetLiveCount(), 1u);
}

TEST(RecycledPoolTest, WhatOneThreadTakesAndAnotherGivesBackIsUsedAgain)
{
    const uint64_t before = g_pool.GetLiveCount();
    std::set<void*> places;
    for (int round = 0; round < 50; ++round)
    {
        std::vector<void*> taken;
        for (int i = 0; i < 2 * BATCH; ++i)
        {
            taken.push_back(g_shelf.Take(g_pool));
        }
        std::thread([&] {
            for (void* const place : taken)
            {
                g_shelf.Give(place);
            }
            RecycledPool::SettleAll(true);
        }).join();
        places.insert(taken.begin(), taken.end());
    }
    EXPECT_EQ(g_pool.GetLiveCount(), before);
    // Two rounds' at the most, and what was there before: not fifty rounds'.
    EXPECT_LE(places.size(), 6u * BATCH);
}

TEST(RecycledPoolTest, AThreadThatGoesOnKeepsSome)
{
    std::thread([] {
        std::vector<void*> taken;
        for (int i = 0; i < 20 * BATCH; ++i)
        {
            taken.push_back(g_shelf.Take(g_pool));
        }
        for (void* const place : taken)
        {
            g_shelf.Give(place);
        }
        RecycledPool::SettleAll(false);
        EXPECT_EQ(g_shelf.live, 0);
        EXPECT_GT(g_shelf.stock, 0);
        EXPECT_LE(g_shelf.stock, 4 * BATCH);
        int64_t free = 0;
        for (const auto* place = g_shelf.free; place; place = place->next)
        {
            ++free;
        }
        EXPECT_EQ(free, g_shelf.stock);
        RecycledPool::SettleAll(true);
    }).join();
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/cpu-pause.h"

#include <gtest/gtest.h>

#if defined(__linux__)

#include <sched.h>

using namespace ns3;

TEST(CpuPauseTest, WhoSharesACoreWithOthersSleepsAtOnce)
{
    cpu_set_t before;
    ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
    EXPECT_EQ(CountUsableCores(), static_cast<uint32_t>(CPU_COUNT(&before)));
    EXPECT_GT(CountPauses(CountUsableCores()), 0u);
    EXPECT_EQ(CountPauses(CountUsableCores() + 1), 0u);
    int core = 0;
    while (!CPU_ISSET(core, &before))
    {
        ++core;
    }
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(core, &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof(one), &one), 0);
    const uint32_t usable = CountUsableCores();
    const uint32_t alone = CountPauses(1);
    const uint32_t shared = CountPauses(2);
    sched_setaffinity(0, sizeof(before), &before);
    EXPECT_EQ(usable, 1u);
    EXPECT_GT(alone, 0u);
    EXPECT_EQ(shared, 0u);
}

#endif

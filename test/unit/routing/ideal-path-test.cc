// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "units.h"

#include "ns3/ideal-path.h"

#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

/** Packets of 1000 B: 80 ns at 100 Gbit/s, 20 ns at 400 Gbit/s. */
IdealMessage
Packets(uint64_t count)
{
    return {count, 1000, 1000, 1000};
}

} // namespace

TEST(IdealPath, OnePacketIsStoredAndForwarded)
{
    // 80 ns + 1 us, 500 ns in the switch, 80 ns + 1 us
    const std::vector<IdealHop> path{{100 * GBPS, US, 500'000, false}, {100 * GBPS, US, 0, false}};
    EXPECT_EQ(IdealTransferPs(path, Packets(1)), 2'660'000);
    // The second packet follows 80 ns behind.
    EXPECT_EQ(IdealTransferPs(path, Packets(2)), 2'740'000);
}

TEST(IdealPath, LengthsOfFirstMiddleAndLast)
{
    // One link at 8 Gbit/s, 1 ns per byte, no delay.
    const std::vector<IdealHop> path{{8 * GBPS, 0, 0, false}};
    EXPECT_EQ(IdealTransferPs(path, {1, 100, 20, 3}), 100'000);
    EXPECT_EQ(IdealTransferPs(path, {2, 100, 20, 3}), 103'000);
    EXPECT_EQ(IdealTransferPs(path, {3, 100, 20, 3}), 123'000);
    EXPECT_EQ(IdealTransferPs(path, {7, 100, 20, 3}), 203'000);
    EXPECT_EQ(IdealTransferPs(path, {0, 100, 20, 3}), 0);
    EXPECT_EQ(IdealTransferPs({}, {7, 100, 20, 3}), 0);
}

TEST(IdealPath, SlowLinkThenFastLink)
{
    // Packet 1 leaves link 1 at 80, is on link 2 from 1080 to 1100; packet 2 leaves link 1 at 160,
    // is on link 2 from 1160 to 1180 and 1000 later there (ns).
    const std::vector<IdealHop> path{{100 * GBPS, US, 0, false}, {400 * GBPS, US, 0, false}};
    EXPECT_EQ(IdealTransferPs(path, Packets(2)), 2'180'000);
}

TEST(IdealPath, FastLinkThenSlowLink)
{
    // Packet 1 leaves link 1 at 20, is on link 2 from 1020 to 1100; packet 2 leaves link 1 at 40,
    // arrives at 1040, waits for link 2 until 1100 and ends at 1180 (ns).
    const std::vector<IdealHop> path{{400 * GBPS, US, 0, false}, {100 * GBPS, US, 0, false}};
    EXPECT_EQ(IdealTransferPs(path, Packets(2)), 2'180'000);
    // Each further one costs 80 ns, the time of the slow link.
    EXPECT_EQ(IdealTransferPs(path, Packets(1'000'000)), 2'180'000 + 999'998LL * 80'000);
}

TEST(IdealPath, CutThroughForwardsTheHead)
{
    // The head is at the switch at 1000, leaves it at 1200, the tail 80 later; 1000 to go.
    const std::vector<IdealHop> equal{{100 * GBPS, US, 200'000, true}, {100 * GBPS, US, 0, false}};
    EXPECT_EQ(IdealTransferPs(equal, Packets(1)), 2'280'000);
    EXPECT_EQ(IdealTransferPs(equal, Packets(2)), 2'360'000);
    // A faster second link begins when the tail has come, at 1080, and takes 20.
    const std::vector<IdealHop> faster{{100 * GBPS, US, 0, true}, {400 * GBPS, US, 0, false}};
    EXPECT_EQ(IdealTransferPs(faster, Packets(1)), 2'100'000);
    EXPECT_EQ(IdealTransferPs(faster, Packets(2)), 2'180'000);
    // A slower one takes its own time: from 1000 to 1080, and the next to 1160.
    const std::vector<IdealHop> slower{{400 * GBPS, US, 0, true}, {100 * GBPS, US, 0, false}};
    EXPECT_EQ(IdealTransferPs(slower, Packets(1)), 2'080'000);
    EXPECT_EQ(IdealTransferPs(slower, Packets(2)), 2'160'000);
}

TEST(IdealPath, RemaindersAddUp)
{
    // A byte at 3 Gbit/s takes 2666 2/3 ps: three of them 8 ns, three million 8 ms.
    const std::vector<IdealHop> path{{3 * GBPS, 0, 0, false}};
    EXPECT_EQ(IdealTransferPs(path, {1, 1, 1, 1}), 2'666);
    EXPECT_EQ(IdealTransferPs(path, {2, 1, 1, 1}), 5'333);
    EXPECT_EQ(IdealTransferPs(path, {3, 1, 1, 1}), 8'000);
    EXPECT_EQ(IdealTransferPs(path, {3'000'000, 1, 1, 1}), 8'000'000'000);
    EXPECT_EQ(IdealTransferPs(path, {3'000'001, 1, 1, 1}), 8'000'002'666);
}

TEST(IdealPath, AnAcknowledgementOverFourLinks)
{
    // 64 B at 400 Gbit/s take 1.28 ns on each of 4 links of 1 us, with 3 switches of 300 ns.
    const std::vector<IdealHop> path{{400 * GBPS, US, 300'000, false},
                                     {400 * GBPS, US, 300'000, false},
                                     {400 * GBPS, US, 300'000, false},
                                     {400 * GBPS, US, 0, false}};
    EXPECT_EQ(IdealTransferPs(path, {1, 64, 0, 0}), 4 * 1'280 + 4 * US + 3 * 300'000);
}

TEST(IdealPath, ABillionPackets)
{
    // 1048 B at 100 Gbit/s: 83.84 ns. The last of n packets leaves the first of three equal links
    // after n times that, each further link adds one.
    const std::vector<IdealHop> path(3, {100 * GBPS, US, 0, false});
    EXPECT_EQ(IdealTransferPs(path, {1'000'000'000, 1048, 1048, 1048}),
              (1'000'000'000LL + 2) * 83'840 + 3 * US);
}

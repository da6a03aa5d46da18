// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "units.h"

#include "ns3/pause-tree.h"

#include <gtest/gtest.h>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * Two leaves and a spine. Hosts 0 and 1 are on leaf 0, hosts 2 and 3 on leaf 1. Even ports belong
 * to the node that is named first.
 */
enum Port : uint32_t
{
    HOST0,      // host 0 -> leaf 0
    TO_HOST0,   // leaf 0 -> host 0
    HOST1,      // host 1 -> leaf 0
    TO_HOST1,   // leaf 0 -> host 1
    LEAF0_UP,   // leaf 0 -> spine
    LEAF0_DOWN, // spine -> leaf 0
    LEAF1_UP,   // leaf 1 -> spine
    LEAF1_DOWN, // spine -> leaf 1
    HOST2,      // host 2 -> leaf 1
    TO_HOST2,   // leaf 1 -> host 2
    HOST3,      // host 3 -> leaf 1
    TO_HOST3,   // leaf 1 -> host 3
    PORT_COUNT
};

const std::vector<std::string> NAMES{"host0->leaf0",
                                     "leaf0->host0",
                                     "host1->leaf0",
                                     "leaf0->host1",
                                     "leaf0->spine",
                                     "spine->leaf0",
                                     "leaf1->spine",
                                     "spine->leaf1",
                                     "host2->leaf1",
                                     "leaf1->host2",
                                     "host3->leaf1",
                                     "leaf1->host3"};

PauseLog
EmptyLog()
{
    PauseLog log;
    log.hostOfPort.assign(PORT_COUNT, NO_HOST);
    log.hostOfPort[HOST0] = 0;
    log.hostOfPort[HOST1] = 1;
    log.hostOfPort[HOST2] = 2;
    log.hostOfPort[HOST3] = 3;
    return log;
}

/** Times in us; priority 3. */
PauseInterval
Pause(uint32_t port, int64_t start, int64_t end, uint32_t congested, int64_t waitingSince)
{
    PauseInterval pause;
    pause.pausedPort = port;
    pause.priority = 3;
    pause.startPs = start * US;
    pause.endPs = end * US;
    pause.ended = true;
    pause.hasCause = true;
    pause.congestedPort = congested;
    pause.waitingSincePs = waitingSince * US;
    return pause;
}

PauseInterval
Storm(uint32_t port, int64_t start, int64_t end)
{
    auto pause = Pause(port, start, end, PauseInterval::NO_PORT, start);
    pause.hasCause = false;
    return pause;
}

/**
 * Hosts 2 and 3 send to host 0 and, host 3 only, to host 1; the link to host 0 is the bottleneck.
 */
PauseLog
IncastLog()
{
    auto log = EmptyLog();
    log.queued[{TO_HOST0, 3}] = {{2, 0}, {3, 0}};
    log.intervals.push_back(Pause(LEAF0_DOWN, 10, 20, TO_HOST0, 0));
    log.intervals.push_back(Pause(LEAF1_UP, 18, 30, LEAF0_DOWN, 12)); // 12 to 18 were paused
    log.intervals.push_back(Pause(HOST2, 25, 40, LEAF1_UP, 19));
    log.intervals.push_back(Pause(HOST3, 26, 41, LEAF1_UP, 20));
    log.intervals.push_back(Pause(LEAF0_DOWN, 50, 55, TO_HOST0, 40));
    log.intervals[1].held = {{2, 0}, {3, 0}, {3, 1}};
    log.intervals[2].held = {{2, 0}};
    log.intervals[3].held = {{3, 0}, {3, 1}};
    return log;
}

} // namespace

TEST(PauseTree, FollowsPausesFromTheBottleneckToTheHosts)
{
    const PauseTree tree(IncastLog());
    ASSERT_EQ(tree.GetRoots().size(), 1u);
    const auto& root = tree.GetRoots()[0];
    EXPECT_EQ(root.port, TO_HOST0);
    EXPECT_FALSE(root.storm);
    EXPECT_EQ(root.pauses, 5u);
    EXPECT_EQ(root.pausedPs, (10 + 12 + 15 + 15 + 5) * US);
    EXPECT_EQ(root.firstPs, 10 * US);
    ASSERT_EQ(root.children.size(), 1u);
    const auto& down = tree.GetNode(root.children[0]);
    EXPECT_EQ(down.port, LEAF0_DOWN);
    EXPECT_EQ(down.pauses, 2u);
    EXPECT_EQ(down.pausedPs, 15 * US);
    ASSERT_EQ(down.children.size(), 1u);
    const auto& up = tree.GetNode(down.children[0]);
    EXPECT_EQ(up.port, LEAF1_UP);
    ASSERT_EQ(up.children.size(), 2u);
    EXPECT_EQ(tree.GetNode(up.children[0]).port, HOST2);
    EXPECT_EQ(tree.GetNode(up.children[1]).port, HOST3);
}

TEST(PauseTree, VictimsAreHeldBackAndGoElsewhere)
{
    // Flows to host 0 feed the root. The flow of host 3 to host 1 waits 12 us at the leaf and 15 us
    // at the NIC.
    const PauseTree tree(IncastLog());
    const auto& victims = tree.GetRoots()[0].victims;
    ASSERT_EQ(victims.size(), 1u);
    EXPECT_EQ(victims[0].flow.sourceHost, 3u);
    EXPECT_EQ(victims[0].flow.destHost, 1u);
    EXPECT_EQ(victims[0].port, HOST3);
    EXPECT_EQ(victims[0].heldPs, 15 * US);
}

TEST(PauseTree, IsWrittenAsIndentedText)
{
    std::ostringstream text;
    PauseTree(IncastLog()).Write(text, NAMES);
    EXPECT_EQ(text.str(),
              "congestion at leaf0->host0, priority 3: 5 pauses, 57.000 us in all, from 10.000 us "
              "on\n"
              "  spine->leaf0 paused, 2 pauses, 15.000 us, from 10.000 us on\n"
              "    leaf1->spine paused, 1 pause, 12.000 us, from 18.000 us on\n"
              "      host2->leaf1 paused, 1 pause, 15.000 us, from 25.000 us on\n"
              "      host3->leaf1 paused, 1 pause, 15.000 us, from 26.000 us on\n"
              "  victims: 1 flow held back that go elsewhere\n"
              "    host 3 -> host 1, 15.000 us at host3->leaf1\n");
    std::ostringstream nothing;
    PauseTree(EmptyLog()).Write(nothing, NAMES);
    EXPECT_EQ(nothing.str(), "no port was paused\n");
}

TEST(PauseTree, AnEgressThatWasHardlyPausedIsARootOfItsOwn)
{
    // The spine's port to leaf 0 was paused from 10 to 20 us. Packets waited there from 19 us on:
    // until 39 us for 1 of 20 us, the least share that counts; until 430 us for 1 of 411 us.
    auto log = EmptyLog();
    log.intervals.push_back(Pause(LEAF0_DOWN, 10, 20, TO_HOST0, 0));
    log.intervals.push_back(Pause(LEAF1_UP, 29, 39, LEAF0_DOWN, 19));
    log.intervals.push_back(Pause(LEAF1_UP, 419, 430, LEAF0_DOWN, 19));
    const PauseTree tree(log);
    ASSERT_EQ(tree.GetRoots().size(), 2u);
    EXPECT_EQ(tree.GetRoots()[tree.GetRootOf(1)].port, TO_HOST0);
    EXPECT_EQ(tree.GetRoots()[tree.GetRootOf(2)].port, LEAF0_DOWN);
    EXPECT_EQ(tree.GetRoots()[0].port, TO_HOST0) << "20 us before 11 us";
}

TEST(PauseTree, TheLongestPauseOfTheWaitIsTheParent)
{
    auto log = EmptyLog();
    log.intervals.push_back(Storm(LEAF0_DOWN, 0, 2));
    log.intervals.push_back(Pause(LEAF0_DOWN, 5, 9, TO_HOST0, 4));
    log.intervals.push_back(Pause(LEAF1_UP, 12, 20, LEAF0_DOWN, 0)); // 2 us and 4 us of 12
    const PauseTree tree(log);
    EXPECT_EQ(tree.GetRootOf(2), tree.GetRootOf(1));
    EXPECT_NE(tree.GetRootOf(2), tree.GetRootOf(0));
}

TEST(PauseTree, OtherPrioritiesHaveOtherTrees)
{
    auto log = IncastLog();
    log.intervals.push_back(Pause(LEAF1_UP, 52, 60, LEAF0_DOWN, 51));
    log.intervals.back().priority = 4;
    const PauseTree tree(log);
    const auto& root = tree.GetRoots()[tree.GetRootOf(5)];
    EXPECT_EQ(root.port, LEAF0_DOWN);
    EXPECT_EQ(root.priority, 4);
}

TEST(PauseTree, APauseOfAnotherQueueIsNoParent)
{
    // Packets wait in queue 5 of the uplink; it was paused from 12 to 18, queue 6 all the time.
    for (const uint16_t paused : {uint16_t{5}, uint16_t{6}, PauseEvent::ALL_QUEUES})
    {
        auto log = EmptyLog();
        log.intervals.push_back(Pause(LEAF1_UP, 12, 18, LEAF0_DOWN, 10));
        log.intervals.push_back(Pause(LEAF1_UP, 13, 30, LEAF0_DOWN, 10));
        log.intervals.push_back(Pause(HOST2, 15, 20, LEAF1_UP, 11));
        log.intervals[0].queue = paused;
        log.intervals[1].queue = 7;
        log.intervals[2].congestedQueue = 5;
        const PauseTree tree(log);
        const auto& root = tree.GetRoots()[tree.GetRootOf(2)];
        EXPECT_EQ(root.port, paused == 6 ? LEAF1_UP : LEAF0_DOWN) << paused;
    }
}

TEST(PauseTree, AStormOfANicIsARoot)
{
    auto log = EmptyLog();
    log.queued[{TO_HOST0, 3}] = {{2, 0}};
    log.intervals.push_back(Storm(TO_HOST0, 5, 100));
    log.intervals.push_back(Pause(LEAF0_DOWN, 30, 100, TO_HOST0, 6));
    log.intervals[1].ended = false;
    log.intervals[1].held = {{2, 0}, {2, 1}};
    const PauseTree tree(log);
    ASSERT_EQ(tree.GetRoots().size(), 1u);
    const auto& root = tree.GetRoots()[0];
    EXPECT_TRUE(root.storm);
    EXPECT_EQ(root.port, HOST0);
    ASSERT_EQ(root.children.size(), 1u);
    EXPECT_EQ(tree.GetNode(root.children[0]).port, TO_HOST0);
    ASSERT_EQ(root.victims.size(), 1u);
    EXPECT_EQ(root.victims[0].flow.destHost, 1u);
    std::ostringstream text;
    tree.Write(text, NAMES);
    EXPECT_EQ(text.str().substr(0, 43), "pause storm of host0->leaf0, priority 3: 2 ");
}

/** A host that does not take what comes; what goes to its neighbour has nothing to do with it. */
TEST(PauseTree, ASlowReceiverIsARoot)
{
    auto log = EmptyLog();
    log.queued[{TO_HOST0, 3}] = {{2, 0}};
    log.intervals.push_back(Pause(TO_HOST0, 5, 100, PauseInterval::NO_PORT, 5));
    log.intervals.push_back(Pause(LEAF0_DOWN, 30, 100, TO_HOST0, 6));
    log.intervals[1].held = {{2, 0}, {2, 1}};
    const PauseTree tree(log);
    ASSERT_EQ(tree.GetRoots().size(), 1u);
    const auto& root = tree.GetRoots()[0];
    EXPECT_TRUE(root.slowReceiver);
    EXPECT_FALSE(root.storm);
    EXPECT_EQ(root.port, HOST0);
    EXPECT_EQ(root.GetEgress(), TO_HOST0);
    ASSERT_EQ(root.victims.size(), 1u);
    EXPECT_EQ(root.victims[0].flow.destHost, 1u);
    std::ostringstream text;
    tree.Write(text, NAMES);
    EXPECT_EQ(text.str().substr(0, 46), "slow receiver at host0->leaf0, priority 3: 2 p");
}

TEST(PauseTree, APauseThatLastsBecauseOfAStormBelongsToTheStorm)
{
    auto log = EmptyLog();
    log.intervals.push_back(Pause(LEAF0_DOWN, 8, 60, TO_HOST0, 5)); // an incast began it
    log.intervals.push_back(Storm(TO_HOST0, 10, 60));
    const PauseTree tree(log);
    ASSERT_EQ(tree.GetRoots().size(), 1u);
    EXPECT_TRUE(tree.GetRoots()[0].storm);
    EXPECT_EQ(tree.GetRoots()[0].firstPs, 8 * US);
    EXPECT_EQ(tree.GetNode(tree.GetRoots()[0].children[0]).firstPs, 10 * US);
}

TEST(PauseTree, ADeadlockBeginsWithItsEarliestPauseAndSaysThatItIsACycle)
{
    // Each of three ports stands still because the one before it does, round and round.
    auto log = EmptyLog();
    log.intervals.push_back(Pause(LEAF0_UP, 0, 100, LEAF1_UP, 0));
    log.intervals.push_back(Pause(HOST0, 10, 100, LEAF0_UP, 5));
    log.intervals.push_back(Pause(LEAF1_UP, 20, 100, HOST0, 15));
    const PauseTree tree(log);
    ASSERT_EQ(tree.GetRoots().size(), 1u);
    EXPECT_EQ(tree.GetRoots()[0].port, LEAF1_UP);
    ASSERT_EQ(tree.GetRoots()[0].children.size(), 1u);
    const auto& first = tree.GetNode(tree.GetRoots()[0].children[0]);
    EXPECT_EQ(first.port, LEAF0_UP);
    EXPECT_TRUE(first.cycle);
    ASSERT_EQ(first.children.size(), 1u);
    const auto& second = tree.GetNode(first.children[0]);
    EXPECT_EQ(second.port, HOST0);
    EXPECT_FALSE(second.cycle);
    ASSERT_EQ(second.children.size(), 1u);
    EXPECT_EQ(tree.GetNode(second.children[0]).port, LEAF1_UP);
    EXPECT_TRUE(tree.GetNode(second.children[0]).children.empty());
}

TEST(PauseTree, EveryPauseIsInExactlyOnePlaceWhateverTheLog)
{
    std::mt19937 random(7);
    for (uint32_t round = 0; round < 50; ++round)
    {
        auto log = EmptyLog();
        std::vector<int64_t> free(PORT_COUNT, 0); // pauses of one port do not overlap
        int64_t now = 0;
        int64_t sumPs = 0;
        for (uint32_t i = 0; i < 200; ++i)
        {
            now += random() % 3;
            const uint32_t port = random() % PORT_COUNT;
            if (free[port] > now)
            {
                continue;
            }
            const int64_t end = now + 1 + random() % 20;
            free[port] = end;
            log.intervals.push_back(
                random() % 20 == 0
                    ? Storm(port, now, end)
                    : Pause(port, now, end, random() % PORT_COUNT, now - random() % 10));
            sumPs += (end - now) * US;
        }
        const PauseTree tree(log);
        uint64_t pauses = 0;
        int64_t pausedPs = 0;
        uint64_t nodePauses = 0;
        for (const auto& root : tree.GetRoots())
        {
            pauses += root.pauses;
            pausedPs += root.pausedPs;
            std::vector<std::pair<uint32_t, std::set<uint32_t>>> open; // node, ports above it
            for (const uint32_t child : root.children)
            {
                open.push_back({child, {}});
            }
            while (!open.empty())
            {
                auto [index, above] = open.back();
                open.pop_back();
                const auto& node = tree.GetNode(index);
                nodePauses += node.pauses;
                EXPECT_TRUE(above.insert(node.port).second) << "a port below itself";
                for (const uint32_t child : node.children)
                {
                    open.push_back({child, above});
                }
            }
        }
        EXPECT_EQ(pauses, log.intervals.size());
        EXPECT_EQ(nodePauses, log.intervals.size());
        EXPECT_EQ(pausedPs, sumPs);
    }
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "make-object.h"
#include "units.h"
#include "words.h"

#include "ns3/entropy-policy.h"
#include "ns3/fabric-units.h"
#include "ns3/mp-rdma-entropy-policy.h"
#include "ns3/reps-entropy-policy.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t RTT_PS = 10 * US;
constexpr uint16_t OWN_PORT = 50'000;

Ptr<EntropyPolicy>
StartPolicy(const std::string& type, const Attributes& attributes = {}, uint64_t draw = 7)
{
    const auto policy = Make<EntropyPolicy>(type, attributes);
    policy->Start({0, RTT_PS, OWN_PORT, draw});
    return policy;
}

/** A packet that took the idle round trip, with others on their way behind it. */
EntropyAck
PathAck(int64_t nowPs, uint16_t port, bool marked = false)
{
    return {nowPs, port, marked, 4'096, nowPs - RTT_PS, 8'192};
}

/** The last packet on its way, of a path where packets wait for two round trips. */
EntropyAck
LastAck(int64_t nowPs, uint16_t port, bool marked = false)
{
    return {nowPs, port, marked, 4'096, nowPs - 3 * RTT_PS, 0};
}

} // namespace

TEST(EntropyPolicies, SayWhatTheyNeed)
{
    EXPECT_FALSE(StartPolicy("FixedEntropyPolicy")->IsNeeded());
    EXPECT_TRUE(StartPolicy("FixedEntropyPolicy")->KeepsOrder());
    EXPECT_EQ(StartPolicy("FixedEntropyPolicy")->ChoosePort(0), OWN_PORT);
    for (const auto& type :
         Words("BitmapEntropyPolicy DelayEntropyPolicy MixedEntropyPolicy MpRdmaEntropyPolicy "
               "ObliviousEntropyPolicy PlbEntropyPolicy RepsEntropyPolicy"))
    {
        EXPECT_TRUE(StartPolicy(type)->IsNeeded()) << type;
        EXPECT_FALSE(StartPolicy(type)->KeepsOrder()) << type;
        const bool blind = type == "DelayEntropyPolicy" || type == "MpRdmaEntropyPolicy" ||
                           type == "ObliviousEntropyPolicy";
        EXPECT_EQ(StartPolicy(type)->NeedsMarks(), !blind) << type;
    }
}

TEST(ObliviousEntropyPolicy, EachTurnUsesEveryPortOnceInAnotherOrder)
{
    const auto policy = StartPolicy("ObliviousEntropyPolicy", {{"PathBits", "5"}});
    std::set<std::vector<uint16_t>> turns;
    for (int turn = 0; turn < 20; ++turn)
    {
        std::vector<uint16_t> ports;
        std::set<uint16_t> different;
        for (int i = 0; i < 32; ++i)
        {
            ports.push_back(policy->ChoosePort(0));
            different.insert(ports.back());
        }
        EXPECT_EQ(different.size(), 32u);
        EXPECT_EQ(*different.begin(), 49'152u);
        EXPECT_EQ(*different.rbegin(), 49'183u);
        turns.insert(ports);
    }
    EXPECT_GE(turns.size(), 10u);
}

TEST(DelayEntropyPolicy, TakesFasterPathsMoreOftenAndAlikeOnesAlike)
{
    const auto policy = StartPolicy("DelayEntropyPolicy", {{"PathBits", "2"}, {"Weight", "1"}});
    const auto answer = [&](uint16_t port, int64_t rttPs) {
        policy->NotifyAck({100 * US, port, false, 4096, 100 * US - rttPs, 8192});
    };
    std::map<uint16_t, int> uses;
    constexpr int COUNT = 8000;
    for (int i = 0; i < COUNT; ++i)
    {
        for (uint16_t port = 49'152; port < 49'156; ++port)
        {
            answer(port, port == 49'155 ? 2 * RTT_PS : RTT_PS);
        }
        ++uses[policy->ChoosePort(100 * US)];
    }
    // The slow one is taken if both draws are it, one in 16; the others share the rest.
    EXPECT_NEAR(uses[49'155], COUNT / 16., 100);
    for (uint16_t port = 49'152; port < 49'155; ++port)
    {
        EXPECT_NEAR(uses[port], COUNT * 5 / 16., 150) << port;
    }
}

TEST(DelayEntropyPolicy, LeavesAPathThatDoesNotAnswer)
{
    const auto policy = StartPolicy("DelayEntropyPolicy", {{"PathBits", "3"}});
    std::map<uint16_t, int> uses;
    for (int64_t nowPs = 0; nowPs < 4000 * US; nowPs += US)
    {
        const uint16_t port = policy->ChoosePort(nowPs);
        if (nowPs > 100 * US)
        {
            ++uses[port];
        }
        if (port != 49'154) // which is dead
        {
            policy->NotifyAck({nowPs, port, false, 4096, nowPs - RTT_PS, 8192});
        }
    }
    EXPECT_NEAR(uses[49'154], 3900 / 64., 30) << "both draws are it";
    EXPECT_GT(uses[49'153], 400);
}

TEST(BitmapEntropyPolicy, LeavesOutAPortOncePerMark)
{
    const auto policy = StartPolicy("BitmapEntropyPolicy", {{"PathBits", "2"}, {"MaxSkips", "3"}});
    for (const uint16_t port : {49'153, 49'153, 49'155})
    {
        policy->NotifyAck(PathAck(US, port, true));
    }
    policy->NotifyAck(PathAck(US, 49'152));   // no mark
    policy->NotifyAck(PathAck(US, 17, true)); // none of its ports
    std::map<uint16_t, int> uses;
    for (int i = 0; i < 4 * 10 - 3; ++i)
    {
        ++uses[policy->ChoosePort(US)];
    }
    const std::map<uint16_t, int> expected = {{49'152, 10}, {49'153, 8}, {49'154, 10}, {49'155, 9}};
    EXPECT_EQ(uses, expected) << "ten turns, in which three times a port is left out";
}

TEST(BitmapEntropyPolicy, TakesOneOfThemIfAllAreMarked)
{
    const auto policy = StartPolicy("BitmapEntropyPolicy", {{"PathBits", "2"}, {"MaxSkips", "3"}});
    for (int i = 0; i < 9; ++i)
    {
        for (uint16_t port = 49'152; port < 49'156; ++port)
        {
            policy->NotifyAck(PathAck(US, port, true));
        }
    }
    for (int i = 0; i < 3; ++i) // each skip costs a whole turn
    {
        EXPECT_GE(policy->ChoosePort(US), 49'152);
    }
    std::set<uint16_t> turn;
    for (int i = 0; i < 4 && turn.size() < 4; ++i)
    {
        turn.insert(policy->ChoosePort(US));
    }
    EXPECT_GE(turn.size(), 3u) << "at most three skips each";
}

TEST(BitmapEntropyPolicy, LeavesOutAPortFourTimesPerNack)
{
    const auto policy = StartPolicy("BitmapEntropyPolicy", {{"PathBits", "2"}, {"MaxSkips", "6"}});
    const auto refuse = [&](uint16_t port) {
        policy->NotifyAck({US, port, true, 0, US - RTT_PS, 8192, true});
    };
    refuse(49'153);
    refuse(49'155);
    refuse(49'155);
    std::map<uint16_t, int> uses;
    for (int i = 0; i < 4 * 10 - 10; ++i)
    {
        ++uses[policy->ChoosePort(US)];
    }
    const std::map<uint16_t, int> expected = {{49'152, 10}, {49'153, 6}, {49'154, 10}, {49'155, 4}};
    EXPECT_EQ(uses, expected) << "ten turns; of eight skips six are kept";
}

TEST(MixedEntropyPolicy, TakesWhatCameBackInOrderAndElseTurns)
{
    const auto policy = StartPolicy("MixedEntropyPolicy", {{"PathBits", "2"}});
    std::set<uint16_t> turn;
    for (int i = 0; i < 4; ++i)
    {
        turn.insert(policy->ChoosePort(US));
    }
    EXPECT_EQ(turn.size(), 4u);
    policy->NotifyAck(PathAck(US, 49'154));
    policy->NotifyAck(PathAck(US, 49'152, true));
    policy->NotifyAck(PathAck(US, 49'155));
    policy->NotifyAck(PathAck(US, 49'154));
    for (const uint16_t port : {49'154, 49'155, 49'154})
    {
        EXPECT_EQ(policy->ChoosePort(US), port);
    }
    turn.clear();
    for (int i = 0; i < 3; ++i)
    {
        turn.insert(policy->ChoosePort(US));
    }
    EXPECT_EQ(turn, (std::set<uint16_t>{49'153, 49'154, 49'155}))
        << "the marked one is passed over";
}

TEST(RepsEntropyPolicy, RecyclesPortsOfAcksWithoutAMarkOldestFirst)
{
    const auto policy = StartPolicy("RepsEntropyPolicy");
    for (const uint16_t port : {11, 12, 13})
    {
        policy->NotifyAck(PathAck(US, port));
    }
    policy->NotifyAck(PathAck(US, 99, true));
    EXPECT_EQ(policy->ChoosePort(US), 11);
    EXPECT_EQ(policy->ChoosePort(US), 12);
    policy->NotifyAck(PathAck(US, 14));
    EXPECT_EQ(policy->ChoosePort(US), 13);
    EXPECT_EQ(policy->ChoosePort(US), 14);
    std::set<uint16_t> drawn;
    for (int i = 0; i < 100; ++i)
    {
        drawn.insert(policy->ChoosePort(US));
    }
    EXPECT_GE(drawn.size(), 99u) << "none is used twice; what follows is drawn";
}

TEST(RepsEntropyPolicy, KeepsTheLastEight)
{
    const auto policy = StartPolicy("RepsEntropyPolicy");
    for (uint16_t port = 1; port <= 11; ++port)
    {
        policy->NotifyAck(PathAck(US, port));
    }
    for (uint16_t port = 4; port <= 11; ++port)
    {
        EXPECT_EQ(policy->ChoosePort(US), port);
    }
}

TEST(RepsEntropyPolicy, DrawsAmongEntropiesAlikeAndOtherwiseForOtherConnections)
{
    const Attributes few{{"Entropies", "16"}};
    const auto policy = StartPolicy("RepsEntropyPolicy", few);
    std::map<uint16_t, int> counts;
    for (int i = 0; i < 16'000; ++i)
    {
        ++counts[policy->ChoosePort(0)];
    }
    EXPECT_EQ(counts.size(), 16u);
    for (const auto& [port, count] : counts)
    {
        EXPECT_NEAR(count, 1'000, 5 * 31) << port;
    }
    const auto one = StartPolicy("RepsEntropyPolicy", {}, 1);
    const auto other = StartPolicy("RepsEntropyPolicy", {}, 2);
    EXPECT_NE(one->ChoosePort(0), other->ChoosePort(0));
}

TEST(RepsEntropyPolicy, ATimeoutFreezesAndAnAckMuchLaterThaws)
{
    for (const uint16_t known : {3, 8})
    {
        const auto policy = DynamicCast<RepsEntropyPolicy>(
            StartPolicy("RepsEntropyPolicy", {{"FreezeTime", "100us"}, {"ExploredPackets", "5"}}));
        policy->NotifyLoss({US, true});
        EXPECT_FALSE(policy->IsFrozen()) << "nothing to keep to";
        for (uint16_t port = 1; port <= known; ++port)
        {
            policy->NotifyAck(PathAck(US, port));
        }
        policy->NotifyLoss({2 * US, false});
        EXPECT_FALSE(policy->IsFrozen()) << "a NAK is congestion";
        policy->NotifyLoss({2 * US, true});
        EXPECT_TRUE(policy->IsFrozen());
        for (int round = 0; round < 3; ++round)
        {
            std::set<uint16_t> used;
            for (uint16_t i = 0; i < known; ++i)
            {
                used.insert(policy->ChoosePort(3 * US));
            }
            EXPECT_EQ(used.size(), known);
            EXPECT_EQ(*used.rbegin(), known) << "ports of the ring, each in turn";
        }
        policy->NotifyLoss({50 * US, true}); // makes it no longer
        policy->NotifyAck(PathAck(101 * US, 1));
        EXPECT_TRUE(policy->IsFrozen());
        policy->NotifyAck(PathAck(102 * US, 1));
        EXPECT_FALSE(policy->IsFrozen());
        std::set<uint16_t> explored;
        for (int i = 0; i < 5; ++i)
        {
            policy->NotifyLoss({103 * US, true});
            EXPECT_FALSE(policy->IsFrozen()) << "it still explores";
            explored.insert(policy->ChoosePort(103 * US));
        }
        EXPECT_GE(*explored.rbegin(), 100u) << "drawn, though the ring has a valid port";
        EXPECT_EQ(policy->ChoosePort(103 * US), 1) << "then the ring, which began anew";
        EXPECT_GT(policy->ChoosePort(103 * US), known);
    }
}

TEST(RepsEntropyPolicy, FrozenItUsesOnlyPortsThatCameBack)
{
    // Ports a, b, c are known and used when the ring freezes; a is used again, and d overwrites b.
    const auto policy = StartPolicy("RepsEntropyPolicy");
    for (const uint16_t port : {101, 102, 103})
    {
        policy->NotifyAck(PathAck(US, port));
    }
    policy->NotifyLoss({2 * US, true});
    for (const uint16_t port : {101, 102, 103, 101})
    {
        EXPECT_EQ(policy->ChoosePort(3 * US), port);
    }
    policy->NotifyAck(PathAck(4 * US, 104));
    for (const uint16_t port : {104, 103, 101, 104, 103, 101})
    {
        EXPECT_EQ(policy->ChoosePort(5 * US), port) << "what is valid, then round the ring";
    }
}

TEST(PlbEntropyPolicy, ARoundIsTheRoundTripThatPacketsTake)
{
    // An ACK per idle round trip, of packets that take three: 12 rounds are 36 of them.
    const auto policy = StartPolicy("PlbEntropyPolicy");
    for (int64_t i = 1; i < 36; ++i)
    {
        policy->NotifyAck({i * RTT_PS, OWN_PORT, true, 4'096, (i - 3) * RTT_PS, 8'192});
        ASSERT_EQ(policy->ChoosePort(i * RTT_PS), OWN_PORT) << i;
    }
    policy->NotifyAck({36 * RTT_PS, OWN_PORT, true, 4'096, 33 * RTT_PS, 8'192});
    EXPECT_NE(policy->ChoosePort(36 * RTT_PS), OWN_PORT);
}

TEST(PlbEntropyPolicy, LeavesItsPathAfterCongestedRounds)
{
    const auto policy = StartPolicy("PlbEntropyPolicy");
    int64_t nowPs = RTT_PS;
    const auto round = [&](bool marked) {
        policy->NotifyAck(PathAck(nowPs, OWN_PORT, marked));
        nowPs += RTT_PS;
    };
    for (int i = 0; i < 11; ++i)
    {
        round(true);
        EXPECT_EQ(policy->ChoosePort(nowPs), OWN_PORT) << i;
    }
    round(false); // begins anew
    for (int i = 0; i < 11; ++i)
    {
        round(true);
        EXPECT_EQ(policy->ChoosePort(nowPs), OWN_PORT) << i;
    }
    round(true);
    const uint16_t port = policy->ChoosePort(nowPs);
    EXPECT_NE(port, OWN_PORT);
    EXPECT_GE(port, 0xc000);
    EXPECT_EQ(policy->ChoosePort(nowPs), port);
}

TEST(PlbEntropyPolicy, AnIdleFlowLeavesSoonerAndAFewMarksAreNoCongestion)
{
    const auto policy = StartPolicy("PlbEntropyPolicy");
    for (int i = 0; i < 40; ++i)
    {
        policy->NotifyAck(PathAck(i * RTT_PS, OWN_PORT, i % 3 == 0));
        policy->NotifyAck(PathAck(i * RTT_PS + 1, OWN_PORT));
        policy->NotifyAck(PathAck(i * RTT_PS + 2, OWN_PORT));
        EXPECT_EQ(policy->ChoosePort(i * RTT_PS + 3), OWN_PORT);
    }
    int64_t nowPs = 41 * RTT_PS;
    for (int i = 0; i < 4; ++i, nowPs += RTT_PS)
    {
        policy->NotifyAck(PathAck(nowPs, OWN_PORT, true));
        EXPECT_EQ(policy->ChoosePort(nowPs + 1), OWN_PORT) << "packets are on their way";
    }
    nowPs += 100 * RTT_PS;
    EXPECT_EQ(policy->ChoosePort(nowPs), OWN_PORT) << "they still are, after any pause";
    policy->NotifyAck(LastAck(nowPs, OWN_PORT, true));
    EXPECT_NE(policy->ChoosePort(nowPs + 1), OWN_PORT);
}

TEST(PlbEntropyPolicy, WithATargetTheDelayCountsAndMarksDoNot)
{
    // Idle 10 us and 5 us: 15 us are on time. Falcon: five rounds with half of them late.
    const auto policy =
        StartPolicy("PlbEntropyPolicy", {{"TargetDelay", "5us"}, {"CongestedRounds", "5"}});
    EXPECT_FALSE(policy->NeedsMarks());
    int64_t nowPs = 0;
    const auto round = [&](int64_t secondPs) {
        nowPs += 20 * US; // the first was sent in the round before, and ends none
        policy->NotifyAck({nowPs - 10 * US, OWN_PORT, true, 4'096, nowPs - 22 * US, 8'192});
        policy->NotifyAck({nowPs, OWN_PORT, true, 4'096, nowPs - secondPs, 8'192});
    };
    for (int i = 0; i < 20; ++i)
    {
        round(15 * US);
        EXPECT_EQ(policy->ChoosePort(nowPs), OWN_PORT) << "marked, and on time";
    }
    for (int i = 0; i < 4; ++i)
    {
        round(15 * US + 1);
        EXPECT_EQ(policy->ChoosePort(nowPs), OWN_PORT) << i;
    }
    round(15 * US + 1);
    EXPECT_NE(policy->ChoosePort(nowPs), OWN_PORT);
}

TEST(PlbEntropyPolicy, EachMessageOfOnePacketIsARound)
{
    const auto policy = StartPolicy("PlbEntropyPolicy");
    for (int i = 0; i < 2; ++i)
    {
        policy->NotifyAck(LastAck(US + i, OWN_PORT, true));
        EXPECT_EQ(policy->ChoosePort(US + i), OWN_PORT) << i;
    }
    policy->NotifyAck(PathAck(20 * US, OWN_PORT, true));
    EXPECT_EQ(policy->ChoosePort(20 * US), OWN_PORT) << "a third one, but packets are on their way";
    policy->NotifyAck(LastAck(21 * US, OWN_PORT));
    EXPECT_EQ(policy->ChoosePort(21 * US), OWN_PORT) << "without a mark it counts anew";
}

TEST(PlbEntropyPolicy, ATimeoutRepathsAndSuspends)
{
    const auto policy = StartPolicy("PlbEntropyPolicy", {{"SuspendTime", "1ms"}});
    policy->NotifyLoss({US, true});
    const uint16_t port = policy->ChoosePort(2 * US);
    EXPECT_NE(port, OWN_PORT);
    int64_t nowPs = 2 * US;
    for (; nowPs < 1'000 * US; nowPs += RTT_PS)
    {
        policy->NotifyAck(PathAck(nowPs, port, true));
        ASSERT_EQ(policy->ChoosePort(nowPs), port) << nowPs;
    }
    bool moved = false;
    for (; nowPs < 2'100 * US; nowPs += RTT_PS)
    {
        policy->NotifyAck(PathAck(nowPs, port, true));
        moved = moved || policy->ChoosePort(nowPs) != port;
    }
    EXPECT_TRUE(moved) << "within twice the time";
}

namespace
{

/** Of MP-RDMA's packets of 1,000 B, with a window and what is outstanding in packets. */
EntropyAck
ClockAck(uint16_t port, uint64_t window, uint64_t outstanding)
{
    return {0, port, false, 1'000, -RTT_PS, 1'000 * outstanding, false, 1'000 * window};
}

Ptr<MpRdmaEntropyPolicy>
StartMpRdmaPolicy(double probability)
{
    const auto policy = DynamicCast<MpRdmaEntropyPolicy>(
        Make<EntropyPolicy>("MpRdmaEntropyPolicy",
                            {{"ProbeProbability", std::to_string(probability)}}));
    policy->Start({0, RTT_PS, OWN_PORT, 7, 1'000});
    return policy;
}

} // namespace

TEST(MpRdmaEntropyPolicy, PacketsTakeThePortsOfTheAcknowledgementsThatMakeRoom)
{
    const auto policy = StartMpRdmaPolicy(0);
    std::set<uint16_t> drawn;
    for (int i = 0; i < 50; ++i)
    {
        drawn.insert(policy->ChoosePort(0));
    }
    EXPECT_GE(drawn.size(), 49u) << "the first window is spread";
    policy->NotifyAck(ClockAck(11, 50, 49)); // one packet
    policy->NotifyAck(ClockAck(12, 50, 49)); // that room is taken
    EXPECT_EQ(policy->GetClocked(), 1u);
    policy->NotifyAck(ClockAck(13, 50, 50)); // none: marked, or late
    policy->NotifyAck(ClockAck(14, 50, 47)); // two more
    policy->NotifyAck(ClockAck(15, 60, 47)); // two at most
    EXPECT_EQ(policy->GetClocked(), 5u);
    for (const uint16_t port : {11, 14, 14, 15, 15})
    {
        EXPECT_EQ(policy->ChoosePort(0), port);
    }
    EXPECT_EQ(policy->ChoosePort(0), 15) << "what is beyond goes by the last one";
    policy->NotifyAck(ClockAck(16, 50, 50));
    EXPECT_EQ(policy->ChoosePort(0), 16);
}

TEST(MpRdmaEntropyPolicy, LooksForAPathWithItsProbabilityInEachRoundTrip)
{
    const auto always = StartMpRdmaPolicy(1);
    const auto seldom = StartMpRdmaPolicy(0.2);
    always->NotifyAck(ClockAck(11, 50, 50));
    seldom->NotifyAck(ClockAck(11, 50, 50));
    int probes = 0;
    int strays = 0;
    constexpr int ROUNDS = 5'000;
    for (int i = 1; i <= 10 * ROUNDS; ++i)
    {
        const int64_t nowPs = i * RTT_PS / 10;
        probes += always->ChoosePort(nowPs) != 11;
        strays += seldom->ChoosePort(nowPs) != 11;
    }
    EXPECT_NEAR(probes, ROUNDS, 2);
    EXPECT_NEAR(strays, ROUNDS / 5, 5 * 29); // sqrt(5000 * 0.2 * 0.8) = 28
}

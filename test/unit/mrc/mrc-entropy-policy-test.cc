// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "error-message.h"
#include "make-object.h"
#include "stepwise-mrc.h"

#include "ns3/input-error.h"
#include "ns3/mrc-entropy-policy.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

using State = MrcEntropyPolicy::State;

Ptr<MrcEntropyPolicy>
StartTable(const Attributes& attributes, uint64_t draw = 7)
{
    const auto table = Make<MrcEntropyPolicy>("MrcEntropyPolicy", attributes);
    table->Start({0, 10'000'000, 50'000, draw});
    return table;
}

EntropyAck
Answer(uint16_t port, bool marked, bool refused = false)
{
    return {0, port, marked, 4096, 0, 0, refused};
}

std::multiset<uint16_t>
Take(MrcEntropyPolicy& table, uint32_t count)
{
    std::multiset<uint16_t> ports;
    while (count-- > 0)
    {
        ports.insert(table.ChoosePort(0));
    }
    return ports;
}

} // namespace

TEST(MrcEntropyPolicyTest, EachRotationHasEveryValueOnceInAnotherOrder)
{
    for (const uint32_t values : {1U, 100U, 128U, 256U})
    {
        const auto table = StartTable({{"Values", std::to_string(values)}, {"Spares", "0"}});
        std::set<std::vector<uint16_t>> orders;
        std::set<uint16_t> all;
        for (int rotation = 0; rotation < 8; ++rotation)
        {
            std::vector<uint16_t> ports;
            for (uint32_t turn = 0; turn < values; ++turn)
            {
                ports.push_back(table->ChoosePort(0));
            }
            orders.insert(ports);
            const std::set<uint16_t> different(ports.begin(), ports.end());
            EXPECT_EQ(different.size(), values);
            all.insert(different.begin(), different.end());
        }
        EXPECT_EQ(all.size(), values);
        EXPECT_GT(orders.size(), values > 1 ? 4u : 0u);
    }
}

TEST(MrcEntropyPolicyTest, ConnectionsHaveDifferentValues)
{
    std::set<uint16_t> first;
    for (uint64_t draw = 0; draw < 50; ++draw)
    {
        const auto ports = Take(*StartTable({{"Values", "64"}, {"Spares", "0"}}, draw), 64);
        first.insert(*ports.begin());
    }
    EXPECT_GT(first.size(), 40u);
}

TEST(MrcEntropyPolicyTest, AMarkCostsOneTurn)
{
    const auto table = StartTable({{"Values", "4"}, {"Spares", "0"}});
    const auto all = Take(*table, 4);
    const uint16_t port = *all.begin();
    for (const bool refused : {false, true})
    {
        table->NotifyAck(Answer(port, true, refused));
        table->NotifyAck(Answer(port, true)); // no second turn
        EXPECT_EQ(table->GetState(port), State::SKIP);
        auto others = all;
        others.erase(port);
        EXPECT_EQ(Take(*table, 3), others);
        EXPECT_EQ(Take(*table, 4), all);
    }
    table->NotifyAck(Answer(port, false));
    EXPECT_EQ(Take(*table, 4), all);
}

TEST(MrcEntropyPolicyTest, ALostValueComesBackByItsProbes)
{
    const auto table = StartTable({{"Values", "4"}, {"Spares", "0"}, {"ProbeAnswers", "2"}});
    const auto all = Take(*table, 4);
    const uint16_t port = *all.begin();
    table->NotifySilence(port);
    EXPECT_EQ(table->GetBadPorts(), std::vector<uint16_t>{port});
    auto others = all;
    others.erase(port);
    for (int rotation = 0; rotation < 5; ++rotation)
    {
        EXPECT_EQ(Take(*table, 3), others);
    }
    table->NotifyProbeAnswer(port);
    EXPECT_EQ(table->GetState(port), State::ASSUMED_BAD);
    table->NotifyProbeAnswer(port);
    EXPECT_EQ(table->GetState(port), State::GOOD);
    EXPECT_EQ(table->GetBadCount(), 0u);
    EXPECT_EQ(Take(*table, 8).count(port), 2u);
}

TEST(MrcEntropyPolicyTest, OthersShareTheTurnsOfLostValues)
{
    // Paths take values in turn: 16 values and 8 spares over 4 uplinks are 4 and 2 of each. Without
    // one uplink the 12 others of the table have all turns, as many on each uplink. Without two
    // half of the table is bad, so the 4 spares of the other uplinks take its 8 turns, 2 each, and
    // 16 packets are 8 on each of these.
    const auto table = StartTable({{"Values", "16"}, {"Spares", "8"}});
    const auto all = Take(*table, 16);
    const auto first = *all.begin();
    const auto lose = [&](int uplink) {
        for (int value = uplink; value < 24; value += 4)
        {
            table->NotifySilence(static_cast<uint16_t>(first + value));
        }
    };
    const auto count = [&](uint32_t packets) {
        std::map<int, int> ofUplink;
        for (const uint16_t port : Take(*table, packets))
        {
            ++ofUplink[(port - first) % 4];
        }
        return ofUplink;
    };
    lose(0);
    EXPECT_EQ(count(12 * 8), (std::map<int, int>{{1, 32}, {2, 32}, {3, 32}}));
    lose(2);
    EXPECT_EQ(count(16 * 8), (std::map<int, int>{{1, 64}, {3, 64}}));
    // The links are back.
    for (const uint16_t port : table->GetBadPorts())
    {
        table->NotifyProbeAnswer(port);
    }
    EXPECT_EQ(Take(*table, 16), all);
}

TEST(MrcEntropyPolicyTest, IfAllAreBadPacketsGoOn)
{
    const auto table = StartTable({{"Values", "4"}, {"Spares", "0"}, {"Denied", "1"}});
    const auto good = Take(*table, 3);
    EXPECT_EQ(std::set<uint16_t>(good.begin(), good.end()).size(), 3u);
    for (const uint16_t port : good)
    {
        table->NotifySilence(port);
    }
    const auto ports = Take(*table, 30);
    EXPECT_EQ(std::set<uint16_t>(ports.begin(), ports.end()),
              std::set<uint16_t>(good.begin(), good.end()));
}

TEST(MrcEntropyPolicyTest, AMistakeIsRefused)
{
    EXPECT_EQ(MessageOf<InputError>([] {
                  StartTable({{"Denied", "1,x"}});
              }),
              "MrcEntropyPolicy Denied: 'x' is not the number of a value; write numbers such as "
              "0,5,17");
    EXPECT_EQ(MessageOf<InputError>([] {
                  StartTable({{"Denied", "160"}});
              }),
              "MrcEntropyPolicy Denied: names value 160 of 160, or all; the first number is 0");
    EXPECT_EQ(MessageOf<InputError>([] { StartTable({})->SetPlanes(3); }),
              "MrcEntropyPolicy: Values 128 and Spares 32 must be multiples of the number of "
              "ports, which is 3");
}

// Every state of every value after each of 20,000 events in tables of several shapes, against a
// second implementation; the table itself alone decides in which order values take their turns.
TEST(MrcEntropyPolicyTest, StatesFollowTheRulesStepByStep)
{
    const std::map<State, std::string> names = {{State::GOOD, "good"},
                                                {State::SKIP, "skip"},
                                                {State::ASSUMED_BAD, "bad"}};
    for (const auto& [values, spares, planes, answers] :
         {std::tuple{8, 0, 1, 1}, {8, 4, 1, 2}, {4, 2, 4, 1}, {3, 1, 8, 3}})
    {
        SCOPED_TRACE(std::to_string(values) + " values, " + std::to_string(planes) + " planes");
        const auto table = StartTable({{"Values", std::to_string(values * planes)},
                                       {"Spares", std::to_string(spares * planes)},
                                       {"ProbeAnswers", std::to_string(answers)}});
        table->SetPlanes(planes);
        // Value 0 is the port of plane 0 without another one before it.
        std::set<uint16_t> first;
        for (int turn = 0; turn < values; ++turn)
        {
            first.insert(table->ChoosePortOn(0));
        }
        uint16_t base = 0;
        for (const uint16_t port : first)
        {
            // 16,384 ports from 0xc000 on
            const auto before = static_cast<uint16_t>(port == 0xc000 ? 0xffff : port - 1);
            base = first.count(before) == 0 ? port : base;
        }
        const int size = values + spares;
        const int all = size * planes;
        const auto portOf = [base](int value) {
            return static_cast<uint16_t>(0xc000 + (base - 0xc000 + value) % 16'384);
        };
        StepwiseMrc oracle(values, spares, planes, answers);
        Dice dice(5);
        for (int step = 0; step < 20'000; ++step)
        {
            const int value = static_cast<int>(dice(all));
            const uint16_t port = portOf(value);
            const uint32_t event = dice(20);
            if (event < 3)
            {
                table->NotifyAck(Answer(port, true, event == 0));
                oracle.Mark(value);
            }
            else if (event < 4)
            {
                table->NotifySilence(port);
                oracle.Lose(value);
            }
            else if (event < 7)
            {
                table->NotifyProbeAnswer(port);
                oracle.Answer(value);
            }
            else
            {
                const int plane = event < 12 ? -1 : static_cast<int>(dice(planes)); // -1: any
                const bool usable = oracle.GetUsable(plane) > 0;
                const uint16_t chosen =
                    plane < 0 ? table->ChoosePort(0) : table->ChoosePortOn(plane);
                std::vector<int> passed;
                int taken = -1;
                for (int v = 0; v < all; ++v)
                {
                    taken = portOf(v) == chosen ? v : taken;
                    if (oracle.state[v] == "skip" && table->GetState(portOf(v)) == State::GOOD)
                    {
                        passed.push_back(v);
                        ASSERT_TRUE(oracle.HasTurns(v));
                    }
                }
                ASSERT_GE(taken, 0);
                ASSERT_EQ(table->GetPlane(chosen), static_cast<uint32_t>(taken / size));
                ASSERT_TRUE(plane < 0 || taken / size == plane);
                ASSERT_EQ(oracle.Send(taken, passed), usable) << step;
            }
            uint32_t bad = 0;
            for (int v = 0; v < all; ++v)
            {
                ASSERT_EQ(names.at(table->GetState(portOf(v))), oracle.state[v])
                    << "step " << step << ", value " << v;
                bad += oracle.state[v] == "bad";
            }
            ASSERT_EQ(table->GetBadCount(), bad);
            ASSERT_EQ(table->GetBadPorts().size(), bad);
            for (int plane = 0; plane < planes; ++plane)
            {
                ASSERT_EQ(table->IsUsable(plane),
                          oracle.GetUsable(plane) > 0 || oracle.GetUsable(-1) == 0);
            }
        }
    }
}

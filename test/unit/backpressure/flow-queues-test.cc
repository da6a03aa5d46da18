// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"

#include "ns3/flow-queues.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <vector>

using namespace ns3;

namespace
{

class FlowQueuesTest : public testing::Test
{
  protected:
    void Push(uint16_t queue, uint32_t bytes, uint32_t number = 0)
    {
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->frameBytes = bytes;
        packet->entropy = number;
        packet->pathTag = FlowQueueTag{{}, queue, 0, 0}.Pack();
        m_queues.Push(m_list, std::move(packet));
    }

    /** Takes a packet as a port does. @return number of the packet */
    uint32_t Pop()
    {
        const FabricPacketPtr packet = m_list.Pop();
        m_queues.NotifyPopped(*packet);
        return packet->entropy;
    }

    void Pause(const std::vector<uint16_t>& queues)
    {
        FlowFilter paused;
        for (const uint16_t queue : queues)
        {
            paused.Set(queue, true);
        }
        m_queues.SetPaused(paused);
    }

    PacketFifo m_list;
    FlowQueues m_queues;
};

} // namespace

TEST_F(FlowQueuesTest, QueuesTakeTurnsAndKeepTheirOrder)
{
    m_queues.SetSize(3);
    for (uint32_t number : {0U, 1U, 2U})
    {
        Push(2, 100, 20 + number);
    }
    Push(0, 100, 0);
    Push(0, 100, 1);
    Push(1, 100, 10);
    std::vector<uint32_t> order;
    while (!m_list.IsEmpty())
    {
        EXPECT_TRUE(m_queues.IsOpen());
        order.push_back(Pop());
    }
    EXPECT_EQ(order, (std::vector<uint32_t>{20, 0, 10, 21, 1, 22}));
    EXPECT_FALSE(m_queues.IsOpen());
    EXPECT_EQ(m_queues.CountOccupied(), 0u);
}

TEST_F(FlowQueuesTest, WhatIsPausedIsPassedBy)
{
    m_queues.SetSize(3);
    Push(0, 100, 0);
    Push(0, 100, 1);
    Push(1, 100, 10);
    Pause({0});
    EXPECT_EQ(m_queues.CountActive(), 1u);
    EXPECT_EQ(Pop(), 10u);
    EXPECT_FALSE(m_queues.IsOpen());
    Push(2, 100, 20); // comes while all that wait are paused
    EXPECT_TRUE(m_queues.IsOpen());
    EXPECT_EQ(Pop(), 20u);
    Pause({});
    EXPECT_EQ(Pop(), 0u);
    EXPECT_EQ(Pop(), 1u);
}

TEST_F(FlowQueuesTest, AFlowIsGivenAQueueThatIsEmptyAndNotPaused)
{
    m_queues.SetSize(4);
    EXPECT_EQ(m_queues.Choose(6), 2u);
    Push(2, 100);
    EXPECT_EQ(m_queues.Choose(6), 3u);
    Pause({3});
    EXPECT_EQ(m_queues.Choose(6), 0u);
    Push(0, 100);
    Push(1, 100);
    EXPECT_EQ(m_queues.Choose(6), 2u) << "none is free: the one that the hash names";
    EXPECT_EQ(m_queues.GetBytes(2), 100u);
}

/** Against queues that are what they are called. */
TEST_F(FlowQueuesTest, ServesAsSeparateQueuesWould)
{
    constexpr uint16_t QUEUES = 70; // more than a word of the filter
    Dice dice(7);
    m_queues.SetSize(QUEUES);
    std::map<uint16_t, std::deque<uint32_t>> expected;
    FlowFilter paused;
    std::map<uint32_t, uint16_t> queueOf;
    for (uint32_t step = 0; step < 20'000; ++step)
    {
        switch (dice(3))
        {
        case 0: {
            const auto queue = static_cast<uint16_t>(dice(QUEUES));
            Push(queue, 100, step);
            expected[queue].push_back(step);
            queueOf[step] = queue;
            break;
        }
        case 1:
            if (m_queues.IsOpen())
            {
                const uint32_t number = Pop();
                const uint16_t queue = queueOf[number];
                EXPECT_FALSE(paused.Has(queue));
                ASSERT_EQ(number, expected[queue].front());
                expected[queue].pop_front();
            }
            break;
        default: {
            const auto queue = static_cast<uint16_t>(dice(QUEUES));
            paused.Set(queue, !paused.Has(queue));
            m_queues.SetPaused(paused);
        }
        }
        const auto active = std::count_if(expected.begin(), expected.end(), [&](const auto& one) {
            return !one.second.empty() && !paused.Has(one.first);
        });
        ASSERT_EQ(m_queues.CountActive(), active);
        ASSERT_EQ(m_queues.IsOpen(), active > 0);
    }
    for (const auto& [queue, numbers] : expected)
    {
        EXPECT_EQ(m_queues.GetBytes(queue), 100 * numbers.size());
    }
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/resequencer.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <random>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t BITS = 6; // numbers go round after 64

/** Gives packets to a Resequencer, and notes the order in which they go on. */
class Line
{
  public:
    void Give(uint32_t packet)
    {
        const uint32_t number = packet % (1U << BITS);
        if (m_order.IsLate(number))
        {
            ++late;
        }
        else if (m_order.IsNext(number))
        {
            m_order.Advance();
            out.push_back(packet);
        }
        else
        {
            auto held = FabricPacketPool::Make();
            held->destEndpoint = packet;
            m_order.Hold(number, std::move(held));
        }
        Take();
    }

    uint32_t Skip()
    {
        const uint32_t skipped = m_order.Skip();
        Take();
        return skipped;
    }

    uint32_t GetHeld() const
    {
        return m_order.GetHeld();
    }

    std::vector<uint32_t> TakeAll()
    {
        auto all = m_order.TakeAll();
        std::vector<uint32_t> packets;
        while (!all.IsEmpty())
        {
            packets.push_back(all.Pop()->destEndpoint);
        }
        return packets;
    }

    std::vector<uint32_t> out; //!< in the order in which they went on
    uint32_t late{0};          //!< packets that nobody waited for

  private:
    void Take()
    {
        while (const auto packet = m_order.TakeNext())
        {
            out.push_back(packet->destEndpoint);
        }
    }

    Resequencer m_order{BITS};
};

TEST(Resequencer, AnyOrderBecomesTheOrderOfNumbersThatGoRound)
{
    std::mt19937 random(5);
    for (int draw = 0; draw < 50; ++draw)
    {
        std::vector<uint32_t> packets;
        for (uint32_t packet = 0; packet < 500; ++packet)
        {
            packets.push_back(packet);
        }
        const uint32_t reach = 1 + random() % 31; // less than half of the numbers
        for (uint32_t first = 0; first < packets.size(); first += reach)
        {
            const auto begin = packets.begin() + first;
            std::shuffle(begin, begin + std::min<uint32_t>(reach, packets.end() - begin), random);
        }
        Line line;
        for (const uint32_t packet : packets)
        {
            line.Give(packet);
        }
        EXPECT_TRUE(std::is_sorted(line.out.begin(), line.out.end())) << reach;
        EXPECT_EQ(line.out.size(), packets.size());
        EXPECT_EQ(line.GetHeld(), 0u);
        EXPECT_EQ(line.late, 0u);
    }
    EXPECT_EQ(FabricPacketPool::GetLiveCount(), 0u);
}

TEST(Resequencer, WhatIsMissingIsSkippedOnceAndLateAfterwards)
{
    Line line;
    for (const uint32_t packet : {0, 3, 4, 6})
    {
        line.Give(packet);
    }
    EXPECT_EQ(line.out, (std::vector<uint32_t>{0}));
    EXPECT_EQ(line.GetHeld(), 3u);
    EXPECT_EQ(line.Skip(), 2u);
    EXPECT_EQ(line.out, (std::vector<uint32_t>{0, 3, 4}));
    line.Give(2);
    EXPECT_EQ(line.late, 1u);
    line.Give(5);
    EXPECT_EQ(line.out, (std::vector<uint32_t>{0, 3, 4, 5, 6}));
    EXPECT_EQ(line.Skip(), 0u);
    line.Give(7);
    EXPECT_EQ(line.out.back(), 7u);
}

TEST(Resequencer, AllThatIsHeldComesOutInOrder)
{
    Line line;
    for (const uint32_t packet : {5, 2, 9})
    {
        line.Give(packet);
    }
    EXPECT_EQ(line.TakeAll(), (std::vector<uint32_t>{2, 5, 9}));
    EXPECT_EQ(line.GetHeld(), 0u);
    line.Give(10);
    EXPECT_EQ(line.out, (std::vector<uint32_t>{10}));
}

} // namespace

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/packet-resequencer.h"

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

/** Gives packets to a PacketResequencer, and notes the order in which they go on. */
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

    /** Gives the last of this number of parts of a packet. */
    void Hold(uint32_t packet, int32_t parts)
    {
        auto held = FabricPacketPool::Make();
        held->destEndpoint = packet;
        m_order.Hold(packet % (1U << BITS), std::move(held), parts);
        Take();
    }

    void AddPart(uint32_t packet)
    {
        m_order.AddPart(packet % (1U << BITS));
        Take();
    }

    uint32_t Skip()
    {
        PacketFifo incomplete;
        const uint32_t skipped = m_order.Skip(incomplete);
        while (!incomplete.IsEmpty())
        {
            broken.push_back(incomplete.Pop()->destEndpoint);
        }
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

    std::vector<uint32_t> out;    //!< in the order in which they went on
    uint32_t late{0};             //!< packets that nobody waited for
    std::vector<uint32_t> broken; //!< packets that were not complete

  private:
    void Take()
    {
        while (const auto packet = m_order.TakeNext())
        {
            out.push_back(packet->destEndpoint);
        }
    }

    PacketResequencer m_order{BITS};
};

TEST(PacketResequencer, AnyOrderBecomesTheOrderOfNumbersThatGoRound)
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

TEST(PacketResequencer, WhatIsMissingIsSkippedOnceAndLateAfterwards)
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

TEST(PacketResequencer, APacketGoesOnWithTheLastOfItsParts)
{
    std::mt19937 random(6);
    for (int draw = 0; draw < 50; ++draw)
    {
        // Packet p has p % 5 further parts; what comes is shuffled over up to 20 packets.
        Line line;
        uint32_t next = 0;
        while (next < 200)
        {
            const uint32_t end = next + 1 + random() % 20;
            std::vector<std::pair<uint32_t, bool>> come; // packet, and whether it is itself
            for (; next < end; ++next)
            {
                come.emplace_back(next, true);
                come.insert(come.end(), next % 5, {next, false});
            }
            std::shuffle(come.begin(), come.end(), random);
            for (const auto& [packet, itself] : come)
            {
                itself ? line.Hold(packet, static_cast<int32_t>(packet % 5)) : line.AddPart(packet);
            }
        }
        EXPECT_EQ(line.out.size(), next);
        EXPECT_TRUE(std::is_sorted(line.out.begin(), line.out.end()));
        EXPECT_EQ(line.GetHeld(), 0u);
    }
    Line line;
    line.Hold(0, 2);
    line.AddPart(0);
    line.AddPart(1); // the packet itself is lost
    line.Hold(2, 1);
    line.AddPart(2);
    EXPECT_TRUE(line.out.empty());
    EXPECT_EQ(line.Skip(), 2u);
    EXPECT_EQ(line.broken, (std::vector<uint32_t>{0}));
    EXPECT_EQ(line.out, (std::vector<uint32_t>{2}));
}

TEST(PacketResequencer, AllThatIsHeldComesOutInOrder)
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

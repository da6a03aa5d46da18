// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "fabric-test.h"
#include "has-text.h"
#include "port-pair.h"

#include "ns3/input-error.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"
#include "ns3/vl-arbiter.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Eight lanes and the arbiter that serves them. */
class VlArbiterTest : public FabricTest
{
  protected:
    /** Sizes of the packets of a lane, one as likely as the other. */
    using Sizes = std::vector<uint32_t>;

    void SetTables(const std::string& high, const std::string& low, uint32_t highLimit)
    {
        m_arbiter = CreateObjectWithAttributes<VlArbiter>("HighTable",
                                                          StringValue(high),
                                                          "LowTable",
                                                          StringValue(low),
                                                          "HighLimit",
                                                          UintegerValue(highLimit));
    }

    void Fill(uint32_t lane, uint32_t packets, uint32_t bytes)
    {
        for (uint32_t i = 0; i < packets; ++i)
        {
            m_lanes[lane].Push(MakeDataPacket(0, bytes, lane));
        }
    }

    /** @param mask lanes with credits @return the lane that sent */
    uint32_t Serve(uint32_t mask = 0xff)
    {
        uint32_t eligible = 0;
        for (uint32_t lane = 0; lane < PRIORITY_COUNT; ++lane)
        {
            eligible |= (m_lanes[lane].IsEmpty() ? 0U : 1U) << lane;
        }
        const uint32_t lane = m_arbiter->Select(eligible & mask, m_lanes);
        EXPECT_TRUE((eligible & mask) >> lane & 1);
        const auto packet = m_lanes[lane].Pop();
        m_sentBytes[lane] += packet->frameBytes;
        m_sentBlocks[lane] += Blocks(packet->frameBytes);
        return lane;
    }

    /** @return lanes of this number of packets */
    std::string Order(uint32_t packets, uint32_t mask = 0xff)
    {
        std::string order;
        while (packets-- > 0)
        {
            order += std::to_string(Serve(mask));
        }
        return order;
    }

    /** Serves lanes that never run empty. @param sizes by lane; none: it has nothing to send */
    void ServeBacklog(const std::array<Sizes, PRIORITY_COUNT>& sizes, uint32_t packets)
    {
        Dice dice(11);
        for (uint32_t i = 0; i < packets; ++i)
        {
            for (uint32_t lane = 0; lane < PRIORITY_COUNT; ++lane)
            {
                if (!sizes[lane].empty() && m_lanes[lane].IsEmpty())
                {
                    Fill(lane, 1, sizes[lane][dice(sizes[lane].size())]);
                }
            }
            Serve();
        }
    }

    static uint32_t Blocks(uint32_t bytes)
    {
        return (bytes + 63) / 64;
    }

    /**
     * How long a turn is on average. A turn ends with the packet that takes the last of the
     * weight, so the mean T over all sequences of packets of b blocks follows from the first:
     *     T(w) = mean of b + T(w - b),   T(w) = 0 for w <= 0
     */
    static double MeanTurnBlocks(uint32_t weight, const Sizes& sizes)
    {
        std::vector<double> mean(weight + 1);
        for (uint32_t w = 1; w <= weight; ++w)
        {
            for (const uint32_t bytes : sizes)
            {
                const uint32_t b = Blocks(bytes);
                mean[w] += (b + (b < w ? mean[w - b] : 0)) / sizes.size();
            }
        }
        return mean[weight];
    }

    /** Expects the bytes sent by lane to be in this proportion within 2 %. */
    void ExpectShares(const std::array<double, PRIORITY_COUNT>& expected)
    {
        double sum = 0;
        double sent = 0;
        for (uint32_t lane = 0; lane < PRIORITY_COUNT; ++lane)
        {
            sum += expected[lane];
            sent += m_sentBytes[lane];
        }
        for (uint32_t lane = 0; lane < PRIORITY_COUNT; ++lane)
        {
            const double share = expected[lane] / sum;
            EXPECT_NEAR(m_sentBytes[lane] / sent, share, 0.02 * share) << "lane " << lane;
        }
    }

    std::string GetText(const std::string& name) const
    {
        StringValue text;
        m_arbiter->GetAttribute(name, text);
        return text.Get();
    }

    Ptr<VlArbiter> m_arbiter{CreateObject<VlArbiter>()};
    std::vector<PacketFifo> m_lanes{PRIORITY_COUNT};
    std::array<uint64_t, PRIORITY_COUNT> m_sentBytes{};
    std::array<uint64_t, PRIORITY_COUNT> m_sentBlocks{};
};

} // namespace

TEST_F(VlArbiterTest, PacketsOfAnySizeShareByWeightsThatAreMultiplesOfThem)
{
    // Frames of a 256, 2048 and 4096 B payload have 5, 33 and 65 blocks. Weights 64, 128 and 192
    // are used up by 13, 26 and 39 of the first, 2, 4 and 6 of the second, 1, 2 and 3 of the third;
    // 64 B and 4096 B divide the weights.
    for (const uint32_t bytes : {64U, 282U, 2'074U, 4'096U, 4'122U})
    {
        SetTables("", "1:64,2:128,3:192", 0);
        m_sentBytes = {};
        const Sizes sizes{bytes};
        ServeBacklog({{{}, sizes, sizes, sizes, {}, {}, {}, {}}}, 30'000);
        ExpectShares({0, 1, 2, 3, 0, 0, 0, 0});
    }
}

TEST_F(VlArbiterTest, ALaneMayHaveSeveralEntries)
{
    SetTables("", "1:64,2:64,1:64,3:0,1:64,3:64", 0);
    const Sizes sizes{4'122};
    ServeBacklog({{{}, sizes, sizes, sizes, {}, {}, {}, {}}}, 10'000);
    ExpectShares({0, 3, 1, 1, 0, 0, 0, 0});
    Fill(1, 6, 4'122);
    Fill(2, 6, 4'122);
    Fill(3, 6, 4'122);
    const std::string order = Order(10); // two rounds, wherever they begin
    EXPECT_TRUE(Has((order + order), "12113")) << order;
}

TEST_F(VlArbiterTest, SixtyFourEntriesTakeTheirTurns)
{
    std::string table;
    for (uint32_t i = 0; i < 63; ++i)
    {
        table += "1:1,";
    }
    SetTables("", table + "2:1", 0);
    Fill(1, 200, 64);
    Fill(2, 200, 64);
    const std::string round = std::string(63, '1') + '2';
    EXPECT_EQ(Order(192), round + round + round);
}

TEST_F(VlArbiterTest, ExampleOfOpensm)
{
    // Of 4096 B: six packets of lane 0, then one of the others, of which lane 4 is off and lanes
    // 1, 2, 3, 5, 6 and 7 have 64, 128, 192, 64, 64 and 64.
    SetTables("0:4", "0:0,1:64,2:128,3:192,4:0,5:64,6:64,7:64", 6);
    const Sizes sizes{4'096};
    ServeBacklog({{sizes, sizes, sizes, sizes, sizes, sizes, sizes, sizes}}, 70'000);
    ExpectShares({6 * 9, 1, 2, 3, 0, 1, 1, 1});
    EXPECT_EQ(m_sentBytes[4], 0u);
}

TEST_F(VlArbiterTest, MixedSizesShareByWeightAndWhatTheLastPacketOverdraws)
{
    struct Mix
    {
        const char* table;
        std::array<uint32_t, 3> weights;
        std::array<Sizes, 3> sizes;
    };

    const Sizes mixed{64, 282, 1'050, 2'074, 4'122};
    for (const Mix& mix :
         {Mix{"1:64,2:128,3:192", {64, 128, 192}, {mixed, mixed, mixed}},
          Mix{"1:255,2:255,3:255", {255, 255, 255}, {Sizes{64}, mixed, Sizes{4'122}}},
          Mix{"1:4,2:8,3:200", {4, 8, 200}, {mixed, Sizes{282, 4'122}, Sizes{1'050}}},
          Mix{"1:1,2:100,3:10", {1, 100, 10}, {Sizes{30, 4'122}, mixed, mixed}}})
    {
        SetTables("", mix.table, 0);
        m_sentBlocks = {};
        ServeBacklog({{{}, mix.sizes[0], mix.sizes[1], mix.sizes[2], {}, {}, {}, {}}}, 400'000);
        const double sent = m_sentBlocks[1] + m_sentBlocks[2] + m_sentBlocks[3];
        double sum = 0;
        for (uint32_t i = 0; i < 3; ++i)
        {
            sum += MeanTurnBlocks(mix.weights[i], mix.sizes[i]);
        }
        for (uint32_t i = 0; i < 3; ++i)
        {
            const double share = MeanTurnBlocks(mix.weights[i], mix.sizes[i]) / sum;
            EXPECT_NEAR(m_sentBlocks[i + 1] / sent, share, 0.02 * share)
                << mix.table << " lane " << i + 1;
        }
    }
}

TEST_F(VlArbiterTest, WeightsShareWithinTheHighTableToo)
{
    SetTables("2:64,5:192", "1:255", 255);
    const Sizes sizes{4'122};
    ServeBacklog({{{}, sizes, sizes, {}, {}, sizes, {}, {}}}, 10'000);
    ExpectShares({0, 0, 1, 0, 0, 3, 0, 0}); // and nothing of lane 1
}

TEST_F(VlArbiterTest, DebtIsNotCarriedToTheNextTurn)
{
    // A packet of 65 blocks on a weight of 1, again and again, against 64 on a weight of 64.
    SetTables("", "1:1,2:64", 0);
    Fill(1, 10, 4'122);
    Fill(2, 10, 4'096);
    EXPECT_EQ(Order(8), "12121212");
}

TEST_F(VlArbiterTest, HighLimitCountsUnitsOf4096Bytes)
{
    Fill(0, 100, 1'000); // 16 blocks: four are 64 blocks, the limit of 1
    Fill(1, 100, 1'000);
    SetTables("0:255", "1:255", 1);
    EXPECT_EQ(Order(15), "000010000100001");
    SetTables("0:255", "1:255", 2);
    EXPECT_EQ(Order(18), "000000001000000001");
}

TEST_F(VlArbiterTest, TheLastPacketMayOverdrawTheHighLimit)
{
    Fill(0, 100, 1'500); // 24 blocks: after two of them 16 of 64 are left, enough for a third
    Fill(1, 100, 4'122);
    SetTables("0:255", "1:1", 1);
    EXPECT_EQ(Order(12), "000100010001");
}

TEST_F(VlArbiterTest, HighLimitOfZeroIsOnePacket)
{
    Fill(0, 100, 64); // however short
    Fill(1, 100, 4'122);
    Fill(2, 100, 4'122);
    SetTables("0:255", "1:64,2:64", 0);
    EXPECT_EQ(Order(8), "01020102");
}

TEST_F(VlArbiterTest, HighLimitOf255StarvesTheLowTable)
{
    SetTables("0:1,3:1", "0:255,1:255", 255);
    const Sizes sizes{4'122};
    ServeBacklog({{sizes, sizes, {}, sizes, {}, {}, {}, {}}}, 50'000);
    EXPECT_EQ(m_sentBytes[1], 0u);
    // It is served as soon as the high table has no credits.
    EXPECT_EQ(Order(1, 0b10), "1");
    EXPECT_EQ(Order(1), "0");
}

TEST_F(VlArbiterTest, HighLimitOf254DoesNotStarve)
{
    // 254 * 64 blocks / 65 blocks: 251 packets of the high table for one of the low one.
    SetTables("0:255", "1:1", 254);
    Fill(0, 1'000, 4'122);
    Fill(1, 10, 4'122);
    EXPECT_EQ(Order(252), std::string(251, '0') + '1');
    EXPECT_EQ(Order(252), std::string(251, '0') + '1');
}

TEST_F(VlArbiterTest, TheLimitInterruptsTurnsOfTheHighTable)
{
    // Turns of the high table: two packets of lane 0, four of lane 2. The limit lets four go.
    SetTables("0:32,2:64", "1:16", 1);
    Fill(0, 100, 1'024);
    Fill(1, 100, 1'024);
    Fill(2, 100, 1'024);
    EXPECT_EQ(Order(15), "002212200122221");
}

TEST_F(VlArbiterTest, AChanceThatFindsTheLowTableEmptyIsOver)
{
    SetTables("0:255", "1:255", 1);
    Fill(0, 20, 1'000);
    EXPECT_EQ(Order(6), "000000"); // the chance was after the fourth
    Fill(1, 20, 1'000);
    EXPECT_EQ(Order(3), "001");
}

TEST_F(VlArbiterTest, APacketThatGoesWhileTheHighTableHasNoneIsAChance)
{
    SetTables("0:255", "1:255", 1);
    Fill(0, 3, 1'000);
    Fill(1, 20, 1'000);
    EXPECT_EQ(Order(4), "0001"); // the high table is empty, one packet before its limit
    Fill(0, 20, 1'000);
    EXPECT_EQ(Order(5), "00001");
}

TEST_F(VlArbiterTest, ALaneThatMayNotSendLosesItsTurn)
{
    SetTables("", "1:128,2:64", 0);
    Fill(1, 20, 4'096);
    Fill(2, 20, 4'096);
    EXPECT_EQ(Order(1), "1");
    EXPECT_EQ(Order(1, 0b100), "2"); // lane 1 lacks credits with half of its turn left
    EXPECT_EQ(Order(6), "112112");
    EXPECT_EQ(Order(3, 0b100), "222");
    EXPECT_EQ(Order(3), "112");
}

TEST_F(VlArbiterTest, NoLaneWithAWeightStarves)
{
    // Between two turns of a lane, other lanes send at most 255 blocks per entry of the low table
    // and a packet that overdraws, and the high table at most doubles the number of packets.
    SetTables("0:255,1:255", "0:255,2:1,3:255,4:1,5:255,6:255,7:16", 0);
    const Sizes sizes{64, 4'122};
    std::array<uint32_t, PRIORITY_COUNT> waits{};
    Dice dice(3);
    for (uint32_t step = 0; step < 50'000; ++step)
    {
        for (uint32_t lane = 0; lane < PRIORITY_COUNT; ++lane)
        {
            if (m_lanes[lane].IsEmpty())
            {
                Fill(lane, 1, sizes[dice(2)]);
            }
        }
        const uint32_t served = Serve();
        for (uint32_t lane = 0; lane < PRIORITY_COUNT; ++lane)
        {
            waits[lane] = lane == served ? 0 : waits[lane] + 1;
            ASSERT_LE(waits[lane], 2 * (4 * 255 + 16 + 2u)) << lane;
        }
    }
}

TEST_F(VlArbiterTest, ALaneInNoTableIsSentWhenNothingElseMayGo)
{
    SetTables("0:4", "1:4,2:0", 0);
    Fill(1, 3, 100);
    Fill(2, 2, 100);
    Fill(6, 2, 100);
    EXPECT_EQ(Order(7), "1116622");
    SetTables("", "", 0);
    Fill(3, 1, 100);
    Fill(4, 1, 100);
    EXPECT_EQ(Order(2), "43");
}

TEST_F(VlArbiterTest, LanesAreTakenModuloThoseThatThereAre)
{
    SetTables("8:4", "9:64,14:64", 0); // lanes 0, 1 and 6
    Fill(0, 10, 4'096);
    Fill(1, 10, 4'096);
    Fill(6, 10, 4'096);
    EXPECT_EQ(Order(8), "01060106");
    EXPECT_EQ(GetText("HighTable"), "8:4");
    EXPECT_EQ(GetText("LowTable"), "9:64,14:64");
}

TEST_F(VlArbiterTest, APortOfFifteenDataLanesHasThemAll)
{
    // One packet of 4122 B each: the turns of the low table, with one of lane 0 before each.
    m_arbiter->SetDataLanes(15);
    m_lanes = std::vector<PacketFifo>(LANE_COUNT);
    for (uint32_t lane = 0; lane < MAX_DATA_LANES; ++lane)
    {
        Fill(lane, 20, 4'122);
    }
    const auto next = [this] {
        uint32_t eligible = 0;
        for (uint32_t lane = 0; lane < LANE_COUNT; ++lane)
        {
            eligible |= (m_lanes[lane].IsEmpty() ? 0U : 1U) << lane;
        }
        const uint32_t lane = m_arbiter->Select(eligible, m_lanes);
        m_lanes[lane].Pop();
        return lane;
    };
    for (uint32_t lane = 1; lane <= 14; ++lane)
    {
        EXPECT_EQ(next(), 0u);
        EXPECT_EQ(next(), lane);
    }
    // Management is in no table and goes first, without a change to the turns.
    Fill(MANAGEMENT_LANE, 2, 290);
    EXPECT_EQ(next(), 15u);
    EXPECT_EQ(next(), 15u);
    EXPECT_EQ(next(), 0u);
    EXPECT_EQ(next(), 1u);
}

TEST_F(VlArbiterTest, DefaultsAreThoseOfOpensm)
{
    EXPECT_EQ(GetText("HighTable"),
              "0:4,1:0,2:0,3:0,4:0,5:0,6:0,7:0,8:0,9:0,10:0,11:0,12:0,13:0,14:0");
    EXPECT_EQ(GetText("LowTable"),
              "0:0,1:4,2:4,3:4,4:4,5:4,6:4,7:4,8:4,9:4,10:4,11:4,12:4,13:4,14:4");
    UintegerValue limit;
    m_arbiter->GetAttribute("HighLimit", limit);
    EXPECT_EQ(limit.Get(), 0u);
    // Lane 0 after every other packet; the low table of 15 lanes on a port of 8.
    for (uint32_t lane = 0; lane < PRIORITY_COUNT; ++lane)
    {
        Fill(lane, 20, 4'122);
    }
    EXPECT_EQ(Order(28), "0102030405060700010203040506");
}

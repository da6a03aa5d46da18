// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "port-pair.h"
#include "temporary-file.h"

#include "ns3/boolean.h"
#include "ns3/credit-flow-control.h"
#include "ns3/fecn-marker.h"
#include "ns3/input-error.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t RATE = 100'000'000'000;
constexpr uint8_t LANE = 3;

/** Flow control whose lane has had no credits for blockedPs. */
class BlockedFlowControl final : public LinkFlowControl
{
  public:
    int64_t blockedPs{0};

  private:
    bool DoIsLossless(uint8_t) const override
    {
        return true;
    }

    int64_t DoGetBlockedPs(uint8_t lane, int64_t) const override
    {
        return lane == LANE ? blockedPs : 0;
    }
};

/** Two ports of a switch, numbers 2 and 3 here, 3 and 4 as InfiniBand counts. */
class FecnMarkerTest : public FabricTest
{
  protected:
    void SetUp() override
    {
        FabricTest::SetUp();
        for (uint32_t i : {0U, 1U})
        {
            m_flow[i] = CreateObject<BlockedFlowControl>();
            m_ports[i] = MakePort(nullptr, m_flow[i]);
            m_ports[i]->SetPortNumber(2 + i);
        }
        Make({});
    }

    void TearDown() override
    {
        m_marker = nullptr;
        FabricTest::TearDown();
    }

    /** Marks from 1000 B on unless told otherwise. */
    void Make(const std::vector<std::pair<std::string, std::string>>& attributes)
    {
        ObjectFactory factory("ns3::FecnMarker");
        factory.Set("MaxQueueBytes", UintegerValue(16'000));
        for (const auto& [name, value] : attributes)
        {
            factory.Set(name, StringValue(value));
        }
        m_marker = factory.Create<FecnMarker>();
        m_marker->AssignStreams(7);
    }

    /** @return whether a frame of 1000 B is marked that came at one time and leaves at another */
    bool Judge(uint64_t queueBytes,
               int64_t readyPs = 0,
               int64_t nowPs = 0,
               uint32_t port = 0,
               uint8_t lane = LANE)
    {
        const auto packet = MakeDataPacket(readyPs, m_frameBytes, lane);
        return m_marker->ShouldMark(
            {queueBytes, RATE, PeekPointer(m_ports[port]), packet.get(), nowPs});
    }

    std::string Refusal(const std::string& mask)
    {
        const auto marker = CreateObject<FecnMarker>();
        return MessageOf<InputError>(
            [&] { marker->SetAttribute("VictimMask", StringValue(mask)); });
    }

    Ptr<BlockedFlowControl> m_flow[2];
    Ptr<FabricNetDevice> m_ports[2];
    Ptr<FecnMarker> m_marker;
    uint32_t m_frameBytes{1000};
};

} // namespace

TEST_F(FecnMarkerTest, ThresholdIsSixteenthsBelowTheLargestQueue)
{
    // (16 - threshold) / 16 * 16,000 B
    for (const uint32_t threshold : {1U, 8U, 12U, 15U})
    {
        Make({{"Threshold", std::to_string(threshold)}});
        EXPECT_TRUE(m_marker->CanMark());
        EXPECT_FALSE(Judge((16 - threshold) * 1000 - 1)) << threshold;
        EXPECT_TRUE(Judge((16 - threshold) * 1000)) << threshold;
    }
    // 1/16 of 100 B is 6.25 B: seven are above it, six are not.
    Make({{"MaxQueueBytes", "100"}});
    EXPECT_FALSE(Judge(6));
    EXPECT_TRUE(Judge(7));
}

TEST_F(FecnMarkerTest, ThresholdZeroMarksNothing)
{
    Make({{"Threshold", "0"}});
    EXPECT_FALSE(m_marker->CanMark());
    EXPECT_FALSE(Judge(UINT64_MAX));
}

TEST_F(FecnMarkerTest, AFrameShorterThanPacketSizeIsNotMarked)
{
    Make({{"PacketSize", "8"}}); // 512 B
    m_frameBytes = 511;
    EXPECT_FALSE(Judge(16'000));
    m_frameBytes = 512;
    EXPECT_TRUE(Judge(16'000));
    Make({});
    m_frameBytes = 26;
    EXPECT_TRUE(Judge(16'000)) << "0: all are";
}

TEST_F(FecnMarkerTest, MarkingRateIsTheMeanNumberOfPacketsBetweenTwoMarks)
{
    constexpr uint32_t TRIALS = 20'000;
    for (const uint32_t rate : {0U, 1U, 3U, 15U})
    {
        Make({{"MarkingRate", std::to_string(rate)}, {"PacketSize", "8"}});
        uint32_t marks = 0;
        for (uint32_t i = 0; i < TRIALS; ++i)
        {
            marks += Judge(16'000);
            EXPECT_FALSE(Judge(999)) << "what is not eligible is neither marked nor counted";
        }
        // rate packets and a mark, over and over; within four standard deviations
        const double p = 1. / (1 + rate);
        EXPECT_NEAR(marks, TRIALS * p, 4 * std::sqrt(TRIALS * p * (1 - p))) << rate;
    }
}

TEST_F(FecnMarkerTest, TheSameStreamDrawsTheSame)
{
    const auto draw = [this] {
        Make({{"MarkingRate", "3"}});
        std::string marks;
        for (uint32_t i = 0; i < 200; ++i)
        {
            marks += Judge(16'000) ? 'x' : '.';
        }
        return marks;
    };
    const auto first = draw();
    EXPECT_EQ(draw(), first);
    EXPECT_NE(first.find('x'), std::string::npos);
}

TEST_F(FecnMarkerTest, AVictimDoesNotMarkUntilWhatWaitedForCreditsIsGone)
{
    EXPECT_TRUE(Judge(2'000, 0, 100)) << "a root";
    m_flow[0]->blockedPs = 50; // from 150 to 200
    EXPECT_FALSE(Judge(2'000, 50, 200)) << "the packet that lacked credits";
    EXPECT_FALSE(Judge(2'000, 199, 280)) << "was behind it";
    EXPECT_TRUE(Judge(2'000, 201, 360)) << "came later and found credits";
    m_flow[0]->blockedPs = 60; // again, for 10 ps
    EXPECT_FALSE(Judge(2'000, 201, 450));
}

TEST_F(FecnMarkerTest, WhatItSeesBelowTheThresholdIsRemembered)
{
    m_flow[0]->blockedPs = 50;
    EXPECT_FALSE(Judge(10, 50, 200));
    EXPECT_TRUE(Judge(2'000, 201, 280)) << "came when credits were back";
}

TEST_F(FecnMarkerTest, PortsAndLanesAreJudgedEachForItself)
{
    m_flow[0]->blockedPs = 50;
    EXPECT_FALSE(Judge(2'000, 50, 200, 0, LANE));
    EXPECT_TRUE(Judge(2'000, 50, 200, 0, LANE + 1));
    EXPECT_TRUE(Judge(2'000, 50, 200, 1, LANE));
}

TEST_F(FecnMarkerTest, AtEnqueueAPortThatLacksCreditsIsAVictim)
{
    // The packet is judged when it comes: its ready time is the time.
    Make({{"AtEnqueue", "true"}});
    EXPECT_TRUE(Judge(2'000, 100, 100));
    m_flow[0]->blockedPs = 50;
    EXPECT_FALSE(Judge(2'000, 200, 200));
    m_flow[0]->blockedPs = 150;
    EXPECT_FALSE(Judge(2'000, 300, 300)) << "still blocked";
    EXPECT_TRUE(Judge(2'000, 400, 400)) << "not blocked since";
}

TEST_F(FecnMarkerTest, PortsOfTheVictimMaskMarkAsVictimsToo)
{
    Make({{"VictimMask", "0x8"}}); // bit 3: port 3 as InfiniBand counts, 2 here
    for (const uint32_t port : {0U, 1U})
    {
        m_flow[port]->blockedPs = 50;
        EXPECT_EQ(Judge(2'000, 50, 200, port), port == 0);
    }
    EXPECT_FALSE(Judge(999, 50, 300, 0)) << "below the threshold nobody marks";
}

TEST_F(FecnMarkerTest, MaskIsReadAndWrittenAsText)
{
    const std::string all(64, 'F');
    for (const auto& [text, expected] :
         std::vector<std::pair<std::string, std::string>>{{"0x1FFFFFFFFE", "0x1FFFFFFFFE"},
                                                          {"0x0", "0x0"},
                                                          {"0", "0x0"},
                                                          {"00ab", "0xAB"},
                                                          {"0x" + all, "0x" + all},
                                                          {"0x000" + all, "0x" + all}})
    {
        Make({{"VictimMask", text}});
        StringValue mask;
        m_marker->GetAttribute("VictimMask", mask);
        EXPECT_EQ(mask.Get(), expected);
    }
    EXPECT_EQ(Refusal("0xg"),
              "FecnMarker VictimMask \"0xg\": expected up to 64 hexadecimal digits, such as "
              "0x1FFFFFFFFE");
    EXPECT_NE(Refusal(""), Refusal("0x0"));
    EXPECT_NE(Refusal("0x1" + all), Refusal("0x0"));
    EXPECT_NE(Refusal("-1"), Refusal("0x0"));
}

namespace
{

/** A port behind which credits are kept, and how the marker sees what leaves it. */
class FecnPortTest : public FabricTest
{
  protected:
    /** Judges every packet as a switch would. */
    struct JudgingOwner final : RecordingOwner
    {
        void BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs) override
        {
            const uint64_t queueBytes = port.GetQueueBytes(packet.lane);
            marks += marker->ShouldMark({queueBytes, port.GetRatebps(), &port, &packet, startPs})
                         ? 'x'
                         : '.';
        }

        Ptr<FecnMarker> marker{
            CreateObjectWithAttributes<FecnMarker>("MaxQueueBytes", UintegerValue(16))};
        std::string marks;
    };

    /**
     * Ten packets of 1000 B, 16 credits each, come together over 100 Gb/s to a buffer of 64.
     *
     * @param hold true: the other end keeps packets for 1 us
     * @return the marked packets
     */
    std::string Run(bool hold)
    {
        PortPair<CreditFlowControl> pair;
        pair.Connect(RATE, 1'000);
        for (const auto& flow : pair.flow)
        {
            flow->SetAttribute("BufferBytes", UintegerValue(64 * 64));
        }
        JudgingOwner owner;
        pair.ports[0]->SetOwner(&owner);
        pair.owners[1].hold = hold;
        pair.Start();
        AtPs(0, [&] {
            for (uint32_t i = 0; i < 10; ++i)
            {
                pair.ports[0]->Enqueue(MakeDataPacket(0, 1'000));
            }
        });
        if (hold)
        {
            // A credit packet for every packet taken out: 16 credits are more than 64 / 8.
            for (int64_t us = 1; us <= 6; ++us)
            {
                AtPs(us * 1'000'000,
                     [&, us] { pair.owners[1].Free(*pair.ports[1], 1, us * 1'000'000); });
            }
        }
        Simulator::Stop(MicroSeconds(20));
        Simulator::Run();
        return owner.marks;
    }
};

} // namespace

TEST_F(FecnPortTest, APortLimitedByItsRateIsARoot)
{
    // The first finds an idle port; it and the last leave nothing behind.
    EXPECT_EQ(Run(false), ".xxxxxxxx.");
}

TEST_F(FecnPortTest, APortLimitedByCreditsIsAVictim)
{
    // 64 credits let four packets go; the port was a root until then. Each of the others waits for
    // the other end.
    EXPECT_EQ(Run(true), ".xxx......");
}

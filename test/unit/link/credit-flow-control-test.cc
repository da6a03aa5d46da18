// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "credit-link-test.h"
#include "error-message.h"

#include "ns3/infini-band-rate.h"
#include "ns3/input-error.h"
#include "ns3/no-flow-control.h"
#include "ns3/uinteger.h"

using namespace ns3;

namespace
{

class CreditFlowControlTest : public CreditLinkTest
{
};

} // namespace

TEST_F(CreditFlowControlTest, EveryDataLaneHasItsCreditsAndManagementNeedsNone)
{
    for (const uint32_t lanes : {1U, 2U, 4U, 8U, 15U})
    {
        PortPair<CreditFlowControl> link;
        link.Connect(100 * G, 100'000, 256);
        for (const auto& flow : link.flow)
        {
            flow->SetAttribute("BufferBytes", UintegerValue(BLOCKS * 64));
            flow->SetAttribute("DataLanes", UintegerValue(lanes));
        }
        link.Start();
        link.owners[1].hold = true;
        // 15 packets for each data lane, of which 10 have credits; all of the management lane.
        for (uint8_t vl = 0; vl < LANE_COUNT; ++vl)
        {
            for (uint32_t i = 0; i < 15 && (vl < lanes || vl == MANAGEMENT_LANE); ++i)
            {
                link.ports[0]->Enqueue(MakeDataPacket(NowPs(), 256, vl, i));
            }
            EXPECT_EQ(link.flow[0]->IsLossless(vl), vl < lanes);
        }
        Simulator::Run();
        EXPECT_EQ(link.owners[1].arrivals.size(), 10 * lanes + 15);
        EXPECT_EQ(link.flow[0]->GetControlReceived(), 0u) << "nothing was freed";
        EXPECT_TRUE(link.flow[0]->IsBlocked(0));
        EXPECT_FALSE(link.flow[0]->IsBlocked(MANAGEMENT_LANE));
        EXPECT_EQ(link.flow[0]->GetSentBlocks(MANAGEMENT_LANE), 0u);
        // Management first: it came last, when the port was busy with the first packet.
        EXPECT_EQ(link.owners[0].departures[0].lane, 0);
        for (uint32_t i = 1; i <= 15; ++i)
        {
            EXPECT_EQ(link.owners[0].departures[i].lane, MANAGEMENT_LANE);
        }
        link.owners[1].hold = false;
        link.owners[1].Free(*link.ports[1], link.owners[1].GetHeld(), NowPs());
        Simulator::Run();
        EXPECT_EQ(link.owners[1].arrivals.size(), 15 * lanes + 15);
        EXPECT_TRUE(link.flow[0]->Audit().empty());
        EXPECT_TRUE(link.flow[1]->Audit().empty());
    }
}

TEST_F(CreditFlowControlTest, AMendedLinkBeginsAnew)
{
    // Ten packets of four blocks fill the buffer; five wait, and are lost once the link is down.
    Build();
    m_link.owners[1].hold = true;
    Enqueue(0, 15);
    Simulator::Run();
    EXPECT_TRUE(m_link.flow[0]->IsBlocked(0));
    m_link.channel->SetDown(true, NowPs());
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 10u);
    EXPECT_EQ(m_link.channel->GetCounters(0).lostPackets, 5u);
    EXPECT_FALSE(m_link.flow[0]->IsBlocked(0));
    m_link.owners[1].Free(*m_link.ports[1], 4, NowPs());
    Simulator::Run();
    EXPECT_EQ(m_link.flow[1]->GetControlSent(), 0u) << "nobody would hear it";
    // Six of the ten are still there: 40 - 24 blocks are free, for four more packets.
    m_link.channel->SetDown(false, NowPs());
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 16u);
    EXPECT_EQ(m_link.flow[0]->GetCredits(1), BLOCKS);
    Enqueue(0, 10);
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 14u);
    m_link.owners[1].hold = false;
    m_link.owners[1].Free(*m_link.ports[1], m_link.owners[1].GetHeld(), NowPs());
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 20u);
    const auto& counters = m_link.channel->GetCounters(0);
    EXPECT_EQ(counters.sentPackets, counters.receivedPackets + counters.lostPackets);
    ExpectAtRest();
}

TEST_F(CreditFlowControlTest, LanesAreThoseOfTheStandardAndTheSameAtBothEnds)
{
    const auto flow = CreateObject<CreditFlowControl>();
    EXPECT_EQ(MessageOf<InputError>([&] { flow->SetAttribute("DataLanes", UintegerValue(12)); }),
              "CreditFlowControl DataLanes: is 12; expected 1, 2, 4, 8 or 15");
    EXPECT_FALSE(flow->SetAttributeFailSafe("DataLanes", UintegerValue(16)));
    m_link.Connect(100 * G, 100'000, 256);
    m_link.flow[1]->SetAttribute("DataLanes", UintegerValue(15));
    EXPECT_EQ(
        MessageOf<InputError>([this] { m_link.Start(); }),
        "CreditFlowControl DataLanes: is 8 at one end and 15 at the other; expected the same");
}

TEST_F(CreditFlowControlTest, StopsExactlyAtTheLimit)
{
    Build();
    EXPECT_EQ(m_link.flow[0]->GetBufferBlocks(), BLOCKS);
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), BLOCKS);
    m_link.owners[1].hold = true;
    Enqueue(0, 15);
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 10u);
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 0u);
    EXPECT_EQ(m_link.flow[0]->GetCredits(1), BLOCKS); // lanes are independent
    EXPECT_NE(m_link.flow[0]->DescribeBlock(0), "");
    EXPECT_EQ(m_link.flow[0]->DescribeBlock(1), "");
    EXPECT_NE(m_link.flow[1]->Audit(), std::vector<std::string>()); // 40 blocks still occupied
    EXPECT_EQ(m_link.ports[0]->GetQueueBytes(0), 5u * 256);
}

TEST_F(CreditFlowControlTest, APartOfABlockTakesAWholeOne)
{
    Build();
    m_link.owners[1].hold = true;
    Enqueue(0, 30, 129); // three blocks: 13 packets take 39, the 14th lacks two
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 13u);
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 1u);
}

TEST_F(CreditFlowControlTest, ABlockedLaneDoesNotHoldBackAnother)
{
    Build();
    m_link.owners[1].hold = true;
    Enqueue(0, 12, 256, 7);
    Enqueue(0, 5, 256, 2);
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 15u);
    EXPECT_EQ(m_link.flow[0]->GetCredits(7), 0u);
    EXPECT_EQ(m_link.flow[0]->GetCredits(2), BLOCKS - 20);
}

TEST_F(CreditFlowControlTest, AFreedPacketIsToldAfterTheIntervalAtTheLatest)
{
    Build();
    m_link.owners[1].hold = true;
    Enqueue(0, 12);
    // The tenth packet has left at 204.8 ns and is there at 304.8 ns. At 400 ns four blocks are
    // freed, less than the five (an eighth of 40) that are told at once. 65,536 symbols of 8 bits
    // on each of four lanes at 25 Gb/s are 20.97152 us: told at the next tick of a nanosecond.
    AtPs(400'000, [&] { m_link.owners[1].Free(*m_link.ports[1], 1, NowPs()); });
    Simulator::Run();
    ASSERT_EQ(m_link.owners[0].departures.size(), 11u);
    // 8 B at 100 Gb/s are 0.64 ns, and 100 ns of delay.
    const int64_t startPs = 400'000 + 20'972'000 + 640 + 100'000;
    EXPECT_EQ(m_link.owners[0].departures[10].startPs, startPs);
    EXPECT_EQ(m_link.flow[1]->GetControlSent(), 1u);
    // Without credits from the eleventh on, again after it.
    EXPECT_EQ(m_link.flow[0]->GetBlockedPs(0, NowPs()),
              startPs - 204'800 + NowPs() - (startPs + 20'480));
}

TEST_F(CreditFlowControlTest, WhatIsFreedBeforeAPromiseIsToldIsToldAfterIt)
{
    // Forty packets of one block. One is freed at 1 us, another will be after three intervals: at
    // the end of the first both are promised for then. One more is freed meanwhile, whose interval
    // ends before, when nothing can be told; it begins anew when the promise is told.
    const int64_t intervalPs = 20'971'520;
    const int64_t freePs = 1'000'000 + 3 * intervalPs;
    const int64_t wirePs = 100'640 + 1'000; // and a tick
    Build();
    m_link.owners[1].hold = true;
    Enqueue(0, 40, 64);
    AtPs(1'000'000, [&] { m_link.owners[1].Free(*m_link.ports[1], 1, NowPs()); });
    AtPs(2'000'000, [&] { m_link.owners[1].Free(*m_link.ports[1], 1, freePs); });
    AtPs(1'000'000 + intervalPs * 3 / 2,
         [&] { m_link.owners[1].Free(*m_link.ports[1], 1, NowPs()); });
    AtPs(freePs, [&] { EXPECT_EQ(m_link.flow[0]->GetCredits(0), 0u); });
    AtPs(freePs + wirePs, [&] { EXPECT_EQ(m_link.flow[0]->GetCredits(0), 2u); });
    AtPs(freePs + intervalPs, [&] { EXPECT_EQ(m_link.flow[0]->GetCredits(0), 2u); });
    AtPs(freePs + intervalPs + 2 * wirePs, [&] { EXPECT_EQ(m_link.flow[0]->GetCredits(0), 3u); });
    Simulator::Run();
    EXPECT_EQ(m_link.flow[1]->GetControlSent(), 2u);
}

TEST_F(CreditFlowControlTest, AnEighthOfTheBufferIsToldAtOnce)
{
    Build();
    m_link.owners[1].hold = true;
    Enqueue(0, 12);
    AtPs(400'000, [&] { m_link.owners[1].Free(*m_link.ports[1], 2, NowPs()); });
    Simulator::Run();
    ASSERT_EQ(m_link.owners[0].departures.size(), 12u);
    EXPECT_EQ(m_link.owners[0].departures[10].startPs, 400'000 + 640 + 100'000);
    EXPECT_EQ(m_link.flow[1]->GetControlSent(), 1u);
    m_link.owners[1].Free(*m_link.ports[1], 10, NowPs());
    Simulator::Run();
    ExpectAtRest();
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), BLOCKS);
}

TEST_F(CreditFlowControlTest, SixtyFiveThousandSymbolsDependOnTheGeneration)
{
    // Facts: 262 us at SDR, 65.5 at QDR, 38.4 at FDR, 21.0 at EDR; and by the same law 5.24 at NDR.
    struct Case
    {
        const char* rate;
        int64_t intervalPs;
    };

    for (const auto& [name, intervalPs] : {Case{"SDR 1x", 262'144'000},
                                           Case{"SDR", 262'144'000},
                                           Case{"QDR 12x", 65'536'000},
                                           Case{"FDR", 38'447'786},
                                           Case{"EDR", 20'971'520},
                                           Case{"NDR 2x", 5'242'880},
                                           Case{"XDR", 2'621'440}})
    {
        SCOPED_TRACE(name);
        PortPair<CreditFlowControl> link;
        const auto rate = InfiniBandRate::Find(name);
        ASSERT_TRUE(rate);
        EXPECT_EQ(rate->GetSymbolsPs(65'536), intervalPs);
        link.Connect(rate->GetDatabps(), 0, 256);
        for (const auto& flow : link.flow)
        {
            flow->SetAttribute("BufferBytes", UintegerValue(BLOCKS * 64));
            flow->SetAttribute("Lanes", UintegerValue(rate->GetLanes()));
        }
        link.Start();
        link.owners[1].hold = true;
        link.ports[0]->Enqueue(MakeDataPacket(0, 64, 0));
        const int64_t freePs = 1'000'000; // one block of 40: not told at once
        AtPs(freePs, [&] { link.owners[1].Free(*link.ports[1], 1, NowPs()); });
        AtPs(freePs + intervalPs / 1'000 * 1'000 - 1'000,
             [&] { EXPECT_EQ(link.flow[1]->GetControlSent(), 0u); });
        AtPs(freePs + intervalPs / 1'000 * 1'000 + 2'000,
             [&] { EXPECT_EQ(link.flow[1]->GetControlSent(), 1u); });
        Simulator::Run();
    }
}

TEST_F(CreditFlowControlTest, AWidthThatDoesNotExistIsRefused)
{
    m_link.Connect(100 * G, 0, 256);
    m_link.flow[0]->SetAttribute("Lanes", UintegerValue(3));
    EXPECT_EQ(MessageOf<InputError>([&] { m_link.flow[0]->Start(); }),
              "CreditFlowControl Lanes: is 3; expected 1, 2, 4, 8 or 12");
}

TEST_F(CreditFlowControlTest, FlowControlPacketsSkipThePipeline)
{
    // The sender's own pipeline of 5 us is for what it forwards: the second packet follows when the
    // flow control packet for the first is on the port, 20.48 ns of packet, 0.64 ns of its own and
    // the wire both ways.
    m_link.Connect(100 * G, 100'000, 256);
    m_link.ports[0]->SetPipeline(5'000'000, true);
    for (const auto& flow : m_link.flow)
    {
        flow->SetAttribute("BufferBytes", UintegerValue(256));
    }
    m_link.Start();
    Enqueue(0, 2, 256);
    Simulator::Run();
    ASSERT_EQ(m_link.owners[0].departures.size(), 2u);
    EXPECT_NEAR(m_link.owners[0].departures[1].startPs, 20'480 + 100'000 + 640 + 100'000, 1'000);
}

TEST_F(CreditFlowControlTest, WhatIsInThePipelineIsNotLost)
{
    // The other end sends a packet and then credits, which overtake it in our pipeline of 5 us: its
    // blocks are on their way, not lost, and are given back once.
    m_link.Connect(100 * G, 100'000, 256);
    m_link.ports[1]->SetPipeline(5'000'000, false);
    for (const auto& flow : m_link.flow)
    {
        flow->SetAttribute("BufferBytes", UintegerValue(1'024)); // 16 blocks
        flow->SetAttribute("UpdateBlocks", UintegerValue(1));
    }
    m_link.Start();
    m_link.owners[1].hold = true;
    Enqueue(0, 4, 256);
    Enqueue(1, 4, 256); // for which credits go the other way
    AtPs(3'000'000, [this] { EXPECT_EQ(m_link.flow[0]->GetCredits(0), 0u); });
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 4u);
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 0u) << "they are held";
    m_link.owners[1].Free(*m_link.ports[1], 4, NowPs());
    Simulator::Run();
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 16u);
    EXPECT_EQ(m_link.flow[0]->Audit(), std::vector<std::string>());
}

TEST_F(CreditFlowControlTest, CreditsDoNotOvertakePacketsOnAFastWire)
{
    // A packet of one block is 0.64 ns, more than one per tick of a nanosecond, and FCTBS of a
    // credit must not overtake the packets that it counts.
    m_link.Connect(800 * G, 3'333, 64);
    for (const auto& flow : m_link.flow)
    {
        flow->SetAttribute("BufferBytes", UintegerValue(64 * 64));
        flow->SetAttribute("UpdateBlocks", UintegerValue(1));
    }
    m_link.ports[0]->SetPipeline(100'300, true);
    m_link.ports[1]->SetPipeline(50'000, false);
    m_link.Start();
    Enqueue(0, 3'000, 64);
    Enqueue(1, 3'000, 60);
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 3'000u);
    EXPECT_EQ(m_link.owners[0].arrivals.size(), 3'000u);
    ExpectAtRest();
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 64u);
    EXPECT_EQ(m_link.flow[1]->GetCredits(0), 64u);
}

// Losses are reported again until both ends have all of their credits, and no longer: the link
// comes to rest after every transfer. One packet in a lane is enough to lose a report of it, or of
// its credits.
TEST_F(CreditFlowControlTest, ALinkThatLosesPacketsComesToRest)
{
    Build(BLOCKS * 64, 0.4);
    for (uint32_t round = 0; round < 50; ++round)
    {
        Enqueue(0, 1);
        Enqueue(1, round % 3, 256, 2);
        Simulator::Run();
        for (uint32_t side = 0; side < 2; ++side)
        {
            for (const uint8_t vl : {0, 2})
            {
                EXPECT_EQ(m_link.flow[side]->GetCredits(vl), BLOCKS) << round;
            }
        }
        ExpectAtRest();
    }
    EXPECT_GT(m_link.channel->GetCounters(0).lostPackets, 50u);
    // It is tried each 65,536 symbol times of 320 ps, and arrives there and back 36 times in 100.
    EXPECT_LT(NowPs(), 50 * 10 * int64_t{65'536} * 320);
}

// The sender has used its credits, and sends nothing that would tell it that packets may be lost
// from now on, when all that tells it of more begins to get lost.
TEST_F(CreditFlowControlTest, ALinkThatBeginsToLosePacketsLosesNoCreditsForGood)
{
    Build();
    m_link.owners[1].hold = true;
    Enqueue(0, 200);
    AtPs(1'000'000, [this] {
        EXPECT_EQ(m_link.owners[1].GetHeld(), BLOCKS / 4);
        m_link.channel->SetErrorRate(1, 0.9);
    });
    AtPs(2'000'000, [this] {
        m_link.owners[1].hold = false;
        m_link.owners[1].Free(*m_link.ports[1], BLOCKS / 4, NowPs());
    });
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 200u);
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), BLOCKS);
    ExpectAtRest();
}

// The last packet that would have told the sender of credits is on the wire at that time.
TEST_F(CreditFlowControlTest, WhatIsOnTheWireOfALinkThatBeginsToLosePacketsIsToldAgain)
{
    constexpr uint32_t packets = 8; // that fit; an eighth of the buffer is told at once
    Build(packets * 256);
    m_link.owners[1].hold = true;
    Enqueue(0, 200);
    AtPs(2'000'000, [=] {
        m_link.owners[1].hold = false;
        m_link.owners[1].Free(*m_link.ports[1], packets, NowPs());
    });
    AtPs(2'050'000, [this] { m_link.channel->SetErrorRate(1, 1); });
    AtPs(2'500'000, [=] {
        EXPECT_EQ(m_link.owners[1].arrivals.size(), packets);
        m_link.channel->SetErrorRate(1, 0);
    });
    Simulator::Run();
    EXPECT_EQ(m_link.owners[1].arrivals.size(), 200u);
    EXPECT_EQ(m_link.flow[0]->GetCredits(0), 4 * packets);
    ExpectAtRest();
}

TEST_F(CreditFlowControlTest, BothEndsNeedIt)
{
    RecordingOwner owners[2];
    const auto first = MakePort(&owners[0], CreateObject<CreditFlowControl>());
    const auto second = MakePort(&owners[1], CreateObject<NoFlowControl>());
    const auto channel = ConnectPorts(first, second, 100 * G, 0);
    EXPECT_EQ(MessageOf<InputError>([&] { first->GetFlowControl().Start(); }),
              "CreditFlowControl: both ends of a link need this flow control");
    Simulator::Destroy();
    channel->Dispose();
}

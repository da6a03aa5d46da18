// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-retry-test.h"

#include "ns3/input-error.h"

using namespace ns3;

/** Its last bit comes F + d after the first left; a repetition F + 2 d + a later. */
TEST_F(LinkRetryTest, ADamagedFrameIsLateByARoundTrip)
{
    for (const int64_t delayPs : {SHORT_PS, LONG_PS})
    {
        SCOPED_TRACE(delayPs);
        Link link(delayPs);
        link.StartAll();
        constexpr int64_t T = 1'000'000;
        link.Send(T, 1);
        link.Damage(T + delayPs - 1000, T + delayPs + 1000);
        Simulator::Run();
        link.ExpectOnceInOrder(1);
        EXPECT_EQ(link.owners[1].arrivals[0].tailPs,
                  T + FRAME_PS + delayPs + FRAME_PS + 2 * delayPs + SET_PS);
        EXPECT_EQ(link.retries[1]->GetCounters().nacks, 1u);
        EXPECT_EQ(link.retries[0]->GetCounters().replayedFrames, 1u);
        EXPECT_EQ(link.channel->GetCounters(0).discardedPackets, 1u);
        link.ExpectConserved();
    }
}

/** If LLR_NACK is lost too, the timer runs from the last bit of the frame. */
TEST_F(LinkRetryTest, ALostNackIsMadeGoodByTheTimer)
{
    Link link(LONG_PS);
    link.StartAll();
    constexpr int64_t T = 1'000'000;
    link.Send(T, 1);
    link.Damage(T + LONG_PS - 1000, T + FRAME_PS + 2 * LONG_PS + 2000);
    Simulator::Run();
    link.ExpectOnceInOrder(1);
    EXPECT_EQ(link.owners[1].arrivals[0].tailPs,
              T + FRAME_PS + link.retries[0]->GetReplayTimerPs() + FRAME_PS + LONG_PS);
    EXPECT_EQ(link.retries[0]->GetCounters().replays, 1u);
    link.ExpectConserved();
}

/** After MaxReplays without progress: lost, and what comes later arrives. */
TEST_F(LinkRetryTest, WhatCannotBeSentIsGivenUp)
{
    Link link(LONG_PS, {{"MaxReplays", 3}});
    link.StartAll();
    constexpr int64_t T = 1'000'000;
    link.Send(T, 2);
    link.Damage(T, T + 100'000'000);
    link.Send(T + 110'000'000, 5);
    Simulator::Run();
    ASSERT_EQ(link.owners[1].arrivals.size(), 5u);
    EXPECT_EQ(link.owners[1].arrivals[0].psn, 2u);
    EXPECT_EQ(link.owners[1].arrivals[4].psn, 6u);
    EXPECT_EQ(link.retries[0]->GetCounters().replays, 3u);
    EXPECT_EQ(link.retries[0]->GetCounters().restarts, 1u);
    EXPECT_EQ(link.channel->GetCounters(0).lostPackets, 2u);
    link.ExpectConserved();
}

/** Frames that wait at the receiver, frames on the wire, and frames sent meanwhile are lost. */
TEST_F(LinkRetryTest, ALinkThatFailsDuringReplayLosesWhatIsInIt)
{
    Link link(LONG_PS);
    link.StartAll();
    constexpr int64_t T = 1'000'000;
    link.Send(T, 10);
    link.Damage(T + LONG_PS - 1000, T + LONG_PS + 1000);
    // The replay is on its way: it began at T + F + 2 d + a.
    constexpr int64_t DOWN = T + FRAME_PS + 2 * LONG_PS + 500'000;
    AtPs(DOWN, [&link] { link.channel->SetDown(true, DOWN); });
    link.Send(DOWN + 1'000'000, 3);
    AtPs(DOWN + 10'000'000, [&link] { link.channel->SetDown(false, DOWN + 10'000'000); });
    link.Send(DOWN + 11'000'000, 20);
    Simulator::Run();
    ASSERT_EQ(link.owners[1].arrivals.size(), 20u);
    for (uint32_t i = 0; i < 20; ++i)
    {
        EXPECT_EQ(link.owners[1].arrivals[i].psn, 13 + i);
    }
    // Ten that waited for their turn, those on the wire for the second time, three while down.
    EXPECT_GE(link.channel->GetCounters(0).lostPackets, 13u);
    link.ExpectConserved();
}

TEST_F(LinkRetryTest, RefusesABufferWithoutRoomForAFrame)
{
    Link link(SHORT_PS, {{"ReplayBufferBytes", FRAME_BYTES - 1}});
    EXPECT_THROW(link.StartAll(), InputError);
}

TEST_F(LinkRetryTest, RefusesATimerShorterThanTheRoundTrip)
{
    Link link(LONG_PS);
    link.retries[0]->SetAttribute("ReplayTimer", TimeValue(MicroSeconds(4)));
    EXPECT_THROW(link.StartAll(), InputError);
}

/** The numbers do not depend on the kind that is requested first. */
TEST_F(LinkRetryTest, KindsHaveTheirNumbersFromTheStart)
{
    EXPECT_GT(LinkRetry::GetReplayKind(), LinkRetry::GetControlKind());
    EXPECT_GT(RegisterLinkControl("of a test of link retry"), LinkRetry::GetReplayKind());
}

/** An answer that is called off leaves the wire to others until the next one is due. */
TEST_F(LinkRetryTest, ARestartCallsOffTheNackAndHastensNoAck)
{
    Link link(SHORT_PS, {{"AckSpacing", 65535}}); // 5.2428 us
    link.StartAll();
    link.Damage(0, 10'000'000); // answers are to nothing that was sent
    const auto frame = MakeDataPacket(0, FRAME_BYTES);
    const auto restart = MakeReplay({10, 8, true});
    constexpr int64_t T = 1'000'000;
    AtPs(T, [&] { EXPECT_TRUE(link.Accept(*frame, T + FRAME_PS)); });
    AtPs(T + 150'000, [&] { EXPECT_TRUE(link.Accept(*frame, T + 250'000)); });
    AtPs(T + 260'000, [&] { EXPECT_FALSE(link.Accept(*frame, T + 360'000, true)); });
    AtPs(T + 300'000, [&] { EXPECT_TRUE(link.Accept(*restart, T + 300'640)); });
    AtPs(T + 400'000, [&] {
        EXPECT_EQ(link.retries[1]->GetCounters().nacks, 0u);
        EXPECT_EQ(link.retries[1]->GetCounters().acks, 1u);
        EXPECT_EQ(link.ports[1]->GetBusyUntilPs(), T + FRAME_PS + SET_PS);
    });
    constexpr int64_t DUE = T + FRAME_PS + 65'535 * 80;
    AtPs(DUE + 1000, [&] {
        EXPECT_EQ(link.retries[1]->GetCounters().acks, 2u);
        EXPECT_EQ(link.ports[1]->GetBusyUntilPs(), DUE + SET_PS);
    });
    Simulator::Run();
}

/** Even if it is there again before its last bit has come. */
TEST_F(LinkRetryTest, ANackNamesTheFrameThatWasDamaged)
{
    Link link(SHORT_PS);
    link.StartAll();
    constexpr int64_t T = 1'000'000;
    const auto again = MakeReplay({0, FRAME_BYTES, false});
    link.Send(T, 1);
    link.Damage(T + SHORT_PS - 1000, T + SHORT_PS + 1000);
    AtPs(T + SHORT_PS + 50'000, [&] { EXPECT_TRUE(link.Accept(*again, T + SHORT_PS + 150'000)); });
    Simulator::Run();
    EXPECT_EQ(link.retries[1]->GetCounters().nacks, 1u);
    EXPECT_EQ(link.retries[0]->GetCounters().replayedFrames, 1u);
}

/**
 * Frame 1 of 20 is damaged, and its repetition halfway here, F + 3 d + a after it ended: 18 came
 * behind it before, and are told of although it is not whole yet.
 */
TEST_F(LinkRetryTest, WhatAwaitsItsTurnIsInFlight)
{
    Link link(LONG_PS);
    link.ports[1]->SetPipeline(1'000'000, false);
    link.StartAll();
    constexpr int64_t T = 1'000'000;
    link.Send(T, 20);
    link.Damage(T + FRAME_PS + LONG_PS - 1000, T + FRAME_PS + LONG_PS + 1000);
    constexpr int64_t HALF = T + 2 * FRAME_PS + 3 * LONG_PS + SET_PS + FRAME_PS / 2;
    AtPs(HALF, [&] {
        EXPECT_EQ(link.channel->GetAwaited(0), 18u);
        uint32_t whole = 0;
        link.channel->ForEachInFlight(0, [&](const FabricPacket& packet) {
            const bool isWhole = packet.tailPs - 1'000'000 < HALF;
            whole += isWhole;
            return isWhole;
        });
        EXPECT_EQ(whole, 18u);
    });
    Simulator::Run();
    link.ExpectOnceInOrder(20);
    link.ExpectConserved();
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "port-pair.h"

#include "ns3/go-back-n-link-retry.h"
#include "ns3/input-error.h"
#include "ns3/no-flow-control.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t RATE = 100'000'000'000; // 80 ps for a byte
constexpr uint32_t FRAME_BYTES = 1250;
constexpr int64_t FRAME_PS = 100'000;
constexpr int64_t SET_PS = 640; // of an ordered set of 8 B
constexpr int64_t SHORT_PS = 10'000;
constexpr int64_t LONG_PS = 2'000'000;

/** Two ports with a wire of 100 Gb/s that send damaged frames again. */
class LinkRetryTest : public ::testing::Test
{
  protected:
    void TearDown() override
    {
        EXPECT_EQ(FabricPacketPool::GetLiveCount(), 0u);
    }

    struct Link : public PortPair<NoFlowControl>
    {
        Link(int64_t delayPs, const std::vector<std::pair<std::string, uint64_t>>& attributes = {})
        {
            for (uint32_t side : {0U, 1U})
            {
                flow[side] = CreateObject<NoFlowControl>();
                ports[side] = MakePort(&owners[side], flow[side], FRAME_BYTES);
                retries[side] = CreateObject<GoBackNLinkRetry>();
                for (const auto& [name, value] : attributes)
                {
                    retries[side]->SetAttribute(name, UintegerValue(value));
                }
                ports[side]->SetRetry(retries[side]);
            }
            channel = ConnectPorts(ports[0], ports[1], RATE, delayPs);
        }

        void StartAll()
        {
            retries[0]->Start();
            retries[1]->Start();
            Start();
        }

        /** Frames with the next numbers, at once. */
        void Send(int64_t ps, uint32_t frames)
        {
            AtPs(ps, [=] {
                for (uint32_t i = 0; i < frames; ++i)
                {
                    ports[0]->Enqueue(MakeDataPacket(ps, FRAME_BYTES, 3, next++));
                }
            });
        }

        /** Everything is damaged whose first bit, or that of link control whose last, comes then.
         */
        void Damage(int64_t fromPs, int64_t toPs)
        {
            AtPs(fromPs, [this] { channel->SetAttribute("ErrorRate", DoubleValue(1)); });
            AtPs(toPs, [this] { channel->SetAttribute("ErrorRate", DoubleValue(0)); });
        }

        void ExpectOnceInOrder(uint32_t frames) const
        {
            ASSERT_EQ(owners[1].arrivals.size(), frames);
            for (uint32_t i = 0; i < frames; ++i)
            {
                ASSERT_EQ(owners[1].arrivals[i].psn, i);
            }
        }

        void ExpectConserved() const
        {
            for (uint32_t side : {0U, 1U})
            {
                const auto counters = channel->GetCounters(side);
                EXPECT_EQ(counters.sentPackets,
                          counters.receivedPackets + counters.discardedPackets +
                              counters.lostPackets + channel->GetInFlight(side));
                EXPECT_EQ(counters.sentBytes,
                          counters.receivedBytes + counters.discardedBytes + counters.lostBytes);
                EXPECT_EQ(channel->GetAwaited(side), 0u);
            }
        }

        Ptr<GoBackNLinkRetry> retries[2]; //!< by side
        uint32_t next{0};                 //!< psn
    };
};

} // namespace

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

/** Nothing is later than without it: its acknowledgements go the other way. */
TEST_F(LinkRetryTest, AWholeFrameIsNotLate)
{
    Link link(LONG_PS);
    link.StartAll();
    link.Send(1'000'000, 1000);
    Simulator::Run();
    link.ExpectOnceInOrder(1000);
    EXPECT_EQ(link.owners[1].arrivals.back().tailPs, 1'000'000 + 1000 * FRAME_PS + LONG_PS);
    EXPECT_EQ(link.retries[0]->GetCounters().replays, 0u);
    // Every 2048 B of the wire: after two frames, which end every 200 ns.
    EXPECT_NEAR(static_cast<double>(link.retries[1]->GetCounters().acks), 1000 * 100 / 163.84, 2);
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

/**
 * Each frame that is damaged takes K of its times until it begins once more:
 * K = ceil((F + 2 d + a) / F), so N frames take N + K times as many as are damaged.
 */
TEST_F(LinkRetryTest, BitErrorsTakeTheShareOfGoBackN)
{
    for (const int64_t delayPs : {SHORT_PS, LONG_PS})
    {
        for (const double rate : {1e-7, 1e-6, 1e-5})
        {
            SCOPED_TRACE(std::to_string(delayPs) + " ps, " + std::to_string(1e7 * rate) + "e-7");
            constexpr uint32_t FRAMES = 60'000;
            Link link(delayPs);
            link.channel->SetBitErrorRate(rate);
            link.StartAll();
            link.Send(0, FRAMES);
            Simulator::Run();
            link.ExpectOnceInOrder(FRAMES);
            link.ExpectConserved();
            const double p = 1 - std::pow(1 - rate, 8 * FRAME_BYTES);
            const double frameTimes =
                static_cast<double>(link.owners[1].arrivals.back().tailPs - delayPs) / FRAME_PS;
            const double k = std::ceil((FRAME_PS + 2.0 * delayPs + SET_PS) / FRAME_PS);
            const double damages = FRAMES * p / (1 - p);
            // Four standard deviations of the number of damages, and the timer for lost answers.
            const double tolerance = 4 * std::sqrt(damages / (1 - p)) * k / FRAMES + 0.005;
            EXPECT_NEAR(frameTimes / FRAMES, 1 + k * p / (1 - p), tolerance);
            const double replays = link.retries[0]->GetCounters().replays;
            EXPECT_NEAR(replays, damages, 4 * std::sqrt(damages / (1 - p)) + 1);
            EXPECT_NEAR(frameTimes, FRAMES + k * replays, 0.01 * frameTimes);
        }
    }
}

/** Four frames in the buffer: as many in the time until the first one is acknowledged. */
TEST_F(LinkRetryTest, ASmallReplayBufferLimitsTheRate)
{
    Link link(LONG_PS, {{"ReplayBufferBytes", 4 * FRAME_BYTES}, {"AckSpacing", 8}});
    link.StartAll();
    link.Send(0, 401);
    Simulator::Run();
    link.ExpectOnceInOrder(401);
    EXPECT_EQ(link.owners[1].departures.size(), 0u);
    EXPECT_EQ(link.owners[0].departures.back().startPs, 100 * (FRAME_PS + 2 * LONG_PS + SET_PS));
    EXPECT_GT(link.ports[0]->GetCounters(NowPs()).stalledPs, 100 * LONG_PS);
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

/** What waits at the receiver for its turn, what is on the wire, and what is sent meanwhile. */
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

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The cost of link-level retry, and its behaviour when the rate changes.

#include "link-retry-test.h"

#include <cmath>
#include <string>
#include <utility>

using namespace ns3;

namespace
{

class LinkRetryRateTest : public LinkRetryTest
{
};

} // namespace

/** Nothing is later than without it: its acknowledgements go the other way. */
TEST_F(LinkRetryRateTest, AWholeFrameIsNotLate)
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

/**
 * Each frame that is damaged takes K of its times until it begins once more:
 * K = ceil((F + 2 d + a) / F), so N frames take N + K times as many as are damaged.
 */
TEST_F(LinkRetryRateTest, BitErrorsTakeTheShareOfGoBackN)
{
    for (const int64_t delayPs : {SHORT_PS, LONG_PS})
    {
        for (const double rate : {1e-7, 1e-6, 1e-5})
        {
            SCOPED_TRACE(std::to_string(delayPs) + " ps, " + std::to_string(1e7 * rate) + "e-7");
            constexpr uint32_t FRAMES = 60'000;
            Link link(delayPs);
            link.channel->SetBitErrorRate(0, rate);
            link.channel->SetBitErrorRate(1, rate);
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
TEST_F(LinkRetryRateTest, ASmallReplayBufferLimitsTheRate)
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

/** With traffic in both directions, so that acknowledgements wait for whole frames. */
TEST_F(LinkRetryRateTest, AnotherRateRepeatsNothing)
{
    for (const int64_t delayPs : {SHORT_PS, LONG_PS})
    {
        for (const auto& [low, then] : {std::pair{RATE / 100, RATE}, {RATE / 10, RATE / 4}})
        {
            SCOPED_TRACE(std::to_string(delayPs) + " ps, " + std::to_string(low) + " b/s");
            Link link(delayPs);
            link.StartAll();
            const auto bufferBytes = link.retries[0]->GetBufferBytes();
            EXPECT_EQ(link.retries[0]->GetReplayTimerPs(), 2 * GetLoopPs(delayPs, RATE));
            link.Send(0, 1000);
            link.Send(33'000, 1200, 1, 1000);
            link.SetRate(20'050'000, low);
            AtPs(21'000'000, [&, low = low] {
                EXPECT_EQ(link.retries[0]->GetReplayTimerPs(), 2 * GetLoopPs(delayPs, low));
            });
            link.SetRate(1'000'000'000, then);
            // Before an answer to what was sent at the low rate can be there, and down once more.
            link.SetRate(1'000'700'000, low);
            link.SetRate(1'100'000'000, then);
            Simulator::Run();
            EXPECT_EQ(link.retries[0]->GetReplayTimerPs(), 2 * GetLoopPs(delayPs, then));
            EXPECT_EQ(link.retries[0]->GetBufferBytes(), bufferBytes);
            for (const uint32_t side : {0U, 1U})
            {
                link.ExpectOnceInOrder(side == 0 ? 1000 : 1200, side);
                EXPECT_EQ(link.retries[side]->GetCounters().replays, 0u);
                EXPECT_EQ(link.retries[side]->GetCounters().restarts, 0u);
            }
            link.ExpectConserved();
        }
    }
}

/** As ALostNackIsMadeGoodByTheTimer, at a tenth of the rate. */
TEST_F(LinkRetryRateTest, TheTimerIsThatOfTheRateOfNow)
{
    Link link(LONG_PS);
    link.StartAll();
    constexpr int64_t T = 1'000'000;
    link.SetRate(T - 500'000, RATE / 10);
    link.Send(T, 1);
    link.Damage(T + LONG_PS - 1000, T + 10 * FRAME_PS + 2 * LONG_PS + 10'000);
    Simulator::Run();
    link.ExpectOnceInOrder(1);
    EXPECT_EQ(link.owners[1].arrivals[0].tailPs,
              T + 20 * FRAME_PS + 2 * GetLoopPs(LONG_PS, RATE / 10) + LONG_PS);
    link.ExpectConserved();
}

/** One of 6 us is enough at 100 Gb/s, and less than a round trip of 8.65 us at 10 Gb/s. */
TEST_F(LinkRetryRateTest, AReplayTimerIsNeverShorterThanTheRoundTrip)
{
    Link link(LONG_PS);
    for (const auto& retry : link.retries)
    {
        retry->SetAttribute("ReplayTimer", TimeValue(MicroSeconds(6)));
    }
    link.StartAll();
    EXPECT_EQ(link.retries[0]->GetReplayTimerPs(), 6'000'000);
    link.channel->SetRates({RATE / 10, RATE / 10});
    EXPECT_EQ(link.retries[0]->GetReplayTimerPs(), GetLoopPs(LONG_PS, RATE / 10));
    link.channel->SetRates({RATE, RATE});
    EXPECT_EQ(link.retries[0]->GetReplayTimerPs(), 6'000'000);
}

/**
 * Answers wait for the frame of F' that has begun in the other direction, at any time of it, and
 * behind one that is sent again there, in a share q of the time. So K is the mean of
 *     ceil((F + 2 d + a + (u + [v < q]) F') / F), u and v uniform in [0, 1),
 *     q = p' K' / (1 - p' + p' K').
 * In each direction an ordered set acknowledges three frames of 1000 B or two of 1250 B.
 */
TEST_F(LinkRetryRateTest, TrafficInTheOtherDirectionDelaysAnswers)
{
    constexpr double SIZES[] = {FRAME_BYTES, 1000};
    constexpr double ERROR_RATE = 1e-6;
    for (const int64_t delayPs : {SHORT_PS, LONG_PS})
    {
        SCOPED_TRACE(std::to_string(delayPs) + " ps");
        constexpr uint32_t FRAMES = 60'000;
        Link link(delayPs);
        link.channel->SetBitErrorRate(0, ERROR_RATE);
        link.channel->SetBitErrorRate(1, ERROR_RATE);
        link.StartAll();
        link.Send(0, FRAMES);
        link.Send(0, 2 * FRAMES, 1, 1000);
        Simulator::Run();
        link.ExpectOnceInOrder(FRAMES);
        link.ExpectOnceInOrder(2 * FRAMES, 1);
        link.ExpectConserved();
        const auto damaged = [](double bytes) { return 1 - std::pow(1 - ERROR_RATE, 8 * bytes); };
        const auto meanK = [&](double bytes, double otherBytes, double q) {
            constexpr int STEPS = 1000;
            double sum = 0;
            for (int i = 0; i < STEPS; ++i)
            {
                const double u = (i + 0.5) / STEPS;
                const double frame = 80 * bytes;
                const double answerPs = frame + 2.0 * delayPs + SET_PS + u * 80 * otherBytes;
                sum += (1 - q) * std::ceil(answerPs / frame) +
                       q * std::ceil((answerPs + 80 * otherBytes) / frame);
            }
            return sum / STEPS;
        };
        const double otherP = damaged(SIZES[1]);
        const double otherPK = otherP * meanK(SIZES[1], SIZES[0], 0);
        const double p = damaged(SIZES[0]);
        const double k = meanK(SIZES[0], SIZES[1], otherPK / (1 - otherP + otherPK));
        const double frameTimes =
            static_cast<double>(link.owners[1].arrivals.back().tailPs - delayPs) / FRAME_PS;
        const double acks = SET_PS / 240'000.0; // one in 3 * 80 ns
        const double replays = link.retries[0]->GetCounters().replays;
        const double damages = FRAMES * p / (1 - p);
        const double deviation = std::sqrt(damages / (1 - p));
        EXPECT_NEAR(replays, damages, 4 * deviation);
        EXPECT_NEAR(frameTimes / FRAMES,
                    (1 + acks) * (1 + k * p / (1 - p)),
                    4 * deviation * k / FRAMES + 0.003);
        EXPECT_NEAR(frameTimes, (1 + acks) * (FRAMES + k * replays), 0.005 * frameTimes);
        // Without the wait the cost would be K - 1: a tenth less at 10 ns, 2 % less at 2 us.
        EXPECT_GT(k, std::ceil((FRAME_PS + 2.0 * delayPs + SET_PS) / FRAME_PS));
    }
}

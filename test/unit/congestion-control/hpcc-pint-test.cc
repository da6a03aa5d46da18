// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/hpcc-pint.h"
#include "ns3/nstime.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint16_t HALF = 8;   // of base 2: 2^8 / 512
constexpr uint16_t TWICE = 10; // 2^10 / 512

ObjectFactory
MakeFactory(double base = 2, double share = 1)
{
    ObjectFactory factory("ns3::HpccPint");
    factory.Set("CodeBase", DoubleValue(base));
    factory.Set("SampledShare", DoubleValue(share));
    return factory;
}

/** A sender, and acknowledgements of 1000 B with digests, a microsecond apart. */
class Feed
{
  public:
    explicit Feed(const ObjectFactory& factory = MakeFactory(), int64_t stream = 1)
        : pint(factory.Create<HpccPint>())
    {
        pint->AssignStreams(stream);
        pint->Start(PATH_100G);
    }

    void Ack(uint16_t code, uint64_t inflightBytes = 0)
    {
        TelemetryDigest digest;
        digest.code = code;
        m_nowPs += US;
        AckEvent event = ns3::Ack(m_nowPs, inflightBytes);
        event.digest = &digest;
        pint->NotifyAck(event);
    }

    Ptr<HpccPint> pint;

  private:
    int64_t m_nowPs{0};
};

} // namespace

TEST(HpccPint, StartsAsHpccAndTellsSwitchesWhatItExpects)
{
    ObjectFactory factory = MakeFactory(1.01);
    factory.Set("BaseRtt", TimeValue(MicroSeconds(13)));
    const Feed feed(factory);
    EXPECT_EQ(feed.pint->GetWindowBytes(), 163'000u); // 100 Gb/s times 13 us, whole packets
    EXPECT_EQ(feed.pint->GetRatebps(0), 100 * GBPS);
    const auto needs = feed.pint->GetNeeds();
    EXPECT_FALSE(needs.telemetry);
    EXPECT_TRUE(needs.acknowledgements);
    ASSERT_TRUE(needs.digest);
    EXPECT_EQ(needs.digest->base, 1.01);
    EXPECT_EQ(needs.digest->spanPs, 13 * US);
    EXPECT_EQ(Feed().pint->GetNeeds().digest->spanPs, 0);
    EXPECT_EQ(Feed().pint->GetWindowBytes(), 100'000u) << "of the path";
}

TEST(HpccPint, TheFirstMovesNothingThenEachComputesFromTheReference)
{
    Feed feed;
    feed.Ack(TWICE, 2'000); // the round ends behind 3000 B
    EXPECT_EQ(feed.pint->GetWindowBytes(), 100'000u);
    feed.Ack(TWICE, 2'000);
    EXPECT_DOUBLE_EQ(feed.pint->GetUtilization(), 2);
    EXPECT_NEAR(feed.pint->GetWindowBytes(), 47'580, 1);        // 100,000 * 0.95 / 2 + 80
    EXPECT_NEAR(feed.pint->GetRatebps(20 * US), 47'580e6, 1e3); // W / 8 us
    feed.Ack(TWICE, 2'000);
    EXPECT_NEAR(feed.pint->GetWindowBytes(), 47'580, 1) << "the same load asks for the same window";
    feed.Ack(TWICE, 2'000); // 4000 B: the round ends, the reference moves
    EXPECT_NEAR(feed.pint->GetWindowBytes(), 47'580, 1);
    feed.Ack(TWICE, 2'000);
    EXPECT_NEAR(feed.pint->GetWindowBytes(), 22'681, 1); // 47,580 * 0.95 / 2 + 80
}

TEST(HpccPint, FiveRoundsOfAdditiveIncreaseThenOneThatAimsAtEta)
{
    Feed feed;
    feed.Ack(TWICE);
    feed.Ack(TWICE);
    for (uint64_t round = 1; round <= 5; ++round)
    {
        feed.Ack(HALF);
        EXPECT_NEAR(feed.pint->GetWindowBytes(), 47'580 + 80 * round, 1);
    }
    feed.Ack(HALF);
    EXPECT_NEAR(feed.pint->GetWindowBytes(), 91'242, 1); // 47,980 * 0.95 / 0.5 + 80
}

TEST(HpccPint, WithoutDigestsAndWithoutFastReactNothingMoves)
{
    Feed feed;
    for (int i = 0; i < 10; ++i)
    {
        feed.pint->NotifyAck(MarkedAck(i * US));
    }
    EXPECT_EQ(feed.pint->GetWindowBytes(), 100'000u);

    ObjectFactory factory = MakeFactory();
    factory.Set("FastReact", BooleanValue(false));
    Feed slow(factory);
    slow.Ack(TWICE, 1'000);
    slow.Ack(TWICE, 1'000); // ends no round
    EXPECT_EQ(slow.pint->GetWindowBytes(), 100'000u);
    slow.Ack(TWICE, 1'000);
    EXPECT_NEAR(slow.pint->GetWindowBytes(), 47'580, 1);
}

TEST(HpccPint, AShareOfAcknowledgementsIsLookedAtAndOnlyTheseEndRounds)
{
    // Each has a code of its own, so U tells which were looked at: of 4000 a quarter, with a
    // standard deviation of sqrt(4000 * 0.25 * 0.75) = 27. The window moves with those of them by
    // which more than what had been sent when the round began is acknowledged, 1000 B each.
    constexpr double BASE = 1.0005;
    constexpr uint64_t INFLIGHT = 6'500;
    ObjectFactory factory = MakeFactory(BASE, 0.25);
    factory.Set("FastReact", BooleanValue(false));
    factory.Set("IncreaseBytes", UintegerValue(20'000)); // no window is too small to move
    std::vector<std::vector<int>> looks;
    for (const int64_t stream : {1, 1, 2})
    {
        Feed feed(factory, stream);
        looks.emplace_back();
        uint64_t endBytes = 0;
        for (int i = 1; i <= 4'000; ++i)
        {
            const auto code = static_cast<uint16_t>(13'000 + i); // U of 1.3 and more
            const uint64_t before = feed.pint->GetWindowBytes();
            feed.Ack(code, INFLIGHT);
            if (feed.pint->GetUtilization() != DigestCode(BASE).Decode(code))
            {
                ASSERT_EQ(feed.pint->GetWindowBytes(), before);
                continue;
            }
            looks.back().push_back(i);
            const uint64_t ackedBytes = 1'000 * static_cast<uint64_t>(i);
            const bool ends = endBytes > 0 && ackedBytes > endBytes;
            ASSERT_EQ(feed.pint->GetWindowBytes() != before, ends) << i;
            if (endBytes == 0 || ends)
            {
                endBytes = ackedBytes + INFLIGHT;
            }
        }
        EXPECT_NEAR(looks.back().size(), 1'000, 4 * 27);
    }
    EXPECT_EQ(looks[0], looks[1]);
    EXPECT_NE(looks[0], looks[2]);
}

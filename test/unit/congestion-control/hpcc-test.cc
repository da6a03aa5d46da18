// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"

#include "ns3/boolean.h"
#include "ns3/hpcc.h"
#include "ns3/object-factory.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

using namespace ns3;

namespace
{

Ptr<Hpcc>
StartHpcc(const ObjectFactory& factory = ObjectFactory("ns3::Hpcc"))
{
    const auto hpcc = factory.Create<Hpcc>();
    hpcc->Start(PATH_100G);
    return hpcc;
}

/** One hop of 100 Gb/s: B T = 100,000 B. */
class OneHop : public TelemetrySource
{
  public:
    OneHop()
        : TelemetrySource({100 * GBPS})
    {
    }

    /**
     * 8 us go by.
     *
     * @param sentBytes in them
     * @param queueBytes at their end
     * @return u if the queue was no shorter before: (sent + queue) / 100,000
     */
    void Next(uint64_t sentBytes, uint64_t queueBytes, int64_t durationPs = 8 * US)
    {
        Advance(durationPs);
        Report(0, sentBytes, queueBytes);
    }
};

} // namespace

TEST(Hpcc, StartsWithTheBandwidthDelayProductAtLineRate)
{
    const auto hpcc = StartHpcc();
    EXPECT_EQ(hpcc->GetWindowBytes(), 100'000u);
    EXPECT_EQ(hpcc->GetRatebps(0), 100 * GBPS);
    EXPECT_TRUE(hpcc->GetNeeds().telemetry);
    EXPECT_FALSE(hpcc->GetNeeds().marks);
}

TEST(Hpcc, EveryAckOfARoundComputesFromTheSameReference)
{
    const auto hpcc = StartHpcc();
    OneHop hop;
    hop.Next(0, 60'000);
    hpcc->NotifyAck(hop.Ack(2'000)); // nothing to compare with; the round ends behind 3000 B
    EXPECT_EQ(hpcc->GetWindowBytes(), 100'000u);

    // u = min(50, 60) / 100 + 100/100 = 1.5; W = 100,000 * 0.95 / 1.5 + 80
    hop.Next(100'000, 50'000);
    hpcc->NotifyAck(hop.Ack(2'000));
    EXPECT_DOUBLE_EQ(hpcc->GetUtilization(), 1.5);
    EXPECT_NEAR(hpcc->GetWindowBytes(), 63'413, 1);
    EXPECT_NEAR(hpcc->GetRatebps(20 * US), 63'413.333e6, 1e3); // W / 8 us
    hop.Next(100'000, 50'000);
    hpcc->NotifyAck(hop.Ack(2'000));
    EXPECT_NEAR(hpcc->GetWindowBytes(), 63'413, 1) << "the same load asks for the same window";

    // 4000 B: the round ends, the reference moves after the computation.
    hop.Next(100'000, 50'000);
    hpcc->NotifyAck(hop.Ack(2'000));
    EXPECT_NEAR(hpcc->GetWindowBytes(), 63'413, 1);
    hop.Next(100'000, 50'000);
    hpcc->NotifyAck(hop.Ack(2'000));
    EXPECT_NEAR(hpcc->GetWindowBytes(), 40'241, 1); // 63,413.33 * 0.95 / 1.5 + 80
}

TEST(Hpcc, FiveRoundsOfAdditiveIncreaseThenOneThatAimsAtEta)
{
    const auto hpcc = StartHpcc();
    OneHop hop;
    hop.Next(0, 100'000);
    hpcc->NotifyAck(hop.Ack());
    hop.Next(100'000, 100'000); // u = 2: W = 47,580
    hpcc->NotifyAck(hop.Ack());
    EXPECT_NEAR(hpcc->GetWindowBytes(), 47'580, 1);
    for (uint64_t round = 1; round <= 5; ++round)
    {
        hop.Next(76'000, 0); // u = 0.76
        hpcc->NotifyAck(hop.Ack());
        EXPECT_NEAR(hpcc->GetWindowBytes(), 47'580 + 80 * round, 1);
    }
    hop.Next(76'000, 0);
    hpcc->NotifyAck(hop.Ack());
    EXPECT_NEAR(hpcc->GetWindowBytes(), 60'055, 1); // 47,980 * 0.95 / 0.76 + 80
    hop.Next(76'000, 0);
    hpcc->NotifyAck(hop.Ack());
    EXPECT_NEAR(hpcc->GetWindowBytes(), 60'135, 1) << "the stages count anew";
}

TEST(Hpcc, MaxStageZeroAimsAtEtaAlways)
{
    ObjectFactory factory("ns3::Hpcc");
    factory.Set("MaxStage", UintegerValue(0));
    const auto hpcc = StartHpcc(factory);
    OneHop hop;
    hop.Next(0, 100'000);
    hpcc->NotifyAck(hop.Ack());
    hop.Next(100'000, 100'000);
    hpcc->NotifyAck(hop.Ack());
    hop.Next(76'000, 0);
    hpcc->NotifyAck(hop.Ack());
    EXPECT_NEAR(hpcc->GetWindowBytes(), 59'555, 1); // 47,580 * 0.95 / 0.76 + 80
}

TEST(Hpcc, SamplesOfLessThanARoundTripAreAveraged)
{
    const auto hpcc = StartHpcc();
    OneHop hop;
    hop.Next(0, 0);
    hpcc->NotifyAck(hop.Ack());
    hop.Next(5'000, 0, 2 * US); // u = (5000 B / 2 us) / (25,000 B / 2 us) = 0.2
    hpcc->NotifyAck(hop.Ack());
    EXPECT_DOUBLE_EQ(hpcc->GetUtilization(), 0.75 * 1 + 0.25 * 0.2);
    hop.Next(40'000, 0, 16 * US); // longer than T: replaces it; u = 0.2
    hpcc->NotifyAck(hop.Ack());
    EXPECT_DOUBLE_EQ(hpcc->GetUtilization(), 0.2);
}

TEST(Hpcc, TheMostLoadedHopCounts)
{
    // B T of 400 Gb/s is 400,000 B: 0.25 + 0.5, against 0.6 + 0.1 of the slower one.
    const auto hpcc = StartHpcc();
    TelemetrySource path({100 * GBPS, 400 * GBPS});
    path.Report(0, 0, 10'000);
    path.Report(1, 0, 200'000);
    hpcc->NotifyAck(path.Ack());
    path.Advance(8 * US);
    path.Report(0, 60'000, 10'000);
    path.Report(1, 100'000, 200'000);
    hpcc->NotifyAck(path.Ack());
    EXPECT_DOUBLE_EQ(hpcc->GetUtilization(), 0.75);
}

TEST(Hpcc, AnotherPathIsMeasuredFromItsSecondAck)
{
    const auto hpcc = StartHpcc();
    OneHop hop;
    hop.Next(0, 0);
    hpcc->NotifyAck(hop.Ack());
    TelemetrySource other({100 * GBPS, 100 * GBPS});
    other.Advance(100 * US);
    other.Report(0, 1'000'000'000, 50'000);
    hpcc->NotifyAck(other.Ack());
    EXPECT_EQ(hpcc->GetUtilization(), 1);
    EXPECT_EQ(hpcc->GetWindowBytes(), 100'000u);
    other.Advance(8 * US);
    other.Report(0, 100'000, 50'000);
    hpcc->NotifyAck(other.Ack());
    EXPECT_DOUBLE_EQ(hpcc->GetUtilization(), 1.5);
}

TEST(Hpcc, WithoutFastReactOnlyRoundsMoveTheWindow)
{
    ObjectFactory factory("ns3::Hpcc");
    factory.Set("FastReact", BooleanValue(false));
    const auto hpcc = StartHpcc(factory);
    OneHop hop;
    hop.Next(0, 100'000);
    hpcc->NotifyAck(hop.Ack(1'000));
    hop.Next(100'000, 100'000);
    hpcc->NotifyAck(hop.Ack(1'000)); // ends no round
    EXPECT_EQ(hpcc->GetWindowBytes(), 100'000u);
    EXPECT_EQ(hpcc->GetUtilization(), 1);
    hop.Next(100'000, 100'000);
    hpcc->NotifyAck(hop.Ack(1'000)); // ends one: u = 2 over the 16 us since the first
    EXPECT_DOUBLE_EQ(hpcc->GetUtilization(), 2);
    EXPECT_NEAR(hpcc->GetWindowBytes(), 47'580, 1);
}

TEST(Hpcc, WithoutTelemetryNothingMoves)
{
    const auto hpcc = StartHpcc();
    for (int i = 0; i < 10; ++i)
    {
        hpcc->NotifyAck(MarkedAck(i * US));
    }
    EXPECT_EQ(hpcc->GetWindowBytes(), 100'000u);
}

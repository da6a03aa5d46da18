// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "congestion-events.h"
#include "network-test.h"

#include "ns3/rtt-cc.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numeric>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Idle round trip 8 us, so the limit is 13 us. @param attributes beyond Horizon 3 and Beta 0.3 */
Ptr<RttCc>
StartRttCc(const Attributes& attributes = {})
{
    const auto control = Make<RttCc>("RttCc", "Horizon=3 Beta=0.3" + attributes);
    control->Start(PATH_100G);
    return control;
}

/** @param sentUs time at which the probe was sent @param rttUs its round trip */
void
Answer(RttCc& control, int64_t sentUs, int64_t rttUs)
{
    control.NotifyProbe((sentUs + rttUs) * US, rttUs * US);
}

/** @return in Gb/s */
double
GetGbps(RttCc& control, int64_t nowUs)
{
    return static_cast<double>(control.GetRatebps(nowUs * US)) / 1e9;
}

/** Hosts that send to one of them without an end, whose link has a queue of its own. */
class RttCcNetworkTest : public NetworkTest
{
  protected:
    /** Results of a measurement. */
    struct Outcome
    {
        std::vector<double> gbps; //!< of each flow
        double meanQueuePs;       //!< what the queue delays, in ps
        double use;               //!< of the link, in parts of its rate
    };

    /** @param flows that begin at once, each from a host of its own, at 100 Gb/s */
    Outcome Run(uint32_t flows)
    {
        Restart();
        Build("RoceFabric",
              {{"CongestionControl", "ns3::RttCc"}, {"Marker", "ns3::NoMarker"}},
              Topology("StarTopology", {{"Hosts", std::to_string(flows + 1)}, {"Delay", "1us"}}));
        std::vector<Ptr<RdmaQueuePair>> senders;
        for (uint32_t host = 0; host < flows; ++host)
        {
            senders.push_back(
                RdmaNic::Connect(m_network.nics[host], m_network.nics[flows], 3).first);
            senders.back()->PostWrite(1'000'000'000'000, 0);
        }
        const auto& port = *m_network.fabricSwitches[0]->GetPorts()[flows];
        std::vector<double> before(flows);
        Simulator::Schedule(FROM, [&] {
            for (uint32_t i = 0; i < flows; ++i)
            {
                before[i] = static_cast<double>(senders[i]->GetAcknowledgedBytes());
            }
        });
        double sumBytes = 0;
        uint32_t looks = 0;
        for (Time at = FROM; at < UNTIL; at += NanoSeconds(500))
        {
            Simulator::Schedule(at, [&] {
                sumBytes += static_cast<double>(port.GetQueueBytes(3));
                ++looks;
            });
        }
        Simulator::Stop(UNTIL);
        Simulator::Run();
        Outcome outcome{};
        for (uint32_t i = 0; i < flows; ++i)
        {
            outcome.gbps.push_back(
                (static_cast<double>(senders[i]->GetAcknowledgedBytes()) - before[i]) * 8e-9 /
                (UNTIL - FROM).GetSeconds());
        }
        outcome.meanQueuePs = sumBytes / looks * 80;
        outcome.use =
            std::accumulate(outcome.gbps.begin(), outcome.gbps.end(), 0.0) / (100.0 * 4096 / 4178);
        EXPECT_EQ(Statistics().drops, 0u);
        EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetViolations().empty());
        return outcome;
    }

    const Time FROM = MilliSeconds(10);
    const Time UNTIL = MilliSeconds(20);
};

} // namespace

TEST(RttCc, AsksForProbesAndNothingElse)
{
    const auto control = StartRttCc();
    EXPECT_EQ(control->GetNeeds().probePs, 10 * US);
    EXPECT_FALSE(control->GetNeeds().marks || control->GetNeeds().acknowledgements ||
                 control->GetNeeds().telemetry);
    EXPECT_EQ(control->GetWindowBytes(), UINT64_MAX);
    EXPECT_EQ(control->GetRatebps(0), 100 * GBPS);
}

TEST(RttCc, ItIsCutByTheExcessOfTheForecast)
{
    const auto control = StartRttCc();
    Answer(*control, 0, 10);
    EXPECT_EQ(GetGbps(*control, 10), 100);
    Answer(*control, 10, 26); // forecast 26 + 3 * 16 = 74: 1 - 0.3 * 61 / 74
    EXPECT_NEAR(GetGbps(*control, 36), 100 * (1 - 0.3 * 61 / 74), 1e-6);
    Answer(*control, 20, 40); // was sent before the cut
    EXPECT_NEAR(GetGbps(*control, 60), 100 * (1 - 0.3 * 61 / 74), 1e-6);
    Answer(*control, 36, 40); // with it, forecast 40
    EXPECT_NEAR(GetGbps(*control, 76), 100 * (1 - 0.3 * 61 / 74) * (1 - 0.3 * 27 / 40), 1e-6);
}

TEST(RttCc, WhatFallsFastIsNotCut)
{
    const auto control = StartRttCc();
    Answer(*control, 0, 20); // 1 - 0.3 * 7 / 20
    EXPECT_NEAR(GetGbps(*control, 20), 89.5, 1e-6);
    Answer(*control, 20, 18); // forecast 18 - 6 = 12: half way back
    EXPECT_NEAR(GetGbps(*control, 38), 94.75, 1e-6);
}

TEST(RttCc, ItRecoversAddsAndHurries)
{
    const auto control = StartRttCc({{"MaxDecrease", "0.5"}, {"Beta", "1"}});
    Answer(*control, 0, 1000); // 13 / 1000 is less than MaxDecrease leaves
    double current = 50;
    double target = 100;
    EXPECT_NEAR(GetGbps(*control, 1000), current, 1e-6);
    Answer(*control, 1000, 1000);
    target = 50;
    current = 25;
    EXPECT_NEAR(GetGbps(*control, 2000), current, 1e-6);
    int64_t sentUs = 2000;
    const auto increase = [&](double by) {
        Answer(*control, sentUs, 13);
        sentUs += 20;
        target = std::min(target + by, 100.0);
        current = (current + target) / 2;
        EXPECT_NEAR(GetGbps(*control, sentUs), current, 1e-6);
    };
    increase(0); // fast recovery: 37.5
    EXPECT_NEAR(current, 37.5, 1e-9);
    for (int i = 0; i < 5; ++i)
    {
        increase(0.2);
    }
    for (int i = 1; i < 20; ++i)
    {
        increase(0.4 * i);
    }
    EXPECT_EQ(target, 100);
}

TEST(RttCc, AnOverdueProbeCutsAndAnIdleFlowWaitsForNone)
{
    const auto control = StartRttCc();
    EXPECT_EQ(GetGbps(*control, 100), 100) << "nothing was sent";
    control->NotifySent(100 * US, 1000);
    control->NotifySent(110 * US, 1000);
    EXPECT_EQ(control->GetNextUpdatePs(), 126 * US); // twice 13 us
    EXPECT_EQ(control->GetRatebps(126 * US - 1), 100 * GBPS);
    EXPECT_EQ(control->GetRatebps(126 * US), 50 * GBPS);
    EXPECT_EQ(control->GetRatebps(152 * US - 1), 50 * GBPS);
    EXPECT_EQ(control->GetRatebps(210 * US), GBPS * 25 / 2); // at 152 and 204 us
    Answer(*control, 100, 120);                              // was sent before the last cut
    EXPECT_EQ(control->GetRatebps(220 * US), GBPS * 25 / 2);
    EXPECT_EQ(control->GetRatebps(1000 * US), GBPS * 25 / 2) << "none is on its way";
    control->NotifySent(1000 * US, 1000);
    EXPECT_EQ(control->GetNextUpdatePs(), 1026 * US);
    Answer(*control, 1000, 10); // forecast 10 - 330: half way to what the last cut left
    EXPECT_EQ(control->GetNextUpdatePs(), NEVER_PS);
    control->NotifySent(1010 * US - 1, 1000); // no probe is due before 10 us have passed
    EXPECT_EQ(control->GetNextUpdatePs(), NEVER_PS);
}

TEST(RttCc, NoCutGoesBelowTheLeastRate)
{
    const auto control = StartRttCc({{"MinRate", "0.02"}});
    for (int64_t i = 0; i < 40; ++i)
    {
        Answer(*control, i * 1000, 1000);
    }
    EXPECT_EQ(control->GetRatebps(40'000 * US), 2 * GBPS);
}

// The law that it is made for: what queues is TargetDelay, flows share alike, the link is full.
//
// A probe's own bits take 2 * 2 * 90 * 80 ps, a full packet and its acknowledgement, by which the
// idle round trip is counted, 2 * (4194 + 86) * 80 ps: 0.66 us more of queue are within the limit.
// It waits for at most two packets at its own NIC, 0.67 us, as it may at the switch for the rest of
// one that is on the wire. So the mean is TargetDelay but for a microsecond up or down.
TEST_F(RttCcNetworkTest, QueuesSettleAtTheTargetAndFlowsShareAlike)
{
    for (const uint32_t flows : {2U, 3U, 7U})
    {
        SCOPED_TRACE(flows);
        const Outcome outcome = Run(flows);
        EXPECT_NEAR(outcome.meanQueuePs, 5.0 * US, 1.0 * US);
        EXPECT_GT(outcome.use, 0.99);
        const auto [least, most] = std::minmax_element(outcome.gbps.begin(), outcome.gbps.end());
        EXPECT_GT(*least / *most, 0.75);
    }
}

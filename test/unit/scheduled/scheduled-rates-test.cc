// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Division of link rates among flows in a scheduled fabric.

#include "scheduled-fabric-test.h"
#include "units.h"

#include "ns3/link-impairments.h"
#include "ns3/priority-flow-control.h"
#include "ns3/voq-grant-arbiter.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using ScheduledRatesTest = ScheduledFabricTest;

TEST_F(ScheduledRatesTest, AnIncastFillsItsPortAndQueuesAtTheFirstLeaves)
{
    for (const int64_t delayPs : {int64_t{10'000}, int64_t{600'000}, int64_t{2'000'000}})
    {
        for (const uint32_t leaves : {2U, 3U, 5U})
        {
            Build("ns3::ScheduledStage", {leaves, 3, 3, 100 * GBPS, delayPs});
            const auto job = Add("IncastWorkload", {{"Bytes", "2000000"}, {"Target", "0"}});
            RunAll();
            ExpectOrderlyEnd();
            const double sources = 3. * leaves - 1;
            const double idealPs = GetBusyPs(sources * 2e6);
            EXPECT_LT(GetLastPs(*job), idealPs * (1 + TOLERANCE) + GetLoopPs()) << leaves;
            EXPECT_GT(GetLastPs(*job), idealPs) << leaves;
            // Beside the first loop, nearly all of it.
            EXPECT_LT(GetLastPs(*job) - GetLoopPs(), idealPs * 1.005) << leaves << ' ' << delayPs;
            // No queue holds more than the port sends in one loop; the rest is in the first leaves.
            const double loopBytes = GetLoopPs() * 100e9 / 8e12;
            EXPECT_LT(static_cast<double>(Statistics().largestQueueBytes),
                      std::max(loopBytes, 2. * 16'384))
                << leaves << ' ' << delayPs;
            for (uint32_t leaf = 1; leaf < leaves; ++leaf)
            {
                EXPECT_GT(GetStage(leaf)->GetPeakQueuedBytes(), 3'000'000u);
            }
            // Each queue has had its turn.
            const auto times = GetTimesPs(*job);
            EXPECT_GT(static_cast<double>(*std::min_element(times.begin(), times.end())),
                      idealPs * 0.97);
        }
    }
}

// Lanes with equally short egress queues have one turn each before any has a second.
TEST_F(ScheduledRatesTest, EqualLanesTakeTurns)
{
    Build("ns3::ScheduledStage", {});
    const FabricNetDevice& port = *m_network.fabricSwitches.front()->GetPorts().front();
    VoqGrantArbiter turns;
    turns.SetLanes(port.GetLaneCount());
    for (const uint8_t lane : {1, 4, 6})
    {
        EXPECT_TRUE(turns.Push(lane, lane));
    }
    std::vector<uint8_t> order;
    for (uint32_t turn = 0; turn < 6; ++turn)
    {
        const auto next = turns.GetNext(port);
        EXPECT_EQ(next.waitingBytes, 0u);
        order.push_back(next.lane);
        EXPECT_EQ(turns.Pop(next.lane), next.lane);
        turns.Push(next.lane, next.lane);
    }
    EXPECT_EQ(order, (std::vector<uint8_t>{1, 4, 6, 1, 4, 6}));
}

// 24 queues of three hosts wait for links that carry half of what two leaves grant. New queues of
// one packet wait as long as each other, whether a link has room at the moment of their grant or
// not.
TEST_F(ScheduledRatesTest, ANewQueueWaitsBehindTheOthers)
{
    Wiring wiring;
    wiring.leaves = 3;
    wiring.speedUp = 0.25;
    Build("ns3::ScheduledStage", wiring);
    for (uint32_t pair = 0; pair < 24; ++pair)
    {
        Add("IncastWorkload",
            {{"Hosts", std::to_string(pair % 3) + ',' + std::to_string(4 + pair / 3)},
             {"Sources", "1"},
             {"Bytes", "400000"}});
    }
    for (uint32_t i = 0; i < 8; ++i)
    {
        Simulator::Schedule(MicroSeconds(60) + NanoSeconds(1'770 * i), [this, i] {
            Add("IncastWorkload",
                {{"Hosts", "3," + std::to_string(4 + i)}, {"Sources", "1"}, {"Bytes", "64"}});
        });
    }
    RunAll();
    ExpectOrderlyEnd();
    std::vector<double> timesPs;
    for (std::size_t job = 24; job < m_jobs.size(); ++job)
    {
        timesPs.push_back(GetLastPs(*m_jobs[job]));
    }
    const auto [least, most] = std::minmax_element(timesPs.begin(), timesPs.end());
    EXPECT_GT(*least, 24 * GetBusyPs(4096));
    EXPECT_LT(*most, 1.5 * *least);
}

// Messages of 6500 B are a long and a short packet. Links that took packets in turn would carry
// long ones alone, or short ones, wherever their number is even: 0.77 of what they can.
TEST_F(ScheduledRatesTest, LongAndShortPacketsFillLinksAlike)
{
    constexpr double BYTES = 4 * 600 * 6500.;
    for (const uint32_t spines : {2U, 3U, 4U, 5U})
    {
        Wiring wiring;
        wiring.spines = spines;
        wiring.speedUp = 0.25;
        Build("ns3::ScheduledStage", wiring);
        for (uint32_t host = 0; host < 4; ++host)
        {
            Add("IncastWorkload",
                {{"Hosts", std::to_string(host) + ',' + std::to_string(4 + host)},
                 {"Sources", "1"},
                 {"Bytes", "6500"},
                 {"Rounds", "600"},
                 {"InFlight", "100"}});
        }
        RunAll();
        ExpectOrderlyEnd();
        int64_t lastPs = 0;
        for (const auto& job : m_jobs)
        {
            lastPs = std::max(lastPs, job->GetFinishPs());
        }
        const double busyPs = GetBusyPs(BYTES) / wiring.speedUp / spines;
        EXPECT_LT(static_cast<double>(lastPs), 1.08 * busyPs) << spines;
    }
}

TEST_F(ScheduledRatesTest, AVictimKeepsItsFullRate)
{
    Build("ns3::ScheduledStage", {});
    const auto incast =
        Add("IncastWorkload", {{"Hosts", "0,1,2,4"}, {"Bytes", "4000000"}, {"Target", "4"}});
    const auto victim =
        Add("IncastWorkload", {{"Hosts", "3,5"}, {"Sources", "1"}, {"Bytes", "4000000"}});
    RunAll();
    ExpectOrderlyEnd();
    EXPECT_LT(GetLastPs(*victim), GetBusyPs(4e6) * (1 + TOLERANCE) + 2 * GetLoopPs());
    EXPECT_GT(GetLastPs(*incast), GetBusyPs(12e6));
}

// Hosts 0 and 1 send to host 4 in two lanes. Both have half of its link; while the host pauses one
// lane, the other has all of it.
TEST_F(ScheduledRatesTest, APausedLaneHoldsUpNoOtherOne)
{
    for (const bool pauses : {false, true})
    {
        for (const std::string cells : {"0", "256"})
        {
            SCOPED_TRACE(cells + " B" + (pauses ? ", paused" : ""));
            Wiring wiring;
            wiring.speedUp = 1.1; // for headers of cells
            wiring.priorities = 1U << 3 | 1U << 4;
            wiring.arbiter = "ns3::DwrrArbiter";
            Build("ns3::ScheduledStage[CellBytes=" + cells + "]", wiring);
            const auto send = [this](const std::string& hosts, const std::string& priority) {
                return Add("IncastWorkload",
                           "Hosts=" + hosts +
                               " Sources=1 Target=4 Bytes=4000000 Priority=" + priority);
            };
            const auto first = send("0,4", "3");
            const auto second = send("1,4", "4");
            if (pauses)
            {
                auto& host = static_cast<PriorityFlowControl&>(
                    m_network.nics[4]->GetPort().GetFlowControl());
                for (const bool begins : {true, false})
                {
                    const Time when = MicroSeconds(begins ? 20 : 400);
                    Simulator::Schedule(when, [&host, begins, when] {
                        begins ? host.BeginStorm(3, when.GetPicoSeconds())
                               : host.EndStorm(3, when.GetPicoSeconds());
                    });
                }
            }
            RunAll();
            ExpectOrderlyEnd();
            const double busyPs = GetBusyPs(4e6);
            if (pauses)
            {
                // Half of the rate for 20 us, and a loop of credits for the paused lane.
                EXPECT_LT(GetLastPs(*second), busyPs * (1 + TOLERANCE) + 10e6 + 2 * GetLoopPs());
                EXPECT_GT(GetLastPs(*first), 400e6);
            }
            else
            {
                for (const auto& job : {first, second})
                {
                    EXPECT_GT(GetLastPs(*job), 2 * busyPs * (1 - TOLERANCE) - 2 * GetLoopPs());
                    EXPECT_LT(GetLastPs(*job), 2 * busyPs * (1 + TOLERANCE) + 2 * GetLoopPs());
                }
            }
        }
    }
}

TEST_F(ScheduledRatesTest, AdmissibleTrafficHasTheWholeRate)
{
    for (const uint32_t hosts : {3U, 4U})
    {
        // Links in between carry 2 % of requests and grants, too.
        const Wiring wiring{3, hosts, hosts, 100 * GBPS, 600'000, "", "ns3::FabricSwitch", 1.04};
        for (uint32_t shift = 1; shift <= 5; shift += 2)
        {
            Build("ns3::ScheduledStage", wiring);
            const auto job =
                Add("ShiftWorkload", {{"Shift", std::to_string(shift)}, {"Bytes", "4000000"}});
            RunAll();
            ExpectOrderlyEnd();
            for (const int64_t timePs : GetTimesPs(*job))
            {
                EXPECT_LT(static_cast<double>(timePs),
                          GetBusyPs(4e6) * (1 + TOLERANCE) + 2 * GetLoopPs())
                    << hosts << ' ' << shift;
            }
        }
        Build("ns3::ScheduledStage", wiring);
        const auto all = Add("AllToAllWorkload", {{"Bytes", "400000"}});
        RunAll();
        ExpectOrderlyEnd();
        const double bytes = 400'000. * (3 * hosts - 1);
        EXPECT_LT(GetLastPs(*all), GetBusyPs(bytes) * (1 + TOLERANCE) + 2 * GetLoopPs()) << hosts;
    }
}

TEST_F(ScheduledRatesTest, ADeadLinkTakesRateFromAllAlike)
{
    for (const uint32_t spines : {3U, 4U})
    {
        // The outage of the link reduces the rate that its leaf sends, or that it receives.
        for (const std::string dead : {"leaf0spine1", "leaf1spine0"})
        {
            Build("ns3::ScheduledStage", {2, spines, spines, 100 * GBPS, 600'000, dead});
            const auto job =
                Add("ShiftWorkload", {{"Shift", std::to_string(spines)}, {"Bytes", "4000000"}});
            RunAll();
            ExpectOrderlyEnd();
            // Each link carries a grant of 84 B for each credit of the traffic in the other
            // direction.
            const double idealPs = GetBusyPs(4e6) * spines / (spines - 1) * (4096 + 84) / 4096;
            for (const int64_t timePs : GetTimesPs(*job))
            {
                EXPECT_GT(static_cast<double>(timePs), idealPs * (1 - TOLERANCE)) << dead;
                EXPECT_LT(static_cast<double>(timePs), idealPs * (1 + TOLERANCE) + 2 * GetLoopPs())
                    << dead;
            }
        }
    }
}

// With a link dead, a last leaf grants no more than the two that are left carry, of 4096 B a credit
// and 84 B of the grant that goes the other way.
TEST_F(ScheduledRatesTest, ALeafGrantsWhatLiveLinksCarryBesideGrants)
{
    Build("ns3::ScheduledStage", {2, 3, 3, 100 * GBPS, 600'000, "leaf0spine1"});
    Add("ShiftWorkload", {{"Shift", "3"}, {"Bytes", "4000000"}});
    std::vector<int64_t> timesPs;
    GetStage(1)->TraceConnectWithoutContext(
        "Grant",
        Callback<void, const VoqKey&, uint64_t>([&timesPs](const VoqKey&, uint64_t) {
            timesPs.push_back(Simulator::Now().GetPicoSeconds());
        }));
    RunAll();
    ExpectOrderlyEnd();
    ASSERT_GT(timesPs.size(), 2'900u);
    const auto grants = static_cast<int64_t>(timesPs.size()) - 1;
    EXPECT_GE(timesPs.back() - timesPs.front(),
              (grants - 1) * SerializationPs(4096 + 84, 200 * GBPS));
}

// A leaf is granted 100 Gb/s and has two links of 25. It sends no more than two credits on each of
// them ahead, and a packet.
TEST_F(ScheduledRatesTest, AFirstLeafSendsTwoCreditsOfALinkAhead)
{
    Wiring wiring{2, 2, 1};
    wiring.ratesbps = {{"leaf0spine0", 25 * GBPS}, {"leaf0spine1", 25 * GBPS}};
    Build("ns3::ScheduledStage", wiring);
    Add("IncastWorkload", {{"Hosts", "0,1"}, {"Sources", "1"}, {"Bytes", "1000000"}});
    RunAll();
    ExpectOrderlyEnd();
    EXPECT_GT(GetStage(0)->GetPeakQueuedBytes(), 400'000u);
    for (const auto& port : m_network.fabricSwitches[0]->GetPorts())
    {
        if (port->GetPeer()->GetNode()->GetObject<FabricSwitch>())
        {
            EXPECT_LE(port->GetCounters(0).largestQueueBytes, 2 * 4096u + 2 * 4158);
        }
    }
}

TEST_F(ScheduledRatesTest, UnequalLinksCarryWhatTheyCanTogether)
{
    // Twelve hosts of 100 Gb/s over links of 400, 400 and 200 Gb/s. The slow ones are those of a
    // spine, or of one leaf: then it sends less, and is sent less.
    using Rates = std::map<std::string, uint64_t>;
    for (const auto& rates : {Rates{{"leaf0spine2", 200 * GBPS}, {"leaf1spine2", 200 * GBPS}},
                              Rates{{"leaf0spine0", 200 * GBPS}},
                              Rates{{"leaf1spine1", 200 * GBPS}}})
    {
        for (const std::string cells : {"0", "256"})
        {
            const Wiring wiring{2, 3, 12, 100 * GBPS, 600'000, "", "ns3::FabricSwitch", 4, rates};
            Build("ns3::ScheduledStage[CellBytes=" + cells + "]", wiring);
            const auto job = Add("ShiftWorkload", {{"Shift", "12"}, {"Bytes", "4000000"}});
            RunAll();
            ExpectOrderlyEnd();
            // A packet of 4178 B takes 17 cells with a header of 8 B each.
            const double cellShare = cells == "0" ? 1 : (4158 + 17 * 8) / 4178.;
            const double idealPs = GetBusyPs(4e6) * 12 / 10 * (4096 + 84) / 4096 * cellShare;
            for (const int64_t timePs : GetTimesPs(*job))
            {
                EXPECT_GT(static_cast<double>(timePs), idealPs * (1 - TOLERANCE)) << cells;
                EXPECT_LT(static_cast<double>(timePs), idealPs * (1 + TOLERANCE) + 2 * GetLoopPs())
                    << cells;
            }
        }
    }
}

TEST_F(ScheduledRatesTest, ALinkThatLosesLanesTakesRateFromAllAlike)
{
    // After 150 us a link of 500 Gb/s has 100 left, and the twelve hosts of its leaf 1,100.
    constexpr double LATE_PS = 150 * US;
    Build("ns3::ScheduledStage", {2, 3, 12, 100 * GBPS, 600'000, "", "ns3::FabricSwitch", 5});
    const auto job = Add("ShiftWorkload", {{"Shift", "12"}, {"Bytes", "6000000"}});
    const auto& topology = m_network.topology;
    uint32_t link = 0;
    while (topology.nodes[topology.links[link].a].name != "leaf0" ||
           topology.nodes[topology.links[link].b].name != "spine1")
    {
        ++link;
    }
    Simulator::Schedule(MicroSeconds(150), [this, link] {
        LinkImpairments::Change(m_network, link, {true, true}, {100 * GBPS}, true);
    });
    RunAll();
    ExpectOrderlyEnd();
    const double share = 4096. / (4096 + 84); // as much as grants leave, of links that are full
    const double idealPs = LATE_PS + (GetBusyPs(6e6) - LATE_PS) / share * 12 / 11;
    const auto times = GetTimesPs(*job);
    for (std::size_t i = 0; i < times.size(); ++i)
    {
        const auto timePs = static_cast<double>(times[i]);
        EXPECT_GT(timePs, idealPs * (1 - TOLERANCE)) << i;
        EXPECT_LT(timePs, idealPs * (1 + TOLERANCE) + 2 * GetLoopPs()) << i;
        EXPECT_NEAR(timePs, static_cast<double>(times[i / 12 * 12]), idealPs * TOLERANCE) << i;
    }
}

} // namespace

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "queue-pair-test.h"
#include "units.h"

#include "ns3/double.h"
#include "ns3/retransmission-timer.h"

#include <set>

using namespace ns3;

namespace
{

using RetransmissionTimerTest = QueuePairTest;

} // namespace

TEST_F(RetransmissionTimerTest, VerbsCountInPowersOfTwo)
{
    const auto plain = Make<RetransmissionTimer>("LocalAckTimer");
    const auto verbs = Make<RetransmissionTimer>("LocalAckTimer", {{"VerbsUnits", "true"}});
    EXPECT_EQ(plain->GetTimeoutPs({100 * US, 0, 1}), 100 * US);
    EXPECT_EQ(plain->GetTimeoutPs({100 * US, 5, 9}), 100 * US);
    EXPECT_EQ(verbs->GetTimeoutPs({1, 0, 1}), 8'192'000);
    EXPECT_EQ(verbs->GetTimeoutPs({8'192'000, 0, 1}), 8'192'000);
    EXPECT_EQ(verbs->GetTimeoutPs({8'192'001, 0, 1}), 16'384'000);
    EXPECT_EQ(verbs->GetTimeoutPs({100 * US, 3, 1}), 131'072'000);
    EXPECT_EQ(verbs->GetTimeoutPs({INT64_MAX, 0, 1}), int64_t{4'096'000} << 31); // 2.4 h
}

TEST_F(RetransmissionTimerTest, TheAdaptiveOneBeginsShortAndDoubles)
{
    const auto timer = Make<RetransmissionTimer>(
        "AdaptiveTimer",
        {{"InitialTimeout", "10us"}, {"InitialRange", "0ns"}, {"Tries", "2"}});
    const std::vector<int64_t> expected{10, 10, 20, 20, 40, 40, 80, 80, 100, 100};
    for (uint32_t timeouts = 0; timeouts < expected.size(); ++timeouts)
    {
        EXPECT_EQ(timer->GetTimeoutPs({100 * US, timeouts, 1}), expected[timeouts] * US);
    }
    EXPECT_EQ(timer->GetTimeoutPs({INT64_MAX, 1000, 1}), 10 * US << 20);
}

TEST_F(RetransmissionTimerTest, TheAdaptiveOneAddsARandomPart)
{
    std::set<int64_t> seen;
    for (int i = 0; i < 100; ++i)
    {
        const auto timer = Make<RetransmissionTimer>(
            "AdaptiveTimer",
            {{"InitialTimeout", "10us"}, {"InitialRange", "4us"}, {"Tries", "1"}});
        EXPECT_EQ(timer->AssignStreams(i), 1);
        const int64_t timeoutPs = timer->GetTimeoutPs({1000 * US, 1, 1});
        EXPECT_GE(timeoutPs, 20 * US);
        EXPECT_LT(timeoutPs, 28 * US);
        // Drawn once, and doubled with the rest
        EXPECT_EQ(timer->GetTimeoutPs({1000 * US, 2, 1}), 2 * timeoutPs);
        seen.insert(timeoutPs);
    }
    EXPECT_GT(seen.size(), 90u);
}

TEST_F(RetransmissionTimerTest, IrnWaitsLessForFewPackets)
{
    const auto timer = Make<RetransmissionTimer>("IrnTimer");
    EXPECT_EQ(timer->GetTimeoutPs({0, 0, 1}), 100 * US);
    EXPECT_EQ(timer->GetTimeoutPs({0, 0, 2}), 100 * US);
    EXPECT_EQ(timer->GetTimeoutPs({0, 0, 3}), 320 * US);
}

TEST_F(RetransmissionTimerTest, TellsHowLongSeveralTimeoutsTake)
{
    const auto wait = [](const char* type, const Attributes& attributes, uint64_t timeouts) {
        return Make<RetransmissionTimer>(type, attributes)->GetLongestWaitPs(100 * US, timeouts);
    };
    EXPECT_EQ(wait("LocalAckTimer", {}, 0), 0);
    EXPECT_EQ(wait("LocalAckTimer", {}, 8), 800 * US);
    EXPECT_EQ(wait("LocalAckTimer", {}, 1000), 100'000 * US);
    EXPECT_EQ(wait("LocalAckTimer", {{"VerbsUnits", "true"}}, 8), 8 * 131'072'000);
    EXPECT_EQ(wait("IrnTimer", {}, 8), 8 * 320 * US);
    // It limits the sum of its timeouts, and draws no number here.
    EXPECT_EQ(wait("AdaptiveTimer", {}, 8), 800 * US);
    // Eight of 100 us; then 2, 4, ... 2^14 of them, which are 2^15 - 2.
    EXPECT_EQ(wait("LinearExponentialTimer", {}, 22), (8 + (1 << 15) - 2) * 100 * US);
    EXPECT_EQ(wait("LinearExponentialTimer", {}, UINT64_MAX), int64_t{1} << 60);
    EXPECT_EQ(wait("LocalAckTimer", {}, UINT64_MAX), int64_t{1} << 60);
}

TEST_F(RetransmissionTimerTest, AQueuePairWaitsForAsLongAsItSays)
{
    // A dead link: each timeout of a queue pair runs from the packet that it sent again.
    const auto run = [this](const std::string& timer) {
        m_completions.clear();
        m_sent = {};
        BuildPair("AckTimeout=200us|RetryCount=5", {{"RetransmissionTimer", timer}});
        m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
        Connect()->PostWrite(100, 0);
        Simulator::Run();
        EXPECT_EQ(m_completions[0].at(0).status, RdmaStatus::RETRY_EXCEEDED);
        const int64_t finishedPs = m_completions[0].at(0).finishedPs;
        Simulator::Destroy();
        return finishedPs;
    };
    EXPECT_EQ(run("ns3::LocalAckTimer"), 6 * 200 * US);
    EXPECT_EQ(run("ns3::LocalAckTimer[VerbsUnits=true]"), 6 * 262'144'000);
    EXPECT_EQ(run("ns3::IrnTimer"), 6 * 100 * US);
    // Not 6 timeouts, but as many as it takes to wait longer than 5 * 200 us
    EXPECT_EQ(run("ns3::AdaptiveTimer[InitialTimeout=50us|InitialRange=0ns|Tries=2]"),
              (2 * 50 + 2 * 100 + 4 * 200) * US);
}

TEST_F(RetransmissionTimerTest, RunsFromAPacketThatAsksForAnAnswer)
{
    // At 0.1 Gb/s a packet follows another after 89.8 us, then every 88.5 us: 16 of them. Those
    // with numbers 7 and 15 ask for an answer, which takes 5 us. Packets between them, 620 us at a
    // time, request none, so a timeout of 50 us never occurs.
    BuildPair("MtuBytes=1024|AckTimeout=50us|RetryCount=0",
              {{"CongestionControl", "ns3::FixedRate[Rate=100Mbps]"}});
    Connect()->PostWrite(16 * 1024, 0);
    Simulator::Run();
    ExpectAll(0, {16 * 1024});
    EXPECT_EQ(m_sent[0].size(), 16u);
    EXPECT_EQ(m_network.nics[0]->GetCounters().timeouts, 0u);
    EXPECT_EQ(m_sent[1].size(), 2u);
}

TEST_F(RetransmissionTimerTest, EachTimeoutRunsFromTheNextPacketThatAsks)
{
    // The link is dead. Packet 7 of 8 asks, 89,760 + 6 * 88,480 ns behind the first; after a
    // timeout all eight go out again, the first of them when the pace lets it, 88,480 ns behind the
    // last one at the earliest: at the timeout, which is later.
    BuildPair("MtuBytes=1024|AckTimeout=200us|RetryCount=2",
              {{"CongestionControl", "ns3::FixedRate[Rate=100Mbps]"}});
    m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
    Connect()->PostWrite(8 * 1024, 0);
    Simulator::Run();
    EXPECT_EQ(m_completions[0].at(0).status, RdmaStatus::RETRY_EXCEEDED);
    EXPECT_EQ(m_sent[0].size(), 3u * 8);
    const int64_t roundPs = 89'760'000 + 6 * 88'480'000 + 200 * US;
    EXPECT_EQ(m_completions[0].at(0).finishedPs, 3 * roundPs);
}

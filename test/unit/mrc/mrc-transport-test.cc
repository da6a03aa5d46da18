// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "mrc-test.h"
#include "units.h"

#include "ns3/fabric-channel.h"
#include "ns3/fabric-net-device.h"
#include "ns3/input-error.h"
#include "ns3/linear-exponential-timer.h"
#include "ns3/mrc-header.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using MrcTransportTest = MrcTest;

} // namespace

TEST_F(MrcTransportTest, AMessageAloneTakesItsPacketsAndOneAcknowledgement)
{
    for (const TimedLink& link : {TimedLink{"100Gbps", 80, "1us", US},
                                  {"400Gbps", 20, "2us", 2 * US},
                                  {"10Gbps", 800, "10ns", 10'000}})
    {
        for (const uint64_t bytes : {1UL, 64UL, 4095UL, 4096UL})
        {
            SCOPED_TRACE(std::string(link.rate) + ", " + std::to_string(bytes) + " B");
            Restart();
            BuildMrc({}, Star(2, link.rate, link.delay));
            ExpectAlone(
                link,
                bytes,
                4096,
                [](uint64_t payload) { return MrcWireBytes(payload, true); },
                158 + 20);
        }
    }
    // Of several packets only the last one has the immediate.
    constexpr int64_t BYTE_PS = 80;
    Restart();
    BuildMrc({}, Star(2));
    Open(0, 1).Post(10 * 4096, 7);
    Simulator::Run();
    const int64_t firstPs = 9 * MrcWireBytes(4096, false) * BYTE_PS;
    EXPECT_EQ(m_client.arrivals.at(0).arrivedPs,
              firstPs + 2 * MrcWireBytes(4096, true) * BYTE_PS + 2 * US + 400'000);
    EXPECT_EQ(m_client.ends.at(0).end.finishedPs, m_network.IdealMessagePs(0, 1, 10 * 4096));
}

TEST_F(MrcTransportTest, EveryMessageComesOnceWhateverIsLost)
{
    for (const double loss : {0.001, 0.01, 0.2})
    {
        for (const std::string transport :
             {"ns3::MrcTransport",
              "ns3::MrcTransport[Immediate=false|Mpr=1|LossIsCongestion=true]",
              "ns3::MrcTransport[BitmapPackets=64|AckBytes=1]"})
        {
            SCOPED_TRACE(transport + ", loss " + std::to_string(loss));
            Restart();
            BuildMrc({{"Transport", transport}}, Lossy(Leaves(2), loss));
            auto& first = Open(0, 3);
            auto& second = Open(2, 1);
            const uint64_t sum = PostSixtyMessages(first, second, 150'000);
            Simulator::Run();
            ExpectOnce(SIXTY);
            EXPECT_EQ(Statistics().deliveredBytes, sum);
            EXPECT_GT(Statistics().retransmittedPackets, 0u);
        }
    }
}

TEST_F(MrcTransportTest, MessageAndPacketNumbersWrap)
{
    // 17 million packets would take long: 70,000 messages of a packet wrap the message numbers.
    BuildMrc({{"CongestionControl", "ns3::NoCongestionControl"}}, Star(2));
    auto& channel = Open(0, 1);
    constexpr uint32_t COUNT = 70'000;
    for (uint32_t i = 0; i < COUNT; ++i)
    {
        channel.Post(1, i);
    }
    Simulator::Run();
    ExpectOnce(COUNT);
}

TEST_F(MrcTransportTest, ABadPathIsLeftWithin50MicrosecondsOfItsFirstLoss)
{
    // The link from leaf 0 to spine 1 loses everything from 100 us on, and no route changes.
    constexpr int64_t FAILS_PS = 100 * US;
    // A quarter of 16 values leads there.
    BuildMrc({{"Transport", "ns3::MrcTransport[EvProbeTime=1s]"},
              {"EntropyPolicy", "ns3::MrcEntropyPolicy[Values=16|Spares=0]"}},
             Leaves(1));
    Open(0, 1).Post(20'000'000, 0);
    const auto spine = m_network.switches.Get(3); // behind both leaves and spine 0
    Ptr<FabricNetDevice> port;                    // of leaf 0, to this spine
    for (const auto& channel : m_network.channels)
    {
        for (const uint32_t side : {0U, 1U})
        {
            const auto device = DynamicCast<FabricNetDevice>(channel->GetDevice(side));
            if (device->GetNode() == m_network.switches.Get(0) &&
                device->GetPeer()->GetNode() == spine)
            {
                port = device;
                Simulator::Schedule(PicoSeconds(FAILS_PS), [=] { channel->SetErrorRate(side, 1); });
            }
        }
    }
    ASSERT_TRUE(port);
    const auto sent = [port] {
        return port->GetCounters(Simulator::Now().GetPicoSeconds()).dataPackets;
    };
    uint64_t before = 0;
    uint64_t after = 0;
    Simulator::Schedule(PicoSeconds(FAILS_PS - 1), [&] { before = sent(); });
    Simulator::Schedule(PicoSeconds(FAILS_PS + 50 * US), [&] { after = sent(); });
    Simulator::Run();
    ExpectOnce(1);
    EXPECT_GT(before, 0u);
    EXPECT_GT(after, before);
    EXPECT_EQ(sent(), after);
    EXPECT_EQ(Statistics().timeouts, 0u);
}

TEST(LinearExponentialTimerTest, GrowsBehindItsLinearRetries)
{
    const auto timer =
        Make<LinearExponentialTimer>("LinearExponentialTimer", {{"LinearRetries", "3"}});
    const auto timeout = [&](uint32_t timeouts) {
        return timer->GetTimeoutPs({1000, timeouts, 1});
    };
    EXPECT_EQ(timeout(0), 1000);
    EXPECT_EQ(timeout(3), 1000);
    EXPECT_EQ(timeout(4), 2000);
    EXPECT_EQ(timeout(6), 8000);
    EXPECT_GT(timeout(1'000'000), int64_t{1} << 60);
}

TEST_F(MrcTransportTest, ASilentReceiverIsGivenUpAfterAllTries)
{
    BuildMrc({{"Nic", "ns3::RdmaNic[AckTimeout=100us|RetryCount=9]"}}, Star(2));
    m_network.channels[0]->SetErrorRate(0, 1);
    Open(0, 1).Post(4096, 0);
    Simulator::Run();
    ASSERT_EQ(m_client.ends.size(), 1u);
    EXPECT_STREQ(m_client.ends[0].end.failure, "retry-exceeded");
    // Eight times 100 us, then 200 and 400 us.
    EXPECT_NEAR(static_cast<double>(m_client.ends[0].end.finishedPs),
                static_cast<double>(1400 * US),
                static_cast<double>(50 * US));
}

TEST_F(MrcTransportTest, WhileAPeerIsGoneBadValuesAreProbedLessAndLessOften)
{
    // All 16 values carry packets of a window, so all are bad after the first timeout. The first
    // round of probes has a gap r of an idle round trip; each round without an answer doubles it.
    for (const int64_t ownGapPs : {int64_t{0}, 3 * US})
    {
        SCOPED_TRACE(ownGapPs);
        Restart();
        const std::string gap = "EvProbeGap=" + std::to_string(ownGapPs) + "ps";
        BuildMrc({{"Transport", "ns3::MrcTransport[EvProbeTime=10us|" + gap + "]"},
                  {"EntropyPolicy", "ns3::MrcEntropyPolicy[Values=16|Spares=0]"}},
                 Star(2, "100Gbps", "2us"));
        std::vector<int64_t> probes;
        m_network.nics[0]->GetPort().TraceConnectWithoutContext(
            "Transmit",
            Callback<void, const FabricPacket&, int64_t>(
                [&probes](const FabricPacket& packet, int64_t startPs) {
                    const auto& control = packet.As<MrcControl>();
                    if (control.opcode == MrcOpcode::ENDPOINT_REQUEST &&
                        control.kind == MrcEndpointKind::ENTROPY_PROBE)
                    {
                        probes.push_back(startPs);
                    }
                }));
        Open(0, 1).Post(uint64_t{1} << 40, 0);
        Simulator::Schedule(MicroSeconds(100),
                            [this] { m_network.channels[1]->SetDown(true, 100 * US); });
        Simulator::Stop(MicroSeconds(1300));
        Simulator::Run();
        ASSERT_FALSE(probes.empty());
        const int64_t gapPs =
            ownGapPs > 0 ? ownGapPs : m_network.nics[0]->GetConnectionFactory().GetBaseRttPs(1);
        const int64_t untilPs = probes.front() + 1000 * US;
        std::vector<int64_t> expected;
        for (int64_t ps = probes.front(), now = gapPs; ps <= untilPs;
             now = std::min<int64_t>(2 * now, std::max<int64_t>(gapPs, 131'072'000)))
        {
            for (int value = 0; value < 16 && ps <= untilPs; ++value, ps += now)
            {
                expected.push_back(ps);
            }
        }
        probes.erase(std::upper_bound(probes.begin(), probes.end(), untilPs + US), probes.end());
        // Within 1 us: a probe may wait for a packet of 0.34 us.
        ASSERT_NEAR(static_cast<double>(probes.size()), static_cast<double>(expected.size()), 1);
        for (size_t i = 0; i < std::min(probes.size(), expected.size()); ++i)
        {
            EXPECT_NEAR(static_cast<double>(probes[i]),
                        static_cast<double>(expected[i]),
                        static_cast<double>(US));
        }
    }
}

TEST_F(MrcTransportTest, ATrimmedPacketComesBackAndBlamesItsPath)
{
    // Seven to one behind one leaf: trimmed at the last hop, so the window falls and no path.
    const Attributes trims = {
        {"Buffer", "ns3::SharedBuffer[TrimQueueTime=6us|TrimPriority=6]"},
        {"Marker", "ns3::RedMarker[KminBytes=13000|KmaxBytes=53000|Pmax=1|SkipsHosts=true]"}};
    BuildMrc(trims, Star(8));
    RunIncast(7, 1'000'000);
    const auto statistics = Statistics();
    EXPECT_GT(statistics.trims, 0u);
    EXPECT_EQ(statistics.drops, 0u);
    EXPECT_EQ(statistics.timeouts, 0u);
    EXPECT_EQ(statistics.ecnMarks, 0u);
    EXPECT_EQ(m_network.nics[0]->GetCounters().naksSent, statistics.trims);
    EXPECT_EQ(statistics.retransmittedPackets, statistics.trims);
    const int64_t wirePs = 7 * 245 * MrcWireBytes(4096, false) * int64_t{80};
    EXPECT_LT(GetLastArrivalPs(), wirePs * 110 / 100 + 20 * US);
}

TEST_F(MrcTransportTest, WhatItCannotDoIsRefused)
{
    EXPECT_EQ(MessageOf<InputError>([this] {
                  BuildMrc({{"Framing", "ns3::UetFraming"}}, Star(2));
              }),
              "transport ns3::MrcTransport: the framing is ns3::UetFraming; expected "
              "ns3::MrcFraming");
    EXPECT_NE(MessageOf<InputError>([this] {
                  BuildMrc({{"CongestionControl", "ns3::Rccc"}}, Star(2));
              }).find("its packets carry no demand"),
              std::string::npos);
    EXPECT_NE(MessageOf<InputError>([this] {
                  BuildMrc({{"CongestionControl", "ns3::Falcon"}}, Star(2));
              }).find("carry nothing from the receiver's half"),
              std::string::npos);
    EXPECT_NE(MessageOf<InputError>([this] {
                  BuildMrc({{"CongestionControl", "ns3::Hpcc"}}, Star(2));
              }).find("its packets carry no telemetry"),
              std::string::npos);
}

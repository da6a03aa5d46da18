// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "has-text.h"
#include "uet-test.h"
#include "units.h"

#include "ns3/double.h"
#include "ns3/fabric-channel.h"
#include "ns3/fabric-failure.h"
#include "ns3/falcon-swift.h"
#include "ns3/input-error.h"
#include "ns3/object-ptr-container.h"
#include "ns3/receive-stage.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Remembers its acknowledgements and losses. */
class AckSpy : public RdmaCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::UetTransportTestSpy")
                                .SetParent<RdmaCongestionControl>()
                                .AddConstructor<AckSpy>();
        return tid;
    }

    static inline std::vector<AckEvent> acks;    //!< of all
    static inline std::vector<LossEvent> losses; //!< of all

  private:
    void DoNotifyAck(const AckEvent& event) override
    {
        acks.push_back(event);
    }

    void DoNotifyLoss(const LossEvent& event) override
    {
        losses.push_back(event);
    }
};

NS_OBJECT_ENSURE_REGISTERED(AckSpy);

/** A window of four packets. */
class FourPackets : public RdmaCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::UetTransportTestFourPackets")
                                .SetParent<RdmaCongestionControl>()
                                .AddConstructor<FourPackets>();
        return tid;
    }

  private:
    void DoStart() override
    {
        SetWindow(uint64_t{4} * 4096);
    }
};

NS_OBJECT_ENSURE_REGISTERED(FourPackets);

class UetTransportTest : public UetTest
{
  protected:
    /** Ten packets 34 us apart. @return how many acknowledgements the spy has had */
    size_t CountAnswers(const std::string& transport)
    {
        Restart();
        AckSpy::acks.clear();
        BuildUet(
            "CongestionControl=ns3::UetTransportTestSpy RetransmissionTimer=ns3::LocalAckTimer "
            "Transport=ns3::UltraEthernetTransport[ProbeTime=50ms|" +
                transport + "]",
            Star(2, "1Gbps"));
        Open(0, 1).Post(10 * 4096, 0);
        Simulator::Run();
        ExpectOnce(1);
        return AckSpy::acks.size();
    }

    /** Nothing crosses the network. @param timer attributes of the adaptive timer */
    void PostIntoTheVoid(const std::string& timer, uint32_t packets, const std::string& rate)
    {
        AckSpy::losses.clear();
        BuildUet(
            "Transport=ns3::UltraEthernetTransport[ProbeTime=50ms] Nic=ns3::RdmaNic[RetryCount=3] "
            "CongestionControl=ns3::UetTransportTestSpy "
            "RetransmissionTimer=ns3::AdaptiveTimer[InitialRange=0ns|" +
                timer + "]",
            Star(2, rate));
        Open(0, 1).Post(packets * 4096, 0);
        m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
    }
};

TEST_F(UetTransportTest, AMessageAloneTakesItsPacketsAndOneAcknowledgement)
{
    for (const TimedLink& link : {TimedLink{"100Gbps", 80, "1us", US},
                                  {"400Gbps", 20, "2us", 2 * US},
                                  {"10Gbps", 800, "10ns", 10'000}})
    {
        for (const uint64_t bytes : {1UL, 64UL, 4095UL, 4096UL, 4097UL, 40'961UL, 2'000'000UL})
        {
            SCOPED_TRACE(std::string(link.rate) + ", " + std::to_string(bytes) + " B");
            Restart();
            BuildUet({}, Star(2, link.rate, link.delay));
            // 14 + 20 + 8 of Ethernet, IPv4 and UDP, 12 + 44 of UET, the FCS, preamble and gap.
            const auto wire = [](uint64_t payload) {
                return static_cast<int64_t>(
                    std::max<uint64_t>(64, 42 + 56 + (payload + 3) / 4 * 4 + 4) + 20);
            };
            ExpectAlone(link, bytes, 4096, wire, 110);
        }
    }
}

TEST_F(UetTransportTest, EveryMessageComesOnceWhateverIsLost)
{
    for (const std::string mode : {"rud", "rod"})
    {
        for (const double loss : {0.001, 0.02, 0.2})
        {
            for (const std::string control :
                 {"ns3::Nscc", "ns3::Rccc", "ns3::Rccc[CongestionControl=ns3::Nscc]"})
            {
                SCOPED_TRACE(mode + ", " + control + ", loss " + std::to_string(loss));
                Restart();
                BuildUet("Transport=ns3::UltraEthernetTransport[Mode=" + mode +
                             "] CongestionControl=" + control + " Nic=ns3::RdmaNic[RetryCount=30]",
                         Lossy(Star(3), loss));
                RunSixtyMessages();
                EXPECT_GT(Statistics().retransmittedPackets + (loss < 0.01), 0u);
                if (mode == "rod")
                {
                    for (const uint32_t parity : {0U, 1U})
                    {
                        std::vector<uint32_t> order;
                        for (const auto& arrival : m_client.arrivals)
                        {
                            if (arrival.immediate % 2 == parity)
                            {
                                order.push_back(arrival.immediate);
                            }
                        }
                        EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
                    }
                }
            }
        }
    }
}

TEST_F(UetTransportTest, AProbeFindsALostTail)
{
    // 300 packets; the last ones meet a link that loses everything; the timer is long.
    BuildUet({{"RetransmissionTimer", "ns3::LocalAckTimer"}}, Star(2));
    Open(0, 1).Post(300 * 4096, 0);
    const auto channel = m_network.channels[1];
    Simulator::Schedule(MicroSeconds(100),
                        [&] { channel->SetAttribute("ErrorRate", DoubleValue(1)); });
    Simulator::Schedule(MicroSeconds(110),
                        [&] { channel->SetAttribute("ErrorRate", DoubleValue(0)); });
    Simulator::Run();
    ExpectOnce(1);
    EXPECT_EQ(Statistics().timeouts, 0u);
    // Sent by 101 us, silent for three round trips, a probe's round trip, and a packet's.
    const int64_t rttPs = m_network.IdealMessagePs(0, 1, 4096);
    EXPECT_LT(m_client.ends[0].end.finishedPs, 110 * US + 6 * rttPs);
}

// The last 250 of 300 packets are lost, and only probes may find them. The first probe goes
// ProbeTime after the last answer; its own tells of 64, for which packets 51 to 114 go at once,
// behind three probes for the others, whose answers are back before those have left.
TEST_F(UetTransportTest, ProbesFindALongTailInTwoRoundTrips)
{
    constexpr int64_t BYTE_PS = 80;
    constexpr int64_t PACKET_PS = 4218 * BYTE_PS;
    constexpr int64_t PROBE_PS = 84 * BYTE_PS;
    constexpr int64_t PACKETS = 300;
    constexpr int64_t COME = 50;
    BuildUet({{"Transport",
               "ns3::UltraEthernetTransport[ProbeTime=200us|ReorderPackets=1000|AckBytes=1]"},
              {"CongestionControl", "ns3::NoCongestionControl"},
              {"RetransmissionTimer", "ns3::LocalAckTimer"}},
             Star(2));
    Open(0, 1).Post(PACKETS * 4096, 0);
    const auto channel = m_network.channels[0];
    // Behind the switch's pipeline, and in the direction of data alone.
    Simulator::Schedule(PicoSeconds(COME * PACKET_PS + US + 400'000 + PACKET_PS / 2),
                        [&] { channel->SetErrorRate(0, 1); });
    Simulator::Schedule(MicroSeconds(150), [&] { channel->SetErrorRate(0, 0); });
    Simulator::Run();
    ExpectOnce(1);
    EXPECT_EQ(Statistics().timeouts, 0u);
    EXPECT_EQ(Statistics().retransmittedPackets, static_cast<uint64_t>(PACKETS - COME));
    const int64_t rttPs = m_network.IdealMessagePs(0, 1, 4096);
    const int64_t probeRttPs = rttPs - 2 * (PACKET_PS - PROBE_PS);
    const int64_t foundPs = (COME - 1) * PACKET_PS + rttPs + 200 * US + probeRttPs;
    const int64_t endPs = foundPs + 3 * PROBE_PS + (PACKETS - COME - 1) * PACKET_PS + rttPs;
    EXPECT_GE(m_client.ends[0].end.finishedPs, endPs);
    EXPECT_LT(m_client.ends[0].end.finishedPs, endPs + 1'000); // the timer has ticks of 1 ns
}

// A quarter of the ports lead over a link that has died, and no switch knows. Whatever the port of
// a context is, its probes find what is missing, so that no timer, which is far, runs out. With q
// the share of ports that lead there, and N packets of a message, however many,
//     packets sent again   N (q + q^2 + ...) = N q / (1 - q)
//     rounds               log N / log (1 / q), until less than one packet is left
// A round has three round trips of silence, and as many again, and then double, for each probe in
// turn that is lost, with probability q: 3 (1 + 2 q + 4 q^2 + ...) = 3 / (1 - 2 q); then two for
// probes and one for what goes again. The mean of the messages is within twice of that.
TEST_F(UetTransportTest, ProbesOutliveAPathThatDied)
{
    constexpr uint32_t HOSTS = 8; // of a leaf
    constexpr double DEAD = 0.25;
    for (const uint32_t packets : {60U, 600U})
    {
        SCOPED_TRACE(packets);
        Restart();
        BuildUet(
            "RetransmissionTimer=ns3::LocalAckTimer CongestionControl=ns3::NoCongestionControl "
            "EntropyPolicy=ns3::ObliviousEntropyPolicy Nic=ns3::RdmaNic[AckTimeout=20ms]",
            Topology("LeafSpineTopology",
                     "Leaves=2 Spines=4 HostsPerLeaf=" + std::to_string(HOSTS) +
                         " HostRate=400Gbps UplinkRate=800Gbps HostDelay=2us UplinkDelay=2us"));
        Make<FabricFailure>("BlackHole", {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "0us"}})
            ->Install(m_network);
        for (uint32_t host = 0; host < HOSTS; ++host)
        {
            Open(host, HOSTS + host).Post(packets * 4096, host);
        }
        Simulator::Run();
        ExpectOnce(HOSTS);
        const auto counts = Statistics();
        EXPECT_EQ(counts.timeouts, 0u);
        const double again = HOSTS * packets * DEAD / (1 - DEAD);
        EXPECT_NEAR(static_cast<double>(counts.retransmittedPackets), again, 0.3 * again);
        const auto rttPs = static_cast<double>(m_network.IdealMessagePs(0, HOSTS, 4096));
        const auto messagePs =
            static_cast<double>(m_network.IdealMessagePs(0, HOSTS, packets * 4096));
        const double rounds = std::log(packets) / std::log(1 / DEAD);
        const double lawPs = messagePs / (1 - DEAD) + rounds * (3 / (1 - 2 * DEAD) + 3) * rttPs;
        double meanPs = 0;
        for (const auto& end : m_client.ends)
        {
            meanPs += static_cast<double>(end.end.finishedPs) / HOSTS;
        }
        EXPECT_LT(meanPs, 2 * lawPs);
    }
}

TEST_F(UetTransportTest, ADeadLinkFailsAMessage)
{
    BuildUet({{"RetransmissionTimer", "ns3::LocalAckTimer[VerbsUnits=false]"},
              {"Nic", "ns3::RdmaNic[AckTimeout=200us|RetryCount=3]"}},
             Star(2));
    auto& channel = Open(0, 1);
    channel.Post(10'000, 0);
    m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
    // Four timeouts of three packets that go again at once.
    EXPECT_NEAR(static_cast<double>(RunToFailure()), 800e6, 2e6);
    EXPECT_TRUE(m_client.arrivals.empty());
    channel.Post(1, 1);
    EXPECT_STREQ(m_client.ends.back().end.failure, "retry-exceeded");
}

// Packets 34 us apart, ten of them until an acknowledgement is due by their payload. The first is
// answered at once, as is the last, and each one between after AckTime; that time is not in what
// they tell of the round trip.
TEST_F(UetTransportTest, AnAcknowledgementWaitsForItsTimeAndDoesNotCountIt)
{
    // With 40 us the timer of the second answers the third, and that of the fourth the fifth.
    for (const auto& [ackTime, answers] : {std::pair{"0us", 2U}, {"8us", 10U}, {"40us", 6U}})
    {
        SCOPED_TRACE(ackTime);
        ASSERT_EQ(CountAnswers(std::string("AckBytes=40960|AckTime=") + ackTime), answers);
        const int64_t rttPs = m_network.IdealMessagePs(0, 1, 4096);
        for (const auto& ack : AckSpy::acks)
        {
            EXPECT_EQ(ack.rttPs, rttPs);
        }
        EXPECT_EQ(Statistics().timeouts, 0u);
    }
}

// Ten packets are sent far apart: the first and the last are acknowledged at once. Those between
// are answered when AckBytes are there: two packets of 4096 B are, one byte more is there with the
// third.
TEST_F(UetTransportTest, AnAcknowledgementGoesAtExactlyAckBytes)
{
    EXPECT_EQ(CountAnswers("AckBytes=8191"), 6u);
    EXPECT_EQ(CountAnswers("AckBytes=8192"), 6u);
    EXPECT_EQ(CountAnswers("AckBytes=8193"), 4u);
    EXPECT_EQ(CountAnswers("AckBytes=12288"), 4u);
    EXPECT_EQ(CountAnswers("AckBytes=12289"), 4u);
}

// The 11th of 20 packets back to back is lost. With ReorderPackets 3 the acknowledgement of the
// 14th tells so, a round trip after that left; then the lost one goes at once.
TEST_F(UetTransportTest, ALossIsFoundByWhatCameLater)
{
    constexpr int64_t PACKET_PS = 4218 * 80;
    BuildUet("Transport=ns3::UltraEthernetTransport[ReorderPackets=3|AckBytes=1] "
             "CongestionControl=ns3::NoCongestionControl RetransmissionTimer=ns3::LocalAckTimer",
             Star(2));
    Open(0, 1).Post(20 * 4096, 0);
    const auto channel = m_network.channels[0];
    const auto setRate = [&](int64_t timePs, double rate) {
        Simulator::Schedule(PicoSeconds(timePs),
                            [=] { channel->SetAttribute("ErrorRate", DoubleValue(rate)); });
    };
    constexpr int64_t ARRIVAL_PS = 11 * PACKET_PS + US + 400'000; // behind the switch's pipeline
    setRate(ARRIVAL_PS - 100'000, 1);
    setRate(ARRIVAL_PS + 100'000, 0);
    Simulator::Run();
    ExpectOnce(1);
    EXPECT_EQ(Statistics().losses, 1u);
    EXPECT_EQ(Statistics().retransmittedPackets, 1u);
    EXPECT_EQ(Statistics().timeouts, 0u);
    const int64_t rttPs = m_network.IdealMessagePs(0, 1, 4096);
    EXPECT_EQ(m_client.ends[0].end.finishedPs, 13 * PACKET_PS + 2 * rttPs);
}

// A window that packets fill exactly is used wholly: four packets go as if there were none, and a
// fifth waits for the answer to the first.
TEST_F(UetTransportTest, AWindowIsFilledToItsLastByte)
{
    const auto run = [this](const std::string& control, uint64_t packets) {
        Restart();
        BuildUet({{"CongestionControl", "ns3::" + control}}, Star(2));
        Open(0, 1).Post(packets * 4096, 0);
        Simulator::Run();
        ExpectOnce(1);
        return m_client.ends[0].end.finishedPs;
    };
    EXPECT_EQ(run("UetTransportTestFourPackets", 4), run("NoCongestionControl", 4));
    EXPECT_GT(run("UetTransportTestFourPackets", 5), run("NoCongestionControl", 5));
}

// Marks of one interval count once: with every packet of two senders marked, each hears of no more
// than one in 50 us.
TEST_F(UetTransportTest, MarksOfAnIntervalCountOnce)
{
    BuildUet("Marker=ns3::StepMarker[ThresholdBytes=1] CongestionControl=ns3::NoCongestionControl "
             "Nic=ns3::RdmaNic[CnpInterval=50us]",
             Star(3));
    RunIncast(2, 1'000'000);
    const int64_t endPs = GetLastArrivalPs();
    for (const uint32_t host : {1, 2})
    {
        const uint64_t heard = m_network.nics[host]->GetCounters().cnpsReceived;
        EXPECT_GE(heard, 2u);
        EXPECT_LE(heard, static_cast<uint64_t>(endPs / (50 * US)) + 2);
    }
}

TEST_F(UetTransportTest, TimeoutsDouble)
{
    PostIntoTheVoid("InitialTimeout=250us|Tries=1", 1, "100Gbps");
    EXPECT_EQ(RunToFailure(), 250 * (1 + 2 + 4 + 8) * US);
    EXPECT_EQ(Statistics().timeouts, 4u);
}

// Ten packets 34 us apart, each of which is overdue by itself: they are one timeout, those that go
// in their place the second, and so on.
TEST_F(UetTransportTest, AWindowThatIsOverdueIsOneTimeout)
{
    PostIntoTheVoid("InitialTimeout=1ms|Tries=10", 10, "1Gbps");
    RunToFailure();
    ASSERT_EQ(AckSpy::losses.size(), 30u);
    for (uint32_t i = 0; i < 30; ++i)
    {
        EXPECT_TRUE(AckSpy::losses[i].timeout);
        EXPECT_EQ(AckSpy::losses[i].timeouts, 1 + i / 10) << i;
    }
}

// The same with a timer that doubles each time. When the first of a round is overdue the others
// have been on their way for less, by 34 us each, and are no later for it: 1, 2 and 4 ms.
TEST_F(UetTransportTest, WhatWasSentBeforeATimeoutWaitsNoLonger)
{
    PostIntoTheVoid("InitialTimeout=1ms|Tries=1", 10, "1Gbps");
    Simulator::Run();
    ASSERT_EQ(AckSpy::losses.size(), 30u);
    const int64_t packetPs = AckSpy::losses[1].nowPs - AckSpy::losses[0].nowPs;
    EXPECT_LT(packetPs, 35 * US);
    const int64_t beginUs[] = {1'000, 3'000, 7'000};
    for (uint32_t i = 0; i < 30; ++i)
    {
        EXPECT_NEAR(AckSpy::losses[i].nowPs,
                    beginUs[i / 10] * US + static_cast<int64_t>(i % 10) * packetPs,
                    100'000)
            << i;
    }
}

// Seventeen hosts fill a queue of 25 Gb/s, many round trips of 10 ns cables long, that probes
// overtake. Packets that they do not find are not lost but queued; senders know this once the first
// answers have come.
TEST_F(UetTransportTest, AProbeThatOvertakesTellsOfNoLoss)
{
    constexpr uint32_t SENDERS = 17;
    constexpr uint32_t PACKETS = 245;
    BuildUet("RetransmissionTimer=ns3::LocalAckTimer Buffer=ns3::SharedBuffer[LossyAlpha=8] "
             "Nic=ns3::RdmaNic[AckPriority=6]",
             Star(SENDERS + 1, "25Gbps", "10ns"));
    const int64_t rttPs = m_network.IdealMessagePs(0, SENDERS, 4096);
    for (uint32_t host = 0; host < SENDERS; ++host)
    {
        Open(host, SENDERS).Post(PACKETS * 4096, host);
    }
    Simulator::Run();
    ExpectOnce(SENDERS);
    const auto counts = Statistics();
    EXPECT_EQ(counts.drops, 0u);
    EXPECT_EQ(counts.timeouts, 0u);
    EXPECT_GT(counts.largestQueueBytes * 8 * 40, static_cast<uint64_t>(5 * rttPs));
    // A window at the start is a round trip's: some three packets of 1350 ns.
    EXPECT_LT(counts.retransmittedPackets, SENDERS * 2 * (rttPs / 1'350'000 + 1));
}

// Ten packets wait at the switch behind two hosts' traffic of a higher priority, 400 us, and the
// answers to the probes that overtake them behind two others', 200 us. Such an answer is late, many
// round trips after its probe, so what held it up may hold the packets up as well: that it does not
// tell of them means nothing.
TEST_F(UetTransportTest, ALateAnswerToAProbeTellsOfNoLoss)
{
    BuildUet(
        "CongestionControl=ns3::UetTransportTestSpy RetransmissionTimer=ns3::LocalAckTimer "
        "Arbiter=ns3::StrictArbiter Buffer=ns3::SharedBuffer[SizeBytes=100000000|LossyAlpha=8] "
        "Nic=ns3::RdmaNic[AckPriority=6]",
        Star(6));
    AckSpy::acks.clear();
    const auto post = [this](uint32_t from, uint32_t to, uint8_t priority, uint64_t bytes) {
        const auto number = static_cast<uint32_t>(m_channels.size());
        auto& sender = *m_network.transports[from];
        m_channels.push_back(sender.Open(*m_network.transports[to], priority, {m_channels.size()}));
        m_channels.back()->SetClient(&m_client);
        m_channels.back()->Post(bytes, number);
    };
    post(2, 1, 5, 2'500'000);
    post(4, 1, 5, 2'500'000);
    post(3, 0, 7, 1'250'000);
    post(5, 0, 7, 1'250'000);
    Simulator::Stop(MicroSeconds(20));
    Simulator::Run();
    post(0, 1, 3, 10 * 4096);
    Simulator::Stop(MicroSeconds(210)); // the next probe goes out later
    Simulator::Run();
    const int64_t rttPs = m_network.IdealMessagePs(0, 1, 4096);
    const bool isLate = std::any_of(AckSpy::acks.begin(), AckSpy::acks.end(), [&](const auto& ack) {
        return ack.nowPs > 200 * US && ack.rttPs > 3 * rttPs && ack.ackedBytes == 0;
    });
    EXPECT_TRUE(isLate);
    EXPECT_EQ(Statistics().retransmittedPackets, 0u);
    Simulator::Run();
    ExpectOnce(5);
    EXPECT_EQ(Statistics().drops, 0u);
    EXPECT_EQ(Statistics().timeouts, 0u);
}

// A host that takes 20 of 100 Gb/s: the window of its NIC holds the sender back, with half of the
// buffer full, and that of the fabric knows nothing of it.
TEST_F(UetTransportTest, FalconTellsTheNicFromTheFabric)
{
    BuildUet("Transport=ns3::UltraEthernetTransport[AckBytes=4096] CongestionControl=ns3::Falcon "
             "Buffer=ns3::SharedBuffer[LossyAlpha=1] "
             "Nic=ns3::RdmaNic[ReceiveRate=20Gbps|ReceiveBufferBytes=300000|AckPriority=6]",
             Star(2));
    Open(0, 1).Post(1'000'000'000, 0);
    ObjectPtrContainerValue controls;
    m_network.transports[0]->GetAttribute("CongestionControlList", controls);
    ASSERT_EQ(controls.GetN(), 1u);
    const auto falcon = DynamicCast<FalconSwift>(controls.Get(0));
    ASSERT_TRUE(falcon);
    double fill = 0;
    constexpr int LOOKS = 1000;
    for (int i = 0; i < LOOKS; ++i)
    {
        Simulator::Schedule(MilliSeconds(5) + MicroSeconds(5 * i), [&] {
            fill += m_network.nics[1]->GetReceiveStage()->GetFill() / LOOKS;
        });
    }
    Simulator::Stop(MilliSeconds(10));
    Simulator::Run();
    const auto statistics = Statistics();
    EXPECT_EQ(statistics.drops, 0u);
    EXPECT_GT(statistics.deliveredBytes * 8, 0.99 * 20e9 * 10e-3);
    EXPECT_NEAR(fill, 0.5, 0.05);
    // 37 packets of 4202 B in the buffer, and the bytes in flight.
    EXPECT_LT(falcon->GetHostWindowPackets(), 45);
    EXPECT_GT(falcon->GetWindowPackets(), 64);
}

TEST_F(UetTransportTest, WhatDoesNotFitIsRefused)
{
    const std::string mode = "Transport=ns3::UltraEthernetTransport[Mode=";
    const std::string control = "CongestionControl=ns3::";
    for (const auto& [parts, message] : std::vector<std::pair<std::string, std::string>>{
             {"Framing=ns3::RoceV2Framing", "expected ns3::UetFraming"},
             {mode + "uud]",
              "a lost message of unreliable delivery is not detected; expected rud, rod or rudi, "
              "or "
              "background traffic of ns3::UudBackground"},
             {mode + "rod] EntropyPolicy=ns3::ObliviousEntropyPolicy",
              "sends packets over several paths"},
             {control + "Hpcc Switch=ns3::FabricSwitch[Telemetry=true]",
              "its packets carry no telemetry"},
             {"LossRecovery=ns3::GoBackZero", "LossRecovery"},
             {"Nic=ns3::RdmaNic[AckInterval=3]", "AckInterval"},
             {control + "Rccc[CongestionControl=ns3::Rccc]", "Rccc CongestionControl"},
             {control + "Rccc[CongestionControl=ns3::Falcon]", "Rccc CongestionControl"},
             {control + "RttCc", "needs probes of the round trip"},
             {"Transport=ns3::ReliableConnectionTransport Framing=ns3::RoceV2Framing " + control +
                  "Rccc",
              "do not carry the demand of their sender"}})
    {
        SCOPED_TRACE(parts);
        Restart();
        EXPECT_TRUE(Has(MessageOf<InputError>([&, &parts = parts] {
                            BuildUet(parts, Star(2));
                            Open(0, 1);
                        }),
                        message));
    }
}

} // namespace

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "channel-client.h"
#include "error-message.h"
#include "network-test.h"
#include "units.h"

#include "ns3/double.h"
#include "ns3/fabric-channel.h"
#include "ns3/falcon-swift.h"
#include "ns3/input-error.h"
#include "ns3/message-transport.h"
#include "ns3/object-ptr-container.h"
#include "ns3/receive-stage.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Remembers its acknowledgements. */
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

    static inline std::vector<AckEvent> acks; //!< of all

  private:
    void DoNotifyAck(const AckEvent& event) override
    {
        acks.push_back(event);
    }
};

NS_OBJECT_ENSURE_REGISTERED(AckSpy);

class UetTransportTest : public NetworkTest
{
  protected:
    /** @param parts of the fabric beyond Ultra Ethernet on lossy switches */
    void BuildUet(const Attributes& parts, const FabricTopology& topology)
    {
        Attributes all = {
            {"Transport", "ns3::UltraEthernetTransport"},
            {"Framing", "ns3::UetFraming"},
            {"FlowControl", "ns3::NoFlowControl"},
            {"CongestionControl", "ns3::Nscc"},
            {"RetransmissionTimer", "ns3::AdaptiveTimer[InitialTimeout=100us|InitialRange=0ns]"}};
        all.insert(all.end(), parts.begin(), parts.end()); // the last one of a name counts
        m_channels.clear();
        m_client = {};
        Build("RoceFabric", all, topology);
    }

    static FabricTopology Star(uint32_t hosts,
                               const std::string& rate = "100Gbps",
                               const std::string& delay = "1us")
    {
        return Topology("StarTopology",
                        {{"Hosts", std::to_string(hosts)}, {"Rate", rate}, {"Delay", delay}});
    }

    MessageChannel& Open(uint32_t from, uint32_t to)
    {
        auto& sender = *m_network.transports[from];
        const auto channel = sender.Open(*m_network.transports[to],
                                         sender.GetNic()->GetDefaultServiceLevel(),
                                         {m_channels.size()});
        channel->SetClient(&m_client);
        m_channels.push_back(channel);
        return *channel;
    }

    void TearDown() override
    {
        m_channels.clear();
        NetworkTest::TearDown();
    }

    /** Expects every message with an immediate below a count to have ended and arrived once. */
    void ExpectOnce(uint32_t count) const
    {
        std::vector<uint32_t> ended(count);
        std::vector<uint32_t> arrived(count);
        for (const auto& [immediate, end] : m_client.ends)
        {
            EXPECT_EQ(end.failure, nullptr);
            ++ended.at(immediate);
        }
        for (const auto& [immediate, arrivedPs] : m_client.arrivals)
        {
            ++arrived.at(immediate);
        }
        EXPECT_EQ(ended, std::vector<uint32_t>(count, 1));
        EXPECT_EQ(arrived, std::vector<uint32_t>(count, 1));
    }

    std::vector<Ptr<MessageChannel>> m_channels;
    ChannelClient m_client;
};

TEST_F(UetTransportTest, AMessageAloneTakesItsPacketsAndOneAcknowledgement)
{
    struct Link
    {
        const char* rate;
        int64_t psPerByte;
        const char* delay;
        int64_t delayPs;
    };

    for (const Link& link : {Link{"100Gbps", 80, "1us", US},
                             {"400Gbps", 20, "2us", 2 * US},
                             {"10Gbps", 800, "10ns", 10'000}})
    {
        for (const uint64_t bytes : {1UL, 64UL, 4095UL, 4096UL, 4097UL, 40'961UL, 2'000'000UL})
        {
            SCOPED_TRACE(std::string(link.rate) + ", " + std::to_string(bytes) + " B");
            Restart();
            BuildUet({}, Star(2, link.rate, link.delay));
            Open(0, 1).Post(bytes, 7);
            Simulator::Run();
            // 14 + 20 + 8 of Ethernet, IPv4 and UDP, 12 + 44 of UET, the FCS, preamble and gap.
            const auto wire = [](uint64_t payload) {
                return static_cast<int64_t>(
                    std::max<uint64_t>(64, 42 + 56 + (payload + 3) / 4 * 4 + 4) + 20);
            };
            const uint64_t full = (bytes - 1) / 4096;
            const int64_t last = wire(bytes - full * 4096);
            const int64_t all = static_cast<int64_t>(full) * wire(4096) + last;
            const int64_t first = full > 0 ? wire(4096) : last;
            const int64_t wayPs = 2 * link.delayPs + 400'000;
            const int64_t arrivedPs = (first + all) * link.psPerByte + wayPs;
            const int64_t endedPs = arrivedPs + 2 * 110 * link.psPerByte + wayPs;
            ASSERT_EQ(m_client.arrivals.size(), 1u);
            ASSERT_EQ(m_client.ends.size(), 1u);
            EXPECT_EQ(m_client.arrivals[0].arrivedPs, arrivedPs);
            EXPECT_EQ(m_client.ends[0].end.finishedPs, endedPs);
            EXPECT_EQ(m_network.IdealMessagePs(0, 1, bytes), endedPs);
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
                auto topology = Star(3);
                for (auto& link : topology.links)
                {
                    link.errorRate = loss;
                }
                BuildUet({{"Transport", "ns3::UltraEthernetTransport[Mode=" + mode + "]"},
                          {"CongestionControl", control},
                          {"Nic", "ns3::RdmaNic[RetryCount=30]"}},
                         topology);
                auto& first = Open(0, 1);
                auto& second = Open(2, 1);
                constexpr uint32_t COUNT = 60;
                uint64_t sum = 0;
                for (uint32_t i = 0; i < COUNT; ++i)
                {
                    const uint64_t bytes = 1 + i * 7919 % 50'000;
                    sum += bytes;
                    (i % 2 == 0 ? first : second).Post(bytes, i);
                }
                Simulator::Run();
                ExpectOnce(COUNT);
                const auto statistics = Statistics();
                EXPECT_EQ(statistics.deliveredBytes, sum);
                EXPECT_GT(statistics.retransmittedPackets + (loss < 0.01), 0u);
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

TEST_F(UetTransportTest, EveryTrimmedHeaderBringsItsPacketBack)
{
    for (const uint32_t senders : {3U, 16U})
    {
        SCOPED_TRACE(senders);
        Restart();
        BuildUet({{"Buffer", "ns3::SharedBuffer[TrimQueueTime=6us]"},
                  {"Marker", "ns3::RedMarker[KminBytes=13000|KmaxBytes=53000|Pmax=1]"},
                  {"Nic", "ns3::RdmaNic[AckPriority=6]"}},
                 Star(senders + 1));
        for (uint32_t host = 1; host <= senders; ++host)
        {
            Open(host, 0).Post(1'000'000, host - 1);
        }
        Simulator::Run();
        ExpectOnce(senders);
        const auto statistics = Statistics();
        EXPECT_GT(statistics.trims, 0u);
        EXPECT_EQ(statistics.drops, 0u);
        EXPECT_EQ(statistics.timeouts, 0u);
        EXPECT_EQ(m_network.nics[0]->GetCounters().trimmedPackets, statistics.trims);
        EXPECT_EQ(m_network.nics[0]->GetCounters().naksSent, statistics.trims);
        EXPECT_EQ(statistics.retransmittedPackets, statistics.trims);
        // The busy wire carries each packet once, and headers; no more than 6 us wait for it.
        const int64_t endPs =
            std::max_element(m_client.arrivals.begin(),
                             m_client.arrivals.end(),
                             [](const auto& a, const auto& b) { return a.arrivedPs < b.arrivedPs; })
                ->arrivedPs;
        const int64_t wirePs = senders * (244 * 4218 + 698) * int64_t{80};
        EXPECT_GT(endPs, wirePs);
        EXPECT_LT(endPs, wirePs * 103 / 100 + 20 * US);
    }
}

TEST_F(UetTransportTest, TrimmedFramesAreAsShortAsTheSwitchMayCutThem)
{
    // Their headers are 102 B: 14 + 20 + 8, PDS 12, SES 44, FCS 4. Without SES they would be 58 B.
    for (const auto& [sizeBytes, frameBytes] :
         std::map<uint32_t, uint32_t>{{0, 64}, {64, 64}, {80, 80}, {102, 102}, {128, 102}})
    {
        SCOPED_TRACE(sizeBytes);
        Restart();
        BuildUet({{"Buffer",
                   "ns3::SharedBuffer[TrimQueueTime=6us|TrimSizeBytes=" +
                       std::to_string(sizeBytes) + "]"},
                  {"Marker", "ns3::RedMarker[KminBytes=13000|KmaxBytes=53000|Pmax=1]"},
                  {"Nic", "ns3::RdmaNic[AckPriority=6]"}},
                 Star(6));
        uint64_t trims = 0;
        m_network.fabricSwitches[0]->TraceConnectWithoutContext(
            "Trim",
            Callback<void, const FabricPacket&, DropReason>(
                [&trims, expected = frameBytes](const FabricPacket& packet, DropReason) {
                    EXPECT_EQ(packet.frameBytes, expected);
                    EXPECT_EQ(packet.wireBytes, expected + 20);
                    ++trims;
                }));
        for (uint32_t host = 1; host <= 5; ++host)
        {
            Open(host, 0).Post(1'000'000, host - 1);
        }
        Simulator::Run();
        ExpectOnce(5);
        EXPECT_GT(trims, 0u);
        EXPECT_EQ(trims, Statistics().trims);
        EXPECT_EQ(Statistics().retransmittedPackets, trims);
    }
}

TEST_F(UetTransportTest, ReceiversThatKnowOfScarceUplinksGrantLess)
{
    // 16 hosts of two leaves, each to one of the other leaf, over two spines: 4:1.
    const auto topology = Topology("LeafSpineTopology",
                                   {{"Leaves", "2"},
                                    {"Spines", "2"},
                                    {"HostsPerLeaf", "8"},
                                    {"HostRate", "100Gbps"},
                                    {"UplinkRate", "100Gbps"}});
    std::map<std::string, uint64_t> trims;
    for (const std::string control : {"ns3::Rccc", "ns3::Rccc[Oversubscription=4]"})
    {
        SCOPED_TRACE(control);
        Restart();
        BuildUet({{"CongestionControl", control},
                  {"Buffer", "ns3::SharedBuffer[TrimQueueTime=12us]"},
                  {"Marker", "ns3::RedMarker[KminBytes=30000|KmaxBytes=120000|Pmax=1]"},
                  {"EntropyPolicy", "ns3::BitmapEntropyPolicy"},
                  {"Nic", "ns3::RdmaNic[AckPriority=6]"}},
                 topology);
        for (uint32_t host = 0; host < 16; ++host)
        {
            Open(host, (host + 8) % 16).Post(2'000'000, host);
        }
        Simulator::Run();
        ExpectOnce(16);
        trims[control] = Statistics().trims;
        int64_t endPs = 0;
        for (const auto& arrival : m_client.arrivals)
        {
            endPs = std::max(endPs, arrival.arrivedPs);
        }
        // The two uplinks of a leaf carry 489 packets for each of its eight hosts.
        const int64_t wirePs = 8 * 489 * 4222 * 80 / 2;
        EXPECT_GT(endPs, wirePs);
        EXPECT_LT(endPs, control == "ns3::Rccc" ? 2 * wirePs : wirePs * 13 / 10);
    }
    EXPECT_LT(trims["ns3::Rccc[Oversubscription=4]"] * 4, trims["ns3::Rccc"]);
}

TEST_F(UetTransportTest, TrimmedPacketsAndTheirNacksTellWhetherTheLastSwitchDidIt)
{
    // Four hosts of a leaf send over one uplink, which trims, or to one of their leaf.
    const auto topology = Topology("LeafSpineTopology",
                                   {{"Leaves", "2"},
                                    {"Spines", "1"},
                                    {"HostsPerLeaf", "5"},
                                    {"HostRate", "100Gbps"},
                                    {"UplinkRate", "100Gbps"}});
    for (const bool isLast : {false, true})
    {
        Restart();
        BuildUet({{"Buffer", "ns3::SharedBuffer[TrimQueueTime=6us]"},
                  {"Marker", "ns3::RedMarker[KminBytes=13000|KmaxBytes=53000|Pmax=1]"},
                  {"Nic", "ns3::RdmaNic[AckPriority=6]"}},
                 topology);
        uint32_t lasts = 0;
        uint32_t others = 0;
        std::map<UetNackCode, uint32_t> nacks;
        for (const auto& fabricSwitch : m_network.fabricSwitches)
        {
            fabricSwitch->TraceConnectWithoutContext(
                "Trim",
                Callback<void, const FabricPacket&, DropReason>(
                    [&lasts, &others](const FabricPacket& packet, DropReason) {
                        ++(packet.kind == PacketKind::TRIMMED_AT_LAST_HOP ? lasts : others);
                    }));
        }
        for (uint32_t host = 0; host < 4; ++host)
        {
            m_network.nics[host]->GetPort().TraceConnectWithoutContext(
                "Receive",
                Callback<void, const FabricPacket&, int64_t>(
                    [&nacks](const FabricPacket& packet, int64_t) {
                        const auto& answer = packet.As<UetAnswer>();
                        if (answer.type == UetType::NACK)
                        {
                            ++nacks[answer.code];
                        }
                    }));
            Open(host, isLast ? 4 : 5 + host).Post(1'000'000, host);
        }
        Simulator::Run();
        ExpectOnce(4);
        EXPECT_GT(isLast ? lasts : others, 0u);
        EXPECT_EQ(isLast ? others : lasts, 0u);
        EXPECT_EQ(nacks[isLast ? UetNackCode::TRIMMED_LASTHOP : UetNackCode::TRIMMED],
                  lasts + others);
        EXPECT_EQ(nacks.size(), 1u);
    }
}

TEST_F(UetTransportTest, AProbeFindsALostTail)
{
    // 300 packets, of which the last ones meet a link that loses all; the timer is far.
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

TEST_F(UetTransportTest, ADeadLinkFailsAMessage)
{
    BuildUet({{"RetransmissionTimer", "ns3::LocalAckTimer[VerbsUnits=false]"},
              {"Nic", "ns3::RdmaNic[AckTimeout=200us|RetryCount=3]"}},
             Star(2));
    auto& channel = Open(0, 1);
    channel.Post(10'000, 0);
    m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
    Simulator::Run();
    ASSERT_EQ(m_client.ends.size(), 1u);
    EXPECT_STREQ(m_client.ends[0].end.failure, "retry-exceeded");
    // Four timeouts of three packets that go again at once.
    EXPECT_NEAR(static_cast<double>(m_client.ends[0].end.finishedPs), 800e6, 2e6);
    EXPECT_TRUE(m_client.arrivals.empty());
    channel.Post(1, 1);
    EXPECT_STREQ(m_client.ends.back().end.failure, "retry-exceeded");
}

// Packets 34 us apart, ten of them until an acknowledgement is due by their payload. The first is
// answered at once, as is the last, and each one between after AckTime; that time is not in what
// they tell of the round trip.
TEST_F(UetTransportTest, AnAcknowledgementWaitsForItsTimeAndDoesNotCountIt)
{
    for (const auto& [ackTime, answers] : {std::pair{"0us", 2U}, {"8us", 10U}, {"40us", 6U}})
    {
        SCOPED_TRACE(ackTime);
        Restart();
        AckSpy::acks.clear();
        BuildUet(
            {{"Transport",
              std::string("ns3::UltraEthernetTransport[ProbeTime=50ms|AckBytes=40960|AckTime=") +
                  ackTime + "]"},
             {"RetransmissionTimer", "ns3::LocalAckTimer"},
             {"CongestionControl", "ns3::UetTransportTestSpy"}},
            Star(2, "1Gbps"));
        Open(0, 1).Post(10 * 4096, 0);
        Simulator::Run();
        ExpectOnce(1);
        // With 40 us the timer of the second answers the third, and that of the fourth the fifth.
        ASSERT_EQ(AckSpy::acks.size(), answers);
        const int64_t rttPs = m_network.IdealMessagePs(0, 1, 4096);
        for (const auto& ack : AckSpy::acks)
        {
            EXPECT_EQ(ack.rttPs, rttPs);
        }
        EXPECT_EQ(Statistics().timeouts, 0u);
    }
}

// Of 20 packets back to back the 11th is lost. With ReorderPackets 3 the acknowledgement of the
// 14th tells so, a round trip after that left; then the lost one goes at once.
TEST_F(UetTransportTest, ALossIsFoundByWhatCameLater)
{
    constexpr int64_t PACKET_PS = 4218 * 80;
    BuildUet({{"Transport", "ns3::UltraEthernetTransport[ReorderPackets=3|AckBytes=1]"},
              {"CongestionControl", "ns3::NoCongestionControl"},
              {"RetransmissionTimer", "ns3::LocalAckTimer"}},
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

TEST_F(UetTransportTest, TimeoutsDouble)
{
    BuildUet({{"Transport", "ns3::UltraEthernetTransport[ProbeTime=50ms]"},
              {"RetransmissionTimer",
               "ns3::AdaptiveTimer[InitialTimeout=250us|InitialRange=0ns|Tries=1]"},
              {"Nic", "ns3::RdmaNic[RetryCount=3]"}},
             Star(2));
    auto& channel = Open(0, 1);
    channel.Post(4096, 0);
    m_network.channels[1]->SetAttribute("ErrorRate", DoubleValue(1));
    Simulator::Run();
    ASSERT_EQ(m_client.ends.size(), 1u);
    EXPECT_STREQ(m_client.ends[0].end.failure, "retry-exceeded");
    EXPECT_EQ(Statistics().timeouts, 4u);
    EXPECT_EQ(m_client.ends[0].end.finishedPs, 250 * (1 + 2 + 4 + 8) * US);
}

// A host that takes 20 of 100 Gb/s: the window of its NIC holds the sender back, with half of the
// buffer full, and that of the fabric knows nothing of it.
TEST_F(UetTransportTest, FalconTellsTheNicFromTheFabric)
{
    BuildUet({{"Transport", "ns3::UltraEthernetTransport[AckBytes=4096]"},
              {"CongestionControl", "ns3::Falcon"},
              {"Buffer", "ns3::SharedBuffer[LossyAlpha=1]"},
              {"Nic", "ns3::RdmaNic[ReceiveRate=20Gbps|ReceiveBufferBytes=300000|AckPriority=6]"}},
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
    // 37 packets of 4202 B in the buffer, and what is on its way.
    EXPECT_LT(falcon->GetHostWindowPackets(), 45);
    EXPECT_GT(falcon->GetWindowPackets(), 64);
}

TEST_F(UetTransportTest, CreditsFillTheReceiversLinkAndNoQueue)
{
    constexpr uint32_t SENDERS = 7;
    BuildUet(
        {{"CongestionControl", "ns3::Rccc[MaxWindow=0.5]"}, {"Nic", "ns3::RdmaNic[AckPriority=6]"}},
        Star(SENDERS + 1));
    for (uint32_t host = 1; host <= SENDERS; ++host)
    {
        Open(host, 0).Post(4'000'000, host - 1);
    }
    Simulator::Run();
    ExpectOnce(SENDERS);
    int64_t lastPs = 0;
    int64_t firstPs = INT64_MAX;
    for (const auto& arrival : m_client.arrivals)
    {
        lastPs = std::max(lastPs, arrival.arrivedPs);
        firstPs = std::min(firstPs, arrival.arrivedPs);
    }
    // With demand a packet has 4 B more: 976 of 4222 B and one of 2430 B.
    const double wirePs = SENDERS * (976 * 4222. + 2430) * 80 / 0.99;
    EXPECT_GT(static_cast<double>(lastPs), wirePs * 0.99);
    EXPECT_LT(static_cast<double>(lastPs), wirePs * 1.02);
    EXPECT_LT(static_cast<double>(lastPs - firstPs), wirePs * 0.01) << "turns are fair";
    // Only what goes without a grant may queue, half a round trip of each, and a packet each.
    const int64_t rttPs = m_network.IdealMessagePs(1, 0, 4096);
    const double speculative = SENDERS * (0.5 * static_cast<double>(rttPs) / 80 + 2 * 4222);
    EXPECT_LT(static_cast<double>(m_network.fabricSwitches[0]->GetBuffer().GetPeakBytes()),
              speculative);
}

TEST_F(UetTransportTest, WhoWaitsForCreditLeavesTheLineToPackets)
{
    // A turn of all takes 350 us, 25 times ProbeTime: who asked each time would take an eighth of
    // the line.
    constexpr uint32_t SENDERS = 255;
    BuildUet({{"CongestionControl", "ns3::Rccc[MaxWindow=0.5]"},
              {"Buffer", "ns3::SharedBuffer[TrimQueueTime=12us|TrimPriority=6]"},
              {"Nic", "ns3::RdmaNic[AckPriority=6]"}},
             Star(SENDERS + 1));
    for (uint32_t host = 1; host <= SENDERS; ++host)
    {
        Open(host, 0).Post(100'000, host - 1);
    }
    Simulator::Run();
    ExpectOnce(SENDERS);
    int64_t lastPs = 0;
    for (const auto& arrival : m_client.arrivals)
    {
        lastPs = std::max(lastPs, arrival.arrivedPs);
    }
    const double wirePs = SENDERS * (24 * 4222. + 1822) * 80 / 0.99;
    EXPECT_LT(static_cast<double>(lastPs), wirePs * 1.08);
}

TEST_F(UetTransportTest, AnIdleContextIsGrantedAgain)
{
    // Messages one after the other, each posted when the one before has ended, and with a gap.
    BuildUet({{"CongestionControl", "ns3::Rccc"}}, Star(2));
    auto& channel = Open(0, 1);
    const int64_t idealPs = m_network.IdealMessagePs(0, 1, 300'000);
    for (uint32_t i = 0; i < 5; ++i)
    {
        Simulator::Schedule(MicroSeconds(1000 * i), [&channel, i] { channel.Post(300'000, i); });
    }
    Simulator::Run();
    ExpectOnce(5);
    for (const auto& [immediate, end] : m_client.ends)
    {
        EXPECT_LT(static_cast<double>(end.finishedPs - end.postedPs),
                  1.03 * static_cast<double>(idealPs));
    }
}

TEST_F(UetTransportTest, WhatDoesNotFitIsRefused)
{
    const auto refusal = [this](const Attributes& parts) {
        Restart();
        return MessageOf<InputError>([&] {
            BuildUet(parts, Star(2));
            Open(0, 1);
        });
    };
    EXPECT_NE(refusal({{"Framing", "ns3::RoceV2Framing"}}).find("expected ns3::UetFraming"),
              std::string::npos);
    EXPECT_NE(refusal({{"Transport", "ns3::UltraEthernetTransport[Mode=uud]"}})
                  .find("Mode: is \"uud\"; expected rud or rod"),
              std::string::npos);
    EXPECT_NE(refusal({{"Transport", "ns3::UltraEthernetTransport[Mode=rod]"},
                       {"EntropyPolicy", "ns3::ObliviousEntropyPolicy"}})
                  .find("sends packets over several paths"),
              std::string::npos);
    EXPECT_NE(refusal({{"CongestionControl", "ns3::Hpcc"},
                       {"Switch", "ns3::FabricSwitch[Telemetry=true]"}})
                  .find("its packets carry no telemetry"),
              std::string::npos);
    EXPECT_NE(refusal({{"LossRecovery", "ns3::GoBackZero"}}).find("LossRecovery"),
              std::string::npos);
    EXPECT_NE(refusal({{"Nic", "ns3::RdmaNic[AckInterval=3]"}}).find("AckInterval"),
              std::string::npos);
    EXPECT_NE(refusal({{"CongestionControl", "ns3::Rccc[CongestionControl=ns3::Rccc]"}})
                  .find("Rccc CongestionControl"),
              std::string::npos);
    EXPECT_NE(refusal({{"CongestionControl", "ns3::Rccc[CongestionControl=ns3::Falcon]"}})
                  .find("Rccc CongestionControl"),
              std::string::npos);
    EXPECT_NE(refusal({{"CongestionControl", "ns3::RttCc"}}).find("needs probes of the round trip"),
              std::string::npos);
    EXPECT_NE(refusal({{"Transport", "ns3::ReliableConnectionTransport"},
                       {"Framing", "ns3::RoceV2Framing"},
                       {"CongestionControl", "ns3::Rccc"}})
                  .find("do not say what their sender wants"),
              std::string::npos);
}

} // namespace

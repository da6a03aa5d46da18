// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A sender and a receiver of Ultra Ethernet, each without the other: what comes to it is made here.

#include "uet-test.h"
#include "units.h"

#include "ns3/uet-receiver.h"
#include "ns3/uet-sender.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint64_t MTU = 4096;

/** Has the window that a test says, wants all that waits, and remembers losses. */
class HalvesControl : public RdmaCongestionControl
{
  public:
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::UetHalvesTestControl")
                                .SetParent<RdmaCongestionControl>()
                                .AddConstructor<HalvesControl>();
        return tid;
    }

    static inline uint64_t windowBytes = UINT64_MAX; //!< 0: closed
    static inline std::vector<LossEvent> losses;

  private:
    void DoStart() override
    {
        windowBytes > 0 ? SetWindow(windowBytes) : CloseWindow();
    }

    void DoNotifyAck(const AckEvent&) override
    {
        DoStart();
    }

    void DoNotifyLoss(const LossEvent& event) override
    {
        losses.push_back(event);
    }

    uint64_t DoGetDemand(uint64_t backlogBytes) const override
    {
        return backlogBytes;
    }
};

NS_OBJECT_ENSURE_REGISTERED(HalvesControl);

/** Host 0 has a half, to whose packets nobody answers at host 1. */
class UetHalvesTest : public UetTest, public UetSender::Client, public UetReceiver::Client
{
  protected:
    /** Packets that arrive at the other end. */
    class Sink : public PacketSource
    {
      public:
        bool CanSend() const override
        {
            return false;
        }

        FabricPacketPtr MakeNextPacket(int64_t) override
        {
            return nullptr;
        }

        void Receive(FabricPacket& packet) override
        {
            switch (packet.As<UetControl>().type)
            {
            case UetType::CONTROL:
                controls.emplace_back(packet.As<UetControl>(), packet.sentPs);
                break;
            case UetType::ACK_CC:
            case UetType::NACK:
                answers.push_back(packet.As<UetAnswer>());
                break;
            default:
                requests.push_back(packet.As<UetRequest>());
            }
        }

        /** @return numbers of the packets that were sent again, in this order */
        std::vector<uint32_t> GetRepeated() const
        {
            std::vector<uint32_t> repeated;
            for (const auto& request : requests)
            {
                if (request.retransmitted)
                {
                    repeated.push_back(request.psn);
                }
            }
            return repeated;
        }

        std::vector<UetRequest> requests;
        std::vector<UetAnswer> answers;
        std::vector<std::pair<UetControl, int64_t>> controls; //!< and when they were sent
    };

    void OnSenderEnd(uint32_t, const MessageEnd&) override
    {
    }

    void OnSenderDeparture(uint32_t) override
    {
    }

    void OnReceiverMessage(uint32_t, int64_t) override
    {
    }

    /** A star anew. @param ackTimeout of the NIC, by which timers run @return path to host 1 */
    UetPath Begin(const std::string& ackTimeout, UetMode mode = UetMode::RUD)
    {
        Restart();
        BuildUet({{"CongestionControl", "ns3::UetHalvesTestControl"},
                  {"RetransmissionTimer", "ns3::LocalAckTimer[VerbsUnits=false]"},
                  {"Nic", "ns3::RdmaNic[AckTimeout=" + ackTimeout + "]"}},
                 Star(2));
        HalvesControl::losses.clear();
        m_sink = {};
        m_sender.reset();
        m_receiver.reset();
        auto& near = *m_network.nics[0];
        auto& far = *m_network.nics[1];
        const uint8_t level = near.GetDefaultServiceLevel();
        far.AddSource(m_sink, far.GetLane(level));
        return {{&near, 1, m_sink.GetNumber(), level, 50'000, 1024},
                &dynamic_cast<const UetFraming&>(near.GetFraming()),
                mode};
    }

    /** @return what a sender needs, but for probes and what a test is about */
    static UetSender::Settings Sending(const UetPath& path)
    {
        UetSender::Settings settings;
        settings.paths = {path};
        settings.mtuBytes = MTU;
        settings.reorderPackets = 3;
        settings.ratebps = path.nic->GetPort().GetRatebps();
        settings.baseRttPs = 10 * US;
        return settings;
    }

    void StartSender(UetSender::Settings settings)
    {
        const auto& path = settings.paths.front();
        auto& nic = *path.nic;
        m_sender = std::make_unique<UetSender>(*this);
        m_sender->AddTo(nic, nullptr, nic.GetLane(path.level));
        settings.policies = nic.GetConnectionFactory().MakeSendPolicies(path.peerHost,
                                                                        path.level,
                                                                        path.port,
                                                                        uint64_t{0});
        m_sender->Start(settings);
    }

    void StartReceiver(const UetPath& path, uint32_t bitmapPackets = 0)
    {
        m_receiver = std::make_unique<UetReceiver>(*this);
        m_receiver->AddTo({path.nic}, path.nic->GetLane(path.level));
        UetReceiver::Settings settings;
        settings.paths = {path};
        settings.ackBytes = UINT32_MAX;
        settings.bitmapPackets = bitmapPackets;
        settings.counters = &m_counters;
        m_receiver->Start(settings);
    }

    static int64_t NowPs()
    {
        return Simulator::Now().GetPicoSeconds();
    }

    static void Wait(int64_t ps)
    {
        Simulator::Stop(PicoSeconds(ps));
        Simulator::Run();
    }

    void Post(uint64_t bytes)
    {
        m_sender->Post(bytes, 0, NowPs());
    }

    /** @param cumulative all before it have come @return an acknowledgement of the last of them */
    static UetAnswer Ack(uint32_t cumulative)
    {
        UetAnswer answer{};
        answer.type = UetType::ACK_CC;
        answer.psn = cumulative - 1;
        answer.cumulative = cumulative;
        answer.bitmapBase = cumulative;
        return answer;
    }

    static UetAnswer Nack(UetNackCode code, uint32_t psn, bool retransmitted = false)
    {
        UetAnswer answer{};
        answer.type = UetType::NACK;
        answer.code = code;
        answer.psn = psn;
        answer.retransmitted = retransmitted;
        return answer;
    }

    /** Comes to the sender. @param rttPs that it tells of */
    void Answer(const UetAnswer& answer, int64_t rttPs = 5 * US)
    {
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->readyPs = NowPs();
        packet->sentPs = NowPs() - rttPs;
        packet->As<UetAnswer>() = answer;
        static_cast<PacketSource&>(*m_sender).Receive(*packet);
    }

    /** A packet of 1 B comes to the receiver, which answers at once. @param trimmed without that */
    void Request(uint32_t psn, bool trimmed = false)
    {
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->kind = trimmed ? PacketKind::TRIMMED : PacketKind::TRANSPORT;
        packet->readyPs = NowPs();
        packet->payloadBytes = trimmed ? 0 : 1;
        auto& request = packet->As<UetRequest>();
        request = {};
        request.ackRequest = true;
        request.psn = psn;
        request.bytes = 100;
        PacketSource& receiver = *m_receiver;
        trimmed ? receiver.ReceiveTrimmed(*packet) : receiver.Receive(*packet);
        Wait(10 * US);
    }

    /** @param psn where the bitmap of the answer is to begin */
    void Probe(uint32_t psn)
    {
        FabricPacketPtr packet = FabricPacketPool::Make();
        packet->readyPs = NowPs();
        packet->As<UetControl>() = {UetType::CONTROL, UetControlType::PROBE, 50'000, 1, psn, 0};
        static_cast<PacketSource&>(*m_receiver).Receive(*packet);
        Wait(10 * US);
    }

    void TearDown() override
    {
        HalvesControl::windowBytes = UINT64_MAX;
        UetTest::TearDown();
    }

    Sink m_sink;
    UetCounters m_counters;
    std::unique_ptr<UetSender> m_sender;
    std::unique_ptr<UetReceiver> m_receiver;
};

// The timer of 100 us becomes two round trips if those are longer: the longest of them, 90 us, less
// an eighth with each answer that tells of a short one, but for those to probes.
TEST_F(UetHalvesTest, ATimeoutIsTwoRoundTripsWhichFadeByAnEighth)
{
    for (const bool isProbe : {false, true})
    {
        for (const int answers : {0, 1, 3, 4, 20})
        {
            SCOPED_TRACE(std::to_string(answers) + (isProbe ? " of probes" : ""));
            StartSender(Sending(Begin("100us")));
            Post(1);
            Wait(90 * US);
            Answer(Ack(1), 90 * US);
            double rttPs = 90 * US;
            for (int i = 0; i < answers; ++i)
            {
                UetAnswer answer = Ack(1);
                answer.probe = isProbe;
                Answer(answer, US);
                rttPs *= isProbe ? 1 : 7. / 8;
            }
            const int64_t sentPs = NowPs();
            Post(1);
            Wait(300 * US);
            ASSERT_FALSE(HalvesControl::losses.empty());
            EXPECT_TRUE(HalvesControl::losses[0].timeout);
            const auto tookPs = static_cast<double>(HalvesControl::losses[0].nowPs - sentPs);
            EXPECT_NEAR(tookPs, std::max(100. * US, 2 * rttPs), 1'000); // a tick
        }
    }
}

// One packet goes at 0 and another at 40 us; the first is overdue after 100 us. Packets sent before
// that wait for the timeout of that time, 100 us, or for two round trips as known now: 240 us.
TEST_F(UetHalvesTest, WhatWasSentBeforeATimeoutWaitsForTwoRoundTripsToo)
{
    StartSender(Sending(Begin("100us")));
    Post(1);
    Wait(40 * US);
    Post(1);
    Wait(80 * US);
    ASSERT_EQ(HalvesControl::losses.size(), 1u);
    EXPECT_EQ(HalvesControl::losses[0].nowPs, 100 * US);
    Answer(Ack(1), 120 * US);
    Wait(300 * US);
    ASSERT_GE(HalvesControl::losses.size(), 2u);
    EXPECT_EQ(HalvesControl::losses[1].nowPs, (40 + 240) * US);
}

// Ten packets are on their way, and those three before one that came are lost. One refused as out
// of range has come, one that was trimmed has not. Of a packet that has come, or was sent again
// since, an answer tells nothing.
TEST_F(UetHalvesTest, AnAnswerTellsOfTheTransmissionThatItNames)
{
    const auto range = UetNackCode::OUT_OF_RANGE;
    const auto trimmed = UetNackCode::TRIMMED;
    UetAnswer sixth{};
    sixth.type = UetType::ACK_CC;
    sixth.psn = 5;
    const std::vector<std::pair<std::vector<UetAnswer>, std::vector<uint32_t>>> cases = {
        {{sixth}, {0, 1, 2}},
        {{Nack(range, 5)}, {5, 0, 1, 2}},
        {{Nack(trimmed, 5)}, {5}},
        {{Nack(trimmed, 5), Nack(trimmed, 5)}, {5}},
        {{Nack(trimmed, 5), Nack(trimmed, 5, true)}, {5, 5}},
        {{Nack(trimmed, 5, true)}, {}},
        {{Ack(3), Nack(trimmed, 1)}, {}},
        {{Ack(3), Nack(trimmed, 2)}, {}},
        {{Ack(3), Nack(trimmed, 3)}, {3}},
        {{sixth, Nack(trimmed, 5)}, {0, 1, 2}}};
    for (std::size_t i = 0; i < cases.size(); ++i)
    {
        SCOPED_TRACE(i);
        StartSender(Sending(Begin("50ms")));
        Post(10 * MTU);
        Wait(20 * US);
        ASSERT_EQ(m_sink.requests.size(), 10u);
        for (const auto& answer : cases[i].first)
        {
            Answer(answer);
            Wait(20 * US);
        }
        EXPECT_EQ(m_sink.GetRepeated(), cases[i].second);
    }
}

// A window that has shrunk to one packet of ten that are on their way allows five to be overtaken.
TEST_F(UetHalvesTest, FivePacketsMayBeOvertakenAtLeast)
{
    auto settings = Sending(Begin("50ms"));
    settings.reorderPackets = 0;
    HalvesControl::windowBytes = 10 * MTU;
    StartSender(settings);
    Post(10 * MTU);
    Wait(20 * US);
    HalvesControl::windowBytes = MTU;
    for (const auto& [psn, losses] : {std::pair{4U, 0U}, {5U, 1U}, {6U, 2U}})
    {
        UetAnswer answer{};
        answer.type = UetType::ACK_CC;
        answer.psn = psn;
        Answer(answer);
        EXPECT_EQ(HalvesControl::losses.size(), losses) << psn;
    }
}

TEST_F(UetHalvesTest, NoMoreThanPsnRangeIsBeyondTheFirstMissingPacket)
{
    auto settings = Sending(Begin("50ms"));
    settings.paths.front().psnRange = 4;
    StartSender(settings);
    Post(6 * MTU);
    for (const uint32_t cumulative : {0U, 1U, 2U})
    {
        if (cumulative > 0)
        {
            Answer(Ack(cumulative));
        }
        Wait(20 * US);
        EXPECT_EQ(m_sink.requests.size(), 4 + cumulative);
    }
}

// A full packet has 126 B beyond its payload on the wire: 42 + 12 + 44 of headers, 4 of the demand,
// the FCS, preamble and gap. The first tells of the two behind it; if it may not go, a probe tells
// of all.
TEST_F(UetHalvesTest, WhatIsWantedHasTheHeadersOfItsPackets)
{
    for (const bool isClosed : {false, true})
    {
        auto settings = Sending(Begin("50ms"));
        settings.demands = true;
        HalvesControl::windowBytes = isClosed ? 0 : UINT64_MAX;
        StartSender(settings);
        Post(2 * MTU + 100);
        Wait(20 * US);
        ASSERT_EQ(m_sink.requests.size(), isClosed ? 0u : 3u);
        ASSERT_EQ(m_sink.controls.size(), isClosed ? 1u : 0u);
        if (isClosed)
        {
            EXPECT_EQ(m_sink.controls[0].first.value, 2 * MTU + 100 + 3 * 126);
            continue;
        }
        for (const auto& request : m_sink.requests)
        {
            EXPECT_EQ(request.demand, MTU + 100 + 2 * 126); // the most so far
        }
    }
}

// With 66 packets, a probe's answer covers 0 to 63: packets of these that it does not report are
// lost; the others need another probe.
TEST_F(UetHalvesTest, ABitmapTellsOfSixtyFourPackets)
{
    constexpr uint64_t LAST = uint64_t{1} << 63;
    for (const auto& [bitmap, first, last] :
         {std::tuple{uint64_t{0}, 0U, 63U}, {LAST, 0U, 62U}, {uint64_t{1}, 1U, 63U}})
    {
        auto settings = Sending(Begin("50ms"));
        settings.reorderPackets = 1000;
        settings.probePs = 100 * US;
        StartSender(settings);
        Post(66 * MTU);
        Wait(110 * US);
        ASSERT_EQ(m_sink.requests.size(), 66u);
        ASSERT_EQ(m_sink.controls.size(), 1u);
        const auto& [probe, sentPs] = m_sink.controls[0];
        UetAnswer answer{};
        answer.type = UetType::ACK_CC;
        answer.probe = true;
        answer.psn = probe.number;
        answer.bitmap = bitmap;
        Answer(answer, NowPs() - sentPs);
        Wait(50 * US);
        std::vector<uint32_t> lost(last - first + 1);
        std::iota(lost.begin(), lost.end(), first);
        EXPECT_EQ(m_sink.GetRepeated(), lost) << bitmap;
        ASSERT_EQ(m_sink.controls.size(), 2u);
        EXPECT_EQ(m_sink.controls[1].first.psn, 64u);
    }
}

// Silence of 100 us, and then of twice that, until an answer arrives that is not for a probe:
// probes go at 100, 300 and 700 us, or 100 us after that.
TEST_F(UetHalvesTest, ProbesGoLessOftenUntilAPacketIsAnswered)
{
    for (const bool isProbe : {true, false})
    {
        auto settings = Sending(Begin("50ms"));
        settings.probePs = 100 * US;
        StartSender(settings);
        Post(1);
        Wait(310 * US);
        ASSERT_EQ(m_sink.controls.size(), 2u);
        UetAnswer answer{};
        answer.type = UetType::ACK_CC;
        answer.probe = isProbe;
        answer.psn = 7; // no packet that there is, no probe that there was
        Answer(answer);
        Wait(500 * US);
        ASSERT_GE(m_sink.controls.size(), 3u);
        const auto& times = m_sink.controls;
        EXPECT_EQ(times[0].second, 100 * US);
        EXPECT_EQ(times[1].second, 300 * US);
        EXPECT_EQ(times[2].second, (isProbe ? 710 : 410) * US);
    }
}

// Packets 1 to 64 have come and 0 has not: the bitmap from 0 on has all of its bits but the first.
TEST_F(UetHalvesTest, AReceiverTellsOfSixtyFourPackets)
{
    StartReceiver(Begin("50ms"));
    for (uint32_t psn = 1; psn <= 64; ++psn)
    {
        Request(psn);
    }
    for (const auto& [psn, bitmap] : {std::pair{0U, UINT64_MAX - 1}, {64U, uint64_t{1}}})
    {
        Probe(psn);
        const UetAnswer& answer = m_sink.answers.back();
        EXPECT_TRUE(answer.probe);
        EXPECT_EQ(answer.cumulative, 0u);
        EXPECT_EQ(answer.bitmapBase, psn);
        EXPECT_EQ(answer.bitmap, bitmap);
    }
}

// It keeps account of four packets from the first missing one on.
TEST_F(UetHalvesTest, AReceiverRefusesWhatItsBitmapDoesNotReach)
{
    StartReceiver(Begin("50ms"), 4);
    std::vector<UetNackCode> codes;
    for (const uint32_t psn : {3, 4, 0, 4, 5})
    {
        Request(psn);
        codes.push_back(m_sink.answers.back().code);
    }
    const auto taken = UetNackCode::NONE;
    const auto range = UetNackCode::OUT_OF_RANGE;
    EXPECT_EQ(codes, (std::vector<UetNackCode>{taken, range, taken, taken, range}));
}

// In order a receiver asks for a packet once, until it has come or is trimmed again.
TEST_F(UetHalvesTest, AnOrderedReceiverAsksOnceForWhatIsMissing)
{
    StartReceiver(Begin("50ms", UetMode::ROD));
    const auto asked = [this](uint32_t psn, bool trimmed = false) {
        const std::size_t before = m_sink.answers.size();
        Request(psn, trimmed);
        std::vector<uint32_t> named;
        for (std::size_t i = before; i < m_sink.answers.size(); ++i)
        {
            if (m_sink.answers[i].type == UetType::NACK)
            {
                named.push_back(m_sink.answers[i].psn);
            }
        }
        return named;
    };
    using Named = std::vector<uint32_t>;
    EXPECT_EQ(asked(1), Named{0});
    EXPECT_EQ(asked(2), Named{});
    EXPECT_EQ(asked(0), Named{});
    EXPECT_EQ(asked(1, true), Named{1});
    EXPECT_EQ(asked(2), Named{});
    EXPECT_EQ(asked(1, true), Named{1});
    EXPECT_EQ(asked(1), Named{});
    EXPECT_EQ(asked(4), Named{2});
}

} // namespace

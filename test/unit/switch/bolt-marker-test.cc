// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// How a switch handles the tags of Bolt, and the notices that it sends.
//
// Packets are WRITE MIDDLEs of RoCEv2 of 1000 B with a tag: 1074 B in a frame, 1094 B on the wire,
// where they take 87.52 ns at 100 Gb/s. They come to their queue 100 ns of wire and 400 ns of
// pipeline after their last bit has left.

#include "error-message.h"
#include "lone-switch-test.h"
#include "stepwise-bolt.h"
#include "units.h"

#include "ns3/bolt-marker.h"
#include "ns3/bolt-tag.h"
#include "ns3/credit-flow-control.h"
#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
#include "ns3/no-flow-control.h"
#include "ns3/priority-flow-control.h"
#include "ns3/telemetry-tag.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t WIRE_BYTES = 1'094;
constexpr int64_t WIRE_PS = 87'520;
constexpr int64_t COMES_PS = WIRE_PS + 100'000 + 400'000; //!< to its queue, after it was sent

/** A packet that has left the switch by the port to host 3. */
struct Left
{
    BoltTag tag;
    bool marked;
    int64_t startPs;
};

class BoltMarkerTest : public LoneSwitchTest
{
  protected:
    BoltMarkerTest()
    {
        m_marker = m_bolt;
    }

    template <typename FlowControl = NoFlowControl>
    void BuildSwitch()
    {
        Build<FlowControl>(4, MakeSharedBuffer(10'000'000));
        m_switch->GetPorts()[3]->SetMaxWireBytes(WIRE_BYTES);
        m_switch->GetPorts()[3]->TraceConnectWithoutContext(
            "Transmit",
            Callback<void, const FabricPacket&, int64_t>(
                [this](const FabricPacket& packet, int64_t startPs) {
                    const auto* tag = dynamic_cast<const TelemetryTag*>(packet.extras.get());
                    m_left.push_back({tag ? BoltTag::Unpack(tag->value) : BoltTag(),
                                      packet.ecn == EcnCodepoint::CE,
                                      startPs});
                }));
        for (uint16_t host = 0; host < 3; ++host)
        {
            m_ports[host]->TraceConnectWithoutContext(
                "Receive",
                Callback<void, const FabricPacket&, int64_t>(
                    [this, host](const FabricPacket& packet, int64_t endPs) {
                        NoteAnswer(host, packet, endPs);
                    }));
        }
    }

    void NoteAnswer(uint16_t host, const FabricPacket& packet, int64_t endPs)
    {
        EXPECT_EQ(packet.As<RdmaHeader>().opcode, RdmaOpcode::CNP_ROCE);
        EXPECT_EQ(packet.destHost, host);
        EXPECT_EQ(packet.sourceHost, 3u);
        EXPECT_EQ(packet.destEndpoint, 70u + host);
        EXPECT_EQ(UdpSourcePortOf(3, host, packet.entropy), 50'000 + host);
        EXPECT_EQ(packet.ecn, EcnCodepoint::NOT_ECT);
        EXPECT_EQ(packet.payloadBytes, 0u);
        m_toldPs.push_back(endPs);
        m_told.push_back(BoltTag::Unpack(static_cast<const TelemetryTag&>(*packet.extras).value));
        m_toldSentPs.push_back(packet.sentPs);
        m_toldFrames.push_back(packet.frameBytes);
        m_toldLanes.push_back(packet.lane);
        m_toldDscps.push_back(packet.dscp);
        EXPECT_EQ(packet.wireBytes, packet.frameBytes + 20);
    }

    /** @return a packet of a host to host 3 */
    static FabricPacketPtr MakeTagged(uint32_t host, uint8_t flags, uint32_t payloadBytes = 1'000)
    {
        auto packet = MakeDataPacket(NowPs(), payloadBytes + 94);
        packet->frameBytes = payloadBytes + 74;
        packet->payloadBytes = payloadBytes;
        packet->sourceHost = host;
        packet->destHost = 3;
        packet->sentPs = NowPs();
        packet->ecn = EcnCodepoint::ECT;
        packet->entropy = FlowEntropy(host, 3, static_cast<uint16_t>(50'000 + host));
        packet->As<RdmaHeader>().opcode = RdmaOpcode::WRITE_MIDDLE;
        packet->telemetry = TelemetryKind::TAG;
        auto tag = std::make_unique<TelemetryTag>(70 + host);
        tag->value = BoltTag{flags}.Pack();
        packet->extras = std::move(tag);
        return packet;
    }

    /** Of data if there are no other flags. */
    void SendAt(int64_t nowPs, uint32_t host, uint8_t flags = 0, uint32_t payloadBytes = 1'000)
    {
        AtPs(nowPs, [=] {
            m_ports[host]->Enqueue(MakeTagged(host, flags | BoltTag::DATA, payloadBytes));
        });
    }

    Ptr<BoltMarker> m_bolt{CreateObject<BoltMarker>()};
    std::vector<Left> m_left;           //!< in order
    std::vector<BoltTag> m_told;        //!< by answers, in order
    std::vector<int64_t> m_toldPs;      //!< when the last bit had come
    std::vector<int64_t> m_toldSentPs;  //!< FabricPacket::sentPs
    std::vector<uint32_t> m_toldFrames; //!< FabricPacket::frameBytes
    std::vector<uint32_t> m_toldLanes;  //!< FabricPacket::lane
    std::vector<uint32_t> m_toldDscps;  //!< FabricPacket::dscp
};

} // namespace

/**
 * Three packets are 8 ns apart: the first is on the wire at once, the second finds an empty queue,
 * the third finds one frame. Its answer is 14 + 20 + 8 + 12 + 16 + 12 + 4 + 4 B long and takes 110
 * B of wire, 8.8 ns, and 100 ns.
 */
TEST_F(BoltMarkerTest, AnAnswerIsBackBeforeThePacketHasLeft)
{
    m_bolt->SetAttribute("ThresholdBytes", UintegerValue(1'074));
    BuildSwitch();
    for (uint32_t host : {0U, 1U, 2U})
    {
        SendAt(8'000 * host, host, BoltTag::INC);
    }
    Simulator::Run();
    ASSERT_EQ(m_toldPs.size(), 1u);
    const int64_t comesPs = 16'000 + COMES_PS;
    EXPECT_EQ(m_toldPs[0], comesPs + 8'800 + 100'000);
    EXPECT_EQ(m_toldFrames[0], 90u);
    EXPECT_EQ(m_toldSentPs[0], 16'000);
    EXPECT_EQ(m_toldLanes[0], 6u);
    EXPECT_EQ(m_toldDscps[0], 48u);
    EXPECT_EQ(m_told[0].queueBytes, 1'074u);
    EXPECT_EQ(m_told[0].ratebps, RATE);
    EXPECT_EQ(m_told[0].flags, BoltTag::DATA | BoltTag::DEC | BoltTag::TOLD);
    ASSERT_EQ(m_left.size(), 3u);
    EXPECT_GT(m_left[2].startPs, m_toldPs[0]);
    EXPECT_FALSE(m_left[1].marked);
    EXPECT_TRUE(m_left[2].marked);
    EXPECT_EQ(m_left[2].tag.flags, BoltTag::DATA | BoltTag::DEC | BoltTag::TOLD);
    EXPECT_EQ(m_switch->GetMarks(), 1u);
    EXPECT_EQ(m_bolt->GetAnswers(), 1u);
    EXPECT_EQ(m_switch->GetBuffer().GetUsedBytes(), 0u);
}

TEST_F(BoltMarkerTest, AnswersAreOfTheirOwnPriorityAndDscp)
{
    m_bolt->SetAttribute("ThresholdBytes", UintegerValue(1));
    m_bolt->SetAttribute("NoticePriority", UintegerValue(2));
    m_bolt->SetAttribute("NoticeDscp", UintegerValue(11));
    BuildSwitch();
    for (uint32_t host : {0U, 1U, 2U})
    {
        SendAt(0, host);
    }
    Simulator::Run();
    EXPECT_EQ(m_toldLanes, std::vector<uint32_t>{2});
    EXPECT_EQ(m_toldDscps, std::vector<uint32_t>{11});
}

TEST_F(BoltMarkerTest, APacketIsAnsweredOnceAndKeepsTheQueueThatItsSenderWasToldOf)
{
    m_bolt->SetAttribute("ThresholdBytes", UintegerValue(1));
    BuildSwitch();
    SendAt(0, 0);
    SendAt(0, 1);
    SendAt(8'000, 2, BoltTag::DEC | BoltTag::TOLD | BoltTag::INC); // by a switch before
    Simulator::Run();
    EXPECT_TRUE(m_told.empty());
    ASSERT_EQ(m_left.size(), 3u);
    EXPECT_EQ(m_left[2].tag.flags, BoltTag::DATA | BoltTag::DEC | BoltTag::TOLD);
    EXPECT_EQ(m_left[2].tag.queueBytes, 0u);
    EXPECT_FALSE(m_left[2].marked) << "by the switch before";
}

TEST_F(BoltMarkerTest, WithoutSubRttControlTheQueueThatTakesLongestIsTold)
{
    m_bolt->SetAttribute("ThresholdBytes", UintegerValue(1));
    m_bolt->SetAttribute("SubRttControl", BooleanValue(false));
    BuildSwitch();
    SendAt(0, 0);
    SendAt(0, 1);
    SendAt(8'000, 2);
    // These met 1073 and 1075 B at 100 Gb/s before.
    for (const uint64_t before : {1'073, 1'075})
    {
        AtPs((before - 973) * 5'000'000, [this, before] {
            for (uint32_t host : {0U, 1U})
            {
                m_ports[host]->Enqueue(MakeTagged(host, BoltTag::DATA));
            }
            auto packet = MakeTagged(2, BoltTag::DATA);
            static_cast<TelemetryTag&>(*packet->extras).value =
                BoltTag{BoltTag::DATA | BoltTag::DEC, RATE, before}.Pack();
            m_ports[2]->Enqueue(std::move(packet));
        });
    }
    Simulator::Run();
    EXPECT_TRUE(m_told.empty());
    ASSERT_EQ(m_left.size(), 9u);
    for (const auto& [index, queueBytes] : {std::pair{2, 1'074}, {5, 1'074}, {8, 1'075}})
    {
        EXPECT_EQ(m_left[index].tag.flags, BoltTag::DATA | BoltTag::DEC);
        EXPECT_EQ(m_left[index].tag.queueBytes, static_cast<uint64_t>(queueBytes));
        EXPECT_EQ(m_left[index].marked, index == 2);
    }
}

TEST_F(BoltMarkerTest, LastPacketsLeaveTokensForOthers)
{
    m_bolt->SetAttribute("SupplyMatching", BooleanValue(false));
    m_bolt->SetAttribute("MaxPruTokens", UintegerValue(3));
    BuildSwitch();
    int64_t nowPs = 0;
    const auto next = [&nowPs] { return nowPs += US; };
    SendAt(next(), 0, BoltTag::INC);                   // nothing yet
    SendAt(next(), 0, BoltTag::FIRST | BoltTag::LAST); // a short flow leaves no room behind
    SendAt(next(), 0, BoltTag::INC);
    SendAt(next(), 0, BoltTag::LAST);
    SendAt(next(), 1, BoltTag::INC);
    SendAt(next(), 1, BoltTag::INC);
    for (int i = 0; i < 5; ++i)
    {
        SendAt(next(), 0, BoltTag::LAST);
    }
    AtPs(next(), [this] { EXPECT_EQ(m_bolt->GetPruTokens(3), 3u); });
    SendAt(next(), 1);
    SendAt(next(), 1, BoltTag::INC);
    Simulator::Run();
    ASSERT_EQ(m_left.size(), 13u);
    EXPECT_FALSE(m_left[0].tag.Has(BoltTag::INC));
    EXPECT_FALSE(m_left[2].tag.Has(BoltTag::INC));
    EXPECT_TRUE(m_left[4].tag.Has(BoltTag::INC));
    EXPECT_FALSE(m_left[5].tag.Has(BoltTag::INC));
    EXPECT_FALSE(m_left[11].tag.Has(BoltTag::INC)) << "was not asked for";
    EXPECT_TRUE(m_left[12].tag.Has(BoltTag::INC));
    EXPECT_EQ(m_bolt->GetPruTokens(3), 2u);
    EXPECT_EQ(m_bolt->GetPruTokens(0), 0u);
}

/**
 * A packet of 1094 B adds as much, and takes as much for the packet that it lets go: the port is
 * even again 175.04 ns later.
 */
TEST_F(BoltMarkerTest, SpareSupplyIsWhatTheLinkCouldHaveSent)
{
    m_bolt->SetAttribute("ProactiveRampUp", BooleanValue(false));
    BuildSwitch();
    SendAt(10 * US, 0, BoltTag::INC);
    SendAt(10 * US + 175'000, 0, BoltTag::INC); // 40 ps too early
    SendAt(20 * US, 0, BoltTag::INC);
    SendAt(20 * US + 176'000, 0, BoltTag::INC);
    SendAt(30 * US, 0, BoltTag::LAST);
    SendAt(30 * US + 88'000, 0, BoltTag::INC); // nothing was let go
    // One without a tag, or in another lane, is demand as well.
    SendAt(40 * US, 0, BoltTag::INC);
    AtPs(40 * US + 88'000, [this] {
        auto packet = MakeDataPacket(NowPs(), WIRE_BYTES, 5);
        packet->destHost = 3;
        m_ports[1]->Enqueue(std::move(packet));
    });
    SendAt(40 * US + 176'000, 0, BoltTag::INC);
    SendAt(40 * US + 264'000, 0, BoltTag::INC);
    SendAt(40 * US + 440'000, 0, BoltTag::INC);
    Simulator::Run();
    std::vector<bool> granted;
    for (const auto& left : m_left)
    {
        granted.push_back(left.tag.Has(BoltTag::INC));
    }
    EXPECT_EQ(
        granted,
        (std::vector<bool>{true, false, true, true, false, true, true, false, false, false, true}));
}

TEST_F(BoltMarkerTest, WithNeitherNoWindowGrows)
{
    m_bolt->SetAttribute("ProactiveRampUp", BooleanValue(false));
    m_bolt->SetAttribute("SupplyMatching", BooleanValue(false));
    BuildSwitch();
    SendAt(10 * US, 0, BoltTag::LAST);
    SendAt(20 * US, 0, BoltTag::INC);
    Simulator::Run();
    ASSERT_EQ(m_left.size(), 2u);
    EXPECT_EQ(m_left[1].tag.flags, BoltTag::DATA);
    EXPECT_EQ(m_bolt->GetPruTokens(3), 0u);
}

TEST_F(BoltMarkerTest, WhatSaysNothingIsLeftAlone)
{
    m_bolt->SetAttribute("ThresholdBytes", UintegerValue(1));
    BuildSwitch();
    for (uint32_t host : {0U, 1U, 2U})
    {
        AtPs(8'000 * host, [this, host] { m_ports[host]->Enqueue(MakeTagged(host, 0)); });
    }
    AtPs(100'000, [this] {
        auto acknowledgement = MakeTagged(0, BoltTag::DATA | BoltTag::LAST, 0);
        m_ports[0]->Enqueue(std::move(acknowledgement));
    });
    Simulator::Run();
    ASSERT_EQ(m_left.size(), 4u);
    EXPECT_EQ(m_left[2].tag.flags, 0);
    EXPECT_EQ(m_left[3].tag.flags, BoltTag::DATA | BoltTag::LAST) << "the acknowledgement";
    EXPECT_EQ(m_switch->GetMarks(), 0u);
    EXPECT_EQ(m_bolt->GetAnswers(), 0u);
    EXPECT_EQ(m_bolt->GetPruTokens(3), 0u);
}

TEST_F(BoltMarkerTest, AnswersNeedALossyPriorityAndNoCredits)
{
    EXPECT_EQ(MessageOf<InputError>([this] { BuildSwitch<CreditFlowControl>(); }),
              "marker: ns3::BoltMarker makes packets in switches, which have no credits for "
              "them; expected a flow control without credits");
    m_ports.clear();
    m_bolt->SetAttribute("NoticePriority", UintegerValue(3));
    EXPECT_EQ(MessageOf<InputError>([this] { BuildSwitch<PriorityFlowControl>(); }),
              "ns3::BoltMarker NoticePriority: is 3, which is lossless; packets that switches "
              "make need a lossy priority; expected one of 0, 1, 2, 4, 5, 6, 7");
    m_ports.clear();
    m_bolt->SetAttribute("AtEnqueue", BooleanValue(true));
    EXPECT_EQ(MessageOf<InputError>([this] { BuildSwitch(); }),
              "ns3::BoltMarker AtEnqueue: is true; expected false, since this marker judges "
              "packets on arrival only");
}

/** Traffic by chance: every packet leaves as the paper's algorithms have it. */
TEST_F(BoltMarkerTest, FollowsTheOracleStepByStep)
{
    constexpr uint64_t THRESHOLD = 2'500;
    m_bolt->SetAttribute("ThresholdBytes", UintegerValue(THRESHOLD));
    BuildSwitch();
    std::mt19937_64 random(11);

    struct Sent
    {
        int64_t comesPs;
        uint32_t host;
        uint32_t payloadBytes;
        uint8_t flags;
    };

    std::vector<Sent> all; // in the order of coming
    std::vector<int64_t> freeNs(3, 1'000);
    std::set<int64_t> startsNs;
    int64_t comesNs = 2'000;
    int64_t endNs = 0;
    for (int i = 0; i < 6'000; ++i)
    {
        const uint32_t host = random() % 3;
        const auto wireNs = static_cast<int64_t>(2 + random() % 13) * 6; // a byte takes 0.08
        // In turn more than the link takes, and less.
        comesNs += 1 + static_cast<int64_t>(random() % (i / 300 % 2 ? 160 : 30));
        comesNs = std::max(comesNs, freeNs[host] + wireNs + 500);
        comesNs += startsNs.count(comesNs); // not when another begins to leave
        freeNs[host] = comesNs - 500;
        const int64_t startNs = std::max(endNs, comesNs);
        endNs = startNs + wireNs;
        startsNs.insert(startNs);
        const auto payload = static_cast<uint32_t>(wireNs * 1'000 / 80 - 94);
        const bool last = random() % 5 == 0;
        const uint8_t flags = last ? BoltTag::LAST | (random() % 2 ? BoltTag::FIRST : 0)
                              : random() % 7 == 0 ? BoltTag::DEC | BoltTag::TOLD
                                                  : BoltTag::INC;
        SendAt((freeNs[host] - wireNs) * 1'000, host, flags, payload);
        all.push_back({comesNs * 1'000, host, payload, flags});
    }
    Simulator::Run();
    ASSERT_EQ(m_left.size(), all.size());
    StepwiseBoltPort oracle(100, WIRE_BYTES, THRESHOLD);
    std::vector<int64_t> startPs;
    std::size_t behind = 0; // the first that may still be in the queue
    int64_t endPs = 0;
    std::vector<uint64_t> told;
    int grown = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
    {
        const Sent& sent = all[i];
        while (behind < i && startPs[behind] < sent.comesPs)
        {
            ++behind;
        }
        uint64_t queue = 0;
        for (std::size_t other = behind; other < i; ++other)
        {
            queue += startPs[other] > all[other].comesPs ? all[other].payloadBytes + 74 : 0;
        }
        startPs.push_back(std::max(endPs, sent.comesPs));
        endPs = startPs[i] + (sent.payloadBytes + 94) * 80;
        StepwiseBoltPort::Flags flags{true,
                                      (sent.flags & BoltTag::FIRST) != 0,
                                      (sent.flags & BoltTag::LAST) != 0,
                                      (sent.flags & BoltTag::INC) != 0,
                                      (sent.flags & BoltTag::DEC) != 0};
        if (oracle.Come(sent.comesPs / 1'000, sent.payloadBytes + 94, queue, flags))
        {
            told.push_back(queue);
        }
        grown += flags.inc;
        ASSERT_EQ(m_left[i].startPs, startPs[i]) << i;
        ASSERT_EQ(m_left[i].tag.Has(BoltTag::INC), flags.inc) << i;
        ASSERT_EQ(m_left[i].tag.Has(BoltTag::DEC), flags.dec) << i;
    }
    EXPECT_EQ(m_bolt->GetPruTokens(3), static_cast<uint32_t>(oracle.pruTokens));
    EXPECT_GT(grown, 300);
    EXPECT_GT(told.size(), 300u);
    std::vector<uint64_t> heard;
    for (const auto& tag : m_told)
    {
        heard.push_back(tag.queueBytes);
    }
    std::sort(heard.begin(), heard.end()); // on three wires
    std::sort(told.begin(), told.end());
    EXPECT_EQ(heard, told);
}

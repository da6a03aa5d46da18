// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lone-switch-test.h"

#include "ns3/backpressure-flow-control.h"
#include "ns3/config.h"
#include "ns3/control-frame.h"
#include "ns3/flow-pause-frame.h"
#include "ns3/packet-image.h"
#include "ns3/roce-v2-codec.h"
#include "ns3/string.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** As a NIC, writes down which flows are paused, and goes on sending. */
class FlowOwner : public RecordingOwner
{
  public:
    bool KeepsFlows() const override
    {
        return true;
    }

    void PauseFlows(uint8_t lane, const FlowFilter& paused, int64_t nowPs) override
    {
        EXPECT_EQ(lane, 3);
        if (pauses.empty() || !(paused == pauses.back().second))
        {
            pauses.emplace_back(nowPs, paused);
        }
    }

    std::vector<std::pair<int64_t, FlowFilter>> pauses; //!< when, which
};

class BackpressureFlowControlTest : public LoneSwitchTest
{
  protected:
    static constexpr int64_t SLOT_PS = 80'000; // of a packet
    /** The first packet is in the switch. */
    static constexpr int64_t FIRST_PS = SLOT_PS + DELAY_PS + LATENCY_PS;
    /** From the frame of a pause to its end at the host. */
    static constexpr int64_t FRAME_PS = FlowPauseFrame::WIRE_BYTES * 80 + DELAY_PS;

    void SetUp() override
    {
        LoneSwitchTest::SetUp();
        // 18,750 B at 100 Gb/s for all queues together.
        Set("HopRtt", "1us");
        Set("Interval", "500ns");
    }

    static void Set(const std::string& attribute, const std::string& value)
    {
        Config::SetDefault("ns3::BackpressureFlowControl::" + attribute, StringValue(value));
    }

    void BuildHosts(uint32_t hosts)
    {
        Build<BackpressureFlowControl>(hosts, CreateObject<SharedBuffer>());
        m_flowOwners.resize(hosts);
        for (const auto& port : m_switch->GetPorts())
        {
            m_switch->GetObject<Node>()->AddDevice(port); // where ports look for each other
        }
        for (uint32_t host = 0; host < hosts; ++host)
        {
            m_ports[host]->SetOwner(&m_flowOwners[host]);
            m_ports[host]->GetFlowControl().Start();
            m_switch->GetPorts()[host]->GetFlowControl().Start();
        }
    }

    const BackpressureFlowControl& AtSwitch(uint16_t port) const
    {
        return static_cast<const BackpressureFlowControl&>(
            m_switch->GetPorts()[port]->GetFlowControl());
    }

    void ExpectNothingHeld() const
    {
        for (uint16_t port = 0; port < m_ports.size(); ++port)
        {
            EXPECT_TRUE(AtSwitch(port).GetHeld().IsEmpty());
            EXPECT_TRUE(AtSwitch(port).Audit().empty());
        }
        EXPECT_EQ(m_switch->GetBuffer().GetUsedBytes(), 0u);
        EXPECT_TRUE(m_drops.empty());
    }

    static FlowFilter Only(uint32_t source, uint32_t dest)
    {
        FlowFilter filter;
        filter.Set(FlowNumber(source, dest, 0), true);
        return filter;
    }

    std::vector<FlowOwner> m_flowOwners; //!< by host
};

} // namespace

/**
 * Two packets come in each slot and one leaves, the queues in turn. From the second slot on queue 1
 * has (k + 1) / 2 + 1 packets in each odd slot k, the other one less: with two active queues the
 * tenth packet is too much, 2 * 10,000 B > 18,750 B, which comes in slot 17. It is the last one,
 * and leaves as the 36th, in slot 35.
 */
TEST_F(BackpressureFlowControlTest, PausesAndResumesAFlowAtTheDerivedPicosecond)
{
    BuildHosts(3);
    Send(0, 2, 18);
    Send(1, 2, 18);
    Simulator::Run();
    EXPECT_TRUE(m_flowOwners[0].pauses.empty());
    const auto& pauses = m_flowOwners[1].pauses;
    ASSERT_EQ(pauses.size(), 2u);
    EXPECT_EQ(pauses[0].first, FIRST_PS + 17 * SLOT_PS + FRAME_PS);
    EXPECT_TRUE(pauses[0].second == Only(1, 2));
    EXPECT_EQ(pauses[1].first, FIRST_PS + 35 * SLOT_PS + FRAME_PS);
    EXPECT_TRUE(pauses[1].second.IsEmpty());
    // The pause lasts 18 slots, 1440 ns: it is told again after 500 and 1000 ns.
    EXPECT_EQ(AtSwitch(1).GetControlSent(), 4u);
    EXPECT_EQ(AtSwitch(0).GetControlSent(), 0u);
    EXPECT_EQ(m_flowOwners[2].arrivals.size(), 36u);
    ExpectNothingHeld();
}

/**
 * As before, and the wire to host 1 is full of packets that begin half a slot later, so each frame
 * waits for the end of one: what is due at slot 17 goes at 17.5, the next ones 500 ns later or at
 * the end after that, seven packets on. The resume of 2800 ns goes after three packets more:
 *     1400 + 13.76 + 560 + 13.76 + 560 + 13.76 + 240 = 2801.28 ns
 */
TEST_F(BackpressureFlowControlTest, AFrameWaitsForOnePacketOnABusyWire)
{
    BuildHosts(3);
    Send(0, 2, 18);
    Send(1, 2, 18);
    AtPs(SLOT_PS / 2, [this] { Send(2, 1, 60); });
    Simulator::Run();
    const auto& pauses = m_flowOwners[1].pauses;
    ASSERT_EQ(pauses.size(), 2u);
    EXPECT_EQ(pauses[0].first, FIRST_PS + 1'400'000 + FRAME_PS);
    EXPECT_EQ(pauses[1].first, FIRST_PS + 2'801'280 + FRAME_PS);
    EXPECT_EQ(AtSwitch(1).GetControlSent(), 4u);
    ExpectNothingHeld();
}

/** Without attributes: both ways, the pipeline, a packet at either end and the frame. */
TEST_F(BackpressureFlowControlTest, DerivesTheRoundTripOfAHop)
{
    Set("HopRtt", "0ns");
    Set("Interval", "0ns");
    BuildHosts(2);
    const int64_t packetPs = 1500 * 80;
    const int64_t framePs = FlowPauseFrame::WIRE_BYTES * 80;
    EXPECT_EQ(AtSwitch(0).GetHopRttPs(), 2 * DELAY_PS + LATENCY_PS + 2 * packetPs + framePs);
    EXPECT_EQ(AtSwitch(0).GetIntervalPs(), AtSwitch(0).GetHopRttPs() / 2);
}

/** A packet alone in its queue, or one that never waits, causes no pause. */
TEST_F(BackpressureFlowControlTest, SinglePacketsAndALoneFlowAreNeverPaused)
{
    BuildHosts(40);
    Send(38, 39, 1000);
    for (uint32_t host = 0; host < 37; ++host)
    {
        Send(host, 37, 1); // 37 flows, and 32 queues
    }
    Simulator::Run();
    for (uint16_t port = 0; port < 40; ++port)
    {
        EXPECT_EQ(AtSwitch(port).GetControlSent(), 0u);
    }
    EXPECT_EQ(m_flowOwners[39].arrivals.size(), 1000u);
    ExpectNothingHeld();
}

/** A queue is discarded while its packets hold queues of hosts, which may go on then. */
TEST_F(BackpressureFlowControlTest, WhatIsDiscardedHoldsNobody)
{
    BuildHosts(3);
    Send(0, 2, 40);
    Send(1, 2, 40);
    const int64_t cutPs = FIRST_PS + 25 * SLOT_PS + 1;
    AtPs(cutPs, [this] {
        EXPECT_FALSE(AtSwitch(1).GetHeld().IsEmpty());
        m_switch->SetDiscard(2, 3, DropReason::LINK_DOWN, cutPs);
        EXPECT_TRUE(AtSwitch(1).GetHeld().IsEmpty());
    });
    Simulator::Run();
    EXPECT_FALSE(m_flowOwners[1].pauses.empty());
    EXPECT_TRUE(m_flowOwners[1].pauses.back().second.IsEmpty());
    for (uint16_t port = 0; port < 3; ++port)
    {
        EXPECT_TRUE(AtSwitch(port).Audit().empty());
    }
    EXPECT_EQ(m_switch->GetBuffer().GetUsedBytes(), 0u);
}

/**
 * The frame that ends a pause is damaged: the host goes on when three intervals have passed, after
 * each of which a frame may wait for a packet.
 */
TEST_F(BackpressureFlowControlTest, PausesRunOut)
{
    BuildHosts(3);
    Send(0, 2, 18);
    Send(1, 2, 18);
    const int64_t resumePs = FIRST_PS + 35 * SLOT_PS;
    AtPs(resumePs - 1, [this] { m_channels[1]->SetAttribute("ErrorRate", DoubleValue(1)); });
    Simulator::Run();
    const auto& pauses = m_flowOwners[1].pauses;
    ASSERT_EQ(pauses.size(), 2u);
    // Frames came 17 slots after the first packet, 500 and 1000 ns later.
    const int64_t lastPs = FIRST_PS + 17 * SLOT_PS + 1'000'000 + FRAME_PS;
    EXPECT_NEAR(pauses[1].first, lastPs + 3 * (500'000 + 1500 * 80), 999); // a tick
}

TEST(FlowPauseFrameTest, SurvivesTheWireAndTheWayToAnotherProcess)
{
    const auto packet = MakeControlPacket(FlowPauseFrame::GetKind());
    packet->As<FlowPauseFrame>() = {5, true};
    auto filter = std::make_unique<FlowPauseFilter>();
    for (const uint32_t bit : {0U, 17U, 63U, 64U, 1023U})
    {
        filter->paused.Set(bit, true);
    }
    const FlowFilter expected = filter->paused;
    packet->extras = std::move(filter);
    const RoceV2Codec codec(false);
    const auto frame = codec.EncodeBytes(*packet, {});
    EXPECT_EQ(frame.size(), FlowPauseFrame::FRAME_BYTES);
    std::string image;
    SavePacket(image, *packet);
    const char* from = image.data();
    const auto loaded = LoadPacket(from);
    const auto decoded = codec.DecodeBytes(frame);
    ASSERT_TRUE(decoded);
    for (const auto* back : {decoded.get(), loaded.get()})
    {
        EXPECT_EQ(back->kind, FlowPauseFrame::GetKind());
        EXPECT_EQ(back->As<FlowPauseFrame>().priority, 5);
        EXPECT_TRUE(back->As<FlowPauseFrame>().everything);
        EXPECT_TRUE(static_cast<const FlowPauseFilter&>(*back->extras).paused == expected);
    }
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Fields that a switch writes into packets: marks and telemetry.

#include "lone-switch-test.h"

#include "ns3/boolean.h"
#include "ns3/no-flow-control.h"
#include "ns3/step-marker.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

class SwitchNotesTest : public LoneSwitchTest
{
};

} // namespace

TEST_F(SwitchNotesTest, MarksByWhatThePacketLeavesBehind)
{
    // A step at 2500 B: a packet is marked if three or more wait behind it.
    m_marker = CreateObjectWithAttributes<RedMarker>("KminBytes",
                                                     UintegerValue(2'500),
                                                     "KmaxBytes",
                                                     UintegerValue(2'500));
    Build<NoFlowControl>(3, MakeSharedBuffer(1'000'000));
    Send(0, 2, 10);
    Send(1, 2, 10);
    Simulator::Run();
    ASSERT_EQ(m_owners[2].arrivals.size(), 20u);
    // Every 80 ns two come and one leaves. Packet j = 0..9 leaves j - 1 to j + 1 behind, for those
    // that come in the same instant may be there or not: 6 to 8 of them leave three or more.
    // Packet j = 10..19 leaves 19 - j behind, three or more up to j = 16: 7 of them.
    EXPECT_EQ(m_owners[2].marked, m_switch->GetMarks());
    EXPECT_GE(m_switch->GetMarks(), 13u);
    EXPECT_LE(m_switch->GetMarks(), 15u);
}

TEST_F(SwitchNotesTest, PacketsThatMayNotBeMarkedAreNot)
{
    m_marker = CreateObjectWithAttributes<RedMarker>("KminBytes",
                                                     UintegerValue(0),
                                                     "KmaxBytes",
                                                     UintegerValue(0));
    Build<NoFlowControl>(3, MakeSharedBuffer(1'000'000));
    for (uint32_t i = 0; i < 10; ++i)
    {
        for (uint32_t source : {0U, 1U})
        {
            auto packet = MakeDataPacket(0, 1'000, 3, i);
            packet->destHost = 2;
            m_ports[source]->Enqueue(std::move(packet));
        }
    }
    Simulator::Run();
    EXPECT_EQ(m_owners[2].arrivals.size(), 20u);
    EXPECT_EQ(m_switch->GetMarks(), 0u);
}

TEST_F(SwitchNotesTest, MarksAtDequeueWhoLeavesAQueueBehindAtEnqueueWhoFindsOne)
{
    // They come at 580, 590 and 600 ns and leave at 580, 660 and 740 ns. The second leaves with the
    // third behind it; the third finds the second before it.
    for (const bool atEnqueue : {false, true})
    {
        m_marker = CreateObjectWithAttributes<StepMarker>("ThresholdBytes",
                                                          UintegerValue(999),
                                                          "AtEnqueue",
                                                          BooleanValue(atEnqueue));
        m_ports.clear();
        m_channels.clear();
        m_owners.clear();
        m_marked.clear();
        Build<NoFlowControl>(4, MakeSharedBuffer(1'000'000));
        SendThree();
        Simulator::Run();
        EXPECT_EQ(m_owners[3].arrivals.size(), 3u);
        EXPECT_EQ(m_marked, std::vector<uint32_t>(1, atEnqueue ? 2 : 1));
        EXPECT_EQ(m_switch->GetMarks(), 1u);
        Simulator::Destroy();
    }
}

TEST_F(SwitchNotesTest, TelemetryTellsOfTheEgressPortAsThePacketLeaves)
{
    Build<NoFlowControl>(4, MakeSharedBuffer(1'000'000));
    SendThree(true);
    Simulator::Run();
    ASSERT_EQ(m_stacks.size(), 3u);
    const uint64_t queueBytes[] = {0, 1000, 0};
    for (uint32_t i = 0; i < 3; ++i)
    {
        ASSERT_EQ(m_stacks[i].count, 1u);
        const TelemetryHop& hop = m_stacks[i].hops[0];
        EXPECT_EQ(hop.timePs, 580'000 + 80'000 * i);
        EXPECT_EQ(hop.sentBytes, 1000u * i);
        EXPECT_EQ(hop.queueBytes, queueBytes[i]);
        EXPECT_EQ(hop.ratebps, RATE);
    }
}

TEST_F(SwitchNotesTest, TelemetryCanBeSwitchedOff)
{
    Build<NoFlowControl>(4, MakeSharedBuffer(1'000'000));
    m_switch->SetAttribute("Telemetry", BooleanValue(false));
    EXPECT_FALSE(m_switch->GivesTelemetry());
    SendThree(true);
    Simulator::Run();
    ASSERT_EQ(m_stacks.size(), 3u);
    EXPECT_EQ(m_stacks[1].count, 0u);
}

TEST_F(SwitchNotesTest, AFullStackAndAnAcknowledgementTakeNothingAlong)
{
    Build<NoFlowControl>(4, MakeSharedBuffer(1'000'000));
    for (const bool full : {true, false})
    {
        auto packet = MakeDataPacket(0, 1'000);
        packet->destHost = 3;
        packet->telemetry = TelemetryKind::STACK;
        auto stack = std::make_unique<TelemetryStack>();
        stack->count = full ? stack->room : 2;
        stack->hops[stack->room].ratebps = 7;
        packet->extras = std::move(stack);
        packet->payloadBytes = full ? 1'000 : 0;
        m_ports[full ? 0 : 1]->Enqueue(std::move(packet));
    }
    SendThree();
    Simulator::Run();
    ASSERT_EQ(m_stacks.size(), 2u);
    EXPECT_EQ(m_stacks[0].count + m_stacks[1].count, TelemetryStack::LEAST_ROOM + 2);
    for (const auto& stack : m_stacks)
    {
        EXPECT_EQ(stack.hops[stack.room].ratebps, 7u);
    }
}

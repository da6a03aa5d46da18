// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "lone-switch-test.h"

#include "ns3/boolean.h"
#include "ns3/credit-flow-control.h"
#include "ns3/ecmp-path-selector.h"
#include "ns3/fabric-switch.h"
#include "ns3/input-buffer.h"
#include "ns3/input-error.h"
#include "ns3/no-flow-control.h"
#include "ns3/priority-flow-control.h"
#include "ns3/rdma-header.h"
#include "ns3/red-marker.h"
#include "ns3/shared-buffer.h"
#include "ns3/step-marker.h"
#include "ns3/telemetry-stack.h"
#include "ns3/uinteger.h"

#include <set>

using namespace ns3;

namespace
{

class FabricSwitchTest : public LoneSwitchTest
{
};

} // namespace

TEST_F(FabricSwitchTest, StoreAndForwardTakesTwoSerializations)
{
    Build<NoFlowControl>(2, MakeSharedBuffer(1'000'000));
    Send(0, 1, 3);
    Simulator::Run();
    ASSERT_EQ(m_owners[1].arrivals.size(), 3u);
    // 80 + 100 + 400 + 80 + 100 ns, and 80 ns for each packet that follows.
    EXPECT_EQ(m_owners[1].arrivals[0].readyPs, 760'000);
    EXPECT_EQ(m_owners[1].arrivals[2].readyPs, 760'000 + 2 * 80'000);
    EXPECT_EQ(m_switch->GetBuffer().GetUsedBytes(), 0u);
}

TEST_F(FabricSwitchTest, CutThroughTakesOne)
{
    Build<NoFlowControl>(2, MakeSharedBuffer(1'000'000), true);
    Send(0, 1, 3);
    Simulator::Run();
    ASSERT_EQ(m_owners[1].arrivals.size(), 3u);
    EXPECT_EQ(m_owners[1].arrivals[0].readyPs, 680'000); // 100 + 400 + 80 + 100 ns
    EXPECT_EQ(m_owners[1].arrivals[2].readyPs, 680'000 + 2 * 80'000);
}

TEST_F(FabricSwitchTest, WithoutARouteAPacketIsDroppedAndCounted)
{
    const uint64_t before = FabricPacketPool::GetLiveCount();
    Build<PriorityFlowControl>(2, MakeSharedBuffer(1'000'000));
    Send(0, 2, 5);
    Send(0, 1, 4);
    Simulator::Run();
    EXPECT_EQ(m_drops, std::vector<DropReason>(5, DropReason::NO_ROUTE));
    const auto& account = m_switch->GetBuffer().GetAccount(0, 3);
    EXPECT_EQ(account.drops[static_cast<uint32_t>(DropReason::NO_ROUTE)], 5u);
    EXPECT_EQ(CountDrops(DropReason::NO_ROUTE), 5u);
    EXPECT_EQ(account.ingressBytes, 0u);
    EXPECT_EQ(m_owners[1].arrivals.size(), 4u); // received = forwarded + dropped
    EXPECT_EQ(FabricPacketPool::GetLiveCount(), before);
}

TEST_F(FabricSwitchTest, HeadroomForLessThanAPacketLosesAndStillStopsTheSender)
{
    Build<PriorityFlowControl>(3, MakeSharedBuffer(20'000), false, 500);
    Send(0, 2, 100);
    Send(1, 2, 100);
    Simulator::Run();
    EXPECT_GT(CountDrops(DropReason::HEADROOM_OVERRUN), 0u);
    EXPECT_GT(m_ports[0]->GetFlowControl().GetBlockedPs(3, NowPs()), 0);
    EXPECT_FALSE(m_switch->GetPorts()[0]->GetFlowControl().IsStopped(3));
    EXPECT_EQ(m_switch->GetBuffer().GetUsedBytes(), 0u);
}

TEST_F(FabricSwitchTest, PfcKeepsTheBottleneckBusyIfTheBufferCoversTheRoundTrip)
{
    // With alpha 1 three ports share 200 kB in steady state at 50 kB each; a port that resumes 3 kB
    // below the threshold still has 47 kB, 3.8 us, for a round trip of less than 1 us.
    const auto buffer = MakeSharedBuffer(4 * 11'936 + 200'000);
    buffer->SetAttribute("Alpha", DoubleValue(1));
    Build<PriorityFlowControl>(4, buffer);
    for (uint32_t source : {0U, 1U, 2U})
    {
        Send(source, 3, 1'000);
    }
    Simulator::Run();
    EXPECT_EQ(m_drops.size(), 0u);
    EXPECT_GT(m_switch->GetPorts()[0]->GetFlowControl().GetControlSent(), 1u);
    ASSERT_EQ(m_owners[3].arrivals.size(), 3'000u);
    // 580 ns to the first bit, 3000 packets, 100 ns.
    EXPECT_EQ(m_owners[3].arrivals.back().readyPs, 580'000 + 3'000 * 80'000 + 100'000);
}

TEST_F(FabricSwitchTest, ALossyClassDropsWhatDoesNotFitAndStopsNobody)
{
    Build<PriorityFlowControl>(4, MakeSharedBuffer(4 * 11'936 + 30'000));
    for (uint32_t source : {0U, 1U, 2U})
    {
        Send(source, 3, 100, 0);
    }
    Simulator::Run();
    EXPECT_GT(m_drops.size(), 0u);
    EXPECT_EQ(CountDrops(DropReason::LOSSY_THRESHOLD), m_drops.size());
    EXPECT_EQ(m_owners[3].arrivals.size() + m_drops.size(), 300u);
    EXPECT_EQ(m_switch->GetPorts()[0]->GetFlowControl().GetControlSent(), 0u);
}

TEST_F(FabricSwitchTest, ADroppedPacketGivesItsCreditsBack)
{
    // Far more packets than the lane has credits for, each of them to where no port leads.
    Build<CreditFlowControl>(2, CreateObject<InputBuffer>());
    Send(0, 2, 1'000);
    Send(0, 1, 4);
    Simulator::Run();
    EXPECT_EQ(m_drops, std::vector<DropReason>(1'000, DropReason::NO_ROUTE));
    EXPECT_EQ(m_owners[1].arrivals.size(), 4u);
    for (const auto& port : {m_ports[0], m_switch->GetPorts()[0]})
    {
        EXPECT_TRUE(port->GetFlowControl().Audit().empty());
    }
}

TEST_F(FabricSwitchTest, ManagementKeepsItsLaneAndHasABufferOfItsOwn)
{
    Build<CreditFlowControl>(3, CreateObject<InputBuffer>());
    const SlToVlMap nothing("15,15,15,15,15,15,15,15,15,15,15,15,15,15,15,15", "Map");
    for (uint16_t source : {0, 1})
    {
        m_switch->SetSlToVl(source, 2, nothing);
        for (uint32_t i = 0; i < 100; ++i)
        {
            auto packet = MakeDataPacket(0, 290, MANAGEMENT_LANE, i);
            packet->destHost = 2;
            m_ports[source]->Enqueue(std::move(packet));
        }
    }
    Simulator::Run();
    // Two ports fill what one empties, for a hundred packet times: 4096 B of each port keep 14
    // packets of 290 B. So 100 + 2 * 14 get through, give or take those at either end.
    const size_t got = m_owners[2].arrivals.size();
    EXPECT_NEAR(got, 128, 2);
    EXPECT_EQ(m_drops, std::vector<DropReason>(200 - got, DropReason::LOSSY_THRESHOLD));
    for (const auto& arrival : m_owners[2].arrivals)
    {
        EXPECT_EQ(arrival.lane, MANAGEMENT_LANE);
    }
    EXPECT_EQ(m_switch->GetBuffer().GetUsedBytes(), 0u);
    for (const auto& port : m_ports)
    {
        EXPECT_EQ(port->GetFlowControl().GetControlSent(), 0u);
        EXPECT_TRUE(port->GetFlowControl().Audit().empty());
    }
}

TEST_F(FabricSwitchTest, MapsOfPortsDecideTheLaneBehindTheSwitch)
{
    Build<CreditFlowControl>(3, CreateObject<InputBuffer>());
    m_switch->SetSlToVl(0, 1, SlToVlMap("4", "Map"));
    m_switch->SetSlToVl(0, 2, SlToVlMap("15", "Map"));
    for (uint32_t source : {0U, 1U})
    {
        Send(source, 2, 1); // service level 0
        Send(source, 1 - source, 1);
    }
    EXPECT_EQ(MessageOf<InputError>([&] { m_switch->SetSlToVl(0, 3, SlToVlMap()); }),
              "FabricSwitch SlToVl: ports 0 and 3; expected 0 to 2");
    Simulator::Run();
    EXPECT_EQ(m_drops, std::vector<DropReason>(1, DropReason::NO_LANE));
    EXPECT_EQ(CountDrops(DropReason::NO_LANE), 1u);
    // They came on lane 3; where the pair of ports has no map, level 0 has lane 0.
    ASSERT_EQ(m_owners[1].arrivals.size(), 1u);
    EXPECT_EQ(m_owners[1].arrivals[0].lane, 4);
    ASSERT_EQ(m_owners[0].arrivals.size(), 1u);
    EXPECT_EQ(m_owners[0].arrivals[0].lane, 0);
    ASSERT_EQ(m_owners[2].arrivals.size(), 1u);
    EXPECT_EQ(m_owners[2].arrivals[0].lane, 0);
    for (uint16_t host = 0; host < 3; ++host)
    {
        EXPECT_TRUE(m_ports[host]->GetFlowControl().Audit().empty());
        EXPECT_TRUE(m_switch->GetPorts()[host]->GetFlowControl().Audit().empty());
    }
}

TEST_F(FabricSwitchTest, EqualPathsAreSharedByFlow)
{
    // Host 0 reaches host 3 over ports 1 and 2.
    Build<NoFlowControl>(3, MakeSharedBuffer(10'000'000));
    m_switch->SetForwarding({0, 1, 2, 3}, {{0}, {1}, {2}, {1, 2}});
    for (uint32_t i = 0; i < 1'000; ++i)
    {
        auto packet = MakeDataPacket(0, 1'000, 3, i);
        packet->destHost = 3;
        packet->entropy = i % 200;
        m_ports[0]->Enqueue(std::move(packet));
    }
    Simulator::Run();
    std::set<uint32_t> flows[2];
    for (uint32_t path : {0U, 1U})
    {
        for (const auto& arrival : m_owners[1 + path].arrivals)
        {
            flows[path].insert(arrival.psn % 200);
        }
    }
    // Every flow on one path: 200 of them, binomial with sigma sqrt(200 / 4) = 7.1; five of them.
    EXPECT_EQ(flows[0].size() + flows[1].size(), 200u);
    EXPECT_NEAR(flows[0].size(), 100, 35);
    EXPECT_EQ(m_owners[1].arrivals.size(), 5 * flows[0].size());
}

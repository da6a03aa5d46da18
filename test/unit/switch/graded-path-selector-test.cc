// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lone-switch-test.h"

#include "ns3/graded-path-selector.h"
#include "ns3/priority-flow-control.h"

#include <cmath>
#include <map>
#include <set>
#include <vector>

using namespace ns3;

namespace
{

/** A switch of six hosts; the selector chooses among its ports to hosts 0, 1 and 2. */
class GradedPathSelectorTest : public LoneSwitchTest
{
  protected:
    void SetUp() override
    {
        LoneSwitchTest::SetUp();
        Build<PriorityFlowControl>(6, MakeSharedBuffer(16'000'000), false, 100'000);
        m_selector = CreateObject<GradedPathSelector>();
        m_selector->SetPorts(m_switch->GetPorts());
        // A queue of 100 kB is full: grades change at 5, 10 and 20 kB.
        m_selector->SetAttribute("QueueBytes", UintegerValue(100'000));
    }

    void RunUntil(Time time)
    {
        Simulator::Stop(time - Simulator::Now());
        Simulator::Run();
    }

    /** @return which ports packets of all kinds of flows would take now */
    std::set<uint16_t> Choose(const std::vector<uint16_t>& ports)
    {
        std::set<uint16_t> chosen;
        for (uint32_t flow = 0; flow < 200; ++flow)
        {
            FabricPacket packet;
            packet.lane = 3;
            packet.entropy = flow;
            packet.readyPs = Simulator::Now().GetPicoSeconds();
            chosen.insert(m_selector->Select(packet, ports));
        }
        return chosen;
    }

    /** Three hosts send to one: its queue grows at twice the rate of the link. */
    void Fill(uint32_t dest, uint32_t packets)
    {
        for (const uint32_t source : {3U, 4U, 5U})
        {
            Send(source, dest, packets);
        }
    }

    Ptr<GradedPathSelector> m_selector;
};

} // namespace

TEST_F(GradedPathSelectorTest, EqualGradesShare)
{
    constexpr uint32_t PACKETS = 60'000;
    const std::vector<uint16_t> ports{0, 1, 2};
    std::map<uint16_t, uint32_t> counts;
    for (uint32_t i = 0; i < PACKETS; ++i)
    {
        FabricPacket packet;
        packet.lane = 3;
        packet.readyPs = i;
        ++counts[m_selector->Select(packet, ports)];
    }
    for (const uint16_t port : ports)
    {
        EXPECT_NEAR(counts[port], PACKETS / 3.0, 5 * std::sqrt(PACKETS * 2 / 9.0)) << port;
    }
}

TEST_F(GradedPathSelectorTest, QueuesOfAGradeAreAlikeAndAShorterGradeIsBefore)
{
    Fill(0, 4);  // 12 kB at most
    Fill(1, 6);  // 18 kB
    Fill(2, 40); // 120 kB
    std::map<std::vector<uint16_t>, int> seen;
    const auto& ports = m_switch->GetPorts();
    for (int i = 1; i < 200; ++i)
    {
        RunUntil(NanoSeconds(100) * i);
        std::map<uint16_t, uint32_t> grade;
        for (const uint16_t port : {0, 1, 2})
        {
            const uint64_t bytes = ports[port]->GetQueueBytes(3);
            grade[port] = (bytes >= 5'000) + (bytes >= 10'000) + (bytes >= 20'000);
        }
        const uint32_t least = std::min({grade[0], grade[1], grade[2]});
        for (const uint16_t port : Choose({0, 1, 2}))
        {
            EXPECT_EQ(grade[port], least) << "at " << i;
        }
        ++seen[{static_cast<uint16_t>(grade[0]),
                static_cast<uint16_t>(grade[1]),
                static_cast<uint16_t>(grade[2])}];
    }
    EXPECT_GE(seen.size(), 4u) << "queues passed several grades";
}

TEST_F(GradedPathSelectorTest, OfEmptyQueuesTheLinkThatWasIdleIsBefore)
{
    // 200 packets, 16 us of one link; its use is above LowUse then, and idle 300 us later: 50
    // discounts of 0.8 leave 1e-5 of it.
    Send(3, 1, 200);
    RunUntil(MicroSeconds(18));
    EXPECT_EQ(m_switch->GetPorts()[1]->GetQueueBytes(3), 0u);
    EXPECT_EQ(Choose({0, 1, 2}), (std::set<uint16_t>{0, 2}));
    RunUntil(MicroSeconds(318));
    EXPECT_EQ(Choose({0, 1, 2}), (std::set<uint16_t>{0, 1, 2}));
}

TEST_F(GradedPathSelectorTest, APausedPortComesLast)
{
    Fill(0, 40);
    Fill(2, 40);
    RunUntil(MicroSeconds(4));
    EXPECT_GE(m_switch->GetPorts()[0]->GetQueueBytes(3), 20'000u);
    EXPECT_EQ(Choose({0, 1, 2}), (std::set<uint16_t>{1}));
    // Host 1 pauses the switch: the two long queues are preferred to the empty queue, which is
    // paused.
    m_ports[1]->GetFlowControl().NotifyReceived(3,
                                                1'000,
                                                BufferSignal::STOP,
                                                Simulator::Now().GetPicoSeconds());
    RunUntil(MicroSeconds(5));
    EXPECT_FALSE(m_switch->GetPorts()[1]->GetFlowControl().IsOpen(3));
    EXPECT_EQ(Choose({0, 1, 2}), (std::set<uint16_t>{0, 2}));
}

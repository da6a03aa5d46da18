// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "network-test.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/deadlock-finder.h"
#include "ns3/pause-frame.h"
#include "ns3/stall-report.h"

#include <string>

using namespace ns3;

namespace
{

const Attributes PFC = {{"CongestionControl", "ns3::NoCongestionControl"},
                        {"Buffer", "ns3::SharedBuffer[SizeBytes=600000]"}};

class DeadlockFinderTest : public NetworkTest
{
  protected:
    static FabricTopology Ring(const std::string& clockwise)
    {
        return Topology("RingTopology",
                        {{"Switches", "3"}, {"HostsPerSwitch", "4"}, {"Clockwise", clockwise}});
    }

    /** Runs an all-to-all for a while on a clockwise ring, which must deadlock. */
    void RunIntoDeadlock(const std::string& profile, const Attributes& parts)
    {
        Build(profile, parts, Ring("true"));
        Add("AllToAllWorkload", {{"Bytes", "1000000"}});
        Simulator::Stop(MilliSeconds(2));
        Simulator::Run();
        EXPECT_FALSE(m_jobs.front()->IsFinished());
    }

    /** Expects the ring that the routes close, in the order of the static check. */
    void ExpectTheRing() const
    {
        const DeadlockFinder finder(m_network.GetParts());
        ASSERT_EQ(finder.GetCycle().size(), 3u);
        BufferDependencyGraph graph(m_network.topology);
        graph.AddRoutes(m_network.GetRoutes());
        EXPECT_EQ(finder.GetSummary(), graph.Describe(graph.FindCycle()) + ", priority 3");
        EXPECT_EQ(finder.GetSummary(),
                  "switch1 port 4 (from switch0) -> switch2 port 4 (from switch1) -> switch0 port "
                  "5 (from switch2) -> switch1 port 4, priority 3");
        // Each of the 12 NICs is kept back by its switch, whose buffers wait for the ring.
        EXPECT_EQ(finder.GetVictimCount(), 12u);
        uint32_t place = 0;
        for (const auto& queue : finder.GetCycle())
        {
            const auto& owner = *m_network.fabricSwitches[place];
            const auto& blocker = *m_network.fabricSwitches[(place + 1) % 3];
            const uint16_t port = queue.port->GetPortNumber();
            EXPECT_EQ(queue.port, owner.GetPorts()[port]);
            EXPECT_EQ(queue.lane, 3);
            EXPECT_GT(queue.heldBytes, 0u);
            EXPECT_EQ(queue.heldBytes,
                      blocker.GetBuffer()
                          .GetAccount(queue.port->GetPeer()->GetPortNumber(), 3)
                          .ingressBytes);
            ++place;
        }
        const auto report = StallReport(m_jobs, m_network.GetParts());
        EXPECT_TRUE(Has(report,
                        "deadlock: 3 queues wait for each other in a ring\n"
                        "  switch0 port 4 priority 3, "));
        EXPECT_TRUE(Has(report, "  12 other queues wait for these\n"));
    }
};

} // namespace

TEST_F(DeadlockFinderTest, NamesTheRingUnderPfc)
{
    RunIntoDeadlock("RoceFabric", PFC);
    ExpectTheRing();
}

TEST_F(DeadlockFinderTest, NamesTheRingUnderCredits)
{
    RunIntoDeadlock("InfiniBandFabric", {{"FlowControl", "ns3::CreditFlowControl"}});
    ExpectTheRing();
}

// With one queue per port all flows wait for each other; with one for each of the 132, none is
// behind another, and all end. The memory is too large for the backstop, which would close the ring
// in either case.
TEST_F(DeadlockFinderTest, BackpressureClosesARingOfSharedQueuesOnly)
{
    Attributes parts = {{"CongestionControl", "ns3::NoCongestionControl"},
                        {"Buffer", "ns3::SharedBuffer[SizeBytes=32000000]"},
                        {"FlowControl", "ns3::BackpressureFlowControl[Queues=1]"}};
    RunIntoDeadlock("RoceFabric", parts);
    const DeadlockFinder finder(m_network.GetParts());
    ASSERT_EQ(finder.GetCycle().size(), 3u);
    EXPECT_EQ(finder.GetSummary(),
              "switch1 port 4 (from switch0) -> switch2 port 4 (from switch1) -> switch0 port 5 "
              "(from switch2) -> switch1 port 4, priority 3");
    const auto report = StallReport(m_jobs, m_network.GetParts());
    EXPECT_TRUE(Has(report, "paused by BFC since"));
    EXPECT_TRUE(Has(report, "deadlock: 3 queues wait for each other in a ring\n"));

    Restart();
    parts.back().second = "ns3::BackpressureFlowControl[Queues=1024]";
    Build("RoceFabric", parts, Ring("true"));
    Add("AllToAllWorkload", {{"Bytes", "100000"}});
    Simulator::Stop(MilliSeconds(10));
    Simulator::Run();
    ExpectLosslessEnd();
}

TEST_F(DeadlockFinderTest, CongestionIsNoDeadlock)
{
    // The same load on shortest paths: looked at again and again while switches pause each other.
    Build("RoceFabric", PFC, Ring("false"));
    const auto job = Add("AllToAllWorkload", {{"Bytes", "1000000"}});
    uint32_t paused = 0;
    while (!job->IsFinished() && Simulator::Now() < MilliSeconds(10))
    {
        Simulator::Stop(MicroSeconds(20));
        Simulator::Run();
        const auto report = StallReport(m_jobs, m_network.GetParts());
        paused += report.find("paused by PFC") != std::string::npos;
        EXPECT_FALSE(Has(report, "deadlock"));
    }
    EXPECT_GT(paused, 10u);
    ExpectLosslessEnd();
}

TEST_F(DeadlockFinderTest, AHostThatPausesIsNoDeadlock)
{
    // The host that all others of a clockwise ring send to pauses its switch for 65,535 quanta of
    // 5.12 ns, 335 us. Everything fills up and waits for that host, in a line and not in a ring.
    Build("RoceFabric", PFC, Ring("true"));
    const auto job = Add("IncastWorkload", {{"Bytes", "1000000"}, {"Target", "0"}});
    FabricPacket pause;
    pause.kind = PauseFrame::GetKind();
    pause.As<PauseFrame>() = {};
    pause.As<PauseFrame>().enabled = 1 << 3;
    pause.As<PauseFrame>().quanta[3] = 65535;
    const auto& port = m_network.fabricSwitches[0]->GetPorts()[0];
    port->GetFlowControl().ReceiveControl(pause);
    Simulator::Stop(MicroSeconds(300));
    Simulator::Run();
    EXPECT_GT(port->GetQueueBytes(3), 0u);
    const auto report = StallReport(m_jobs, m_network.GetParts(), 100);
    // The port of the host, both ring links that lead there, and NICs on every switch.
    for (const std::string paused :
         {"node 12 port 0", "node 13 port 5", "node 14 port 5", "node 11"})
    {
        EXPECT_TRUE(Has(report, paused));
    }
    const DeadlockFinder finder(m_network.GetParts());
    EXPECT_EQ(finder.GetSummary(), "");
    EXPECT_EQ(finder.GetVictimCount(), 0u);
    Simulator::Run();
    ExpectLosslessEnd();
}

TEST_F(DeadlockFinderTest, ANetworkAtRestHasNone)
{
    Build("RoceFabric", {}, Ring("true"));
    Add("IncastWorkload", {{"Bytes", "10000"}});
    Simulator::Run();
    const DeadlockFinder finder(m_network.GetParts());
    EXPECT_TRUE(finder.GetCycle().empty());
    EXPECT_EQ(finder.GetVictimCount(), 0u);
    EXPECT_EQ(finder.GetSummary(), "");
    EXPECT_EQ(finder.Describe(), "");
}

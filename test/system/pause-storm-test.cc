// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"
#include "units.h"

#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/host-failures.h"
#include "ns3/input-error.h"
#include "ns3/pause-recorder.h"
#include "ns3/pause-tree.h"
#include "ns3/pfc-watchdog.h"
#include "ns3/priority-flow-control.h"

using namespace ns3;

namespace
{

/** One look of the watchdog's trace. */
struct Change
{
    uint16_t port;
    uint8_t priority;
    bool storm;
    int64_t nowPs;
};

/** Hosts on a switch; the last one's NIC keeps pausing from 1 to 100 us. */
class PauseStormTest : public NetworkTest
{
  protected:
    static constexpr uint32_t BROKEN = 2;

    /** @param detection of the watchdog; 0: off @param discard its action */
    void Build(Time detection, bool discard = true)
    {
        Config::SetDefault("ns3::PfcWatchdog::DetectionTime", TimeValue(detection));
        Config::SetDefault("ns3::PfcWatchdog::RestorationTime", TimeValue(MicroSeconds(30)));
        Config::SetDefault("ns3::PfcWatchdog::Discard", BooleanValue(discard));
        NetworkTest::Build(
            "RoceFabric",
            "CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker "
            "Buffer=ns3::SharedBuffer[SizeBytes=400000] Nic=ns3::RdmaNic[AckTimeout=300us]",
            Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}, {"Delay", "100ns"}}));
        const auto watchdog = m_network.fabricSwitches[0]->GetWatchdog();
        ASSERT_EQ(watchdog != nullptr, detection > Time(0));
        if (watchdog)
        {
            watchdog->TraceConnectWithoutContext("Storm",
                                                 MakeCallback(&PauseStormTest::OnStorm, this));
        }
    }

    void Storm()
    {
        Make<FabricFailure>("PauseStorm",
                            {{"Host", std::to_string(BROKEN)}, {"Start", "1us"}, {"Stop", "100us"}})
            ->Install(m_network);
    }

    Ptr<GraphExecutor> Flow(uint32_t source, uint32_t dest, uint64_t bytes)
    {
        return Add("IncastWorkload",
                   {{"Hosts", std::to_string(source)},
                    {"Target", std::to_string(dest)},
                    {"Bytes", std::to_string(bytes)}});
    }

    void OnStorm(uint16_t port, uint8_t priority, bool storm, int64_t nowPs)
    {
        m_changes.push_back({port, priority, storm, nowPs});
    }

    uint64_t CountWatchdogDrops(uint16_t port) const
    {
        return m_network.fabricSwitches[0]
            ->GetBuffer()
            .GetAccount(port, 3)
            .drops[static_cast<uint32_t>(DropReason::PFC_WATCHDOG)];
    }

    std::vector<Change> m_changes;
};

} // namespace

TEST_F(PauseStormTest, HoldsEverythingForTheBrokenHostAndThenLetsItGo)
{
    Build(Time(0));
    Storm();
    const auto job = Flow(0, BROKEN, 500'000);
    Simulator::Run();
    ExpectLosslessEnd();
    // 500 kB are 40 us; what is left at 1 us, nearly all, goes after 100 us.
    EXPECT_GT(job->GetFinishPs(), 138 * US);
    EXPECT_LT(job->GetFinishPs(), 145 * US);
    // The switch's port is paused from 1 us on, and host 0 when the switch is full.
    EXPECT_GT(Statistics().pfcPausePs, 99 * US);
}

TEST_F(PauseStormTest, VictimsShareTheIngressOfTheirSource)
{
    // Host 0 sends to both others. Once the ingress of host 0 is full, host 1 gets nothing either.
    Build(Time(0));
    Storm();
    Flow(0, BROKEN, 500'000);
    const auto victim = Flow(0, 1, 500'000);
    PauseRecorder recorder(m_network.GetParts());
    Simulator::Run();
    EXPECT_GT(victim->GetFinishPs(), 100 * US);
    const PauseTree tree(recorder.Finish(Simulator::Now().GetPicoSeconds()));
    ASSERT_GE(tree.GetRoots().size(), 1u);
    const auto& root = tree.GetRoots()[0];
    EXPECT_TRUE(root.storm);
    ASSERT_EQ(root.children.size(), 1u);
    EXPECT_EQ(tree.GetNode(root.children[0]).children.size(), 1u) << "host 0 behind the switch";
    ASSERT_EQ(root.victims.size(), 1u);
    EXPECT_EQ(root.victims[0].flow.sourceHost, 0u);
    EXPECT_EQ(root.victims[0].flow.destHost, 1u);
}

TEST_F(PauseStormTest, TheWatchdogFindsItDiscardsAndRestores)
{
    Build(MicroSeconds(20));
    Storm();
    const auto job = Flow(0, BROKEN, 500'000);
    const auto other = Flow(0, 1, 200'000);
    Simulator::Run();
    // The pause frame of 1 us comes 106.7 ns later, and packets wait from then on at the latest
    // when the next one has come. Looks are 5 us apart, from the first pause on.
    ASSERT_EQ(m_changes.size(), 2u);
    EXPECT_EQ(m_changes[0].port, BROKEN);
    EXPECT_EQ(m_changes[0].priority, 3);
    EXPECT_TRUE(m_changes[0].storm);
    EXPECT_GE(m_changes[0].nowPs, 21 * US);
    EXPECT_LE(m_changes[0].nowPs, 27 * US);
    // XON of 100 us comes 106.7 ns later.
    EXPECT_FALSE(m_changes[1].storm);
    EXPECT_GE(m_changes[1].nowPs, 130 * US);
    EXPECT_LE(m_changes[1].nowPs, 136 * US);
    EXPECT_GT(CountWatchdogDrops(0), 0u);
    EXPECT_EQ(CountWatchdogDrops(1), 0u);
    // The other flow stands still until the storm is found, by 27 us at most, and then shares host
    // 0 with the one that is discarded: 2 * 200 kB or 33.4 us with headers.
    EXPECT_LT(other->GetFinishPs(), 62 * US);
    // The flow to the broken host begins again by its timeout, when the storm is over.
    EXPECT_TRUE(job->IsFinished());
    EXPECT_FALSE(job->HasFailed());
    const LosslessAudit audit(m_network.GetParts());
    EXPECT_TRUE(audit.GetViolations().empty());
    EXPECT_EQ(audit.GetWatchdogDrops(),
              std::vector<std::string>{
                  "node 3 port 0 priority 3: " + std::to_string(CountWatchdogDrops(0)) +
                  " packets dropped, PFC watchdog"});
    Simulator::Destroy();
    EXPECT_EQ(FabricPacketPool::GetLiveCount(), 0u);
}

TEST_F(PauseStormTest, TheWatchdogMayForwardInstead)
{
    Build(MicroSeconds(20), false);
    Storm();
    const auto job = Flow(0, BROKEN, 500'000);
    Simulator::Run();
    ExpectLosslessEnd(); // a NIC takes what comes
    ASSERT_EQ(m_changes.size(), 2u);
    // Found by 27 us, then 40 us for 500 kB, though the pause stands.
    EXPECT_LT(job->GetFinishPs(), 70 * US);
}

TEST_F(PauseStormTest, AQueueThatDiscardsIsRestoredThoughTheWatchdogShouldNoLongerDiscard)
{
    Build(MicroSeconds(20));
    Storm();
    const auto job = Flow(0, BROKEN, 500'000);
    Simulator::Schedule(MicroSeconds(60), [] {
        Config::Set("/NodeList/*/$ns3::FabricSwitch/RunningWatchdog/Discard", BooleanValue(false));
    });
    Simulator::Run();
    ASSERT_EQ(m_changes.size(), 2u);
    EXPECT_TRUE(job->IsFinished());
    EXPECT_FALSE(job->HasFailed());
}

TEST_F(PauseStormTest, PausesThatEndInTimeAreNoStorm)
{
    Build(MicroSeconds(20));
    Flow(0, BROKEN, 2'000'000);
    Flow(1, BROKEN, 2'000'000);
    Simulator::Run();
    ExpectLosslessEnd();
    EXPECT_GT(Statistics().pauseFrames, 0u);
    EXPECT_TRUE(m_changes.empty());
    EXPECT_EQ(m_network.fabricSwitches[0]->GetWatchdog()->GetStorms(), 0u);
}

TEST_F(PauseStormTest, AnIdleQueueIsNoStormHoweverLongItsPause)
{
    Build(MicroSeconds(20));
    Storm();
    const auto job = Flow(0, 1, 500'000);
    Simulator::Run();
    EXPECT_TRUE(m_changes.empty());
    ExpectLosslessEnd();
    EXPECT_LT(job->GetFinishPs(), 50 * US);
}

TEST_F(PauseStormTest, TheWatchdogCostsNoEventWhereNothingIsPaused)
{
    uint64_t events[2];
    for (const bool on : {false, true})
    {
        Build(on ? MicroSeconds(20) : Time(0));
        Flow(0, 1, 500'000);
        Simulator::Run();
        events[on] = Simulator::GetEventCount();
        Simulator::Destroy();
    }
    EXPECT_EQ(events[0], events[1]);
}

TEST_F(PauseStormTest, WhatCannotHappenIsRefused)
{
    const auto star = Topology("StarTopology", {{"Hosts", "3"}});
    const auto check = [&star](const Attributes& attributes, const std::string& profile) {
        return MessageOf<InputError>([&] {
            Make<FabricFailure>("PauseStorm", attributes)
                ->Check(star, *Make<FabricProfile>(profile));
        });
    };
    EXPECT_EQ(check({{"Host", "2"}}, "RoceFabric"), "no error");
    EXPECT_EQ(check({{"Host", "3"}}, "RoceFabric"),
              "ns3::PauseStorm Host: is 3; expected the index of a host, 0 to 2");
    EXPECT_EQ(check({{"Start", "2us"}, {"Stop", "1us"}}, "RoceFabric"),
              "ns3::PauseStorm Stop: is 1000ns, not after Start, 2000ns; expected a later time, or "
              "0 for never");
    EXPECT_EQ(check({}, "InfiniBandFabric"),
              "ns3::PauseStorm: a fabric with ns3::CreditFlowControl has no pauses; expected a "
              "fabric with ns3::PriorityFlowControl");
}

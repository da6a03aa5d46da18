// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/config.h"
#include "ns3/flow-filter.h"
#include "ns3/input-error.h"
#include "ns3/nstime.h"
#include "ns3/pause-recorder.h"
#include "ns3/pause-tree.h"

#include <algorithm>
#include <string>

using namespace ns3;

namespace
{

class PauseRecorderTest : public NetworkTest
{
  protected:
    /** Three hosts send to the fourth through one switch with little memory. */
    PauseLog RunIncast(int64_t stopUs)
    {
        Build("RoceFabric",
              "CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker "
              "Buffer=ns3::SharedBuffer[SizeBytes=300000|Alpha=0.125]",
              Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "100Gbps"}}));
        Add("IncastWorkload", {{"Bytes", "1000000"}});
        PauseRecorder recorder(m_network.GetParts());
        Simulator::Stop(MicroSeconds(stopUs));
        Simulator::Run();
        return recorder.Finish(Simulator::Now().GetPicoSeconds());
    }
};

} // namespace

TEST_F(PauseRecorderTest, KnowsWhoWasPausedForHowLongAndWhy)
{
    const auto log = RunIncast(10'000);
    ASSERT_GT(log.intervals.size(), 3u);
    ASSERT_EQ(log.hostOfPort.size(), 8u);
    int64_t pausedPs = 0;
    for (const auto& pause : log.intervals)
    {
        pausedPs += pause.endPs - pause.startPs;
        EXPECT_TRUE(pause.ended);
        EXPECT_TRUE(pause.hasCause);
        EXPECT_EQ(pause.priority, 3);
        // A sender is paused by the switch because of its own flow to host 3.
        const uint32_t host = log.hostOfPort[pause.pausedPort];
        ASSERT_LT(host, 3u);
        EXPECT_EQ(pause.cause.sourceHost, host);
        EXPECT_EQ(pause.cause.destHost, 3u);
        EXPECT_EQ(log.hostOfPort[pause.congestedPort ^ 1], 3u);
        EXPECT_LT(pause.waitingSincePs, pause.startPs);
        EXPECT_LT(pause.startPs, pause.endPs);
        for (const auto& flow : pause.held)
        {
            EXPECT_EQ(flow.sourceHost, host);
        }
    }
    EXPECT_EQ(pausedPs, Statistics().pfcPausePs);
    const PauseTree tree(log);
    ASSERT_EQ(tree.GetRoots().size(), 1u);
    EXPECT_EQ(tree.GetRoots()[0].port, log.intervals[0].congestedPort);
    EXPECT_EQ(tree.GetRoots()[0].children.size(), 3u);
    EXPECT_TRUE(tree.GetRoots()[0].victims.empty());
}

TEST_F(PauseRecorderTest, KnowsWhichQueueBackpressurePaused)
{
    Build("RoceFabric",
          "FlowControl=ns3::BackpressureFlowControl CongestionControl=ns3::NoCongestionControl "
          "Marker=ns3::NoMarker",
          Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "100Gbps"}}));
    Add("IncastWorkload", {{"Bytes", "1000000"}});
    PauseRecorder recorder(m_network.GetParts());
    Simulator::Stop(MicroSeconds(10'000));
    Simulator::Run();
    const auto log = recorder.Finish(Simulator::Now().GetPicoSeconds());
    ASSERT_GT(log.intervals.size(), 30u);
    for (const auto& pause : log.intervals)
    {
        // A sender has the one flow, whose queue at the port to host 3 is its own.
        EXPECT_TRUE(pause.ended);
        EXPECT_TRUE(pause.hasCause);
        const uint32_t host = log.hostOfPort[pause.pausedPort];
        ASSERT_LT(host, 3u);
        EXPECT_EQ(pause.queue, FlowNumber(host, 3, pause.causeQp) % FlowFilter::BITS);
        EXPECT_EQ(pause.cause.sourceHost, host);
        EXPECT_EQ(log.hostOfPort[pause.congestedPort ^ 1], 3u);
        EXPECT_LT(pause.congestedQueue, 32u);
        EXPECT_LT(pause.waitingSincePs, pause.startPs);
        EXPECT_LT(pause.startPs, pause.endPs);
        for (const auto& flow : pause.held)
        {
            EXPECT_EQ(flow.sourceHost, host);
        }
    }
    const PauseTree tree(log);
    ASSERT_EQ(tree.GetRoots().size(), 1u);
    EXPECT_EQ(tree.GetRoots()[0].children.size(), 3u);
    EXPECT_TRUE(tree.GetRoots()[0].victims.empty());
}

// Hosts 0 and 1 send to host 2 behind the other leaf, over an uplink of twice the rate, and host 1
// to host 3 as well. With one queue per port that flow is held back with the others; with 32 it has
// one of its own, and nothing to do with them.
TEST_F(PauseRecorderTest, WhoSharesAQueueOfBackpressureIsAVictim)
{
    for (const std::string queues : {"1", "32"})
    {
        SCOPED_TRACE(queues);
        Restart();
        Build("RoceFabric",
              "FlowControl=ns3::BackpressureFlowControl[Queues=" + queues +
                  "] CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker",
              Topology("LeafSpineTopology",
                       "Leaves=2 Spines=1 HostsPerLeaf=2 HostRate=100Gbps UplinkRate=200Gbps"));
        Add("IncastWorkload", {{"Hosts", "0-1"}, {"Target", "2"}, {"Bytes", "1000000"}});
        Add("IncastWorkload", {{"Hosts", "1"}, {"Target", "3"}, {"Bytes", "1000000"}});
        PauseRecorder recorder(m_network.GetParts());
        Simulator::Stop(MicroSeconds(10'000));
        Simulator::Run();
        const PauseTree tree(recorder.Finish(Simulator::Now().GetPicoSeconds()));
        ASSERT_FALSE(tree.GetRoots().empty());
        const auto& victims = tree.GetRoots()[0].victims;
        const bool isVictim = std::any_of(victims.begin(), victims.end(), [](const auto& victim) {
            return victim.flow.sourceHost == 1 && victim.flow.destHost == 3;
        });
        EXPECT_EQ(isVictim, queues == "1");
        EXPECT_EQ(victims.size(), queues == "1" ? 1u : 0u);
    }
}

TEST_F(PauseRecorderTest, NoWatchdogLooksAfterPausesOfBackpressure)
{
    Config::SetDefault("ns3::PfcWatchdog::DetectionTime", TimeValue(MicroSeconds(200)));
    const auto refusal = MessageOf<InputError>([this] {
        Build("RoceFabric",
              {{"FlowControl", "ns3::BackpressureFlowControl"}},
              Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "100Gbps"}}));
    });
    EXPECT_EQ(refusal,
              "FabricSwitch Watchdog: needs ns3::PriorityFlowControl, and ports have "
              "ns3::BackpressureFlowControl; expected that flow control, or no DetectionTime");
}

TEST_F(PauseRecorderTest, PausesThatStandEndWithTheRecording)
{
    const auto log = RunIncast(100);
    const auto open = std::count_if(log.intervals.begin(),
                                    log.intervals.end(),
                                    [](const auto& pause) { return !pause.ended; });
    EXPECT_GT(open, 0);
    for (const auto& pause : log.intervals)
    {
        EXPECT_LE(pause.endPs, 100'000'000);
        EXPECT_EQ(pause.ended, pause.endPs < 100'000'000);
    }
    EXPECT_EQ(FabricPacketPool::GetLiveCount() > 0, true) << "cut short";
}

TEST_F(PauseRecorderTest, ChangesNoResult)
{
    RunIncast(10'000);
    const int64_t recordedPs = m_jobs[0]->GetFinishPs();
    Simulator::Destroy();
    Build("RoceFabric",
          "CongestionControl=ns3::NoCongestionControl Marker=ns3::NoMarker "
          "Buffer=ns3::SharedBuffer[SizeBytes=300000|Alpha=0.125]",
          Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "100Gbps"}}));
    const auto job = Add("IncastWorkload", {{"Bytes", "1000000"}});
    Simulator::Run();
    EXPECT_EQ(job->GetFinishPs(), recordedPs);
}

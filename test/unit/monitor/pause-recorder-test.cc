// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/pause-recorder.h"
#include "ns3/pause-tree.h"

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
              {{"CongestionControl", "ns3::NoCongestionControl"},
               {"Marker", "ns3::NoMarker"},
               {"Buffer", "ns3::SharedBuffer[SizeBytes=300000]"}},
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
          {{"CongestionControl", "ns3::NoCongestionControl"},
           {"Marker", "ns3::NoMarker"},
           {"Buffer", "ns3::SharedBuffer[SizeBytes=300000]"}},
          Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "100Gbps"}}));
    const auto job = Add("IncastWorkload", {{"Bytes", "1000000"}});
    Simulator::Run();
    EXPECT_EQ(job->GetFinishPs(), recordedPs);
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "words.h"

#include "ns3/fabric-simulator-impl.h"
#include "ns3/global-value.h"
#include "ns3/network-cut.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/**
 * The same jobs on the same network, with any scheduler and any recorders. ns-3's engine orders
 * ties by insertion, so its results are its own.
 */
class DeterminismTest : public NetworkTest
{
  protected:
    /** @return every message record of a run, as text */
    std::string Run(const std::string& profile,
                    const std::string& engine,
                    const std::string& scheduler,
                    bool traces = false,
                    uint32_t threads = 1,
                    uint32_t pieces = 1)
    {
        Simulator::Destroy();
        GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::" + engine));
        GlobalValue::Bind("SchedulerType", StringValue("ns3::" + scheduler));
        auto topology = Topology("LeafSpineTopology",
                                 {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "3"}});
        // Random losses and, on one of them, random marks.
        Attributes parts{{"Nic", "ns3::RdmaNic[AckTimeout=200us]"}};
        topology.links[0].errorRate = 0.01;
        if (profile == "RoceFabric")
        {
            parts.emplace_back("Marker", "ns3::RedMarker[KminBytes=20000|KmaxBytes=200000]");
        }
        Build(profile, parts, topology);
        Add("CollectiveWorkload", {{"Bytes", "300000"}, {"Iterations", "2"}});
        Add("IncastWorkload", {{"Bytes", "50000"}, {"Rounds", "2"}, {"Start", "3us"}});
        Add("PermutationWorkload", {{"Bytes", "20000"}});
        EXPECT_EQ(FabricSimulatorImpl::GetActive() != nullptr, engine == "FabricSimulatorImpl");
        uint64_t seen = 0;
        if (traces)
        {
            Connect(seen);
        }
        if (threads > 1)
        {
            const DomainPlan plan = CutNetwork(m_network, m_jobs, threads, pieces);
            EXPECT_EQ(plan.threads, threads);
            EXPECT_GE(plan.domains, threads);
            UseDomains(m_network, plan);
        }
        else if (pieces > 1)
        {
            DomainPlan plan = CutNetwork(m_network, m_jobs, pieces, 1, CutPurpose::CACHE);
            EXPECT_GT(plan.domains, 1u);
            EXPECT_EQ(plan.sideOfDomain.size(), plan.domains) << "leaves act on spines alone";
            plan.threads = 1;
            UseDomains(m_network, plan);
        }
        Simulator::Run();
        EXPECT_EQ(traces, seen > 0);
        std::ostringstream text;
        for (const auto& job : m_jobs)
        {
            EXPECT_TRUE(job->IsFinished());
            EXPECT_FALSE(job->HasFailed());
            for (const auto& record : job->GetRecords())
            {
                text << record.job << ' ' << record.sourceHost << ' ' << record.destHost << ' '
                     << record.channel << ' ' << +record.serviceLevel << ' ' << record.bytes << ' '
                     << record.startPs << ' ' << record.arrivedPs << ' ' << record.finishedPs
                     << '\n';
            }
        }
        const auto sums = Statistics();
        EXPECT_EQ(sums.ecnMarks > 0, profile == "RoceFabric") << "chance must have a say";
        EXPECT_GT(sums.losses, 0u) << "chance must have a say";
        text << sums.packetHops << ' ' << sums.ecnMarks << ' ' << sums.losses << ' '
             << sums.retransmittedPackets << ' ' << sums.pauseFrames << ' ' << sums.creditPackets;
        return text.str();
    }

    /** Expects equal results of all runs of an engine. @param profile of the fabric */
    void ExpectSame(const std::string& profile)
    {
        for (const std::string engine : {"DefaultSimulatorImpl", "FabricSimulatorImpl"})
        {
            const std::string reference = Run(profile, engine, "MapScheduler");
            EXPECT_GT(reference.size(), 1000u);
            for (const auto& scheduler :
                 Words("MapScheduler ListScheduler HeapScheduler CalendarScheduler "
                       "PriorityQueueScheduler FabricScheduler"))
            {
                EXPECT_EQ(Run(profile, engine, scheduler), reference) << engine << " " << scheduler;
            }
            EXPECT_EQ(Run(profile, engine, "FabricScheduler", true), reference)
                << engine << " with traces";
        }
    }

  private:
    /** Connects every trace source of the network. @param seen counts what they tell */
    void Connect(uint64_t& seen)
    {
        for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
        {
            EXPECT_TRUE(m_network.devices.Get(i)->TraceConnectWithoutContext(
                "Transmit",
                Callback<void, const FabricPacket&, int64_t>(
                    [&seen](const FabricPacket&, int64_t) { ++seen; })));
        }
        for (const auto& fabricSwitch : m_network.fabricSwitches)
        {
            EXPECT_TRUE(fabricSwitch->TraceConnectWithoutContext(
                "Drop",
                Callback<void, const FabricPacket&, DropReason>(
                    [&seen](const FabricPacket&, DropReason) { ++seen; })));
        }
    }
};

} // namespace

TEST_F(DeterminismTest, RoceIsTheSameUnderEverySchedulerAndWithTraces)
{
    ExpectSame("RoceFabric");
}

TEST_F(DeterminismTest, InfiniBandIsTheSameUnderEverySchedulerAndWithTraces)
{
    ExpectSame("InfiniBandFabric");
}

TEST_F(DeterminismTest, Ns3sOwnEngineWithAPlacedSchedulerGivesTheSame)
{
    for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
    {
        EXPECT_EQ(Run(profile, "DefaultSimulatorImpl", "PlacedScheduler"),
                  Run(profile, "FabricSimulatorImpl", "FabricScheduler"))
            << profile;
    }
}

TEST_F(DeterminismTest, AnyNumberOfThreadsGivesTheSame)
{
    for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
    {
        const auto alone = Run(profile, "FabricSimulatorImpl", "FabricScheduler");
        for (const uint32_t threads : {2U, 3U, 4U, 7U})
        {
            EXPECT_EQ(Run(profile, "FabricSimulatorImpl", "FabricScheduler", false, threads), alone)
                << profile << ", " << threads << " threads";
        }
        for (const auto& [threads, pieces] :
             std::vector<std::pair<uint32_t, uint32_t>>{{1, 2}, {1, 5}, {2, 3}, {3, 2}})
        {
            EXPECT_EQ(
                Run(profile, "FabricSimulatorImpl", "FabricScheduler", false, threads, pieces),
                alone)
                << profile << ", " << threads << " threads, " << pieces << " domains of each";
        }
    }
}

TEST_F(DeterminismTest, AnotherRunNumberIsAnotherRun)
{
    const auto first = Run("RoceFabric", "FabricSimulatorImpl", "FabricScheduler");
    Simulator::Destroy();
    RngSeedManager::SetRun(2);
    EXPECT_NE(Run("RoceFabric", "FabricSimulatorImpl", "FabricScheduler"), first);
}

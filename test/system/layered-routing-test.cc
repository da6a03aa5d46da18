// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"
#include "run-program.h"
#include "words.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/deadlock-finder.h"
#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"

#include <string>

using namespace ns3;

namespace
{

/** InfiniBand with as little buffer as works, and all hosts sending to all others. */
class LayeredRoutingTest : public NetworkTest
{
  protected:
    void BuildTight(const std::string& routing, const FabricTopology& topology)
    {
        Build("InfiniBandFabric",
              {{"Nic", "ns3::RdmaNic[MtuBytes=1024]"},
               {"FlowControl", "ns3::CreditFlowControl[BufferBytes=4096]"},
               {"Routing", routing}},
              topology);
        Add("AllToAllWorkload", {{"Bytes", "60000"}});
    }

    /** @return whether the job ends; else nothing has moved for long */
    bool RunToTheEndOrStandstill()
    {
        uint64_t moved = 0;
        for (uint32_t still = 0; !m_jobs.front()->IsFinished() && still < 5;)
        {
            Simulator::Stop(MicroSeconds(200));
            Simulator::Run();
            const uint64_t delivered = Statistics().deliveredBytes;
            still = delivered == moved ? still + 1 : 0;
            moved = delivered;
        }
        return m_jobs.front()->IsFinished();
    }

    /** @return whether the dependencies of its buffers close a ring */
    bool IsFree() const
    {
        const auto* tables = m_network.GetRoutes().GetTables();
        BufferDependencyGraph graph(m_network.topology,
                                    tables ? tables->GetServiceLevelCount() : 1);
        graph.AddRoutes(m_network.GetRoutes());
        return graph.FindCycle().IsEmpty();
    }

    const FabricTopology m_ring = Topology(
        "RingTopology",
        {{"Switches", "6"}, {"HostsPerSwitch", "3"}, {"Rate", "100Gbps"}, {"Delay", "100ns"}});
};

} // namespace

TEST_F(LayeredRoutingTest, ARingStandsStillWithoutLayersAndEndsWithThem)
{
    // The paths of the second one are those of dimension order with datelines.
    for (const std::string routing :
         {"ns3::MinHopRouting", "ns3::DimensionOrderRouting[Datelines=false]"})
    {
        SCOPED_TRACE(routing);
        BuildTight(routing, m_ring);
        EXPECT_FALSE(IsFree());
        EXPECT_FALSE(RunToTheEndOrStandstill());
        EXPECT_FALSE(DeadlockFinder(m_network.GetParts()).GetCycle().empty());
        Simulator::Destroy();
    }
    for (const auto& routing :
         Words("ns3::LashRouting ns3::DfssspRouting ns3::DimensionOrderRouting ns3::UpDownRouting"))
    {
        SCOPED_TRACE(routing);
        BuildTight(routing, m_ring);
        EXPECT_TRUE(IsFree());
        EXPECT_TRUE(RunToTheEndOrStandstill());
        ExpectLosslessEnd();
        Simulator::Destroy();
    }
}

TEST_F(LayeredRoutingTest, ATorusNeedsItsDatelines)
{
    const auto torus = Topology(
        "TorusTopology",
        {{"Dimensions", "6x4"}, {"HostsPerSwitch", "2"}, {"Rate", "100Gbps"}, {"Delay", "100ns"}});
    BuildTight("ns3::DimensionOrderRouting[Datelines=false]", torus);
    EXPECT_FALSE(IsFree());
    EXPECT_FALSE(RunToTheEndOrStandstill());
    Simulator::Destroy();

    BuildTight("ns3::DimensionOrderRouting", torus);
    EXPECT_TRUE(IsFree());
    EXPECT_TRUE(RunToTheEndOrStandstill());
    ExpectLosslessEnd();
}

TEST_F(LayeredRoutingTest, MessagesTravelInTheLaneOfTheirPair)
{
    BuildTight("ns3::DimensionOrderRouting", m_ring);
    RunToTheEndOrStandstill();
    const auto& tables = *m_network.GetRoutes().GetTables();
    uint32_t crossing = 0;
    for (const auto& record : m_jobs.front()->GetRecords())
    {
        ASSERT_EQ(record.serviceLevel,
                  tables.GetServiceLevel(record.sourceHost, record.destHost, 0));
        crossing += record.serviceLevel;
    }
    // Pairs of switches whose paths take the link between 5 and 0: 5 - 0 at distance 1, 4 - 0 and
    // 5 - 1 at distance 2, and of those at distance 3 the one whose lesser switch is odd, 1 - 4.
    // Both ways these are 8, with 3 * 3 messages each.
    EXPECT_EQ(crossing, 8u * 9);
}

TEST_F(LayeredRoutingTest, EveryPathOfALidMaskHasItsLayer)
{
    // Both directions of a connection take the LID of their own hash, and its service level.
    const auto torus = Topology(
        "TorusTopology",
        {{"Dimensions", "4x4"}, {"HostsPerSwitch", "1"}, {"Rate", "100Gbps"}, {"Delay", "100ns"}});
    BuildTight("ns3::LashRouting[Lmc=2]", torus);
    const auto& tables = *m_network.GetRoutes().GetTables();
    ASSERT_EQ(tables.GetPathCount(), 4u);
    EXPECT_GT(tables.GetServiceLevelCount(), 1);
    EXPECT_TRUE(IsFree());
    uint64_t right = 0;
    uint64_t differ = 0; // from the level of the first LID
    uint64_t all = 0;
    for (const auto& nic : m_network.nics)
    {
        nic->GetPort().TraceConnectWithoutContext(
            "Transmit",
            Callback<void, const FabricPacket&, int64_t>([&](const FabricPacket& packet, int64_t) {
                if (packet.kind == PacketKind::TRANSPORT)
                {
                    const auto levelOf = [&](uint32_t path) {
                        return tables.GetServiceLevel(packet.sourceHost, packet.destHost, path);
                    };
                    ++all;
                    right += packet.serviceLevel == levelOf(LidOffset(packet.entropy, 4));
                    differ += packet.serviceLevel != levelOf(0);
                }
            }));
    }
    EXPECT_TRUE(RunToTheEndOrStandstill());
    ExpectLosslessEnd();
    EXPECT_EQ(right, all);
    EXPECT_GT(differ, 0u);
}

TEST_F(LayeredRoutingTest, PathsOfALidMaskCarryTraffic)
{
    // Two permutations of 16 hosts, 4 LIDs over 4 spines: all spines carry some, and a connection
    // stays on its spine, so nothing comes out of order and nothing is sent twice.
    const auto topology =
        Topology("LeafSpineTopology", {{"Leaves", "2"}, {"Spines", "4"}, {"HostsPerLeaf", "8"}});
    Build("InfiniBandFabric", {{"Routing", "ns3::MinHopRouting[Lmc=2]"}}, topology);
    Add("PermutationWorkload", {{"Bytes", "1000000"}});
    Add("PermutationWorkload", {{"Bytes", "1000000"}});
    Simulator::Stop(Seconds(1));
    Simulator::Run();
    ExpectLosslessEnd();
    uint32_t used = 0;
    for (uint32_t spine = 0; spine < 4; ++spine)
    {
        uint64_t packets = 0;
        for (const auto& port : m_network.fabricSwitches[2 + spine]->GetPorts())
        {
            packets += port->GetCounters(0).packets;
        }
        used += packets > 0 ? 1 : 0;
    }
    EXPECT_EQ(used, 4u);
}

TEST_F(LayeredRoutingTest, LanesThatAreNotAllLosslessAreRefused)
{
    // Priority 3 alone is lossless.
    EXPECT_EQ(MessageOf<InputError>([&] {
                  Build("RoceFabric", {{"Routing", "ns3::DimensionOrderRouting"}}, m_ring);
              }),
              "routing ns3::DimensionOrderRouting: its service levels are the lanes 0 to 1, and "
              "not all of them are lossless; choose a flow control with lossless lanes, such as "
              "ns3::CreditFlowControl with as many DataLanes");
}

#ifdef AI_FABRIC_RUN

TEST(LayeredRoutingRunner, ARingIsNamedForTheRoutingThatHasOne)
{
    const auto check = [](const std::string& routing) {
        return RunScenario(std::string(AI_FABRIC_SOURCE_DIR) +
                           "/examples/scenarios/deadlock-ring.json --quiet --no-lint --check --set "
                           "topology.clockwise=false --set topology.switches=5 --set "
                           "fabric.1.routing=" +
                           routing);
    };
    const std::string named = "infini-band: warning: a deadlock is possible (lossless priorities: "
                              "0-7), ingress buffers that wait for each other in a ring, ";
    EXPECT_TRUE(Has(check("min-hop").text, named));
    for (const std::string routing : {"lash", "dimension-order", "up-down"})
    {
        const auto outcome = check(routing);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        EXPECT_FALSE(Has(outcome.text, "infini-band"));
        EXPECT_TRUE(Has(outcome.text, "roce: warning: a deadlock"));
    }
    const auto refused = check("fat-tree");
    EXPECT_EQ(refused.status, 2);
    EXPECT_TRUE(Begins(refused.text,
                       std::string(AI_FABRIC_SOURCE_DIR) +
                           "/examples/scenarios/deadlock-ring.json:23: fabric.1: "
                           "ns3::RingTopology: ns3::FatTreeRouting: switch0 and switch1 "
                           "are"));
}

#endif // AI_FABRIC_RUN

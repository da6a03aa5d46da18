// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/detour-dependencies.h"
#include "ns3/object-builder.h"
#include "ns3/routing-engine.h"

#include <string>

using namespace ns3;

namespace
{

/** Networks of UB: full meshes of NPUs that forward, and switches. */
class FullMeshTest : public NetworkTest
{
  protected:
    /**
     * @param fabric preset, with attributes in brackets
     * @param topology topology of the network
     */
    void BuildFabric(const std::string& fabric, const FabricTopology& topology)
    {
        Restart();
        const FabricHelper helper(BuildObject<FabricProfile>(fabric, "Fabric"));
        m_network = helper.Install(topology);
        helper.AssignStreams(m_network, 1);
    }

    /** @return NPUs at the points of a grid, with links of 400 Gb/s along its lines */
    static FabricTopology Mesh(const std::string& sizes)
    {
        return Topology("HyperXTopology",
                        {{"Dimensions", sizes},
                         {"HostsPerSwitch", "1"},
                         {"Rate", "7200Gbps"},
                         {"SwitchRate", "400Gbps"},
                         {"Delay", "50ns"}});
    }

    /** @return from posting to the last byte of the only message, in ps */
    double Send(uint32_t from, uint32_t to, uint64_t bytes)
    {
        CommunicationGraph graph(m_network.hosts.GetN());
        graph.AddTransfer(from, to, bytes);
        const auto job = AddGraph(std::move(graph));
        Simulator::Run();
        EXPECT_TRUE(job->IsFinished());
        EXPECT_FALSE(job->HasFailed());
        ExpectNoViolation();
        return static_cast<double>(job->GetRecords().at(0).arrivedPs);
    }

    /**
     * @param sizes sizes of the grid
     * @param withMaps true: lanes of FullMeshRouting; false: one lane
     * @param reach reach of detours
     * @return true if buffers close no ring
     */
    static bool IsFree(const std::string& sizes,
                       bool withMaps,
                       DetourReach reach = DetourReach::NEAR)
    {
        const auto topology = Mesh(sizes);
        const auto engine = Make<RoutingEngine>("FullMeshRouting");
        const auto routes = engine->Route(topology);
        const auto found = engine->FindLanes(topology);
        ServiceLanes lanes(2);
        lanes.SetHostMap(*found.host);
        lanes.SetSwitchMap(*found.host);
        for (const auto& map : found.pairs)
        {
            if (withMaps)
            {
                lanes.SetPairMap(map);
            }
        }
        BufferDependencyGraph graph(topology, 2);
        AddDetourDependencies(graph, topology, routes, lanes, {0}, reach);
        return graph.FindCycle().IsEmpty();
    }

    /** @return time from the post of a read of 512 B to its end, in ns */
    double Read(uint32_t from, uint32_t to)
    {
        BuildFabric("ub",
                    BuildObject<TopologyGenerator>("cloudmatrix-384", "Topology")->Generate());
        const auto ends = RdmaNic::Connect(m_network.nics[from], m_network.nics[to], uint8_t{0});
        int64_t endPs = 0;
        ends.first->SetCompletionCallback(Callback<void, const RdmaCompletion&>(
            [&endPs](const RdmaCompletion& completion) { endPs = completion.finishedPs; }));
        ends.first->PostRead(512, 0);
        Simulator::Run();
        return static_cast<double>(endPs) / 1000;
    }
};

constexpr double FRAME_SHARE = 512.0 / 560; // 28 flits with a source route
constexpr uint64_t BYTES = 16 << 20;
constexpr double ALONE_PS = BYTES * 8 / FRAME_SHARE / 0.4; // by a link of 400 Gb/s

} // namespace

TEST_F(FullMeshTest, OneMessageUsesAllPathsOfAFullMesh)
{
    // The direct link, and one path over each of the six others, all of 400 Gb/s.
    for (const std::string sizes : {"8", "8x8"})
    {
        BuildFabric("ub-mesh", Mesh(sizes));
        const double expected = ALONE_PS / 7;
        EXPECT_NEAR(Send(0, 1, BYTES), expected, expected / 20) << sizes;
    }
    BuildFabric("ub-mesh[Routing=ns3::ShortestPathRouting|PathSelector=ns3::EcmpPathSelector]",
                Mesh("8"));
    EXPECT_NEAR(Send(0, 1, BYTES), ALONE_PS, ALONE_PS / 50);
}

TEST_F(FullMeshTest, EachDimensionOfAPathHasItsDetours)
{
    // Two dimensions: three paths in each, with two links at most; 400 Gb/s per path.
    BuildFabric("ub-mesh", Mesh("4x4"));
    const double expected = ALONE_PS / 3;
    EXPECT_NEAR(Send(0, 5, BYTES), expected, expected / 10);
}

TEST_F(FullMeshTest, ADeadDirectLinkLeavesTheOthers)
{
    // The link dies after a fifth of the message; the sender goes on at once with the other six.
    BuildFabric("ub-mesh", Mesh("8"));
    Fail("LinkFailure", {{"From", "switch0"}, {"To", "switch1"}, {"Start", "10us"}});
    const double sentPs = 10e6 * 7;
    const double expected = 10e6 + (ALONE_PS - sentPs) / 6;
    EXPECT_NEAR(Send(0, 1, BYTES), expected, expected / 10);
}

TEST_F(FullMeshTest, TwoLanesAreEnough)
{
    for (const std::string sizes : {"4", "8", "3x4", "4x4", "3x3x3", "2x3x2x3"})
    {
        EXPECT_TRUE(IsFree(sizes, true)) << sizes;
    }
    EXPECT_FALSE(IsFree("4", false)) << "detours on one lane";
    EXPECT_FALSE(IsFree("4x4", true, DetourReach::ANYWHERE)) << "detours in any dimension";
}

TEST_F(FullMeshTest, ReadsOfCloudMatrixHaveTheirPublishedLatency)
{
    // arXiv 2506.12708: a read of 512 B takes 1.2 us in a node and 1.9 us between nodes. By hand:
    // two ways of two links of 250 ns and a switch of 100 ns; between nodes each way has two links
    // of 75 ns and two switches more. The request has 40 B, the response 540 B, at 448 Gb/s. Ports
    // between switches have 224 Gb/s, and the last switch waits for the whole packet: a frame at
    // 448 Gb/s takes three times as long.
    const double near = Read(0, 7);
    EXPECT_NEAR(near, 1200 + (40 + 540) * 8 / 448.0, 1);
    EXPECT_NEAR(near, 1200, 120);
    const double far = Read(0, 8 * 47);
    EXPECT_NEAR(far - near, 4 * (100 + 75) + 2 * (40 + 540) * 8 / 448.0, 1);
    EXPECT_NEAR(far, 1900, 190);
}

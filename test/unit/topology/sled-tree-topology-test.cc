// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/topology-summary.h"

using namespace ns3;

namespace
{

/** Two racks of three sleds of two chips: chip c of sled s of rack r is host 6 r + 2 s + c. */
class SledTreeTopologyTest : public NetworkTest
{
  protected:
    /** @return bytes per second of one long message between two hosts of an idle network */
    double GetRate(uint32_t source, uint32_t dest)
    {
        constexpr uint64_t BYTES = 1 << 26;
        Restart();
        Build("NvlinkFabric",
              {},
              Topology("SledTreeTopology",
                       {{"SledsPerRack", "3"},
                        {"ChipsPerSled", "2"},
                        {"SledRate", "1000Gbps"},
                        {"RackRate", "1300Gbps"},
                        {"PeerRate", "500Gbps"}}));
        CommunicationGraph graph(12);
        graph.AddTransfer(source, dest, BYTES);
        AddGraph(graph);
        Simulator::Run();
        ExpectLosslessEnd();
        const auto& record = m_jobs[0]->GetRecords().at(0);
        return 1e12 * BYTES / static_cast<double>(record.arrivedPs - record.startPs);
    }
};

} // namespace

TEST_F(SledTreeTopologyTest, CountsOfAnUltraServer)
{
    // 144 chips with a link to their router, their sled and their rack; 72 pairs across racks.
    const auto topology = Topology("SledTreeTopology", {});
    EXPECT_EQ(topology.GetHostCount(), 144u);
    EXPECT_EQ(topology.GetSwitchCount(), 144u + 36 + 2);
    EXPECT_EQ(topology.links.size(), 3u * 144 + 72);
    // 704 GB/s of a chip in both directions: 4 + 5 + 2 links of 32 GB/s each way.
    EXPECT_EQ(topology.links[0].ratebps, 11 * 256'000'000'000u);
    EXPECT_EQ(topology.nodes[288 + 35].name, "sled35");
    EXPECT_EQ(topology.nodes.back().name, "rack1");
}

TEST_F(SledTreeTopologyTest, EachDistanceHasTheRateOfItsLinks)
{
    // Payload of 16,384 B in 16,400 B. The link of the sled is used although that of the rack is
    // faster and as short.
    const double share = 16384.0 / 16400 / 8;
    EXPECT_NEAR(GetRate(2, 3), 1000e9 * share, 1000e9 * share / 200);
    EXPECT_NEAR(GetRate(2, 5), 1300e9 * share, 1300e9 * share / 200);
    EXPECT_NEAR(GetRate(2, 8), 500e9 * share, 500e9 * share / 200);
    EXPECT_NEAR(GetRate(2, 11), 500e9 * share, 500e9 * share / 200);
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

using namespace ns3;

namespace
{

/** Three packets from host 0 to host 1, on one switch, alone. */
class FabricStatisticsTest : public NetworkTest
{
  protected:
    FabricStatistics Run(const std::string& profile)
    {
        Build(profile, {}, Topology("StarTopology", {{"Hosts", "2"}}));
        Add("IncastWorkload", {{"Bytes", "10000"}});
        Simulator::Run();
        return Statistics();
    }
};

} // namespace

TEST_F(FabricStatisticsTest, PacketHopsAreCountedByHand)
{
    const auto sums = Run("RoceFabric");
    EXPECT_EQ(sums.dataPacketHops, 3u * 2);
    EXPECT_EQ(sums.packetHops, 3u * 2 + 2); // and one acknowledgement
    EXPECT_EQ(sums.deliveredBytes, 10'000u);
    EXPECT_EQ(sums.pauseFrames, 0u);
    EXPECT_EQ(sums.pfcPausePs, 0);
    EXPECT_EQ(sums.portStallPs, 0);
    EXPECT_EQ(sums.creditPackets, 0u);
    EXPECT_EQ(sums.ecnMarks, 0u);
    EXPECT_EQ(sums.cnps, 0u);
    EXPECT_EQ(sums.drops, 0u);
    EXPECT_EQ(sums.losses, 0u);
    // The switch never holds more than the packet that it sends and the one behind it.
    EXPECT_LE(sums.largestBufferBytes, 4174u + 4158);
}

TEST_F(FabricStatisticsTest, CreditPacketsAreNoPacketHops)
{
    const auto sums = Run("InfiniBandFabric");
    EXPECT_EQ(sums.dataPacketHops, 3u * 2);
    EXPECT_EQ(sums.packetHops, 3u * 2 + 2);
    EXPECT_GT(sums.creditPackets, 0u);
    EXPECT_EQ(sums.creditStallPs, 0);
    EXPECT_EQ(sums.pauseFrames, 0u);
}

TEST_F(FabricStatisticsTest, ANewNetworkHasNothingToTell)
{
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
    const auto sums = Statistics();
    EXPECT_EQ(sums.packetHops, 0u);
    EXPECT_EQ(sums.largestQueueBytes, 0u);
    EXPECT_EQ(sums.deliveredBytes, 0u);
}

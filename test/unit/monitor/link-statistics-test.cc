// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/link-statistics.h"

using namespace ns3;

namespace
{

class LinkStatisticsTest : public NetworkTest
{
  protected:
    std::vector<LinkStatistics> Links() const
    {
        const int64_t nowPs = Simulator::Now().GetPicoSeconds();
        return LinkStatistics::Collect(m_network.GetOwnParts(), m_network.topology, nowPs);
    }
};

} // namespace

TEST_F(LinkStatisticsTest, WhatALinkCarriedByHand)
{
    // 10,000 B from host 0 to host 1 are 3 packets; one acknowledgement comes back.
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "100Gbps"}}));
    Add("IncastWorkload", {{"Bytes", "10000"}});
    Simulator::Run();
    const auto links = Links();
    ASSERT_EQ(links.size(), 4u); // both directions of two links
    for (const auto& link : links)
    {
        EXPECT_EQ(link.ratebps, 100'000'000'000u);
        const bool data = link.fromHost == 0 || link.toHost == 1;
        EXPECT_EQ(link.packets, data ? 3u : 1u) << link.from << " to " << link.to;
        EXPECT_EQ(link.dataPackets, data ? 3u : 0u);
        EXPECT_EQ(link.payloadBytes, data ? 10'000u : 0u);
        // Preamble and gap are 20 B.
        EXPECT_EQ(link.wireBytes, link.frameBytes + 20 * link.packets);
        EXPECT_GE(link.frameBytes, link.payloadBytes + 18 * link.packets);
        EXPECT_EQ(link.pfcPausePs, 0);
        EXPECT_EQ(link.creditStallPs, 0);
        EXPECT_EQ(link.lostPackets, 0u);
        EXPECT_EQ((link.fromHost == NO_HOST) + (link.toHost == NO_HOST), 1);
    }
    EXPECT_EQ(links[0].from, "host0");
    EXPECT_EQ(links[1].to, "host0");
    EXPECT_EQ(links[1].toHost, 0u);
    EXPECT_EQ(links[1].from, links[0].to);
}

TEST_F(LinkStatisticsTest, UtilizationIsTimeOnTheWire)
{
    LinkStatistics link{};
    link.ratebps = 100'000'000'000;
    link.wireBytes = 12'500; // 1 us at 12.5 B/ns
    EXPECT_DOUBLE_EQ(link.GetUtilization(4'000'000), 0.25);
    EXPECT_DOUBLE_EQ(link.GetUtilization(1'000'000), 1.0);
}

TEST_F(LinkStatisticsTest, FramesSentAgainAndGivenUpAreOfTheirDirection)
{
    // The link of host 1 alone is bad: data goes over its second direction, answers over its first.
    Build("RoceFabric",
          "LinkRetry=ns3::GoBackNLinkRetry[MaxReplays=1] LossRecovery=ns3::SelectiveRepeat "
          "Nic=ns3::RdmaNic[AckTimeout=50us|RetryCount=1000]",
          Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "100Gbps"}}));
    for (const uint32_t side : {0U, 1U})
    {
        m_network.channels[1]->SetBitErrorRate(side, 5e-6); // 15 % of the frames
    }
    Add("IncastWorkload", {{"Bytes", "4000000"}});
    Simulator::Run();
    const auto links = Links();
    for (const auto& link : links)
    {
        const bool bad = link.toHost == 1;
        EXPECT_EQ(link.replayedFrames > 100, bad) << link.from << " to " << link.to;
        EXPECT_EQ(link.givenUpFrames > 0, bad) << link.from << " to " << link.to;
        EXPECT_LE(link.givenUpFrames, link.lostPackets); // which has ordered sets, too
    }
    EXPECT_EQ(links[3].replayedFrames,
              StaticCast<FabricNetDevice>(m_network.channels[1]->GetDevice(1))
                  ->GetRetry()
                  ->GetCounters()
                  .replayedFrames);
}

TEST_F(LinkStatisticsTest, LinksTogetherAreTheNetwork)
{
    // An incast at 8 to 1 pauses, so every sum has something to say.
    Build("RoceFabric",
          "CongestionControl=ns3::NoCongestionControl Buffer=ns3::SharedBuffer[SizeBytes=4000000]",
          Topology("LeafSpineTopology", {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "5"}}));
    Add("IncastWorkload", {{"Bytes", "1000000"}, {"Sources", "8"}});
    Simulator::Run();
    const auto sums = Statistics();
    FabricStatistics links;
    for (const auto& link : Links())
    {
        links.packetHops += link.packets;
        links.dataPacketHops += link.dataPackets;
        links.pfcPausePs += link.pfcPausePs;
        links.creditStallPs += link.creditStallPs;
        if (link.fromHost == NO_HOST)
        {
            links.largestQueueBytes = std::max(links.largestQueueBytes, link.largestQueueBytes);
        }
    }
    EXPECT_EQ(links.packetHops, sums.packetHops);
    EXPECT_EQ(links.dataPacketHops, sums.dataPacketHops);
    EXPECT_EQ(links.pfcPausePs, sums.pfcPausePs);
    EXPECT_EQ(links.creditStallPs, sums.creditStallPs);
    EXPECT_EQ(links.largestQueueBytes, sums.largestQueueBytes);
    EXPECT_GT(links.pfcPausePs, 0);
}

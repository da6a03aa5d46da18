// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/fabric-routing.h"
#include "ns3/input-error.h"

#include <vector>

using namespace ns3;

namespace
{

using Links = std::vector<uint32_t>;

class RingTopologyTest : public NetworkTest
{
};

} // namespace

TEST_F(RingTopologyTest, HostsSwitchesAndLinksAreInOrder)
{
    const auto ring = Topology(
        "RingTopology",
        {{"Switches", "4"}, {"HostsPerSwitch", "2"}, {"Rate", "100Gbps"}, {"RingRate", "400Gbps"}});
    EXPECT_EQ(ring.GetHostCount(), 8u);
    EXPECT_EQ(ring.GetSwitchCount(), 4u);
    ASSERT_EQ(ring.links.size(), 8u + 4);
    EXPECT_EQ(ring.links[5].b, 8u + 2) << "host 5 is on switch 2";
    EXPECT_EQ(ring.links[5].ratebps, 100'000'000'000u);
    for (uint32_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(ring.links[8 + i].a, 8 + i);
        EXPECT_EQ(ring.links[8 + i].b, 8 + (i + 1) % 4);
        EXPECT_EQ(ring.links[8 + i].ratebps, 400'000'000'000u);
    }
    EXPECT_TRUE(ring.routes.empty());
    // Host 0 on switch 0, host 6 on switch 3: one ring link, backwards.
    EXPECT_EQ(FabricRoutes(ring).PathLinks(0, 6), (Links{0, 11, 6}));
}

TEST_F(RingTopologyTest, ClockwiseGoesTheLongWayRound)
{
    const auto ring = Topology("RingTopology",
                               {{"Switches", "4"}, {"HostsPerSwitch", "2"}, {"Clockwise", "true"}});
    const FabricRoutes routes(ring);
    EXPECT_EQ(routes.PathLinks(0, 6), (Links{0, 8, 9, 10, 6}));
    EXPECT_EQ(routes.PathLinks(6, 0), (Links{6, 11, 0}));
    EXPECT_EQ(routes.PathLinks(0, 1), (Links{0, 1})) << "on the same switch";
    // At each switch: its two hosts, and the ring for everybody else.
    for (uint32_t node = 8; node < 12; ++node)
    {
        EXPECT_EQ(routes.GetNode(node).groups.size(), 3u);
    }
}

TEST_F(RingTopologyTest, TheRingTakesTheRateOfTheHosts)
{
    const auto ring = Topology("RingTopology", {{"Rate", "25Gbps"}});
    for (const auto& link : ring.links)
    {
        EXPECT_EQ(link.ratebps, 25'000'000'000u);
    }
    EXPECT_THROW(Topology("RingTopology", {{"RingRate", "1bps"}}), InputError);
}

TEST_F(RingTopologyTest, IdealTimesFollowTheRoutes)
{
    // From switch 0 to switch 2 of 3 the message takes one ring link, or two clockwise; the
    // acknowledgement takes one either way. The difference is one more hop of a single packet:
    // delay 1 us, pipeline 400 ns and the wire time of the frame.
    const auto idealPs = [this](const std::string& clockwise) {
        Build("RoceFabric",
              {},
              Topology("RingTopology",
                       {{"Switches", "3"}, {"HostsPerSwitch", "1"}, {"Clockwise", clockwise}}));
        const int64_t result = m_network.IdealMessagePs(0, 2, 1000);
        Simulator::Destroy();
        return result;
    };
    // A frame of 1,000 B of payload: RoCEv2 headers (14 + 20 + 8 + 12 + 16 RETH + 4 immediate),
    // ICRC 4, FCS 4, preamble and gap 20 = 1,102 B, 88.16 ns at 100 Gb/s.
    EXPECT_EQ(idealPs("true") - idealPs("false"), 1'000'000 + 400'000 + 88'160);
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Failures in an Ethernet fabric, and the reaction of its routes.

#include "error-message.h"
#include "reroute-test.h"
#include "units.h"

#include "ns3/input-error.h"
#include "ns3/priority-flow-control.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Two leaves, two spines, two hosts on each leaf, all links of 100 Gb/s. */
class EthernetFailuresTest : public RerouteTest
{
  protected:
    void BuildLeafSpine(const Attributes& others = {})
    {
        Build("RoceFabric",
              "Nic=ns3::RdmaNic[AckTimeout=100us] "
              "RouteManager=ns3::EthernetRouteManager[DetectionTime=50us|RoutingTime=200us]" +
                  others,
              Topology("LeafSpineTopology",
                       "Leaves=2 Spines=2 HostsPerLeaf=2 HostRate=100Gbps UplinkRate=100Gbps"));
    }

    using RerouteTest::CountDrops;

    /** @return those of all switches */
    uint64_t CountDrops() const
    {
        return CountDrops(0) + CountDrops(1) + CountDrops(2) + CountDrops(3);
    }

    /** A packet of data begins to leave a port: when first? */
    void Watch(Ptr<FabricNetDevice> port)
    {
        port->TraceConnectWithoutContext("Transmit",
                                         Callback<void, const FabricPacket&, int64_t>(
                                             [this](const FabricPacket& packet, int64_t startPs) {
                                                 if (packet.payloadBytes > 0 && m_firstPs == 0)
                                                 {
                                                     m_firstPs = startPs;
                                                 }
                                             }));
    }

    int64_t m_firstPs{0};
};

} // namespace

TEST_F(EthernetFailuresTest, ADeadMemberLeavesItsGroupAndThenRoutesConverge)
{
    BuildLeafSpine();
    Send(1, 2, 10'000'000); // 800 us
    RunUntil(90);
    const uint32_t used = SentTo(0, 2) > 0 ? 2 : 3; // the spine that ECMP has chosen
    const uint32_t other = 5 - used;
    ASSERT_EQ(SentTo(0, other), 0u);
    Fail("LinkFailure",
         {{"From", "leaf0"}, {"To", "spine" + std::to_string(used - 2)}, {"Start", "10us"}});
    Watch(PortTo(0, other));
    RunUntil(149);
    EXPECT_EQ(m_firstPs, 0);
    RunUntil(151);
    // The host never stops; 4096 B of payload take 4178 B on the wire, 334 ns.
    EXPECT_GE(m_firstPs, 150 * US);
    EXPECT_LE(m_firstPs, 150 * US + 334'240);
    // Packets that arrived at the leaf in those 50 us, and its queue: except for a few packets
    EXPECT_NEAR(CountDrops(0), 50e-6 * 100e9 / 8 / 4178, 3);
    RunUntil(351);
    ASSERT_EQ(Reroutes().size(), 1u);
    EXPECT_EQ(Reroutes()[0].noticed, MicroSeconds(150));
    EXPECT_EQ(Reroutes()[0].computed, MicroSeconds(350));
    EXPECT_EQ(Reroutes()[0].linksDown, 1u);
    EXPECT_EQ(Reroutes()[0].switches, 3u); // both leaves and the spine
    EXPECT_EQ(m_network.routeManager->Describe(),
              std::vector<std::string>{"routing: 1 links down, noticed at 150us, converged at "
                                       "350us, 3 switches changed"});
    const uint64_t drops = CountDrops();
    Simulator::Run();
    EXPECT_EQ(CountDrops(), drops); // from then on nothing is lost
    EXPECT_EQ(m_statuses, std::vector<RdmaStatus>{RdmaStatus::SUCCESS});
    ExpectNoViolation();
}

TEST_F(EthernetFailuresTest, ALinkThatComesBackIsUsedAgain)
{
    BuildLeafSpine();
    Fail("LinkFailure", {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "100us"}, {"Stop", "1ms"}});
    RunUntil(1'251);
    ASSERT_EQ(Reroutes().size(), 2u);
    EXPECT_EQ(Reroutes()[1].noticed, MicroSeconds(1'050));
    EXPECT_EQ(Reroutes()[1].computed, MicroSeconds(1'250));
    EXPECT_EQ(Reroutes()[1].linksDown, 0u);
    EXPECT_EQ(Reroutes()[1].switches, 3u);
    for (int flow = 0; flow < 32; ++flow)
    {
        Send(1, 2, 100'000);
    }
    Simulator::Run();
    EXPECT_GT(SentTo(0, 2), 0u);
    EXPECT_GT(SentTo(0, 3), 0u);
    EXPECT_EQ(CountDrops(), 0u);
    ExpectNoViolation();
}

TEST_F(EthernetFailuresTest, AdaptiveSelectionNeverChoosesADeadPort)
{
    BuildLeafSpine({{"PathSelector", "ns3::AdaptivePathSelector"},
                    {"LossRecovery", "ns3::SelectiveRepeat[WindowBdps=2|ReorderPackets=64]"}});
    Fail("LinkFailure", {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "100us"}});
    Send(0, 2, 10'000'000);
    Send(1, 3, 10'000'000);
    RunUntil(151);
    const uint64_t drops = CountDrops(0);
    const uint64_t sent = SentTo(0, 2);
    EXPECT_GT(drops, 0u);
    Simulator::Run();
    EXPECT_EQ(CountDrops(0), drops);
    EXPECT_EQ(SentTo(0, 2), sent);
    EXPECT_EQ(m_statuses, std::vector<RdmaStatus>(2, RdmaStatus::SUCCESS));
    ExpectNoViolation();
}

TEST_F(EthernetFailuresTest, ASwitchFailsWithAllItsLinks)
{
    BuildLeafSpine();
    Fail("SwitchFailure", {{"Switch", "spine1"}, {"Start", "100us"}, {"Stop", "1ms"}});
    for (int flow = 0; flow < 8; ++flow)
    {
        Send(flow % 2, 2 + flow % 2, 2'000'000);
    }
    RunUntil(351);
    ASSERT_EQ(Reroutes().size(), 1u); // both links are one change
    EXPECT_EQ(Reroutes()[0].linksDown, 2u);
    EXPECT_EQ(Reroutes()[0].unreachablePairs, 0u);
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 2u);
    EXPECT_EQ(Reroutes()[1].linksDown, 0u);
    EXPECT_EQ(m_statuses, std::vector<RdmaStatus>(8, RdmaStatus::SUCCESS));
    ExpectNoViolation();
}

TEST_F(EthernetFailuresTest, FailuresOfALinkMayOverlap)
{
    BuildLeafSpine();
    Fail("SwitchFailure", {{"Switch", "spine0"}, {"Start", "100us"}, {"Stop", "300us"}});
    Fail("LinkFailure", {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "200us"}, {"Stop", "1ms"}});
    RunUntil(301);
    const auto& link = PortTo(0, 2)->GetWire();
    EXPECT_TRUE(link.IsDown());
    EXPECT_FALSE(PortTo(1, 2)->GetWire().IsDown());
    RunUntil(1'001);
    EXPECT_FALSE(link.IsDown());
}

TEST_F(EthernetFailuresTest, WhoHasNoRouteEndsByItsRetries)
{
    BuildLeafSpine({{"Nic", "ns3::RdmaNic[AckTimeout=100us|RetryCount=3]"}});
    Fail("NicFailure", {{"Host", "2"}, {"Start", "100us"}});
    Send(1, 2, 10'000'000);
    Send(0, 3, 1'000'000);
    Simulator::Run();
    EXPECT_EQ(m_statuses,
              (std::vector<RdmaStatus>{RdmaStatus::SUCCESS, RdmaStatus::RETRY_EXCEEDED}));
    ASSERT_EQ(Reroutes().size(), 1u);
    EXPECT_EQ(Reroutes()[0].unreachablePairs, 3u);
    EXPECT_EQ(m_network.routeManager->Describe().back(),
              "routing: 3 pairs of hosts cannot reach each other, such as host2 and others");
    ExpectNoViolation();
}

TEST_F(EthernetFailuresTest, APauseEndsWithItsLinkAndStandsAgainWithIt)
{
    BuildLeafSpine();
    const auto port = m_network.nics[2]->GetPort().GetPeer();
    const auto& flowControl = static_cast<const PriorityFlowControl&>(port->GetFlowControl());
    Fail("PauseStorm", {{"Host", "2"}, {"Start", "10us"}, {"Stop", "400us"}});
    Fail("NicFailure", {{"Host", "2"}, {"Start", "100us"}, {"Stop", "200us"}});
    RunUntil(99);
    EXPECT_TRUE(flowControl.IsPaused(3));
    RunUntil(101);
    EXPECT_FALSE(flowControl.IsPaused(3));
    // Before any frame of the host can have come: its cable is longer than a nanosecond.
    Simulator::Stop(MicroSeconds(200) + NanoSeconds(1) - Simulator::Now());
    Simulator::Run();
    EXPECT_TRUE(flowControl.IsPaused(3));
    RunUntil(450);
    EXPECT_FALSE(flowControl.IsPaused(3));
    EXPECT_NEAR(flowControl.GetBlockedPs(3, 450 * US), (90 + 200) * US, 3 * US);
}

TEST_F(EthernetFailuresTest, WhatCannotFailIsRefused)
{
    BuildLeafSpine();
    const auto complaint = [&](const std::string& type, const Attributes& attributes) {
        return MessageOf<InputError>([&] { Fail(type, attributes); });
    };
    EXPECT_EQ(complaint("SwitchFailure", {{"Switch", "host0"}}),
              "ns3::SwitchFailure Switch: \"host0\" is not a switch; expected a name from leaf0 to "
              "spine1");
    EXPECT_EQ(complaint("NicFailure", {{"Host", "4"}}),
              "ns3::NicFailure Host: is 4; expected the index of a host, 0 to 3");
    EXPECT_EQ(complaint("DegradedLink", {{"From", "leaf0"}, {"To", "spine0"}}),
              "ns3::DegradedLink Rate: is 0bps; expected at least 1000bps and less than the rate "
              "of the link, 100000000000bps");
    EXPECT_EQ(complaint("BitErrors", {{"From", "leaf0"}}),
              "ns3::BitErrors To: \"\" is not a node; expected a name from host0 to spine1");
    EXPECT_EQ(complaint("BitErrors", {}), "no error"); // all links
}

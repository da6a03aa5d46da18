// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "reroute-test.h"
#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"
#include "units.h"

#include "ns3/input-error.h"
#include "ns3/link-failures.h"
#include "ns3/subnet-manager.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/**
 * Two leaves, two spines, two hosts on each leaf, all links of 100 Gb/s. By min-hop a leaf sends to
 * the first of the other leaf's hosts over spine 0 and to the second over spine 1.
 */
class SubnetManagerTest : public RerouteTest
{
  protected:
    void BuildLeafSpine(const std::string& manager, const Attributes& others = {})
    {
        Build("InfiniBandFabric",
              "Routing=ns3::MinHopRouting SubnetManager=ns3::SubnetManager[" + manager + "]" +
                  others,
              Topology("LeafSpineTopology",
                       {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "2"}}));
    }

    /**
     * @param from a node
     * @param to its neighbour
     * @param stop empty: never
     */
    void Fail(const std::string& from,
              const std::string& to,
              const std::string& start,
              const std::string& stop = "0s") const
    {
        const auto failure =
            Make<FabricFailure>("LinkFailure",
                                {{"From", from}, {"To", to}, {"Start", start}, {"Stop", stop}});
        failure->Check(m_network.topology, *CreateObject<InfiniBandFabric>());
        failure->Install(m_network);
    }

    /** Notes when packets to a host leave a switch for another one. */
    void Watch(uint32_t fabricSwitch, uint32_t peer, uint32_t dest)
    {
        for (const auto& port : m_network.fabricSwitches[fabricSwitch]->GetPorts())
        {
            if (port->GetPeer()->GetNode() == m_network.switches.Get(peer))
            {
                port->TraceConnectWithoutContext(
                    "Transmit",
                    Callback<void, const FabricPacket&, int64_t>(
                        [this, dest](const FabricPacket& packet, int64_t startPs) {
                            if (packet.kind == PacketKind::TRANSPORT && packet.destHost == dest)
                            {
                                m_seenPs.push_back(startPs);
                            }
                        }));
            }
        }
    }

    uint64_t CountDrops(DropReason reason) const
    {
        uint64_t drops = 0;
        for (const auto& fabricSwitch : m_network.fabricSwitches)
        {
            for (uint16_t port = 0; port < fabricSwitch->GetPorts().size(); ++port)
            {
                for (uint8_t lane = 0; lane < fabricSwitch->GetPorts()[port]->GetLaneCount();
                     ++lane)
                {
                    drops += fabricSwitch->GetBuffer()
                                 .GetAccount(port, lane)
                                 .drops[static_cast<uint32_t>(reason)];
                }
            }
        }
        return drops;
    }

    std::vector<int64_t> m_seenPs; //!< by Watch()
};

const std::string FAST = "TrapDelay=50us|RoutingTime=200us|SmpTime=10us|MaxWireSmps=1";

TEST_F(SubnetManagerTest, AFlowOverAFailedLinkGoesOnWhenItsSwitchIsWritten)
{
    // Noticed at 100 + 50 us, routed 200 us later. Three tables of one block each differ: leaf 0
    // (to host 2), leaf 1 (to host 0) and spine 0 (back to leaf 1 for hosts 0 and 1), 10 us each.
    BuildLeafSpine(FAST);
    Fail("leaf0", "spine0", "100us");
    Watch(0, 3, 2); // leaf 0 to spine 1
    const auto sender = Send(1, 2, 10'000'000);
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 1u);
    EXPECT_EQ(Reroutes()[0].noticed, MicroSeconds(150));
    EXPECT_EQ(Reroutes()[0].computed, MicroSeconds(350));
    EXPECT_EQ(Reroutes()[0].installed, MicroSeconds(380));
    EXPECT_EQ(Reroutes()[0].linksDown, 1u);
    EXPECT_EQ(Reroutes()[0].switches, 3u);
    EXPECT_EQ(Reroutes()[0].blocks, 3u);
    EXPECT_EQ(Reroutes()[0].unreachablePairs, 0u);
    // The host never stops: the first packet that finds the table of leaf 0 goes over spine 1. A
    // packet of 4126 B takes 330 ns.
    ASSERT_FALSE(m_seenPs.empty());
    EXPECT_GE(m_seenPs.front(), 360 * US);
    EXPECT_LE(m_seenPs.front(), 360 * US + 331'000);
    // All that came to leaf 0 in between was dropped, and what waited there.
    EXPECT_NEAR(CountDrops(DropReason::LINK_DOWN), 260e-6 * 100e9 / 8 / 4126, 3);
    EXPECT_EQ(CountDrops(DropReason::NO_ROUTE), 0u);
    // A NAK, which takes the other spine, has it all sent again.
    EXPECT_EQ(m_statuses, std::vector<RdmaStatus>{RdmaStatus::SUCCESS});
    EXPECT_FALSE(sender->HasWork());
    EXPECT_EQ(Statistics().timeouts, 0u);
    EXPECT_GE(Statistics().retransmittedPackets, CountDrops(DropReason::LINK_DOWN));
    ExpectNoViolation();
}

TEST_F(SubnetManagerTest, ALinkThatComesBackIsUsedAgain)
{
    BuildLeafSpine(FAST);
    Fail("spine0", "leaf0", "100us", "1ms");
    Watch(0, 2, 2); // leaf 0 to spine 0
    Send(1, 2, 10'000'000);
    Simulator::Stop(MicroSeconds(1'500));
    Simulator::Run();
    // Noticed at 1050, routed at 1250, leaf 0 written at 1260 us. The message is over by then.
    ASSERT_EQ(Reroutes().size(), 2u);
    EXPECT_EQ(Reroutes()[1].linksDown, 0u);
    EXPECT_EQ(Reroutes()[1].blocks, 3u);
    EXPECT_EQ(Reroutes()[1].installed, MicroSeconds(1'280));
    ASSERT_FALSE(m_seenPs.empty());
    EXPECT_LT(m_seenPs.back(), 100 * US);
    m_seenPs.clear();
    Send(1, 2, 10'000'000);
    Send(3, 0, 10'000'000);
    Simulator::Run();
    EXPECT_GT(m_seenPs.size(), 2'441u); // 10 MB in packets of 4096 B are 2,442
    EXPECT_EQ(m_statuses, std::vector<RdmaStatus>(3, RdmaStatus::SUCCESS));
    ExpectNoViolation(); // credits are conserved on the mended link, too
}

TEST_F(SubnetManagerTest, AHostThatIsCutOffIsNamedAndItsQueuePairsFail)
{
    BuildLeafSpine(FAST, {{"Nic", "ns3::RdmaNic[AckTimeout=100us|RetryCount=3]"}});
    Fail("leaf1", "host2", "100us");
    Send(1, 2, 10'000'000);
    Send(0, 3, 1'000'000);
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 1u);
    EXPECT_EQ(Reroutes()[0].unreachablePairs, 3u); // with hosts 0, 1 and 3
    EXPECT_EQ(Reroutes()[0].cutOff, "host2");
    EXPECT_EQ(Reroutes()[0].switches, 4u);
    EXPECT_EQ(m_network.routeManager->Describe(),
              (std::vector<std::string>{
                  "subnet manager: 1 links down, noticed at 150us, routed at 350us, 4 switches (4 "
                  "blocks) written until 390us",
                  "subnet manager: 3 pairs of hosts cannot reach each other, such as host2 and "
                  "others"}));
    EXPECT_GT(CountDrops(DropReason::LINK_DOWN), 0u);
    EXPECT_GT(CountDrops(DropReason::NO_ROUTE), 0u);
    EXPECT_EQ(m_statuses,
              (std::vector<RdmaStatus>{RdmaStatus::SUCCESS, RdmaStatus::RETRY_EXCEEDED}));
    ExpectNoViolation();
}

TEST_F(SubnetManagerTest, WithoutTrapsASweepFindsOut)
{
    BuildLeafSpine(FAST + "|Traps=false|SweepInterval=300us");
    Fail("leaf0", "spine0", "100us");
    Fail("leaf1", "spine0", "301us"); // while it routes: the sweep after
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 2u);
    EXPECT_EQ(Reroutes()[0].noticed, MicroSeconds(300));
    EXPECT_EQ(Reroutes()[1].noticed, MicroSeconds(600));
    EXPECT_EQ(Reroutes()[1].linksDown, 2u);
}

TEST_F(SubnetManagerTest, WhatFailsDuringASweepIsTakenUpAfterIt)
{
    BuildLeafSpine(FAST);
    Fail("leaf0", "spine0", "100us");
    Fail("leaf0", "spine1", "200us"); // reported at 250 us; the sweep lasts until 380 us
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 2u);
    EXPECT_EQ(Reroutes()[0].installed, MicroSeconds(380));
    EXPECT_EQ(Reroutes()[1].noticed, MicroSeconds(380));
    EXPECT_EQ(Reroutes()[1].unreachablePairs, 4u); // hosts 0 and 1 from 2 and 3
}

TEST_F(SubnetManagerTest, SeveralManagementPacketsAreOnTheirWayAtATime)
{
    BuildLeafSpine("TrapDelay=50us|RoutingTime=200us|SmpTime=10us|MaxWireSmps=4");
    Fail("leaf0", "spine0", "100us");
    Simulator::Run();
    EXPECT_EQ(Reroutes()[0].installed, MicroSeconds(360)); // three blocks in one go
}

TEST_F(SubnetManagerTest, AShortOutageOfEthernetIsNotNoticed)
{
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
    Fail("host1", "switch0", "10us", "20us");
    Send(0, 1, 1'000'000); // at least 80 us
    Simulator::Run();
    EXPECT_GT(CountDrops(DropReason::LINK_DOWN), 0u);
    EXPECT_EQ(m_statuses, std::vector<RdmaStatus>{RdmaStatus::SUCCESS});
    EXPECT_TRUE(m_network.routeManager->Describe().empty());
    ExpectNoViolation();
}

TEST_F(SubnetManagerTest, AFailureOfNoLinkIsRefused)
{
    const auto topology = Topology("LeafSpineTopology", {{"LinksPerPair", "2"}});
    const auto complaint = [&](const Attributes& attributes) {
        const auto failure = Make<FabricFailure>("LinkFailure", attributes);
        return MessageOf<InputError>(
            [&] { failure->Check(topology, *CreateObject<InfiniBandFabric>()); });
    };
    EXPECT_EQ(
        complaint({{"From", "leaf9"}, {"To", "spine0"}}),
        "ns3::LinkFailure From: \"leaf9\" is not a node; expected a name from host0 to spine3");
    EXPECT_EQ(complaint({{"From", "leaf0"}, {"To", "leaf1"}}),
              "ns3::LinkFailure To: no link joins leaf0 and leaf1; expected two neighbours");
    EXPECT_EQ(complaint({{"From", "leaf0"}, {"To", "spine0"}, {"Number", "2"}}),
              "ns3::LinkFailure Number: is 2; expected 0 to 1, the links between leaf0 and spine0, "
              "or -1 for all");
}

#ifdef AI_FABRIC_RUN

TEST(LinkFailureScenario, MessagesGoOnOverTheOtherSpine)
{
    const TemporaryFolder folder;
    const auto outcome = RunScenario(
        std::string(AI_FABRIC_SOURCE_DIR) +
        "/examples/scenarios/link-failure.json --quiet --no-figure --no-lint --output " +
        folder.GetPath());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text,
                    "infini-band: subnet manager: 1 links down, noticed at 150us, "
                    "routed at 350us, 3 switches (3 blocks) written until 360us\n"));
    EXPECT_TRUE(Has(outcome.text, "packets dropped, link down"));
}

#endif // AI_FABRIC_RUN

} // namespace

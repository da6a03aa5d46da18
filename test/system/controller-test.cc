// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A central controller: when its rules are there, and what is lost until then.

#include "reroute-test.h"
#include "units.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Wire of a packet of 4096 B of payload, with all that is around it. */
constexpr double PACKET_BYTES = 4178;

/** Leaves and spines with links of 100 Gb/s, whose switches are told what to do. */
class ControllerTest : public RerouteTest
{
  protected:
    void BuildLeafSpine(const std::string& controller,
                        const Attributes& others = {},
                        uint32_t leaves = 2,
                        uint32_t spines = 2)
    {
        Build("RoceFabric",
              "Nic=ns3::RdmaNic[AckTimeout=100us] RouteManager=ns3::ControllerRouteManager[" +
                  controller + "]" + others,
              Topology("LeafSpineTopology",
                       "Leaves=" + std::to_string(leaves) + " Spines=" + std::to_string(spines) +
                           " HostsPerLeaf=3 HostRate=100Gbps UplinkRate=100Gbps"));
    }
};

/** Times that share no divisor, so that each is seen in the sums. */
const std::string ODD = "DetectionTime=1009ns|MessageTime=307ns|EventTime=53ns|"
                        "ComputationTime=4001ns|RuleTime=17ns";

constexpr int64_t DETECTION = 1'009;
constexpr int64_t MESSAGE = 307;
constexpr int64_t EVENT = 53;
constexpr int64_t COMPUTATION = 4'001;
constexpr int64_t RULE = 17;

} // namespace

TEST_F(ControllerTest, TheLastRuleIsThereAfterTheSumOfTheSteps)
{
    // Three leaves and three spines. Leaf 0 reaches the six hosts of others by two spines instead
    // of three, two prefixes; leaves 1 and 2 reach those of leaf 0, one; spine 0 reaches them over
    // both other leaves, one.
    BuildLeafSpine(ODD, {}, 3, 3);
    Fail("LinkFailure", {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "10003ns"}});
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 1u);
    const auto& reroute = Reroutes()[0];
    const int64_t heard = 10'003 + DETECTION + MESSAGE;
    EXPECT_EQ(reroute.noticed, NanoSeconds(heard));
    const int64_t computed = heard + 2 * EVENT + COMPUTATION; // both ends say it
    EXPECT_EQ(reroute.computed, NanoSeconds(computed));
    EXPECT_EQ(reroute.switches, 4u);
    EXPECT_EQ(reroute.rules, 2u + 1 + 1 + 1);
    EXPECT_EQ(reroute.installed, NanoSeconds(computed + MESSAGE + 2 * RULE));
    EXPECT_EQ(reroute.linksDown, 1u);
    EXPECT_EQ(m_network.routeManager->Describe(),
              std::vector<std::string>{"controller: 1 links down, noticed at 11.319us, routed at "
                                       "15.426us, 4 switches (5 rules) written until 15.767us"});
}

TEST_F(ControllerTest, SwitchesAreWrittenSoManyAtATime)
{
    // Leaf 0 has two rules, leaves 1 and 2 and spine 0 one each.
    for (const uint32_t most : {1u, 2u, 3u, 4u, 9u})
    {
        SCOPED_TRACE(most);
        Restart();
        BuildLeafSpine(ODD + "|MaxSwitches=" + std::to_string(most), {}, 3, 3);
        Fail("LinkFailure", {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "10003ns"}});
        Simulator::Run();
        ASSERT_EQ(Reroutes().size(), 1u);
        std::vector<int64_t> free(most); // when each place is free again
        int64_t last = 0;
        for (const int64_t rules : {2, 1, 1, 1})
        {
            auto& place = *std::min_element(free.begin(), free.end());
            last = std::max(last, place + MESSAGE + rules * RULE);
            place += 2 * MESSAGE + rules * RULE;
        }
        EXPECT_EQ(Reroutes()[0].installed - Reroutes()[0].computed, NanoSeconds(last));
    }
}

TEST_F(ControllerTest, WhatComesWhileItIsBusyWaitsForTheLastConfirmation)
{
    BuildLeafSpine(ODD, {}, 3, 3);
    Fail("LinkFailure", {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "10003ns"}});
    Fail("LinkFailure", {{"From", "leaf1"}, {"To", "spine1"}, {"Start", "10013ns"}}); // computes
    Fail("LinkFailure", {{"From", "leaf2"}, {"To", "spine0"}, {"Start", "12003ns"}}); // computes
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 2u);
    // The messages of the second come while the first two are looked at, and are of the first
    // computation; those of the third wait.
    const int64_t computed = 10'003 + DETECTION + MESSAGE + 4 * EVENT + COMPUTATION;
    EXPECT_EQ(Reroutes()[0].computed, NanoSeconds(computed));
    EXPECT_EQ(Reroutes()[0].linksDown, 2u);
    const int64_t confirmed = Reroutes()[0].installed.GetNanoSeconds() + MESSAGE;
    EXPECT_EQ(Reroutes()[1].noticed, NanoSeconds(12'003 + DETECTION + MESSAGE));
    EXPECT_EQ(Reroutes()[1].computed, NanoSeconds(confirmed + 2 * EVENT + COMPUTATION));
    EXPECT_EQ(Reroutes()[1].linksDown, 3u);
}

TEST_F(ControllerTest, ASwitchThatDiesSaysNothing)
{
    // Three leaves say it, the spine does not; when it is back all six ends do.
    BuildLeafSpine(ODD, {}, 3, 3);
    Fail("SwitchFailure", {{"Switch", "spine1"}, {"Start", "10003ns"}, {"Stop", "50003ns"}});
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 2u);
    EXPECT_EQ(Reroutes()[0].computed - Reroutes()[0].noticed, NanoSeconds(3 * EVENT + COMPUTATION));
    EXPECT_EQ(Reroutes()[1].computed - Reroutes()[1].noticed, NanoSeconds(6 * EVENT + COMPUTATION));
    // Each leaf has a rule for each other one; the spine is written when it is dead, too.
    EXPECT_EQ(Reroutes()[1].linksDown, 0u);
}

TEST_F(ControllerTest, AFlapBetweenTwoComputationsIsNone)
{
    BuildLeafSpine(ODD + "|Interval=100us");
    Fail("LinkFailure", {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "10us"}, {"Stop", "90us"}});
    RunUntil(450);
    EXPECT_TRUE(Reroutes().empty());
    Fail("LinkFailure", {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "10us"}}); // at 460 us
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 1u);
    EXPECT_EQ(Reroutes()[0].noticed, NanoSeconds(460'000 + DETECTION + MESSAGE));
    EXPECT_EQ(Reroutes()[0].computed, NanoSeconds(500'000 + COMPUTATION));
}

TEST_F(ControllerTest, AMessageThatIsNotReadInTimeMissesTheComputation)
{
    // Heard 5 ns before 100 us, and it takes 106 ns to take note of both messages.
    BuildLeafSpine(ODD + "|Interval=100us");
    const int64_t change = 100'000 - 5 - MESSAGE - DETECTION;
    Fail("LinkFailure",
         {{"From", "leaf0"}, {"To", "spine0"}, {"Start", std::to_string(change) + "ns"}});
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 1u);
    EXPECT_EQ(Reroutes()[0].computed, NanoSeconds(200'000 + COMPUTATION));
}

TEST_F(ControllerTest, WithoutFastFailoverASwitchLosesUntilItsRulesAreThere)
{
    // Rules come at 100 + 50 + 20 + 2 * 5 + 100 + 20 + 30 us: 230 us after the cut. With fast
    // failover the leaf changes over after 50 us.
    const std::string times = "DetectionTime=50us|MessageTime=20us|EventTime=5us|"
                              "ComputationTime=100us|RuleTime=30us";
    for (const bool failover : {false, true})
    {
        SCOPED_TRACE(failover);
        Restart();
        m_statuses.clear();
        BuildLeafSpine(times + (failover ? "" : "|FastFailover=false"));
        Send(1, 3, 10'000'000); // 800 us
        RunUntil(90);
        const uint32_t used = SentTo(0, 2) > 0 ? 2 : 3; // the spine that ECMP has chosen
        Fail("LinkFailure",
             {{"From", "leaf0"}, {"To", "spine" + std::to_string(used - 2)}, {"Start", "10us"}});
        RunUntil(331);
        ASSERT_EQ(Reroutes().size(), 1u);
        EXPECT_EQ(Reroutes()[0].installed, MicroSeconds(330));
        // The host never stops: what comes to the leaf until then, and a few that it held.
        const double seconds = failover ? 50e-6 : 230e-6;
        EXPECT_NEAR(CountDrops(0), seconds * 100e9 / 8 / PACKET_BYTES, 3);
        const uint64_t drops = CountDrops(0);
        Simulator::Run();
        EXPECT_EQ(CountDrops(0), drops);
        EXPECT_EQ(m_statuses, std::vector<RdmaStatus>{RdmaStatus::SUCCESS});
        ExpectNoViolation();
    }
}

TEST_F(ControllerTest, ASpineHasNoOtherWayAndWaitsForTheRulesOfTheLeaves)
{
    // The way of a flow from leaf 0 to leaf 1 is cut behind the spine. Fast failover does not help:
    // the spine has no other link there, and leaf 0 does not know until its rules come.
    BuildLeafSpine("DetectionTime=50us|MessageTime=20us|EventTime=5us|ComputationTime=100us|"
                   "RuleTime=30us");
    Send(1, 3, 10'000'000);
    RunUntil(90);
    const uint32_t used = SentTo(0, 2) > 0 ? 2 : 3;
    Fail("LinkFailure",
         {{"From", "leaf1"}, {"To", "spine" + std::to_string(used - 2)}, {"Start", "10us"}});
    Simulator::Run();
    EXPECT_NEAR(CountDrops(used), 230e-6 * 100e9 / 8 / PACKET_BYTES, 4);
    EXPECT_EQ(m_statuses, std::vector<RdmaStatus>{RdmaStatus::SUCCESS});
    ExpectNoViolation();
}

TEST_F(ControllerTest, WithForwardingTablesARuleIsAPortOfAPrefix)
{
    // By min-hop leaf 0 has hosts of leaf 1 over spine 0 and over spine 1 in turn. Those of
    // spine 0 go to spine 1: one rule.
    BuildLeafSpine(ODD, {{"Routing", "ns3::MinHopRouting"}});
    Fail("LinkFailure", {{"From", "leaf0"}, {"To", "spine0"}, {"Start", "10003ns"}});
    Send(0, 3, 1'000'000);
    Send(1, 4, 1'000'000);
    Send(2, 5, 1'000'000);
    Simulator::Run();
    ASSERT_EQ(Reroutes().size(), 1u);
    EXPECT_EQ(Reroutes()[0].switches, 3u); // both leaves and spine 0, which goes back over leaf 1
    EXPECT_EQ(Reroutes()[0].rules, 3u);
    EXPECT_EQ(m_statuses, std::vector<RdmaStatus>(3, RdmaStatus::SUCCESS));
    ExpectNoViolation();
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"
#include "units.h"

#include "ns3/conweave-path-selector.h"
#include "ns3/link-outage.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Four hosts on each of two leaves; the way over spine 1 takes 23 us longer, each way. */
class ConweavePathSelectorTest : public NetworkTest
{
  protected:
    static constexpr int64_t SHORT_PS = 1'000'000; //!< delay of a cable
    static constexpr int64_t LONG_PS = 24'000'000; //!< of those between leaf 0 and spine 1

    void BuildUnequal(const std::string& selector, const std::string& spines = "2")
    {
        auto topology = Topology("LeafSpineTopology",
                                 {{"Leaves", "2"},
                                  {"Spines", spines},
                                  {"HostsPerLeaf", "4"},
                                  {"HostRate", m_hostRate},
                                  {"UplinkRate", m_uplinkRate}});
        for (auto& link : topology.links)
        {
            const auto& names = topology.nodes[link.a].name + topology.nodes[link.b].name;
            link.delayPs = names == "leaf0spine1" || names == "spine1leaf0" ? LONG_PS : SHORT_PS;
        }
        Build("RoceFabric",
              "PathSelector=" + selector + " Switch=" + m_switch +
                  " CongestionControl=ns3::FixedRate[Rate=20Gbps] LossRecovery=ns3::GoBackN "
                  "Nic=ns3::RdmaNic[MtuBytes=1024]",
              topology);
    }

    ConweaveStage& GetStage(uint32_t fabricSwitch) const
    {
        return dynamic_cast<ConweaveStage&>(*m_network.fabricSwitches[fabricSwitch]->GetStage());
    }

    Ptr<ConweavePathSelector> GetSelector(uint32_t fabricSwitch) const
    {
        PointerValue value;
        m_network.fabricSwitches[fabricSwitch]->GetAttribute("PathSelector", value);
        return value.Get<ConweavePathSelector>();
    }

    /** @return the number of the first port of a switch that leads to another switch */
    uint16_t GetUplink(uint32_t number) const
    {
        const auto& ports = m_network.fabricSwitches[number]->GetPorts();
        uint16_t uplink = 0;
        while (!ports[uplink]->GetPeer()->GetNode()->GetObject<FabricSwitch>())
        {
            ++uplink;
        }
        return uplink;
    }

    uint64_t GetNaks() const
    {
        uint64_t naks = 0;
        for (const auto& nic : m_network.nics)
        {
            naks += nic->GetCounters().naksSent;
        }
        return naks;
    }

    /** Has the uplinks of leaf 1 lose the answers, or no more. */
    void LoseAnswers(bool lose) const
    {
        const auto& leaf = m_network.fabricSwitches[1];
        for (uint16_t port = 0; port < leaf->GetPorts().size(); ++port)
        {
            if (leaf->GetPorts()[port]->GetPeer()->GetNode()->GetObject<FabricSwitch>())
            {
                leaf->SetDiscard(port,
                                 7,
                                 lose ? DropReason::PFC_WATCHDOG : DropReason::NONE,
                                 Simulator::Now().GetPicoSeconds());
            }
        }
    }

    /** Three flows of 20 Gb/s from each host to the one at its place at the other leaf. */
    void Exchange(const std::string& bytes)
    {
        Add("ShiftWorkload",
            {{"Shift", "4"}, {"Bytes", bytes}, {"QueuePairs", "3"}, {"SplitMessages", "true"}});
    }

    void RunFor(Time time)
    {
        Simulator::Stop(time);
        Simulator::Run();
    }

    /** Runs until leaf 1 holds packets, for at most 200 us. */
    bool RunUntilHeld()
    {
        const auto& stage = GetStage(1);
        for (int i = 0; i < 200 && stage.GetHeldBytes() == 0; ++i)
        {
            RunFor(MicroSeconds(1));
        }
        return stage.GetHeldBytes() > 0;
    }

    /** A message of each host to the one at its place at the other leaf, over several flows. */
    void ExchangeOnce()
    {
        Exchange("2000003");
        RunFor(MilliSeconds(20));
    }

    std::string m_hostRate{"100Gbps"};
    std::string m_uplinkRate{"400Gbps"};
    std::string m_switch{"ns3::FabricSwitch"};
};

} // namespace

TEST_F(ConweavePathSelectorTest, ReroutedFlowsComeInOrder)
{
    BuildUnequal("ns3::ConweavePathSelector");
    ExchangeOnce();
    ExpectLosslessEnd();
    EXPECT_EQ(GetNaks(), 0u);
    uint64_t held = 0;
    for (const uint32_t leaf : {0U, 1U})
    {
        const auto selector = GetSelector(leaf);
        const auto& stage = GetStage(leaf);
        EXPECT_GT(selector->GetReroutes(), 0u);
        EXPECT_EQ(stage.GetQueues().GetTimeouts(), 0u);
        EXPECT_EQ(stage.GetQueues().GetOverflows(), 0u);
        EXPECT_EQ(stage.GetHeldBytes(), 0u);
        held += stage.GetQueues().GetHeld();
        // Two cables, two pipelines of 0.4 us, the frame and 84 B over 400 Gb/s, each way.
        const int64_t leastPs = selector->GetLeastRoundTripPs(leaf == 0 ? 4 : 0);
        EXPECT_GT(leastPs, 4 * SHORT_PS + 4 * 400'000);
        EXPECT_LT(leastPs, 4 * SHORT_PS + 4 * 400'000 + 100'000);
    }
    // 23 us at 20 Gb/s are 53 packets of each flow that leaves the long way, if nothing else is.
    EXPECT_GT(held, 53u);
}

// Packets leave leaves for hosts before their last bit is there, or by a faster link behind it.
TEST_F(ConweavePathSelectorTest, SwitchesThatCutThroughKeepTheOrderToo)
{
    m_switch = "ns3::FabricSwitch[CutThrough=true]";
    for (const std::string rate : {"100Gbps", "400Gbps"})
    {
        Restart();
        m_hostRate = rate;
        m_uplinkRate = "100Gbps";
        BuildUnequal("ns3::ConweavePathSelector");
        ExchangeOnce();
        ExpectLosslessEnd();
        EXPECT_EQ(GetNaks(), 0u) << rate;
        EXPECT_GT(GetStage(1).GetQueues().GetHeld(), 53u) << rate;
        EXPECT_EQ(GetStage(1).GetQueues().GetTimeouts(), 0u) << rate;
        EXPECT_EQ(GetStage(1).GetHeldBytes(), 0u);
    }
}

TEST_F(ConweavePathSelectorTest, TheSamePathsWithoutReorderingQueuesBreakTheOrder)
{
    BuildUnequal("ns3::SprayPathSelector");
    ExchangeOnce();
    EXPECT_GT(GetNaks(), 0u);
}

TEST_F(ConweavePathSelectorTest, WithoutQueuesNobodyIsRerouted)
{
    BuildUnequal("ns3::ConweavePathSelector[Queues=0]");
    ExchangeOnce();
    ExpectLosslessEnd();
    EXPECT_EQ(GetNaks(), 0u);
    EXPECT_EQ(GetSelector(0)->GetReroutes() + GetSelector(1)->GetReroutes(), 0u);
}

TEST_F(ConweavePathSelectorTest, WhatIsHeldIsInTheBuffer)
{
    // While flows of 20 Gb/s move from the long way to the short one, leaf 1 holds what overtakes.
    BuildUnequal("ns3::ConweavePathSelector");
    Exchange("2000003");
    uint64_t most = 0;
    for (int i = 0; i < 200; ++i)
    {
        RunFor(MicroSeconds(1));
        const auto& leaf = *m_network.fabricSwitches[1];
        most = std::max(most, leaf.GetHeldBytes());
        EXPECT_LE(leaf.GetHeldBytes(), leaf.GetBuffer().GetUsedBytes());
        const LosslessAudit audit(m_network.GetParts());
        EXPECT_TRUE(audit.GetViolations().empty()) << i;
    }
    EXPECT_GT(most, 50'000u);
}

TEST_F(ConweavePathSelectorTest, WhatAFailedSwitchHoldsIsThrownAway)
{
    BuildUnequal("ns3::ConweavePathSelector");
    Exchange("2000003");
    ASSERT_TRUE(RunUntilHeld());
    const auto leaf = m_network.fabricSwitches[1];
    const uint64_t held = leaf->GetHeldBytes();
    uint64_t dropped = 0;
    leaf->TraceConnectWithoutContext("Drop",
                                     Callback<void, const FabricPacket&, DropReason>(
                                         [&](const FabricPacket& packet, DropReason reason) {
                                             EXPECT_EQ(reason, DropReason::LINK_DOWN);
                                             dropped += packet.frameBytes;
                                         }));
    const uint64_t before = leaf->GetBuffer().GetUsedBytes();
    std::vector<uint32_t> links;
    for (uint32_t i = 0; i < m_network.topology.links.size(); ++i)
    {
        const auto& link = m_network.topology.links[i];
        const auto isLeaf = [&](uint32_t node) {
            return m_network.topology.nodes[node].name == "leaf1";
        };
        if (isLeaf(link.a) || isLeaf(link.b))
        {
            links.push_back(i);
        }
    }
    ASSERT_EQ(links.size(), 6u);
    SetLinksDown(m_network, links, true);
    EXPECT_EQ(leaf->GetHeldBytes(), 0u);
    EXPECT_EQ(leaf->GetBuffer().GetUsedBytes(), 0u);
    EXPECT_EQ(dropped, before);
    EXPECT_GE(dropped, held);
    for (uint16_t port = 0; port < 6; ++port)
    {
        EXPECT_EQ(GetStage(1).GetQueues().GetFree(port), 32u);
    }
    SetLinksDown(m_network, links, false);
    RunFor(MilliSeconds(40));
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_FALSE(m_jobs.front()->HasFailed());
}

TEST_F(ConweavePathSelectorTest, ThatNoQueueIsFreeIsForgotten)
{
    BuildUnequal("ns3::ConweavePathSelector[Queues=1|DefaultWait=5us]");
    Exchange("2000003");
    const auto selector = GetSelector(0);
    int forgotten = 0; // when a flow was rerouted: nobody had said that there is one again
    selector->TraceConnectWithoutContext(
        "Reroute",
        Callback<void, const FabricPacket&, uint16_t, uint16_t>(
            [&](const FabricPacket& tail, uint16_t from, uint16_t to) {
                EXPECT_NE(from, to);
                const int64_t untilPs = selector->GetFullUntilPs(tail.destHost);
                EXPECT_LE(untilPs, tail.readyPs);
                forgotten += untilPs > 0 ? 1 : 0;
            }));
    int64_t longestPs = 0;
    for (int i = 0; i < 300; ++i)
    {
        RunFor(MicroSeconds(1));
        const int64_t nowPs = Simulator::Now().GetPicoSeconds();
        longestPs = std::max(longestPs, selector->GetFullUntilPs(4) - nowPs);
    }
    EXPECT_GT(longestPs, 3 * US);
    EXPECT_LE(longestPs, 5 * US);
    EXPECT_GT(forgotten, 0);
}

TEST_F(ConweavePathSelectorTest, FlowsThatHaveOneUplinkAreNumberedToo)
{
    BuildUnequal("ns3::ConweavePathSelector", "1");
    ExchangeOnce();
    ExpectLosslessEnd();
    EXPECT_LT(GetSelector(0)->GetLeastRoundTripPs(4), 10 * US);
    EXPECT_EQ(GetSelector(0)->GetReroutes(), 0u);
}

TEST_F(ConweavePathSelectorTest, APacketWithoutAChoiceIsNumberedBehindOneThatHadAChoice)
{
    BuildUnequal("ns3::ConweavePathSelector");
    const auto selector = GetSelector(1);
    const uint16_t uplink = GetUplink(1);
    const auto answer = FabricPacketPool::Make(); // to a packet that came by the uplink
    answer->ingressPort = uplink;
    selector->Select(*answer, {uplink});
    const auto packet = FabricPacketPool::Make();
    packet->kind = PacketKind::TRANSPORT;
    packet->payloadBytes = 1;
    packet->ingressPort = uplink == 0 ? 2 : 0;
    selector->NotifyForward(*packet, uplink);
    EXPECT_NE(packet->pathTag, 0u);
}

TEST_F(ConweavePathSelectorTest, AnswersMayLosePackets)
{
    EXPECT_EQ(MessageOf<InputError>(
                  [&] { BuildUnequal("ns3::ConweavePathSelector[ControlPriority=3]"); }),
              "ns3::ConweavePathSelector ControlPriority: is 3, which is lossless; packets that "
              "switches make need a lossy priority; expected one of 0, 1, 2, 4, 5, 6, 7");
}

TEST_F(ConweavePathSelectorTest, WhatIsTrimmedIsNoTail)
{
    BuildUnequal("ns3::ConweavePathSelector");
    auto& stage = GetStage(1);
    const uint16_t uplink = GetUplink(1);
    int answers = 0;
    stage.TraceConnectWithoutContext(
        "Answer",
        Callback<void, const FabricPacket&, bool>([&](const FabricPacket& answer, bool sent) {
            EXPECT_TRUE(sent);
            EXPECT_EQ(answer.destHost, 0u);
            ++answers;
        }));
    const uint16_t host = uplink == 0 ? 2 : 0;
    ConweaveTag tag{};
    tag.used = 1;
    tag.ask = ConweaveTag::CLEAR;
    for (const auto kind : {PacketKind::TRIMMED, PacketKind::TRANSPORT})
    {
        const auto packet = FabricPacketPool::Make();
        packet->kind = kind;
        packet->destHost = 4;
        packet->ingressPort = uplink;
        packet->pathTag = tag.Pack();
        EXPECT_FALSE(stage.Arrive(*packet, host));
        EXPECT_EQ(packet->pathTag, 0u);
        EXPECT_EQ(answers, kind == PacketKind::TRIMMED ? 0 : 1);
    }
}

// The first requests are not answered, so no leaf knows a round trip, and asks again after 2 ms.
TEST_F(ConweavePathSelectorTest, WhoGetsNoFirstReplyAsksAgain)
{
    BuildUnequal("ns3::ConweavePathSelector");
    Exchange("18000003");
    LoseAnswers(true);
    RunFor(MicroSeconds(500));
    EXPECT_EQ(GetSelector(0)->GetLeastRoundTripPs(4), NEVER_PS);
    LoseAnswers(false);
    RunFor(MicroSeconds(1400));
    EXPECT_EQ(GetSelector(0)->GetReroutes(), 0u);
    RunFor(MicroSeconds(200)); // of flows of 2.4 ms
    EXPECT_GT(GetSelector(0)->GetReroutes(), 0u);
    RunFor(MilliSeconds(20));
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_EQ(GetNaks(), 0u);
}

TEST_F(ConweavePathSelectorTest, WhoGetsNoClearBeginsAnotherEpochAfterAll)
{
    BuildUnequal("ns3::ConweavePathSelector");
    Exchange("18000003");
    std::set<uint32_t> flows;
    const auto selector = GetSelector(0);
    GetStage(0).TraceConnectWithoutContext(
        "Answer",
        Callback<void, const FabricPacket&, bool>([&](const FabricPacket& answer, bool sent) {
            if (!sent)
            {
                flows.insert(answer.entropy);
            }
        }));
    while (selector->GetReroutes() == 0)
    {
        RunFor(MicroSeconds(1));
    }
    LoseAnswers(true);
    RunFor(MicroSeconds(300));
    LoseAnswers(false);
    const uint64_t moved = selector->GetReroutes();
    EXPECT_GT(moved, 5u) << "all flows, for want of answers";
    flows.clear();
    RunFor(MicroSeconds(1500));
    EXPECT_LT(flows.size(), 12u);
    RunFor(MicroSeconds(300));
    EXPECT_EQ(flows.size(), 12u) << "of four hosts";
    RunFor(MilliSeconds(20));
    EXPECT_TRUE(m_jobs.front()->IsFinished());
    EXPECT_EQ(GetNaks(), 0u);
}

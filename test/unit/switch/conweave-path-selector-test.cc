// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/conweave-path-selector.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

constexpr int64_t US = 1'000'000; // picoseconds

/** Packets that come to the reordering queues of a last leaf whose port 1 leads to host 7. */
class ConweaveQueuesTest : public FabricTest
{
  protected:
    ConweaveQueuesTest()
    {
        m_queues.Configure({16 * US, 200 * US, 1}, 2);
    }

    /** @return whether a packet that is sent and comes at these times has to wait */
    bool Arrive(int64_t nowPs, ConweaveTag tag, int64_t stampPs, uint32_t flow = 5)
    {
        auto packet = FabricPacketPool::Make();
        tag.used = 1;
        tag.stamp = ConweaveTag::MakeStamp(stampPs);
        packet->readyPs = nowPs;
        packet->tailPs = nowPs;
        packet->entropy = flow;
        packet->destHost = 7;
        packet->payloadBytes = ++m_sent;
        packet->pathTag = tag.Pack();
        if (!m_queues.Arrive(*packet, 1))
        {
            m_order.push_back(packet->payloadBytes);
            return false;
        }
        m_queues.Hold(std::move(packet));
        return true;
    }

    /** Empties what is due. @return packets whose TAIL was overdue and that were first */
    uint32_t Flush(int64_t nowPs)
    {
        uint32_t overdue = 0;
        m_queues.Flush(TickClock().ToTicks(nowPs),
                       [&](FabricPacketPtr packet, uint16_t egress, bool first) {
                           EXPECT_EQ(egress, 1);
                           overdue += first ? 1 : 0;
                           m_order.push_back(packet->payloadBytes);
                       });
        return overdue;
    }

    static ConweaveTag Old(uint8_t epoch, ConweaveTag::Ask ask = ConweaveTag::NOTHING)
    {
        ConweaveTag tag{};
        tag.epoch = epoch;
        tag.ask = ask;
        return tag;
    }

    static ConweaveTag New(uint8_t epoch)
    {
        ConweaveTag tag = Old(epoch);
        tag.rerouted = 1;
        return tag;
    }

    int64_t GetDuePs() const
    {
        return TickClock().ToPs(m_queues.GetDueTicks());
    }

    ConweaveQueues m_queues;
    uint32_t m_sent{0};            //!< packets; their payload is their number, from 1 on
    std::vector<uint32_t> m_order; //!< in which they go on
};

} // namespace

TEST_F(ConweaveQueuesTest, WhatOvertakesTheTailWaitsForIt)
{
    EXPECT_FALSE(Arrive(10 * US, Old(3, ConweaveTag::REPLY), 4 * US)); // 1
    EXPECT_TRUE(Arrive(11 * US, New(3), 6 * US));                      // 2
    EXPECT_TRUE(Arrive(11 * US + 1, New(3), 6 * US));                  // 3
    EXPECT_FALSE(Arrive(11 * US + 2, Old(3), 5 * US));                 // 4
    EXPECT_EQ(m_queues.GetFree(1), 0u);
    EXPECT_FALSE(Arrive(12 * US, Old(3, ConweaveTag::CLEAR), 6 * US)); // 5
    EXPECT_TRUE(Arrive(12 * US, New(3), 6 * US)) << "it must not overtake those that wait";
    EXPECT_GT(GetDuePs(), 12 * US);
    EXPECT_LE(GetDuePs(), 12 * US + 1'000) << "right behind the TAIL, by a tick";
    EXPECT_EQ(Flush(GetDuePs()), 0u);
    EXPECT_FALSE(Arrive(13 * US, New(3), 6 * US)); // 7
    EXPECT_EQ(m_order, (std::vector<uint32_t>{1, 4, 5, 2, 3, 6, 7}));
    EXPECT_EQ(m_queues.GetFree(1), 1u);
    EXPECT_EQ(m_queues.GetTimeouts(), 0u);
    EXPECT_EQ(m_queues.GetHeld(), 3u);
}

TEST_F(ConweaveQueuesTest, ATailIsOverdueByWhatThePacketsBeforeItTook)
{
    Arrive(10 * US, Old(3, ConweaveTag::REPLY), 4 * US);
    Arrive(11 * US, New(3), 7 * US);
    // The TAIL was sent 3 us behind the last packet of the old path: 10 + 3 + 16 us, and a stamp.
    EXPECT_NEAR(GetDuePs(), 29 * US, 2'048);
    Arrive(14 * US, Old(3), 6 * US);
    Flush(29 * US + 2'048); // a later packet has put it off: 14 + 1 + 16 us
    EXPECT_NEAR(GetDuePs(), 31 * US, 2'048);
    EXPECT_EQ(m_queues.GetTimeouts(), 0u);
    EXPECT_EQ(Flush(31 * US + 2'048), 1u);
    EXPECT_EQ(m_queues.GetTimeouts(), 1u);
    EXPECT_FALSE(Arrive(33 * US, New(3), 7 * US)) << "the TAIL is given up";
    EXPECT_EQ(m_order, (std::vector<uint32_t>{1, 3, 2, 4}));
}

TEST_F(ConweaveQueuesTest, WithoutAPacketOnTheOldPathTheWaitIsTheDefault)
{
    Arrive(11 * US, New(9), 7 * US);
    EXPECT_EQ(GetDuePs(), 211 * US);
    // The first one that comes by the old path says more: 50 + (7 - 1) + 16 us.
    Arrive(50 * US, Old(9, ConweaveTag::REPLY), 1 * US);
    Flush(60 * US);
    EXPECT_TRUE(Arrive(61 * US, New(9), 7 * US));
    EXPECT_EQ(Flush(72 * US + 2'048), 1u);
}

TEST_F(ConweaveQueuesTest, EpochsGoRoundAndEarlierOnesPass)
{
    Arrive(1 * US, Old(15), 0);
    EXPECT_TRUE(Arrive(2 * US, New(15), 0));
    // Epoch 0 begins behind 15: nothing of that is to come, and what waits goes first.
    EXPECT_TRUE(Arrive(3 * US, Old(0, ConweaveTag::REPLY), 0));
    EXPECT_FALSE(Arrive(3 * US, Old(15), 0));
    Flush(4 * US);
    EXPECT_EQ(m_order, (std::vector<uint32_t>{1, 4, 2, 3}));
}

TEST_F(ConweaveQueuesTest, WithoutAQueuePacketsGoOn)
{
    EXPECT_TRUE(Arrive(1 * US, New(1), 0, 5));
    EXPECT_FALSE(Arrive(1 * US, New(1), 0, 6));
    EXPECT_EQ(m_queues.GetOverflows(), 1u);
    Flush(201 * US);
    EXPECT_TRUE(Arrive(202 * US, New(2), 0, 6)) << "it is free again";
}

namespace
{

/** Four hosts on each of two leaves; the way over spine 1 takes 23 us longer, each way. */
class ConweavePathSelectorTest : public NetworkTest
{
  protected:
    static constexpr int64_t SHORT_PS = 1'000'000; //!< delay of a cable
    static constexpr int64_t LONG_PS = 24'000'000; //!< of those between leaf 0 and spine 1

    void BuildUnequal(const std::string& selector)
    {
        auto topology = Topology("LeafSpineTopology",
                                 {{"Leaves", "2"},
                                  {"Spines", "2"},
                                  {"HostsPerLeaf", "4"},
                                  {"HostRate", "100Gbps"},
                                  {"UplinkRate", "400Gbps"}});
        for (auto& link : topology.links)
        {
            const auto& names = topology.nodes[link.a].name + topology.nodes[link.b].name;
            link.delayPs = names == "leaf0spine1" || names == "spine1leaf0" ? LONG_PS : SHORT_PS;
        }
        Build("RoceFabric",
              {{"PathSelector", selector},
               {"CongestionControl", "ns3::FixedRate[Rate=20Gbps]"},
               {"LossRecovery", "ns3::GoBackN"},
               {"Nic", "ns3::RdmaNic[MtuBytes=1024]"}},
              topology);
    }

    Ptr<ConweavePathSelector> GetSelector(uint32_t fabricSwitch) const
    {
        PointerValue value;
        m_network.fabricSwitches[fabricSwitch]->GetAttribute("PathSelector", value);
        return value.Get<ConweavePathSelector>();
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

    /** A message of each host to the one at its place at the other leaf, over several flows. */
    void ExchangeOnce()
    {
        Add("ShiftWorkload",
            {{"Shift", "4"}, {"Bytes", "2000003"}, {"QueuePairs", "3"}, {"SplitMessages", "true"}});
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
    }
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
        EXPECT_GT(selector->GetReroutes(), 0u);
        EXPECT_EQ(selector->GetQueues().GetTimeouts(), 0u);
        EXPECT_EQ(selector->GetQueues().GetOverflows(), 0u);
        EXPECT_EQ(selector->GetHeldBytes(), 0u);
        held += selector->GetQueues().GetHeld();
        // Two cables, two pipelines of 0.4 us, the frame and 84 B over 400 Gb/s, each way.
        const int64_t leastPs = selector->GetLeastRoundTripPs(leaf == 0 ? 4 : 0);
        EXPECT_GT(leastPs, 4 * SHORT_PS + 4 * 400'000);
        EXPECT_LT(leastPs, 4 * SHORT_PS + 4 * 400'000 + 100'000);
    }
    // 23 us at 20 Gb/s are 53 packets of each flow that leaves the long way, if nothing else is.
    EXPECT_GT(held, 53u);
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
    Add("ShiftWorkload",
        {{"Shift", "4"}, {"Bytes", "2000003"}, {"QueuePairs", "3"}, {"SplitMessages", "true"}});
    uint64_t most = 0;
    for (int i = 0; i < 200; ++i)
    {
        Simulator::Stop(MicroSeconds(1));
        Simulator::Run();
        const auto& leaf = *m_network.fabricSwitches[1];
        most = std::max(most, leaf.GetHeldBytes());
        EXPECT_LE(leaf.GetHeldBytes(), leaf.GetBuffer().GetUsedBytes());
        const LosslessAudit audit(m_network.GetParts());
        EXPECT_TRUE(audit.GetViolations().empty()) << i;
    }
    EXPECT_GT(most, 50'000u);
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Packets that go round until their time to live is over.

#include "has-text.h"
#include "network-test.h"

#include "ns3/fabric-failure.h"
#include "ns3/input-error.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** A loop of some switches. */
struct Loop
{
    uint32_t switches; //!< in it, all there are
    uint32_t ttl;      //!< TimeToLive
    uint64_t gbps;     //!< of each link
};

class RoutingLoopTest : public NetworkTest
{
  protected:
    static constexpr uint8_t PRIORITY = 3;

    /** One host on each switch; what comes for host 1 goes round from 10 us to 30 ms. */
    void BuildLoop(const Loop& loop, double share)
    {
        const std::string rate = std::to_string(loop.gbps) + "Gbps";
        // The first link carries a packet ceil(TTL / n) times: n B / TTL where that is whole.
        const uint32_t rounds = (loop.ttl + loop.switches - 1) / loop.switches;
        const auto bps = static_cast<uint64_t>(share * loop.gbps * 1e9 / rounds);
        const bool isPair = loop.switches == 2;
        const auto topology =
            isPair
                ? Topology("DumbbellTopology",
                           "LeftHosts=1 RightHosts=1 HostRate=" + rate + " BottleneckRate=" + rate)
                : Topology("RingTopology",
                           {{"Switches", std::to_string(loop.switches)}, {"Rate", rate}});
        Build("RoceFabric",
              "CongestionControl=ns3::FixedRate[Rate=" + std::to_string(bps) +
                  "bps] Marker=ns3::NoMarker Buffer=ns3::SharedBuffer[SizeBytes=400000] "
                  "Switch=ns3::FabricSwitch[TimeToLive=" +
                  std::to_string(loop.ttl) + "] Nic=ns3::RdmaNic[MtuBytes=1000|AckTimeout=200ms]",
              topology);
        std::string names = isPair ? "left0,right0" : "switch0";
        for (uint32_t i = 1; !isPair && i < loop.switches; ++i)
        {
            names += ",switch" + std::to_string(i);
        }
        const auto failure = Make<FabricFailure>(
            "RoutingLoop",
            {{"Host", "1"}, {"Switches", names}, {"Start", "10us"}, {"Stop", "30ms"}});
        failure->Check(m_network.topology, *CreateObject<RoceFabric>());
        failure->Install(m_network);
        m_queuePair = RdmaNic::Connect(m_network.nics[0], m_network.nics[1], PRIORITY).first;
        m_queuePair->PostWrite(1'000'000'000, 0);
    }

    void RunUntil(int64_t ms)
    {
        Simulator::Stop(MilliSeconds(ms) - Simulator::Now());
        Simulator::Run();
    }

    /** @return frames that wait in all switches */
    uint64_t GetBufferedBytes() const
    {
        uint64_t bytes = 0;
        for (const auto& fabricSwitch : m_network.fabricSwitches)
        {
            bytes += fabricSwitch->GetBuffer().GetUsedBytes();
        }
        return bytes;
    }

    /** @return why a loop is refused */
    std::string Refusal(const std::string& switches)
    {
        const auto failure = Make<FabricFailure>("RoutingLoop", {{"Switches", switches}});
        try
        {
            failure->Check(m_network.topology, *CreateObject<RoceFabric>());
        }
        catch (const InputError& error)
        {
            return error.what();
        }
        return "";
    }

    Ptr<RdmaQueuePair> m_queuePair;
};

const std::vector<Loop> LOOPS = {{2, 16, 10}, {2, 7, 40}, {3, 9, 40}, {4, 32, 25}, {5, 20, 10}};

} // namespace

/**
 * HotNets'16, section 3: below n B / TTL packets die as fast as they come, and what is sent once
 * the loop has ended arrives.
 */
TEST_F(RoutingLoopTest, BelowTheThresholdItPasses)
{
    for (const auto& loop : LOOPS)
    {
        SCOPED_TRACE(std::to_string(loop.switches) + " switches, TTL " + std::to_string(loop.ttl));
        BuildLoop(loop, 0.93);
        RunUntil(29);
        const uint64_t before = m_queuePair->GetAcknowledgedBytes();
        const auto sums = Statistics();
        EXPECT_GT(sums.dropsByReason[DropReason::TIME_TO_LIVE], 1000u);
        EXPECT_EQ(sums.dropsByReason[DropReason::TIME_TO_LIVE], sums.drops);
        EXPECT_LT(GetBufferedBytes(), 100'000u);
        RunUntil(40);
        EXPECT_GT(m_queuePair->GetAcknowledgedBytes(), before);
        EXPECT_TRUE(LosslessAudit(m_network.GetParts()).GetViolations().empty());
        Simulator::Destroy();
    }
}

/** Above it the loop fills until each switch has paused the one before: nothing ever moves again.
 */
TEST_F(RoutingLoopTest, AboveTheThresholdItDeadlocks)
{
    for (const auto& loop : LOOPS)
    {
        SCOPED_TRACE(std::to_string(loop.switches) + " switches, TTL " + std::to_string(loop.ttl));
        BuildLoop(loop, 1.07);
        RunUntil(40);
        const uint64_t acknowledged = m_queuePair->GetAcknowledgedBytes();
        const uint64_t drops = Statistics().drops;
        const uint64_t buffered = GetBufferedBytes();
        EXPECT_GT(buffered, 100'000u);
        RunUntil(60);
        EXPECT_EQ(m_queuePair->GetAcknowledgedBytes(), acknowledged);
        EXPECT_EQ(Statistics().drops, drops);
        EXPECT_EQ(GetBufferedBytes(), buffered);
        Simulator::Destroy();
    }
}

/** A packet passes as many switches as TimeToLive says, and one more is too many. */
TEST_F(RoutingLoopTest, ThePathMayHaveAsManySwitches)
{
    for (const uint32_t ttl : {1, 2, 3, 4})
    {
        Build("RoceFabric",
              {{"Switch", "ns3::FabricSwitch[TimeToLive=" + std::to_string(ttl) + "]"},
               {"Nic", "ns3::RdmaNic[AckTimeout=20us|RetryCount=1]"}},
              Topology("LeafSpineTopology", {{"Leaves", "2"}, {"HostsPerLeaf", "1"}}));
        const auto job = Add("IncastWorkload", {{"Hosts", "0,1"}, {"Bytes", "20000"}});
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        // Leaf, spine, leaf.
        EXPECT_EQ(job->IsFinished() && !job->HasFailed(), ttl >= 3) << ttl;
        EXPECT_EQ(Statistics().drops == 0, ttl >= 3) << ttl;
        Simulator::Destroy();
    }
}

TEST_F(RoutingLoopTest, SwitchesAreNeighboursInTurn)
{
    Build("RoceFabric",
          {},
          Topology("LeafSpineTopology", {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "1"}}));
    EXPECT_EQ(Refusal("leaf0,spine0,leaf1,spine1"), "");
    EXPECT_TRUE(Has(Refusal(""), "expected two switches or more"));
    EXPECT_TRUE(Has(Refusal("leaf0"), "expected two switches or more"));
    EXPECT_TRUE(Has(Refusal("leaf0,leaf1"), "leaf0 and leaf1 have no link"));
    EXPECT_TRUE(Has(Refusal("leaf0,host0"), "\"host0\" is not a switch"));
    EXPECT_TRUE(Has(Refusal("leaf0,spine0,leaf0"), "leaf0 is listed twice"));
}

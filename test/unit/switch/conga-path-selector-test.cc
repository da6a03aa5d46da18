// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/conga-path-selector.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class CongaPathSelectorTest : public NetworkTest
{
  protected:
    /** @return of a switch */
    Ptr<CongaPathSelector> GetSelector(uint32_t fabricSwitch) const
    {
        PointerValue value;
        m_network.fabricSwitches[fabricSwitch]->GetAttribute("PathSelector", value);
        return value.Get<CongaPathSelector>();
    }

    /** @return bytes that a leaf has sent by a port */
    double Sent(uint32_t leaf, uint16_t port) const
    {
        const int64_t nowPs = Simulator::Now().GetPicoSeconds();
        return static_cast<double>(
            m_network.fabricSwitches[leaf]->GetPorts()[port]->GetCounters(nowPs).frameBytes);
    }

    /** Two leaves of two hosts each; all links are of 100 Gb/s. */
    static FabricTopology MakeThreeSpines()
    {
        return Topology("LeafSpineTopology",
                        "Leaves=2 Spines=3 HostsPerLeaf=2 HostRate=100Gbps UplinkRate=100Gbps");
    }

    /** A message of 50 MB from one host to another. */
    void Flow(uint32_t from, uint32_t to)
    {
        const auto hosts = std::to_string(from) + "," + std::to_string(to);
        Add("IncastWorkload", {{"Hosts", hosts}, {"Bytes", "50000000"}});
    }

    void RunUntil(Time time)
    {
        Simulator::Stop(time - Simulator::Now());
        Simulator::Run();
    }

    /**
     * Flows between two leaves at 60 % of the hosts' rate, over an uplink of 400 and one of 100
     * Gb/s.
     *
     * @return fraction of the first leaf's traffic that takes the slow uplink
     */
    double GetSlowShare(const std::string& selector)
    {
        auto topology =
            Topology("LeafSpineTopology",
                     "Leaves=2 Spines=2 HostsPerLeaf=4 HostRate=100Gbps UplinkRate=400Gbps");
        for (auto& link : topology.links)
        {
            const auto& names = topology.nodes[link.a].name + topology.nodes[link.b].name;
            if (names == "leaf0spine1" || names == "spine1leaf0")
            {
                link.ratebps = 100'000'000'000;
            }
        }
        Build("RoceFabric",
              {{"PathSelector", selector}, {"LossRecovery", "ns3::SelectiveRepeat"}},
              topology);
        Add("PoissonWorkload",
            {{"Sizes", "100000"}, {"Load", "0.6"}, {"InterRack", "1"}, {"Duration", "4ms"}});
        RunUntil(MilliSeconds(1)); // both begin knowing nothing
        const double fastBytes = Sent(0, 4);
        const double slowBytes = Sent(0, 5);
        RunUntil(MilliSeconds(4));
        const double fast = Sent(0, 4) - fastBytes;
        const double slow = Sent(0, 5) - slowBytes;
        Simulator::Destroy();
        return slow / (fast + slow);
    }
};

} // namespace

TEST_F(CongaPathSelectorTest, LeavesLearnTheUseOfPathsThatCarryPackets)
{
    Build("RoceFabric",
          "PathSelector=ns3::CongaPathSelector CongestionControl=ns3::NoCongestionControl "
          "LossRecovery=ns3::SelectiveRepeat",
          MakeThreeSpines());
    EXPECT_EQ(GetSelector(0)->GetRemoteUse(2, 2, 0), 0u);
    Flow(0, 2);
    RunUntil(MilliSeconds(2)); // many time constants of 160 us
    const int64_t nowPs = Simulator::Now().GetPicoSeconds();
    uint32_t used = 0;
    uint16_t full = 0;
    for (uint16_t uplink = 2; uplink < 5; ++uplink)
    {
        const bool carries = Sent(0, uplink) > 1e6;
        used += carries ? 1 : 0;
        full = carries ? uplink : full;
        // A full link has 7 of 0 to 7 before a discount, 6.4 behind it.
        const uint32_t use = GetSelector(0)->GetRemoteUse(2, uplink, nowPs);
        EXPECT_GE(use, carries ? 6u : 0u) << uplink;
        EXPECT_LE(use, carries ? 7u : 0u) << uplink;
        EXPECT_EQ(GetSelector(0)->GetRemoteUse(3, uplink, nowPs), 0u) << "host 3 never sent";
        EXPECT_EQ(GetSelector(1)->GetRemoteUse(0, uplink, nowPs), 0u) << "acknowledgements only";
    }
    EXPECT_EQ(used, 1u);
    // It was told within the last 20 us, and is forgotten after Aging, 10 ms.
    EXPECT_GE(GetSelector(0)->GetRemoteUse(2, full, nowPs + 9'980'000'000), 6u);
    EXPECT_EQ(GetSelector(0)->GetRemoteUse(2, full, nowPs + 10'000'000'001), 0u);
}

TEST_F(CongaPathSelectorTest, HalfUseIsHalfTheMetric)
{
    Build("RoceFabric",
          "PathSelector=ns3::CongaPathSelector CongestionControl=ns3::FixedRate[Rate=44Gbps] "
          "LossRecovery=ns3::SelectiveRepeat",
          MakeThreeSpines());
    Flow(0, 2);
    RunUntil(MilliSeconds(2));
    uint32_t most = 0;
    for (uint16_t uplink = 2; uplink < 5; ++uplink)
    {
        const int64_t nowPs = Simulator::Now().GetPicoSeconds();
        most = std::max(most, GetSelector(0)->GetRemoteUse(2, uplink, nowPs));
    }
    // 8 * 0.44 = 3.5 before a discount, 2.8 behind it.
    EXPECT_GE(most, 2u);
    EXPECT_LE(most, 3u);
}

// A flow of 44 Gb/s over one link of 50 and one of 100 Gb/s. The first has 7 of 0 to 7 before a
// discount, 5.6 behind it; the second 3.5 and 2.8. The way has what the first has, whichever of the
// two comes first.
TEST_F(CongaPathSelectorTest, AWayIsAsUsedAsItsBusiestLink)
{
    for (const std::string slow : {"leaf0", "leaf1"})
    {
        SCOPED_TRACE(slow);
        auto topology = MakeThreeSpines();
        for (auto& link : topology.links)
        {
            const auto names = topology.nodes[link.a].name + topology.nodes[link.b].name;
            if (names.find(slow) != std::string::npos && names.find("spine") != std::string::npos)
            {
                link.ratebps = 50'000'000'000;
            }
        }
        Build("RoceFabric",
              "PathSelector=ns3::CongaPathSelector CongestionControl=ns3::FixedRate[Rate=44Gbps] "
              "LossRecovery=ns3::SelectiveRepeat",
              topology);
        Flow(0, 2);
        RunUntil(MilliSeconds(2));
        const int64_t nowPs = Simulator::Now().GetPicoSeconds();
        uint32_t most = 0;
        for (uint16_t uplink = 2; uplink < 5; ++uplink)
        {
            most = std::max(most, GetSelector(0)->GetRemoteUse(2, uplink, nowPs));
        }
        EXPECT_GE(most, 5u);
        Simulator::Destroy();
    }
}

TEST_F(CongaPathSelectorTest, FlowsKeepAwayFromWhatIsFullBehindTheSpine)
{
    // Host 4 of leaf 2 fills one spine's link to leaf 1. Leaf 0's uplinks are idle, so only the
    // feedback of leaf 1 can make a difference.
    Build("RoceFabric",
          "PathSelector=ns3::CongaPathSelector CongestionControl=ns3::NoCongestionControl "
          "LossRecovery=ns3::SelectiveRepeat",
          Topology("LeafSpineTopology", {{"Leaves", "3"}, {"Spines", "2"}, {"HostsPerLeaf", "2"}}));
    Flow(4, 2);
    Add("IncastWorkload", {{"Hosts", "0,3"}, {"Bytes", "4000"}, {"QueuePairs", "8"}});
    RunUntil(MilliSeconds(1));
    const uint16_t full = Sent(2, 2) > Sent(2, 3) ? 0 : 1; // spine
    const double before[] = {Sent(0, 2), Sent(0, 3)};
    for (int i = 0; i < 40; ++i)
    {
        Add("IncastWorkload", {{"Hosts", "0,3"}, {"Bytes", "4000"}});
        RunUntil(Simulator::Now() + MicroSeconds(20));
    }
    const double onFull = Sent(0, 2 + full) - before[full];
    const double onOther = Sent(0, 3 - full) - before[1 - full];
    EXPECT_GT(onOther, 5 * onFull) << "ECMP lays half on each";
}

TEST_F(CongaPathSelectorTest, AnUplinkOfAQuarterOfTheRateHasItsShare)
{
    // Equal use of both: 100 / (400 + 100) = 0.2, in eighths of use. ECMP lays half of 240 Gb/s on
    // 100 Gb/s, which it fills: what its senders are left with is less than half.
    EXPECT_NEAR(GetSlowShare("ns3::CongaPathSelector"), 0.2, 0.06);
    EXPECT_GT(GetSlowShare("ns3::EcmpPathSelector"), 0.3);
}

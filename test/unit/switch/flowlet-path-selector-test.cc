// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/ecmp-path-selector.h"
#include "ns3/flowlet-path-selector.h"
#include "ns3/nstime.h"
#include "ns3/random-draws.h"

#include <cmath>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

const std::vector<uint16_t> FLOWLET_PORTS{2, 3, 5, 8, 13};
constexpr int64_t GAP_PS = 100'000'000; // 100 us, the default

class FlowletPathSelectorTest : public NetworkTest
{
  protected:
    static FabricPacket At(int64_t timePs, uint32_t entropy)
    {
        FabricPacket packet;
        packet.readyPs = timePs;
        packet.entropy = entropy;
        return packet;
    }

    /** @return when each message of a permutation over two queue pairs a connection has ended */
    std::vector<int64_t> EndsPs(const std::string& selector)
    {
        Build("RoceFabric",
              {{"PathSelector", selector}, {"CongestionControl", "ns3::NoCongestionControl"}},
              Topology("LeafSpineTopology",
                       {{"Leaves", "3"}, {"Spines", "5"}, {"HostsPerLeaf", "3"}}));
        Add("PermutationWorkload", {{"Bytes", "300001"}, {"QueuePairs", "2"}});
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        ExpectLosslessEnd();
        std::vector<int64_t> ends;
        for (const auto& nic : m_network.nics)
        {
            ends.push_back(nic->GetPort().GetBusyUntilPs());
        }
        ends.push_back(m_jobs.front()->GetFinishPs());
        Simulator::Destroy();
        return ends;
    }
};

} // namespace

TEST_F(FlowletPathSelectorTest, WithoutALongPauseItIsEcmp)
{
    const auto ecmp = CreateObject<EcmpPathSelector>();
    const auto flowlet = CreateObject<FlowletPathSelector>();
    ecmp->SetSalt(7);
    flowlet->SetSalt(7);
    for (int round = 0; round < 5; ++round)
    {
        for (uint32_t flow = 0; flow < 1'000; ++flow)
        {
            const FabricPacket packet = At(round * GAP_PS, flow); // just not longer
            EXPECT_EQ(flowlet->Select(packet, FLOWLET_PORTS), ecmp->Select(packet, FLOWLET_PORTS));
        }
    }
}

TEST_F(FlowletPathSelectorTest, RunsWithoutALongPauseEndAsWithEcmp)
{
    EXPECT_EQ(EndsPs("ns3::FlowletPathSelector"), EndsPs("ns3::EcmpPathSelector"));
}

TEST_F(FlowletPathSelectorTest, BehindALongPauseAllPortsAreAlike)
{
    // Every pair of successive ports, within five standard deviations.
    constexpr uint32_t FLOWLETS = 50'000;
    const auto selector = CreateObject<FlowletPathSelector>();
    std::map<std::pair<uint16_t, uint16_t>, uint32_t> pairs;
    int64_t timePs = 0;
    uint16_t before = selector->Select(At(timePs, 1), FLOWLET_PORTS);
    for (uint32_t i = 0; i < FLOWLETS; ++i)
    {
        timePs += GAP_PS + 1;
        const uint16_t port = selector->Select(At(timePs, 1), FLOWLET_PORTS);
        EXPECT_EQ(selector->Select(At(timePs + 5, 1), FLOWLET_PORTS), port);
        timePs += 5;
        ++pairs[{before, port}];
        before = port;
    }
    EXPECT_EQ(pairs.size(), 25u);
    for (const auto& [pair, count] : pairs)
    {
        EXPECT_NEAR(count, FLOWLETS / 25.0, 5 * std::sqrt(FLOWLETS * 24 / 625.0)) << pair.second;
    }
}

TEST_F(FlowletPathSelectorTest, AFlowLeavesAPortThatIsNoLongerThere)
{
    const auto selector = CreateObject<FlowletPathSelector>();
    for (uint32_t flow = 0; flow < 100; ++flow)
    {
        const uint16_t first = selector->Select(At(0, flow), FLOWLET_PORTS);
        std::vector<uint16_t> rest;
        for (const uint16_t port : FLOWLET_PORTS)
        {
            if (port != first)
            {
                rest.push_back(port);
            }
        }
        const uint16_t second = selector->Select(At(1, flow), rest);
        EXPECT_NE(second, first);
        EXPECT_EQ(selector->Select(At(2, flow), FLOWLET_PORTS), second)
            << "it comes back by a pause only";
    }
}

TEST_F(FlowletPathSelectorTest, ThePathWithLongerFlowletsCarriesMore)
{
    // Packets of a flow pause with probability 1/4 on a congested path, and 1/16 on the other one.
    // Each flowlet draws alike, so a port's share of packets is its share of their mean lengths, 16
    // and 4: LetFlow balances by that (NSDI'17, section 3).
    constexpr int PACKETS = 100'000;
    const auto selector = CreateObject<FlowletPathSelector>();
    const std::vector<uint16_t> ports{0, 1};
    int fast = 0;
    int64_t timePs = 0;
    for (int i = 0; i < PACKETS; ++i)
    {
        const uint16_t port = selector->Select(At(timePs, 9), ports);
        fast += port == 0 ? 1 : 0;
        const bool pauses = HashDraw(1, i) % (port == 0 ? 16 : 4) == 0;
        timePs += pauses ? GAP_PS + 1 : 1'000'000;
    }
    // 10,000 flowlets of a length that varies as much as its mean: 1 % or so of the share.
    EXPECT_NEAR(fast, 0.8 * PACKETS, 0.02 * PACKETS);
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/boolean.h"
#include "ns3/crc-ecmp-path-selector.h"
#include "ns3/flow-entropy.h"
#include "ns3/integer.h"
#include "ns3/random-draws.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

class EcmpPolarizationTest : public NetworkTest
{
  protected:
    static constexpr uint32_t FLOWS = 4'000;

    static std::vector<uint16_t> MakePorts(uint16_t count)
    {
        std::vector<uint16_t> ports;
        for (uint16_t port = 0; port < count; ++port)
        {
            ports.push_back(port + 5);
        }
        return ports;
    }

    /**
     * @param first a switch
     * @param second the next one
     * @param ports of both
     * @return how many ports of the second one the flows of each port of the first one use
     */
    static std::set<std::size_t> CountUsed(PathSelector& first,
                                           PathSelector& second,
                                           const std::vector<uint16_t>& ports)
    {
        std::map<uint16_t, std::set<uint16_t>> used;
        for (uint32_t flow = 0; flow < FLOWS; ++flow)
        {
            FabricPacket packet;
            packet.sourceHost = flow % 61;
            packet.destHost = 100 + flow % 53;
            packet.entropy = FlowEntropy(packet.sourceHost,
                                         packet.destHost,
                                         static_cast<uint16_t>(0xc000 + flow * 7 % 16'384));
            used[first.Select(packet, ports)].insert(second.Select(packet, ports));
        }
        std::set<std::size_t> counts;
        for (const auto& [port, of] : used)
        {
            counts.insert(of.size());
        }
        return counts;
    }

    template <typename Selector>
    static Ptr<Selector> MakeSelector(uint32_t salt, bool perSwitch = true)
    {
        const auto selector = CreateObject<Selector>();
        selector->SetAttribute("SeedPerSwitch", BooleanValue(perSwitch));
        selector->SetSalt(salt);
        return selector;
    }

    /** @return number of uplinks that data of host 0 to host 4 takes with this many queue pairs */
    uint32_t CountPaths(const std::string& selector, uint32_t queuePairs, uint32_t sourcePorts)
    {
        Build("RoceFabric",
              {{"PathSelector", selector},
               {"CongestionControl", "ns3::NoCongestionControl"},
               {"Nic", "ns3::RdmaNic[SourcePorts=" + std::to_string(sourcePorts) + "]"}},
              Topology("LeafSpineTopology",
                       {{"Leaves", "2"}, {"Spines", "8"}, {"HostsPerLeaf", "4"}}));
        Add("IncastWorkload",
            "Hosts=0,4 Bytes=640000 QueuePairs=" + std::to_string(queuePairs) +
                " SplitMessages=true");
        Simulator::Stop(MilliSeconds(10));
        Simulator::Run();
        ExpectLosslessEnd();
        uint32_t used = 0;
        const auto& ports = m_network.fabricSwitches[0]->GetPorts();
        for (std::size_t port = 4; port < ports.size(); ++port)
        {
            used += ports[port]->GetCounters(0).dataPackets > 0;
        }
        Simulator::Destroy();
        return used;
    }
};

} // namespace

TEST_F(EcmpPolarizationTest, SwitchesThatHashAlikeUseOnePortOfTheSecondTier)
{
    for (const uint16_t count : {2, 3, 8, 17})
    {
        const auto ports = MakePorts(count);
        const auto all = CountUsed(*MakeSelector<EcmpPathSelector>(1),
                                   *MakeSelector<EcmpPathSelector>(2),
                                   ports);
        EXPECT_EQ(all, (std::set<std::size_t>{count}));
        const auto one = CountUsed(*MakeSelector<EcmpPathSelector>(1, false),
                                   *MakeSelector<EcmpPathSelector>(2, false),
                                   ports);
        EXPECT_EQ(one, (std::set<std::size_t>{1}));
    }
}

TEST_F(EcmpPolarizationTest, ACrcIsPolarizedWhateverTheSeedWherePortsAreAPowerOfTwo)
{
    // crc(m, seed) = crc(m, 0) xor f(seed): the low bits that chose at one switch choose at the
    // next.
    const auto count = [](uint16_t ports, int firstRotation, int secondRotation) {
        const auto first = MakeSelector<CrcEcmpPathSelector>(0x12345678);
        const auto second = MakeSelector<CrcEcmpPathSelector>(0x9abcdef1);
        first->SetAttribute("Rotation", IntegerValue(firstRotation));
        second->SetAttribute("Rotation", IntegerValue(secondRotation));
        return CountUsed(*first, *second, MakePorts(ports));
    };
    EXPECT_EQ(count(2, 0, 0), (std::set<std::size_t>{1}));
    EXPECT_EQ(count(8, 0, 0), (std::set<std::size_t>{1}));
    EXPECT_EQ(count(8, 0, 3), (std::set<std::size_t>{8})) << "three other bits";
    EXPECT_EQ(count(8, 5, 6), (std::set<std::size_t>{2})) << "two of three bits are the same";
    EXPECT_EQ(*count(7, 0, 0).begin(), 7u) << "a remainder mixes all bits";
}

TEST_F(EcmpPolarizationTest, ACrcLoadsPortsAlike)
{
    const auto ports = MakePorts(8);
    const auto selector = MakeSelector<CrcEcmpPathSelector>(77);
    std::map<uint16_t, uint32_t> counts;
    constexpr uint32_t MANY = 64'000;
    for (uint32_t flow = 0; flow < MANY; ++flow)
    {
        FabricPacket packet;
        packet.sourceHost = flow % 127;
        packet.destHost = 200 + flow % 131;
        packet.entropy =
            FlowEntropy(packet.sourceHost, packet.destHost, UdpSourcePort(HashDraw(3, flow)));
        ++counts[selector->Select(packet, ports)];
    }
    for (const uint16_t port : ports)
    {
        EXPECT_NEAR(counts[port], MANY / 8.0, 5 * std::sqrt(MANY * 7 / 64.0)) << port;
    }
}

TEST_F(EcmpPolarizationTest, AFatTreeThatHashesAlikeUsesOneOfTwoCoresBehindEachAggregation)
{
    for (const bool perSwitch : {true, false})
    {
        Build("RoceFabric",
              {{"PathSelector",
                std::string("ns3::EcmpPathSelector[SeedPerSwitch=") +
                    (perSwitch ? "true]" : "false]")},
               {"CongestionControl", "ns3::NoCongestionControl"}},
              Topology("FatTreeTopology", {{"K", "4"}}));
        Add("AllToAllWorkload",
            {{"Bytes", "4000"}, {"QueuePairs", "8"}, {"SplitMessages", "true"}});
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        ExpectLosslessEnd();
        // Edge switches are the first tier: all use both of theirs.
        std::map<uint32_t, uint32_t> switchesOfUse;
        for (const auto& fabricSwitch : m_network.fabricSwitches)
        {
            const auto& ports = fabricSwitch->GetPorts();
            const auto hasHost = [](const Ptr<Node>& node) {
                const auto other = node->GetObject<FabricSwitch>();
                return other && std::any_of(other->GetPorts().begin(),
                                            other->GetPorts().end(),
                                            [](const auto& port) {
                                                return !port->GetPeer()
                                                            ->GetNode()
                                                            ->template GetObject<FabricSwitch>();
                                            });
            };
            const auto node = ports.front()->GetNode();
            uint32_t toCore = 0;
            uint32_t below = 0;
            for (const auto& port : ports)
            {
                const auto peer = port->GetPeer()->GetNode();
                below += hasHost(peer) ? 1 : 0;
                toCore += !hasHost(peer) && port->GetCounters(0).dataPackets > 0 ? 1 : 0;
            }
            if (below == 2 && !hasHost(node)) // an aggregation switch
            {
                ++switchesOfUse[toCore];
            }
        }
        EXPECT_EQ(switchesOfUse, (std::map<uint32_t, uint32_t>{{perSwitch ? 2 : 1, 8}}));
        Simulator::Destroy();
    }
}

TEST_F(EcmpPolarizationTest, QueuePairsWithOneSourcePortAreOneFlowUnlessTheyAreHashed)
{
    EXPECT_EQ(CountPaths("ns3::EcmpPathSelector", 32, 1), 1u);
    EXPECT_EQ(CountPaths("ns3::CrcEcmpPathSelector", 32, 1), 1u);
    // 32 balls leave one of 8 bins empty with probability 8 (7/8)^32 = 0.11, two or more with 0.01.
    EXPECT_GE(CountPaths("ns3::EcmpPathSelector", 32, 16'384), 7u);
    EXPECT_GE(CountPaths("ns3::QueuePairEcmpPathSelector", 32, 1), 7u);
    EXPECT_GE(CountPaths("ns3::CrcEcmpPathSelector[DestQueuePair=true]", 32, 1), 7u);
}

TEST_F(EcmpPolarizationTest, PinnedPathsOfARackDoNotCollide)
{
    // Hosts of each edge switch of a fat-tree send to those of another one, shifted: d-mod-k
    // routing gives each a path of its own, so every message takes as long as alone.
    const auto endPs = [this](const std::string& hosts) {
        Build("RoceFabric",
              "PathSelector=ns3::PinnedPathSelector CongestionControl=ns3::NoCongestionControl",
              Topology("FatTreeTopology", {{"K", "4"}}));
        if (hosts.empty())
        {
            for (uint32_t host = 0; host < 16; ++host)
            {
                const auto pair = std::to_string(host) + "," + std::to_string((host + 5) % 16);
                Add("IncastWorkload", {{"Hosts", pair}, {"Bytes", "1000000"}});
            }
        }
        else
        {
            Add("IncastWorkload", {{"Hosts", hosts}, {"Bytes", "1000000"}});
        }
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        ExpectLosslessEnd();
        int64_t last = 0;
        for (const auto& job : m_jobs)
        {
            last = std::max(last, job->GetFinishPs());
        }
        Simulator::Destroy();
        return static_cast<double>(last);
    };
    EXPECT_NEAR(endPs("") / endPs("0,5"), 1, 0.01);
}

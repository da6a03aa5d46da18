// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"

#include "ns3/fabric-channel.h"
#include "ns3/network-cut.h"

#include <algorithm>
#include <map>
#include <set>

using namespace ns3;

namespace
{

/** Networks that are cut into domains. */
class NetworkCutTest : public NetworkTest
{
  protected:
    /** @param delayPs delay of the hosts' wires @param others delay of the other wires */
    void BuildLeafSpine(int64_t delayPs, int64_t others)
    {
        auto topology = Topology("LeafSpineTopology",
                                 {{"Leaves", "4"}, {"Spines", "4"}, {"HostsPerLeaf", "4"}});
        for (auto& link : topology.links)
        {
            const auto isHost = [&](uint32_t node) {
                return topology.nodes[node].kind == TopologyNode::Kind::HOST;
            };
            link.delayPs = isHost(link.a) || isHost(link.b) ? delayPs : others;
        }
        Build("RoceFabric", {}, topology);
    }

    /** @param node id @return its domain */
    static uint32_t DomainOf(const DomainPlan& plan, uint32_t node)
    {
        return plan.domainOfNode.at(node);
    }

    /** @return by domain: the rates of the ports of its nodes, in Gb/s */
    std::map<uint32_t, uint64_t> Weights(const DomainPlan& plan) const
    {
        std::map<uint32_t, uint64_t> weights;
        for (const auto& channel : m_network.channels)
        {
            for (std::size_t side : {0, 1})
            {
                const uint32_t node = channel->GetDevice(side)->GetNode()->GetId();
                weights[DomainOf(plan, node)] += channel->GetRatebps() / 1'000'000'000;
            }
        }
        return weights;
    }

    /**
     * @tparam Part callable with the number of a domain
     * @param plan any plan
     * @param part part of a domain
     * @return wires that join domains of different parts
     */
    template <typename Part>
    size_t CountCut(const DomainPlan& plan, const Part& part) const
    {
        const auto isCut = [&](const auto& channel) {
            const auto partOf = [&](size_t side) {
                return part(DomainOf(plan, channel->GetDevice(side)->GetNode()->GetId()));
            };
            return partOf(0) != partOf(1);
        };
        return static_cast<size_t>(
            std::count_if(m_network.channels.begin(), m_network.channels.end(), isCut));
    }

    /** Expects that no wire shorter than the look-ahead joins two domains. */
    void ExpectLookAhead(const DomainPlan& plan) const
    {
        const TickClock clock;
        for (const auto& channel : m_network.channels)
        {
            const uint32_t first = channel->GetDevice(0)->GetNode()->GetId();
            const uint32_t second = channel->GetDevice(1)->GetNode()->GetId();
            if (DomainOf(plan, first) != DomainOf(plan, second))
            {
                EXPECT_GE(channel->GetDelayPs(), clock.ToPs(plan.lookAheadTicks));
            }
        }
    }
};

} // namespace

TEST_F(NetworkCutTest, DomainsAreOfEqualWeight)
{
    BuildLeafSpine(500'000, 500'000);
    for (const uint32_t domains : {2U, 3U, 4U})
    {
        const DomainPlan plan = CutNetwork(m_network, {}, domains);
        EXPECT_EQ(plan.domains, domains);
        EXPECT_EQ(plan.threads, domains);
        EXPECT_EQ(TickClock().ToPs(plan.lookAheadTicks), 500'000);
        ExpectLookAhead(plan);
        uint64_t sum = 0;
        uint64_t most = 0;
        for (const auto& [domain, weight] : Weights(plan))
        {
            sum += weight;
            most = std::max(most, weight);
        }
        EXPECT_LE(most * domains, sum * 5 / 4);
    }
}

TEST_F(NetworkCutTest, HostsStayWithTheirLeaf)
{
    // Four leaves and four spines are all wired to each other. Each domain has two of both, so half
    // of these 16 wires are cut, and no wire of a host.
    BuildLeafSpine(500'000, 500'000);
    const DomainPlan plan = CutNetwork(m_network, {}, 2);
    ASSERT_EQ(plan.domains, 2u);
    EXPECT_TRUE(plan.sideOfDomain.empty());
    EXPECT_EQ(CountCut(plan, [](uint32_t domain) { return domain; }), 8u);
}

TEST_F(NetworkCutTest, PiecesLieOnTwoSidesIfTheyCan)
{
    BuildLeafSpine(500'000, 500'000);
    const DomainPlan plan = CutNetwork(m_network, {}, 2, 8);
    EXPECT_EQ(plan.threads, 2u);
    ASSERT_EQ(plan.sideOfDomain.size(), plan.domains);
    // Four leaves with their hosts, and four spines.
    ASSERT_EQ(plan.domains, 8u);
    EXPECT_EQ(CountCut(plan, [&](uint32_t domain) { return plan.GetSide(domain); }), 16u);
    // Each thread has half of each side.
    EXPECT_EQ(CountCut(plan, [](uint32_t domain) { return domain % 4 / 2; }), 8u);
    // Three threads cannot have equal parts of four leaves, but of hosts and switches.
    EXPECT_TRUE(CutNetwork(m_network, {}, 3, 8).sideOfDomain.empty());
}

TEST_F(NetworkCutTest, PiecesOfADomainAreSideBySideAndLieWithinIt)
{
    BuildLeafSpine(500'000, 500'000);
    const DomainPlan whole = CutNetwork(m_network, {}, 3);
    const DomainPlan plan = CutNetwork(m_network, {}, 3, 4);
    EXPECT_EQ(plan.domains, 12u);
    EXPECT_EQ(plan.threads, 3u);
    EXPECT_EQ(plan.lookAheadTicks, whole.lookAheadTicks);
    ExpectLookAhead(plan);
    std::set<uint32_t> pieces;
    for (uint32_t node = 0; node < plan.domainOfNode.size(); ++node)
    {
        EXPECT_EQ(plan.domainOfNode[node] / 4, whole.domainOfNode[node]) << "node " << node;
        pieces.insert(plan.domainOfNode[node]);
    }
    EXPECT_EQ(pieces.size(), 12u);
}

TEST_F(NetworkCutTest, NoThreadIsWithoutADomain)
{
    for (const uint32_t leaves : {2, 3, 5})
    {
        auto topology = Topology("LeafSpineTopology",
                                 "Leaves=" + std::to_string(leaves) +
                                     " Spines=1 HostsPerLeaf=3 HostDelay=10ns UplinkDelay=100ns");
        Build("RoceFabric", {}, topology);
        for (const uint32_t threads : {2, 3, 6, 9, 17})
        {
            for (const uint32_t pieces : {1, 2, 8})
            {
                const DomainPlan plan = CutNetwork(m_network, {}, threads, pieces);
                EXPECT_LE(plan.threads, plan.domains) << leaves << ' ' << threads << ' ' << pieces;
                const auto largest =
                    std::max_element(plan.domainOfNode.begin(), plan.domainOfNode.end());
                EXPECT_EQ(*largest + 1, plan.domains);
                EXPECT_EQ(Weights(plan).size(), plan.domains) << "each has a node";
            }
        }
        Simulator::Destroy();
    }
}

TEST_F(NetworkCutTest, LongWiresAreCut)
{
    BuildLeafSpine(10'000, 2'000'000);
    const DomainPlan plan = CutNetwork(m_network, {}, 2);
    EXPECT_EQ(plan.domains, 2u);
    EXPECT_EQ(TickClock().ToPs(plan.lookAheadTicks), 2'000'000);
    ExpectLookAhead(plan);
}

TEST_F(NetworkCutTest, ForTheCacheALongLookAheadIsWorthUnequalDomains)
{
    auto topology = Topology("LeafSpineTopology",
                             "Leaves=3 Spines=1 HostsPerLeaf=5 HostRate=100Gbps UplinkRate=10Gbps "
                             "HostDelay=10ns UplinkDelay=500ns");
    Build("RoceFabric", {}, topology);
    // If uplinks alone are cut, a leaf and its hosts have 1010 of 3060 Gb/s: two of them are 1.32
    // times the mean of two domains, but have 22 of 36 ports.
    const DomainPlan equal = CutNetwork(m_network, {}, 2);
    EXPECT_EQ(TickClock().ToPs(equal.lookAheadTicks), 10'000);
    const DomainPlan plan = CutNetwork(m_network, {}, 2, 1, CutPurpose::CACHE);
    EXPECT_EQ(plan.domains, 3u) << "two leaves, the third one, and the spine on its side";
    EXPECT_EQ(TickClock().ToPs(plan.lookAheadTicks), 500'000);
    ExpectLookAhead(plan);
}

TEST_F(NetworkCutTest, ForTheCacheDomainsLieOnTwoSidesIfTheyCan)
{
    for (const auto& [delayPs, lookAheadPs] :
         std::map<int64_t, int64_t>{{500'000, 500'000}, {2'000'000, 1'000'000}})
    {
        TearDown();
        SetUp();
        BuildLeafSpine(delayPs, delayPs);
        const DomainPlan plan = CutNetwork(m_network, {}, 8, 1, CutPurpose::CACHE);
        ASSERT_EQ(plan.sideOfDomain.size(), plan.domains);
        EXPECT_EQ(TickClock().ToPs(plan.lookAheadTicks), lookAheadPs);
        EXPECT_EQ(TickClock().ToPs(plan.GetWindowTicks()), 2 * lookAheadPs);
        for (const auto& channel : m_network.channels)
        {
            const uint32_t first = channel->GetDevice(0)->GetNode()->GetId();
            const uint32_t second = channel->GetDevice(1)->GetNode()->GetId();
            const bool isOneSide = plan.sideOfDomain.at(DomainOf(plan, first)) ==
                                   plan.sideOfDomain.at(DomainOf(plan, second));
            EXPECT_EQ(isOneSide, DomainOf(plan, first) == DomainOf(plan, second));
        }
        for (uint32_t host = 0; host < 16; ++host)
        {
            // Hosts are with their leaf, so that packets between them stay in one domain.
            const auto channel = m_network.channels.at(host);
            EXPECT_EQ(DomainOf(plan, channel->GetDevice(0)->GetNode()->GetId()),
                      DomainOf(plan, channel->GetDevice(1)->GetNode()->GetId()));
        }
    }
    // In a ring of three switches, two neighbours are always on the same side.
    TearDown();
    SetUp();
    Build("RoceFabric", {}, Topology("RingTopology", {{"Switches", "3"}, {"HostsPerSwitch", "2"}}));
    const DomainPlan plan = CutNetwork(m_network, {}, 3, 1, CutPurpose::CACHE);
    EXPECT_EQ(plan.domains, 3u);
    EXPECT_TRUE(plan.sideOfDomain.empty());
    EXPECT_EQ(plan.GetWindowTicks(), plan.lookAheadTicks);
}

TEST_F(NetworkCutTest, NoLookAheadIsLongerThanTheNoticeOfTheEnd)
{
    BuildLeafSpine(10'000, 50'000'000);
    EXPECT_EQ(TickClock().ToPs(CutNetwork(m_network, {}, 2).lookAheadTicks),
              GraphExecutor::END_NOTICE_PS);
}

TEST_F(NetworkCutTest, WiresWithoutDelayAreNotCut)
{
    BuildLeafSpine(0, 0);
    EXPECT_EQ(CutNetwork(m_network, {}, 2).domains, 1u);
    TearDown();
    SetUp();
    BuildLeafSpine(0, 500'000);
    const DomainPlan plan = CutNetwork(m_network, {}, 4);
    EXPECT_GT(plan.domains, 1u);
    ExpectLookAhead(plan);
    for (const auto& channel : m_network.channels)
    {
        const auto first = channel->GetDevice(0)->GetNode()->GetId();
        const auto second = channel->GetDevice(1)->GetNode()->GetId();
        if (channel->GetDelayPs() == 0)
        {
            EXPECT_EQ(DomainOf(plan, first), DomainOf(plan, second));
        }
    }
}

TEST_F(NetworkCutTest, HostsThatActOnEachOtherWithoutMessagesStayTogether)
{
    BuildLeafSpine(500'000, 500'000);
    CommunicationGraph graph(16);
    for (uint32_t rank = 0; rank + 1 < 16; ++rank)
    {
        graph.AddDependency(graph.AddCompute(rank, 1000), graph.AddCompute(rank + 1, 1000));
    }
    AddGraph(graph);
    const DomainPlan plan = CutNetwork(m_network, m_jobs, 2);
    EXPECT_EQ(plan.domains, 2u);
    std::set<uint32_t> domains;
    for (uint32_t host = 0; host < 16; ++host)
    {
        domains.insert(DomainOf(plan, m_network.hosts.Get(host)->GetId()));
    }
    EXPECT_EQ(domains.size(), 1u);
}

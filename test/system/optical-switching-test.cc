// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Optical switches that join other ports while a network runs: what is dark when, what is lost, and
// the first packet over a new link.

#include "error-message.h"
#include "has-text.h"
#include "reroute-test.h"
#include "units.h"

#include "ns3/config.h"
#include "ns3/input-error.h"
#include "ns3/optical-plan.h"
#include "ns3/optical-switching.h"
#include "ns3/routing-engine.h"
#include "ns3/shared-buffer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** Two squares of 3x3 chips, or more. */
class OpticalSwitchingTest : public RerouteTest
{
  protected:
    /**
     * @param profile class of the fabric
     * @param parts of it
     * @param torus attributes of the topology
     * @param events of optical switches, in order, and what fails
     */
    void BuildTorus(const std::string& profile,
                    const Attributes& parts,
                    Attributes torus,
                    const std::vector<std::pair<std::string, Attributes>>& events)
    {
        torus.insert(torus.end(), {{"HostRate", "100Gbps"}, {"Rate", "100Gbps"}});
        const auto generator = Make<TopologyGenerator>("CubeTorusTopology", torus);
        FabricTopology topology = generator->Generate();
        OpticalPlan plan(*generator, topology);
        std::vector<Ptr<FabricFailure>> failures;
        for (const auto& [type, attributes] : events)
        {
            failures.push_back(Make<FabricFailure>(type, attributes));
            if (const auto event = DynamicCast<OpticalSwitching>(failures.back()))
            {
                event->Plan(plan);
            }
        }
        for (const auto& failure : failures)
        {
            failure->Check(topology, *Make<FabricProfile>(profile, parts));
        }
        m_first = static_cast<uint32_t>(topology.links.size());
        Build(profile, parts, topology);
        for (const auto& failure : failures)
        {
            failure->Install(m_network);
        }
    }

    /** Notes when packets to a host leave over one of the links that are dark at first. */
    void WatchNewLinks(uint32_t dest)
    {
        for (uint32_t link = m_first; link < m_network.channels.size(); ++link)
        {
            for (uint32_t side : {0U, 1U})
            {
                m_network.channels[link]->GetDevice(side)->TraceConnectWithoutContext(
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

    /** @return whether a link is down, by id */
    std::vector<bool> GetDown() const
    {
        std::vector<bool> down;
        for (const auto& channel : m_network.channels)
        {
            down.push_back(channel->IsDown());
        }
        return down;
    }

    uint64_t CountLost(uint32_t link) const
    {
        return m_network.channels[link]->GetCounters(0).lostPackets +
               m_network.channels[link]->GetCounters(1).lostPackets;
    }

    uint32_t m_first{0};           //!< link that is dark at first
    std::vector<int64_t> m_seenPs; //!< by WatchNewLinks()
};

const std::string ROCE_TIMES = "ns3::EthernetRouteManager[DetectionTime=20us|RoutingTime=40us]";
const std::string IB_TIMES =
    "ns3::SubnetManager[TrapDelay=50us|RoutingTime=200us|SmpTime=10us|MaxWireSmps=1]";

const Attributes TWIST{"Twisted=true Start=100us ControlTime=50us SwitchingTime=500us"};

Attributes
Rectangle(const std::string& cable)
{
    return {{"Cubes", "1x2"},
            {"CubeSize", "3"},
            {"HostDelay", cable},
            {"Delay", cable},
            {"OpticalDelay", cable}};
}

} // namespace

/**
 * A torus of 3x6 is twisted: decided at 100 us, dark from 150 to 650 us. Links over the end of the
 * short dimension move, by hand: chip (2, y) was joined to (0, y), and is to (0, y + 3 mod 6).
 */
TEST_F(OpticalSwitchingTest, TheMovedLinksAreDarkWhileMirrorsTurn)
{
    for (const std::string profile : {"RoceFabric", "InfiniBandFabric"})
    {
        for (const std::string cable : {"10ns", "2us"})
        {
            SCOPED_TRACE(profile + ", " + cable);
            BuildTorus(profile, {}, Rectangle(cable), {{"OpticalRewiring", TWIST}});
            ASSERT_EQ(m_network.channels.size(), m_first + 6u);
            std::vector<bool> first(m_first + 6);
            std::vector<bool> none = first;
            std::vector<bool> next = first;
            for (uint32_t y = 0; y < 6; ++y)
            {
                const uint32_t old = 18 + 2 * (2 * 6 + y); // host links, then x and y of each chip
                const auto& added = m_network.topology.links[m_first + y];
                EXPECT_EQ(added.a, 18 + 12 + y);
                EXPECT_EQ(added.b, 18 + (y + 3) % 6);
                first[m_first + y] = true;
                none[m_first + y] = none[old] = true;
                next[old] = true;
            }
            for (const auto& [us, expected] : {std::pair{0.0, first},
                                               {149.999, first},
                                               {150.001, none},
                                               {649.999, none},
                                               {650.001, next}})
            {
                Simulator::Stop(PicoSeconds(std::llround(us * 1e6)) - Simulator::Now());
                Simulator::Run();
                EXPECT_EQ(GetDown(), expected) << us;
            }
            Simulator::Destroy();
        }
    }
}

/**
 * Chip (2, 0) is next to (0, 3) then. The routes around the dark links are there when light comes
 * at 650 us; those over the new link 20 + 40 us later, and a stream that never stops takes them
 * with its next packet. A packet of 4 kB takes 0.33 us.
 */
TEST_F(OpticalSwitchingTest, TheFirstPacketTakesTheNewLinkWhenRoutesHaveConverged)
{
    for (const std::string cable : {"10ns", "2us"})
    {
        SCOPED_TRACE(cable);
        m_seenPs.clear();
        m_statuses.clear();
        BuildTorus("RoceFabric",
                   {{"RouteManager", ROCE_TIMES}},
                   Rectangle(cable),
                   {{"OpticalRewiring", TWIST}});
        WatchNewLinks(3);
        Simulator::Schedule(MicroSeconds(400), [this] { Send(12, 3, 10'000'000); });
        Simulator::Run();
        const auto& reroutes = m_network.routeManager->GetReroutes();
        ASSERT_EQ(reroutes.size(), 2u);
        EXPECT_EQ(reroutes[0].noticed, MicroSeconds(170));
        EXPECT_EQ(reroutes[0].installed, MicroSeconds(210));
        EXPECT_EQ(reroutes[0].linksDown, 6u);
        EXPECT_EQ(reroutes[0].unreachablePairs, 0u);
        EXPECT_EQ(reroutes[1].noticed, MicroSeconds(670));
        EXPECT_EQ(reroutes[1].installed, MicroSeconds(710));
        EXPECT_EQ(reroutes[1].linksDown, 0u) << "what is not in use is not down";
        ASSERT_FALSE(m_seenPs.empty());
        EXPECT_GE(m_seenPs.front(), 710 * US);
        EXPECT_LE(m_seenPs.front(), 710 * US + 340'000);
        EXPECT_EQ(m_statuses, std::vector<RdmaStatus>{RdmaStatus::SUCCESS});
        EXPECT_EQ(Statistics().timeouts, 0u);
        ExpectNoViolation();
        Simulator::Destroy();
    }
}

/**
 * The subnet manager hears of the light at 700 us and has routes at 900 us. It writes the first
 * switch first, in 10 us: chip (0, 0), which is next to (2, 3) then, node 18 + 15.
 */
TEST_F(OpticalSwitchingTest, TheFirstPacketTakesTheNewLinkWhenItsSwitchIsWritten)
{
    for (const std::string cable : {"10ns", "2us"})
    {
        SCOPED_TRACE(cable);
        m_seenPs.clear();
        m_statuses.clear();
        BuildTorus("InfiniBandFabric",
                   {{"Routing", "ns3::MinHopRouting"}, {"SubnetManager", IB_TIMES}},
                   Rectangle(cable),
                   {{"OpticalRewiring", TWIST}});
        WatchNewLinks(15);
        Simulator::Schedule(MicroSeconds(600), [this] { Send(0, 15, 10'000'000); });
        Simulator::Run();
        const auto& sweeps = m_network.routeManager->GetReroutes();
        ASSERT_EQ(sweeps.size(), 2u);
        EXPECT_EQ(sweeps[0].noticed, MicroSeconds(200));
        EXPECT_EQ(sweeps[0].linksDown, 6u);
        EXPECT_EQ(sweeps[1].noticed, MicroSeconds(700));
        EXPECT_EQ(sweeps[1].computed, MicroSeconds(900));
        EXPECT_EQ(sweeps[1].linksDown, 0u);
        ASSERT_FALSE(m_seenPs.empty());
        EXPECT_GE(m_seenPs.front(), 910 * US);
        EXPECT_LE(m_seenPs.front(), 910 * US + 340'000);
        EXPECT_EQ(m_statuses, std::vector<RdmaStatus>{RdmaStatus::SUCCESS});
        ExpectNoViolation();
        Simulator::Destroy();
    }
}

/**
 * All hosts send while the torus of 2x1 squares becomes one of 1x2 and then comes back, and every
 * optical link moves twice: all that is lost is lost on these, everything arrives in the end, and
 * credits and pauses are conserved.
 */
TEST_F(OpticalSwitchingTest, NothingIsLostOnLinksThatDoNotMove)
{
    const auto move = [](const std::string& cubes, const std::string& start) {
        return std::pair<std::string, Attributes>{"OpticalRewiring",
                                                  "Cubes=" + cubes + " Start=" + start +
                                                      " ControlTime=10us SwitchingTime=30us"};
    };
    // While tables are those of neither torus, packets may wait for each other in a ring.
    Config::SetDefault("ns3::HeadOfQueueLifetime::HoqLife", UintegerValue(5));
    for (const auto& [profile, parts] : std::vector<std::pair<std::string, Attributes>>{
             {"RoceFabric", {{"RouteManager", ROCE_TIMES}}},
             {"RoceFabric",
              {{"RouteManager", ROCE_TIMES},
               {"FlowControl", "ns3::NoFlowControl"},
               {"LossRecovery", "ns3::SelectiveRepeat"}}},
             {"InfiniBandFabric",
              {{"Routing", "ns3::UpDownRouting"}, {"SubnetManager", IB_TIMES}}}})
    {
        for (const std::string cable : {"10ns", "2us"})
        {
            SCOPED_TRACE(profile + ", " + cable);
            auto all = parts;
            all.emplace_back("Nic", "ns3::RdmaNic[AckTimeout=400us|RetryCount=50]");
            auto torus = Rectangle(cable);
            torus[0].second = "2x1";
            BuildTorus(profile, all, torus, {move("1x2", "40us"), move("", "1ms")});
            const auto generator = Make<TopologyGenerator>("CubeTorusTopology", torus);
            const auto moved = dynamic_cast<OpticalTopology&>(*generator).GetWiring().links;
            const auto job = Add("AllToAllWorkload", {{"Bytes", "2000000"}});
            job->SetFinishCallback(
                Callback<void, Ptr<GraphExecutor>>([](Ptr<GraphExecutor>) { Simulator::Stop(); }));
            Simulator::Stop(Seconds(1));
            Simulator::Run();
            EXPECT_TRUE(job->IsComplete());
            EXPECT_GT(job->GetFinishPs(), 1'050 * US) << "both moves are over";
            uint64_t lost = 0;
            for (uint32_t link = 0; link < m_network.channels.size(); ++link)
            {
                const auto& ends = m_network.topology.links[link];
                const bool moves = link >= m_first ||
                                   std::any_of(moved.begin(), moved.end(), [&](const auto& other) {
                                       return other.a == ends.a && other.b == ends.b;
                                   });
                lost += CountLost(link);
                EXPECT_TRUE(moves || CountLost(link) == 0) << link;
            }
            EXPECT_GT(lost, 0u);
            uint64_t bytes = 0;
            for (const auto& node : job->GetJob().graph.GetNodes())
            {
                bytes += node.kind == CommunicationGraph::Kind::SEND ? node.bytes : 0;
            }
            EXPECT_EQ(Statistics().deliveredBytes, bytes);
            ExpectNoViolation();
            Simulator::Destroy();
        }
    }
    Config::SetDefault("ns3::HeadOfQueueLifetime::HoqLife", UintegerValue(18));
}

/**
 * Dimension-order routing takes its coordinates from the new torus, and connections that are made
 * then their service levels: as in a network that is built so.
 */
TEST_F(OpticalSwitchingTest, RoutesAndServiceLevelsAreThoseOfTheNewTorus)
{
    const Attributes parts{{"Routing", "ns3::DimensionOrderRouting"},
                           {"FlowControl", "ns3::CreditFlowControl[DataLanes=4]"},
                           {"SubnetManager", IB_TIMES}};
    BuildTorus("InfiniBandFabric",
               parts,
               {{"Cubes", "3x1"}, {"CubeSize", "4"}},
               {{"OpticalRewiring",
                 {{"Cubes", "1x3"}, {"ControlTime", "1us"}, {"SwitchingTime", "1us"}}}});
    Simulator::Run();
    EXPECT_EQ(m_network.routeManager->Describe().size(), 1u) << "no complaint of an engine";
    // Hosts of the torus that is made like that, by their places
    const auto made = Topology("CubeTorusTopology", {{"Cubes", "1x3"}, {"CubeSize", "4"}});
    const auto routes = Make<RoutingEngine>("DimensionOrderRouting", {})->Route(made);
    const auto hostThere = [](uint32_t host) {
        const uint32_t x = host / 4; // of 12x4: cube x / 4 is the same of 4x12
        return x % 4 * 12 + x / 4 * 4 + host % 4;
    };
    uint32_t crossing = 0;
    for (uint32_t source = 0; source < 48; ++source)
    {
        for (uint32_t dest = 0; dest < 48; ++dest)
        {
            if (source != dest)
            {
                const uint8_t level =
                    routes.GetTables()->GetServiceLevel(hostThere(source), hostThere(dest), 0);
                EXPECT_EQ(
                    m_network.nics[source]->GetConnectionFactory().GetServiceLevelTo(dest, -1),
                    level)
                    << source << " to " << dest;
                crossing += level > 0 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(crossing, 0u);
    Send(0, 47, 1'000'000);
    Send(47, 5, 1'000'000);
    Simulator::Run();
    EXPECT_EQ(m_statuses, std::vector<RdmaStatus>(2, RdmaStatus::SUCCESS));
    ExpectNoViolation();
}

/** A buffer that is large enough for the ports of a chip is so, however many links they may have.
 */
TEST_F(OpticalSwitchingTest, PortsThatAreDarkReserveNoMemory)
{
    const auto pool = [this](const std::vector<std::pair<std::string, Attributes>>& events) {
        BuildTorus("RoceFabric", {}, Rectangle("2us"), events);
        const auto& chip = *m_network.fabricSwitches[12]; // (2, 0), with a link that moves
        const auto& buffer = dynamic_cast<const SharedBuffer&>(chip.GetBuffer());
        const std::pair<size_t, uint64_t> result{chip.GetPorts().size(), buffer.GetPoolBytes()};
        Simulator::Destroy();
        return result;
    };
    const auto without = pool({});
    const auto with = pool({{"OpticalRewiring", TWIST}});
    EXPECT_EQ(with.first, without.first + 1);
    EXPECT_EQ(with.second, without.second);
}

TEST_F(OpticalSwitchingTest, WhatTheRoutingCannotDoIsRefused)
{
    const auto refusal = [this](const std::string& routing, Attributes rewiring) {
        return MessageOf<InputError>([&] {
            rewiring.emplace_back("Start", "1ms");
            BuildTorus("InfiniBandFabric",
                       {{"Routing", "ns3::" + routing}},
                       {{"Cubes", "1x2"}, {"CubeSize", "3"}},
                       {{"OpticalRewiring", rewiring}});
        });
    };
    const auto twisted = refusal("DimensionOrderRouting", {{"Twisted", "true"}});
    EXPECT_TRUE(Begins(twisted, "ns3::OpticalRewiring Cubes: "));
    EXPECT_TRUE(Has(twisted, "the switches have no coordinates"));
    // Of 3x6 only the six are a ring with datelines, and of 6x3 the other six: links in a cube
    // have the lanes of the one dimension or of none.
    const auto lanes = refusal("Torus2QosRouting", {{"Cubes", "2x1"}});
    EXPECT_TRUE(
        Has(lanes, "ns3::Torus2QosRouting has other lanes in the new torus on links of chip"));
    EXPECT_TRUE(Has(lanes,
                    "expected a torus with four or more switches in a row in the same "
                    "dimensions"));
}

/**
 * A torus of 8x4 becomes one of 4x8, whose dimensions are rings with datelines before and after:
 * links that stay keep their lanes, and new ones have those of their dimension.
 */
TEST_F(OpticalSwitchingTest, DatelineLanesFollowTheNewTorus)
{
    for (const std::string cable : {"10ns", "2us"})
    {
        SCOPED_TRACE(cable);
        m_statuses.clear();
        BuildTorus("InfiniBandFabric",
                   {{"Routing", "ns3::Torus2QosRouting"},
                    {"FlowControl", "ns3::CreditFlowControl[DataLanes=2]"},
                    {"SubnetManager", IB_TIMES}},
                   {{"Cubes", "2x1"},
                    {"CubeSize", "4"},
                    {"HostDelay", cable},
                    {"Delay", cable},
                    {"OpticalDelay", cable}},
                   {{"OpticalRewiring",
                     {{"Cubes", "1x2"}, {"ControlTime", "1us"}, {"SwitchingTime", "1us"}}}});
        Simulator::Run();
        EXPECT_EQ(m_network.routeManager->Describe().size(), 1u) << "no complaint of an engine";
        std::map<uint8_t, uint64_t> packetsOn; // by lane, on new links
        for (uint32_t link = m_first; link < m_network.channels.size(); ++link)
        {
            for (const uint32_t side : {0U, 1U})
            {
                m_network.channels[link]->GetDevice(side)->TraceConnectWithoutContext(
                    "Transmit",
                    Callback<void, const FabricPacket&, int64_t>(
                        [&packetsOn](const FabricPacket& packet, int64_t) {
                            packetsOn[packet.lane] += packet.payloadBytes > 0 ? 1 : 0;
                        }));
            }
        }
        // In the new torus as in a torus built that way: see RoutesAndServiceLevelsAre...
        const auto made = Topology("CubeTorusTopology", {{"Cubes", "1x2"}, {"CubeSize", "4"}});
        const auto routes = Make<RoutingEngine>("Torus2QosRouting", {})->Route(made);
        const auto hostThere = [](uint32_t host) {
            const uint32_t x = host / 4;
            return x % 4 * 8 + x / 4 * 4 + host % 4;
        };
        uint32_t messages = 0;
        for (uint32_t source = 0; source < 32; ++source)
        {
            for (uint32_t dest = 0; dest < 32; ++dest)
            {
                if (source != dest)
                {
                    EXPECT_EQ(
                        m_network.nics[source]->GetConnectionFactory().GetServiceLevelTo(dest, -1),
                        routes.GetTables()->GetServiceLevel(hostThere(source), hostThere(dest), 0));
                    Send(source, dest, 50'000);
                    ++messages;
                }
            }
        }
        Simulator::Run();
        EXPECT_EQ(m_statuses, std::vector<RdmaStatus>(messages, RdmaStatus::SUCCESS));
        EXPECT_EQ(Statistics().drops, 0u);
        EXPECT_GT(packetsOn[0], 0u);
        EXPECT_GT(packetsOn[1], 0u);
        ExpectNoViolation();
        Simulator::Destroy();
    }
}

/**
 * Streams from chips (2, y) to (0, y), next to each other over the end of a torus of 3x6 that is
 * then twisted. Routes around the links that move are there 60 us after the decision on RoCE, with
 * tables for twelve chips 370 us after it on InfiniBand, and light goes 600 us after it. Drained,
 * nothing is lost; else what is sent until the routes around are there.
 */
TEST_F(OpticalSwitchingTest, DrainedLinksLoseNothing)
{
    for (const auto& [profile, parts, aroundUs] :
         std::vector<std::tuple<std::string, Attributes, double>>{
             {"RoceFabric", {{"RouteManager", ROCE_TIMES}}, 20},
             {"InfiniBandFabric",
              {{"Routing", "ns3::MinHopRouting"}, {"SubnetManager", IB_TIMES}},
              250}})
    {
        for (const std::string cable : {"10ns", "2us"})
        {
            for (const bool drain : {false, true})
            {
                SCOPED_TRACE(profile + ", " + cable + (drain ? ", drained" : ""));
                m_statuses.clear();
                auto all = parts;
                all.emplace_back("Nic", "ns3::RdmaNic[AckTimeout=400us|RetryCount=50]");
                BuildTorus(profile,
                           all,
                           Rectangle(cable),
                           {{"OpticalRewiring",
                             {{"Twisted", "true"},
                              {"Start", "50us"},
                              {"ControlTime", "600us"},
                              {"SwitchingTime", "100us"},
                              {"Drain", drain ? "true" : "false"}}}});
                for (uint32_t y = 0; y < 6; ++y)
                {
                    Send(12 + y, y, 12'000'000); // 960 us and more
                }
                Simulator::Run();
                EXPECT_EQ(m_statuses, std::vector<RdmaStatus>(6, RdmaStatus::SUCCESS));
                const auto sums = Statistics();
                if (drain)
                {
                    EXPECT_EQ(sums.drops, 0u);
                    EXPECT_EQ(sums.losses, 0u);
                    EXPECT_EQ(sums.retransmittedPackets, 0u);
                    EXPECT_EQ(sums.timeouts, 0u);
                }
                else
                {
                    // six streams with 0.33 us per packet, at least
                    EXPECT_GT(sums.drops + sums.losses, 6 * aroundUs / 0.34);
                }
                ExpectNoViolation();
                Simulator::Destroy();
            }
        }
    }
}

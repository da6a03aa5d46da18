// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "error-message.h"
#include "network-test.h"
#include "words.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/config.h"
#include "ns3/fabric-failure.h"
#include "ns3/input-error.h"
#include "ns3/routing-engine.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

class Torus2QosRoutingTest : public NetworkTest
{
  protected:
    static FabricTopology Torus(const std::string& sizes, const std::string& wrap = "true")
    {
        return Topology(
            "TorusTopology",
            {{"Dimensions", sizes}, {"HostsPerSwitch", "1"}, {"Wrap", wrap}, {"Delay", "100ns"}});
    }

    /** @return whether its buffers close no ring in two lanes; without maps: in one */
    static bool IsFree(const FabricTopology& topology, bool withMaps)
    {
        const auto engine = Make<RoutingEngine>("Torus2QosRouting");
        const auto routes = engine->Route(topology);
        const auto found = engine->FindLanes(topology);
        ServiceLanes lanes(2);
        lanes.SetHostMap(*found.host);
        lanes.SetSwitchMap(*found.host); // lane 0
        for (const auto& map : found.pairs)
        {
            if (withMaps)
            {
                lanes.SetPairMap(map);
            }
        }
        BufferDependencyGraph graph(topology, 2);
        graph.AddRoutes(routes, lanes, {0});
        return graph.FindCycle().IsEmpty();
    }

    /** @return links of three or more switches in a ring, by ring, whose dimension comes last */
    static std::map<std::vector<uint32_t>, std::vector<uint32_t>> GetRings(
        const FabricTopology& torus)
    {
        std::map<std::vector<uint32_t>, std::vector<uint32_t>> rings;
        for (uint32_t link = torus.GetHostCount(); link < torus.links.size(); ++link)
        {
            auto ring = torus.grid.places[torus.links[link].a];
            const auto& other = torus.grid.places[torus.links[link].b];
            const auto differs = std::mismatch(ring.begin(), ring.end(), other.begin()).first;
            *differs = 0;
            ring.push_back(static_cast<uint32_t>(differs - ring.begin()));
            if (torus.grid.sizes[ring.back()] > 2)
            {
                rings[ring].push_back(link);
            }
        }
        return rings;
    }

    /**
     * Routes the remaining part of a torus, which throws if a pair has no path, and expects no ring
     * of buffers: in the lanes of the whole torus, with its service levels and with new ones.
     */
    static void ExpectFreeWithout(const FabricTopology& torus, const std::vector<uint32_t>& dead)
    {
        auto left = torus;
        left.links.clear();
        std::vector<uint32_t> newId(torus.links.size(), UINT32_MAX);
        for (uint32_t link = 0; link < torus.links.size(); ++link)
        {
            if (std::find(dead.begin(), dead.end(), link) == dead.end())
            {
                newId[link] = static_cast<uint32_t>(left.links.size());
                left.links.push_back(torus.links[link]);
            }
        }
        const auto engine = Make<RoutingEngine>("Torus2QosRouting");
        const auto whole = engine->Route(torus);
        ServiceLanes lanes(2);
        const auto found = engine->FindLanes(torus);
        lanes.SetHostMap(*found.host);
        for (auto map : found.pairs)
        {
            map.from = newId[map.from];
            map.to = newId[map.to];
            if (map.from != UINT32_MAX && map.to != UINT32_MAX)
            {
                lanes.SetPairMap(map);
            }
        }
        const auto routes = engine->Route(left);
        const auto& tables = *routes.GetTables();
        const auto kept = std::make_shared<LinearForwardingTables>(tables);
        for (const uint32_t a : tables.GetLeaves())
        {
            for (const uint32_t b : tables.GetLeaves())
            {
                const auto level = whole.GetTables()->GetServiceLevelOfSwitches(a, b, 0);
                kept->SetServiceLevel(a, b, 0, level);
            }
        }
        BufferDependencyGraph graph(left, 2);
        graph.AddRoutes(routes, lanes, {0});
        graph.AddRoutes(FabricRoutes(left, kept), lanes, {0});
        const auto cycle = graph.FindCycle();
        EXPECT_TRUE(cycle.IsEmpty()) << graph.Describe(cycle);
    }
};

} // namespace

TEST_F(Torus2QosRoutingTest, TwoLanesAreFreeOfDeadlocksForAnySize)
{
    for (const auto& sizes :
         Words("4 7 12 4x4 5x5 6x3 8x5 2x7 4x4x4 5x3x4 5x4x6 4x4x4x4 3x5x2x4 5x4x4x5"))
    {
        SCOPED_TRACE(sizes);
        const auto torus = Torus(sizes);
        EXPECT_TRUE(IsFree(torus, true));
        const bool longRing = sizes.find_first_of("5678") != std::string::npos || sizes == "12";
        EXPECT_EQ(IsFree(torus, false), !longRing) << "of four, ways of two links close none";
    }
    for (const std::string sizes : {"3", "3x3", "2x3x3"})
    {
        EXPECT_TRUE(IsFree(Torus(sizes), false)) << sizes << ": no way has two links of a ring";
    }
    EXPECT_TRUE(IsFree(Torus("6x5", "false"), false)) << "a mesh";
}

TEST_F(Torus2QosRoutingTest, ADeadLinkNeedsNoOtherLanes)
{
    for (const std::string sizes : {"3", "4", "7", "4x4", "5x5", "6x3", "2x7", "5x3x4"})
    {
        const auto torus = Torus(sizes);
        for (const auto& [ring, links] : GetRings(torus))
        {
            for (const uint32_t link : links)
            {
                SCOPED_TRACE(sizes + " without link " + std::to_string(link));
                ExpectFreeWithout(torus, {link});
            }
        }
    }
}

TEST_F(Torus2QosRoutingTest, ADeadLinkInEachRingNeedsNoOtherLanes)
{
    Dice dice(3);
    for (const std::string sizes : {"4x4", "5x5", "6x3", "3x7", "4x4x4", "5x3x4", "3x5x2x4"})
    {
        const auto torus = Torus(sizes);
        for (uint32_t draw = 0; draw < 5; ++draw)
        {
            std::vector<uint32_t> dead;
            std::vector<bool> whole(torus.grid.sizes.size()); // a ring that shows that it wraps
            for (const auto& [ring, links] : GetRings(torus))
            {
                if (whole[ring.back()] && dice(4) > 0)
                {
                    dead.push_back(links[dice(links.size())]);
                }
                whole[ring.back()] = true;
            }
            SCOPED_TRACE(sizes + " without " + std::to_string(dead.size()) + " links");
            ExpectFreeWithout(torus, dead);
        }
    }
}

TEST_F(Torus2QosRoutingTest, TheWayAroundADeadLinkIsTheRestOfItsRing)
{
    // In a ring of seven switches, links 7 to 13 join the switches in order; the links before are
    // host links.
    const auto ring = Torus("7");
    const auto before = Make<RoutingEngine>("Torus2QosRouting")->Route(ring);
    ASSERT_EQ(before.PathLinks(1, 2), (std::vector<uint32_t>{1, 8, 2}));
    auto left = ring;
    left.links.erase(left.links.begin() + 8);
    const auto after = Make<RoutingEngine>("Torus2QosRouting")->Route(left);
    const auto old = [](std::vector<uint32_t> links) {
        for (auto& link : links)
        {
            link += link >= 8 ? 1 : 0;
        }
        return links;
    };
    EXPECT_EQ(old(after.PathLinks(1, 2)), (std::vector<uint32_t>{1, 7, 13, 12, 11, 10, 9, 2}));
    EXPECT_EQ(old(after.PathLinks(0, 3)), (std::vector<uint32_t>{0, 13, 12, 11, 10, 3}));
    for (const auto& [src, dst] : {std::pair{0U, 1U}, {2U, 5U}, {6U, 2U}, {5U, 0U}, {4U, 3U}})
    {
        const auto path = before.PathLinks(src, dst);
        const bool crosses = std::find(path.begin(), path.end(), 8U) != path.end();
        EXPECT_EQ(old(after.PathLinks(src, dst)) == path, !crosses) << src << " to " << dst;
    }
}

/**
 * All hosts send to all while a link dies: everything arrives in the same two lanes. Until all
 * tables are written packets may be sent back and forth, and may have to grow too old to move on.
 */
TEST_F(Torus2QosRoutingTest, TrafficGoesAroundALinkThatDies)
{
    Config::SetDefault("ns3::HeadOfQueueLifetime::HoqLife", UintegerValue(5));
    for (const std::string sizes : {"7", "5x4", "4x4x4"})
    {
        SCOPED_TRACE(sizes);
        Build("InfiniBandFabric",
              "Routing=ns3::Torus2QosRouting FlowControl=ns3::CreditFlowControl[DataLanes=2] "
              "SubnetManager=ns3::SubnetManager[TrapDelay=5us|RoutingTime=10us|SmpTime=1us] "
              "Nic=ns3::RdmaNic[AckTimeout=400us|RetryCount=50]",
              Torus(sizes));
        const auto& link = m_network.topology.links[m_network.topology.GetHostCount()];
        const auto failure = Make<FabricFailure>("LinkFailure",
                                                 {{"From", m_network.topology.nodes[link.a].name},
                                                  {"To", m_network.topology.nodes[link.b].name},
                                                  {"Start", "20us"}});
        failure->Check(m_network.topology, *CreateObject<InfiniBandFabric>());
        failure->Install(m_network);
        const auto job = Add("AllToAllWorkload", {{"Bytes", "100000"}});
        std::set<uint8_t> lanes; // of data
        for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
        {
            m_network.devices.Get(i)->TraceConnectWithoutContext(
                "Transmit",
                Callback<void, const FabricPacket&, int64_t>(
                    [&lanes](const FabricPacket& packet, int64_t) {
                        if (packet.payloadBytes > 0)
                        {
                            lanes.insert(packet.lane);
                        }
                    }));
        }
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();
        EXPECT_TRUE(job->IsComplete());
        EXPECT_FALSE(job->HasFailed());
        EXPECT_EQ(lanes, (std::set<uint8_t>{0, 1}));
        ASSERT_EQ(m_network.routeManager->GetReroutes().size(), 1u);
        const auto& reroute = m_network.routeManager->GetReroutes()[0];
        EXPECT_EQ(reroute.complaint, "");
        EXPECT_EQ(reroute.unreachablePairs, 0u);
        const LosslessAudit audit(m_network.GetParts());
        EXPECT_TRUE(audit.GetViolations().empty());
        Simulator::Destroy();
    }
    Config::SetDefault("ns3::HeadOfQueueLifetime::HoqLife", UintegerValue(18));
}

TEST_F(Torus2QosRoutingTest, TwoDeadLinksOfARingAreRefused)
{
    auto torus = Torus("4x4");
    const auto links = GetRings(torus).begin()->second;
    torus.links.erase(torus.links.begin() + links[3]);
    torus.links.erase(torus.links.begin() + links[1]);
    EXPECT_EQ(MessageOf<InputError>([&] { Make<RoutingEngine>("Torus2QosRouting")->Route(torus); }),
              "ns3::TorusTopology: ns3::Torus2QosRouting: the ring of switch0-0 in dimension 0 "
              "lacks 2 links; expected a complete grid, or rings that lack at most one link");
}

TEST_F(Torus2QosRoutingTest, PathsAndLevelsAreThoseOfDimensionOrder)
{
    const auto torus = Torus("5x4x6");
    const auto routes = Make<RoutingEngine>("Torus2QosRouting")->Route(torus);
    const auto plain = Make<RoutingEngine>("DimensionOrderRouting")->Route(torus);
    EXPECT_EQ(routes.GetTables()->GetServiceLevelCount(), 8);
    for (uint32_t src = 0; src < 120; src += 7)
    {
        for (uint32_t dst = 0; dst < 120; ++dst)
        {
            EXPECT_EQ(routes.PathLinks(src, dst), plain.PathLinks(src, dst));
            EXPECT_EQ(routes.GetTables()->GetServiceLevel(src, dst, 0),
                      plain.GetTables()->GetServiceLevel(src, dst, 0));
        }
    }
    // Bits of four dimensions; dimension order alone has lanes for three.
    const auto four = Make<RoutingEngine>("Torus2QosRouting")->Route(Torus("4x4x4x4"));
    EXPECT_EQ(four.GetTables()->GetServiceLevelCount(), 16);
    EXPECT_EQ(MessageOf<InputError>(
                  [&] { Make<RoutingEngine>("Torus2QosRouting")->Route(Torus("4x4x4x4x4")); }),
              "ns3::TorusTopology: ns3::Torus2QosRouting: 5 dimensions wrap around, and each "
              "doubles the service levels; expected at most 4, or Datelines false");
}

TEST_F(Torus2QosRoutingTest, TwoLanesOfCreditsCarryUniformTraffic)
{
    // Uniform traffic on a ring of k switches with a host each: k / 8 of a host's rate on each
    // direction of a link, for even k with itself counted; k^2 / 8 / (k - 1) without. The busiest
    // link of 8 x 8 bounds an all-to-all as all links are alike but for ties.
    for (const auto& [sizes, ring, hosts] :
         {std::tuple<std::string, double, double>{"8x4", 8, 32}, {"7x5", 7, 35}, {"4x4x4", 4, 64}})
    {
        SCOPED_TRACE(sizes);
        // An odd ring has (k^2 - 1) / 8 k in each direction.
        const double load =
            (static_cast<int>(ring) % 2 == 0 ? ring / 8 : (ring * ring - 1) / 8 / ring) * hosts /
            (hosts - 1);
        Build("InfiniBandFabric",
              "Routing=ns3::Torus2QosRouting FlowControl=ns3::CreditFlowControl[DataLanes=2]",
              Torus(sizes));
        Add("AllToAllWorkload", {{"Bytes", "40000"}});
        std::map<uint8_t, uint64_t> packetsOn; // by lane, between switches
        for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
        {
            m_network.devices.Get(i)->TraceConnectWithoutContext(
                "Transmit",
                Callback<void, const FabricPacket&, int64_t>(
                    [&packetsOn](const FabricPacket& packet, int64_t) {
                        packetsOn[packet.lane] += packet.payloadBytes > 0 ? 1 : 0;
                    }));
        }
        Simulator::Stop(MilliSeconds(20));
        Simulator::Run();
        ExpectLosslessEnd();
        EXPECT_GT(packetsOn[1], 0u);
        EXPECT_EQ(packetsOn.upper_bound(1) == packetsOn.upper_bound(14), true)
            << "no lane but 0, 1 and that of management";
        int64_t end = 0;
        for (const auto& record : m_jobs.front()->GetRecords())
        {
            end = std::max(end, record.arrivedPs);
        }
        const auto& port = m_network.nics.front()->GetPort();
        const double bits = 8.0 * 40000 * (hosts - 1) * port.GetMaxWireBytes() / 4096;
        const double throughput =
            bits / (static_cast<double>(end) * 1e-12) / static_cast<double>(port.GetRatebps());
        RecordProperty(sizes, std::to_string(throughput));
        const double bound = std::min(1.0, 1 / load);
        EXPECT_LT(throughput, 1.02 * bound);
        EXPECT_GT(throughput, 0.6 * bound);
        Simulator::Destroy();
    }
}

TEST_F(Torus2QosRoutingTest, LanesThatItCannotHaveAreRefused)
{
    const auto message = [](const Attributes& parts) {
        return MessageOf<InputError>([&] {
            Attributes all = parts;
            all.emplace_back("Routing", "ns3::Torus2QosRouting");
            FabricHelper(Make<FabricProfile>("InfiniBandFabric", all)).Install(Torus("5"));
        });
    };
    EXPECT_EQ(message({{"FlowControl", "ns3::CreditFlowControl[DataLanes=1]"}}),
              "routing ns3::Torus2QosRouting: its service levels are the lanes 0 to 1, and not all "
              "of them are lossless; choose a flow control with lossless lanes, such as "
              "ns3::CreditFlowControl with as many DataLanes");
    for (const std::string part : {"Nic", "Switch"})
    {
        const std::string type = part == "Nic" ? "ns3::RdmaNic" : "ns3::FabricSwitch";
        EXPECT_EQ(message({{part, type + "[SlToVl=0]"}}),
                  type + " SlToVl: is set; expected nothing, since routing ns3::Torus2QosRouting "
                         "maps service levels");
    }
    EXPECT_EQ(message({{"Switch", "ns3::FabricSwitch[Classifier=ns3::HopClassifier]"}}),
              "FabricSwitch SlToVl: ns3::HopClassifier is set too; expected one of them");
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/detour-dependencies.h"
#include "ns3/detour-path-selector.h"
#include "ns3/input-error.h"
#include "ns3/routing-engine.h"
#include "ns3/service-lanes.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** Traffic: by host the destinations, each with an equal share of what the host sends. */
using Traffic = std::vector<std::vector<uint32_t>>;

/** Dragonflies with minimal ways and detours, over credits and PFC. */
class DragonflyTest : public NetworkTest
{
  protected:
    static constexpr uint32_t HOSTS_OF_GROUP = 8; //!< a p, with p = 2, a = 4, h = 2, g = 9

    /** @param selector class @return parts of an InfiniBand fabric with eight lanes by hop */
    static Attributes WithCredits(const std::string& selector)
    {
        return {{"Routing", "ns3::DragonflyRouting"},
                {"PathSelector", "ns3::" + selector},
                {"Switch",
                 "ns3::FabricSwitch[CutThrough=true|Latency=130ns|Classifier=ns3::HopClassifier]"},
                {"FlowControl", "ns3::CreditFlowControl[DataLanes=8]"},
                {"Nic", "ns3::RdmaNic[Priority=0]"},
                {"LossRecovery", "ns3::SelectiveRepeat[ReorderPackets=4000|WindowBdps=0]"}};
    }

    /** As WithCredits(), with six lossless priorities. */
    static Attributes WithPfc(const std::string& selector)
    {
        return "Routing=ns3::DragonflyRouting PathSelector=ns3::" + selector +
               " Switch=ns3::FabricSwitch[Classifier=ns3::HopClassifier] "
               "FlowControl=ns3::PriorityFlowControl[Priorities=63] "
               "Buffer=ns3::SharedBuffer[SizeBytes=64000000] Nic=ns3::RdmaNic[Priority=0] "
               "Marker=ns3::NoMarker CongestionControl=ns3::NoCongestionControl "
               "LossRecovery=ns3::SelectiveRepeat[ReorderPackets=4000|WindowBdps=0]";
    }

    /**
     * @param p hosts of a router
     * @param a routers of a group
     * @param h global links of a router
     * @return a dragonfly with links of 100 Gb/s
     */
    FabricTopology Shape(uint32_t p, uint32_t a, uint32_t h) const
    {
        return Topology("DragonflyTopology",
                        {{"RoutersPerGroup", std::to_string(a)},
                         {"HostsPerRouter", std::to_string(p)},
                         {"GlobalLinks", std::to_string(h)},
                         {"Rate", "100Gbps"},
                         {"Delay", "100ns"},
                         {"GlobalDelay", "300ns"}});
    }

    static Traffic Shift(uint32_t hosts, uint32_t shift)
    {
        Traffic traffic(hosts);
        for (uint32_t host = 0; host < hosts; ++host)
        {
            traffic[host] = {(host + shift) % hosts};
        }
        return traffic;
    }

    /** Adds the loads of one way, which must be the only one, to each direction of a link. */
    static void AddWay(const FabricTopology& topology,
                       const FabricRoutes& routes,
                       uint32_t source,
                       uint32_t dest,
                       double share,
                       std::vector<double>& loads)
    {
        uint32_t node = topology.hosts[source];
        for (const uint32_t link : routes.PathLinks(source, dest))
        {
            const uint32_t peer = topology.GetPeer(link, node);
            if (!topology.IsHost(node) && !topology.IsHost(peer))
            {
                EXPECT_EQ(routes.GetEgressLinks(node, dest).size(), 1u) << "not one way";
                loads[2 * link + routes.GetDirection(link, node)] += share;
            }
            node = peer;
        }
    }

    /**
     * @param detours whether each packet goes over a host at random
     * @return the greatest load of a link between switches if each host sends at rate 1
     */
    static double GreatestLoad(const FabricTopology& topology, const Traffic& traffic, bool detours)
    {
        const auto routes = Make<RoutingEngine>("DragonflyRouting")->Route(topology);
        std::vector<double> loads(2 * topology.links.size(), 0);
        const uint32_t hosts = topology.GetHostCount();
        for (uint32_t source = 0; source < hosts; ++source)
        {
            for (const uint32_t dest : traffic[source])
            {
                const double share = 1.0 / static_cast<double>(traffic[source].size());
                for (uint32_t via = 0; detours && via < hosts; ++via)
                {
                    if (via != source)
                    {
                        AddWay(topology, routes, source, via, share / hosts, loads);
                    }
                    if (via != dest)
                    {
                        AddWay(topology, routes, via, dest, share / hosts, loads);
                    }
                }
                if (!detours)
                {
                    AddWay(topology, routes, source, dest, share, loads);
                }
            }
        }
        return *std::max_element(loads.begin(), loads.end());
    }

    /** @return payload that has come to its host */
    double Delivered() const
    {
        return static_cast<double>(Statistics().deliveredBytes);
    }

    /**
     * Runs all to the end.
     *
     * @param from begin of the measurement
     * @param duration of the measurement
     * @return what each host got of the rate of its link meanwhile
     */
    double Throughput(Time from = MicroSeconds(40), Time duration = MicroSeconds(60))
    {
        Simulator::Stop(from);
        Simulator::Run();
        const double before = Delivered();
        Simulator::Stop(duration);
        Simulator::Run();
        const double bytes = Delivered() - before;
        Simulator::Stop(MilliSeconds(50));
        Simulator::Run();
        ExpectLosslessEnd();
        const auto& port = m_network.nics.front()->GetPort();
        const double wire = static_cast<double>(port.GetMaxWireBytes()) / 4096;
        return 8 * bytes * wire / duration.GetSeconds() / m_network.hosts.GetN() /
               static_cast<double>(port.GetRatebps());
    }

    /** @return Throughput() of a shift by the hosts of a group while all of them send */
    double RunShift(const Attributes& parts,
                    const FabricTopology& topology,
                    uint64_t bytes,
                    uint32_t shift = HOSTS_OF_GROUP,
                    Time from = MicroSeconds(40),
                    Time duration = MicroSeconds(60))
    {
        Build("InfiniBandFabric", parts, topology);
        Add("ShiftWorkload", {{"Bytes", std::to_string(bytes)}, {"Shift", std::to_string(shift)}});
        const double throughput = Throughput(from, duration);
        Simulator::Destroy();
        return throughput;
    }

    const FabricTopology m_dragonfly =
        Topology("DragonflyTopology",
                 "RoutersPerGroup=4 HostsPerRouter=2 GlobalLinks=2 Delay=100ns GlobalDelay=300ns");
};

} // namespace

TEST_F(DragonflyTest, LoadsOfLinksHaveClosedForms)
{
    // p = 2, a = 4, h = 2, g = 9. All of a group to the next one: its one link has all a p hosts.
    const auto worst = Shift(72, HOSTS_OF_GROUP);
    EXPECT_DOUBLE_EQ(GreatestLoad(m_dragonfly, worst, false), 8);
    // Over any switch: 2 a p / g on links between groups. Within a group a link from router to
    // router has at most two ways in its own group and two in the other: 2 below.
    const double load = GreatestLoad(m_dragonfly, worst, true);
    EXPECT_GE(load, 2.0 * 8 / 9 - 1e-9);
    EXPECT_LE(load, 2.0);
    // Uniform traffic, minimal: a p / g to each other group of 8, over one link each; the local
    // ones have no more than 1.
    Traffic all(72);
    for (uint32_t source = 0; source < 72; ++source)
    {
        for (uint32_t dest = 0; dest < 72; ++dest)
        {
            all[source].push_back(dest);
        }
        all[source].erase(all[source].begin() + source);
    }
    EXPECT_LE(GreatestLoad(m_dragonfly, all, false), 1.0);
    EXPECT_LE(GreatestLoad(m_dragonfly, all, true), 2.0);
}

TEST_F(DragonflyTest, TheWorstCaseIsCarriedAsTheLoadsAllow)
{
    const uint64_t bytes = 1'000'000;
    const auto worst = Shift(72, HOSTS_OF_GROUP);
    const double minimal = RunShift(WithCredits("EcmpPathSelector"), m_dragonfly, bytes);
    EXPECT_NEAR(minimal, 1.0 / 8, 0.03 / 8) << "1 / (a p)";
    const double bound = 1 / GreatestLoad(m_dragonfly, worst, true);
    for (const std::string selector :
         {"ValiantPathSelector", "UgalLPathSelector", "UgalGPathSelector"})
    {
        const double throughput = RunShift(WithCredits(selector), m_dragonfly, bytes);
        RecordProperty(selector, std::to_string(throughput));
        EXPECT_GT(throughput, 0.75 * bound) << selector;
        EXPECT_LT(throughput, 1.05 * (9.0 / 16)) << selector << ": (a h + 1) / (2 a p)";
    }
}

// With one lane and one queue for both ways a packet goes minimally wherever the detour that it
// drew begins on the same link. Of N = a p g hosts these are, at a router without the link to the
// next group, the 2 p of that router and of the one with the link, and the h a p behind the
// latter's links; detours over the (a - 2) p others of the own group take the link to the next
// group anyway. At the router with that link they are p, a p and (a - 1) p. So the link, which has
// room for 1 of the a p hosts, would carry no more than
//     g / (p ((a - 1) (h + 1) + 2))   of the hosts' rate: 0.288 with p = 3, a = 6, h = 3,
// and ever less of larger networks, about 1 / p. With lanes of their own only detours over the own
// group and the next one take it, 2 / g of all: g / (2 a p), about 1/2, as for Valiant.
// In steady state; at first all hosts send minimally until the queues of that have built up.
TEST_F(DragonflyTest, UgalCarriesWhatValiantDoesWhateverTheShape)
{
    for (const auto& [p, a, h] : {std::array{3U, 6U, 3U}, {1U, 4U, 2U}, {2U, 6U, 2U}, {2U, 4U, 3U}})
    {
        const auto topology = Shape(p, a, h);
        const auto worst = Shift(topology.GetHostCount(), a * p);
        const double offered = std::min(0.8 / GreatestLoad(topology, worst, true), 0.8);
        for (const std::string selector :
             {"ValiantPathSelector", "UgalLPathSelector", "UgalGPathSelector"})
        {
            SCOPED_TRACE(selector + " p = " + std::to_string(p) + ", a = " + std::to_string(a) +
                         ", h = " + std::to_string(h));
            auto parts = WithCredits(selector);
            const auto bps = static_cast<uint64_t>(offered * 100e9);
            const auto bytes = static_cast<uint64_t>(offered * 1'750'000); // for 140 us
            parts.emplace_back("CongestionControl",
                               "ns3::FixedRate[Rate=" + std::to_string(bps) + "bps]");
            const double throughput =
                RunShift(parts, topology, bytes, a * p, MicroSeconds(80), MicroSeconds(60));
            RecordProperty(selector, std::to_string(throughput));
            EXPECT_NEAR(throughput, offered, 0.1 * offered);
        }
    }
}

TEST_F(DragonflyTest, UniformTrafficTakesHalfAsMuchOverDetours)
{
    // All to all: minimal ways carry it nearly at the rate of the hosts, UGAL as well; Valiant
    // loads links as twice the traffic does.
    std::map<std::string, double> throughput;
    for (const std::string selector :
         {"EcmpPathSelector", "ValiantPathSelector", "UgalLPathSelector", "UgalGPathSelector"})
    {
        Build("InfiniBandFabric", WithCredits(selector), m_dragonfly);
        Add("AllToAllWorkload", {{"Bytes", "40000"}});
        throughput[selector] = Throughput();
        RecordProperty(selector, std::to_string(throughput[selector]));
        Simulator::Destroy();
    }
    EXPECT_GT(throughput["EcmpPathSelector"], 1.4 * throughput["ValiantPathSelector"]);
    EXPECT_LT(throughput["ValiantPathSelector"], 9.0 / 16 * 1.05);
    EXPECT_GT(throughput["ValiantPathSelector"], 0.4);
    EXPECT_GT(throughput["UgalLPathSelector"], 1.2 * throughput["ValiantPathSelector"]);
    EXPECT_GT(throughput["UgalGPathSelector"], 1.2 * throughput["ValiantPathSelector"]);
}

TEST_F(DragonflyTest, LanesCountTheLinksBetweenSwitches)
{
    Build("InfiniBandFabric", WithCredits("ValiantPathSelector"), m_dragonfly);
    std::map<const FabricPacket*, uint8_t> laneOf; // that packets on their way are to take next
    std::map<uint8_t, uint64_t> packetsOn;         // by lane
    uint64_t wrong = 0;
    for (const auto& nic : m_network.nics)
    {
        nic->GetPort().TraceConnectWithoutContext(
            "Transmit",
            Callback<void, const FabricPacket&, int64_t>([&](const FabricPacket& packet, int64_t) {
                laneOf.erase(&packet);
                wrong += packet.kind == PacketKind::TRANSPORT && packet.lane != 0 ? 1 : 0;
            }));
    }
    for (const auto& fabricSwitch : m_network.fabricSwitches)
    {
        for (const auto& port : fabricSwitch->GetPorts())
        {
            if (!port->GetPeer()->GetNode()->GetObject<FabricSwitch>())
            {
                continue;
            }
            port->TraceConnectWithoutContext(
                "Transmit",
                Callback<void, const FabricPacket&, int64_t>(
                    [&](const FabricPacket& packet, int64_t) {
                        if (packet.kind != PacketKind::TRANSPORT)
                        {
                            return;
                        }
                        // Detours begin on the first of eight lanes, minimal ways on the fifth.
                        const bool isMinimal = packet.pathTag == DetourPathSelector::NO_DETOUR;
                        const uint8_t first = isMinimal ? 4 : 0;
                        uint8_t& lane = laneOf.try_emplace(&packet, first).first->second;
                        wrong += packet.lane == lane++ ? 0 : 1;
                        ++packetsOn[packet.lane];
                    }));
        }
    }
    Add("ShiftWorkload", {{"Bytes", "100000"}, {"Shift", "8"}});
    Throughput();
    EXPECT_EQ(wrong, 0u);
    // Two minimal ways of at most three links each, and some packets have all six: lanes 0 to 5.
    // A minimal way has at most three: 4 to 6.
    EXPECT_EQ(packetsOn.size(), 7u);
    EXPECT_EQ(packetsOn.rbegin()->first, 6);
}

TEST_F(DragonflyTest, IdleWaysTakeTheTimeOfTheirHops)
{
    // Cut-through: the first bit leaves the last switch one delay and one latency per link later.
    for (const std::string selector :
         {"EcmpPathSelector", "ValiantPathSelector", "UgalLPathSelector", "UgalGPathSelector"})
    {
        SCOPED_TRACE(selector);
        Build("InfiniBandFabric", WithCredits(selector), m_dragonfly);
        std::map<const FabricPacket*, std::pair<int64_t, int64_t>> way; // begun, expected duration
        uint32_t longest = 0;
        uint64_t arrived = 0;
        std::map<const FabricPacket*, uint32_t> links;
        for (uint32_t i = 0; i < m_network.devices.GetN(); ++i)
        {
            // No Ptr: the port would hold itself by its trace.
            auto* const port = PeekPointer(DynamicCast<FabricNetDevice>(m_network.devices.Get(i)));
            const bool fromSwitch = port->GetNode()->GetObject<FabricSwitch>() != nullptr;
            const bool toSwitch = port->GetPeer()->GetNode()->GetObject<FabricSwitch>() != nullptr;
            port->TraceConnectWithoutContext(
                "Transmit",
                Callback<void, const FabricPacket&, int64_t>(
                    [&, port, fromSwitch, toSwitch](const FabricPacket& packet, int64_t startPs) {
                        if (packet.payloadBytes == 0)
                        {
                            return;
                        }
                        auto& [beginPs, waysPs] = way[&packet];
                        if (!fromSwitch)
                        {
                            beginPs = startPs;
                            waysPs = 0;
                            links[&packet] = 0;
                        }
                        EXPECT_EQ(startPs - beginPs, waysPs);
                        waysPs += port->GetDelayPs() + 130'000;
                        links[&packet] += toSwitch ? 1 : 0;
                        arrived += toSwitch ? 0 : 1;
                        longest = std::max(longest, links[&packet]);
                    }));
        }
        // One after the other, 20 packets by each of 5 pairs, no two at the same time.
        for (const std::string hosts : {"0,8", "1,71", "3,2", "17,40", "9,30"})
        {
            const auto job =
                Add("IncastWorkload", {{"Hosts", hosts}, {"Bytes", "64"}, {"Start", "0ns"}});
            Simulator::Stop(MicroSeconds(50));
            Simulator::Run();
            EXPECT_TRUE(job->IsFinished());
        }
        EXPECT_EQ(arrived, 5u);
        // Host to switch and at most three or six links more.
        EXPECT_LE(longest, selector == "ValiantPathSelector" ? 7u : 4u)
            << "UGAL takes no detour where nobody waits";
        Simulator::Destroy();
    }
}

TEST_F(DragonflyTest, DetoursAreFreeOfDeadlocksByLanesOfHops)
{
    const auto isFree = [](const std::string& routing, const FabricTopology& topology, bool byHop) {
        const auto routes = Make<RoutingEngine>(routing)->Route(topology);
        BufferDependencyGraph graph(topology, 8);
        ServiceLanes lanes(8);
        if (byHop)
        {
            lanes.SetByHop(topology);
        }
        AddDetourDependencies(graph, topology, routes, lanes, {0});
        return graph.FindCycle().IsEmpty();
    };
    const std::vector<std::pair<std::string, FabricTopology>> all{
        {"DragonflyRouting", m_dragonfly},
        {"DragonflyRouting", Topology("DragonflyPlusTopology", {{"GlobalLinks", "1"}})},
        {"ShortestPathRouting", Topology("SlimFlyTopology", {{"Q", "5"}})},
        {"ShortestPathRouting", Topology("HyperXTopology", {{"Dimensions", "3x4"}})},
        {"MinHopRouting", Topology("HyperXTopology", {{"Dimensions", "5x2x3"}})},
        {"ShortestPathRouting", Topology("RingTopology", {{"Switches", "5"}})}};
    for (const auto& [routing, topology] : all)
    {
        SCOPED_TRACE(topology.origin);
        EXPECT_FALSE(isFree(routing, topology, false));
        EXPECT_TRUE(isFree(routing, topology, true));
    }
    // Two ways of up to six links: more than the eight lanes.
    EXPECT_FALSE(
        isFree("ShortestPathRouting", Topology("RingTopology", {{"Switches", "13"}}), true));
}

TEST_F(DragonflyTest, PausedPrioritiesCarryTheWorstCaseAsWell)
{
    const auto run = [this](const std::string& selector) {
        Build("RoceFabric", WithPfc(selector), m_dragonfly);
        Add("ShiftWorkload", {{"Bytes", "1000000"}, {"Shift", "8"}});
        const double throughput = Throughput();
        RecordProperty(selector, std::to_string(throughput));
        Simulator::Destroy();
        return throughput;
    };
    EXPECT_NEAR(run("EcmpPathSelector"), 1.0 / 8, 0.05 / 8);
    EXPECT_GT(run("ValiantPathSelector"), 3.0 / 8);
    EXPECT_GT(run("UgalGPathSelector"), 2.5 / 8);
    // The first switch does not see for long what waits in deep buffers of the next.
    EXPECT_GT(run("UgalLPathSelector"), 1.5 / 8);
}

// The bound of lanes and queues that both ways share, see
// UgalCarriesWhatValiantDoesWhateverTheShape: a pause stops what is on a lane, so PFC has them
// shared. Short buffers, or UGAL-L finds out late.
TEST_F(DragonflyTest, WaysThatShareLanesCarryNoMoreThanTheirBound)
{
    const uint32_t p = 3;
    const uint32_t a = 6;
    const uint32_t h = 3;
    const uint32_t g = a * h + 1;
    const double bound = static_cast<double>(g) / (p * ((a - 1) * (h + 1) + 2));
    const auto topology = Shape(p, a, h);
    const auto run = [&](Attributes parts) {
        parts.emplace_back("CongestionControl", "ns3::FixedRate[Rate=40Gbps]");
        return RunShift(parts, topology, 700'000, a * p, MicroSeconds(80), MicroSeconds(60));
    };
    auto shared = WithPfc("UgalLPathSelector");
    shared.erase(std::find_if(shared.begin(), shared.end(), [](const auto& part) {
        return part.first == "CongestionControl";
    }));
    const double pfc = run(shared);
    RecordProperty("PFC", std::to_string(pfc));
    EXPECT_LT(pfc, 1.03 * bound);
    EXPECT_GT(pfc, 0.5 * bound);
    EXPECT_GT(run(WithCredits("UgalLPathSelector")), 1.15 * bound);
}

TEST_F(DragonflyTest, OneLosslessPriorityIsTooFewForLanesByHop)
{
    EXPECT_EQ(MessageOf<InputError>([&] {
                  Build("RoceFabric",
                        {{"Switch", "ns3::FabricSwitch[Classifier=ns3::HopClassifier]"}},
                        m_dragonfly);
              }),
              "FabricSwitch Classifier: ns3::HopClassifier changes no lane, since no two "
              "consecutive lanes are lossless; expected one lossless lane "
              "(CreditFlowControl::DataLanes or PriorityFlowControl::Priorities) per "
              "switch-to-switch hop of the longest path");
    EXPECT_EQ(
        MessageOf<InputError>([&] {
            Build("RoceFabric",
                  {{"Routing", "ns3::DragonflyRouting"}},
                  Topology("RingTopology", {}));
        }),
        "ns3::RingTopology: ns3::DragonflyRouting: the switches do not form groups; expected a "
        "topology with groups, such as ns3::DragonflyTopology or ns3::DragonflyPlusTopology");
}

TEST_F(DragonflyTest, DetoursEndWithLittleBufferOnAnyTopology)
{
    // Four packets of buffer a lane: what waits in a ring would stand still.
    const std::vector<std::pair<std::string, FabricTopology>> all{
        {"DragonflyRouting", m_dragonfly},
        {"DragonflyRouting", Topology("DragonflyPlusTopology", {{"Delay", "100ns"}})},
        {"ShortestPathRouting",
         Topology("SlimFlyTopology", {{"Q", "3"}, {"HostsPerRouter", "2"}, {"Delay", "10ns"}})},
        {"MinHopRouting",
         Topology("HyperXTopology",
                  {{"Dimensions", "3x4"}, {"HostsPerSwitch", "3"}, {"Delay", "2us"}})},
        {"ShortestPathRouting", Topology("RingTopology", {{"Switches", "5"}})}};
    for (const auto& [routing, topology] : all)
    {
        for (const std::string selector : {"ValiantPathSelector", "UgalLPathSelector"})
        {
            SCOPED_TRACE(topology.origin + " " + selector);
            auto parts = WithCredits(selector);
            parts[0].second = "ns3::" + routing;
            for (auto& [name, value] : parts)
            {
                value = name == "Nic" ? "ns3::RdmaNic[Priority=0|MtuBytes=1024]" : value;
                value = name == "FlowControl"
                            ? "ns3::CreditFlowControl[DataLanes=8|BufferBytes=4096]"
                            : value;
            }
            Build("InfiniBandFabric", parts, topology);
            Add("AllToAllWorkload", {{"Bytes", "10000"}});
            Add("ShiftWorkload", {{"Bytes", "100000"}, {"Shift", "3"}});
            Simulator::Stop(MilliSeconds(50));
            Simulator::Run();
            ExpectLosslessEnd();
            Simulator::Destroy();
        }
    }
}

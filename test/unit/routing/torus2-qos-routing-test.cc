// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"

#include "ns3/buffer-dependency-graph.h"
#include "ns3/input-error.h"
#include "ns3/routing-engine.h"

#include <algorithm>
#include <map>
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
};

} // namespace

TEST_F(Torus2QosRoutingTest, TwoLanesAreFreeOfDeadlocksForAnySize)
{
    for (const std::string sizes : {"4",
                                    "7",
                                    "12",
                                    "4x4",
                                    "5x5",
                                    "6x3",
                                    "8x5",
                                    "2x7",
                                    "4x4x4",
                                    "5x3x4",
                                    "5x4x6",
                                    "4x4x4x4",
                                    "3x5x2x4",
                                    "5x4x4x5"})
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
              {{"Routing", "ns3::Torus2QosRouting"},
               {"FlowControl", "ns3::CreditFlowControl[DataLanes=2]"}},
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
              "of them are lossless; choose a flow control for which they are, such as "
              "ns3::CreditFlowControl with as many DataLanes");
    for (const std::string part : {"Nic", "Switch"})
    {
        const std::string type = part == "Nic" ? "ns3::RdmaNic" : "ns3::FabricSwitch";
        EXPECT_EQ(message({{part, type + "[SlToVl=0]"}}),
                  type + " SlToVl: is set; expected nothing, since routing ns3::Torus2QosRouting "
                         "maps service levels");
    }
    EXPECT_EQ(message({{"Switch", "ns3::FabricSwitch[Classifier=ns3::HopClassifier]"}}),
              "FabricSwitch SlToVl: ns3::HopClassifier decides already; expected one of them");
}

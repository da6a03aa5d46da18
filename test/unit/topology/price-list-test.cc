// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Cost per endpoint of table 3 of "Insights into DeepSeek-V3" (ISCA'25) by the fitted price list.

#include "has-text.h"
#include "network-test.h"
#include "temporary-file.h"

#include "ns3/input-error.h"
#include "ns3/preset-file.h"
#include "ns3/topology-cost.h"

#include <string>

using namespace ns3;

namespace
{

class PriceListTest : public NetworkTest
{
  protected:
    static PriceList Fitted()
    {
        return PriceList::Read(GetPresetPath("price", "isca-25-fitted"));
    }

    /** @return k per endpoint */
    static double Cost(const TopologyParts& summary)
    {
        return TopologyCost(summary, {}, {}, Fitted()).costPerHost / 1000;
    }

    /** Checks a row of the table against a graph. */
    static void Check(const TopologyParts& summary,
                      uint64_t endpoints,
                      uint64_t switches,
                      uint64_t links,
                      double cost)
    {
        EXPECT_EQ(summary.hosts, endpoints);
        EXPECT_EQ(summary.switches, switches);
        EXPECT_EQ(summary.CountLinks(false), links);
        EXPECT_NEAR(Cost(summary), cost, 0.02 * cost);
    }

    /** @return the counts of a row of the table whose graph is not made here */
    static TopologyParts Counts(uint64_t endpoints,
                                uint64_t switches,
                                uint64_t ports,
                                uint64_t links)
    {
        constexpr uint64_t G400 = 400'000'000'000;
        TopologyParts summary;
        summary.hosts = endpoints;
        summary.switches = switches;
        summary.nodes = {{"host", true, endpoints, 1, 1, G400},
                         {"router", false, switches, ports, ports, ports * G400}};
        summary.links = {{"host", "router", true, G400, endpoints},
                         {"router", "router", false, G400, links}};
        return summary;
    }

    static std::string Message(const std::string& price)
    {
        const TemporaryFile file("{\"about\": \"a\", \"source\": {},\n\"price\": " + price + "}");
        auto message = MessageOf<InputError>([&] { PriceList::Read(file.GetPath()); });
        return message.substr(std::min(message.size(), file.GetPath().size()));
    }
};

} // namespace

TEST_F(PriceListTest, Table3TwoLayerFatTree)
{
    // 64 leaves of 32 down and 32 up, 32 spines of 64.
    Check(TopologyParts(
              Topology("ClosTopology",
                       "Servers=2048 ServersPerGroup=32 SwitchesBelow=64 SwitchesAbove=32")),
          2048,
          96,
          2048,
          4.39);
}

TEST_F(PriceListTest, Table3MultiPlaneFatTree)
{
    Check(TopologyParts(Topology("ClosTopology",
                                 "Servers=2048 GpusPerServer=8 ServersPerGroup=32 Rails=8 "
                                 "RailOnly=true SwitchesBelow=64 SwitchesAbove=32")),
          16'384,
          768,
          16'384,
          4.39);
}

TEST_F(PriceListTest, Table3ThreeLayerFatTree)
{
    // A fat tree of k = 64 has k^3/4 endpoints, 5 k^2/4 switches and k^3/2 links between them.
    const TopologyParts tree(Topology("FatTreeTopology", {{"K", "64"}, {"Rate", "400Gbps"}}));
    Check(tree, 65'536, 5'120, 131'072, 7.5);
    EXPECT_NEAR(Cost(tree), 5.0 / 64 * 40 + 2 * 1.85 + 0.67, 1e-9);
}

TEST_F(PriceListTest, Table3SlimFly)
{
    // The table assumes q = 28, although no such graph exists: 1,568 switches of 42 links to
    // others and 21 endpoints.
    EXPECT_NEAR(Cost(Counts(32'928, 1'568, 63, 1'568 * 42 / 2)), 4.4, 0.02 * 4.4);
    // q = 27 is the nearest one below: 2 * 27^2 routers, (3 * 27 + 1) / 2 links, 21 endpoints.
    Check(TopologyParts(Topology("SlimFlyTopology", {{"Q", "27"}, {"Rate", "400Gbps"}})),
          30'618,
          1'458,
          1'458 * 41 / 2,
          4.4);
}

TEST_F(PriceListTest, Table3Dragonfly)
{
    // 511 groups of 32 routers of 16 endpoints and 16 global links: 511 * 496 local links, and 511
    // * 512 / 2 global ones, of which the table counts all though 510 other groups leave two ports.
    constexpr uint64_t LINKS = 32 * 31 / 2 + 32 * 16 / 2;
    EXPECT_EQ(511 * LINKS, 384'272u);
    EXPECT_NEAR(Cost(Counts(261'632, 16'352, 16 + 31 + 16, 511 * LINKS)), 5.8, 0.02 * 5.8);
    // As a graph, of such groups: 33, as 32 others of 16 links each leave no port. One of 511 is
    // refused where memory for its simulation is short.
    const TopologyParts graph(
        Topology("DragonflyTopology",
                 "Groups=33 RoutersPerGroup=32 HostsPerRouter=16 GlobalLinks=16 Rate=400Gbps"));
    Check(graph, 33 * 512, 33 * 32, 33 * LINKS, 5.8);
    EXPECT_NEAR(Cost(graph), 40.0 / 16 + LINKS / 512.0 * 1.85 + 0.67, 1e-9);
}

TEST_F(PriceListTest, PlanesTransceiversAndServersCount)
{
    const TemporaryFile file(R"({"about": "a", "source": {}, "price": {
        "currency": "EUR",
        "switches": [{"ports": 3, "capacity": "1Gbps", "cost": 1},
                     {"ports": 4, "capacity": "1000Gbps", "cost": 100, "watts": 10}],
        "cables": [{"of": "host", "rate": "100Gbps", "cost": 1, "transceivers": 0},
                   {"of": "switch", "rate": "100Gbps", "cost": 2, "transceivers": 2,
                    "transceiverCost": 3, "transceiverWatts": 4}],
        "nics": [{"rate": "100Gbps", "cost": 5, "watts": 6}],
        "servers": [{"server": "dgx-b200", "gpus": 2, "cost": 1, "watts": 1},
                    {"server": "dgx-h100", "gpus": 4, "cost": 1, "watts": 1},
                    {"server": "dgx-h100", "gpus": 2, "cost": 1000, "watts": 100},
                    {"server": "own/big.json", "gpus": 4, "cost": 30, "watts": 3}],
        "opticalSwitches": [{"ports": 8, "cost": 7}]}})");
    // Four hosts on two leaves, two spines, four links between: the first switch is too slow.
    const TopologyParts summary(Topology(
        "LeafSpineTopology",
        {{"Leaves", "2"}, {"Spines", "2"}, {"HostsPerLeaf", "2"}, {"HostRate", "100Gbps"}}));
    const auto prices = PriceList::Read(file.GetPath());
    const TopologyCost cost(summary, {{"mirror", 2, 8}}, {3, "dgx-h100", 2}, prices);
    EXPECT_DOUBLE_EQ(cost.cost, 3 * (4 * 100 + 4 * 1 + 4 * (2 + 2 * 3) + 4 * 5 + 2 * 7));
    EXPECT_DOUBLE_EQ(cost.watts, 3 * (4 * 10 + 4 * 2 * 4 + 4 * 6));
    EXPECT_EQ(cost.transceivers, 3u * 8);
    EXPECT_DOUBLE_EQ(cost.costPerHost, cost.cost / 4);
    EXPECT_DOUBLE_EQ(cost.serverCost, 2000);
    EXPECT_DOUBLE_EQ(cost.serverWatts, 200);
    // The name and the size are to be the same; nothing is said of others.
    const auto servers = [&](const std::string& name, uint64_t gpus) {
        return TopologyCost(summary, {}, {1, name, gpus}, prices).serverCost;
    };
    EXPECT_DOUBLE_EQ(servers("big", 4), 30);
    EXPECT_DOUBLE_EQ(servers("dgx-h100", 4), 1);
    EXPECT_DOUBLE_EQ(servers("dgx-h100", 1), 0);
    EXPECT_DOUBLE_EQ(servers("hgx-b300", 2), 0);
    EXPECT_DOUBLE_EQ(servers("", 0), 0);
}

TEST_F(PriceListTest, FastLinksAreSeveralCablesAndWhatIsAssumedIsSaid)
{
    const TemporaryFile file(R"({"about": "a", "source": {}, "price": {
        "currency": "EUR",
        "switches": [{"ports": 4, "capacity": "1000Gbps", "cost": 100, "watts": 10,
                      "source": "a leaflet", "assumed": ["watts"]}],
        "cables": [{"of": "host", "rate": "10Gbps", "cost": 1, "transceivers": 2},
                   {"of": "host", "rate": "40Gbps", "cost": 3, "transceivers": 2},
                   {"of": "host", "rate": "20Gbps", "cost": 2},
                   {"of": "switch", "rate": "400Gbps", "cost": 9}],
        "nics": [{"rate": "60Gbps", "cost": 0, "assumed": ["cost"]}]}})");
    // 100 Gb/s are three cables of 40, the fastest of a host, and two NICs of 60.
    const TopologyParts star(Topology("StarTopology", {{"Hosts", "2"}, {"Rate", "100Gbps"}}));
    const TopologyCost cost(star, {}, {}, PriceList::Read(file.GetPath()));
    EXPECT_DOUBLE_EQ(cost.cost, 100 + 2 * 3 * 3);
    EXPECT_EQ(cost.transceivers, 2u * 3 * 2);
    ASSERT_EQ(cost.items.size(), 3u);
    EXPECT_EQ(cost.items[1].count, 6u);
    EXPECT_TRUE(Has(cost.items[1].what, ", 3 side by side"));
    EXPECT_EQ(cost.items[2].count, 4u);
    EXPECT_TRUE(cost.assumed.watts) << "of the switch";
    EXPECT_FALSE(cost.assumed.cost) << "it costs nothing";
}

TEST_F(PriceListTest, WhatIsMissingIsThatOfTheBase)
{
    const TemporaryFile file(R"({"about": "a", "source": {}, "price": {
        "base": "isca-25-fitted",
        "cables": [{"of": "all", "rate": "400Gbps", "cost": 7}]}})");
    const auto prices = PriceList::Read(file.GetPath());
    EXPECT_EQ(prices.currency, "USD");
    EXPECT_EQ(prices.switches.at(0).cost, 40000);
    ASSERT_EQ(prices.cables.size(), 1u);
    EXPECT_EQ(prices.cables[0].cost, 7);
    EXPECT_EQ(prices.path, file.GetPath());
}

TEST_F(PriceListTest, HourOfAGpuByHand)
{
    const TemporaryFile file(R"({"about": "a", "source": {}, "price": {
        "currency": "EUR",
        "switches": [{"ports": 4, "capacity": "1000Gbps", "cost": 932, "watts": 100}],
        "cables": [{"of": "all", "rate": "100Gbps", "cost": 100}],
        "nics": [{"rate": "100Gbps", "cost": 50, "watts": 25}],
        "gpus": [{"gpu": "h100", "cost": 4000, "watts": 750, "reserved": 2, "onDemand": 3}],
        "operation": {"years": 1, "kilowattHour": 0.2, "pue": 1.5}}})");
    const auto prices = PriceList::Read(file.GetPath());
    const TopologyParts star(Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "100Gbps"}}));
    const std::vector<TopologyCost> network{TopologyCost(star, {}, {}, prices)};
    // 932 + 4 (100 + 50) = 1532 and 4 * 4000 are two for each of the 8766 hours of a year; 200 W
    // and 3000 W in a building of 1.5 are 4.8 kWh in an hour.
    const ClusterCost cluster(network, 4, "h100", prices, 1);
    EXPECT_DOUBLE_EQ(cluster.networkCost, 1532);
    EXPECT_DOUBLE_EQ(cluster.cost, 2 * 8766);
    EXPECT_DOUBLE_EQ(cluster.networkWatts, 200);
    EXPECT_DOUBLE_EQ(cluster.watts, 3200);
    ASSERT_EQ(cluster.gpuHours.size(), 3u);
    EXPECT_EQ(cluster.gpuHours[0].basis, "owned");
    EXPECT_DOUBLE_EQ(cluster.gpuHours[0].price, (2 + 4.8 * 0.2) / 4);
    EXPECT_EQ(cluster.gpuHours[1].price, 2);
    EXPECT_EQ(cluster.gpuHours[2].price, 3);
    // A dearer network, beside a second one of the same size.
    const ClusterCost dear({network[0], network[0]}, 4, "h100", prices, 2.5);
    EXPECT_DOUBLE_EQ(dear.networkCost, 2 * 2.5 * 1532);
    EXPECT_EQ(dear.items.back().kind, TopologyCost::Kind::SERVERS);
    EXPECT_EQ(dear.items[3].what, "north-south switch switches");
    // Without the GPU nothing is known of an hour.
    EXPECT_TRUE(ClusterCost(network, 4, "a100", prices, 1).gpuHours.empty());
}

TEST_F(PriceListTest, BadListsAreNamed)
{
    EXPECT_EQ(Message("{\"currency\": \"X\", \"switches\": [],\n\"cables\": []}"),
              ": price.switches: is missing or empty");
    EXPECT_EQ(Message("{\"switchs\": []}"),
              ":2: price.switchs: unknown key; expected one of base, currency, switches, "
              "cables, nics, servers, opticalSwitches, gpus, operation; did you mean switches?");
    EXPECT_TRUE(Begins(Message("{\"base\": \"isca-26-fitted\"}"),
                       ":2: price.base: is isca-26-fitted; expected another one of "));
    EXPECT_EQ(Message("{\"operation\": {\"year\": 5}}"),
              ":2: price.operation.year: unknown key; expected one of years, kilowattHour, pue, "
              "source, assumed; did you mean years?");
    EXPECT_TRUE(Begins(Message("{\"gpus\": [{\"gpu\": \"h10\"}]}"),
                       ":2: price.gpus.0.gpu: is h10; expected one of the gpus a100, "));
    EXPECT_EQ(
        Message("{\"switches\": [\n{\"ports\": 64, \"capacity\": \"1000Gbps\", \"cost\": -1}]}"),
        ":3: price.switches.0.cost: is -1; expected a number from 0 to 1e12");
    EXPECT_EQ(Message("{\"cables\": [{\"of\": \"leaf\"}]}"),
              ":2: price.cables.0.of: is leaf; expected one of host, switch, all");
    const std::string bounds = "; expected a whole number from 1 to 1000000000000";
    EXPECT_EQ(Message("{\"currency\": 5}"),
              ":2: price.currency: is a number; expected a string such as \"USD\"");
    EXPECT_EQ(Message("{\"switches\": [{\"ports\": 64.7}]}"),
              ":2: price.switches.0.ports: is 64.7" + bounds);
    EXPECT_EQ(Message("{\"opticalSwitches\": [{\"ports\": \"8\"}]}"),
              ":2: price.opticalSwitches.0.ports: is 8" + bounds);
    EXPECT_EQ(Message("{\"servers\": [{\"server\": \"dgx-h100\", \"gpus\": 0}]}"),
              ":2: price.servers.0.gpus: is 0" + bounds);
    const auto unknown = Message("{\"servers\": [{\"server\": \"dgx-h1000\"}]}");
    EXPECT_TRUE(Begins(unknown,
                       ":2: price.servers.0.server: is dgx-h1000; expected one of the servers "
                       "cloudmatrix, "));
    EXPECT_TRUE(Has(unknown, "did you mean dgx-h100?"));
    EXPECT_EQ(Message("{\"servers\": [{\"gpus\": 8}]}"), ":2: price.servers.0.server: is missing");
    const std::string numbers = "; expected a list of some of cost, watts";
    EXPECT_EQ(Message("{\"nics\": [{\"rate\": \"1Gbps\", \"cost\": 1, \"assumed\": true}]}"),
              ":2: price.nics.0.assumed: is a boolean (true or false)" + numbers);
    EXPECT_EQ(Message("{\"nics\": [{\"rate\": \"1Gbps\", \"cost\": 1, \"assumed\": [\"rate\"]}]}"),
              ":2: price.nics.0.assumed: has rate" + numbers);
    const TopologyParts star(Topology("StarTopology", {{"Hosts", "65"}, {"Rate", "400Gbps"}}));
    const auto message = MessageOf<InputError>([&] { TopologyCost(star, {}, {}, Fitted()); });
    EXPECT_TRUE(
        Has(message, "price.switches: has no part for switch, 65 ports with 26 Tbit/s in all"));
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"

#include "ns3/fabric-routing.h"
#include "ns3/input-error.h"

#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Links = std::vector<uint32_t>;

/**
 * Hosts 0, 1 on leaf0, hosts 2, 3 on leaf1; nodes 4, 5 are the leaves, 6, 7 the spines. Links 0-3
 * to the hosts; 4, 5 join leaf0 and spine0, 6, 7 leaf0 and spine1, 8, 9 leaf1 and spine0, 10, 11
 * leaf1 and spine1.
 */
class RouteFileTest : public NetworkTest
{
  protected:
    static FabricTopology Generate(const std::string& path)
    {
        return Topology("LeafSpineTopology",
                        "Leaves=2 Spines=2 HostsPerLeaf=2 LinksPerPair=2 RoutesFile=" + path);
    }

    /** @return what reading or following the routes complains of, behind the path */
    static std::string Complaint(const std::string& content)
    {
        return MessageBehindPath<InputError>(content, [](const std::string& path) {
            return FabricRoutes(Generate(path));
        });
    }
};

} // namespace

TEST_F(RouteFileTest, NamesNeighboursSingleLinksAndAllOthers)
{
    const TemporaryFile file("# switch destination neighbours\n"
                             "\n"
                             "leaf0 host2 spine1   # both links of it\n"
                             "leaf0 * spine0/1 spine1/0\n"
                             "spine0 host3 leaf1/0");
    const FabricRoutes routes(Generate(file.GetPath()));
    EXPECT_EQ(routes.GetEgressLinks(4, 2), (Links{6, 7}));
    EXPECT_EQ(routes.GetEgressLinks(4, 3), (Links{5, 6})) << "of all others there is only host3";
    EXPECT_EQ(routes.GetEgressLinks(4, 0), (Links{0})) << "its own hosts are not meant by *";
    EXPECT_EQ(routes.GetEgressLinks(4, 1), (Links{1}));
    EXPECT_EQ(routes.GetEgressLinks(6, 3), (Links{8}));
    EXPECT_EQ(routes.GetEgressLinks(6, 2), (Links{8, 9})) << "no line: the shortest paths";
    EXPECT_EQ(routes.GetEgressLinks(5, 0), (Links{8, 9, 10, 11}));
}

TEST_F(RouteFileTest, WrongLinesAreNamed)
{
    EXPECT_EQ(Complaint("\nleaf9 host2 spine0\n"),
              ":2: switch: 'leaf9' is not a switch; expected the name of a switch, such as leaf0");
    EXPECT_EQ(Complaint("host1 host2 leaf0"),
              ":1: switch: 'host1' is not a switch; expected the name of a switch, such as leaf0");
    EXPECT_EQ(Complaint("leaf0 spine0 spine0"),
              ":1: destination: 'spine0' is not a host; expected the name of a host, such as "
              "host0, or * for all others");
    EXPECT_EQ(Complaint("leaf0 host2\nleaf0 host3 spine0"),
              ":1: neighbour: the line ends before this field");
    EXPECT_EQ(Complaint("leaf0 host2 # spine0"), ":1: neighbour: the line ends before this field");
    EXPECT_EQ(Complaint("leaf0 host2 leaf1"), ":1: neighbour: 'leaf1' has no link to leaf0");
    EXPECT_EQ(Complaint("leaf0 host2 spine0/2"),
              ":1: neighbour: 'spine0/2': there are 2 links, counted from 0");
    EXPECT_EQ(Complaint("leaf0 host2 spine0/x"),
              ":1: neighbour: 'spine0/x' does not end in the number of a link after its /");
    EXPECT_EQ(Complaint(""), ": the file is empty");
}

TEST_F(RouteFileTest, WhatIsWrongTogetherIsBlamedOnALine)
{
    EXPECT_EQ(Complaint("leaf0 host2 spine0\nleaf0 host2 spine1"),
              ":2: route: host2 has two routes at leaf0");
    EXPECT_EQ(Complaint("leaf0 host2 spine0 spine0/1"),
              ":1: route: link 5 at leaf0 is given twice");
    EXPECT_EQ(Complaint("leaf0 host2 host0"),
              ":1: route: host0 at leaf0 is a host and does not forward to host2");
    EXPECT_EQ(Complaint("# up and down again\nspine0 host2 leaf0"),
              ":2: route: packets to host2 run in a loop, leaf0 -> spine0 -> leaf0");
}

TEST_F(RouteFileTest, OneSourceOfRoutesIsEnough)
{
    const TemporaryFile file("switch0 * switch1\n");
    EXPECT_EQ(MessageOf<InputError>([&] {
                  Topology("RingTopology", {{"Clockwise", "true"}, {"RoutesFile", file.GetPath()}});
              }),
              "ns3::RingTopology: RoutesFile: is set, but this topology defines its own routes");
}

TEST_F(RouteFileTest, AMissingFileIsAnError)
{
    EXPECT_THROW(Generate("/nowhere/routes.txt"), InputError);
}

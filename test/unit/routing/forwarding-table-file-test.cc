// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "run-program.h"
#include "temporary-file.h"

#include "ns3/forwarding-table-file.h"
#include "ns3/input-error.h"
#include "ns3/routing-engine.h"

#include <string>

using namespace ns3;

namespace
{

/** Two hosts on each of two switches; the links between hosts and switches are 0 to 3. */
FabricTopology
MakePair()
{
    FabricTopology topology;
    for (const char* name : {"a", "b", "c", "d"})
    {
        topology.AddHost(name);
    }
    topology.AddSwitch("left");
    topology.AddSwitch("right");
    for (uint32_t host = 0; host < 4; ++host)
    {
        topology.AddLink({host, 4 + host / 2, 1'000'000'000, 0});
    }
    topology.AddLink({4, 5, 1'000'000'000, 0});
    return topology;
}

const std::string LEFT = "Unicast lids [0x0-0x6] of switch Lid 5 guid 0x0000000000000005 (left):\n"
                         "  Lid  Out   Destination\n"
                         "       Port     Info\n"
                         "0x0001 001 : (Channel Adapter portguid 0x0000000000000001: 'a')\n"
                         "0x0002 002 : (Channel Adapter portguid 0x0000000000000002: 'b')\n"
                         "0x0003 003 : (Channel Adapter portguid 0x0000000000000003: 'c')\n"
                         "0x0004 003 : (Channel Adapter portguid 0x0000000000000004: 'd')\n"
                         "0x0005 000 : (Switch portguid 0x0000000000000005: 'left')\n"
                         "0x0006 003 : (Switch portguid 0x0000000000000006: 'right')\n"
                         "6 valid lids dumped\n\n";
const std::string RIGHT =
    "Unicast lids [0x0-0x6] of switch Lid 6 guid 0x0000000000000006 (right):\n"
    "  Lid  Out   Destination\n"
    "       Port     Info\n"
    "0x0001 003 : (Channel Adapter portguid 0x0000000000000001: 'a')\n"
    "0x0002 003 : (Channel Adapter portguid 0x0000000000000002: 'b')\n"
    "0x0003 001 : (Channel Adapter portguid 0x0000000000000003: 'c')\n"
    "0x0004 002 : (Channel Adapter portguid 0x0000000000000004: 'd')\n"
    "0x0005 003 : (Switch portguid 0x0000000000000005: 'left')\n"
    "0x0006 000 : (Switch portguid 0x0000000000000006: 'right')\n"
    "6 valid lids dumped\n\n";

/** @return the text with one part replaced by another one */
std::string
Replace(std::string text, const std::string& part, const std::string& by)
{
    const size_t place = text.find(part);
    EXPECT_NE(place, std::string::npos) << part;
    return text.replace(place, part.size(), by);
}

class ForwardingTableFileTest : public NetworkTest
{
  protected:
    /** @return the message about a file, without its path */
    static std::string Message(const std::string& content)
    {
        return MessageBehindPath<InputError>(content, [](const std::string& path) {
            ReadForwardingTables(path, MakePair());
        });
    }

    /** Expects a message about the tables with a part of the right switch's table replaced. */
    static void ExpectRight(const std::string& part, const std::string& by, const std::string& text)
    {
        EXPECT_EQ(Message(LEFT + Replace(RIGHT, part, by)), text);
    }

    static void ExpectSame(const LinearForwardingTables& a, const LinearForwardingTables& b)
    {
        EXPECT_EQ(a.GetLmc(), b.GetLmc());
        ASSERT_EQ(a.GetTopLid(), b.GetTopLid());
        const auto& topology = a.GetTopology();
        for (uint32_t lid = 0; lid <= a.GetTopLid(); ++lid)
        {
            ASSERT_EQ(a.GetNode(lid), b.GetNode(lid)) << lid;
            for (uint32_t node = 0; node < topology.nodes.size(); ++node)
            {
                if (!topology.IsHost(node))
                {
                    ASSERT_EQ(a.GetLink(node, lid), b.GetLink(node, lid)) << node << " " << lid;
                }
            }
        }
    }
};

} // namespace

TEST_F(ForwardingTableFileTest, IsWrittenAsTheToolsDo)
{
    const TemporaryFile file("");
    Make<RoutingEngine>("MinHopRouting", {{"TablesFile", file.GetPath()}})->Route(MakePair());
    EXPECT_EQ(Read(file.GetPath()), LEFT + RIGHT);
}

TEST_F(ForwardingTableFileTest, IsReadBackTheSame)
{
    const auto torus = Topology("TorusTopology", {{"Dimensions", "4x3"}, {"HostsPerSwitch", "2"}});
    const auto tree = Topology("FatTreeTopology", {{"K", "4"}});
    const auto random = Topology("RandomRegularTopology", {});
    const TemporaryFile file("");
    for (const auto& [topology, engine] : {std::pair(&torus, "DimensionOrderRouting"),
                                           std::pair(&tree, "FatTreeRouting"),
                                           std::pair(&random, "UpDownRouting")})
    {
        for (const std::string lmc : {"0", "3"})
        {
            const auto routes =
                Make<RoutingEngine>(engine, {{"TablesFile", file.GetPath()}, {"Lmc", lmc}})
                    ->Route(*topology);
            const auto tables = ReadForwardingTables(file.GetPath(), *topology);
            ExpectSame(*routes.GetTables(), *tables);
            const TemporaryFile copy("");
            WriteForwardingTables(copy.GetPath(), *tables);
            EXPECT_EQ(Read(copy.GetPath()), Read(file.GetPath()));
        }
    }
}

TEST_F(ForwardingTableFileTest, OtherLidsAndNamesOfTheToolsAreTaken)
{
    // Comments, adapters by "name device", switches found by directed route, no LIDs of switches.
    const std::string left = "# of a subnet\n"
                             "Unicast lids [0x0-0x40] of switch DR path slid 0; dlid 0; 0,1 guid "
                             "0x2c90200 (left):\n"
                             "0x0010 001 : (Channel Adapter portguid 0x7: 'a HCA-1')\n"
                             "0x0012 002 : (Channel Adapter portguid 0x8: 'b mlx5_0')\n"
                             "0x0030 003 : (Channel Adapter portguid 0x9: 'c')\r\n"
                             "0x0040 003 : (Channel Adapter portguid 0xa: 'd')\n"
                             "4 valid lids dumped\n";
    std::string right = Replace(left, "(left)", "(right)");
    right = Replace(right, "0x0010 001", "0x0010 003");
    right = Replace(right, "0x0012 002", "0x0012 003");
    right = Replace(right, "0x0030 003", "0x0030 001");
    right = Replace(right, "0x0040 003", "0x0040 002");
    const TemporaryFile file(left + right);
    const auto tables = ReadForwardingTables(file.GetPath(), MakePair());
    EXPECT_EQ(tables->GetLmc(), 0);
    EXPECT_EQ(tables->GetLid(1), 0x12u);
    EXPECT_EQ(tables->GetNode(0x30), 2u);
    EXPECT_EQ(tables->PathLinks(0, 3, 0), (std::vector<uint32_t>{0, 4, 3}));
    EXPECT_EQ(Make<RoutingEngine>("TableFileRouting", {{"File", file.GetPath()}})
                  ->Route(MakePair())
                  .PathLinks(3, 1),
              (std::vector<uint32_t>{3, 4, 1}));
}

TEST_F(ForwardingTableFileTest, ErrorsNameTheLine)
{
    // RIGHT begins in line 12, its entries in line 15.
    ExpectRight("(right)", "(top)", ":12: name: 'top' is not a switch of the topology");
    ExpectRight("(right)", "right", ":12: switch: the name in parentheses is missing");
    ExpectRight("(right)", "(left)", ":12: switch: left has two tables, the first one in line 1");
    ExpectRight("0x0001 003", "0xzz 003", ":15: lid: 'zz' is not a number from 0 to 0xbfff");
    ExpectRight("0x0001 003", "0xc000 003", ":15: lid: 'c000' is not a number from 0 to 0xbfff");
    ExpectRight("0x0001 003",
                "0x0001 004",
                ":15: port of right: '004' is not a number from 0 to 3");
    ExpectRight("0x0001 003",
                "0x0001 000",
                ":15: port: does not fit the destination; port 0 is the switch itself, other ports "
                "lead to other nodes");
    ExpectRight("'a'", "a", ":15: destination: the name in quotes is missing");
    ExpectRight("'a'", "'left'", ":15: name: 'left' is not a host of the topology");
    ExpectRight("0x0002", "0x0001", ":16: lid: 0x0001 belongs to a in line 4 and to b here");
    ExpectRight("6 valid", "7 valid", ":21: count: 7 LIDs announced, but the table has 6");
    ExpectRight("6 valid lids dumped\n",
                "",
                ":21: count: the table of right has no end; expected \"N valid lids dumped\"");
    ExpectRight("  Lid ",
                "nonsense",
                ":13: expected \"Unicast lids [...] of switch ... (name):\", \"0xLID PORT : "
                "(...)\" or \"N valid lids dumped\"");
    EXPECT_EQ(Message(LEFT), ": switch: right has no table");
    EXPECT_EQ(Message("0x0001 001 : ('a')\n"),
              ":1: lid: is not in the table of a switch; expected \"Unicast lids [...\" before it");
}

TEST_F(ForwardingTableFileTest, TablesThatDoNotDeliverAreRefused)
{
    ExpectRight("0x0004 002",
                "0x0004 003",
                ":18: port: packets to d (LID 4) run in a loop, left -> right -> left");
    ExpectRight("0x0004 002", "0x0004 001", ":18: port: packets to d (LID 4) leave right for c");
    ExpectRight("0x0004 002 : (Channel Adapter portguid 0x0000000000000004: 'd')\n",
                "",
                ":20: count: 6 LIDs announced, but the table has 5");
    const std::string five =
        Replace(RIGHT, "0x0004 002 : (Channel Adapter portguid 0x0000000000000004: 'd')\n", "");
    EXPECT_EQ(Message(LEFT + Replace(five, "6 valid", "5 valid")),
              ":12: port: packets to d (LID 4) have no port at right");
}

TEST_F(ForwardingTableFileTest, LidsHaveToFitTheirMask)
{
    // Host d has two LIDs, all others one.
    const std::string more = "0x0007 003 : (Channel Adapter portguid 0x4: 'd')\n7 valid";
    EXPECT_EQ(Message(Replace(LEFT, "6 valid", more) + RIGHT),
              ":10: lid: LIDs of d are not consecutive");
    // Two LIDs of a alone: the others want for one.
    std::string left = Replace(LEFT, "'b'", "'a'");
    std::string right = Replace(RIGHT, "'b'", "'a'");
    EXPECT_EQ(Message(left + right),
              ": lid: a has 2 LIDs from 0x0001; expected 2 LIDs per host, starting at a multiple "
              "of that number");
}

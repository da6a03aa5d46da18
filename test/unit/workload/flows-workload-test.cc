// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "separate-hosts.h"
#include "temporary-file.h"

#include "ns3/flows-workload.h"
#include "ns3/input-error.h"
#include "ns3/string.h"

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

FabricJob
Build(const std::vector<std::pair<std::string, std::string>>& attributes)
{
    const auto workload = CreateObject<FlowsWorkload>();
    for (const auto& [name, value] : attributes)
    {
        workload->SetAttribute(name, StringValue(value));
    }
    return workload->Build(SeparateHosts({10, 11, 12, 13}));
}

FabricJob
BuildFile(const std::string& text)
{
    const TemporaryFile file(text);
    return Build({{"File", file.GetPath()}});
}

std::string
ErrorOfList(const std::string& flows)
{
    return MessageOf<InputError>([&] { Build({{"Flows", flows}}); });
}

std::string
ErrorOfFile(const std::string& text)
{
    return MessageBehindPath<InputError>(text, [](const std::string& path) {
        Build({{"File", path}});
    });
}

/** A flow 2 to 0 with all keys, and one of 3 to 1 with the required ones. */
void
ExpectTwoFlows(const FabricJob& job)
{
    const auto& nodes = job.graph.GetNodes();
    ASSERT_EQ(nodes.size(), 4u); // a SEND and a RECV each
    EXPECT_EQ(nodes[0].rank, 2u);
    EXPECT_EQ(nodes[0].peer, 0u);
    EXPECT_EQ(nodes[0].channel, 0u);
    EXPECT_EQ(nodes[0].bytes, 65536u);
    EXPECT_EQ(nodes[0].timePs, 1'500'000);
    EXPECT_EQ(nodes[0].serviceLevel, 4);
    EXPECT_EQ(nodes[2].rank, 3u);
    EXPECT_EQ(nodes[2].peer, 1u);
    EXPECT_EQ(nodes[2].channel, 1u);
    EXPECT_EQ(nodes[2].bytes, 7u);
    EXPECT_EQ(nodes[2].timePs, 0);
    EXPECT_LT(nodes[2].serviceLevel, 0); // that of the NIC
    ASSERT_EQ(job.flows.size(), 2u);
    EXPECT_EQ(job.flows[0].name, "one");
    EXPECT_EQ(job.flows[0].maxRatebps, 40'000'000'000u);
    EXPECT_EQ(job.flows[1].name, "");
    EXPECT_EQ(job.flows[1].maxRatebps, 0u);
}

} // namespace

TEST(FlowsWorkload, AListAndAFileAreTheSame)
{
    ExpectTwoFlows(Build({{"Flows",
                           "from=2:to=0:bytes=64KiB:start=1.5us:rate=40Gbps:name=one:priority=4,"
                           "from=3:to=1:bytes=7"}}));
    ExpectTwoFlows(BuildFile("# name first\nname,from,to,start,bytes,rate,priority\n"
                             "one, 2, 0, 1500ns, 64KiB, 40Gbps, 4\n\n,3,1,,7,,\n"));
    ExpectTwoFlows(BuildFile("to,from,rate,bytes,name,start,priority\n"
                             "0,2,5GB/s,65536,one,1.5us,4\n1,3,,7B,,0,\n"));
}

TEST(FlowsWorkload, FlowsWithoutTermsCostNothing)
{
    EXPECT_TRUE(Build({{"Flows", "from=0:to=1:bytes=1,from=0:to=1:bytes=1"}}).flows.empty());
}

TEST(FlowsWorkload, RanksAreThoseOfThePlacement)
{
    const FabricJob job = Build({{"Flows", "from=1:to=0:bytes=9"}, {"Hosts", "3,2"}});
    EXPECT_EQ(job.hostOfRank, (std::vector<uint32_t>{3, 2}));
    EXPECT_EQ(job.graph.GetNodes()[0].rank, 1u);
}

TEST(FlowsWorkload, WrongLists)
{
    const std::string head = "ns3::FlowsWorkload: Flows: flow 0: ";
    EXPECT_EQ(ErrorOfList(""),
              "ns3::FlowsWorkload: Flows: is empty, and no File is given; expected at least one "
              "flow");
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"from=0:to=1", "bytes: is missing; expected from, to and bytes for every flow"},
        {"from=0:to=4:bytes=1", "to: is \"4\"; expected a rank of the job, 0 to 3"},
        {"from=-1:to=1:bytes=1", "from: is \"-1\"; expected a rank of the job, 0 to 3"},
        {"from=1:to=1:bytes=1", "to: rank 1 is also the sender; expected another rank"},
        {"from=0:to=1:bytes=0", "bytes: is \"0\"; expected a size of 1 B or more, such as 64KiB"},
        {"from=0:to=1:bytes=1x", "bytes: is \"1x\"; expected a size of 1 B or more, such as 64KiB"},
        {"from=0:to=1:bytes=1:rate=5",
         "rate: is \"5\"; expected a positive rate with its unit, such as 40Gbps"},
        {"from=0:to=1:bytes=1:rate=0Gbps",
         "rate: is \"0Gbps\"; expected a positive rate with its unit, such as 40Gbps"},
        {"from=0:to=1:bytes=1:start=-1us",
         "start: is \"-1us\"; expected a time with its unit, at most 1000000s, such as 10us"},
        {"from=0:to=1:bytes=1:priority=8", "priority: is \"8\"; expected a priority from 0 to 7"},
        {"from=0:to=1:bytes=1:name=a\"b",
         "name: is \"a\"b\"; expected printable ASCII without commas and quotes"},
        {"from=0:to=1:bytes=1:bytes=2", "bytes: is given twice; expected once"},
        {"from=0:to=1:size=1",
         "size: is unknown; expected from, to, bytes, start, rate, name and priority"}};
    for (const auto& [flows, message] : cases)
    {
        EXPECT_EQ(ErrorOfList(flows), head + message);
    }
}

TEST(FlowsWorkload, WrongFiles)
{
    EXPECT_EQ(ErrorOfFile("# flows\nfrom,to,size\n0,1,1\n"),
              ":2: size: is unknown or given twice; expected a heading of from, to, bytes, start, "
              "rate, name and priority");
    EXPECT_EQ(ErrorOfFile("from,to,to,bytes\n0,1,1,1\n"),
              ":1: to: is unknown or given twice; expected a heading of from, to, bytes, start, "
              "rate, name and priority");
    EXPECT_EQ(ErrorOfFile("from,to,bytes\n"),
              ": has no flow; expected a heading and a line for every flow");
    EXPECT_EQ(ErrorOfFile("from,to,bytes\n0,1,1\n0,1\n"),
              ":3: has 2 fields; expected 3: from,to,bytes");
    EXPECT_EQ(ErrorOfFile("from,to,bytes\n0,1,1\n\n0,7,1\n"),
              ":4: to: is \"7\"; expected a rank of the job, 0 to 3");
    EXPECT_EQ(ErrorOfFile("from,to,bytes\n0,1,\n"),
              ":2: bytes: is missing; expected from, to and bytes for every flow");
}

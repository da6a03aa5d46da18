// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"
#include "has-text.h"
#include "make-object.h"

#include "ns3/fabric-workload.h"
#include "ns3/graph-limit.h"
#include "ns3/host-map.h"
#include "ns3/input-error.h"
#include "ns3/memory-limit.h"
#include "ns3/request-arrivals.h"
#include "ns3/topology-generator.h"

#include <fstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

using namespace ns3;

namespace
{

class MemoryLimitTest : public FabricTest
{
  protected:
    /** @return what an object says when it is asked to build a job on four hosts of 100 Gb/s */
    static std::string ErrorOf(const std::string& type, const Attributes& attributes)
    {
        HostMap hosts;
        hosts.node = {0, 1, 2, 3};
        hosts.server = hosts.node;
        hosts.leaf = {4, 4, 4, 4};
        hosts.ratebps.assign(4, 100'000'000'000);
        hosts.taken.assign(4, false);
        const auto workload = Make<FabricWorkload>(type, attributes);
        workload->AssignStreams(1);
        return MessageOf<InputError>([&] { workload->Build(hosts); });
    }
};

} // namespace

TEST_F(MemoryLimitTest, TheLimitOfTheAddressSpaceCounts)
{
    EXPECT_GT(GetAvailableMemoryBytes(), 0u);
    std::ifstream statm("/proc/self/statm");
    uint64_t pages = 0;
    ASSERT_TRUE(statm >> pages);
    const uint64_t used = pages * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
    rlimit limit = before;
    constexpr uint64_t LEFT = 500'000'000;
    limit.rlim_cur = used + LEFT;
    ASSERT_EQ(setrlimit(RLIMIT_AS, &limit), 0);
    const uint64_t available = GetAvailableMemoryBytes();
    // 5e6 nodes of 60 B fit; 1e7 do not.
    const std::string fits = DescribeGraphShortage(5e6);
    const std::string doesNot = DescribeGraphShortage(1e7);
    ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
    EXPECT_LE(available, LEFT);
    EXPECT_GT(available, LEFT - 50'000'000);
    EXPECT_EQ(fits, "");
    EXPECT_EQ(doesNot.substr(0, 53), "10000000 nodes of a graph, 0.6 GB of memory, and 0.5 ");
    EXPECT_EQ(DescribeGraphShortage(3e8), "more than 268435456 nodes of a graph");
    EXPECT_EQ(DescribeMemoryShortage(1), "");
    EXPECT_EQ(DescribeMemoryShortage(1e18).substr(0, 31), "1000000000.0 GB of memory, and ");
}

TEST_F(MemoryLimitTest, LoadsWithoutBoundAreRefusedBeforeTheyAreBuilt)
{
    // 4 hosts of 100 Gb/s with 30 % in flows of 1,250,000 B: 12,000 a second, 9e6 s of them.
    EXPECT_EQ(ErrorOf("PoissonWorkload", {{"Duration", "9000000s"}, {"Sizes", "1250000"}}),
              "ns3::PoissonWorkload: Duration, Flows and load: need more than 268435456 nodes of a "
              "graph; they make about 108000000000 flows; use smaller values");
    EXPECT_TRUE(Has(ErrorOf("OnOffWorkload", {{"Duration", "9000000s"}}), "need more than"));
    EXPECT_TRUE(Has(ErrorOf("PeriodicIncastWorkload", {{"Duration", "9000000s"}, {"Sources", "3"}}),
                    "need more than"));
    EXPECT_TRUE(
        Has(ErrorOf("CollectiveWorkload",
                    {{"Bytes", "9223372036854775807"}, {"Algorithm", "ns3::SharpAllReduce"}}),
            "9223372036854775807 B in operations of at most 1073741792 B"));
}

TEST_F(MemoryLimitTest, RequestsAndHostsWithoutBoundAreRefused)
{
    const auto arrivals = Make<RequestArrivals>("PoissonArrivals", {{"Requests", "4294967295"}});
    const auto message = MessageOf<InputError>([&] { arrivals->Build(); });
    EXPECT_EQ(message.substr(0, 64),
              "ns3::PoissonArrivals: Requests: are 4294967295 and need " + message.substr(56, 8));
    EXPECT_TRUE(Has(message, "GB are available; use less"));
    const auto star = Make<TopologyGenerator>("StarTopology", {{"Hosts", "65536"}});
    EXPECT_EQ(MessageOf<InputError>([&] { star->Generate(); }),
              "ns3::StarTopology: Hosts: is 65536; expected at most 8192 on one switch");
    FabricTopology topology;
    topology.AddSwitch("switch0");
    for (uint32_t host = 1; host <= 8193; ++host)
    {
        topology.AddHost("host");
        topology.AddLink({0, host, 1'000'000'000, 1000});
    }
    topology.origin = "here";
    EXPECT_EQ(MessageOf<InputError>([&] { topology.Validate(); }),
              "here: switch0 has 8193 ports; expected at most 8192 per switch");
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "network-test.h"

#include "ns3/aggregation-endpoint.h"
#include "ns3/aggregation-header.h"

#include <map>
#include <set>
#include <tuple>

namespace ns3
{
namespace
{

/** Random networks, groups and sizes, with traffic of queue pairs on the same links. */
class AggregationPropertyTest : public NetworkTest
{
  protected:
    /** One result that a member has got. */
    struct Seen
    {
        uint32_t contributions;
        uint64_t value;
    };

    /** @return some hosts, at least two, as text */
    static std::string Hosts(Dice& dice, uint32_t count)
    {
        std::set<uint32_t> hosts;
        for (const uint32_t wanted = 2 + dice(count - 1); hosts.size() < wanted;)
        {
            hosts.insert(dice(count));
        }
        std::string text;
        for (const uint32_t host : hosts)
        {
            text += (text.empty() ? "" : ",") + std::to_string(host);
        }
        return text;
    }

    /** @return finish times of all jobs */
    std::vector<int64_t> RunRandom(uint32_t seed)
    {
        Dice dice(seed);
        const std::vector<FabricTopology> topologies{
            Topology("LeafSpineTopology",
                     {{"Leaves", "3"}, {"Spines", "2"}, {"HostsPerLeaf", "4"}}),
            Topology("RandomRegularTopology",
                     {{"Switches", "6"}, {"Degree", "3"}, {"HostsPerSwitch", "2"}}),
            Topology("FatTreeTopology", {{"K", "4"}})};
        const auto& topology = topologies[dice(3)];
        Build("InfiniBandFabric",
              {{"Aggregation",
                "ns3::SwitchAggregation[MaxStreamingTreesPerPort=0|LowLatencyOutstanding=" +
                    std::to_string(1 + dice(8)) +
                    "|StreamingWindowBytes=" + std::to_string(dice(2) * (1 + dice(100'000))) +
                    "|Latency=" + std::to_string(dice(1000)) + "ns]"}},
              topology);
        const uint32_t hosts = topology.GetHostCount();
        m_results.clear();
        for (uint32_t i = 1 + dice(3); i > 0; --i)
        {
            const std::vector<std::string> algorithms{"SharpAllReduce",
                                                      "SharpReduce",
                                                      "SharpBroadcast",
                                                      "SharpBarrier"};
            const std::string& algorithm = algorithms[dice(4)];
            const std::string sizes = "[StreamingBytes=" + std::to_string(dice(40'000)) +
                                      "|MaxMessageBytes=30000]"; // a barrier has none
            Add("CollectiveWorkload",
                {{"Algorithm", "ns3::" + algorithm + (algorithm == "SharpBarrier" ? "" : sizes)},
                 {"Hosts", Hosts(dice, hosts)},
                 {"Bytes", std::to_string(1 + dice(60'000))},
                 {"Start", std::to_string(dice(3)) + "us"},
                 {"Iterations", std::to_string(1 + dice(3))}});
        }
        Add("PermutationWorkload", {{"Bytes", std::to_string(1 + dice(200'000))}});
        for (const auto& nic : m_network.nics)
        {
            if (const auto endpoint = nic->GetPort().GetObject<AggregationEndpoint>())
            {
                for (const auto& member : endpoint->GetMembers())
                {
                    member->TraceConnectWithoutContext(
                        "Result",
                        MakeCallback(&AggregationPropertyTest::OnResult, this));
                }
            }
        }
        Simulator::Run();
        std::vector<int64_t> ends;
        for (const auto& job : m_jobs)
        {
            ends.push_back(job->GetFinishPs());
        }
        return ends;
    }

    void OnResult(const FabricPacket& packet)
    {
        const auto& result = packet.As<AggregationHeader>();
        m_results[{result.tree, result.number}].push_back({result.contributions, result.value});
    }

    /** By tree and number. */
    std::map<std::tuple<uint32_t, uint32_t>, std::vector<Seen>> m_results;
};

TEST_F(AggregationPropertyTest, EveryMemberGetsEveryContributionOnce)
{
    for (uint32_t seed = 1; seed <= 12; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        RunRandom(seed);
        ExpectLosslessEnd(); // credits are conserved, every job is complete
        ASSERT_FALSE(m_results.empty());
        for (const auto& [number, results] : m_results)
        {
            // At most 16 members: their words are bits, so as many contributions as members and
            // all of these bits set are each of them once. Each of them has got a result.
            for (const auto& result : results)
            {
                ASSERT_EQ(result.contributions, results.size());
                ASSERT_EQ(result.value, (uint64_t{1} << results.size()) - 1);
            }
        }
        for (const auto& nic : m_network.nics)
        {
            const auto endpoint = nic->GetPort().GetObject<AggregationEndpoint>();
            for (std::size_t i = 0; endpoint && i < endpoint->GetMembers().size(); ++i)
            {
                const auto& counters = endpoint->GetMembers()[i]->GetCounters();
                EXPECT_EQ(counters.wrongSums, 0u);
                EXPECT_EQ(counters.packetsSent, counters.packetsReceived);
            }
        }
        TearDown();
        SetUp();
    }
}

TEST_F(AggregationPropertyTest, TheSameSeedGivesTheSameTimes)
{
    const auto first = RunRandom(5);
    TearDown();
    SetUp();
    EXPECT_EQ(RunRandom(5), first);
}

} // namespace
} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "has-text.h"
#include "network-test.h"

#include "ns3/aggregation-endpoint.h"
#include "ns3/aggregation-engine.h"
#include "ns3/double.h"
#include "ns3/input-error.h"

#include <sstream>

namespace ns3
{
namespace
{

constexpr int64_t PS_PER_BYTE = 80; //!< at 100 Gb/s
/** Size of a request without data: LRH 8, BTH 12, header 16, ICRC 4, VCRC 2; and delimiters 4. */
constexpr int64_t EMPTY_WIRE_BYTES = 46;
constexpr int64_t DELAY_PS = 1'000'000;
constexpr int64_t PIPELINE_PS = 130'000;
constexpr int64_t SUM_PS = 750'000;   //!< the default of SwitchAggregation
constexpr uint64_t FULL_BYTES = 4080; //!< what a header of 16 B leaves of an MTU of 4096

class AggregationTest : public NetworkTest
{
  protected:
    /** Hosts on one switch. */
    void BuildStar(uint32_t hosts, const std::string& aggregation = "ns3::SwitchAggregation")
    {
        Build("InfiniBandFabric",
              {{"Aggregation", aggregation}},
              Topology("StarTopology",
                       {{"Hosts", std::to_string(hosts)}, {"Rate", "100Gbps"}, {"Delay", "1us"}}));
    }

    /** Eight leaves, two spines, four hosts per leaf, all links alike. */
    void BuildLeafSpine(const std::string& aggregation = "ns3::SwitchAggregation")
    {
        Build("InfiniBandFabric",
              {{"Aggregation", aggregation}},
              Topology("LeafSpineTopology",
                       "Leaves=8 Spines=2 HostsPerLeaf=4 HostRate=100Gbps UplinkRate=100Gbps "
                       "HostDelay=1us UplinkDelay=1us"));
    }

    /** @return its job, run to the end */
    Ptr<GraphExecutor> Run(const std::string& algorithm,
                           uint64_t bytes,
                           const Attributes& more = {})
    {
        Attributes attributes = more;
        attributes.emplace_back("Algorithm", "ns3::" + algorithm);
        attributes.emplace_back("Bytes", std::to_string(bytes));
        const auto job = Add("CollectiveWorkload", attributes);
        Simulator::Run();
        return job;
    }

    /** @return ps from the start to the end of a job */
    static int64_t Duration(const Ptr<GraphExecutor>& job)
    {
        return job->GetFinishPs() - job->GetStartPs();
    }

    /** @return that of a host, which has one */
    const AggregationMember& Member(uint32_t host) const
    {
        return *m_network.nics[host]->GetPort().GetObject<AggregationEndpoint>()->GetMembers()[0];
    }

    /** Expects a job to be refused with these words. */
    void ExpectRefused(const Attributes& attributes, const std::string& words)
    {
        const auto message = MessageOf<InputError>([&] { Add("CollectiveWorkload", attributes); });
        EXPECT_TRUE(Has(message, words)) << message << "; expected: " << words;
    }
};

TEST_F(AggregationTest, ARequestTakesWhatTheTreeTakes)
{
    BuildStar(4);
    const auto job = Run("SharpAllReduce", 1000);
    // Up: the wire, the link, the pipeline, the sum. Down: the wire and the link.
    const int64_t wirePs = (EMPTY_WIRE_BYTES + 1000) * PS_PER_BYTE;
    EXPECT_EQ(Duration(job), 2 * (wirePs + DELAY_PS) + PIPELINE_PS + SUM_PS);
    ExpectLosslessEnd();
}

TEST_F(AggregationTest, EachLevelAddsALinkAPipelineAndASum)
{
    BuildLeafSpine();
    const auto job = Run("SharpBarrier", 1);
    // Host, leaf, spine, leaf, host: four links, three pipelines, sums at leaf and spine.
    const int64_t wirePs = EMPTY_WIRE_BYTES * PS_PER_BYTE;
    EXPECT_EQ(Duration(job), 4 * (wirePs + DELAY_PS) + 3 * PIPELINE_PS + 2 * SUM_PS);
    for (uint32_t host = 0; host < 32; ++host)
    {
        EXPECT_EQ(Member(host).GetCounters().packetsSent, 1u);
        EXPECT_EQ(Member(host).GetCounters().payloadBytesSent, 0u);
    }
    ExpectLosslessEnd();
}

TEST_F(AggregationTest, StreamingTakesTheTimeOfTheDataWhateverTheNumberOfHosts)
{
    constexpr uint64_t BYTES = 4'000'000;
    const uint64_t packets = (BYTES + FULL_BYTES - 1) / FULL_BYTES;
    BuildLeafSpine();
    const auto job = Run("SharpAllReduce", BYTES);
    // The last packet leaves when all have left, and then crosses three more links.
    const auto wirePs = static_cast<int64_t>(packets * EMPTY_WIRE_BYTES + BYTES) * PS_PER_BYTE;
    const int64_t lastPs =
        static_cast<int64_t>(BYTES - (packets - 1) * FULL_BYTES + EMPTY_WIRE_BYTES) * PS_PER_BYTE;
    const int64_t idlePs = 4 * DELAY_PS + 3 * PIPELINE_PS + 2 * SUM_PS;
    // Credit packets of 8 B, one per 8 KB in either direction, take their part of the links.
    EXPECT_NEAR(Duration(job), wirePs + 3 * lastPs + idlePs, 0.004 * wirePs);
    // S/B and the latency of a full packet.
    EXPECT_NEAR(Duration(job), BYTES * PS_PER_BYTE + idlePs, 0.02 * BYTES * PS_PER_BYTE);
    for (uint32_t host = 0; host < 32; ++host)
    {
        const auto& counters = Member(host).GetCounters();
        EXPECT_EQ(counters.payloadBytesSent, BYTES);
        EXPECT_EQ(counters.payloadBytesReceived, BYTES);
        EXPECT_EQ(counters.wrongSums, 0u);
    }
    ExpectLosslessEnd();
}

TEST_F(AggregationTest, TheWindowLimitsSmallRequests)
{
    BuildStar(4, "ns3::SwitchAggregation[LowLatencyOutstanding=2|LowLatencyPayloadBytes=256]");
    constexpr uint64_t BYTES = 64 * 256;
    const auto job =
        Run("SharpAllReduce[StreamingBytes=1000000]", BYTES); // 64 requests, two at a time
    // The second request of each pair follows the first one by its time on the wire.
    const int64_t wirePs = (EMPTY_WIRE_BYTES + 256) * PS_PER_BYTE;
    const int64_t roundPs = 2 * (wirePs + DELAY_PS) + PIPELINE_PS + SUM_PS;
    EXPECT_NEAR(Duration(job), 32 * roundPs + wirePs, 0.001 * 32 * roundPs);
    ExpectLosslessEnd();
}

TEST_F(AggregationTest, SlowArithmeticLimitsTheRate)
{
    BuildStar(4, "ns3::SwitchAggregation[Rate=50Gbps]");
    constexpr uint64_t BYTES = 1'000'000;
    const auto job = Run("SharpAllReduce", BYTES);
    const double arithmeticPs = BYTES * 8 / 50e9 * 1e12;
    EXPECT_NEAR(Duration(job), arithmeticPs + 2 * DELAY_PS + SUM_PS, 0.02 * arithmeticPs);
    ExpectLosslessEnd();
}

TEST_F(AggregationTest, AReduceSendsTheDataToItsRootOnly)
{
    BuildLeafSpine();
    constexpr uint64_t BYTES = 100'000;
    Run("SharpReduce[Root=5]", BYTES);
    for (uint32_t host = 0; host < 32; ++host)
    {
        EXPECT_EQ(Member(host).GetCounters().payloadBytesSent, BYTES);
        EXPECT_EQ(Member(host).GetCounters().payloadBytesReceived, host == 5 ? BYTES : 0);
    }
    // Data down the tree: from the spine to the leaf of host 5, and on to it.
    uint64_t below = 0;
    for (const auto& fabricSwitch : m_network.fabricSwitches)
    {
        for (const auto& port : fabricSwitch->GetPorts())
        {
            below += port->GetCounters(0).payloadBytes;
        }
    }
    // Up: eight leaves to the spine.
    EXPECT_EQ(below, (8 + 2) * BYTES);
    ExpectLosslessEnd();
}

TEST_F(AggregationTest, ABroadcastTakesTheDataFromItsRootOnly)
{
    BuildLeafSpine();
    constexpr uint64_t BYTES = 100'000;
    const auto job = Run("SharpBroadcast[Root=5]", BYTES);
    for (uint32_t host = 0; host < 32; ++host)
    {
        EXPECT_EQ(Member(host).GetCounters().payloadBytesSent, host == 5 ? BYTES : 0);
        EXPECT_EQ(Member(host).GetCounters().payloadBytesReceived, host == 5 ? 0 : BYTES);
    }
    EXPECT_GT(Duration(job), static_cast<int64_t>(BYTES) * PS_PER_BYTE);
    ExpectLosslessEnd();
}

TEST_F(AggregationTest, IterationsFollowEachOtherOnOneTree)
{
    BuildStar(4);
    constexpr uint64_t BYTES = 400'000;
    const auto job = Run("SharpAllReduce", BYTES, {{"Iterations", "5"}});
    EXPECT_EQ(m_network.fabricSwitches[0]->GetObject<AggregationEngine>()->GetTreeCount(), 1u);
    EXPECT_EQ(Member(0).GetCounters().completed, 5u);
    EXPECT_EQ(Member(0).GetCounters().payloadBytesReceived, 5 * BYTES);
    EXPECT_GT(Duration(job), static_cast<int64_t>(5 * BYTES) * PS_PER_BYTE);
    ExpectLosslessEnd();
}

TEST_F(AggregationTest, ItSharesALinkWithQueuePairs)
{
    // Host 0 also sends a message of the same size: each gets about half of its link.
    BuildStar(4);
    constexpr uint64_t BYTES = 4'000'000;
    Add("IncastWorkload", {{"Hosts", "0"}, {"Target", "3"}, {"Bytes", std::to_string(BYTES)}});
    const auto job = Run("SharpAllReduce", BYTES, {{"Hosts", "0-2"}});
    EXPECT_NEAR(Duration(job), 2 * BYTES * PS_PER_BYTE, 0.04 * 2 * BYTES * PS_PER_BYTE);
    EXPECT_NEAR(Duration(m_jobs[0]), Duration(job), 0.02 * Duration(job));
    ExpectLosslessEnd();
}

TEST_F(AggregationTest, ALostPacketFailsTheOperationInTime)
{
    BuildStar(4, "ns3::SwitchAggregation[Timeout=1ms]");
    m_network.channels[2]->SetAttribute("ErrorRate", DoubleValue(0.05));
    const auto job = Run("SharpAllReduce", 1'000'000); // 246 packets, each way
    EXPECT_TRUE(job->IsFinished());
    EXPECT_TRUE(job->HasFailed());
    EXPECT_EQ(job->GetCompletedNodes(), 0u);
    EXPECT_LT(Duration(job), int64_t{2'000'000'000}); // within 1 ms of the last result
    EXPECT_GT(m_network.fabricSwitches[0]->GetObject<AggregationEngine>()->GetCounters().strays +
                  m_network.channels[2]->GetCounters(0).lostPackets +
                  m_network.channels[2]->GetCounters(1).lostPackets,
              0u);
}

TEST_F(AggregationTest, InfiniBandHasItUnlessToldOtherwise)
{
    Build("InfiniBandFabric", {}, Topology("StarTopology", {{"Hosts", "4"}}));
    EXPECT_EQ(Run("SharpAllReduce", 1000)->GetCompletedNodes(), 4u);
    ExpectLosslessEnd();
}

TEST_F(AggregationTest, AFabricWithoutSaysSo)
{
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "4"}}));
    ExpectRefused({{"Algorithm", "ns3::SharpAllReduce"}},
                  "job CollectiveWorkload: needs switches that aggregate, with streaming trees");
    // Switch-IB 2 has low-latency trees only.
    BuildStar(4, "ns3::SwitchAggregation[MaxStreamingTrees=0]");
    ExpectRefused({{"Algorithm", "ns3::SharpAllReduce"}}, "with streaming trees");
    Add("CollectiveWorkload", {{"Algorithm", "ns3::SharpAllReduce"}, {"Bytes", "100"}});
}

TEST_F(AggregationTest, LimitsOfTreesAndMessagesAreErrors)
{
    BuildStar(4, "ns3::SwitchAggregation[MaxStreamingTrees=1|MaxStreamingTreesPerPort=0]");
    Add("CollectiveWorkload", {{"Algorithm", "ns3::SharpAllReduce"}, {"Hosts", "0-1"}});
    ExpectRefused({{"Algorithm", "ns3::SharpAllReduce"}, {"Hosts", "2-3"}},
                  "has 1 trees already, which is its limit");
    BuildStar(4, "ns3::SwitchAggregation[MaxStreamingMessageBytes=100000]");
    ExpectRefused({{"Algorithm", "ns3::SharpAllReduce"}, {"Bytes", "100001"}},
                  "streams an operation of 100001 B; expected at most 100000");
    Add("CollectiveWorkload",
        {{"Algorithm", "ns3::SharpAllReduce[MaxMessageBytes=100000]"}, {"Bytes", "100001"}});
}

TEST_F(AggregationTest, WhoWaitsIsSaid)
{
    BuildStar(3);
    const auto job =
        Add("CollectiveWorkload", {{"Algorithm", "ns3::SharpAllReduce"}, {"Bytes", "100000"}});
    Simulator::Stop(MicroSeconds(1));
    Simulator::Run();
    std::ostringstream out;
    job->DescribeWaits(out, 1);
    EXPECT_TRUE(
        Has(out.str(), "rank 0 (host 0) waits for the network's all-reduce of 100,000 B: "));
    EXPECT_TRUE(Has(out.str(), " 0 results received in tree 0"));
}

} // namespace
} // namespace ns3

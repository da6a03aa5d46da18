// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "known-object.h"
#include "network-test.h"

#include "ns3/aggregation-endpoint.h"
#include "ns3/aggregation-engine.h"
#include "ns3/gpu-server.h"
#include "ns3/input-error.h"

#include <string>

namespace ns3
{
namespace
{

constexpr uint64_t MEBIBYTES = uint64_t{1} << 20;

/** All-reduce by the NVSwitches of servers of eight. */
class NvlsTest : public NetworkTest
{
  protected:
    /**
     * @param server its preset
     * @param attributes of it
     * @param hosts of a star
     * @param profile of it
     */
    void BuildServers(const std::string& server,
                      const Attributes& attributes = {},
                      uint32_t hosts = 8,
                      const std::string& profile = "RoceFabric")
    {
        const FabricHelper helper(Make<FabricProfile>(profile));
        m_network = helper.Install(
            Topology("StarTopology", {{"Hosts", std::to_string(hosts)}, {"Rate", "400Gbps"}}),
            MakeServer(server, attributes));
        helper.AssignStreams(m_network, 1);
        m_jobs.clear();
    }

    Ptr<GraphExecutor> AddAllReduce(uint64_t bytes, const std::string& hosts = "0-7")
    {
        return Add("CollectiveWorkload",
                   "Algorithm=ns3::NvlsAllReduce Bytes=" + std::to_string(bytes) +
                       " Hosts=" + hosts);
    }

    /** @return picoseconds that it takes alone */
    double Time(uint64_t bytes, const std::string& hosts = "0-7")
    {
        const auto job = AddAllReduce(bytes, hosts);
        Simulator::Run();
        ExpectLosslessEnd();
        return static_cast<double>(job->GetFinishPs() - job->GetStartPs());
    }

    /** @return shares of a GPU in the trees of NVLink: first that of the reduces */
    const std::vector<Ptr<AggregationMember>>& Members(uint32_t host) const
    {
        return m_network.scaleUp->nics[host]
            ->GetPort()
            .GetObject<AggregationEndpoint>()
            ->GetMembers();
    }

    /** Expects a job to be refused with these words. */
    void ExpectRefused(const std::string& words)
    {
        try
        {
            AddAllReduce(MEBIBYTES);
            ADD_FAILURE() << "expected: " << words;
        }
        catch (const InputError& error)
        {
            EXPECT_TRUE(Has(std::string(error.what()), words)) << error.what();
        }
    }
};

} // namespace

TEST_F(NvlsTest, ItTakesTheTimeOfTheDataAndOneShard)
{
    struct Row
    {
        const char* server;
        double bytesPerSecond; //!< that NVLS reaches
    };

    // Links times NCCL's rate of one, times NCCL's efficiency of NVLS.
    for (const Row& row : {Row{"dgx-h100", 18 * 20.6e9 * 0.85},
                           Row{"hgx-h800", 8 * 20.6e9 * 0.85},
                           Row{"dgx-b200", 18 * 40.1e9 * 0.74}})
    {
        for (const uint32_t ranks : {8, 4})
        {
            BuildServers(row.server);
            const uint64_t bytes = 64 * MEBIBYTES;
            const double timePs = Time(bytes, "0-" + std::to_string(ranks - 1));
            const double dataPs = 1e12 * bytes * (1 + 1.0 / ranks) / row.bytesPerSecond;
            EXPECT_GT(timePs, dataPs) << row.server << ' ' << ranks;
            EXPECT_LT(timePs, 1.02 * dataPs) << row.server << ' ' << ranks;
            Simulator::Destroy();
        }
    }
}

TEST_F(NvlsTest, EachGpuMovesTheDataAndOneShardEachWay)
{
    BuildServers("dgx-h100");
    constexpr uint64_t BYTES = 8 * MEBIBYTES;
    Time(BYTES);
    for (uint32_t host = 0; host < 8; ++host)
    {
        ASSERT_EQ(Members(host).size(), 2u);
        uint64_t up = 0;
        uint64_t down = 0;
        for (const auto& member : Members(host))
        {
            const auto& counters = member->GetCounters();
            up += counters.payloadBytesSent;
            down += counters.payloadBytesReceived;
            EXPECT_EQ(counters.completed, 128u); // steps of 64 KiB
            EXPECT_EQ(counters.wrongSums, 0u);   // each contribution is in each sum once
        }
        EXPECT_EQ(Members(host)[0]->GetCounters().payloadBytesSent, BYTES);
        EXPECT_EQ(up, BYTES + BYTES / 8);
        EXPECT_EQ(down, BYTES + BYTES / 8);
    }
    EXPECT_EQ(FabricStatistics::Collect(m_network.GetScaleOutParts(), 1).packetHops, 0u);
    // These bytes are reported as payload delivered by NVLink.
    EXPECT_EQ(FabricStatistics::Collect(m_network.scaleUp->GetParts(), 1).deliveredBytes,
              8 * (BYTES + BYTES / 8));
}

TEST_F(NvlsTest, FullEfficiencyIsTheLimitOfTheLinks)
{
    BuildServers("dgx-h100", {{"NvlsEfficiency", "1"}});
    constexpr uint64_t BYTES = 64 * MEBIBYTES;
    const double dataPs = 1e12 * BYTES * 1.125 / (18 * 20.6e9);
    EXPECT_NEAR(Time(BYTES), dataPs, 0.02 * dataPs);
}

TEST_F(NvlsTest, SmallOnesTakeTheWayThereAndBackTwice)
{
    BuildServers("dgx-h100");
    // One packet of each owner: up and down is 350 ns, first the reduce, then the broadcast; and
    // what 8 packets of 128 B take, a few ns.
    EXPECT_NEAR(Time(1024), 700'000, 20'000);
}

TEST_F(NvlsTest, NcclChoosesItIfAllowed)
{
    BuildServers("dgx-h100");
    constexpr uint64_t BYTES = 64 * MEBIBYTES;
    const auto job = Add(
        "CollectiveWorkload",
        {{"Algorithm", "ns3::NcclCollective[NvlinkSharp=true]"}, {"Bytes", std::to_string(BYTES)}});
    Simulator::Run();
    ExpectLosslessEnd();
    ASSERT_EQ(Members(0).size(), 2u * 8); // reduces and broadcasts of eight channels
    // The launch of a kernel, and the data in eight channels.
    const double expectedPs = 24.3e6 + 1e12 * BYTES * 1.125 / (18 * 20.6e9 * 0.85);
    EXPECT_NEAR(static_cast<double>(job->GetFinishPs() - job->GetStartPs()),
                expectedPs,
                0.02 * expectedPs);
}

TEST_F(NvlsTest, ServersWorkBesideEachOther)
{
    BuildServers("dgx-h100", {}, 16, "InfiniBandFabric");
    AddAllReduce(4 * MEBIBYTES, "0-7");
    AddAllReduce(4 * MEBIBYTES, "8-15");
    Simulator::Run();
    EXPECT_EQ(m_jobs[0]->GetFinishPs(), m_jobs[1]->GetFinishPs());
    // Though the fabric between the servers can, too.
    EXPECT_EQ(FabricStatistics::Collect(m_network.GetScaleOutParts(), 1).packetHops, 0u);
    ExpectLosslessEnd();
    // A group with members in both servers uses the fabric.
    Add("CollectiveWorkload", {{"Algorithm", "ns3::SharpAllReduce"}, {"Hosts", "0-15"}});
    EXPECT_EQ(m_network.fabricSwitches[0]->GetObject<AggregationEngine>()->GetTreeCount(), 1u);
}

TEST_F(NvlsTest, ServersWithoutSaySo)
{
    const std::string words = "job CollectiveWorkload: needs NVSwitches that reduce (NVLS), and "
                              "the NVSwitches of its server do not";
    BuildServers("dgx-a100");
    ExpectRefused(words);
    BuildServers("dgx-h100", {{"Nvls", "false"}});
    ExpectRefused(words);
    BuildServers("custom"); // has no NVLink: the fabric is asked, and RoCEv2 cannot
    ExpectRefused("needs switches that aggregate, with streaming trees");
    BuildServers("dgx-h100", {{"GpusPerServer", "4"}});
    ExpectRefused("ns3::NvlsAllReduce: its ranks are in 2 servers");
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "known-object.h"
#include "network-test.h"
#include "units.h"

#include "ns3/gpu-server.h"

#include <algorithm>
#include <numeric>
#include <vector>

using namespace ns3;

namespace
{

/** Messages from host 0 to host 1, on two leaves, whose uplinks have a quarter of a host's rate. */
class GraphMessengerTest : public NetworkTest
{
  protected:
    static constexpr uint64_t UPLINK_BPS = 100'000'000'000;
    static constexpr uint32_t DEST = 1;

    /** @param spines how many @param slowSpine has uplinks of an eighth of the rate; -1: none */
    void Build(uint32_t spines, int32_t slowSpine = -1)
    {
        auto topology = Topology("LeafSpineTopology",
                                 "Leaves=2 Spines=" + std::to_string(spines) +
                                     " HostsPerLeaf=1 HostRate=400Gbps UplinkRate=100Gbps");
        // Hosts are nodes 0 and 1, leaves 2 and 3, spines 4 and up.
        for (auto& link : topology.links)
        {
            if (slowSpine >= 0 && std::max(link.a, link.b) == 4 + static_cast<uint32_t>(slowSpine))
            {
                link.ratebps /= 8;
            }
        }
        NetworkTest::Build(
            "RoceFabric",
            {{"CongestionControl", "ns3::NoCongestionControl"}, {"Marker", "ns3::NoMarker"}},
            topology);
    }

    /**
     * @param queuePairs per connection
     * @param split whether a message is spread over all queue pairs
     * @param messages bytes and start of each
     */
    Ptr<GraphExecutor> Send(uint32_t queuePairs,
                            bool split,
                            const std::vector<std::pair<uint64_t, int64_t>>& messages,
                            uint32_t dest = DEST)
    {
        FabricJob job;
        job.queuePairs = queuePairs;
        job.splitMessages = split;
        job.graph = CommunicationGraph(2);
        job.hostOfRank = {0, dest};
        for (const auto& [bytes, startPs] : messages)
        {
            const auto transfer = job.graph.AddTransfer(0, 1, bytes);
            job.graph.Edit(transfer.first,
                           [timePs = startPs](auto& node) { node.timePs = timePs; });
        }
        const auto executor = CreateObject<GraphExecutor>();
        executor->SetJob(std::move(job),
                         {m_network.GetTransports(0), m_network.GetTransports(dest)},
                         {m_network.gpus[0], m_network.gpus[dest]});
        m_network.hosts.Get(0)->AddApplication(executor);
        m_jobs.push_back(executor);
        return executor;
    }

    /** @return payload that each uplink of the sender's leaf has carried */
    std::vector<uint64_t> GetUplinkBytes() const
    {
        std::vector<uint64_t> bytes;
        const auto& ports = m_network.fabricSwitches[0]->GetPorts();
        for (size_t port = 1; port < ports.size(); ++port) // port 0 is the port to the host
        {
            bytes.push_back(
                ports[port]->GetCounters(Simulator::Now().GetPicoSeconds()).payloadBytes);
        }
        return bytes;
    }

    /** @return payload that each queue pair of the sender has had acknowledged */
    std::vector<uint64_t> GetQueuePairBytes() const
    {
        std::vector<uint64_t> bytes;
        for (const auto& queuePair : m_network.nics[0]->GetQueuePairs())
        {
            bytes.push_back(queuePair->GetAcknowledgedBytes());
        }
        return bytes;
    }

    /** @param number of a queue pair of the sender, from 0 on */
    void FailQueuePair(size_t number)
    {
        m_network.nics[0]->GetQueuePairs().at(number)->Modify(RdmaQueuePairState::ERROR);
    }
};

} // namespace

TEST_F(GraphMessengerTest, OneQueuePairIsOnePath)
{
    Build(8);
    const auto job = Send(1, true, {{2'048'000, 0}}); // one queue pair: nothing to split over
    Simulator::Run();
    ExpectLosslessEnd();
    EXPECT_EQ(GetQueuePairBytes(), std::vector<uint64_t>{2'048'000});
    auto uplinks = GetUplinkBytes();
    std::sort(uplinks.begin(), uplinks.end());
    EXPECT_EQ(uplinks, (std::vector<uint64_t>{0, 0, 0, 0, 0, 0, 0, 2'048'000}));
    // 2,048,000 B at 100 Gb/s are 163.84 us; headers are less than 3 %, latencies less than 10 us.
    const auto& record = job->GetRecords().at(0);
    EXPECT_GT(record.arrivedPs - record.startPs, 163'840'000);
    EXPECT_LT(record.arrivedPs - record.startPs, 169 * US + 10 * US);
}

TEST_F(GraphMessengerTest, SplitMessagesUseSeveralPathsAtOnce)
{
    Build(8);
    const auto job = Send(16, true, {{2'048'000, 0}});
    Simulator::Run();
    ExpectLosslessEnd();
    // 2,048,000 = 16 * 128,000, a multiple of 128.
    EXPECT_EQ(GetQueuePairBytes(), std::vector<uint64_t>(16, 128'000));
    const auto uplinks = GetUplinkBytes();
    EXPECT_EQ(std::accumulate(uplinks.begin(), uplinks.end(), uint64_t{0}), 2'048'000u);
    EXPECT_GE(uplinks.size() - std::count(uplinks.begin(), uplinks.end(), 0u), 4u);

    // The NIC serves its queue pairs in turn, so the message ends with the uplink that has most of
    // it, or with the host's own link of four times the rate.
    ASSERT_EQ(job->GetRecords().size(), 1u);
    const auto& record = job->GetRecords()[0];
    EXPECT_EQ(record.bytes, 2'048'000u);
    EXPECT_EQ(record.failure, nullptr);
    const uint64_t most =
        std::max(*std::max_element(uplinks.begin(), uplinks.end()), record.bytes / 4);
    const int64_t idealPs = SerializationPs(most, UPLINK_BPS);
    EXPECT_GT(record.arrivedPs - record.startPs, idealPs);
    EXPECT_LT(record.arrivedPs - record.startPs, idealPs * 103 / 100 + 10 * US);
    EXPECT_GT(record.finishedPs, record.arrivedPs);
    // Twice the rate of an uplink, at least.
    EXPECT_LT(record.arrivedPs - record.startPs, SerializationPs(record.bytes, UPLINK_BPS) / 2);
    EXPECT_EQ(job->GetFinishPs(), record.finishedPs);
}

TEST_F(GraphMessengerTest, WholeMessagesTakeTheQueuePairsInTurn)
{
    Build(8);
    // 6 messages on 4 queue pairs: 1 and 5 on the first, 2 and 6 on the second.
    const auto job =
        Send(4,
             false,
             {{10'000, 0}, {20'000, 0}, {30'000, 0}, {40'000, 0}, {50'000, 0}, {60'000, 0}});
    Simulator::Run();
    ExpectLosslessEnd();
    EXPECT_EQ(GetQueuePairBytes(), (std::vector<uint64_t>{60'000, 80'000, 30'000, 40'000}));
    ASSERT_EQ(job->GetRecords().size(), 6u);
    for (size_t i = 0; i < 6; ++i)
    {
        EXPECT_EQ(job->GetRecords()[i].bytes, 10'000 * (i + 1));
    }
}

TEST_F(GraphMessengerTest, PartsAreMultiplesOf128BytesAndNeverEmpty)
{
    Build(8);
    // On 4 queue pairs: 1000 B are 256 + 256 + 256 + 232. 100 B are one part, on the first again.
    // 300 B are 128 + 128 + 44, on the other three.
    const auto job = Send(4, true, {{1'000, 0}, {100, 0}, {300, 0}});
    Simulator::Run();
    ExpectLosslessEnd();
    EXPECT_EQ(GetQueuePairBytes(),
              (std::vector<uint64_t>{256 + 100, 256 + 128, 256 + 128, 232 + 44}));
    ASSERT_EQ(job->GetRecords().size(), 3u);
    EXPECT_EQ(m_network.nics[DEST]->GetCounters().deliveredBytes, 1'400u);
}

TEST_F(GraphMessengerTest, AMessageArrivesWithItsLastPartWhicheverThatIs)
{
    // Two parts over two spines, one of them slow. Either part is the late one once. The message
    // takes the same time: 128,000 B at 12.5 Gb/s.
    int64_t arrivedPs[2];
    for (const int32_t slow : {0, 1})
    {
        Build(2, slow);
        const auto job = Send(2, true, {{256'000, 0}});
        Simulator::Run();
        ExpectLosslessEnd();
        ASSERT_EQ(GetUplinkBytes(), (std::vector<uint64_t>{128'000, 128'000}));
        const auto& record = job->GetRecords().at(0);
        arrivedPs[slow] = record.arrivedPs;
        EXPECT_GT(record.arrivedPs, 81'920'000);
        EXPECT_LT(record.arrivedPs, 85 * US + 10 * US);
        EXPECT_GT(record.finishedPs, record.arrivedPs);
        Simulator::Destroy();
    }
    // But that the second queue pair begins two packets later, as one is on the wire and one chosen
    // when it has something to send: 4 KiB and headers at 400 Gb/s, 84 ns each.
    EXPECT_NEAR(arrivedPs[1] - arrivedPs[0], 2 * 84'000, 2'000);
}

TEST_F(GraphMessengerTest, APartThatFailsFailsTheMessageOnce)
{
    // Each of 4 parts of 512,000 B takes an uplink 40.96 us; the second queue pair fails after
    // 10 us. The other parts run to their end, and the message with them.
    Build(8);
    const auto job = Send(4, true, {{2'048'000, 0}});
    Simulator::Schedule(MicroSeconds(10), [this] { FailQueuePair(1); });
    Simulator::Run();
    EXPECT_TRUE(job->IsFinished());
    EXPECT_TRUE(job->HasFailed());
    EXPECT_EQ(job->GetCompletedNodes(), 0u);
    ASSERT_EQ(job->GetRecords().size(), 1u);
    const auto& record = job->GetRecords()[0];
    EXPECT_STREQ(record.failure, "flushed");
    EXPECT_EQ(record.arrivedPs, MessageRecord::NOT_YET);
    EXPECT_GT(record.finishedPs, 40 * US);
    const auto bytes = GetQueuePairBytes();
    EXPECT_LT(bytes[1], 512'000u);
    for (const size_t other : {0, 2, 3})
    {
        EXPECT_EQ(bytes[other], 512'000u);
    }
}

TEST_F(GraphMessengerTest, AQueuePairThatHasFailedFailsItsTurnsOnly)
{
    // Whole, the second of four messages has the broken one of three queue pairs and ends at once.
    // Split, every message has a part on it; the other two parts arrive.
    for (const bool split : {false, true})
    {
        Build(8);
        const auto job =
            Send(3,
                 split,
                 {{3'840, 50 * US}, {3'840, 50 * US}, {3'840, 50 * US}, {3'840, 50 * US}});
        Simulator::Schedule(MicroSeconds(10), [this] { FailQueuePair(1); });
        Simulator::Run();
        EXPECT_TRUE(job->IsFinished());
        EXPECT_TRUE(job->HasFailed());
        ASSERT_EQ(job->GetRecords().size(), 4u);
        for (size_t i = 0; i < 4; ++i)
        {
            const auto& record = job->GetRecords()[i];
            const bool fails = split || i == 1;
            EXPECT_STREQ(record.failure, fails ? "flushed" : nullptr);
            EXPECT_EQ(record.arrivedPs == MessageRecord::NOT_YET, fails);
            EXPECT_EQ(record.finishedPs > record.startPs, split || i != 1);
        }
        EXPECT_EQ(GetQueuePairBytes(),
                  split ? (std::vector<uint64_t>{5'120, 0, 5'120})
                        : (std::vector<uint64_t>{7'680, 0, 3'840}));
        Simulator::Destroy();
    }
}

TEST_F(GraphMessengerTest, NvLinkHasOneQueuePair)
{
    const FabricHelper helper(Make<FabricProfile>("RoceFabric"));
    m_network = helper.Install(Topology("StarTopology", {{"Hosts", "16"}, {"Rate", "400Gbps"}}),
                               MakeServer("dgx-h100"));
    helper.AssignStreams(m_network, 1);
    Send(4, true, {{4'096, 0}}, 1); // within the server of 8
    Send(4, true, {{4'096, 0}}, 8); // to the next one
    Simulator::Run();
    ExpectLosslessEnd();
    EXPECT_EQ(m_network.scaleUp->nics[0]->GetQueuePairs().size(), 1u);
    EXPECT_EQ(GetQueuePairBytes(), std::vector<uint64_t>(4, 1'024));
}

TEST_F(GraphMessengerTest, WorkloadsSayHowManyQueuePairs)
{
    Build(8);
    Add("PermutationWorkload", {{"Bytes", "4096"}, {"QueuePairs", "8"}, {"SplitMessages", "true"}});
    Simulator::Run();
    ExpectLosslessEnd();
    for (const auto& nic : m_network.nics)
    {
        EXPECT_EQ(nic->GetQueuePairs().size(), 16u); // 8 that send, 8 that receive
        EXPECT_EQ(nic->GetCounters().deliveredBytes, 4'096u);
    }
}

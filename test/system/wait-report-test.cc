// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include "ns3/boolean.h"
#include "ns3/critical-path.h"
#include "ns3/double.h"
#include "ns3/host-failures.h"
#include "ns3/job-account.h"
#include "ns3/rng-seed-manager.h"
#include "ns3/uinteger.h"

#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>

using namespace ns3;

namespace
{

/** Steps of data parallel training on a star of four hosts: 100 Gbit/s, 1 us per link. */
class WaitReportTest : public NetworkTest
{
  protected:
    static constexpr int64_t US = 1'000'000;     //!< ps
    static constexpr uint64_t BYTES = 1'250'000; //!< of a message: 100 us of payload

    /** @param gpu all GPUs */
    void BuildStar(const std::string& gpu = "ns3::Gpu")
    {
        Build("RoceFabric",
              {{"Gpu", gpu}},
              Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "100Gbps"}, {"Delay", "1us"}}));
    }

    /** Puts rank r of a job on host r and records its spans. */
    Ptr<GraphExecutor> Run(const CommunicationGraph& graph)
    {
        const auto executor = AddGraph(graph, {{"RecordSpans", "true"}});
        Simulator::Run();
        ExpectLosslessEnd();
        return executor;
    }

    /**
     * Every rank computes 100 us, then 150 us and sends a bucket of gradients to the next rank
     * after either; when it has two of them it computes 10 us. Nodes per rank: three kernels;
     * messages follow: 2 r of the first buckets, 2 r + 1 of the second.
     */
    static CommunicationGraph MakeStep()
    {
        CommunicationGraph graph(4);
        const uint16_t backward = graph.AddLabel("backward");
        const uint16_t optimizer = graph.AddLabel("optimizer");
        const uint16_t gradients = graph.AddLabel("gradients");
        std::vector<uint32_t> last;
        for (uint32_t rank = 0; rank < 4; ++rank)
        {
            const uint32_t first = graph.AddCompute(rank, 100 * US);
            const uint32_t second = graph.AddCompute(rank, 150 * US);
            last.push_back(graph.AddCompute(rank, 10 * US));
            graph.Edit(first, [&](auto& node) { node.label = backward; });
            graph.Edit(second, [&](auto& node) { node.label = backward; });
            graph.Edit(last.back(), [&](auto& node) { node.label = optimizer; });
            graph.AddDependency(first, second);
            graph.AddDependency(second, last.back());
        }
        for (uint32_t rank = 0; rank < 4; ++rank)
        {
            const uint32_t next = (rank + 1) % 4;
            for (uint32_t bucket : {0, 1})
            {
                const auto [send, recv] = graph.AddTransfer(rank, next, BYTES);
                graph.Edit(send, [&](auto& node) { node.label = gradients; });
                graph.Edit(recv, [&](auto& node) { node.label = gradients; });
                graph.AddDependency(3 * rank + bucket, send);
                graph.AddDependency(3 * next + bucket, recv);
                graph.AddDependency(recv, last[next]);
            }
        }
        return graph;
    }

    static JobAccount Account(Ptr<GraphExecutor> executor)
    {
        const JobAccount account(executor->GetJob(),
                                 executor->GetSpans(),
                                 executor->GetStartPs(),
                                 executor->GetFinishPs());
        for (const auto& rank : account.GetRanks())
        {
            EXPECT_EQ(rank.computePs + rank.GetExposedPs() + rank.idlePs, rank.totalPs);
        }
        return account;
    }

    static CriticalPath Walk(Ptr<GraphExecutor> executor)
    {
        CriticalPath path(executor->GetJob(), executor->GetSpans(), executor->GetStartPs());
        EXPECT_EQ(path.GetTotalPs(), executor->GetFinishPs() - executor->GetStartPs());
        return path;
    }
};

} // namespace

TEST_F(WaitReportTest, AStepIsWhatItsGraphSays)
{
    // The first bucket hides behind the second kernel. The second bucket is posted at 250 us and
    // there after A, then 10 us: 260 us + A, of which A is exposed. On an idle network A and the
    // way of the acknowledgement, some 2 us, are the ideal time of a message.
    BuildStar();
    const auto executor = Run(MakeStep());
    const auto& record = executor->GetRecords().back();
    EXPECT_EQ(record.startPs, 250 * US);
    const int64_t wayPs = record.arrivedPs - record.startPs;
    EXPECT_NEAR(wayPs, m_network.IdealMessagePs(0, 1, BYTES) - 2 * US, US);
    const auto account = Account(executor);
    ASSERT_EQ(account.GetKinds(), std::vector<std::string>{"gradients"});
    for (const auto& rank : account.GetRanks())
    {
        EXPECT_EQ(rank.computePs, 260 * US);
        EXPECT_NEAR(rank.GetExposedPs(), wayPs, 0.1 * US);
        EXPECT_EQ(rank.communication[0].lateSenderPs, 0);
        // The first bucket, and the second one's acknowledgement beside the optimizer.
        EXPECT_GT(rank.communication[0].hiddenPs, wayPs);
        EXPECT_LT(rank.communication[0].hiddenPs, wayPs + 10 * US);
        EXPECT_LT(rank.idlePs, 0.1 * US); // a rank may end before the last one
    }
    EXPECT_NEAR(executor->GetFinishPs(), 260 * US + wayPs, 0.1 * US);
    const auto shares = Walk(executor).GetShares();
    // A node that starts at a tick of the clock may have waited for the tick.
    ASSERT_LE(shares.size(), 3u);
    if (shares.size() == 3)
    {
        EXPECT_EQ(shares[2].first, "waiting");
        EXPECT_LT(shares[2].second, TickPs());
    }
    EXPECT_EQ(shares[0], std::make_pair(std::string("compute"), 260 * US));
    EXPECT_EQ(shares[1].first, "gradients");
    EXPECT_TRUE(Walk(executor).GetCulprits().empty() ||
                Walk(executor).GetCulprits()[0].excessPs < 0.1 * US);
}

TEST_F(WaitReportTest, ASlowGpuDelaysTheStepAsTheGraphSaysAndIsNamed)
{
    // Rank 2 takes twice as long: 200 + 300 us, then its second bucket, A, then 10 us of rank 3:
    // 250 us later than without it, but for the 0.3 us by which the message is faster without
    // acknowledgements of others beside it. Rank 3 waits for it, from when its own gradients are
    // sent.
    BuildStar();
    const auto fast = Run(MakeStep())->GetFinishPs();
    Simulator::Destroy();
    BuildStar();
    const auto slow = CreateObject<SlowGpu>();
    slow->SetAttribute("Host", UintegerValue(2));
    slow->SetAttribute("Factor", DoubleValue(2));
    slow->Install(m_network);
    const auto executor = Run(MakeStep());
    EXPECT_NEAR(executor->GetFinishPs(), fast + 250 * US, 0.3 * US);
    const auto account = Account(executor);
    EXPECT_EQ(account.GetSlowestRank(), 2u);
    EXPECT_DOUBLE_EQ(account.GetSlowestRatio(), 2);
    // Node 26 is rank 3's own second message, the last of its gradients to move till then.
    ASSERT_EQ(executor->GetJob().graph.GetNodes()[26].rank, 3u);
    EXPECT_EQ(account.GetRanks()[3].communication[0].lateSenderPs,
              500 * US - executor->GetSpans()[26].endPs);
    const auto path = Walk(executor);
    auto segments = path.GetSegments();
    segments.erase(std::remove_if(segments.begin(),
                                  segments.end(),
                                  [](const auto& segment) {
                                      return segment.activity == CriticalPath::Activity::WAIT &&
                                             segment.toPs - segment.fromPs < TickPs();
                                  }),
                   segments.end());
    ASSERT_EQ(segments.size(), 4u);
    EXPECT_EQ(segments[0].rank, 2u);
    EXPECT_EQ(segments[1].toPs, 500 * US);
    EXPECT_EQ(segments[2].peer, 3u);
    EXPECT_EQ(segments[3].rank, 3u);
    const auto culprits = path.GetCulprits();
    ASSERT_FALSE(culprits.empty());
    EXPECT_EQ(culprits[0].excessPs, 250 * US);
    EXPECT_EQ(path.Describe(culprits[0]),
              "operations of rank 2 (host 2) take 2.00 times as long as the median of their kind, "
              "250.000 us more on the critical path; most in 'backward'");
}

TEST_F(WaitReportTest, MessagesInFlightTakeSmsByChannel)
{
    // 10 SMs, 2 per channel. Host 0 has two messages of channel 0 in flight until the later of them
    // is acknowledged, D: its kernel of 1 ms gets 8 of 10 SMs that long and ends D / 5 late.
    BuildStar("ns3::Gpu[SmCount=10|SmsPerChannel=2|MessagesHoldSms=true]");
    CommunicationGraph graph(4);
    const uint32_t kernel = graph.AddCompute(0, 1'000 * US);
    const uint32_t other = graph.AddCompute(1, 1'000 * US);
    graph.AddTransfer(0, 1, BYTES);
    graph.AddTransfer(0, 2, BYTES / 2);
    const auto executor = Run(graph);
    int64_t lastPs = 0;
    for (const auto& record : executor->GetRecords())
    {
        EXPECT_EQ(record.startPs, 0);
        lastPs = std::max(lastPs, record.finishedPs);
    }
    EXPECT_GT(lastPs, 150 * US);
    // The channel ends at the tick at which its event comes.
    EXPECT_NEAR(executor->GetSpans()[kernel].endPs, 1'000 * US + lastPs / 5, TickPs());
    EXPECT_EQ(executor->GetSpans()[other].endPs, 1'000 * US);
}

TEST_F(WaitReportTest, JitterComesFromItsStreamsAlone)
{
    const auto finish = [this](uint64_t run) {
        RngSeedManager::SetRun(run);
        BuildStar();
        int64_t stream = 1'000;
        for (const auto& gpu : m_network.gpus)
        {
            gpu->SetAttribute("Jitter",
                              StringValue("ns3::LogNormalRandomVariable[Mu=0|Sigma=0.1]"));
            stream += gpu->AssignStreams(stream);
        }
        const auto finishPs = Run(MakeStep())->GetFinishPs();
        Simulator::Destroy();
        return finishPs;
    };
    const auto first = finish(1);
    EXPECT_EQ(finish(1), first);
    EXPECT_NE(finish(2), first);
    RngSeedManager::SetRun(1);
}

#ifdef AI_FABRIC_RUN

TEST_F(WaitReportTest, TheRunnerWritesWaitsPathAndTimeline)
{
    namespace fs = std::filesystem;
    const TemporaryFile scenario(R"({
        "topology": {"type": "star", "hosts": 4, "rate": "100Gbps", "delay": "1us"},
        "fabric": "roce",
        "workload": {"type": "collective", "name": "ring", "bytes": "400KB"},
        "failures": {"type": "slow-gpu", "host": 1, "factor": 50},
        "output": {"waits": true, "timeline": true}
    })");
    const TemporaryFolder temporary;
    const fs::path folder = temporary.GetPath();
    const auto outcome =
        RunScenario(scenario.GetPath() + " --no-figure --output " + folder.string());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "\nslowest rank, of median "));
    EXPECT_TRUE(Has(outcome.text, "\nroce: operations of rank 1 (host 1) take 50.0"));

    // Per rank: compute, exposed and idle add up to the same total.
    EXPECT_TRUE(
        Begins(Read(folder / "waits.csv"),
               "fabric,job,rank,host,activity,time_ns,exposed_ns,late_sender_ns,hidden_ns\n"));
    auto rows = ReadCells(folder / "waits.csv");
    rows.erase(rows.begin()); // heading
    std::map<std::string, double> totals;
    for (const auto& fields : rows)
    {
        ASSERT_GE(fields.size(), 6u);
        totals[fields[2]] += std::stod(fields[fields.size() > 6 && !fields[6].empty() ? 6 : 5]);
    }
    ASSERT_EQ(totals.size(), 4u);
    for (const auto& [rank, total] : totals)
    {
        EXPECT_NEAR(total, totals["0"], 0.001) << rank;
    }
    EXPECT_TRUE(Begins(Read(folder / "critical-path.csv"), "fabric,job,start_ns,duration_ns,"));
    const auto check = RunProgram("python3 -c \"import json,sys; print(len(json.load(open("
                                  "sys.argv[1]))['traceEvents']))\" " +
                                  (folder / "timeline-roce.json").string());
    EXPECT_EQ(check.status, 0) << check.text;
    EXPECT_GT(std::atoi(check.text.c_str()), 4 * 6);
}

#endif

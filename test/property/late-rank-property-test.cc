// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "network-test.h"

#include "ns3/collective-algorithm.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/**
 * A rank that enters a collective T late.
 *
 * If every link served its messages in one order, whatever the times, each start would be a maximum
 * of sums of durations (max-plus algebra), and an input that comes T later would move the end by at
 * most T. So it does if a rank sends its steps in sequence, and what a receiver gets comes in the
 * order of its steps:
 *
 *     end <= end without the late rank + T
 */
class LateRank : public NetworkTest
{
  protected:
    static constexpr uint64_t BYTES = 4 << 20;

    /** @return when the last node of a graph ends, in ps */
    double Run(const std::string& profile, const CommunicationGraph& graph)
    {
        Build(profile,
              {{"Gpu", "ns3::Gpu[ReduceRate=0bps|CopyRate=0bps]"},
               {"CongestionControl", "ns3::NoCongestionControl"}},
              Topology("StarTopology",
                       {{"Hosts", std::to_string(graph.GetRankCount())}, {"Rate", "400Gbps"}}));
        const auto job = AddGraph(graph);
        Simulator::Run();
        EXPECT_TRUE(job->IsComplete());
        const auto endPs = static_cast<double>(job->GetFinishPs());
        Restart();
        return endPs;
    }

    /** @return the graph, in which nothing of a rank begins before a time in ps */
    static CommunicationGraph Delay(const CommunicationGraph& graph, uint32_t late, int64_t delayPs)
    {
        CommunicationGraph delayed(graph.GetRankCount());
        const uint32_t entry = delayed.AddJoin(late, delayPs);
        CommunicationGraph::Placement placement;
        for (uint32_t rank = 0; rank < graph.GetRankCount(); ++rank)
        {
            placement.ranks.push_back(rank);
            placement.after.push_back(rank == late ? entry : CommunicationGraph::NONE);
        }
        delayed.Append(graph, placement);
        return delayed;
    }

    /** A class and attributes. */
    using Algorithm = std::pair<std::string, Attributes>;

    /** @return what is registered and needs nothing but ranks, and more attributes to try */
    static std::vector<Algorithm> Algorithms()
    {
        // These need a program, servers, or switches that add up.
        const std::set<std::string> others{"MscclAlgorithm",
                                           "NvlsAllReduce",
                                           "NvlsTreeAllReduce",
                                           "SharpAllReduce",
                                           "SharpBarrier",
                                           "SharpBroadcast",
                                           "SharpReduce",
                                           "SharpTwoLevelAllReduce"};
        std::vector<Algorithm> all{{"PatAllGather", {{"Aggregation", "3"}}},
                                   {"PatReduceScatter", {{"Aggregation", "3"}}},
                                   {"TwoLevelAllToAll", {{"Aggregate", "false"}}}};
        for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
        {
            const TypeId tid = TypeId::GetRegistered(i);
            const std::string name = tid.GetName().substr(std::string("ns3::").size());
            if (tid.IsChildOf(CollectiveAlgorithm::GetTypeId()) && tid.HasConstructor() &&
                tid.GetGroupName() == "AiFabric" && others.count(name) == 0)
            {
                all.push_back({name, {}});
            }
        }
        std::sort(all.begin(), all.end());
        return all;
    }

    /**
     * Expects a rank drawn at random, late by 0.1 to 10 times the collective, to move the end by at
     * most that and 1 % of the collective; for every algorithm.
     *
     * @param profile class of the fabric
     * @param ranks how many
     * @param draws how often for each algorithm
     */
    void ExpectNoMoreThanItsLateness(const std::string& profile, uint32_t ranks, int draws)
    {
        for (const auto& [name, attributes] : Algorithms())
        {
            const auto graph =
                Make<CollectiveAlgorithm>(name, attributes)->Build(RankLayout(ranks), BYTES);
            const double basePs = Run(profile, graph);
            for (int draw = 0; draw < draws; ++draw)
            {
                const auto late = m_dice(ranks);
                const double factor = FACTORS[m_dice(std::size(FACTORS))];
                const auto delayPs = static_cast<int64_t>(factor * basePs);
                const double endPs = Run(profile, Delay(graph, late, delayPs));
                EXPECT_LE(endPs, static_cast<double>(delayPs) + basePs * 1.01)
                    << name << ", " << ranks << " ranks on " << profile << ", rank " << late
                    << " late by " << factor << " times " << basePs << " ps";
            }
        }
    }

  private:
    static constexpr double FACTORS[] = {0.1, 0.2, 0.3, 0.5, 0.7, 1, 3, 10};

    Dice m_dice{1};
};

} // namespace

TEST_F(LateRank, MovesTheEndByItsLatenessAtMost)
{
    for (const uint32_t ranks : {3, 4, 7})
    {
        ExpectNoMoreThanItsLateness("RoceFabric", ranks, 2);
    }
    ExpectNoMoreThanItsLateness("InfiniBandFabric", 8, 2);
}

TEST_F(LateRank, OfAnyNumberOfRanksMovesTheEndByItsLatenessAtMostLong)
{
    for (const uint32_t ranks : {5, 9, 16, 24})
    {
        ExpectNoMoreThanItsLateness("RoceFabric", ranks, 1);
    }
    for (const uint32_t ranks : {6, 13, 33})
    {
        ExpectNoMoreThanItsLateness("InfiniBandFabric", ranks, 1);
    }
}

TEST_F(LateRank, SendsItsStepsOneAfterTheOther)
{
    // Recursive doubling among four: rank 0 comes when 1 and 2 have sent it all that they can, and
    // its messages to both are ready at once. Each has the link to itself.
    const auto graph = Make<CollectiveAlgorithm>("RecursiveDoublingAllReduce")->Build(4, BYTES);
    const auto aloneNs = [&](uint64_t bytes) {
        CommunicationGraph message(2);
        message.AddTransfer(0, 1, bytes);
        return Run("RoceFabric", message);
    };
    const double sendPs = aloneNs(2 * BYTES) - aloneNs(BYTES);
    constexpr int64_t LATE_PS = 1'000'000'000;
    Build("RoceFabric",
          "Gpu=ns3::Gpu[ReduceRate=0bps|CopyRate=0bps] CongestionControl=ns3::NoCongestionControl",
          Topology("StarTopology", {{"Hosts", "4"}, {"Rate", "400Gbps"}}));
    const auto job = AddGraph(Delay(graph, 0, LATE_PS));
    Simulator::Run();
    std::vector<MessageRecord> sent;
    for (size_t i = 0; i < job->GetRecords().size(); ++i)
    {
        const auto record = job->GetRecords()[i];
        if (record.sourceHost == 0 && record.bytes == BYTES)
        {
            sent.push_back(record);
        }
    }
    ASSERT_EQ(sent.size(), 2u);
    EXPECT_EQ(sent[0].destHost, 1u);
    EXPECT_EQ(sent[0].startPs, LATE_PS);
    EXPECT_EQ(sent[1].destHost, 2u);
    const auto apartPs = static_cast<double>(sent[1].startPs - LATE_PS);
    EXPECT_GE(apartPs, 0.99 * sendPs);
    EXPECT_LE(apartPs, 1.1 * sendPs);
}

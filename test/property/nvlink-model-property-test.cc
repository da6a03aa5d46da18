// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "known-object.h"
#include "network-test.h"

#include "ns3/collective-algorithm.h"
#include "ns3/gpu-server.h"

#include <cmath>
#include <string>

using namespace ns3;

namespace
{

/**
 * Collectives inside servers and across two of them, with a late rank or without:
 *
 *     |end with NVLink as flows - end with NVLink as packets| <= 0.5 % + 10 ns
 */
class NvlinkModel : public NetworkTest
{
  protected:
    /** @return time at which the last node of a graph ends, in ps */
    double Run(const std::string& model, const std::string& server, const CommunicationGraph& graph)
    {
        Restart();
        const FabricHelper helper(
            Make<FabricProfile>("RoceFabric", {{"CongestionControl", "ns3::NoCongestionControl"}}));
        m_network = helper.Install(Topology("StarTopology", {{"Hosts", "16"}, {"Rate", "400Gbps"}}),
                                   MakeServer(server, {{"NvlinkModel", model}}));
        helper.AssignStreams(m_network, 1);
        const auto job = AddGraph(graph);
        Simulator::Run();
        EXPECT_TRUE(job->IsComplete());
        return static_cast<double>(job->GetFinishPs());
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
};

} // namespace

TEST_F(NvlinkModel, FlowsEndWithPackets)
{
    const std::vector<std::string> algorithms{"RingAllReduce",
                                              "RingAllGather",
                                              "RingReduceScatter",
                                              "HalvingDoublingAllReduce",
                                              "DoubleBinaryTreeAllReduce",
                                              "RecursiveDoublingAllReduce",
                                              "PairwiseAllToAll",
                                              "DirectAllToAll",
                                              "DirectAllGather",
                                              "BinomialTreeBroadcast",
                                              "SendRecv"};
    const std::vector<std::string> servers{"dgx-h100", "dgx-a100", "dgx-b200"};
    Dice dice(1);
    for (uint32_t draw = 0; draw < 60; ++draw)
    {
        const auto& algorithm = algorithms[dice(static_cast<uint32_t>(algorithms.size()))];
        const auto& server = servers[dice(static_cast<uint32_t>(servers.size()))];
        const uint32_t ranks = 2 + dice(dice(4) == 0 ? 15 : 7);
        const auto bytes = static_cast<uint64_t>(std::pow(2, 6 + dice(200) / 10.));
        auto graph = Make<CollectiveAlgorithm>(algorithm)->Build(RankLayout(ranks), bytes);
        if (dice(2) == 0)
        {
            graph = Delay(graph, dice(ranks), int64_t{1000} * dice(200'000));
        }
        const double packetsPs = Run("packets", server, graph);
        const double flowsPs = Run("flows", server, graph);
        EXPECT_NEAR(flowsPs, packetsPs, 0.005 * packetsPs + 10'000)
            << algorithm << " among " << ranks << " GPUs of " << server << ", " << bytes << " B";
    }
}

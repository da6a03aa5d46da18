// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Which bytes each way of sending weights puts on which rank.

#include "error-message.h"
#include "fabric-test.h"
#include "make-object.h"

#include "ns3/graph-check.h"
#include "ns3/input-error.h"
#include "ns3/ring-collectives.h"
#include "ns3/weight-sync.h"

#include <map>
#include <numeric>

using namespace ns3;

namespace
{

constexpr uint64_t NOTICE = LoopMessages::NOTICE_BYTES;

class WeightSyncTest : public FabricTest
{
  protected:
    /** Bytes that ranks send and receive, without notices. */
    struct Traffic
    {
        std::map<uint32_t, uint64_t> sent;     //!< by rank
        std::map<uint32_t, uint64_t> received; //!< by rank
        uint32_t notices{0};
        uint32_t messages{0};
    };

    /**
     * @param training training ranks, from 0
     * @param replicas number of replicas of two GPUs behind them
     */
    static WeightSync::Layout Layout(uint32_t training, uint32_t replicas)
    {
        WeightSync::Layout layout;
        for (uint32_t replica = 0; replica < replicas; ++replica)
        {
            const uint32_t first = training + 2 * replica;
            layout.replicas.push_back({first, first + 1});
        }
        layout.broadcast = [](const std::vector<uint32_t>& ranks, uint64_t bytes) {
            return CreateObject<RingBroadcast>()->Build(static_cast<uint32_t>(ranks.size()), bytes);
        };
        return layout;
    }

    /** @param waits true: all ranks have something to do before */
    static Traffic Send(const std::string& type,
                        const WeightSync::Layout& layout,
                        uint32_t ranks,
                        bool waits = false)
    {
        CommunicationGraph graph(ranks);
        LoopMessages messages(graph, "weights", 0);
        WeightSync::Transfer transfer{messages,
                                      std::vector<uint32_t>(ranks, CommunicationGraph::NONE)};
        for (uint32_t rank = 0; rank < ranks && waits; ++rank)
        {
            transfer.begin[rank] = graph.AddJoin(rank);
        }
        const auto done = Make<WeightSync>(type)->Add(layout, transfer);
        EXPECT_EQ(done.size(), ranks);
        CheckGraph(graph);
        Traffic traffic;
        for (const auto& node : graph.GetNodes())
        {
            if (node.kind == CommunicationGraph::Kind::SEND && node.bytes == NOTICE)
            {
                ++traffic.notices;
            }
            else if (node.kind == CommunicationGraph::Kind::SEND)
            {
                ++traffic.messages;
                traffic.sent[node.rank] += node.bytes;
                traffic.received[node.peer] += node.bytes;
            }
        }
        return traffic;
    }
};

} // namespace

TEST_F(WeightSyncTest, ReplicasShareTheCopies)
{
    // Three copies of a piece of 600 B for GPU 0 and of one of 300 B for GPU 1.
    for (const uint32_t replicas : {3u, 17u, 1u})
    {
        auto layout = Layout(3, replicas);
        layout.pieces = {{{0, 1, 2}, false, 0, false, 600}, {{0, 1, 2}, false, 1, false, 300}};
        const auto traffic = Send("DirectWeightSync", layout, 3 + 2 * replicas);
        for (uint32_t replica = 0; replica < replicas; ++replica)
        {
            EXPECT_EQ(traffic.received.at(3 + 2 * replica), 600u);
            EXPECT_EQ(traffic.received.at(4 + 2 * replica), 300u);
        }
        // Of 17 replicas the copies serve 6, 6 and 5; of one a third each.
        for (uint32_t copy = 0; copy < 3; ++copy)
        {
            const uint64_t served = replicas == 17 ? (copy < 2 ? 6 : 5) : 1;
            EXPECT_EQ(traffic.sent.at(copy), replicas == 1 ? 300 : served * 900);
        }
        EXPECT_EQ(traffic.notices, 0u);
    }
}

TEST_F(WeightSyncTest, DividedPiecesComeFromAllHolders)
{
    for (const std::string type : {"DirectWeightSync", "ShardBroadcastWeightSync"})
    {
        auto layout = Layout(3, 2);
        layout.pieces = {{{0, 1, 2}, true, 0, false, 1000}};
        const auto traffic = Send(type, layout, 7);
        EXPECT_EQ(traffic.received.at(3), 1000u);
        EXPECT_EQ(traffic.received.at(5), 1000u);
        const uint64_t times = type == "DirectWeightSync" ? 2 : 1; // a broadcast leaves once
        EXPECT_EQ(traffic.sent.at(0), times * 333);
        EXPECT_EQ(traffic.sent.at(1), times * 333);
        EXPECT_EQ(traffic.sent.at(2), times * 334);
    }
}

TEST_F(WeightSyncTest, PiecesOfAPairAreOneMessage)
{
    auto layout = Layout(2, 3);
    layout.pieces = {{{0}, false, 0, false, 100},
                     {{0}, false, 0, false, 200},
                     {{1}, false, 0, false, 400},
                     {{1}, false, 1, false, 800}};
    EXPECT_EQ(Send("DirectWeightSync", layout, 8).messages, 9u);
}

TEST_F(WeightSyncTest, ShardsLeaveTrainingOnce)
{
    for (const uint32_t replicas : {3u, 17u})
    {
        auto layout = Layout(4, replicas);
        layout.pieces = {{{0, 1}, false, 0, false, 500}, {{2, 3}, false, 1, false, 700}};
        const auto traffic = Send("ShardBroadcastWeightSync", layout, 4 + 2 * replicas);
        // The second GPU's piece comes from the second copy.
        EXPECT_EQ(traffic.sent.at(0), 500u);
        EXPECT_EQ(traffic.sent.at(3), 700u);
        EXPECT_EQ(traffic.sent.count(1) + traffic.sent.count(2), 0u);
        // Along the chain every replica but the last one passes its pieces on.
        for (uint32_t replica = 0; replica < replicas; ++replica)
        {
            EXPECT_EQ(traffic.received.at(4 + 2 * replica), 500u);
            EXPECT_EQ(traffic.received.at(5 + 2 * replica), 700u);
        }
        EXPECT_EQ(traffic.sent.count(4 + 2 * (replicas - 1)), 0u);
        EXPECT_EQ(traffic.messages, 2 * replicas);
    }
}

TEST_F(WeightSyncTest, TheWholeModelGoesToEveryRank)
{
    for (const uint32_t replicas : {3u, 17u})
    {
        auto layout = Layout(3, replicas);
        // GPU 1 needs a piece that GPU 0 has, too: it is gathered once.
        layout.pieces = {{{0}, false, 0, false, 100},
                         {{1, 2}, false, 0, false, 1000},
                         {{2}, false, 1, false, 400},
                         {{1, 2}, false, 1, true, 1000}};
        const auto traffic = Send("ModelBroadcastWeightSync", layout, 3 + 2 * replicas);
        EXPECT_EQ(traffic.sent.at(1), 1000u);
        EXPECT_EQ(traffic.sent.at(2), 400u);
        EXPECT_EQ(traffic.received.at(0), 1400u);
        EXPECT_EQ(traffic.sent.at(0), 1500u);
        for (uint32_t rank = 3; rank < 3 + 2 * replicas; ++rank)
        {
            EXPECT_EQ(traffic.received.at(rank), 1500u);
        }
    }
}

TEST_F(WeightSyncTest, ReceiversSayWhenTheyMayBegin)
{
    auto layout = Layout(1, 3);
    layout.pieces = {{{0}, false, 0, false, 100}, {{0}, false, 1, false, 100}};
    EXPECT_EQ(Send("DirectWeightSync", layout, 7, true).notices, 6u);
    EXPECT_EQ(Send("ShardBroadcastWeightSync", layout, 7, true).notices, 6u);
    EXPECT_EQ(Send("ModelBroadcastWeightSync", layout, 7, true).notices, 6u);
}

TEST_F(WeightSyncTest, ARankKeepsItsOwnPieces)
{
    WeightSync::Layout layout = Layout(0, 1);
    layout.pieces = {{{0}, false, 0, false, 100},
                     {{1}, false, 0, false, 50},
                     {{1}, false, 1, false, 100},
                     {{0}, false, 1, false, 25}};
    const auto traffic = Send("DirectWeightSync", layout, 2);
    EXPECT_EQ(traffic.sent.at(0), 25u);
    EXPECT_EQ(traffic.sent.at(1), 50u);
    EXPECT_EQ(MessageOf<InputError>([&] { Send("ShardBroadcastWeightSync", layout, 2); }),
              "ns3::ShardBroadcastWeightSync: a training rank would send weights to itself; "
              "expected ns3::DirectWeightSync with Colocated");
}

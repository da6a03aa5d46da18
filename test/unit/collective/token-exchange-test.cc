// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-case.h"
#include "error-message.h"

#include "ns3/graph-check.h"
#include "ns3/input-error.h"
#include "ns3/token-exchange.h"

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;
using Pair = std::pair<uint32_t, uint32_t>;

constexpr uint64_t TOKEN_BYTES = 640'000; // bytes of one copy of a rank's tokens

/** @return uneven copies: server s takes (s + 1)/20 of the tokens, rank r (r + 1)/100 */
TokenCopies
UnevenCopies(const RankLayout& layout)
{
    TokenCopies copies;
    for (uint32_t server = 0; server < layout.GetServers(); ++server)
    {
        copies.toServer.push_back((server + 1) / 20.0);
    }
    for (uint32_t rank = 0; rank < layout.GetRanks(); ++rank)
    {
        copies.toRank.push_back((rank + 1) / 100.0);
    }
    return copies;
}

/** @return bytes from rank to rank */
std::map<Pair, uint64_t>
BytesOfPairs(const CommunicationGraph& graph)
{
    std::map<Pair, uint64_t> bytes;
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            bytes[{node.rank, node.peer}] += node.bytes;
        }
    }
    return bytes;
}

} // namespace

TEST(TokenExchange, EveryCopyArrives)
{
    for (const auto& [servers, perServer] :
         std::vector<Pair>{{3, 1}, {17, 1}, {1, 3}, {3, 4}, {8, 8}})
    {
        const RankLayout layout = Servers(std::vector<uint32_t>(servers, perServer));
        const TokenCopies copies = UnevenCopies(layout);
        const auto dispatch = BuildDispatch(layout, copies, TOKEN_BYTES);
        CheckGraph(dispatch);
        const auto sent = BytesOfPairs(dispatch);
        for (uint32_t rank = 0; rank < layout.GetRanks(); ++rank)
        {
            // Across the network: tokens * copies at each other server, to the rank of its rail.
            // Within: what the rank itself sends, and what it forwards of all other servers.
            for (const uint32_t other : layout.GetRailMembers(layout.GetRail(rank)))
            {
                const double share = (layout.GetServer(other) + 1) / 20.0;
                const auto found = sent.find({rank, other});
                EXPECT_EQ(found == sent.end() ? 0 : found->second,
                          other == rank ? 0 : static_cast<uint64_t>(TOKEN_BYTES * share + 0.5));
            }
            for (const uint32_t other : layout.GetMembers(layout.GetServer(rank)))
            {
                if (other != rank)
                {
                    const double share = servers * (other + 1) / 100.0;
                    EXPECT_NEAR(static_cast<double>(sent.at({rank, other})),
                                TOKEN_BYTES * share,
                                1);
                }
            }
        }
        // No other ways: (servers - 1) on the rail, (perServer - 1) within.
        EXPECT_EQ(sent.size(), size_t{layout.GetRanks()} * (servers - 1 + perServer - 1));
        // Results come back on the same ways.
        const auto combine = BuildCombine(layout, copies, TOKEN_BYTES);
        CheckGraph(combine);
        std::map<Pair, uint64_t> turned;
        for (const auto& [pair, bytes] : BytesOfPairs(combine))
        {
            turned[{pair.second, pair.first}] = bytes;
        }
        EXPECT_EQ(turned, sent);
    }
}

TEST(TokenExchange, TokensAreForwardedWhenTheyHaveComeAndAddedBeforeTheyCross)
{
    const RankLayout layout = Servers({2, 2, 2});
    const TokenCopies copies = UnevenCopies(layout);
    const auto crosses = [&layout](const auto& node) {
        return layout.GetServer(node.rank) != layout.GetServer(node.peer);
    };
    const auto dispatch = BuildDispatch(layout, copies, TOKEN_BYTES);
    std::set<uint32_t> waiting;
    for (const auto& [before, after] : dispatch.GetDependencies())
    {
        waiting.insert(after);
    }
    uint32_t forwarded = 0;
    for (uint32_t number = 0; number < dispatch.GetNodes().size(); ++number)
    {
        const auto node = dispatch.GetNodes()[number];
        if (node.kind == Kind::SEND)
        {
            forwarded += waiting.count(number);
            EXPECT_FALSE(crosses(node) && waiting.count(number) > 0);
        }
    }
    EXPECT_EQ(forwarded, 8u * 6); // a slice of each rank for its one neighbour

    // Back, every message that crosses waits for a sum of as much as came from the neighbour; what
    // the receiver adds is what has crossed, and the results of its own server.
    const auto combine = BuildCombine(layout, copies, TOKEN_BYTES);
    std::set<uint32_t> added;
    for (const auto& [before, after] : combine.GetDependencies())
    {
        const auto node = combine.GetNodes()[after];
        if (node.kind == Kind::SEND)
        {
            EXPECT_TRUE(crosses(node));
            EXPECT_EQ(combine.GetNodes()[before].kind, Kind::REDUCE);
            EXPECT_EQ(combine.GetNodes()[before].rank, node.rank);
            added.insert(after);
        }
    }
    EXPECT_EQ(added.size(), 8u * 6 * 2);
    uint64_t sums = 0;
    uint64_t arrived = 0;
    for (const auto& node : combine.GetNodes())
    {
        sums += node.kind == Kind::REDUCE ? node.bytes : 0;
        arrived += node.kind == Kind::RECV ? node.bytes : 0;
    }
    EXPECT_EQ(sums, arrived);
}

TEST(TokenExchange, UnequalServersAreRefused)
{
    const RankLayout layout(std::vector<uint32_t>{0, 0, 1});
    EXPECT_EQ(
        MessageOf<InputError>([&] { BuildDispatch(layout, UnevenCopies(layout), TOKEN_BYTES); }),
        "expert parallel ranks: with one copy of a token per server, a group needs equally "
        "many ranks in each of its servers; use such a layout or Copies per-expert of "
        "ExpertRouter");
}

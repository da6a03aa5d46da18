// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-case.h"
#include "has-text.h"
#include "race-finder.h"
#include "temporary-file.h"

#include "ns3/all-to-all-collectives.h"

#include <algorithm>
#include <numeric>

using namespace ns3;
using namespace ns3::collective;

namespace
{

TEST(TwoLevelCollectives, TwoLevelAllReduceTakesTheNetworkForAShareOfTheServer)
{
    // m = 3 servers of g = 4 ranks, 48,000 bytes: beyond its server a rank sends 2 (m - 1)/m S/g =
    // 16,000 bytes, to its own rail, and within it 2 (g - 1)/g S = 72,000.
    const RankLayout layout = Servers({4, 4, 4});
    const auto graph =
        Make({"TwoLevelAllReduce", nullptr, nullptr, nullptr})->Build(layout, 48'000);
    std::vector<uint64_t> within(12, 0);
    std::vector<uint64_t> beyond(12, 0);
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            const bool sameServer = layout.GetServer(node.rank) == layout.GetServer(node.peer);
            (sameServer ? within : beyond)[node.rank] += node.bytes;
            EXPECT_TRUE(sameServer || layout.GetRail(node.rank) == layout.GetRail(node.peer));
        }
    }
    EXPECT_EQ(within, std::vector<uint64_t>(12, 72'000));
    EXPECT_EQ(beyond, std::vector<uint64_t>(12, 16'000));
}

/** @return layout of regions of that many servers of 2 ranks */
RankLayout
Regions(const std::vector<uint32_t>& serversOfRegion)
{
    std::vector<uint32_t> servers;
    std::vector<uint32_t> regions;
    for (uint32_t region = 0; region < serversOfRegion.size(); ++region)
    {
        for (uint32_t rank = 0; rank < 2 * serversOfRegion[region]; ++rank)
        {
            servers.push_back(100 * region + rank / 2);
            regions.push_back(7 - region);
        }
    }
    return RankLayout(servers, regions);
}

TEST(TwoLevelCollectives, RegionAllReduceCrossesRegionsWithAShareOfIt)
{
    const Case which{"RegionAllReduce", AllReduced, nullptr, nullptr};
    // R = 3 regions of g = 4 ranks, 48,000 bytes: a rank sends 2 (R - 1)/R S/g = 16,000 bytes to
    // another region, and within its own 2 (g - 1)/g S = 72,000.
    const RankLayout layout = Regions({2, 2, 2});
    const auto graph = Make(which)->Build(layout, 48'000);
    std::vector<uint64_t> within(12, 0);
    std::vector<uint64_t> beyond(12, 0);
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            const bool isWithin = layout.GetRegion(node.rank) == layout.GetRegion(node.peer);
            (isWithin ? within : beyond)[node.rank] += node.bytes;
        }
    }
    EXPECT_EQ(within, std::vector<uint64_t>(12, 72'000));
    EXPECT_EQ(beyond, std::vector<uint64_t>(12, 16'000));
    for (const auto& servers : std::vector<std::vector<uint32_t>>{{1, 1}, {2, 2, 2}, {3, 3}, {4}})
    {
        ExpectRight(which, Regions(servers), 1'000);
        ExpectRight(which, Regions(servers), 7, {{"Channels", "3"}});
        ExpectRight(which, Regions(servers), 999, {{"SliceBytes", "33"}});
    }
    // One rank in each region: only the ring between regions.
    ExpectRight(which, RankLayout({0, 1, 2}, {0, 1, 2}), 1'000);
    EXPECT_TRUE(Has(MessageOf<InputError>([&] {
                        Make(which)->Build(Regions({1, 2}), 100);
                    }),
                    "regions have 2 and 4 ranks"));
}

TEST(TwoLevelCollectives, EveryNicServesBothTreesOfADoubleBinaryTree)
{
    // m = 8 servers of g = 4 ranks, as many channels as rails: of each tree a rail has S/8. A
    // server sends it up from a leaf of the one tree, and from an inner node of the other up and to
    // two children: 4 S/8 at the most.
    constexpr uint64_t BYTES = 48'000;
    const RankLayout layout = Servers(std::vector<uint32_t>(8, 4));
    const auto graph =
        Make({"DoubleBinaryTreeAllReduce", nullptr, nullptr, nullptr}, {{"Channels", "4"}})
            ->Build(layout, BYTES);
    std::vector<uint64_t> beyond(layout.GetRanks(), 0);
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == Kind::SEND && layout.GetServer(node.rank) != layout.GetServer(node.peer))
        {
            beyond[node.rank] += node.bytes;
        }
    }
    EXPECT_EQ(*std::max_element(beyond.begin(), beyond.end()), BYTES / 2);
    EXPECT_EQ(std::accumulate(beyond.begin(), beyond.end(), uint64_t{0}), 2 * 7 * BYTES);
}

TEST(TwoLevelCollectives, ProxiesKeepAnAllToAllOnItsRails)
{
    // m = 3 servers of g = 4 ranks, blocks of 100 bytes: a rank sends (g - 1) m blocks within its
    // server and (m - 1) g beyond, with proxies that gather in (m - 1) (1 + 1) messages: its own
    // block and the blocks of the others.
    const RankLayout layout = Servers({4, 4, 4});
    for (const bool aggregate : {true, false})
    {
        const auto graph = Make({"TwoLevelAllToAll",
                                 Exchanged,
                                 nullptr,
                                 nullptr,
                                 {{"Aggregate", aggregate ? "true" : "false"}}})
                               ->Build(layout, 1200);
        std::vector<uint64_t> within(12, 0);
        std::vector<uint64_t> beyond(12, 0);
        std::vector<uint64_t> messages(12, 0);
        for (const auto& node : graph.GetNodes())
        {
            if (node.kind == Kind::SEND)
            {
                const bool sameServer = layout.GetServer(node.rank) == layout.GetServer(node.peer);
                (sameServer ? within : beyond)[node.rank] += node.bytes;
                messages[node.rank] += sameServer ? 0 : 1;
                EXPECT_TRUE(sameServer || layout.GetRail(node.rank) == layout.GetRail(node.peer));
            }
        }
        EXPECT_EQ(within, std::vector<uint64_t>(12, 900));
        EXPECT_EQ(beyond, std::vector<uint64_t>(12, 800));
        EXPECT_EQ(messages, std::vector<uint64_t>(12, aggregate ? 4 : 8));
    }
}

TEST(AllToAll, ProxiesMayServeOnlyWhereRailsAreApart)
{
    // Three servers of four: each rank has something for 8 ranks of other servers; with proxies it
    // sends to two, its own in one message and what others gave to it in another.
    const Case which{"TwoLevelAllToAll",
                     Exchanged,
                     nullptr,
                     nullptr,
                     {{"OnlyIfRailsApart", "true"}}};
    const auto leaving = [&which](const std::vector<uint32_t>& sizes, bool apart) {
        const auto algorithm = Make(which);
        CommunicatorLinks links;
        links.railsApart = apart;
        algorithm->SetLinks(links);
        const RankLayout layout = Servers(sizes);
        const auto graph = algorithm->Build(layout, 1200);
        uint32_t count = 0;
        for (const auto& node : graph.GetNodes())
        {
            const bool leaves = node.kind == CommunicationGraph::Kind::SEND &&
                                layout.GetServer(node.rank) != layout.GetServer(node.peer);
            EXPECT_TRUE(!leaves || !apart ||
                        layout.GetRail(node.rank) == layout.GetRail(node.peer));
            count += leaves;
        }
        return count;
    };
    EXPECT_EQ(leaving({4, 4, 4}, false), 12U * 8);
    EXPECT_EQ(leaving({4, 4, 4}, true), 12U * 2 * 2);
    EXPECT_EQ(leaving({1, 1, 1}, true), 6U);
    EXPECT_EQ(leaving({4, 2}, false), 2U * 4 * 2); // servers need not be alike
    ExpectRight(which, Servers({4, 4, 4}), 1200);
}

TEST(AllToAll, BlocksMayHaveLengthsFromATable)
{
    // Bytes that rank i has for rank j; own blocks stay.
    const std::vector<uint64_t> table{9, 1, 2, 0, 9, 5, 7, 300, 9};
    const TemporaryFile file("# three ranks\n9 1 2\n0 9 5 # rank 1\n7 300 9\n");
    for (const char* name : {"DirectAllToAll", "PairwiseAllToAll", "TwoLevelAllToAll"})
    {
        SCOPED_TRACE(name);
        const Case byTable{name, Exchanged, nullptr, nullptr, {{"Table", file.GetPath()}}};
        ExpectRight(byTable, RankLayout(3), 1);
        ExpectRight(byTable, RankLayout(3), 1, {{"SliceBytes", "64"}, {"Channels", "2"}});
        ExpectRight(byTable, Servers({3}), 1);
        EXPECT_EQ(SentBytes(Make(byTable)->Build(3, 1)), 315u);
        // Per rank (27 + 315)/3 bytes, whatever was asked for.
        EXPECT_EQ(Make(byTable)->GetOperationBytes(3, 77), 114u);

        const Case bySetter{name, Exchanged, nullptr, nullptr};
        const auto algorithm = DynamicCast<AllToAll>(Make(bySetter));
        EXPECT_EQ(algorithm->GetOperationBytes(3, 77), 77u);
        algorithm->SetTable(table);
        EXPECT_EQ(SentBytes(algorithm->Build(3, 1)), 315u);
        EXPECT_EQ(algorithm->GetOperationBytes(3, 77), 114u);
        EXPECT_EQ(Complaint(*algorithm, RankLayout(4), 1),
                  std::string("ns3::") + name + ": a table of 9 entries for 4 ranks; expected 16");
        EXPECT_EQ(Complaint(*Make(byTable), RankLayout(2), 1),
                  file.GetPath() + ":2: unexpected '2' after the last field of the line");
    }
}

TEST(AllToAll, ProxiesServeATable)
{
    constexpr uint32_t RANKS = 12;
    std::vector<uint64_t> table;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < RANKS * RANKS; ++i)
    {
        table.push_back(i % 7 == 0 ? 0 : i * 3 % 100);
        sum += i / RANKS == i % RANKS ? 0 : table.back();
    }
    for (const bool aggregate : {true, false})
    {
        CollectiveData data;
        const Case which{"TwoLevelAllToAll",
                         Exchanged,
                         nullptr,
                         nullptr,
                         {{"Aggregate", aggregate ? "true" : "false"}}};
        const auto algorithm = DynamicCast<AllToAll>(Make(which));
        algorithm->SetTable(table);
        const RankLayout layout = Servers({4, 4, 4});
        const auto graph = algorithm->Build(layout, 1, &data);
        SymbolicExecutor executor(graph, data);
        executor.ExpectBytes();
        EXPECT_EQ(RaceFinder(graph, data).Find(), "");
        executor.Run(Order::LATEST);
        ExpectResult(executor, data, which, layout, 0);
        uint64_t arrived = 0; // at the rank they are for
        for (uint32_t rank = 0; rank < RANKS; ++rank)
        {
            for (uint32_t chunk = RANKS; chunk < 2 * RANKS; ++chunk)
            {
                arrived += chunk - RANKS == rank ? 0 : data.passes[0].Get(rank, chunk);
            }
        }
        EXPECT_EQ(arrived, sum);
    }
}

} // namespace

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-test.h"
#include "temporary-file.h"
#include "trace-damage.h"

#include "ns3/input-error.h"
#include "ns3/msccl-algorithm.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;

CommunicationGraph
BuildPlanText(const std::string& text, uint32_t ranks, uint64_t bytes)
{
    const TemporaryFile file(text);
    return Make<MscclAlgorithm>("MscclAlgorithm", {{"File", file.GetPath()}})->Build(ranks, bytes);
}

std::string
ErrorOfPlan(const std::string& text, uint64_t bytes = 1000)
{
    return MessageBehindPath<InputError>(text, [bytes](const std::string& path) {
        Make<MscclAlgorithm>("MscclAlgorithm", {{"File", path}})->Build(2, bytes);
    });
}

/** A GPU of a plan. */
struct PlanGpu
{
    std::vector<std::string> blocks; //!< operations of each thread block
    std::string more;                //!< further members, before a comma
};

/**
 * A plan in which each GPU has a channel and the buffers i, o and s of every other one.
 *
 * @param kind kind of the channels
 * @param chunks of buffers i, o and s
 * @param gpus the GPUs; operations of GPU g begin in line 4 + g if it has one thread block
 */
std::string
MakePlan(const std::string& kind,
         const std::vector<int>& chunks,
         const std::vector<PlanGpu>& gpus,
         const std::string& collective = "allreduce")
{
    std::string text = "{\"name\": \"x\", \"collective\": \"" + collective +
                       "\", \"protocol\": \"Simple\", \"inplace\": false,\n\"gpus\": [\n";
    for (size_t gpu = 0; gpu < gpus.size(); ++gpu)
    {
        std::string peers;
        std::string ids;
        std::string buffers;
        std::string bufferIds;
        int buffer = 0;
        for (size_t peer = 0; peer < gpus.size(); ++peer)
        {
            if (peer == gpu)
            {
                continue;
            }
            const std::string comma = peers.empty() ? "" : ", ";
            ids += comma + std::to_string(buffer / 3);
            peers += comma + std::to_string(peer);
            for (const std::string type : {"i", "o", "s"})
            {
                bufferIds += (buffer > 0 ? ", " : "") + std::to_string(buffer);
                buffers += (buffer++ > 0 ? ", " : "") + std::string("{\"rank\": ") +
                           std::to_string(peer) + ", \"type\": \"" + type +
                           "\", \"access_channel_types\": [\"" + kind + "\"]}";
            }
        }
        text += std::string(gpu > 0 ? "," : "") + "{\"id\": " + std::to_string(gpu) +
                ", \"input_chunks\": " + std::to_string(chunks[0]) +
                ", \"output_chunks\": " + std::to_string(chunks[1]) +
                ", \"scratch_chunks\": " + std::to_string(chunks[2]) + ", \"channels\": [" +
                "{\"channel_type\": \"" + kind + "\", \"connected_to\": [" + peers +
                "]}], \"remote_buffers\": [" + buffers + "], " + gpus[gpu].more +
                "\"threadblocks\": [";
        for (size_t block = 0; block < gpus[gpu].blocks.size(); ++block)
        {
            text += std::string(block > 0 ? ", " : "") + "{\"id\": " + std::to_string(block) +
                    ", \"channels\": [{\"channel_type\": \"" + kind + "\", \"channel_ids\": [" +
                    ids + "]}], \"remote_buffer_refs\": [{\"access_channel_type\": \"" + kind +
                    "\", \"remote_buffer_ids\": [" + bufferIds + "]}], \"ops\": [\n" +
                    gpus[gpu].blocks[block] + "]}";
        }
        text += "]}";
    }
    return text + "]}";
}

/** An operation without buffers, on a channel. */
std::string
PlanSync(const std::string& name, int channel = 0, const std::string& kind = "memory")
{
    return "{\"name\": \"" + name + "\", \"channel_ids\": [" + std::to_string(channel) +
           "], \"channel_type\": \"" + kind + "\"}";
}

/** A place in the GPU's own buffer. */
std::string
PlanOwn(const std::string& type, int index, int size = 1)
{
    return "{\"type\": \"" + type + "\", \"index\": " + std::to_string(index) +
           ", \"size\": " + std::to_string(size) + "}";
}

/** A place in a buffer of another GPU. */
std::string
PlanFar(int buffer, int index, int size = 1)
{
    return "{\"buffer_id\": " + std::to_string(buffer) + ", \"index\": " + std::to_string(index) +
           ", \"size\": " + std::to_string(size) + "}";
}

/** An operation with buffers. */
std::string
PlanMove(const std::string& name,
         const std::string& sources,
         const std::string& targets,
         const std::string& more = "",
         const std::string& kind = "memory")
{
    return "{\"name\": \"" + name + "\", \"src_buff\": [" + sources + "], \"dst_buff\": [" +
           targets + "], " + more + "\"channel_type\": \"" + kind + "\"}";
}

/** @return number of nodes of a kind and their bytes, by kind and rank */
std::map<std::pair<Kind, uint32_t>, std::pair<int, uint64_t>>
PlanCount(const CommunicationGraph& graph)
{
    std::map<std::pair<Kind, uint32_t>, std::pair<int, uint64_t>> counts;
    for (const auto& node : graph.GetNodes())
    {
        auto& [nodes, bytes] = counts[{node.kind, node.rank}];
        ++nodes;
        bytes += node.bytes;
    }
    return counts;
}

} // namespace

TEST(MscclPlan, AReadAReductionAndAWriteBetweenSignals)
{
    // Both GPUs meet, then GPU g reduces chunk g of both inputs and writes the sum to both.
    std::vector<PlanGpu> gpus;
    for (const int chunk : {0, 1})
    {
        gpus.push_back(
            {{PlanSync("rlxsignal") + ", " + PlanSync("rlxwait") + ", {\"name\": \"nop\"}, " +
              PlanMove("rres",
                       PlanOwn("i", chunk) + ", " + PlanFar(0, chunk),
                       PlanOwn("i", chunk) + ", " + PlanFar(0, chunk),
                       "\"reduce_op\": \"sum\", ") +
              ", " + PlanSync("signal") + ", " + PlanSync("wait")},
             ""});
    }
    const auto counts = PlanCount(BuildPlanText(MakePlan("memory", {2, 2, 0}, gpus), 2, 1000));
    for (const uint32_t rank : {0, 1})
    {
        // Signal, request of the read, answer to the peer's, write, signal.
        EXPECT_EQ(counts.at({Kind::SEND, rank}), std::pair(5, uint64_t{1 + 1 + 500 + 500 + 1}));
        EXPECT_EQ(counts.at({Kind::RECV, rank}), std::pair(5, uint64_t{1 + 1 + 500 + 500 + 1}));
        EXPECT_EQ(counts.at({Kind::REDUCE, rank}), std::pair(1, uint64_t{500}));
        EXPECT_EQ(counts.at({Kind::JOIN, rank}).first, 3) << "two waits, and the read";
    }
}

TEST(MscclPlan, PacketsAreTwiceAsLongAndAwaited)
{
    // The two GPUs exchange halves of two chunks, reduce two chunks each in two thread blocks, and
    // exchange these: 250 B a chunk, 500 B as packets.
    std::vector<PlanGpu> gpus;
    for (const int gpu : {0, 1})
    {
        const int mine = 2 * gpu;
        const int other = 2 - mine;
        gpus.push_back({{PlanMove("ppkt", PlanOwn("i", other, 2), PlanFar(2, 0, 2)) + ", " +
                             PlanMove("respkt",
                                      PlanOwn("i", mine) + ", " + PlanOwn("s", 0),
                                      PlanOwn("i", mine) + ", " + PlanFar(2, 2)),
                         PlanMove("respkt",
                                  PlanOwn("i", mine + 1) + ", " + PlanOwn("s", 1),
                                  PlanOwn("i", mine + 1) + ", " + PlanFar(2, 3)) +
                             ", {\"name\": \"upkt\", \"src_buff\": [" + PlanOwn("s", 2, 2) +
                             "], \"dst_buff\": [" + PlanOwn("i", other, 2) + "]}"},
                        ""});
    }
    const auto graph = BuildPlanText(MakePlan("memory", {4, 4, 4}, gpus), 2, 1000);
    const auto counts = PlanCount(graph);
    for (const uint32_t rank : {0, 1})
    {
        EXPECT_EQ(counts.at({Kind::SEND, rank}), std::pair(3, uint64_t{1000 + 500 + 500}));
        EXPECT_EQ(counts.at({Kind::REDUCE, rank}), std::pair(2, uint64_t{2 * 250}));
        EXPECT_EQ(counts.at({Kind::COPY, rank}), std::pair(1, uint64_t{500}));
    }
    // The node that awaits chunks 2 and 3 waits for the RECVs of both; those of 0 and 1 for one.
    std::map<uint32_t, int> received;
    for (const auto& [before, after] : graph.GetDependencies())
    {
        received[after] += graph.GetNode(before).kind == Kind::RECV;
    }
    std::vector<int> waits;
    for (const auto& [node, count] : received)
    {
        if (count > 0 && graph.GetNode(node).rank == 0)
        {
            waits.push_back(count);
        }
    }
    std::sort(waits.begin(), waits.end());
    EXPECT_EQ(waits, (std::vector<int>{1, 1, 2}));
}

TEST(MscclPlan, PipelinesAreUnrolled)
{
    // Two thread blocks copy 1000 B in units of 300 B through scratch, at most two units ahead.
    const auto loop = [](const std::string& acquire,
                         const std::string& from,
                         const std::string& to,
                         const std::string& release) {
        return "{\"name\": \"pipeline\", \"iter_context\": {\"unit_size\": 300, \"num_chunks\": "
               "1}, "
               "\"ops\": [{\"name\": \"sem_acquire\", \"semaphore_ids\": [" +
               acquire + "]}, {\"name\": \"copy\", \"src_buff\": [" + PlanOwn(from, 0) +
               "], \"dst_buff\": [" + PlanOwn(to, 0) +
               "]}, {\"name\": \"sem_release\", \"semaphore_ids\": [" + release + "]}]}";
    };
    const std::string semaphores = "\"semaphores\": [{\"init_value\": 0}, {\"init_value\": 2}], ";
    const auto graph = BuildPlanText(
        MakePlan("memory",
                 {1, 1, 1},
                 {{{loop("1", "i", "s", "0"), loop("0", "s", "o", "1")}, semaphores}, {{}, ""}}),
        2,
        1000);
    std::vector<uint64_t> copies;
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == Kind::COPY)
        {
            copies.push_back(node.bytes);
        }
    }
    EXPECT_EQ(copies, (std::vector<uint64_t>{300, 300, 300, 100, 300, 300, 300, 100}));
    // 8 iterations of three nodes, the first of which waits for the one before: 2 * 11. The second
    // block waits for 4 releases, the first for those of units 0 and 1.
    EXPECT_EQ(graph.GetNodes().size(), 24u);
    EXPECT_EQ(graph.GetDependencies().size(), 22u + 4 + 2);
    // With one unit less released than acquired, the last waits for ever.
    EXPECT_EQ(ErrorOfPlan(MakePlan(
                  "memory",
                  {1, 1, 1},
                  {{{"{\"name\": \"sem_acquire\", \"semaphore_ids\": [1, 1, 1]}"}, semaphores},
                   {{}, ""}})),
              ":4: semaphore_ids: semaphore 1 of GPU 0 is acquired 3 times, but released only 0 "
              "times from 2");
}

TEST(MscclPlan, ThreadBlocksMeetAtBarriers)
{
    const std::string barrier =
        "{\"name\": \"barrier\", \"barrier_id\": 0, \"num_threadblocks\": 2}";
    const std::string copy = "{\"name\": \"copy\", \"src_buff\": [" + PlanOwn("i", 0) +
                             "], \"dst_buff\": [" + PlanOwn("o", 0) + "]}";
    const auto graph =
        BuildPlanText(MakePlan("memory",
                               {1, 1, 0},
                               {{{copy + ", " + barrier, barrier + ", " + copy}, ""}, {{}, ""}}),
                      2,
                      1000);
    // Copies, two joins of each block, and the gate between them.
    ASSERT_EQ(graph.GetNodes().size(), 7u);
    EXPECT_EQ(graph.GetDependencies(),
              (DependencyList{{0, 1}, {1, 2}, {3, 4}, {4, 5}, {1, 6}, {6, 2}, {3, 6}, {6, 4}}));
    EXPECT_EQ(ErrorOfPlan(MakePlan("memory", {1, 1, 0}, {{{barrier}, ""}, {{}, ""}})),
              ":4: num_threadblocks: is 2, but 1 thread blocks come to barrier 0");
}

TEST(MscclPlan, PartsOfAGroupOfThreadBlocks)
{
    // 1000 B in three parts are 334, 333 and 333 B.
    std::vector<std::string> blocks;
    for (const std::string part : {"0", "1", "2"})
    {
        blocks.push_back(PlanMove("put",
                                  PlanOwn("i", 0),
                                  PlanFar(1, 0),
                                  "\"tbg_info\": {\"tb_id\": " + part + ", \"tbg_size\": 3}, "));
    }
    const auto graph =
        BuildPlanText(MakePlan("memory", {1, 1, 0}, {{blocks, ""}, {{}, ""}}), 2, 1000);
    std::vector<std::pair<uint64_t, uint32_t>> sends;
    for (const auto& node : graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            sends.emplace_back(node.bytes, node.channel);
        }
    }
    EXPECT_EQ(sends, (std::vector<std::pair<uint64_t, uint32_t>>{{334, 0}, {333, 1}, {333, 2}}));
}

TEST(MscclPlan, WrongPlans)
{
    const auto plan = [](const std::string& first, const std::string& second = "") {
        return MakePlan("memory", {2, 2, 2}, {{{first}, ""}, {{second}, ""}});
    };
    EXPECT_EQ(ErrorOfPlan("{\"a\": 1}"),
              ":1: gpus: is missing; expected an execution plan of MSCCL++");
    EXPECT_EQ(ErrorOfPlan(plan(PlanSync("wait"))),
              ":4: name: waits for signal 0 of GPU 1 to GPU 0 on memory channel 0; it is never "
              "sent");
    EXPECT_EQ(ErrorOfPlan(plan(PlanSync("wait") + ", " + PlanSync("signal"),
                               PlanSync("wait") + ", " + PlanSync("signal"))),
              ": the operations form a cycle of dependencies");
    EXPECT_EQ(ErrorOfPlan(plan(PlanSync("signal", 1))),
              ":4: 0: is 1; the thread block refers to 1, and the GPU declares 1");
    EXPECT_EQ(ErrorOfPlan(plan(PlanMove("put", PlanOwn("i", 0), PlanFar(0, 2)))),
              ":4: index: is 2 for 1 chunks, but buffer i of GPU 1 has 2");
    EXPECT_EQ(ErrorOfPlan(plan("{\"name\": \"upkt\", \"src_buff\": [" + PlanOwn("s", 1) +
                               "], \"dst_buff\": [" + PlanOwn("o", 1) + "]}")),
              ":4: src_buff: waits for packets in chunk 1 of the scratch buffer of GPU 0, which no "
              "operation writes");
    EXPECT_EQ(ErrorOfPlan(plan("{\"name\": \"glres\"}")),
              ":4: name: is 'glres', an operation of NVLink's switch, which is not simulated from "
              "plans; expected operations of memory and port channels");
    EXPECT_EQ(ErrorOfPlan(plan("{\"name\": \"putt\"}")).substr(0, 50),
              ":4: name: is 'putt', an unknown operation; expecte");
    std::string small = plan("");
    small.insert(1, "\"max_message_size\": 999, ");
    EXPECT_EQ(ErrorOfPlan(small), ": max_message_size: is 999, but the operation has 1000 bytes");
    EXPECT_EQ(ErrorOfPlan(MakePlan("memory", {1, 1, 1}, {{{""}, ""}})),
              ": gpus: the program is for 1 GPUs, but runs on 2 ranks; expected the same number");
}

TEST(MscclPlan, DamagedFilesAreReadOrRefusedWithOneLine)
{
    const std::string good =
        MakePlan("memory",
                 {2, 2, 2},
                 {{{PlanMove("pws", PlanOwn("i", 0), PlanFar(1, 1), "\"channel_ids\": [0], ") +
                    ", " + PlanSync("wait")},
                   ""},
                  {{PlanSync("signal") + ", " + PlanSync("wait")}, ""}});
    const int refused = ReadDamaged(
        good,
        [](const std::string& text) { BuildPlanText(text, 2, 999); },
        400);
    EXPECT_GT(refused, 100);
}

using MscclPlanRunTest = NetworkTest;

TEST_F(MscclPlanRunTest, WritesWithSignalsTakeAsLongAsTheBuiltInAllGather)
{
    // Each GPU writes its input to every other one; the write is the signal.
    constexpr int GPUS = 3;
    std::vector<PlanGpu> gpus;
    for (int gpu = 0; gpu < GPUS; ++gpu)
    {
        std::string operations;
        for (int hop = 1; hop < GPUS; ++hop)
        {
            const int peer = (gpu + hop) % GPUS;
            const int channel = peer - (peer > gpu);
            operations += PlanMove("pws",
                                   PlanOwn("i", 0),
                                   PlanFar(3 * channel + 1, gpu),
                                   "\"channel_ids\": [" + std::to_string(channel) + "], ",
                                   "port") +
                          ", ";
        }
        gpus.push_back(
            {{operations + PlanSync("wait", 0, "port") + ", " + PlanSync("wait", 1, "port")}, ""});
    }
    const TemporaryFile file(MakePlan("port", {1, GPUS, 0}, gpus, "allgather"));
    std::vector<int64_t> finishes;
    for (const std::string& algorithm :
         {std::string("ns3::DirectAllGather"), "ns3::MscclAlgorithm[File=" + file.GetPath() + "]"})
    {
        Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", std::to_string(GPUS)}}));
        const auto job =
            Add("CollectiveWorkload", {{"Bytes", "3000000"}, {"Algorithm", algorithm}});
        Simulator::Run();
        ExpectLosslessEnd();
        EXPECT_EQ(job->GetRecords().size(), 6u);
        EXPECT_DOUBLE_EQ(job->GetJob().busFactor, 2.0 / 3);
        finishes.push_back(job->GetFinishPs());
        Simulator::Destroy();
    }
    EXPECT_EQ(finishes[0], finishes[1]);
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "file-workload.h"
#include "has-text.h"
#include "network-test.h"
#include "temporary-file.h"
#include "trace-damage.h"

#include "ns3/input-error.h"
#include "ns3/sim-ai-workload.h"

#include <map>
#include <set>

using namespace ns3;

namespace
{

using Kind = CommunicationGraph::Kind;

const std::string HEAD = "HYBRID_TRANSFORMER_FWD_IN_BCKWD model_parallel_NPU_group: 2 ep: 2 pp: 1 "
                         "vpp: 8 ga: 1 all_gpus: 8 checkpoints: 0 checkpoint_initiates: 0\n";

FabricJob
ReadSimAi(const std::string& text, const Attributes& attributes = {})
{
    return ReadJobText<SimAiWorkload>(text, attributes);
}

std::string
ErrorOfSimAi(const std::string& text)
{
    return ErrorOfJobText<SimAiWorkload>(text);
}

std::string
ErrorOfLayer(const std::string& layer)
{
    return ErrorOfSimAi(HEAD + "1\n" + layer + "\n");
}

/** Pairs of ranks that exchange messages, in the forward pass of a layer of this type. */
std::set<std::pair<uint32_t, uint32_t>>
PairsOf(const std::string& type, const std::string& weightType = "NONE")
{
    std::set<std::pair<uint32_t, uint32_t>> pairs;
    const FabricJob job =
        ReadSimAi(HEAD + "1\nx -1 0 " + type + " 800 0 NONE 0 0 " + weightType + " 800 0\n");
    for (const auto& node : job.graph.GetNodes())
    {
        if (node.kind == Kind::SEND)
        {
            pairs.emplace(std::min(node.rank, node.peer), std::max(node.rank, node.peer));
        }
    }
    return pairs;
}

using Pairs = std::set<std::pair<uint32_t, uint32_t>>;

} // namespace

TEST(SimAiWorkload, GroupsOfEightRanksWithTwoTensorAndTwoExpertParallel)
{
    // Tensor groups 01 23 45 67; expert groups pair 01 with 23 and 45 with 67, place by place.
    EXPECT_EQ(PairsOf("ALLREDUCE"), (Pairs{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
    EXPECT_EQ(PairsOf("ALLTOALL_EP"), (Pairs{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
    EXPECT_EQ(PairsOf("ALLGATHER_DP_EP"), (Pairs{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
    // Data parallel: rings 0 2 4 6 and 1 3 5 7.
    EXPECT_EQ(PairsOf("NONE", "REDUCESCATTER"),
              (Pairs{{0, 2}, {2, 4}, {4, 6}, {0, 6}, {1, 3}, {3, 5}, {5, 7}, {1, 7}}));
}

TEST(SimAiWorkload, CommunicationIsLabelled)
{
    const FabricJob job =
        ReadSimAi(HEAD + "1\nx -1 5 ALLREDUCE 800 0 ALLTOALL_EP 800 0 ALLREDUCE 800 0\n");
    std::set<std::string> labels;
    for (const auto& node : job.graph.GetNodes())
    {
        labels.insert(job.graph.GetLabel(node.label));
    }
    EXPECT_EQ(labels,
              (std::set<std::string>{"",
                                     "tensor parallel all-reduce",
                                     "expert parallel all-to-all",
                                     "data parallel all-reduce"}));
}

TEST(SimAiWorkload, WhatIsLeftOutIsWarnedOf)
{
    const std::string layer = "1\nx -1 5 NONE 0 0 NONE 0 0 NONE 0 0\n";
    EXPECT_TRUE(ReadSimAi(HEAD + layer).warnings.empty());
    const FabricJob job =
        ReadSimAi("HYBRID_TRANSFORMER model_parallel_NPU_group: 2 ep: 1 pp: 4 vpp: 8 ga: 2 "
                  "all_gpus: 64 checkpoints: 1 0 checkpoint_initiates: 1 0 pp_comm 999\n" +
                  layer);
    ASSERT_EQ(job.warnings.size(), 3u);
    EXPECT_TRUE(Has(job.warnings[0], "is for 64 GPUs and runs on 8"));
    EXPECT_TRUE(Has(job.warnings[1], "a pipeline of 4 stages"));
    EXPECT_TRUE(Has(job.warnings[2], "checkpoints"));
}

TEST(SimAiWorkload, PoliciesWithoutGroups)
{
    const std::string layer = "\n1\nx -1 0 ALLREDUCE 800 0 NONE 0 0 ALLREDUCE 80 0\n";
    std::map<std::string, uint64_t> sent;
    for (const std::string policy : {"DATA", "MODEL"})
    {
        const FabricJob job = ReadSimAi(policy + layer);
        for (const auto& node : job.graph.GetNodes())
        {
            sent[policy] += node.kind == Kind::SEND ? node.bytes : 0;
        }
    }
    // 2 (n - 1) S with n = 8: of the weight gradients only, or of the forward pass only.
    EXPECT_EQ(sent["DATA"], 14u * 80);
    EXPECT_EQ(sent["MODEL"], 14u * 800);
}

TEST(SimAiWorkload, WrongFiles)
{
    const std::string layer = "x -1 5 NONE 0 0 NONE 0 0 NONE 0 0";
    EXPECT_EQ(ErrorOfSimAi(""), ": the file is empty");
    EXPECT_EQ(ErrorOfSimAi("MICRO\n1\n" + layer),
              ":1: policy: 'MICRO' is not supported; expected HYBRID_TRANSFORMER, "
              "HYBRID_TRANSFORMER_FWD_IN_BCKWD, DATA or MODEL");
    EXPECT_EQ(ErrorOfSimAi("DATA 3\n1\n" + layer),
              ":1: settings: a number without a name before it");
    EXPECT_EQ(ErrorOfSimAi("DATA ep: x: 3\n1\n" + layer), ":1: ep: is not followed by a number");
    EXPECT_EQ(
        ErrorOfSimAi("HYBRID_TRANSFORMER model_parallel_NPU_group: 3\n1\n" + layer),
        ":1: model_parallel_NPU_group: 3 does not divide the 8 hosts; expected a divisor, or 0 "
        "for all");
    EXPECT_EQ(ErrorOfSimAi("HYBRID_TRANSFORMER model_parallel_NPU_group: 2 ep: 3\n1\n" + layer),
              ":1: ep: 3 does not divide the 4 ranks of a data parallel group; expected a divisor");
    EXPECT_EQ(ErrorOfSimAi(HEAD + "0\n"), ":2: layers: '0' is not an integer from 1 to 10000000");
    EXPECT_EQ(ErrorOfSimAi(HEAD + "2\n" + layer),
              ":3: layers: the file ends after 1 of 2 layers announced in the second line");
    EXPECT_EQ(ErrorOfSimAi(HEAD + "1\n" + layer + "\n" + layer),
              ":4: layers: more lines follow after 1 layers announced in the second line");
    EXPECT_EQ(ErrorOfLayer("x -1 5 NONE 0 0 NONE 0 0 NONE 0"),
              ":3: update time: the line ends before this field");
    EXPECT_EQ(ErrorOfLayer("x -1 -5 NONE 0 0 NONE 0 0 NONE 0 0"),
              ":3: compute time: '-5' is not an integer from 0 to 1000000000000000");
    EXPECT_EQ(ErrorOfLayer("x -1 5 ALLREDUCEALLTOALL 0 0 NONE 0 0 NONE 0 0"),
              ":3: type: 'ALLREDUCEALLTOALL' is unknown; expected NONE, or ALLREDUCE, ALLGATHER, "
              "REDUCESCATTER or ALLTOALL, each alone or with _EP or _DP_EP");
}

TEST(SimAiWorkload, DamagedFilesAreReadOrRefusedWithOneLine)
{
    const std::string good = HEAD + "2\nx -1 5 ALLREDUCE 80 6 ALLGATHER 8 7 NONE 0 1\ny -1 5 "
                                    "ALLTOALL_EP 80 6 NONE 0 7 ALLREDUCE_DP_EP 9 1\n";
    const int refused = ReadDamaged(
        good,
        [](const std::string& text) { ReadSimAi(text); },
        600);
    EXPECT_GT(refused, 150);
}

using SimAiWorkloadRunTest = NetworkTest;

TEST_F(SimAiWorkloadRunTest, ComputingTakesItsTimeLayerByLayerAndPassByPass)
{
    // Two layers without communication: (1 + 2 + 4) + (10 + 20 + 40) us, three times.
    const TemporaryFile file("DATA\n2\nx -1 1000 NONE 0 2000 NONE 0 4000 NONE 0 9\n"
                             "y -1 10000 NONE 0 20000 NONE 0 40000 NONE 0 9\n");
    Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
    const auto job = Add("SimAiWorkload", {{"File", file.GetPath()}, {"Passes", "3"}});
    Simulator::Run();
    EXPECT_TRUE(job->IsFinished());
    EXPECT_EQ(job->GetFinishPs(), 3 * 77'000'000);
}

TEST_F(SimAiWorkloadRunTest, WeightGradientsTravelBesideTheWayBack)
{
    // Layer y's weight gradients travel while layer x computes its way back for 1 ms, which is
    // longer. What remains is the collective of layer x, alone, and its update.
    const auto run = [this](const std::string& layers) {
        const TemporaryFile file("DATA\n" + layers);
        Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "4"}}));
        const auto job = Add("SimAiWorkload", {{"File", file.GetPath()}});
        Simulator::Run();
        EXPECT_TRUE(job->IsFinished());
        const int64_t finishPs = job->GetFinishPs();
        Simulator::Destroy();
        return finishPs;
    };
    const std::string last = "x -1 0 NONE 0 1000000 NONE 0 0 ALLGATHER 1000000 5000\n";
    const int64_t alonePs = run("1\n" + last);
    EXPECT_GT(alonePs, 1'005'000'000);
    // Up to the ticks that each of its steps waits for: far below the 70 us of a collective.
    const int64_t bothPs = run("2\n" + last + "y -1 0 NONE 0 0 NONE 0 0 ALLGATHER 1000000 0\n");
    EXPECT_NEAR(static_cast<double>(bothPs), static_cast<double>(alonePs), 100'000);
}

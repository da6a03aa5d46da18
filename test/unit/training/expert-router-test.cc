// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "fabric-test.h"
#include "temporary-file.h"
#include "training-parts.h"

#include "ns3/expert-router.h"
#include "ns3/graph-check.h"
#include "ns3/input-error.h"
#include "ns3/parallel-layout.h"
#include "ns3/training-step.h"
#include "ns3/training-traffic-count.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Grid = ParallelGrid;

class ExpertRouterTest : public FabricTest
{
};

/** @return 4 layers of which 3 have 8 experts of 2 groups, a token has two of one group */
ModelShape
Experts(const Attributes& more = {})
{
    Attributes attributes{{"Experts", "8"},
                          {"ActiveExperts", "2"},
                          {"ExpertHidden", "64"},
                          {"DenseLayers", "1"},
                          {"ExpertGroups", "2"},
                          {"ActiveGroups", "1"}};
    attributes.insert(attributes.end(), more.begin(), more.end());
    return Shape("TransformerModel", attributes);
}

ExpertRouter::Routings
Routings(const Attributes& attributes,
         const ModelShape& shape,
         uint32_t ranks = 4,
         bool byModel = true,
         int64_t stream = 1)
{
    const auto router = Make<ExpertRouter>("ExpertRouter", attributes);
    router->AssignStreams(stream);
    return router->MakeRoutings(shape, ranks, byModel);
}

TrainingSetup
StepWithExperts(const ModelShape& shape)
{
    TrainingSetup setup;
    setup.shape = shape;
    setup.sequence = shape.sequence;
    setup.microBatchSequences = 64;
    setup.microBatches = 12;
    GpuModel gpu = GpuModel::Get("h100");
    gpu.bf16Flops = 1e12;
    setup.kernels = ModelKernels(KernelTime(gpu, 1, 1), {}, 0);
    return setup;
}

/** Collectives that take no time. */
class FreeCollectives final : public TrainingCollectives
{
  public:
    std::shared_ptr<const CommunicationGraph> Get(TrainingTraffic,
                                                  CollectiveOperation,
                                                  const std::vector<uint32_t>& group,
                                                  uint64_t,
                                                  const Routing&) override
    {
        CommunicationGraph graph(static_cast<uint32_t>(group.size()));
        for (uint32_t rank = 0; rank < group.size(); ++rank)
        {
            graph.AddJoin(rank);
        }
        return std::make_shared<const CommunicationGraph>(std::move(graph));
    }

    std::optional<int64_t> GetTransferPs(uint32_t, uint32_t, uint64_t) override
    {
        return 0;
    }
};

} // namespace

TEST_F(ExpertRouterTest, ModelsThatLimitGroupsSendOneCopyPerServer)
{
    const auto deepSeek = Shape("deep-seek-v3");
    EXPECT_EQ(deepSeek.expertGroups, 8u);
    EXPECT_EQ(deepSeek.activeGroups, 4u);
    const auto routings = Routings({}, deepSeek, 64);
    ASSERT_EQ(routings.size(), 62u); // the last one predicts another token
    EXPECT_EQ(routings[2], nullptr);
    EXPECT_TRUE(routings[3]->IsOnePerServer());
    EXPECT_EQ(routings[3], routings[61]);
    EXPECT_TRUE(Routings({{"Copies", "per-expert"}}, deepSeek, 64).empty());
    EXPECT_TRUE(Routings({}, deepSeek, 64, false).empty());
    EXPECT_TRUE(Routings({}, deepSeek, 1).empty());
    const auto noLimit = Experts({{"ExpertGroups", "0"}, {"ActiveGroups", "0"}});
    EXPECT_TRUE(Routings({}, noLimit).empty());
    EXPECT_TRUE(Routings({{"Copies", "per-server"}}, noLimit)[1]->IsOnePerServer());
}

TEST_F(ExpertRouterTest, LayersHaveTheirOwnOrderOfPopularity)
{
    const auto shape = Experts();
    const auto loads = [&](int64_t stream) {
        const auto routings = Routings({{"Skew", "1"}}, shape, 4, true, stream);
        return std::vector<std::vector<double>>{routings[1]->GetLoads(), routings[2]->GetLoads()};
    };
    EXPECT_NE(loads(1)[0], loads(1)[1]);
    EXPECT_EQ(loads(1), loads(1));
    EXPECT_NE(loads(1), loads(2));
    const auto first = loads(1)[0];
    EXPECT_NEAR(std::accumulate(first.begin(), first.end(), 0.0), 4, 1e-6);
    // A file has a line for all layers or one for each, expert by expert.
    const TemporaryFile one("1 1 1 1 1 1 1 9 # of the last rank\n");
    const auto same = Routings({{"WeightsFile", one.GetPath()}}, shape);
    EXPECT_EQ(same[1], same[3]);
    EXPECT_GT(same[1]->GetLoads()[3], 2 * same[1]->GetLoads()[0]);
    const TemporaryFile each("9 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 9\n");
    const auto other = Routings({{"WeightsFile", each.GetPath()}}, shape);
    EXPECT_GT(other[1]->GetLoads()[0], 1.3);
    EXPECT_NEAR(other[2]->GetLoads()[0], 1, 0.02);
    EXPECT_GT(other[3]->GetLoads()[3], 1.3);
}

TEST_F(ExpertRouterTest, SaysWhatIsWrong)
{
    const auto message = [](const Attributes& attributes, uint32_t ranks = 4) {
        return MessageOf<InputError>([&] { Routings(attributes, Experts(), ranks); });
    };
    EXPECT_EQ(message({{"Copies", "both"}}),
              "ExpertRouter: Copies is 'both'; expected one of by-model, per-server, per-expert");
    EXPECT_EQ(message({{"Skew", "1"}}, 1), "ExpertRouter: has no effect on experts of one rank");
    const TemporaryFile two("1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1\n");
    EXPECT_EQ(message({{"Skew", "1"}, {"WeightsFile", two.GetPath()}}),
              "ExpertRouter: Skew has no effect beside WeightsFile; leave one out");
    EXPECT_EQ(message({{"WeightsFile", two.GetPath()}}),
              two.GetPath() + ":2: weight: the file has 2 lines of weights; expected 1, or one for "
                              "each of the 3 layers with experts");
    const TemporaryFile zero("1 1 1 1 1 1 1 0\n");
    EXPECT_NE(message({{"WeightsFile", zero.GetPath()}}).find(":1: weight"), std::string::npos);
    EXPECT_EQ(MessageOf<InputError>([] {
                  Experts({{"ActiveGroups", "3"}});
              }),
              "model: ActiveGroups is 3; expected at most ExpertGroups, 2");
    EXPECT_EQ(MessageOf<InputError>([] {
                  Experts({{"ExpertGroups", "3"}});
              }),
              "model: ExpertGroups is 3; expected a divisor of Experts, 8");
    EXPECT_EQ(MessageOf<InputError>([] {
                  Experts({{"ActiveGroups", "0"}});
              }),
              "model: ExpertGroups is 2; expected 0, since ActiveGroups is 0");
    EXPECT_EQ(MessageOf<InputError>([] {
                  Experts({{"ActiveExperts", "5"}});
              }),
              "model: ActiveGroups is 1; expected groups of at least ActiveExperts, 5, experts "
              "together");
}

TEST_F(ExpertRouterTest, BytesThatCrossAreTokensTimesNumbersTimesCopies)
{
    // 3 layers with experts, 12 micro-batches of 64 * 128 tokens of 256 numbers, one stage. Two
    // servers of two ranks each have a group of experts: a token needs one of the two servers,
    // which is the other one for half of the tokens: 0.5 copies each way, forward and backward,
    // where 2 experts on 4 ranks take 2 * 2/4 without the limit.
    auto setup = StepWithExperts(Experts());
    setup.dispatchBytes = 1;
    const auto sentOf = [&](const ExpertRouter::Routings& routings,
                            const std::string& schedule,
                            const Attributes& layout) {
        setup.routings = routings;
        const Grid grid = Make<ParallelLayout>("ParallelLayout", layout)->MakeGrid(8);
        std::vector<uint32_t> servers(8);
        for (uint32_t rank = 0; rank < servers.size(); ++rank)
        {
            servers[rank] = rank / 2;
        }
        CollectiveLibrary library({Make<CollectiveAlgorithm>("RingAllReduce"),
                                   Make<CollectiveAlgorithm>("RingAllGather"),
                                   Make<CollectiveAlgorithm>("RingReduceScatter"),
                                   Make<CollectiveAlgorithm>("DirectAllToAll")},
                                  servers);
        SentCollectives messages(library);
        const auto plan = Plan(schedule, grid.GetSize(Grid::PIPELINE), setup.microBatches);
        TrainingStep step(setup, grid, plan, TrainingGroups(grid), messages);
        const double count = step.CountNodes();
        const auto graph = step.Build();
        CheckGraph(graph);
        EXPECT_NEAR(count / static_cast<double>(graph.GetNodes().size()), 1, 0.06);
        TrafficNotice::Count within;
        double expert = 0; // bytes of tokens between servers
        for (const auto& node : graph.GetNodes())
        {
            if (node.kind == CommunicationGraph::Kind::SEND)
            {
                const auto& label = graph.GetLabel(node.label);
                const bool isInside = servers[node.rank] == servers[node.peer];
                if (label.rfind("data parallel", 0) != 0)
                {
                    within.AddMessage(node.bytes, isInside);
                }
                if (label.rfind("expert parallel", 0) == 0 && !isInside)
                {
                    expert += static_cast<double>(node.bytes);
                }
            }
        }
        const auto counted = CountTrainingTraffic(setup, grid, plan, library, servers);
        EXPECT_EQ(counted.bytes, within.bytes);
        EXPECT_EQ(counted.insideBytes, within.insideBytes);
        EXPECT_EQ(counted.messages, within.messages);
        return expert;
    };
    const double oneCopy = 12 * 3 * 64 * 128 * 256.0 * (1 + 2) * 2; // to and fro, and backward
    const auto limited = Routings({}, setup.shape);
    for (const std::string schedule : {"OneFOneBSchedule", "DualPipeSchedule"})
    {
        // One stage of 8 ranks, or two of 4, which share the layers: DualPipe runs each stage's
        // share in both directions.
        const bool isDual = schedule == "DualPipeSchedule";
        const Attributes layout =
            isDual ? Attributes{{"Expert", "4"}, {"Pipeline", "2"}} : Attributes{{"Expert", "4"}};
        const double ranks = isDual ? 4 : 8;
        EXPECT_NEAR(sentOf(limited, schedule, layout) / (ranks * oneCopy * 0.5), 1, 0.001);
        EXPECT_NEAR(sentOf({}, schedule, layout) / (ranks * oneCopy * 1), 1, 0.001);
        // Uneven experts send as many copies in all: the sum of what the ranks get is that of even
        // ones, but a rank's own and its neighbour's do not cross.
        const auto uneven = Routings({{"Skew", "0.5"}, {"Copies", "per-expert"}}, setup.shape);
        const double crossing = sentOf(uneven, schedule, layout) / (ranks * oneCopy);
        EXPECT_NEAR(crossing,
                    1,
                    0.001); // each rank is in one server; two servers send all they get
    }
}

TEST_F(ExpertRouterTest, KernelsFollowTheTokensOfTheRank)
{
    // FLOPs per token: 2 experts of 2 * 256 * 64 weights, 2 FLOPs each, in proportion to the load;
    // the router, 256 * 8 weights, is the same on all. 8,192 tokens at 1e12 FLOP/s.
    auto setup = StepWithExperts(Experts());
    setup.routings = Routings({{"Skew", "1"}}, setup.shape);
    const Grid grid =
        Make<ParallelLayout>("ParallelLayout", Attributes{{"Expert", "4"}})->MakeGrid(4);
    const auto& loads = setup.routings[1]->GetLoads();
    const auto blocks = MakeTrainingBlocks(setup, grid, 1);
    std::vector<TrainingOperation> uneven;
    for (const auto& piece :
         MakeTrainingOperations(setup, grid, blocks[0], PipelinePlan::Kind::FORWARD))
    {
        if (!piece.lengthsPs.empty())
        {
            uneven.push_back(piece);
        }
    }
    ASSERT_EQ(uneven.size(), 3u);
    double meanPs = 0;
    for (size_t rank = 0; rank < 4; ++rank)
    {
        const double flops = 2.0 * 256 * 8 + loads[rank] * 2 * 2 * 2.0 * 256 * 64;
        EXPECT_NEAR(static_cast<double>(uneven[0].lengthsPs[rank]), 8192 * flops, 2);
        meanPs += 8192 * flops / 4;
    }
    EXPECT_NEAR(static_cast<double>(uneven[0].lengthPs), meanPs, 2);
    // The same work as with even experts.
    EXPECT_NEAR(meanPs, 8192 * (2.0 * 256 * 8 + 2 * 2 * 2.0 * 256 * 64), 100);

    // A rank that stands for all computes for the mean and waits for the slowest: 12 micro-batches,
    // forward and twice as long backward, three layers.
    FreeCollectives none;
    const auto plan = Plan("OneFOneBSchedule", 1, setup.microBatches);
    const auto folded = TrainingStep(setup, grid, plan, TrainingGroups::Fold(grid), none).Build();
    const auto whole = TrainingStep(setup, grid, plan, TrainingGroups(grid), none).Build();
    int64_t waitPs = 0;
    int64_t foldedPs = 0;
    for (const auto& node : folded.GetNodes())
    {
        waitPs += node.kind == CommunicationGraph::Kind::JOIN ? node.timePs : 0;
        foldedPs += node.kind == CommunicationGraph::Kind::COMPUTE ? node.timePs : 0;
    }
    double wantedPs = 0;
    for (uint32_t layer = 1; layer < 4; ++layer)
    {
        const auto& of = setup.routings[layer]->GetLoads();
        wantedPs +=
            12 * 3 * (*std::max_element(of.begin(), of.end()) - 1) * 8192 * 2 * 2 * 2.0 * 256 * 64;
    }
    EXPECT_NEAR(static_cast<double>(waitPs) / wantedPs, 1, 1e-4);
    int64_t wholePs = 0;
    for (const auto& node : whole.GetNodes())
    {
        wholePs += node.kind == CommunicationGraph::Kind::COMPUTE ? node.timePs : 0;
    }
    EXPECT_NEAR(static_cast<double>(wholePs) / static_cast<double>(4 * foldedPs), 1, 1e-6);
}

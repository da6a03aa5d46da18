// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "temporary-file.h"

#include "ns3/scenario-root.h"
#include "ns3/sweep-plan.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

using Labels = std::vector<std::vector<std::string>>;

/**
 * @param sweep value of "sweep"
 * @param options --sweep
 * @return points of the sweep
 */
SweepPlan
Plan(const std::string& sweep, const std::vector<std::string>& options = {})
{
    const TemporaryFile file(R"({"output": "here", "seeds": [3, 7], "sweep": )" + sweep + "}");
    ScenarioInput input;
    input.path = file.GetPath();
    return PlanSweep(ReadScenarioRoot(input), input, options).value();
}

Labels
GetLabels(const SweepPlan& plan)
{
    Labels labels;
    for (const auto& point : plan.points)
    {
        labels.push_back(point.labels);
    }
    return labels;
}

TEST(SweepPlan, ProductOfAxesAndSeeds)
{
    const auto plan = Plan(R"({"a.x": [1, "2us"], "b": [true, {"type": "t"}]})");
    EXPECT_EQ(plan.folder, "here");
    EXPECT_EQ(plan.axes, (std::vector<std::string>{"a.x", "b"}));
    EXPECT_EQ(GetLabels(plan),
              (Labels{{"1", "true"},
                      {"1", R"({"type": "t"})"},
                      {"2us", "true"},
                      {"2us", R"({"type": "t"})"}}));
    const auto runs = plan.GetRuns();
    ASSERT_EQ(runs.size(), 8u);
    EXPECT_EQ(runs[5].number, 6u);
    EXPECT_EQ(runs[5].point, 2u);
    EXPECT_EQ(runs[5].seed, 7u);
    EXPECT_EQ(runs[5].folder, "runs/x-2us_b-true/seed-7");
    ASSERT_EQ(runs[5].values.size(), 2u);
    EXPECT_EQ(runs[5].values[0].key, "a.x");
    EXPECT_EQ(runs[5].values[0].value.text, "2us");
}

TEST(SweepPlan, RangesHaveBothEndsAndNoRoundingErrors)
{
    EXPECT_EQ(GetLabels(Plan(R"({"load": {"from": 0.1, "to": 0.7, "step": 0.1}})")),
              (Labels{{"0.1"}, {"0.2"}, {"0.3"}, {"0.4"}, {"0.5"}, {"0.6"}, {"0.7"}}));
    EXPECT_EQ(GetLabels(Plan(R"({"load": {"from": 4, "to": 9, "step": 2}})")),
              (Labels{{"4"}, {"6"}, {"8"}}));
    EXPECT_EQ(GetLabels(Plan(R"({"bytes": {"from": 1000, "to": 16000, "factor": 4}})")),
              (Labels{{"1000"}, {"4000"}, {"16000"}}));
    EXPECT_EQ(GetLabels(Plan(R"({"n": {"from": 5, "to": 5, "step": 1}})")), (Labels{{"5"}}));
}

TEST(SweepPlan, LevelsByNameSetSeveralKeys)
{
    const auto plan = Plan(R"({"buffer": {"small": {"a": 1, "b.c": 2}, "as it is": {}}})");
    EXPECT_EQ(GetLabels(plan), (Labels{{"small"}, {"as it is"}}));
    ASSERT_EQ(plan.points[0].values.size(), 2u);
    EXPECT_EQ(plan.points[0].values[1].key, "b.c");
    EXPECT_TRUE(plan.points[1].values.empty());
    EXPECT_EQ(plan.points[1].folder, "buffer-as-it-is");
}

TEST(SweepPlan, CommandLineReplacesAndAdds)
{
    const auto plan =
        Plan(R"({"a": [1, 2]})",
             {"a=5", R"(b=[1, 2],{"type": "x,y"},z)", R"(c={"from":1,"to":2,"step":1})"});
    EXPECT_EQ(plan.axes, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(GetLabels(plan),
              (Labels{{"5", "[1, 2]", "1"},
                      {"5", "[1, 2]", "2"},
                      {"5", R"({"type": "x,y"})", "1"},
                      {"5", R"({"type": "x,y"})", "2"},
                      {"5", "z", "1"},
                      {"5", "z", "2"}}));
}

TEST(SweepPlan, FoldersAreUnique)
{
    const auto plan = Plan(R"({"x.load": ["a b", "a-b"], "y.load": [1]})");
    EXPECT_EQ(plan.points[0].folder, "x.load-a-b_y.load-1");
    EXPECT_EQ(plan.points[1].folder, "x.load-a-b_y.load-1_2");
}

} // namespace

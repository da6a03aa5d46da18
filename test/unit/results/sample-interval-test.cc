// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-folder.h"

#include "ns3/csv-text.h"
#include "ns3/sample-interval.h"
#include "ns3/sweep-table.h"

#include <cmath>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

TEST(SampleInterval, TwoAndThreeValuesHaveClosedForms)
{
    // One degree of freedom is Cauchy's distribution: t = tan(pi * (0.975 - 0.5)).
    const auto two = DescribeSample({0, 2});
    EXPECT_DOUBLE_EQ(two.mean, 1);
    EXPECT_DOUBLE_EQ(two.deviation.value(), std::sqrt(2.0));
    EXPECT_NEAR(two.halfWidth.value(), std::tan(M_PI * 0.475), 1e-9); // * sqrt(2) / sqrt(2)
    // Two: t = (2p - 1) / sqrt(2p(1 - p)) with p = 0.975.
    const auto three = DescribeSample({1, 2, 3});
    EXPECT_DOUBLE_EQ(three.deviation.value(), 1);
    EXPECT_NEAR(three.halfWidth.value(),
                0.95 / std::sqrt(2 * 0.975 * 0.025) / std::sqrt(3.0),
                1e-9);
}

TEST(SampleInterval, FewAndEqualValues)
{
    EXPECT_EQ(DescribeSample({}).count, 0u);
    const auto one = DescribeSample({7});
    EXPECT_DOUBLE_EQ(one.mean, 7);
    EXPECT_FALSE(one.deviation);
    EXPECT_FALSE(one.halfWidth);
    const auto equal = DescribeSample({0.1, 0.1, 0.1});
    EXPECT_EQ(equal.mean, 0.1);
    EXPECT_EQ(equal.deviation.value(), 0);
    EXPECT_EQ(equal.halfWidth.value(), 0);
}

TEST(SampleInterval, TableOfASweepByHand)
{
    const TemporaryFolder temporary;
    const fs::path folder(temporary.GetPath());
    SweepPlan plan;
    plan.seeds = {1, 2, 3, 4, 5};
    plan.axes = {"key"};
    plan.points = {{{"a,b"}, {}, "key-a-b"}};
    const auto runs = plan.GetRuns();
    for (const auto& run : runs)
    {
        fs::create_directories(folder / run.folder);
        std::ofstream summary(folder / run.folder / "summary.csv");
        summary << "fabric,job,complete,completion_ns,wall_s,seed\n\"R, \"\"1\"\"\",all,1,"
                << (run.seed < 5 ? std::to_string(run.seed) + ".5" : "") << ",0.25," << run.seed
                << '\n';
    }
    const auto groups = WriteSweepTables(folder, plan, runs);
    ASSERT_EQ(groups.size(), 1u);
    EXPECT_EQ(groups[0].fabric, "R, \"1\"");
    EXPECT_EQ(groups[0].values, (std::vector<double>{1.5, 2.5, 3.5, 4.5}));
    std::string expected = "point,key,seed,fabric,job,metric,unit,value\n";
    for (const auto& run : runs)
    {
        const auto seed = std::to_string(run.seed);
        const std::string head = "1,\"a,b\"," + seed + ",\"R, \"\"1\"\"\",all,";
        expected += head + "complete,1,1\n";
        expected += run.seed < 5 ? head + "completion_ns,ns," + seed + ".5\n" : "";
    }
    EXPECT_EQ(Read(folder / "sweep.csv"), expected);
    // 1.5 to 4.5: mean 3, sd sqrt((2.25 + 0.25 + 0.25 + 2.25) / 3) = sqrt(5 / 3); t with three
    // degrees of freedom is 3.182446305 (any table), so 3 -+ 3.182446305 * 1.290994449 / 2.
    const auto rows = ParseCsv(Read(folder / "sweep-statistics.csv"));
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0],
              (std::vector<std::string>{"point",
                                        "key",
                                        "fabric",
                                        "job",
                                        "metric",
                                        "unit",
                                        "runs",
                                        "mean",
                                        "sd",
                                        "ci95_low",
                                        "ci95_high"}));
    EXPECT_EQ(rows[2][6], "4");
    EXPECT_EQ(rows[2][7], "3");
    EXPECT_NEAR(std::stod(rows[2][8]), 1.290994449, 1e-8);
    EXPECT_NEAR(std::stod(rows[2][9]), 3 - 2.0542602, 1e-6);
    EXPECT_NEAR(std::stod(rows[2][10]), 3 + 2.0542602, 1e-6);
}

} // namespace

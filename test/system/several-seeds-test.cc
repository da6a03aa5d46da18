// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Several seeds by default: tables, files, and sameness.

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>
#include <regex>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** Flows that differ from draw to draw, on two fabrics. */
const std::string SEEDS_SCENARIO = R"({
    "topology": {"type": "star", "hosts": 4},
    "fabric": ["roce", "infiniband"],
    "workload": {"type": "poisson", "sizes": "FbHdp", "load": 0.3, "duration": "0s", "flows": 20}
})";

class SeveralSeedsTest : public testing::Test
{
  protected:
    Outcome Run(const std::string& name, const std::string& options) const
    {
        return RunDraws(m_file.GetPath() + " --no-figure --output " + (m_folder / name).string() +
                        " " + options);
    }

    /** Expects one line that says so, and status 2. */
    void ExpectRefused(const std::string& options, const std::string& line) const
    {
        const auto outcome = Run("refused", "--check " + options);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_EQ(outcome.text.substr(0, line.size()), line);
    }

    /** @return the numbers of a column of summary.csv in the rows of a fabric and all its jobs */
    std::vector<double> GetColumn(const std::string& name,
                                  const std::string& fabric,
                                  size_t column) const
    {
        std::vector<double> numbers;
        for (const auto& row : ReadCells(m_folder / name / "summary.csv"))
        {
            if (row.at(0) == fabric && row.at(1) == "all")
            {
                numbers.push_back(std::stod(row.at(column)));
            }
        }
        return numbers;
    }

    const TemporaryFile m_file{SEEDS_SCENARIO};
    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
};

TEST_F(SeveralSeedsTest, TenByDefaultAndEachIsTheRunOfItsSeed)
{
    const auto outcome = Run("ten", "");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "10 seeds: median [least to greatest]"));
    EXPECT_EQ(GetColumn("ten", "roce", 3).size(), 10u);
    ASSERT_EQ(Run("three", "--seed 3").status, 0);
    const auto flows = Read(m_folder / "three" / "flows.csv");
    EXPECT_EQ(Read(m_folder / "ten" / "seed-3" / "flows.csv"), flows);
    EXPECT_NE(Read(m_folder / "ten" / "seed-4" / "flows.csv"), flows);
    for (const auto* fabric : {"roce", "infini-band"})
    {
        // Not one event is left from what the process did before.
        const auto events = GetColumn("three", fabric, 22);
        EXPECT_EQ(events.size(), 1u);
        EXPECT_EQ(GetColumn("ten/seed-3", fabric, 22), events);
    }
    // The manifest of a draw is a scenario of that draw, and that of all is one of all.
    const auto again = (m_folder / "again").string();
    ASSERT_EQ(RunDraws((m_folder / "ten" / "seed-3" / "manifest.json").string() +
                       " --quiet --no-figure --output " + again)
                  .status,
              0);
    EXPECT_EQ(Read(fs::path(again) / "flows.csv"), flows);
    ASSERT_EQ(RunDraws((m_folder / "ten" / "manifest.json").string() +
                       " --quiet --no-figure --output " + again)
                  .status,
              0);
    EXPECT_EQ(Read(fs::path(again) / "seed-3" / "flows.csv"), flows);
    EXPECT_TRUE(fs::exists(fs::path(again) / "seed-10"));
    EXPECT_FALSE(fs::exists(fs::path(again) / "flows.csv")) << "of the run before";
}

TEST_F(SeveralSeedsTest, TableHasMedianRangeAndRankings)
{
    const auto outcome = Run("five", "--seeds 5");
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    // Of five the median is the third; p50 is shown with two decimals.
    auto sorted = GetColumn("five", "roce", 9);
    ASSERT_EQ(sorted.size(), 5u);
    std::sort(sorted.begin(), sorted.end());
    char cell[100];
    std::snprintf(cell, sizeof(cell), "%.2f [%.2f to %.2f]", sorted[2], sorted[0], sorted[4]);
    EXPECT_TRUE(Has(outcome.text, cell)) << cell << '\n' << outcome.text;
    const auto roce = GetColumn("five", "roce", 3);
    const auto infiniBand = GetColumn("five", "infini-band", 3);
    size_t before = 0;
    for (size_t i = 0; i < 5; ++i)
    {
        before += roce[i] < infiniBand[i] ? 1 : 0;
    }
    const std::string counts = std::to_string(before) + "," + std::to_string(5 - before) + ",0\n";
    const auto rankings = Read(m_folder / "five" / "rankings.csv");
    EXPECT_TRUE(Has(rankings, "all jobs,completion time,roce,infini-band,5," + counts));
    const std::string line = "roce before infini-band in " + std::to_string(before) + " of 5\n";
    const std::string other =
        "infini-band before roce in " + std::to_string(5 - before) + " of 5\n";
    EXPECT_TRUE(outcome.text.find(line) != std::string::npos ||
                outcome.text.find(other) != std::string::npos)
        << outcome.text;
}

TEST_F(SeveralSeedsTest, NumberOfCoresChangesNothing)
{
    const std::regex wall("[^,\n]*(?=,[^,\n]*,[^,\n]*,[^,\n]*,[^,\n]*,[0-9]+\n)");
    const auto one = Run("same", "--seeds 4,2,9 --jobs 1");
    const auto summary = std::regex_replace(Read(m_folder / "same" / "summary.csv"), wall, "");
    const auto rankings = Read(m_folder / "same" / "rankings.csv");
    const auto flows = Read(m_folder / "same" / "seed-9" / "flows.csv");
    const auto many = Run("same", "--seeds 4,2,9 --jobs 6");
    EXPECT_EQ(one.status, 0) << one.text;
    EXPECT_EQ(one.text, many.text);
    EXPECT_EQ(std::regex_replace(Read(m_folder / "same" / "summary.csv"), wall, ""), summary);
    EXPECT_EQ(Read(m_folder / "same" / "rankings.csv"), rankings);
    EXPECT_EQ(Read(m_folder / "same" / "seed-9" / "flows.csv"), flows);
}

TEST_F(SeveralSeedsTest, JobsThatDoNotEndHaveNoTimeAndAreCounted)
{
    const auto outcome = Run("cut", "--seeds 2 --set fabric=roce --set until=1ns");
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "completion time               not complete\n"));
    const auto summary = Read(m_folder / "cut" / "summary.csv");
    EXPECT_TRUE(Has(summary, "\nroce,all,0,,,,,,"));
    EXPECT_TRUE(Has(summary, "\nroce,PoissonWorkload,0,,"));
}

TEST_F(SeveralSeedsTest, SeedsOfTheScenarioAndOfTheCommandLine)
{
    ASSERT_EQ(Run("few", "--quiet --set seeds=2 --set seed=7").status, 0);
    EXPECT_TRUE(fs::exists(m_folder / "few" / "seed-7"));
    EXPECT_TRUE(fs::exists(m_folder / "few" / "seed-8"));
    ASSERT_EQ(Run("few", "--quiet --set seeds=[5]").status, 0);
    EXPECT_TRUE(fs::exists(m_folder / "few" / "flows.csv"));
    EXPECT_FALSE(fs::exists(m_folder / "few" / "seed-7"));
    const std::string who = "command line: ";
    ExpectRefused("--set seeds=0", who + "seeds: is 0; expected 1 to 10000");
    ExpectRefused("--set seeds=[]", who + "seeds: is empty; expected at least one seed");
    ExpectRefused("--set seeds=[3,3]", who + "seeds.1: names 3 twice");
    ExpectRefused("--set seeds=[3,0]", who + "seeds.1: is 0; expected 1 to 4294944442");
    ExpectRefused("--set seeds=[3] --set seed=1", who + "seed: has no effect beside a list");
    ExpectRefused("--seeds 3,x", who + "--seeds: is \"3,x\"; expected how many, such as 10, or");
    ExpectRefused("--seeds 3 --seed 1", who + "--seeds: is given beside --seed");
    ExpectRefused("--jobs 0", who + "--jobs: is 0; expected a whole number, at least 1");
}

} // namespace

#endif // AI_FABRIC_RUN

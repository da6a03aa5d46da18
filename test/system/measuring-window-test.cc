// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The measuring window of open-loop work: which messages the tables count.

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

const std::string WINDOW_SCENARIO = R"({
    "topology": {"type": "star", "hosts": 4},
    "fabric": "roce",
    "workload": {"type": "poisson", "name": "load", "sizes": "FbHdp", "load": 0.5,
                 "duration": "0s", "flows": 200}
})";

class MeasuringWindowTest : public testing::Test
{
  protected:
    Outcome Run(const std::string& name, const std::string& options) const
    {
        return RunScenario(m_file.GetPath() + " --quiet --no-figure --output " +
                           (m_folder / name).string() + " " + options);
    }

    const TemporaryFile m_file{WINDOW_SCENARIO};
    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
};

TEST_F(MeasuringWindowTest, CountsWhatBeginsWithin)
{
    ASSERT_EQ(Run("all", "").status, 0);
    const auto all = ReadCells(m_folder / "all" / "flows.csv");
    ASSERT_EQ(all.size(), 201u);
    // From the start of the 50th message to that of the 150th: it begins, and is counted, there.
    std::vector<double> starts;
    for (size_t i = 1; i < all.size(); ++i)
    {
        starts.push_back(std::stod(all[i][7]));
    }
    std::sort(starts.begin(), starts.end());
    ASSERT_LT(starts[48], starts[49]);
    ASSERT_LT(starts[148], starts[149]);
    std::ostringstream window;
    window << std::fixed << "--set measure.from=" << starts[49]
           << "ns --set measure.until=" << starts[149] << "ns";
    ASSERT_EQ(Run("window", window.str()).status, 0);
    const auto flows = ReadCells(m_folder / "window" / "flows.csv");
    ASSERT_EQ(flows.size(), 201u);
    EXPECT_EQ(flows[0].back(), "measured");
    EXPECT_EQ(all[0].back(), "network");
    double largest = 0;
    size_t measured = 0;
    for (size_t i = 1; i < flows.size(); ++i)
    {
        // The simulation is the same.
        auto row = flows[i];
        row.pop_back();
        EXPECT_EQ(row, all[i]);
        const double start = std::stod(row[7]);
        const bool within = start >= starts[49] && start < starts[149];
        EXPECT_EQ(flows[i].back(), within ? "1" : "0");
        measured += within ? 1 : 0;
        largest = within ? std::max(largest, std::stod(row[10])) : largest;
    }
    EXPECT_EQ(measured, 100u);
    const auto summary = ReadCells(m_folder / "window" / "summary.csv");
    for (size_t row = 1; row < 3; ++row)
    {
        EXPECT_EQ(summary.at(row).at(8), "100") << "messages";
        EXPECT_DOUBLE_EQ(std::stod(summary.at(row).at(11)), largest) << "slowdown_max";
    }
    const auto slowdown = ReadCells(m_folder / "window" / "slowdown.csv");
    EXPECT_EQ(slowdown.at(1).at(2), "all");
    EXPECT_EQ(slowdown.at(1).at(5), "100");
    const auto fct = Read(m_folder / "window" / "fct-roce.txt");
    EXPECT_EQ(std::count(fct.begin(), fct.end(), '\n'), 100);
    // The manifest is a scenario with the same window.
    ASSERT_EQ(RunScenario((m_folder / "window" / "manifest.json").string() +
                          " --quiet --no-figure --output " + (m_folder / "again").string())
                  .status,
              0);
    EXPECT_EQ(Read(m_folder / "again" / "flows.csv"), Read(m_folder / "window" / "flows.csv"));
}

TEST_F(MeasuringWindowTest, WhatIsWrong)
{
    const auto refuse = [this](const std::string& options, const std::string& line) {
        const auto outcome = Run("refused", "--check " + options);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_TRUE(Has(outcome.text, line));
    };
    refuse("--set measure.from=2ms --set measure.until=2ms",
           "command line: measure.until: ends before it begins");
    refuse("--set measure.from=2ms --set until=2ms", "begins after the run ends");
    refuse("--set measure.to=2ms", "measure.to: unknown key; expected one of from, until");
    refuse("--set measure=2ms", "expected an object");
}

} // namespace

#endif // AI_FABRIC_RUN

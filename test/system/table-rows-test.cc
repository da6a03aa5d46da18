// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The table has rows that mean something, whatever has happened.

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;
using Rows = std::set<std::string>;

const std::string SMALL_PERMUTATION = R"("workload": {"type": "permutation", "bytes": "10KB"})";

class TableRowsTest : public testing::Test
{
  protected:
    /** @return what a run prints of fabrics on two hosts */
    std::string Print(const std::string& fabrics,
                      const std::string& workload = SMALL_PERMUTATION) const
    {
        const TemporaryFile file(R"({"topology": {"type": "star", "hosts": 2}, "fabric": )" +
                                 fabrics + ", " + workload + "}");
        const auto run =
            RunScenario(file.GetPath() + " --no-lint --no-figure --output " + m_folder.GetPath());
        EXPECT_EQ(run.status, 0) << run.text;
        // Files have all columns.
        const auto columns = ReadCells(fs::path(m_folder.GetPath()) / "summary.csv").at(0);
        for (const char* name :
             {"gpu_idle_percent", "pfc_pause_ns", "credit_stall_ns", "ecn_marks"})
        {
            EXPECT_EQ(std::count(columns.begin(), columns.end(), name), 1) << name;
        }
        return run.text;
    }

    /** @return the rows that a text has, of those that it may lack */
    static Rows Find(const std::string& text)
    {
        Rows found;
        for (const char* row : {"PFC pause",
                                "credit stall",
                                "ECN marks",
                                "CNPs",
                                "largest queue",
                                "drops",
                                "GPU idle",
                                "packet-hops"})
        {
            if (text.find(std::string("\n") + row) != std::string::npos)
            {
                found.insert(row);
            }
        }
        return found;
    }

    const TemporaryFolder m_folder;
};

TEST_F(TableRowsTest, OfEachKindOfFabricThoseThatItCanHave)
{
    EXPECT_EQ(Find(Print(R"("roce")")),
              (Rows{"PFC pause", "ECN marks", "CNPs", "largest queue", "drops", "packet-hops"}));
    EXPECT_EQ(Find(Print(R"({"type": "roce", "marker": "none", "congestionControl": "none"})")),
              (Rows{"PFC pause", "largest queue", "drops", "packet-hops"}));
    EXPECT_EQ(Find(Print(R"({"type": "roce", "flowControl": "none"})")),
              (Rows{"ECN marks", "CNPs", "largest queue", "drops", "packet-hops"}));
    EXPECT_EQ(Find(Print(R"("infiniband")")),
              (Rows{"credit stall", "largest queue", "drops", "packet-hops"}));
    EXPECT_EQ(Find(Print(R"({"type": "roce", "transport": "ideal"})")), Rows{});
}

TEST_F(TableRowsTest, AFabricToWhichARowDoesNotApplyHasADash)
{
    const auto text = Print(R"(["roce", "infiniband"])");
    EXPECT_TRUE(std::regex_search(text, std::regex("\nPFC pause +0 us +-\n"))) << text;
    EXPECT_TRUE(std::regex_search(text, std::regex("\ncredit stall +- +0 us\n"))) << text;
    EXPECT_TRUE(std::regex_search(text, std::regex("\nECN marks +0 +-\n"))) << text;
}

TEST_F(TableRowsTest, AnIdleGpuMeansSomethingWhereGpusCompute)
{
    // Rank 0 computes for 1 us and then does nothing.
    const TemporaryFile graph(R"({"format": "ai-fabric-graph", "version": 1, "ranks": 2, "nodes": [
        {"kind": "compute", "rank": 0, "timePs": 1000000},
        {"kind": "send", "rank": 0, "peer": 1, "bytes": 10000, "after": [0]},
        {"kind": "recv", "rank": 1, "match": 1}
    ]})");
    const auto text = Print(R"("infiniband")",
                            R"("workload": {"type": "graph", "file": ")" + graph.GetPath() + "\"}");
    EXPECT_EQ(Find(text).count("GPU idle"), 1u) << text;
}

} // namespace

#endif // AI_FABRIC_RUN

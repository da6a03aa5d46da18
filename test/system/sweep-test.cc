// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Sweeps: their runs and tables, and that they go on after a kill.

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** 2 * 2 points with 5 seeds: 20 runs. */
const std::string SWEPT_SCENARIO = R"({
    "topology": {"type": "star", "hosts": 4},
    "fabric": "roce",
    "workload": {"type": "poisson", "name": "load", "sizes": "FbHdp", "load": 0.3,
                 "duration": "0s", "flows": 500},
    "sweep": {
        "workload.0.load": {"from": 0.2, "to": 0.4, "step": 0.2},
        "marking": {
            "early": {"fabric.0.marker.kminBytes": 10000, "fabric.0.marker.kmaxBytes": 20000},
            "late": {"fabric.0.marker.kminBytes": 100000, "fabric.0.marker.kmaxBytes": 200000}
        }
    },
    "seeds": 5
})";

class SweepTest : public testing::Test
{
  protected:
    /** @return the command line of a sweep into a folder */
    std::string GetArguments(const std::string& name, const std::string& options) const
    {
        return m_file.GetPath() + " --quiet --output " + (m_folder / name).string() + " " + options;
    }

    Outcome Run(const std::string& name, const std::string& options) const
    {
        return RunDraws(GetArguments(name, options));
    }

    /** Expects one line that says so, and status 2. */
    void ExpectRefused(const std::string& name,
                       const std::string& options,
                       const std::string& line) const
    {
        const auto outcome = Run(name, options);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_TRUE(Has(outcome.text, line));
        EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
    }

    /** @return the runs that are complete, by folder, with the time of their manifest */
    std::map<std::string, fs::file_time_type> GetComplete(const std::string& name) const
    {
        std::map<std::string, fs::file_time_type> runs;
        std::error_code error;
        for (const auto& entry : fs::recursive_directory_iterator(m_folder / name / "runs", error))
        {
            if (entry.path().filename() == "manifest.json" &&
                Read(entry.path()).find("\"status\": \"complete\"") != std::string::npos)
            {
                runs[entry.path().parent_path().lexically_relative(m_folder / name).string()] =
                    fs::last_write_time(entry.path());
            }
        }
        return runs;
    }

    /** Expects the same tables and flows in two sweeps. */
    void ExpectSame(const std::string& name, const std::string& other) const
    {
        for (const char* table : {"sweep.csv", "sweep-statistics.csv"})
        {
            const auto text = Read(m_folder / name / table);
            EXPECT_GT(text.size(), 100u);
            EXPECT_EQ(text, Read(m_folder / other / table)) << table;
        }
        for (const auto& [run, time] : GetComplete(name))
        {
            EXPECT_EQ(Read(m_folder / name / run / "flows.csv"),
                      Read(m_folder / other / run / "flows.csv"))
                << run;
        }
    }

    const TemporaryFile m_file{SWEPT_SCENARIO};
    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
};

TEST_F(SweepTest, InterruptedAndResumedIsTheUninterruptedOne)
{
    ASSERT_EQ(Run("whole", "").status, 0);
    const auto runs = (m_folder / "interrupted" / "runs").string();
    const auto interrupted = RunProgram(
        "setsid \"" + std::string(AI_FABRIC_RUN) + "\" " + GetArguments("interrupted", "--jobs 2") +
        " & pid=$!; while [ $(grep -ls '\"status\": \"complete\"' " + runs +
        "/*/*/manifest.json | wc -l) -lt 5 ]; do sleep 0.01; done; kill -INT -$pid; "
        "wait $pid");
    EXPECT_EQ(interrupted.status, 128 + 2) << interrupted.text;
    EXPECT_TRUE(Has(interrupted.text, "the results are partial; --resume continues the sweep"));
    const auto before = GetComplete("interrupted");
    EXPECT_GE(before.size(), 5u);
    ASSERT_LT(before.size(), 20u);
    EXPECT_EQ(ReadCells(m_folder / "interrupted" / "sweep.csv").at(0),
              ReadCells(m_folder / "whole" / "sweep.csv").at(0));
    EXPECT_EQ(Run("interrupted", "--resume").status, 0);
    const auto after = GetComplete("interrupted");
    EXPECT_EQ(after.size(), 20u);
    for (const auto& [run, time] : before)
    {
        EXPECT_EQ(after.at(run), time) << run << " was run again";
    }
    ExpectSame("interrupted", "whole");
}

TEST_F(SweepTest, KilledAtHalfAndResumedIsTheUninterruptedOne)
{
    const auto whole = Run("whole", "");
    ASSERT_EQ(whole.status, 0) << whole.text;
    EXPECT_EQ(GetComplete("whole").size(), 20u);

    // Not even the program itself can do anything about this signal.
    const auto runs = (m_folder / "killed" / "runs").string();
    RunProgram("\"" + std::string(AI_FABRIC_RUN) + "\" " + GetArguments("killed", "--jobs 1") +
               " & pid=$!; while [ $(grep -ls '\"status\": \"complete\"' " + runs +
               "/*/*/manifest.json | wc -l) -lt 10 ]; do sleep 0.01; done; kill -KILL $pid");
    const auto before = GetComplete("killed");
    EXPECT_GE(before.size(), 10u);
    ASSERT_LT(before.size(), 20u);
    EXPECT_FALSE(fs::exists(m_folder / "killed" / "sweep.csv"));

    ExpectRefused("killed", "", "expected --resume to continue it");
    const auto resumed = Run("killed", "--resume");
    EXPECT_EQ(resumed.status, 0) << resumed.text;
    const auto after = GetComplete("killed");
    EXPECT_EQ(after.size(), 20u);
    for (const auto& [run, time] : before)
    {
        EXPECT_EQ(after.at(run), time) << run << " was run again";
    }
    ExpectSame("killed", "whole");

    // A sweep that is done stays as it is.
    ASSERT_EQ(Run("killed", "--resume").status, 0);
    EXPECT_EQ(GetComplete("killed"), after);
    ExpectSame("killed", "whole");

    // One more seed is the same sweep; another value is another one, which leaves the folder alone.
    ASSERT_EQ(Run("killed", "--resume --seeds 6").status, 0);
    EXPECT_EQ(GetComplete("killed").size(), 24u);
    ExpectRefused("killed", "--resume", "this sweep has no such point or seed");
    ExpectRefused("killed",
                  "--resume --set workload.0.flows=999 --seeds 6",
                  "belongs to another sweep");
    EXPECT_EQ(GetComplete("killed").size(), 24u);
    ExpectRefused("killed/runs/load-0.2_marking-early/seed-1",
                  "--resume",
                  "belongs to a run that is not a sweep");
    const TemporaryFile plain(R"({"topology": {"type": "star", "hosts": 2}, "fabric": "roce",
        "workload": {"type": "incast", "sources": 1, "bytes": 1000}})");
    const auto other = RunScenario(plain.GetPath() + " --output " + (m_folder / "killed").string());
    EXPECT_EQ(other.status, 2);
    EXPECT_TRUE(Has(other.text, "sweep.json: belongs to a sweep; expected another --output"));
}

TEST_F(SweepTest, RunIsThatOfItsKeysAndSeed)
{
    ASSERT_EQ(Run("sweep", "--seeds 2 --set workload.0.flows=50").status, 0);
    const TemporaryFile alone(R"({
        "topology": {"type": "star", "hosts": 4},
        "fabric": {"type": "roce", "marker": {"kminBytes": 100000, "kmaxBytes": 200000}},
        "workload": {"type": "poisson", "name": "load", "sizes": "FbHdp", "load": 0.4,
                     "duration": "0s", "flows": 50}
    })");
    ASSERT_EQ(RunDraws(alone.GetPath() + " --quiet --no-figure --seed 2 --output " +
                       (m_folder / "alone").string())
                  .status,
              0);
    const auto run = m_folder / "sweep" / "runs" / "load-0.4_marking-late" / "seed-2";
    EXPECT_EQ(Read(run / "flows.csv"), Read(m_folder / "alone" / "flows.csv"));
    // A row of the table is the number of the run.
    const auto completion = ReadCells(run / "summary.csv").at(1).at(3);
    const auto table = Read(m_folder / "sweep" / "sweep.csv");
    EXPECT_EQ(table.substr(0, table.find('\n')),
              "point,workload.0.load,marking,seed,fabric,job,metric,unit,value");
    EXPECT_TRUE(Has(table, "\n4,0.4,late,2,roce,all,completion_ns,ns," + completion + "\n"));
    EXPECT_FALSE(Has(table, "wall_s")) << "differs from run to run";
}

TEST_F(SweepTest, OneFailedRunDoesNotEndTheOthers)
{
    // A file is where the folder of a run should be.
    fs::create_directories(m_folder / "failed" / "runs" / "load-0.2_marking-early");
    std::ofstream(m_folder / "failed" / "runs" / "load-0.2_marking-early" / "seed-1") << "here";
    const auto failed = Run("failed", "--seeds 2 --set workload.0.flows=50");
    EXPECT_EQ(failed.status, 1) << failed.text;
    EXPECT_TRUE(Has(failed.text,
                    "1 of 8 runs failed or are missing:\nrun 1, "
                    "runs/load-0.2_marking-early/seed-1: "));
    EXPECT_EQ(GetComplete("failed").size(), 7u);
    EXPECT_TRUE(Has(Read(m_folder / "failed" / "sweep.json"), "\"status\": \"missing\""));
    fs::remove(m_folder / "failed" / "runs" / "load-0.2_marking-early" / "seed-1");
    EXPECT_EQ(Run("failed", "--seeds 2 --set workload.0.flows=50 --resume").status, 0);

    // A problem in a run is reported again, but the run is not repeated.
    const std::string late = "--seeds 1 --set workload.0.flows=50 --sweep stopTime=0s,1us";
    const auto unfinished = Run("late", late);
    EXPECT_EQ(unfinished.status, 1) << unfinished.text;
    EXPECT_TRUE(Has(unfinished.text, "4 of 8 runs failed or are missing:\nrun 2, "));
    const auto before = GetComplete("late");
    EXPECT_EQ(before.size(), 8u);
    const auto again = Run("late", late + " --resume");
    EXPECT_EQ(again.status, 1);
    EXPECT_TRUE(Has(again.text, "4 of 8 runs failed or are missing:\nrun 2, "));
    EXPECT_EQ(GetComplete("late"), before);
}

TEST_F(SweepTest, CommandsAndTheirGatheringAreTheSweep)
{
    const std::string small = "--seeds 2 --set workload.0.flows=50 ";
    ASSERT_EQ(Run("at-once", small).status, 0);
    const auto commands = (m_folder / "commands.txt").string();
    ASSERT_EQ(Run("batch", small + "--commands " + commands).status, 0);
    EXPECT_TRUE(GetComplete("batch").empty());
    const auto missing = Run("batch", small + "--gather");
    EXPECT_EQ(missing.status, 1);
    EXPECT_TRUE(Has(missing.text, "8 of 8 runs failed or are missing:"));
    // In any order, several at once, wherever the scheduler starts them.
    const auto ran = RunProgram("cd / && tac " + commands + " | xargs -P 2 -d '\\n' -n 1 sh -c");
    EXPECT_EQ(ran.status, 0) << ran.text;
    EXPECT_EQ(GetComplete("batch").size(), 8u);
    const auto gathered = Run("batch", small + "--gather");
    EXPECT_EQ(gathered.status, 0) << gathered.text;
    ExpectSame("batch", "at-once");
    ASSERT_EQ(Run("batch", small + "--resume --commands " + commands).status, 0);
    EXPECT_EQ(Read(commands), "") << "nothing is left to run";
}

TEST_F(SweepTest, WhatIsWrongIsNamedBeforeAnythingRuns)
{
    const auto refuse = [this](const std::string& options, const std::string& line) {
        ExpectRefused("refused", options, line);
    };
    const auto file = m_file.GetPath();
    refuse("--sweep workload.0.load=0.2,x", "command line: workload.load: ");
    refuse("--sweep workload.0.loed=0.2,0.3", "unknown");
    refuse("--sweep workload.3.load=1,2", "has no element 3; expected 0, since");
    refuse("--sweep workload.0.load", "expected KEY=VALUE,VALUE,...");
    refuse("--sweep workload.0.load=0.2,,0.3", "has an empty value");
    refuse("--sweep workload.0.load=0.2,0.2", "names 0.2 twice");
    refuse("--sweep seeds=1,2", "every point runs with all seeds");
    refuse("--sweep name=a,b", "it does not affect the simulation");
    refuse("--sweep fabric=roce,infiniband", "has the name of a column of sweep.csv");
    refuse("--sweep 'topology.hosts={\"from\": 4, \"to\": 8}'", "lacks \"step\"");
    refuse("--sweep 'topology.hosts={\"from\": 8, \"to\": 4, \"step\": 1}'",
           "is less than \"from\"");
    refuse("--sweep 'topology.hosts={\"from\": 4, \"to\": 8, \"step\": 0}'", "leads nowhere");
    refuse("--sweep workload.0.load=0.2 --set workload.0.load=0.1",
           "command line: --set workload.0.load: has no effect, since the sweep sets");
    refuse("--sweep fabric.0.marker=red,step", "and so overwrites fabric.0.marker.kminBytes");
    refuse("--only 21", "--only: names run 21; expected 1 to 20");
    refuse("--only x", "expected numbers from 1");
    refuse("--only 1 --gather", "expected one of them");
    refuse("--nccl-tests all_reduce", file + ":7: sweep.workload.0.load: is given beside");
    EXPECT_FALSE(fs::exists(m_folder / "refused"));
    const TemporaryFile plain(R"({"topology": {"type": "star", "hosts": 2}, "fabric": "roce",
        "workload": {"type": "incast", "sources": 1, "bytes": 1000}})");
    for (const std::string option : {"--resume", "--gather", "--only 1", "--commands x"})
    {
        const auto outcome = RunDraws(plain.GetPath() + " " + option);
        EXPECT_EQ(outcome.status, 2);
        EXPECT_TRUE(Has(outcome.text, "has no effect without a sweep"));
    }
    const TemporaryFile bad(R"({"topology": {"type": "star", "hosts": 2}, "fabric": "roce",
        "workload": {"type": "incast", "sources": 1, "bytes": 1000},
        "sweep": {
            "workload.0.bytes": ["1kB", "-1kB"]
        }})");
    const auto outcome = RunDraws(bad.GetPath() + " --check");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(Has(outcome.text, bad.GetPath() + ":4: workload.bytes: "));
}

} // namespace

#endif // AI_FABRIC_RUN

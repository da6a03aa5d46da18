// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Files of a run in its folder, for every way to end.

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

const std::string QUOTED_RUNNER = QuoteRunner();

/** Two hosts, two messages, two fabrics. */
const std::string FOLDER_SCENARIO = R"({
    "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "1us"},
    "fabric": ["roce", "infiniband"],
    "workload": {"type": "permutation", "bytes": "100KB"}
})";

/** A fabric that ends at once, as it has no packets, and one with a milliard of them. */
const std::string ENDLESS = R"({
    "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "1us"},
    "fabric": [
        {"type": "roce", "name": "roce", "transport": "ideal"},
        {"type": "roce", "name": "slow"}
    ],
    "workload": {"type": "collective", "bytes": "1TB"}
})";

class ResultFolderTest : public testing::Test
{
  protected:
    /** @return options of a run into the folder */
    std::string Into() const
    {
        return " --quiet --no-figure --no-lint --output " + m_folder.string();
    }

    /** @return names of all that is in the folder, below it too, with its path */
    std::set<std::string> GetNames() const
    {
        std::set<std::string> names;
        for (const auto& entry : fs::recursive_directory_iterator(m_folder))
        {
            if (!entry.is_directory())
            {
                names.insert(fs::relative(entry.path(), m_folder).string());
            }
        }
        return names;
    }

    /** @return fabrics that a table has rows of, in their order */
    std::vector<std::string> GetFabrics(const std::string& table) const
    {
        std::vector<std::string> fabrics;
        for (const auto& fabric : ReadColumn(m_folder / table, 0))
        {
            if (fabrics.empty() || fabrics.back() != fabric)
            {
                fabrics.push_back(fabric);
            }
        }
        return fabrics;
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{fs::path(m_temporary.GetPath()) / "results"};
    using Names = std::vector<std::string>;
};

TEST_F(ResultFolderTest, ManifestListsWhatIsThereAndTheNextRunDeletesNothingElse)
{
    const TemporaryFile file(FOLDER_SCENARIO);
    ASSERT_EQ(RunScenario(file.GetPath() + Into() + " --pfc-trace").status, 0);
    const auto manifest = Read(m_folder / "manifest.json");
    EXPECT_TRUE(Has(manifest, "\"status\": \"complete\""));
    for (const auto& name : GetNames())
    {
        EXPECT_TRUE(Has(manifest, '"' + name + '"')) << name;
    }
    EXPECT_TRUE(fs::exists(m_folder / "pause-tree-roce.txt"));
    // Files with the names of the run's files, but from another program.
    for (const std::string name : {"fct-mine.txt", "stall-mine.txt", "queues.csv", "figure.txt"})
    {
        std::ofstream(m_folder / name) << "mine";
    }
    ASSERT_EQ(RunScenario(file.GetPath() + Into() + " --set fabric=roce").status, 0);
    EXPECT_EQ(GetNames(),
              (std::set<std::string>{"manifest.json",
                                     "columns.json",
                                     "flows.csv",
                                     "links.csv",
                                     "slowdown.csv",
                                     "summary.csv",
                                     "fct-roce.txt",
                                     "fct-mine.txt",
                                     "stall-mine.txt",
                                     "queues.csv",
                                     "figure.txt"}));
    EXPECT_EQ(Read(m_folder / "queues.csv"), "mine");
}

TEST_F(ResultFolderTest, PathsOutsideTheFolderAreNotDeleted)
{
    const auto outside = fs::path(m_temporary.GetPath()) / "outside";
    std::ofstream(outside) << "mine";
    fs::create_directories(m_folder);
    std::ofstream(m_folder / "manifest.json")
        << R"({"manifest": {"aiFabric": "0.1", "files": ["../outside", ")" << outside.string()
        << R"(", "x/../../outside", "../", "./"]}})";
    const TemporaryFile file(FOLDER_SCENARIO);
    EXPECT_EQ(RunScenario(file.GetPath() + Into()).status, 0);
    EXPECT_EQ(Read(outside), "mine");
}

TEST_F(ResultFolderTest, SomebodyElsesManifestIsKept)
{
    fs::create_directories(m_folder);
    std::ofstream(m_folder / "manifest.json") << R"({"name": "an app"})";
    const TemporaryFile file(FOLDER_SCENARIO);
    const auto outcome = RunScenario(file.GetPath() + Into());
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.text.substr(0, outcome.text.find(';')),
              (m_folder / "manifest.json").string() + ": is not the manifest of a run");
    EXPECT_EQ(Read(m_folder / "manifest.json"), R"({"name": "an app"})");
}

TEST_F(ResultFolderTest, NamesThatRunTogetherHaveFilesOfTheirOwn)
{
    const TemporaryFile file(R"({
        "topology": {"type": "star", "hosts": 2},
        "fabric": [{"type": "roce", "name": "a b"}, {"type": "roce", "name": "a-b"},
                   {"type": "roce", "name": "\u4e2d"}, {"type": "roce", "name": "\u65e5"}],
        "workload": {"type": "all-to-all", "bytes": "5KB"}
    })");
    ASSERT_EQ(RunScenario(file.GetPath() + Into()).status, 0);
    std::set<std::string> files;
    for (const auto& name : GetNames())
    {
        if (name.rfind("fct-", 0) == 0)
        {
            files.insert(name);
        }
    }
    EXPECT_EQ(files,
              (std::set<std::string>{"fct-a-b.txt",
                                     "fct-a-b-2.txt",
                                     "fct-fabric.txt",
                                     "fct-fabric-2.txt"}));
}

TEST_F(ResultFolderTest, ASignalKeepsWhatIsDone)
{
    const TemporaryFile file(ENDLESS);
    // The second fabric is at work once the first has its files.
    const auto outcome =
        RunProgram(QUOTED_RUNNER + " " + file.GetPath() + " --seed 1" + Into() +
                   " & run=$!; while ! grep -q roce " + (m_folder / "summary.csv").string() +
                   "; do sleep 0.05; done 2>/dev/null; sleep 0.2; kill -INT $run; wait $run");
    EXPECT_EQ(outcome.status, 128 + 2) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "ended by SIGINT"));
    const auto manifest = Read(m_folder / "manifest.json");
    EXPECT_TRUE(Has(manifest, "\"status\": \"partial\""));
    EXPECT_TRUE(Has(manifest, "\"reason\": \"ended by SIGINT\""));
    // The one at work is there as far as it came, and says so.
    EXPECT_TRUE(Has(manifest, "\"slow: interrupted at "));
    EXPECT_EQ(GetFabrics("flows.csv"), (Names{"roce", "slow"}));
    const auto summary = ReadCells(m_folder / "summary.csv");
    ASSERT_EQ(summary.size(), 5u);
    EXPECT_EQ(summary[1][2], "1");
    EXPECT_NE(summary[1][3], "");
    for (const size_t row : {3, 4})
    {
        EXPECT_EQ(summary[row][0], "slow");
        EXPECT_EQ(summary[row][2], "0") << "complete";
        EXPECT_EQ(summary[row][3], "") << "completion_ns";
    }
    EXPECT_FALSE(fs::exists(m_folder / ".part"));
}

TEST_F(ResultFolderTest, OtherSignalsLeaveNothingOfTheFabricAtWork)
{
    const TemporaryFile file(ENDLESS);
    const auto outcome =
        RunProgram(QUOTED_RUNNER + " " + file.GetPath() + " --seed 1" + Into() +
                   " & run=$!; while ! grep -q roce " + (m_folder / "summary.csv").string() +
                   "; do sleep 0.05; done 2>/dev/null; sleep 0.2; kill -TERM $run; wait $run");
    EXPECT_EQ(outcome.status, 128 + 15) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "ended by SIGTERM"));
    EXPECT_EQ(GetFabrics("flows.csv"), Names{"roce"});
    EXPECT_EQ(GetFabrics("summary.csv"), Names{"roce"});
}

TEST_F(ResultFolderTest, ASignalEndsAllDrawsAndKeepsThoseThatAreDone)
{
    const TemporaryFile file(ENDLESS);
    const auto outcome =
        RunProgram(QUOTED_RUNNER + " " + file.GetPath() + " --seeds 2 --jobs 2" + Into() +
                   " & run=$!; while ! grep -q roce " + (m_folder / "summary.csv").string() +
                   "; do sleep 0.05; done 2>/dev/null; sleep 0.2; kill -TERM $run; wait $run");
    EXPECT_EQ(outcome.status, 128 + 15) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "ended by SIGTERM"));
    EXPECT_TRUE(Has(Read(m_folder / "manifest.json"), "\"status\": \"partial\""));
    EXPECT_EQ(GetFabrics("summary.csv"), Names{"roce"});
    EXPECT_EQ(GetFabrics("seed-1/flows.csv"), Names{"roce"});
    // Children hold the lock of the folder, too: none is left.
    const TemporaryFile other(FOLDER_SCENARIO);
    EXPECT_EQ(RunScenario(other.GetPath() + Into()).status, 0);
    EXPECT_FALSE(fs::exists(m_folder / "seed-1"));
}

TEST_F(ResultFolderTest, AnInterruptKeepsAllDrawsAsFarAsTheyCame)
{
    const TemporaryFile file(ENDLESS);
    // A terminal sends its signals to children as well. The last of the four tasks is at work.
    const auto outcome =
        RunProgram("setsid " + QUOTED_RUNNER + " " + file.GetPath() +
                   " --seeds 2 --jobs 2 --no-figure --no-lint --output " + m_folder.string() +
                   " & run=$!; while ! [ -d " + (m_folder / ".part" / "3").string() +
                   " ]; do sleep 0.05; done; sleep 3; kill -INT -$run; wait $run");
    EXPECT_EQ(outcome.status, 128 + 2) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "ended by SIGINT\n"));
    EXPECT_TRUE(
        Has(outcome.text, "interrupted, and in no table above: slow seed 1, slow seed 2\n"));
    const auto manifest = Read(m_folder / "manifest.json");
    EXPECT_TRUE(Has(manifest, "\"status\": \"partial\""));
    EXPECT_TRUE(Has(manifest, "\"reason\": \"ended by SIGINT\""));
    EXPECT_TRUE(Has(manifest, "\"slow: interrupted at "));
    for (const std::string draw : {"seed-1", "seed-2"})
    {
        EXPECT_EQ(GetFabrics(draw + "/flows.csv"), (Names{"roce", "slow"}));
        const auto own = Read(m_folder / draw / "manifest.json");
        EXPECT_TRUE(Has(own, "\"status\": \"partial\""));
        EXPECT_TRUE(Has(own, "\"reason\": \"interrupted\""));
        const auto summary = ReadCells(m_folder / draw / "summary.csv");
        ASSERT_EQ(summary.size(), 5u);
        EXPECT_EQ(summary[1][2], "1");
        EXPECT_EQ(summary[3][2], "0") << "complete";
        EXPECT_EQ(summary[3][3], "") << "completion_ns";
    }
    EXPECT_FALSE(fs::exists(m_folder / ".part"));
    const TemporaryFile other(FOLDER_SCENARIO);
    EXPECT_EQ(RunScenario(other.GetPath() + Into()).status, 0);
    EXPECT_FALSE(fs::exists(m_folder / "seed-1"));
}

TEST_F(ResultFolderTest, AnotherRunInTheFolderIsRefusedUntilTheFirstIsKilled)
{
    const TemporaryFile endless(ENDLESS);
    const TemporaryFile file(FOLDER_SCENARIO);
    const std::string summary = (m_folder / "summary.csv").string();
    const auto outcome =
        RunProgram(QUOTED_RUNNER + " " + endless.GetPath() + " --seed 1" + Into() +
                   " & run=$!; while ! grep -q roce " + summary +
                   "; do sleep 0.05; done 2>/dev/null; " + QUOTED_RUNNER + " --seed 1 " +
                   file.GetPath() + Into() + "; echo status $?; kill -KILL $run; wait $run; " +
                   QUOTED_RUNNER + " --seed 1 " + file.GetPath() + Into());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(
        Has(outcome.text,
            m_folder.string() + ": cannot be written: another run is writing its results there"))
        << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "status 1"));
    EXPECT_EQ(GetFabrics("flows.csv"), (Names{"roce", "infini-band"}));
    EXPECT_FALSE(fs::exists(m_folder / ".part")) << "left by the one that was killed";
    EXPECT_TRUE(Has(Read(m_folder / "manifest.json"), "\"status\": \"complete\""));
}

TEST_F(ResultFolderTest, AFolderBelowOneAtWorkIsRefused)
{
    const TemporaryFile endless(ENDLESS);
    const TemporaryFile file(FOLDER_SCENARIO);
    const auto below = m_folder / "a" / "b";
    const auto outcome = RunProgram(
        QUOTED_RUNNER + " " + endless.GetPath() + " --seed 1" + Into() +
        " & run=$!; while ! grep -q roce " + (m_folder / "summary.csv").string() +
        "; do sleep 0.05; done 2>/dev/null; " + QUOTED_RUNNER + " --seed 1 " + file.GetPath() +
        " --quiet --no-figure --no-lint --output " + below.string() +
        "; echo status $?; kill -KILL $run; wait $run; " + QUOTED_RUNNER +
        " --seed 1 --quiet --no-figure --output " + below.string() + " " + file.GetPath());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text,
                    below.string() + ": cannot be written: another run is writing its results in " +
                        m_folder.string() + "; choose another --output\nstatus 1\n"));
}

TEST_F(ResultFolderTest, FilesThatAreOfNoRunAreNotReplaced)
{
    fs::create_directories(m_folder);
    const TemporaryFile file(FOLDER_SCENARIO);
    for (const std::string name : {"flows.csv", "summary.csv", "report.html"})
    {
        std::ofstream(m_folder / name) << "mine";
        const auto outcome = RunScenario(file.GetPath() + " --output " + m_folder.string());
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_TRUE(Has(outcome.text,
                        (m_folder / name).string() + ": exists and is not from a run; expected"));
        EXPECT_EQ(Read(m_folder / name), "mine");
        fs::remove(m_folder / name);
    }
    // One that is found only when it is to be written.
    std::ofstream(m_folder / "fct-roce.txt") << "mine";
    const auto outcome = RunScenario(file.GetPath() + Into());
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_TRUE(
        Has(outcome.text, "fct-roce.txt: cannot be written: the file exists and is not from this"))
        << outcome.text;
    EXPECT_EQ(Read(m_folder / "fct-roce.txt"), "mine");
}

// Files that attributes name: what is there is replaced by its like, and --check writes nothing.
TEST_F(ResultFolderTest, FilesOfAttributesReplaceTheirLikeOnly)
{
    const auto path = [&](const std::string& name) {
        return fs::path(m_temporary.GetPath()) / name;
    };
    std::ofstream(path("it.json")) << R"({
        "topology": {"type": "star", "hosts": 3},
        "fabric": {"type": "infini-band", "routing": {"type": "min-hop", "tablesFile": "tables.txt"}},
        "workload": {"type": "incast", "bytes": 2000, "saveGraph": "graph.json"}
    })";
    const std::string run = path("it.json").string() + Into();
    ASSERT_EQ(RunScenario(run + " --check").status, 0);
    EXPECT_FALSE(fs::exists(path("tables.txt")) || fs::exists(path("graph.json")));
    ASSERT_EQ(RunScenario(run).status, 0);
    const auto tables = Read(path("tables.txt"));
    const auto graph = Read(path("graph.json"));
    EXPECT_TRUE(Begins(tables, "Unicast lids [0x0-"));
    EXPECT_TRUE(Begins(graph, "{\"format\": "));
    const auto more = RunScenario(run + " --set topology.hosts=4");
    EXPECT_EQ(more.status, 0) << more.text;
    EXPECT_NE(Read(path("tables.txt")), tables) << "those of another network";
    for (const std::string name : {"tables.txt", "graph.json"})
    {
        std::ofstream(path(name)) << "mine";
        for (const std::string check : {" --check", ""})
        {
            const auto outcome = RunScenario(run + check);
            EXPECT_EQ(outcome.status, 2) << outcome.text;
            EXPECT_TRUE(Has(outcome.text, path(name).string() + ": exists and does not hold "));
            EXPECT_EQ(Read(path(name)), "mine");
        }
        fs::remove(path(name));
    }
}

TEST_F(ResultFolderTest, AFileThatMayNotGrowIsNamedAndIsNoFaultOfTheInput)
{
    // 100 messages are some 10 kB of flows.csv; no file may have more than 8 KiB.
    const TemporaryFile file(R"({
        "topology": {"type": "star", "hosts": 2},
        "fabric": "roce",
        "workload": {"type": "poisson", "sizes": "FbHdp", "load": 0.3, "duration": "0s",
                     "flows": 200}
    })");
    for (const std::string seeds : {"--seed 1", "--seeds 2"})
    {
        const auto outcome = RunProgram("ulimit -f 16; " + QUOTED_RUNNER + " " + file.GetPath() +
                                        " " + seeds + Into());
        EXPECT_EQ(outcome.status, 1) << outcome.text;
        EXPECT_TRUE(Has(outcome.text, "/tables/flows.csv: cannot be written: File too large\n"));
        EXPECT_FALSE(fs::exists(m_folder / "flows.csv"));
        EXPECT_TRUE(Has(Read(m_folder / "manifest.json"), "\"status\": \"partial\""));
    }
}

#ifndef __SANITIZE_ADDRESS__ // which needs far more addresses

TEST_F(ResultFolderTest, MemoryThatRunsOutIsNamedWithThePhase)
{
    // 5 million samples do not fit into what 250 MB leave beside the libraries.
    const TemporaryFile file(R"({
        "topology": {"type": "star", "hosts": 2},
        "fabric": "roce",
        "workload": {"type": "incast", "hosts": "0", "target": 1, "bytes": "64MB"},
        "output": {"samples": {"queues": "switch 0->host 1", "interval": "1ns"}}
    })");
    const auto outcome =
        RunProgram("ulimit -v 250000; " + QUOTED_RUNNER + " --seed 1 " + file.GetPath() + Into());
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.text.substr(0, 54), "ai-fabric-run: out of memory while running fabric roce")
        << outcome.text;
}

#endif

#ifdef AI_FABRIC_COMPILE_LIBRARY

TEST_F(ResultFolderTest, AnExceptionKeepsWhatIsDone)
{
    const auto source = fs::path(m_temporary.GetPath()) / "thrower.cc";
    std::ofstream(source) << R"(
#include "ns3/rdma-congestion-control.h"
#include <cstdlib>
#include <stdexcept>
namespace ns3 {
class Thrower : public RdmaCongestionControl {
  public:
    static TypeId GetTypeId() {
        static TypeId tid =
            TypeId("ns3::Thrower").SetParent<RdmaCongestionControl>().AddConstructor<Thrower>();
        return tid;
    }
    void DoNotifyAck(const AckEvent&) override {
        if (std::getenv("THROWER_CRASHES")) { std::abort(); }
        throw std::runtime_error("thrown at ack");
    }
    CongestionNeeds DoGetNeeds() const override { return {}; }
};
NS_OBJECT_ENSURE_REGISTERED(Thrower);
})";
    const std::string library = source.string() + ".so";
    CompileLibrary(source.string(), library);
    const TemporaryFile file(FOLDER_SCENARIO);
    const std::string options = file.GetPath() + Into() + " --load " + library +
                                " --set 'fabric=[\"roce\", {\"type\": \"roce\", \"name\": \"odd\", "
                                "\"congestionControl\": \"thrower\"}, \"infiniband\"]'";
    const auto outcome = RunScenario(options);
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "running fabric odd: thrown at ack\n"));
    EXPECT_EQ(GetFabrics("flows.csv"), Names{"roce"});
    EXPECT_TRUE(
        Has(Read(m_folder / "manifest.json"), "\"reason\": \"running fabric odd: thrown at ack\""));

    // Of several draws, too, and there the others are not held up.
    const auto draws = RunDraws(options + " --seeds 2");
    EXPECT_EQ(draws.status, 1) << draws.text;
    EXPECT_EQ(GetFabrics("seed-2/flows.csv"), (Names{"roce", "infini-band"}));
    EXPECT_TRUE(Has(Read(m_folder / "manifest.json"), "\"status\": \"partial\""));
    EXPECT_TRUE(Has(Read(m_folder / "manifest.json"),
                    "\"reason\": \"odd, seed 1: ai-fabric-run: running fabric odd: thrown"));

    // A crash takes only its own run with it.
    setenv("THROWER_CRASHES", "1", 1);
    const auto crash = RunDraws(options + " --seeds 2");
    unsetenv("THROWER_CRASHES");
    EXPECT_EQ(crash.status, 1) << crash.text;
    EXPECT_TRUE(Has(crash.text, "odd, seed 2: ended by a signal: Aborted\n"));
    EXPECT_EQ(GetFabrics("seed-2/flows.csv"), (Names{"roce", "infini-band"}));
}

#endif // AI_FABRIC_COMPILE_LIBRARY

} // namespace

#endif // AI_FABRIC_RUN

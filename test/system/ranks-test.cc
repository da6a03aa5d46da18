// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "runner-test.h"

#include <algorithm>
#include <numeric>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/** Sixteen hosts on four leaves; what a fabric and a workload are is put in. */
const std::string LEAF_SPINE = R"({
    "name": "ranks",
    "topology": {"type": "leaf-spine", "leaves": 4, "spines": 2, "hostsPerLeaf": 4,
                 "hostRate": "100Gbps", "uplinkRate": "100Gbps"},
    FABRICS,
    "workload": WORKLOAD
})";

/** One network simulated by several processes. */
class RanksTest : public RunnerTest
{
  protected:
    /** Results of a run. */
    struct Results
    {
        std::string flows;    //!< flows.csv
        std::string links;    //!< links.csv
        std::string failures; //!< failures.csv; empty: nothing fails
        std::string text;     //!< what it printed
    };

    /** @return of a run that ends so */
    Results Run(const std::string& scenario, const std::string& options, int status = 0)
    {
        const TemporaryFile file(scenario);
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome = RunScenario(file.GetPath() + " --no-figure --output " +
                                         folder.string() + " " + options);
        EXPECT_EQ(outcome.status, status) << options << '\n' << outcome.text;
        const std::regex ofMachine("(wall time|results in).*");
        return {Read(folder / "flows.csv"),
                Read(folder / "links.csv"),
                Read(folder / "failures.csv"),
                std::regex_replace(outcome.text, ofMachine, "")};
    }

    /** @param fabrics members of the scenario @param workload value of one */
    static std::string Scenario(const std::string& fabrics, const std::string& workload)
    {
        std::string text = LEAF_SPINE;
        text.replace(text.find("FABRICS"), 7, fabrics);
        text.replace(text.find("WORKLOAD"), 8, workload);
        return text;
    }

    /**
     * Expects the same bytes of any number of processes and threads.
     *
     * @param several options of runs with several
     * @param status with which all of them end
     */
    void ExpectSame(const std::string& scenario,
                    const std::vector<std::string>& several = {"--ranks 3",
                                                               "--ranks 2 --threads 2"},
                    int status = 0)
    {
        const auto one = Run(scenario, "--threads 1", status);
        ASSERT_GT(one.flows.size(), 100U);
        for (const std::string& options : KeepPossible(several))
        {
            const auto many = Run(scenario, options, status);
            EXPECT_EQ(many.flows, one.flows) << options;
            EXPECT_EQ(many.links, one.links) << options;
            EXPECT_EQ(many.failures, one.failures) << options;
            EXPECT_EQ(SortLines(many.text), SortLines(one.text)) << options;
        }
    }

    /** @return the lines in an order of theirs: notes come process by process */
    static std::vector<std::string> SortLines(const std::string& text)
    {
        std::istringstream in(text);
        std::vector<std::string> lines;
        for (std::string line; std::getline(in, line);)
        {
            lines.push_back(line);
        }
        std::sort(lines.begin(), lines.end());
        return lines;
    }

    /** @return a scenario of two fabrics a part of which is down for a while */
    static std::string WithFailure(const std::string& failure, const std::string& bytes)
    {
        const std::string nic = R"("nic": {"ackTimeout": "100us"}})";
        return Scenario(R"("fabric": [{"type": "roce", )" + nic + R"(, {"type": "infiniband", )" +
                            nic + R"(], "failures": {)" + failure +
                            R"(, "start": "8us", "stop": "60us"})",
                        R"({"type": "permutation", "bytes": ")" + bytes + R"("})");
    }
};

const std::string BOTH = R"("fabric": ["roce", "infiniband"])";

} // namespace

TEST_F(RanksTest, LeavesOfConweaveTalkAcrossProcessesAndThreads)
{
    // Marks are rare, queues are few: flows move, are answered, wait, and find no queue.
    ExpectSame(Scenario(R"("fabric": {"type": "roce", "congestionControl": "none",
                       "pathSelector": {"type": "conweave", "queues": 2, "extraReply": "1us"},
                       "marker": {"type": "step", "thresholdBytes": 30000}})",
                        R"([{"type": "permutation", "bytes": "500KB", "queuePairs": 2},
                            {"type": "all-to-all", "bytes": "100KB", "start": "20us"}])"),
               {"--ranks 2", "--threads 2", "--threads 3"});
}

TEST_F(RanksTest, LeavesOfAScheduledFabricTalkAcrossProcessesAndThreads)
{
    ExpectSame(Scenario(R"("fabric": {"type": "roce", "congestionControl": "none",
                       "pathSelector": {"type": "scheduled", "localDelay": "70ns"}})",
                        R"([{"type": "permutation", "bytes": "300KB", "queuePairs": 2},
                            {"type": "incast", "bytes": "50KB"},
                            {"type": "all-to-all", "bytes": "50KB", "start": "20us"}])"),
               {"--ranks 2", "--threads 2", "--threads 3"});
}

TEST_F(RanksTest, ScheduledSpinesGiveTheSameInProcessesAndThreads)
{
    // Queues are short enough to pause racks, and marks come from them.
    ExpectSame(Scenario(R"("fabric": {"type": "roce", "spineSwitches": {
                       "pathSelector": {"type": "scheduled-box", "localDelay": "70ns",
                                        "queueBytes": "40KB"},
                       "marker": {"type": "step", "thresholdBytes": 20000}}})",
                        R"([{"type": "permutation", "bytes": "300KB", "queuePairs": 2},
                            {"type": "incast", "bytes": "50KB"},
                            {"type": "all-to-all", "bytes": "50KB", "start": "20us"}])"),
               {"--ranks 2", "--threads 2", "--threads 3"});
}

/** Shares of links are of what other leaves can take, now and when a link has fewer lanes. */
TEST_F(RanksTest, UnequalLinksOfAScheduledFabricGiveTheSameInProcessesAndThreads)
{
    ExpectSame(Scenario(R"("fabric": {"type": "roce", "congestionControl": "none",
                       "pathSelector": "scheduled"},
           "failures": [{"type": "degraded-link", "from": "leaf0", "to": "spine0", "rate": "30Gbps",
                         "start": "8us", "stop": "60us"}])",
                        R"({"type": "all-to-all", "bytes": "200KB"})"),
               {"--ranks 2", "--threads 2", "--threads 3"});
}

TEST_F(RanksTest, EndsOfUltraEthernetTalkAcrossProcessesAndThreads)
{
    ExpectSame(
        Scenario(R"("fabric": [{"preset": "ultra-ethernet", "buffer": {"trimQueueTime": "4us"}},
                       {"preset": "ultra-ethernet", "name": "credits", "congestionControl": "rccc"},
                       {"preset": "ultra-ethernet-lossless", "entropyPolicy": "bitmap"}])",
                 R"([{"type": "permutation", "bytes": "300KB"},
                            {"type": "incast", "bytes": "200KB"},
                            {"type": "all-to-all", "bytes": "50KB", "start": "20us"}])"),
        {"--ranks 2", "--threads 2", "--threads 3"});
}

/** Hosts take time for each message, and a link that dies has some sent again. */
TEST_F(RanksTest, AdaptersThatTakeTimeGiveTheSameInProcessesAndThreads)
{
    ExpectSame(
        Scenario(
            R"("fabric": [{"type": "roce", "adapter": "connectx-7-ndr", "nic": {"ackTimeout": "40us"}},
                       {"preset": "infiniband-ndr", "nic": {"ackTimeout": "40us"},
                        "adapter": {"preset": "connectx-6-hdr", "cachedQueuePairs": 2}}],
           "failures": [{"type": "link", "from": "leaf0", "to": "spine0", "start": "20us"}])",
            R"([{"type": "permutation", "bytes": "100KB", "queuePairs": 2},
                     {"type": "incast", "bytes": "300", "rounds": 20, "inFlight": 4},
                     {"type": "all-to-all", "bytes": "20KB", "start": "20us"}])"),
        {"--ranks 2", "--threads 2", "--threads 3"},
        1); // some queue pairs give up
}

/** Frames are sent again and given up, which processes at both ends of a link know of. */
TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameWithLinkRetry)
{
    const std::string scenario = Scenario(
        R"("fabric": ["roce", {"type": "infiniband", RETRY}],
           "failures": [{"type": "bit-errors", "rate": 2e-6},
                        {"type": "degraded-link", "from": "leaf0", "to": "spine0", "rate": "10Gbps",
                         "start": "8us", "stop": "60us"}])",
        R"({"type": "permutation", "bytes": "500KB"})");
    const std::string retry =
        R"("linkRetry": {"type": "go-back-n", "maxReplays": 1}, "nic": {"ackTimeout": "100us"})";
    const auto once = std::regex_replace(scenario, std::regex("RETRY"), retry);
    ExpectSame(once);
    const auto rows = ReadCells(m_folder / "0" / "links.csv");
    const auto sum = [&rows](std::size_t column, const std::string& name) {
        EXPECT_EQ(rows.front()[column], name);
        return std::accumulate(rows.begin() + 1, rows.end(), 0UL, [=](auto so, const auto& row) {
            return so + std::stoul(row[column]);
        });
    };
    EXPECT_GT(sum(18, "replayed_frames"), sum(19, "given_up_frames"));
    EXPECT_GT(sum(19, "given_up_frames"), 0UL);
    EXPECT_GT(sum(17, "lost_packets"), sum(19, "given_up_frames")); // ordered sets, too
    const auto faults = ReadCells(m_folder / "0" / "failures.csv");
    EXPECT_EQ(faults.front().back(), "replayed_frames");
    // Without it there are no such columns.
    const auto none = Run(Scenario(BOTH, R"({"type": "permutation", "bytes": "10KB"})"), "");
    EXPECT_FALSE(Has(none.links.substr(0, none.links.find('\n')), "_frames"));
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSamePermutation)
{
    ExpectSame(Scenario(BOTH, R"({"type": "permutation", "bytes": "200KB"})"));
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameIncastUnderPause)
{
    ExpectSame(Scenario(BOTH, R"({"type": "incast", "bytes": "100KB"})"));
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameCollective)
{
    ExpectSame(Scenario(
        BOTH,
        R"({"type": "collective", "algorithm": {"type": "ring-all-reduce"}, "bytes": "256KB"})"));
}

/** The receiver of a message has to know how many parts it has, and its sender is elsewhere. */
TEST_F(RanksTest, AMessageInPartsArrivesWithTheLastOneInAnyProcess)
{
    for (const std::string split : {"true", "false"})
    {
        ExpectSame(Scenario(BOTH,
                            R"([{"type": "collective", "algorithm": "ring-broadcast",
                                 "bytes": 1000100, "queuePairs": 3, "splitMessages": )" +
                                split + R"(},
                                {"type": "shift", "bytes": 300, "queuePairs": 4,
                                 "splitMessages": )" +
                                split + "}]"),
                   {"--ranks 2", "--ranks 4", "--threads 3"});
    }
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameWithTelemetryInPackets)
{
    for (const std::string control :
         {R"("hpcc")", R"({"type": "hpcc-pint", "sampledShare": 0.5, "codeBase": 1.3})"})
    {
        ExpectSame(Scenario(R"("fabric": {"type": "roce", "congestionControl": )" + control + "}",
                            R"({"type": "permutation", "bytes": "200KB"})"));
    }
    ExpectSame(
        Scenario(R"("fabric": {"preset": "bolt"})", R"({"type": "incast", "bytes": "200KB"})"));
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameUnderBackpressure)
{
    ExpectSame(Scenario(R"("fabric": {"preset": "bfc", "flowControl": {"queues": 3}})",
                        R"({"type": "incast", "bytes": "200KB"})"),
               {"--ranks 3", "--threads 3"});
    // Ends of a link that is mended tell each other what is paused.
    ExpectSame(Scenario(R"("fabric": {"preset": "bfc", "nic": {"ackTimeout": "50us"}},
                           "failures": [{"type": "link", "from": "leaf0", "to": "spine0",
                                         "start": "20us", "stop": "60us"}])",
                        R"({"type": "incast", "bytes": "200KB"})"),
               {"--ranks 4", "--threads 3"});
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameWhileLinksFail)
{
    ExpectSame(WithFailure(R"("type": "link", "from": "leaf0", "to": "spine0")", "400KB"));
}

TEST_F(RanksTest, AnyNumberOfProcessesGivesTheSameBeforeSlowReceiversAndInLoops)
{
    // Routes go round between different processes, and a host elsewhere takes a tenth.
    ExpectSame(Scenario(R"("fabric": {"type": "roce", "switch": {"timeToLive": 9},
                                      "nic": {"ackTimeout": "50us", "receiveBufferBytes": 70000}},
                           "failures": [{"type": "slow-receiver", "host": 14, "rate": "10Gbps"},
                                        {"type": "routing-loop", "host": 6, "start": "5us",
                                         "switches": "leaf0,spine1,leaf3,spine0",
                                         "stop": "30us"}])",
                        R"({"type": "permutation", "bytes": "200KB"})"),
               {"--ranks 2", "--ranks 4", "--threads 3"});
}

TEST_F(RanksTest, TheEndsOfALinkThatIsMendedAgreeAcrossProcesses)
{
    // Both ends have carried packets, and different processes run them.
    for (const std::string failure : {R"("type": "link", "from": "leaf1", "to": "spine0")",
                                      R"("type": "link", "from": "leaf3", "to": "spine0")",
                                      R"("type": "switch", "switch": "spine1")"})
    {
        ExpectSame(WithFailure(failure, "200KB"), {"--ranks 4"});
    }
}

TEST_F(RanksTest, AJobThatFailedElsewhereIsGivenUpByAll)
{
    // The first process completes its 2 MB (160 us) after a queue pair of the last one has given
    // up, timeouts of 20 us after its link broke.
    const TemporaryFile flows("2\n0 1 3 100 2000000 0\n12 15 3 100 4000000 0\n");
    ExpectSame(Scenario(R"("fabric": {"type": "roce",
                                     "nic": {"ackTimeout": "20us", "retryCount": 1}},
                          "failures": {"type": "link", "from": "host15", "to": "leaf3",
                                       "start": "8us", "stop": "10s"})",
                        R"({"type": "hpcc-flow", "file": ")" + flows.GetPath() + R"("})"),
               {"--ranks 2"},
               1);
}

#ifdef AI_FABRIC_MPI

namespace
{

/** Refusals and failures of an MPI process. */
class RanksEndTest : public RanksTest
{
  protected:
    void SetUp() override
    {
        if (!HasRanks())
        {
            GTEST_SKIP() << "this runner has no MPI";
        }
    }

    /**
     * Runs what would take for ever in some processes.
     *
     * @param ranks how many
     * @param then for the shell, once they run: what it does to $1, $2, ... and to $runner
     */
    Outcome RunLong(uint32_t ranks, const std::string& then)
    {
        const TemporaryFile file(
            Scenario(R"("fabric": "roce")", R"({"type": "permutation", "bytes": "4GB"})"));
        const std::string folder = (m_folder / "long").string();
        return RunProgram(QuoteRunner() + " " + file.GetPath() + " --seed 1 --ranks " +
                          std::to_string(ranks) +
                          " --quiet --no-figure --no-lint --threads 1 --output " + folder +
                          " & runner=$!; while set -- $(cat /proc/$runner/task/$runner/children); "
                          "set -- $(cat /proc/$1/task/$1/children 2>/dev/null) && [ $# -lt " +
                          std::to_string(ranks) + " ] || [ ! -e " + folder +
                          " ]; do sleep 0.05; done; sleep 0.3; " + then);
    }
};

} // namespace

TEST_F(RanksEndTest, WhatOneProcessHasToRunIsRefused)
{
    const auto expect = [this](const std::string& options, const std::string& line) {
        const TemporaryFile file(Scenario(BOTH, R"({"type": "permutation", "bytes": "20KB"})"));
        const auto outcome =
            RunDraws(file.GetPath() + " --quiet --no-figure --no-lint --ranks 2 --output " +
                     (m_folder / "refused").string() + " " + options);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_EQ(outcome.text, line + "\n");
    };
    expect(
        "--seed 1 --pfc-trace",
        "command line: --ranks: is 2 but the causes of pauses are traced across ports; expected 1");
    expect("--seeds 3",
           "command line: --ranks: is given with 3 seeds, which can run at the same time instead; "
           "expected --seed");
    expect("--seed 1 --hosts missing", "missing: cannot be read: No such file or directory");
}

TEST_F(RanksEndTest, WhatIsRefusedIsSoBeforeAnythingIsTouched)
{
    const std::string workload = R"({"type": "permutation", "bytes": "20KB"})";
    const TemporaryFile file(Scenario(BOTH, workload));
    const auto folder = m_folder / "kept";
    const std::string run =
        file.GetPath() + " --quiet --no-figure --no-lint --output " + folder.string();
    ASSERT_EQ(RunScenario(run).status, 0);
    const std::string before = Read(folder / "flows.csv");
    const auto outcome = RunScenario(run + " --ranks 2 --pcap \"host 0\"");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.text,
              "command line: --ranks: is 2 but one process writes the captures; expected 1\n");
    EXPECT_EQ(Read(folder / "flows.csv"), before);

    const std::string prefix = "command line: --ranks: is ";
    ExpectRefused(Scenario(BOTH, workload),
                  "--no-lint --ranks 2 --engine stock",
                  prefix + "2 but ns-3's own engine has one thread; expected 1\n");
    ExpectRefused(
        Scenario(BOTH, workload),
        "--no-lint --ranks 2 --set 'output.samples.queues=*->*' --set output.samples.interval=10us",
        prefix + "2 but queues of all nodes are sampled at the same time; expected 1\n");
    ExpectRefused("--no-lint --ranks 4",
                  prefix +
                      "4 but its network has no more than 3 parts that can run independently ");
    ExpectRefused(Scenario(BOTH, workload),
                  "--no-lint --ranks 2 --nccl-tests all-reduce",
                  "command line: --ranks: is given beside --nccl-tests");
}

TEST_F(RanksEndTest, WhatIsWrongIsSaidOnce)
{
    const std::string workload = R"({"type": "permutation", "bytes": "20KB"})";
    const TemporaryFile file(Scenario(R"("fabric": "roce")", workload));
    const TemporaryFile other(Scenario(R"("fabric": "infiniband")", workload));
    const TemporaryFile wrong(Scenario(R"("fabric": "rocke")", workload));
    const std::string options =
        " --seed 1 --quiet --no-figure --no-lint --output " + (m_folder / "none").string();
    const auto expect = [](const Outcome& outcome, const std::string& part) {
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_TRUE(Has(outcome.text, part));
        EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
    };
    expect(RunDraws(wrong.GetPath() + options + " --ranks 3"), "unknown type or preset \"rocke\"");

    // Started by the user's own mpirun; on another machine files may differ.
    const auto start = [](const std::string& arguments) {
        return RunProgram("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
                          "OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_orte_execute_quiet=1 "
                          "\"" AI_FABRIC_MPIRUN "\" -np 2 \"" AI_FABRIC_MPI "\" " +
                          arguments);
    };
    expect(start(file.GetPath() + options + " --ranks 3"),
           "command line: --ranks: is 3 but there are 2 processes; expected the same number, or no "
           "--ranks");
    const auto beside = [&](const std::string& scenario) {
        return start(file.GetPath() + options + " : -np 1 \"" AI_FABRIC_MPI "\" " + scenario +
                     options);
    };
    expect(beside(other.GetPath()),
           "command line: --ranks: rank 2 has another scenario than rank 0; expected the same "
           "files on all machines");
    expect(beside("missing.json"), "rank 2 on ");
    expect(beside("missing.json --check"), "missing.json: is not a file");
    EXPECT_FALSE(std::filesystem::exists(m_folder / "none"));
}

TEST_F(RanksEndTest, WithoutMpiALineSaysWhatToInstall)
{
    const TemporaryFile file(
        Scenario(R"("fabric": "roce")", R"({"type": "permutation", "bytes": "20KB"})"));
    const auto runner = m_folder / "ai-fabric-run";
    std::filesystem::copy(AI_FABRIC_RUN, runner);
    const std::string arguments = " " + file.GetPath() + " --seed 1 --ranks 2";
    const auto alone = RunProgram(runner.string() + arguments);
    EXPECT_EQ(alone.status, 2);
    EXPECT_EQ(alone.text,
              "command line: --ranks: needs ai-fabric-run with ai-fabric-mpi beside it; expected a "
              "build with MPI (Debian: libopenmpi-dev, openmpi-bin), or --threads\n");
    const auto noMpirun = RunProgram("PATH=/nowhere " + QuoteRunner() + arguments);
    EXPECT_EQ(noMpirun.status, 2);
    EXPECT_EQ(noMpirun.text,
              "command line: --ranks: needs mpirun, which was not found; expected Open MPI "
              "(Debian: openmpi-bin), or --threads\n");
}

TEST_F(RanksEndTest, TheHostsOfAFileRunIt)
{
    const TemporaryFile hosts("localhost slots=2\n");
    const std::string scenario =
        Scenario(R"("fabric": "roce")", R"({"type": "permutation", "bytes": "20KB"})");
    EXPECT_EQ(Run(scenario, "--hosts " + hosts.GetPath()).flows, Run(scenario, "").flows);
    const TemporaryFile file(scenario);
    const auto outcome = RunScenario(file.GetPath() + " --ranks 3 --hosts " + hosts.GetPath());
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(Has(outcome.text,
                    hosts.GetPath() + ": mpirun could not start processes on these machines\n"));
}

TEST_F(RanksEndTest, TheProcessThatDiedIsNamed)
{
    for (const std::string rank : {"0", "1", "2"})
    {
        const auto outcome = RunLong(3, "shift " + rank + "; kill -9 $1; wait $runner");
        EXPECT_EQ(outcome.status, 128 + 9) << outcome.text;
        // mpirun may end the others before they can say which it was.
        const std::regex line("((ai-fabric-run: running fabric roce: )?rank " + rank +
                              " on [^ ]+ has died\n)?one of the processes of MPI was ended by a "
                              "signal: Killed\n");
        EXPECT_TRUE(std::regex_match(outcome.text, line)) << rank << ": " << outcome.text;
        EXPECT_TRUE(Has(Read(m_folder / "long" / "manifest.json"), "\"status\": \"partial\""));
        std::filesystem::remove_all(m_folder / "long");
    }
}

TEST_F(RanksEndTest, AProcessThatIsStoppedIsNamed)
{
    for (const std::string rank : {"0", "2"})
    {
        const auto outcome = RunLong(3,
                                     "shift " + rank +
                                         "; kill -STOP $1; sleep 12; echo stopped $1; kill -9 $1; "
                                         "wait $runner");
        const auto at = outcome.text.find("stopped ", outcome.text.find("go on\n"));
        ASSERT_NE(at, std::string::npos) << outcome.text;
        std::istringstream after(outcome.text.substr(at + 8));
        std::string process;
        after >> process;
        EXPECT_EQ(outcome.text.substr(0, at),
                  "rank " + rank + " is stopped and keeps the others waiting; kill -CONT " +
                      process + " lets it go on\n");
        std::filesystem::remove_all(m_folder / "long");
    }
}

#endif // AI_FABRIC_MPI

#endif // AI_FABRIC_RUN

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "runner-test.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace fs = std::filesystem;

TEST_F(RunnerTest, MalformedJsonIsOneLine)
{
    ExpectRefused("", "", "FILE:1: the file holds no complete JSON value");
    ExpectRefused("[1, 2]", "", "FILE:1: is a list; expected an object");
    ExpectRefused("{\n\"seed\": 1,\n\"seed\": 2}", "", "FILE:3: seed: appears twice");
    ExpectRefused("{\n\"topology\": {\n\"ty", "", "FILE:3: topology: the file ends inside");
    ExpectRefused(SCENARIO + "\nmore", "", "FILE:7: more text follows");
    ExpectRefused("{\n\"seed\" 1}",
                  "",
                  "FILE:2: column 8: is '1'; expected ':' between the key and its value");
    ExpectRefused("{\"seed\": 1}", "", "FILE: topology: is missing");
}

TEST_F(RunnerTest, NumbersThatAreNotAreRefused)
{
    for (const std::string option : {"--threads", "--jobs", "--ranks"})
    {
        ExpectRefused(option + " -1",
                      "command line: " + option + ": is -1; expected a whole number, at least 1");
    }
    ExpectRefused("-j -1", "command line: --jobs: is -1; expected a whole number");
    ExpectRefused("--nccl-tests all_reduce -f -1",
                  "command line: --stepfactor: is -1; expected a whole number");
    ExpectRefused("--nccl-tests all_reduce -n 0",
                  "command line: --iters: is 0; expected a whole number");
    // The last seed that ns-3's generator accepts.
    ExpectRefused("--seed 4294944443",
                  "command line: --seed: is 4294944443; expected 1 to 4294944442");
    ExpectRefused("--set seed=4294944443",
                  "command line: seed: is 4294944443; expected 1 to 4294944442");
    ExpectRefused("--set draws.jitter=4294944443",
                  "draws jitter: seed 4294944443; expected 1 to 4294944442");
    const TemporaryFile file(SCENARIO);
    EXPECT_EQ(RunScenario(file.GetPath() + " --seed 4294944442 --quiet --no-figure --output " +
                          m_folder.string())
                  .status,
              0);
}

TEST_F(RunnerTest, WhatCannotBePrintedIsAnError)
{
    const TemporaryFile file(SCENARIO);
    const auto outcome =
        RunProgram("(" + QuoteRunner() + " " + file.GetPath() + " --seed 1 --no-figure --output " +
                   m_folder.string() + " >/dev/full)");
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_EQ(outcome.text.substr(outcome.text.find("ai-fabric-run: ")),
              "ai-fabric-run: standard output: cannot be written\n");
}

TEST_F(RunnerTest, WhatIsNotARegularFileIsNotOpened)
{
    ASSERT_EQ(RunProgram("mkfifo " + (m_folder / "pipe").string()).status, 0);
    for (const std::string& file : {std::string("/dev/zero"), (m_folder / "pipe").string()})
    {
        const auto outcome = RunScenario(file + " --check");
        EXPECT_EQ(outcome.status, 2);
        EXPECT_EQ(outcome.text, file + ": is not a regular file; expected a scenario in one\n");
    }
    const TemporaryFile flows(R"({
        "topology": {"type": "star", "hosts": 2}, "fabric": "roce",
        "workload": {"type": "hpcc-flow", "file": "/dev/zero"}
    })");
    const auto outcome = RunScenario(flows.GetPath() + " --check");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(Has(outcome.text, "/dev/zero: is not a regular file; expected one\n"));
    // An option that looks like a comment of JSON.
    ExpectRefused("--set workload.file=/dev/zero", "command line: workload.file: unknown");
}

// Whatever the attribute is called.
TEST_F(RunnerTest, FilesAreRelativeToTheScenario)
{
    std::ofstream(m_folder / "bytes.txt") << "0 1000\n1000 0\n";
    std::ofstream(m_folder / "it.json") << R"({
        "topology": {"type": "star", "hosts": 2},
        "fabric": "roce",
        "workload": {"type": "collective", "algorithm": {"type": "direct-all-to-all",
                                                          "table": "bytes.txt"}}
    })";
    const auto outcome =
        RunScenario((m_folder / "it.json").string() + " --quiet --no-figure --output " +
                    (m_folder / "results").string());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(ReadRows(m_folder / "results" / "flows.csv").size(), 2u);
    EXPECT_TRUE(Has(Read(m_folder / "results" / "manifest.json"),
                    '"' + fs::absolute(m_folder / "bytes.txt").string() + '"'))
        << "the manifest is run from anywhere";
}

// Time that grows with the square of their number would take half a minute.
TEST_F(RunnerTest, ThousandsOfJobsAreSetUpInSeconds)
{
    std::string jobs;
    for (int i = 0; i < 4000; ++i)
    {
        jobs += std::string(i > 0 ? "," : "") + R"({"type": "permutation", "bytes": "1KB"})";
    }
    const TemporaryFile file(R"({"topology": {"type": "star", "hosts": 2}, "fabric": "roce",
        "workload": [)" + jobs +
                             "]}");
    const auto outcome = RunProgram("ulimit -t 8; " + QuoteRunner() + " " + file.GetPath() +
                                    " --seed 1 --check --no-lint");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
}

// A percentile of 99 in 100 needs as many.
TEST_F(RunnerTest, APercentileOfTooFewIsNotPrinted)
{
    const auto print = [&](const std::string& flows) {
        const TemporaryFile file(R"({
            "topology": {"type": "star", "hosts": 4},
            "fabric": "roce",
            "workload": {"type": "poisson", "sizes": "1000", "load": 0.3, "duration": "0s", "flows": )" +
                                 flows + "}}");
        return RunScenario(file.GetPath() + " --no-figure --output " + m_folder.string()).text;
    };
    const auto few = print("99");
    EXPECT_TRUE(Has(few, "\nFCT slowdown p50/max "));
    EXPECT_FALSE(Has(few, "p99"));
    const auto many = print("100");
    EXPECT_TRUE(Has(many, "\nFCT slowdown p50/p99/max "));
}

TEST_F(RunnerTest, AModelThatIsCutSaysSoInItsTable)
{
    const auto print = [&](const std::string& layers) {
        const TemporaryFile file(R"({
            "topology": {"type": "star", "hosts": 2},
            "fabric": "roce",
            "workload": {"type": "training", "name": "it", "sequence": 128,
                         "model": {"preset": "gpt-2", "layers": )" +
                                 layers + "}}}");
        return RunScenario(file.GetPath() + " --no-figure --no-lint --output " + m_folder.string())
            .text;
    };
    const auto cut = print("1");
    EXPECT_TRUE(Has(cut, "\njob it (gpt-2 cut: layers 1 of 12)"));
}

TEST_F(RunnerTest, AFailureOfALinkWithoutTrafficSaysSo)
{
    const auto print = [&](const std::string& link) {
        const TemporaryFile file(R"({
            "topology": {"type": "star", "hosts": 4},
            "fabric": "roce",
            "workload": {"type": "permutation", "hosts": "0,1", "bytes": "1MB"},
            "failures": {"type": "link", "from": ")" +
                                 link + R"(", "to": "switch0", "start": "20us", "stop": "30us"}})");
        return RunScenario(file.GetPath() + " --no-figure --no-lint --output " + m_folder.string())
            .text;
    };
    const auto idle = print("host3");
    EXPECT_TRUE(Has(idle, ": the links carried no data in this run, before it or since\n"));
    const auto busy = print("host1");
    EXPECT_FALSE(Has(busy, "carried no data"));
}

TEST_F(RunnerTest, SelectiveRepeatSavesWhatGoBackNLosesToFullBuffers)
{
    ASSERT_EQ(RunScenario(std::string(AI_FABRIC_SOURCE_DIR) +
                          "/examples/scenarios/lossy-roce.json --quiet --no-figure --output " +
                          m_folder.string())
                  .status,
              0);
    const std::string summary = Read(m_folder / "summary.csv");
    const auto completionNs = [&](const std::string& fabric) {
        const std::string start = "\n" + fabric + ",all,1,";
        const size_t place = summary.find(start);
        EXPECT_NE(place, std::string::npos) << summary;
        return std::stod(summary.substr(place + start.size()));
    };
    EXPECT_LT(2 * completionNs("IRN"), completionNs("\"no PFC, go-back-N\""));
    EXPECT_LT(2 * completionNs("\"IRN, sprayed\""), completionNs("\"no PFC, go-back-N\""));
    EXPECT_LT(completionNs("IRN"), 1.5 * completionNs("\"PFC, go-back-N\""));
}

TEST_F(RunnerTest, HugeOrMissingFileIsRefusedUnread)
{
    const auto path = (m_folder / "huge.json").string();
    EXPECT_EQ(RunScenario(path).status, 2);
    std::ofstream(path).close();
    fs::resize_file(path, 10'000'000'000); // sparse
    const auto outcome = RunScenario(path);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.text,
              path + ": is 10000000000 bytes long; expected a scenario of at most 64000000\n");
}

TEST_F(RunnerTest, WrongValuesNamePlaceAndWhatIsAllowed)
{
    const std::string who = "command line: ";
    ExpectRefused("--set bogus=1", who + "bogus: unknown key; expected one of name, ");
    ExpectRefused("--set topology.leaves=3",
                  who + "topology.leaves: unknown key for ns3::StarTopology; expected one of "
                        "hosts, rate, delay");
    ExpectRefused("--set topology.type=hypercube",
                  who + "topology.type: unknown type or preset \"hypercube\"; expected one of the "
                        "types clos, cube-torus, ");
    ExpectRefused("--set topology.hosts=0",
                  who + "topology.hosts: is 0; expected a whole number (uint32_t 1:65536)");
    ExpectRefused("--set topology.hosts=-1", who + "topology.hosts: is -1; expected");
    ExpectRefused("--set topology.rate=100",
                  who + "topology.rate: is 100 without a unit; give a unit, e.g. \"100Gbps\"");
    ExpectRefused("--set topology.rate=9Xbps", who + "topology.rate: is \"9Xbps\"");
    ExpectRefused("--set topology.rate=-1Gbps", who + "topology.rate: is \"-1Gbps\"");
    ExpectRefused("--set topology.rate=0bps", "FILE:3: topology: ns3::StarTopology");
    ExpectRefused("--set topology.delay=5", who + "topology.delay: is 5 without a unit");
    ExpectRefused("--set workload.bytes=1XB", who + "workload.bytes: is \"1XB\"");
    ExpectRefused("--set fabric.2=roce", "FILE:4: fabric: has no element 2");
    ExpectRefused("--set fabric.0.congestionControl=bogus",
                  who + "fabric.0.congestionControl: unknown type \"bogus\"; expected one of "
                        "bolt, dcqcn, dcqcn-connect-x, dcqcn-plus");
    ExpectRefused("--set fabric.0.congestionControl.type=bogus",
                  who + "fabric.0.congestionControl.type: unknown type");
    ExpectRefused("--engine turbo", who + "--engine: is \"turbo\"");
    ExpectRefused("--nonsense", who + "unrecognised option '--nonsense'");
}

TEST_F(RunnerTest, FailuresAreCheckedLikeEverythingElse)
{
    const std::string roce = "--set fabric=roce --set ";
    const std::string who = "command line: failures";
    ExpectRefused(
        roce + "failures=fire",
        who + ".type: unknown type or preset \"fire\"; expected one of the types bit-errors, "
              "black-hole, codeword-errors, cube, cube-replacement, degraded-link, "
              "failure-rates, gpu, lane-loss");
    ExpectRefused(roce + "'failures=[{\"type\": \"pause-storm\", \"hots\": 1}]'",
                  who + ".0.hots: unknown key for ns3::PauseStorm; expected one of host, priority, "
                        "start, stop");
    ExpectRefused(roce + "'failures={\"type\": \"pause-storm\", \"priority\": 8}'",
                  who + ".priority: is 8; expected a whole number (uint8_t 0:7)");
    ExpectRefused(roce + "'failures={\"type\": \"pause-storm\", \"host\": 2}'",
                  who + ": ns3::PauseStorm Host: is 2; expected the index of a host, 0 to 1");
    ExpectRefused("--set failures=pause-storm",
                  who + ": ns3::PauseStorm: a fabric with ns3::CreditFlowControl has no pauses");
    ExpectRefused("--set pfcTrace=yes", "command line: pfcTrace: is a string; expected");
    ExpectRefused("--set fabric.0.switch.watchdog.detectionTime=5",
                  "command line: fabric.0.switch.watchdog.detectionTime: is 5 without a unit");
    ExpectRefused(
        "--set fabric.0.flowControl.headroom=guess",
        "command line: fabric.0.flowControl.headroom: unknown type \"guess\"; expected one "
        "of derived, sonic");
}

TEST_F(RunnerTest, APauseStormIsTracedToItsNicAndTheWatchdogEndsIt)
{
    const auto outcome = RunScenario(std::string(AI_FABRIC_SOURCE_DIR) +
                                     "/examples/scenarios/pause-storm.json --quiet --no-figure "
                                     "--output " +
                                     m_folder.string());
    EXPECT_EQ(outcome.status, 0) << outcome.text; // drops by the watchdog are not a violation
    EXPECT_TRUE(Has(outcome.text, "drop: node 8 port"));
    EXPECT_TRUE(Has(outcome.text, "packets dropped, PFC watchdog\n"));
    const auto tree = Read(m_folder / "pause-tree-no-watchdog.txt");
    EXPECT_TRUE(Has(tree, "pause storm of host3->leaf0, priority 3: "));
    EXPECT_TRUE(Has(tree, "\n  leaf0->host3 paused, 1 pause, 400.000 us, from 50.506 us on\n"));
    EXPECT_TRUE(Has(tree, "  victims: "));
    const auto pauses = Read(m_folder / "pfc-pauses-no-watchdog.csv");
    EXPECT_EQ(pauses.substr(0, 43), "paused_port,priority,start_ns,duration_ns,e");
    EXPECT_TRUE(Has(pauses, "leaf0->host3,3,50506.720,400000.000,1,,,,,"));
    // The manifest holds the failure: the same run again.
    const auto again = m_folder / "again";
    EXPECT_EQ(RunScenario((m_folder / "manifest.json").string() + " --quiet --no-figure --output " +
                          again.string())
                  .status,
              0);
    EXPECT_EQ(Read(again / "pause-tree-no-watchdog.txt"), tree);
    EXPECT_EQ(Read(again / "flows.csv"), Read(m_folder / "flows.csv"));
}

TEST_F(RunnerTest, WithoutBeingAskedForNoPausesAreWritten)
{
    Flows("");
    EXPECT_FALSE(fs::exists(m_folder / "0" / "pause-tree-roce.txt"));
    Flows("--pfc-trace");
    EXPECT_TRUE(fs::exists(m_folder / "1" / "pause-tree-roce.txt"));
    EXPECT_TRUE(fs::exists(m_folder / "1" / "pfc-pauses-roce.csv"));
}

TEST_F(RunnerTest, TypesAreFoundHoweverTheyAreSpelled)
{
    for (const std::string spelling : {"infiniband", "infini-band", "ns3::InfiniBandFabric"})
    {
        const TemporaryFile file(SCENARIO);
        const auto outcome = RunScenario(file.GetPath() + " --check --set fabric=" + spelling);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
    }
}

TEST_F(RunnerTest, RatesOfInfiniBandAreRates)
{
    const TemporaryFile file(SCENARIO);
    for (const std::string rate : {"EDR", "'HDR 2x'", "NDR1x"})
    {
        const auto outcome = RunScenario(file.GetPath() + " --check --set topology.rate=" + rate);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
    }
    ExpectRefused("--set topology.rate=NDR5x",
                  "command line: topology.rate: is \"NDR5x\"; expected a rate with a unit, such as "
                  "\"100Gbps\", or one of InfiniBand, such as \"NDR\" or \"HDR 2x\"");
    EXPECT_EQ(Flows("--set topology.rate='NDR 1x'"), Flows("--set topology.rate=100Gbps"));
}

TEST_F(RunnerTest, ListHasAttributesAndTraceSources)
{
    const auto outcome = RunScenario("--list");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(Has(outcome.text, "\n  \"dcqcn\" (ns3::Dcqcn)\n    alphaTimer = 55000000ps\n"));
    EXPECT_TRUE(Has(outcome.text,
                    "\n  ns3::RdmaCongestionControl\n"
                    "    Rate (ns3::RdmaCongestionControl::RateTracedCallback)\n"));
}

TEST_F(RunnerTest, FlowsAreTheSameWhateverSchedulerAndTraces)
{
    const auto flows = Flows("");
    // Two fabrics with 24 messages of the ring (2(n-1) = 6 steps of 4 ranks) and 3 of the incast.
    EXPECT_EQ(std::count(flows.begin(), flows.end(), '\n'), 1 + 2 * (24 + 3));
    EXPECT_EQ(flows, Flows("")) << "the same again";
    EXPECT_EQ(flows, Flows("--traces"));
    const auto stock = Flows("--engine stock");
    EXPECT_EQ(std::count(stock.begin(), stock.end(), '\n'), 1 + 2 * (24 + 3));
    for (const std::string scheduler :
         {"map", "heap", "list", "calendar", "priority-queue", "fabric"})
    {
        EXPECT_EQ(flows, Flows("--scheduler " + scheduler)) << scheduler;
        EXPECT_EQ(stock, Flows("--engine stock --scheduler " + scheduler)) << scheduler;
    }
}

TEST_F(RunnerTest, ManifestIsAScenarioOfTheSameRun)
{
    const auto flows = Flows("--seed 7");
    const auto manifest = (m_folder / "0" / "manifest.json").string();
    const auto again = (m_folder / "again").string();
    EXPECT_EQ(RunDraws(manifest + " --quiet --no-figure --output " + again).status, 0);
    EXPECT_EQ(Read(fs::path(again) / "flows.csv"), flows);
}

TEST_F(RunnerTest, BackgroundTrafficIsShownAndEndsWithTheJobs)
{
    const TemporaryFile file(SCENARIO);
    // 1 Gb/s without end: half a megabyte would take 4 ms, the job takes some 10 us.
    const auto outcome = RunScenario(
        file.GetPath() + " --no-figure --set background.type=udp --set background.pairs='0>1'" +
        " --set background.rate=1Gbps --set background.packetBytes=100 --output " +
        m_folder.string());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "background goodput"));
    EXPECT_TRUE(Has(outcome.text, "UdpBackground"));
    const auto table = Read(m_folder / "background.csv");
    EXPECT_EQ(table.substr(0, 40), "fabric,background,source_host,dest_host,");
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 2) << "one flow on two fabrics";
    EXPECT_TRUE(Has(table, "roce,UdpBackground,0,1,"));
    const auto again = (m_folder / "again").string();
    EXPECT_EQ(RunScenario((m_folder / "manifest.json").string() + " --quiet --no-figure --output " +
                          again)
                  .status,
              0);
    EXPECT_EQ(Read(fs::path(again) / "background.csv"), table);
    EXPECT_EQ(Read(fs::path(again) / "flows.csv"), Read(m_folder / "flows.csv"));
}

TEST_F(RunnerTest, WrongBackgroundTrafficIsRefused)
{
    const std::string who = "command line: ";
    ExpectRefused("--set background=torrent",
                  who + "background: unknown type \"torrent\"; expected one of tcp, udp");
    ExpectRefused("--set background=tcp --set background.pairs=\"0>2\"",
                  who + "background: ns3::TcpBackground: Pairs: host 2 does not exist; the "
                        "topology has 2 hosts");
    ExpectRefused("--set background=tcp --set background.variant=ns3::Gpu",
                  who + "background: ns3::TcpBackground: Variant: is ns3::Gpu; expected a "
                        "TcpCongestionOps");
    ExpectRefused("--set background=tcp --set background.variant=reno",
                  who + "background.variant: is \"reno\"; expected");
}

#endif // AI_FABRIC_RUN

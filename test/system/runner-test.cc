// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** Two hosts on a switch and one message. */
const std::string SCENARIO = R"({
    // a comment
    "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "1us"},
    "fabric": ["roce", "infiniband"],
    "workload": {"type": "permutation", "bytes": "100KB"}
})";

/** A folder that lasts as long as the test. */
class RunnerTest : public testing::Test
{
  protected:
    /** @return flows.csv of a run of the tiny scenario of the repository */
    std::string Flows(const std::string& options)
    {
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome =
            RunScenario(std::string(AI_FABRIC_SOURCE_DIR) +
                        "/examples/scenarios/tiny.json --quiet --no-figure --output " +
                        folder.string() + " " + options);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return Read(folder / "flows.csv");
    }

    /** Expects one line that says so, and status 2. */
    void ExpectRefused(const std::string& scenario,
                       const std::string& options,
                       const std::string& line)
    {
        const TemporaryFile file(scenario);
        const auto outcome =
            RunScenario(file.GetPath() + " --check " + options + " --output " + m_folder.string());
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        std::string expected = line;
        const size_t place = expected.find("FILE");
        if (place != std::string::npos)
        {
            expected.replace(place, 4, file.GetPath());
        }
        EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
        EXPECT_EQ(outcome.text.substr(0, expected.size()), expected);
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
    int m_runs{0};
};

TEST_F(RunnerTest, MalformedJsonIsOneLine)
{
    ExpectRefused("", "", "FILE:1: the file holds no complete JSON value");
    ExpectRefused("[1, 2]", "", "FILE:1: is a list; expected an object");
    ExpectRefused("{\n\"seed\": 1,\n\"seed\": 2}", "", "FILE:3: seed: is given twice");
    ExpectRefused("{\n\"topology\": {\n\"ty", "", "FILE:3: topology: the file ends within");
    ExpectRefused(SCENARIO + "\nmore", "", "FILE:7: more text follows");
    ExpectRefused("{\n\"seed\" 1}", "", "FILE:2: is no JSON: syntax error");
    ExpectRefused("{\"seed\": 1}", "", "FILE: topology: is missing");
}

TEST_F(RunnerTest, EveryExampleIsAScenario)
{
    const fs::path examples = fs::path(AI_FABRIC_SOURCE_DIR) / "examples" / "scenarios";
    size_t scenarios = 0;
    for (const auto& entry : fs::recursive_directory_iterator(examples))
    {
        if (entry.path().extension() == ".json")
        {
            ++scenarios;
            const auto outcome =
                RunScenario(entry.path().string() + " --check --output " + m_folder.string());
            EXPECT_EQ(outcome.status, 0) << entry.path() << ": " << outcome.text;
        }
    }
    EXPECT_GE(scenarios, 10u);
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
    ExpectRefused(SCENARIO, "--set bogus=1", who + "bogus: unknown key; expected one of name, ");
    ExpectRefused(SCENARIO,
                  "--set topology.leaves=3",
                  who + "topology.leaves: unknown key for ns3::StarTopology; expected one of "
                        "hosts, rate, delay");
    ExpectRefused(SCENARIO,
                  "--set topology.type=hypercube",
                  who + "topology.type: unknown type \"hypercube\"; expected one of dragonfly, "
                        "dumbbell, ");
    ExpectRefused(SCENARIO,
                  "--set topology.hosts=0",
                  who + "topology.hosts: is 0; expected a whole number (uint32_t 1:65536)");
    ExpectRefused(SCENARIO, "--set topology.hosts=-1", who + "topology.hosts: is -1; expected");
    ExpectRefused(SCENARIO,
                  "--set topology.rate=100",
                  who + "topology.rate: is 100 without a unit; give a unit, e.g. \"100Gbps\"");
    ExpectRefused(SCENARIO, "--set topology.rate=9Xbps", who + "topology.rate: is \"9Xbps\"");
    ExpectRefused(SCENARIO, "--set topology.rate=-1Gbps", who + "topology.rate: is \"-1Gbps\"");
    ExpectRefused(SCENARIO, "--set topology.rate=0bps", "FILE:3: topology: ns3::StarTopology");
    ExpectRefused(SCENARIO, "--set topology.delay=5", who + "topology.delay: is 5 without a unit");
    ExpectRefused(SCENARIO, "--set workload.bytes=1XB", who + "workload.bytes: is \"1XB\"");
    ExpectRefused(SCENARIO, "--set fabric.2=roce", "FILE:4: fabric: has no element 2");
    ExpectRefused(SCENARIO,
                  "--set fabric.0.congestionControl=bogus",
                  who + "fabric.0.congestionControl: unknown type \"bogus\"; expected one of "
                        "dcqcn, dcqcn-connect-x, dctcp");
    ExpectRefused(SCENARIO,
                  "--set fabric.0.congestionControl.type=bogus",
                  who + "fabric.0.congestionControl.type: unknown type");
    ExpectRefused(SCENARIO, "--engine turbo", who + "--engine: is \"turbo\"");
    ExpectRefused(SCENARIO, "--nonsense", who + "unrecognised option '--nonsense'");
}

TEST_F(RunnerTest, FailuresAreCheckedLikeEverythingElse)
{
    const std::string roce = "--set fabric=roce --set ";
    const std::string who = "command line: failures";
    ExpectRefused(
        SCENARIO,
        roce + "failures=fire",
        who + ": unknown type \"fire\"; expected one of bit-errors, degraded-link, link, nic, "
              "pause-storm");
    ExpectRefused(SCENARIO,
                  roce + "'failures=[{\"type\": \"pause-storm\", \"hots\": 1}]'",
                  who + ".0.hots: unknown key for ns3::PauseStorm; expected one of host, priority, "
                        "start, stop");
    ExpectRefused(SCENARIO,
                  roce + "'failures={\"type\": \"pause-storm\", \"priority\": 8}'",
                  who + ".priority: is 8; expected a whole number (uint8_t 0:7)");
    ExpectRefused(SCENARIO,
                  roce + "'failures={\"type\": \"pause-storm\", \"host\": 2}'",
                  who + ": ns3::PauseStorm Host: is 2; expected the index of a host, 0 to 1");
    ExpectRefused(SCENARIO,
                  "--set failures=pause-storm",
                  who + ": ns3::PauseStorm: a fabric with ns3::CreditFlowControl knows no pause");
    ExpectRefused(SCENARIO, "--set pfcTrace=yes", "command line: pfcTrace: is a string; expected");
    ExpectRefused(SCENARIO,
                  "--set fabric.0.switch.watchdog.detectionTime=5",
                  "command line: fabric.0.switch.watchdog.detectionTime: is 5 without a unit");
    ExpectRefused(
        SCENARIO,
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
    EXPECT_EQ(outcome.status, 0) << outcome.text; // what the watchdog drops is no violation
    EXPECT_NE(outcome.text.find("drop: node 8 port"), std::string::npos) << outcome.text;
    EXPECT_NE(outcome.text.find("packets dropped, PFC watchdog\n"), std::string::npos);
    const auto tree = Read(m_folder / "pause-tree-no-watchdog.txt");
    EXPECT_NE(tree.find("pause storm of host3->leaf0, priority 3: "), std::string::npos) << tree;
    EXPECT_NE(tree.find("\n  leaf0->host3 paused, 1 pause, 400.000 us, from 50.506 us on\n"),
              std::string::npos)
        << tree;
    EXPECT_NE(tree.find("  victims: "), std::string::npos);
    const auto pauses = Read(m_folder / "pfc-pauses-no-watchdog.csv");
    EXPECT_EQ(pauses.substr(0, 43), "paused_port,priority,start_ns,duration_ns,e");
    EXPECT_NE(pauses.find("leaf0->host3,3,50506.720,400000.000,1,,,,,"), std::string::npos);
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
    ExpectRefused(SCENARIO,
                  "--set topology.rate=NDR5x",
                  "command line: topology.rate: is \"NDR5x\"; expected a rate with a unit, such as "
                  "\"100Gbps\", or one of InfiniBand, such as \"NDR\" or \"HDR 2x\"");
    EXPECT_EQ(Flows("--set topology.rate='NDR 1x'"), Flows("--set topology.rate=100Gbps"));
}

TEST_F(RunnerTest, ListHasAttributesAndTraceSources)
{
    const auto outcome = RunScenario("--list");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.text.find("\n  \"dcqcn\" (ns3::Dcqcn)\n    alphaTimer = 55000000ps\n"),
              std::string::npos);
    EXPECT_NE(outcome.text.find("\n  ns3::RdmaCongestionControl\n"
                                "    Rate (ns3::RdmaCongestionControl::RateTracedCallback)\n"),
              std::string::npos);
}

TEST_F(RunnerTest, FlowsAreTheSameWhateverEngineSchedulerAndTraces)
{
    const auto flows = Flows("");
    // Two fabrics with 24 messages of the ring (2(n-1) = 6 steps of 4 ranks) and 3 of the incast.
    EXPECT_EQ(std::count(flows.begin(), flows.end(), '\n'), 1 + 2 * (24 + 3));
    EXPECT_EQ(flows, Flows("")) << "the same again";
    EXPECT_EQ(flows, Flows("--traces"));
    EXPECT_EQ(flows, Flows("--engine stock"));
    for (const std::string scheduler :
         {"map", "heap", "list", "calendar", "priority-queue", "fabric"})
    {
        EXPECT_EQ(flows, Flows("--scheduler " + scheduler)) << scheduler;
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

TEST_F(RunnerTest, SamplesAreWrittenAndChangeNothing)
{
    const auto flows = Flows("");
    EXPECT_FALSE(fs::exists(m_folder / "0" / "queues.csv"));
    const std::string samples = "--set output.samples.queues='switch0->host0:3' "
                                "--set output.samples.interval=5us "
                                "--set output.samples.rateInterval=5us";
    EXPECT_EQ(Flows(samples), flows);
    const auto queues = Read(m_folder / "1" / "queues.csv");
    EXPECT_EQ(queues.substr(0, queues.find("\nroce,5000")),
              "fabric,time_ns,queue,link,queue_bytes,sent_packets,sent_frame_bytes\n"
              "roce,0.000,switch0->host0:3,0,0,0,0");
    EXPECT_NE(queues.find("\ninfini-band,5000.000,"), std::string::npos) << "the other fabric";
    const auto rates = Read(m_folder / "1" / "rates.csv");
    EXPECT_EQ(rates.substr(0, rates.find('\n')),
              "fabric,time_ns,job,source_host,dest_host,channel,priority,queue_pair,rate_bps,"
              "acknowledged_bytes,window_bytes");
    // A manifest keeps them.
    const auto again = m_folder / "again";
    const auto manifest = (m_folder / "1" / "manifest.json").string();
    EXPECT_EQ(RunScenario(manifest + " --quiet --no-figure --output " + again.string()).status, 0);
    EXPECT_EQ(Read(again / "queues.csv"), queues);
    ExpectRefused(SCENARIO,
                  "--set output.samples.queues='switch0->host9'",
                  "command line: output.samples: FabricSampler Queues \"switch0->host9\": the "
                  "topology has no node \"host9\"");
    ExpectRefused(SCENARIO,
                  "--set output.sample.queues=x",
                  "command line: output.sample: unknown key; expected one of folder, samples");
}

TEST_F(RunnerTest, CapturesAreWrittenAndChangeNoResult)
{
    const TemporaryFile file(SCENARIO);
    const auto plain = m_folder / "plain";
    const auto captured = m_folder / "captured";
    const std::string options = file.GetPath() + " --quiet --no-figure --no-lint --output ";
    EXPECT_EQ(RunScenario(options + plain.string()).status, 0);
    const auto outcome = RunScenario(options + captured.string() +
                                     " --pcap 'host 1, switch 0 port 0,switch0 port 0'");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.text, "");
    EXPECT_EQ(Read(captured / "flows.csv"), Read(plain / "flows.csv"));
    // Every frame between host 1 and the switch; the magic number of nanoseconds, and Ethernet (1)
    // or ERF (197).
    for (const std::string port : {"host1-port0", "switch0-port0"})
    {
        for (const auto& [fabric, linkType] :
             {std::pair<std::string, char>{"roce", '\x01'}, {"infini-band", '\xc5'}})
        {
            const auto capture = Read(captured / ("capture-" + fabric + "-" + port + ".pcap"));
            ASSERT_GT(capture.size(), 100'000u); // all of the message
            EXPECT_EQ(capture.substr(0, 4), "\x4d\x3c\xb2\xa1");
            EXPECT_EQ(capture[20], linkType);
        }
    }
    // The manifest captures again; a run without leaves no file of the one before.
    const auto again = m_folder / "again";
    EXPECT_EQ(RunScenario((captured / "manifest.json").string() + " --quiet --no-figure --output " +
                          again.string())
                  .status,
              0);
    EXPECT_EQ(Read(again / "capture-roce-host1-port0.pcap"),
              Read(captured / "capture-roce-host1-port0.pcap"));
    EXPECT_EQ(RunScenario(options + again.string()).status, 0);
    EXPECT_FALSE(fs::exists(again / "capture-roce-host1-port0.pcap"));
}

TEST_F(RunnerTest, PortsToCaptureMayBePatterns)
{
    const TemporaryFile file(SCENARIO);
    const auto captured = [&](const std::string& ports) {
        const auto outcome =
            RunScenario(file.GetPath() + " --set fabric=roce --quiet --no-figure " + "--output " +
                        m_folder.string() + " --pcap '" + ports + "'");
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(m_folder))
        {
            if (entry.path().extension() == ".pcap")
            {
                names.insert(entry.path().stem().string());
            }
        }
        return names;
    };
    using Names = std::set<std::string>;
    EXPECT_EQ(captured("host *"), (Names{"capture-roce-host0-port0", "capture-roce-host1-port0"}));
    EXPECT_EQ(captured("sw* port *, host 0"),
              (Names{"capture-roce-host0-port0",
                     "capture-roce-switch0-port0",
                     "capture-roce-switch0-port1"}));
    EXPECT_EQ(captured("switch * port 1"), Names{"capture-roce-switch0-port1"});
}

TEST_F(RunnerTest, PortsToCaptureAreChecked)
{
    const std::string who = "command line: pcap: ";
    ExpectRefused(SCENARIO, "--pcap 'leaf*'", who + "\"leaf*\" is no port; expected \"host 3\"");
    ExpectRefused(SCENARIO, "--pcap 'host * port 1'", who + "host0 has no port 1; it has 1");
    ExpectRefused(SCENARIO, "--pcap hosts", who + "\"hosts\" is no port; expected \"host 3\"");
    ExpectRefused(SCENARIO, "--pcap host", who + "\"host\" is no port; expected \"host 3\"");
    ExpectRefused(SCENARIO,
                  "--pcap 'host 2'",
                  who + "there is no host 2; the topology has 2, counted from 0");
    ExpectRefused(SCENARIO,
                  "--pcap 'switch 0 port 2'",
                  who + "switch0 has no port 2; it has 2, counted from 0");
    ExpectRefused(SCENARIO, "--pcap 'host 0 plug 1'", who + "\"host 0 plug 1\" is no port");
    ExpectRefused(SCENARIO, "--set pcap=3", who + "is a number; expected a port");
}

TEST_F(RunnerTest, ResultsAreHeadedAndComplete)
{
    const TemporaryFile file(SCENARIO);
    const auto outcome = RunScenario(file.GetPath() + " --no-figure --output " + m_folder.string());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_NE(outcome.text.find("completion time"), std::string::npos);
    EXPECT_EQ(Read(m_folder / "flows.csv").substr(0, 43),
              "fabric,job,source_host,dest_host,channel,pr");
    EXPECT_EQ(Read(m_folder / "summary.csv").substr(0, 11), "fabric,job,");
    // HPCC's addresses of hosts 0 and 1, the ports, 100 KB from time 0.
    const auto fct = Read(m_folder / "fct-roce.txt");
    EXPECT_EQ(fct.substr(0, 41), "0b000001 0b000101 10000 100 100000 0 " + fct.substr(37, 4));
}

TEST_F(RunnerTest, JobsBesideEachOtherAndTheirSlowdowns)
{
    const TemporaryFile file(R"({
        "topology": {"type": "star", "hosts": 8},
        "fabric": "roce",
        "workload": [
            {"type": "poisson", "name": "load", "gpus": 5, "placement": {"type": "random"},
             "sizes": "FbHdp", "load": 0.3, "duration": "0s", "flows": 100},
            {"type": "incast", "name": "rest", "gpus": 3, "bytes": 5000}
        ]})");
    const auto outcome = RunScenario(file.GetPath() + " --no-figure --output " + m_folder.string());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_NE(outcome.text.find("\n  to 10.0 kB "), std::string::npos) << outcome.text;
    std::map<std::string, std::set<uint32_t>> hosts;
    auto flows = ReadCells(m_folder / "flows.csv");
    flows.erase(flows.begin()); // heading
    for (const auto& row : flows)
    {
        hosts[row.at(1)].insert(std::stoul(row.at(2))); // by job: source and destination
        hosts[row.at(1)].insert(std::stoul(row.at(3)));
    }
    EXPECT_EQ(hosts["load"].size(), 5u);
    EXPECT_EQ(hosts["rest"].size(), 3u);
    for (const uint32_t host : hosts["rest"])
    {
        EXPECT_EQ(hosts["load"].count(host), 0u) << host;
    }

    // 20 bins of 5 messages, in ascending order; two messages of the same size are one bin.
    std::istringstream slowdowns(Read(m_folder / "slowdown.csv"));
    std::map<std::string, uint64_t> messages;
    uint64_t largest = 0;
    std::string line;
    std::getline(slowdowns, line);
    EXPECT_EQ(line.substr(0, 42), "fabric,job,bin,min_bytes,max_bytes,message");
    while (std::getline(slowdowns, line))
    {
        char job[8];
        char bin[8];
        unsigned long long values[3];
        double mean = 0;
        ASSERT_EQ(std::sscanf(line.c_str(),
                              "roce,%7[^,],%7[^,],%llu,%llu,%llu,%lf",
                              job,
                              bin,
                              &values[0],
                              &values[1],
                              &values[2],
                              &mean),
                  6)
            << line;
        EXPECT_LE(values[0], values[1]);
        EXPECT_GE(mean, 1 - 1e-9);
        if (std::string(bin) == "all")
        {
            largest = 0;
        }
        else
        {
            EXPECT_GT(values[0], largest);
            largest = values[1];
        }
        messages[std::string(job) + (std::string(bin) == "all" ? " all" : "")] += values[2];
    }
    EXPECT_EQ(messages["load all"], 100u);
    EXPECT_EQ(messages["load"], 100u);
    EXPECT_EQ(messages["rest"], 2u);

    // The manifest holds the placement: the same run again.
    const auto again = m_folder / "again";
    EXPECT_EQ(RunScenario((m_folder / "manifest.json").string() + " --quiet --no-figure --output " +
                          again.string())
                  .status,
              0);
    EXPECT_EQ(Read(again / "flows.csv"), Read(m_folder / "flows.csv"));
}

TEST_F(RunnerTest, RequestsOfAModelThatIsServed)
{
    const TemporaryFile trace("time_s,prompt_tokens,output_tokens\n0,100,3\n0.0001,50,1\n");
    const TemporaryFile file(R"({
        "topology": {"type": "star", "hosts": 2},
        "fabric": ["roce", "infiniband"],
        "workload": {"type": "inference", "name": "chat", "model": {"type": "transformer"},
                     "decodeReplicas": 1, "arrivals": {"type": "trace", "file": ")" +
                             trace.GetPath() + R"("}}})");
    const auto outcome = RunScenario(file.GetPath() + " --no-figure --output " + m_folder.string());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_NE(outcome.text.find("\nTTFT p50/p90/p99 "), std::string::npos) << outcome.text;
    EXPECT_NE(outcome.text.find("\nTPOT p50/p90/p99 "), std::string::npos);
    const auto requests = Read(m_folder / "requests.csv");
    EXPECT_EQ(std::count(requests.begin(), requests.end(), '\n'), 1 + 2 * 2);
    EXPECT_EQ(requests.substr(0, 42), "fabric,job,request,arrival_ns,prompt_token");
    EXPECT_NE(requests.find("\nroce,chat,0,0.000,100,3,0,1,3,"), std::string::npos) << requests;
    // The second one is there with its first token: no decode replica, transfer or TPOT.
    EXPECT_NE(requests.find("\ninfini-band,chat,1,100000.000,50,1,0,,1,"), std::string::npos);
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
    EXPECT_NE(outcome.text.find("background goodput"), std::string::npos);
    EXPECT_NE(outcome.text.find("UdpBackground"), std::string::npos);
    const auto table = Read(m_folder / "background.csv");
    EXPECT_EQ(table.substr(0, 40), "fabric,background,source_host,dest_host,");
    EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 1 + 2) << "one flow on two fabrics";
    EXPECT_NE(table.find("roce,UdpBackground,0,1,"), std::string::npos);
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
    ExpectRefused(SCENARIO,
                  "--set background=torrent",
                  who + "background: unknown type \"torrent\"; expected one of tcp, udp");
    ExpectRefused(SCENARIO,
                  "--set background=tcp --set background.pairs=\"0>2\"",
                  who + "background: ns3::TcpBackground: Pairs: host 2 does not exist; the "
                        "topology has 2 hosts");
    ExpectRefused(SCENARIO,
                  "--set background=tcp --set background.variant=ns3::Gpu",
                  who + "background: ns3::TcpBackground: Variant: is ns3::Gpu; expected a "
                        "TcpCongestionOps");
    ExpectRefused(SCENARIO,
                  "--set background=tcp --set background.variant=reno",
                  who + "background.variant: is \"reno\"; expected");
}

} // namespace

#endif // AI_FABRIC_RUN

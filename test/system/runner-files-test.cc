// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The files of results that a run leaves.

#include "runner-test.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

class RunnerFilesTest : public RunnerTest
{
};

TEST_F(RunnerFilesTest, SamplesAreWrittenAndChangeNothing)
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
    EXPECT_TRUE(Has(queues, "\ninfini-band,5000.000,")) << "the other fabric";
    const auto rates = Read(m_folder / "1" / "rates.csv");
    EXPECT_EQ(rates.substr(0, rates.find('\n')),
              "fabric,time_ns,job,source_host,dest_host,channel,priority,queue_pair,rate_bps,"
              "acknowledged_bytes,window_bytes");
    // A manifest keeps them.
    const auto again = m_folder / "again";
    const auto manifest = (m_folder / "1" / "manifest.json").string();
    EXPECT_EQ(RunScenario(manifest + " --quiet --no-figure --output " + again.string()).status, 0);
    EXPECT_EQ(Read(again / "queues.csv"), queues);
    ExpectRefused("--set output.samples.queues='switch0->host9'",
                  "command line: output.samples: FabricSampler Queues \"switch0->host9\": the "
                  "topology has no node \"host9\"");
    ExpectRefused("--set output.sample.queues=x",
                  "command line: output.sample: unknown key; expected one of folder, samples");
}

TEST_F(RunnerFilesTest, CapturesAreWrittenAndChangeNoResult)
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

TEST_F(RunnerFilesTest, PortsToCaptureMayBePatterns)
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

TEST_F(RunnerFilesTest, PortsToCaptureAreChecked)
{
    const std::string who = "command line: pcap: ";
    ExpectRefused("--pcap 'leaf*'", who + "\"leaf*\" is not a port; expected \"host 3\"");
    ExpectRefused("--pcap 'host * port 1'", who + "host0 has no port 1; it has 1");
    ExpectRefused("--pcap hosts", who + "\"hosts\" is not a port; expected \"host 3\"");
    ExpectRefused("--pcap host", who + "\"host\" is not a port; expected \"host 3\"");
    ExpectRefused("--pcap 'host 2'",
                  who + "there is no host 2; the topology has 2, counted from 0");
    ExpectRefused("--pcap 'switch 0 port 2'",
                  who + "switch0 has no port 2; it has 2, counted from 0");
    ExpectRefused("--pcap 'host 0 plug 1'", who + "\"host 0 plug 1\" is not a port");
    ExpectRefused("--set pcap=3", who + "is a number; expected a port");
}

TEST_F(RunnerFilesTest, ResultsAreHeadedAndComplete)
{
    const TemporaryFile file(SCENARIO);
    const auto outcome = RunScenario(file.GetPath() + " --no-figure --output " + m_folder.string());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "completion time"));
    EXPECT_EQ(Read(m_folder / "flows.csv").substr(0, 43),
              "fabric,job,source_host,dest_host,channel,pr");
    EXPECT_EQ(Read(m_folder / "summary.csv").substr(0, 11), "fabric,job,");
    // HPCC's addresses of hosts 0 and 1, the ports, 100 KB from time 0.
    const auto fct = Read(m_folder / "fct-roce.txt");
    EXPECT_EQ(fct.substr(0, 41), "0b000001 0b000101 10000 100 100000 0 " + fct.substr(37, 4));
}

TEST_F(RunnerFilesTest, JobsBesideEachOtherAndTheirSlowdowns)
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
    EXPECT_TRUE(Has(outcome.text, "\n  to 10.0 kB "));
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

TEST_F(RunnerFilesTest, RequestsOfAModelThatIsServed)
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
    EXPECT_TRUE(Has(outcome.text, "\nTTFT p50"));
    EXPECT_TRUE(Has(outcome.text, "\nTPOT p50"));
    const auto requests = Read(m_folder / "requests.csv");
    EXPECT_EQ(std::count(requests.begin(), requests.end(), '\n'), 1 + 2 * 2);
    EXPECT_EQ(requests.substr(0, 42), "fabric,job,request,arrival_ns,prompt_token");
    EXPECT_TRUE(Has(requests, "\nroce,chat,0,0.000,100,3,0,1,3,"));
    // The second one is there with its first token: no decode replica, transfer or TPOT.
    EXPECT_TRUE(Has(requests, "\ninfini-band,chat,1,100000.000,50,1,0,,1,"));
}

} // namespace

#endif // AI_FABRIC_RUN

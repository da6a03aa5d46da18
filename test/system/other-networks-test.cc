// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "runner-test.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

using Rows = std::vector<std::map<std::string, std::string>>;

/**
 * Three servers of two GPUs with two NICs each, and two hosts behind them on a north-south network
 * of short slow cables. FAILURES and OBSERVERS are put in.
 */
const std::string NETWORKS = R"({
    "topology": {"type": "leaf-spine", "leaves": 3, "spines": 2, "hostsPerLeaf": 2,
                 "hostRate": "100Gbps", "uplinkRate": "100Gbps", "hostDelay": "2us"},
    "server": {"type": "custom", "gpusPerServer": 2, "nicsPerGpu": 2},
    "northSouth": {
        "topology": {"type": "star", "hosts": 5, "rate": "10Gbps", "delay": "10ns"},
        "fabric": {"type": "roce", "congestionControl": "none", "buffer": {"sizeBytes": "4MB"}, "nic": {"ackTimeout": "50us"}}
    },
    "fabric": [{"type": "roce", "nic": {"ackTimeout": "100us"}},
               {"type": "infiniband", "nic": {"ackTimeout": "100us"}}],
    "workload": [
        {"type": "collective", "algorithm": {"type": "ring-all-reduce", "channels": 2},
         "bytes": "4MB"},
        {"type": "incast", "northSouth": true, "target": 4, "bytes": "70KB"}
    ]
    FAILURES OBSERVERS
})";

class OtherNetworksTest : public RunnerTest
{
  protected:
    static std::string Scenario(const std::string& failures, const std::string& observers = "")
    {
        std::string text = NETWORKS;
        text.replace(text.find("FAILURES"),
                     8,
                     failures.empty() ? "" : ", \"failures\": [" + failures + "]");
        text.replace(text.find("OBSERVERS"), 9, observers);
        return text;
    }

    /** @return the folder of a run */
    std::filesystem::path Run(const std::string& scenario, const std::string& options = "")
    {
        const TemporaryFile file(scenario);
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome =
            RunScenario(file.GetPath() + " --quiet --no-figure --no-lint --output " +
                        folder.string() + " " + options);
        EXPECT_EQ(outcome.status, 0) << options << '\n' << outcome.text;
        return folder;
    }

    /** @return flows.csv of a job */
    static std::vector<std::string> GetTimes(const std::filesystem::path& folder,
                                             const std::string& job)
    {
        std::vector<std::string> times;
        for (const auto& row : ReadRows(folder / "flows.csv"))
        {
            if (row.at("job") == job)
            {
                times.push_back(row.at("source_host") + ' ' + row.at("start_ns") + ' ' +
                                row.at("fct_ns"));
            }
        }
        return times;
    }

    /** @return the value of a column, of the rows with these values, in all */
    static uint64_t Sum(const Rows& rows,
                        const std::map<std::string, std::string>& wanted,
                        const std::string& column)
    {
        uint64_t sum = 0;
        for (const auto& row : rows)
        {
            if (std::all_of(wanted.begin(), wanted.end(), [&row](const auto& cell) {
                    return row.at(cell.first) == cell.second;
                }))
            {
                sum += std::stoull(row.at(column));
            }
        }
        return sum;
    }
};

const std::string RING = "CollectiveWorkload";
const std::string INCAST = "IncastWorkload";

const std::string PLANE_LINK =
    R"({"type": "link", "from": "leaf1-plane1", "to": "host3", "start": "20us", "stop": "90us"})";
const std::string OUTER_LINK = R"({"type": "link", "from": "host1", "to": "switch0-north-south",
                                   "start": "30us", "stop": "80us"})";

} // namespace

TEST_F(OtherNetworksTest, ALinkFailsInTheNetworkThatItIsOf)
{
    const auto none = Run(Scenario(""));
    const auto outer = Run(Scenario(OUTER_LINK));
    EXPECT_EQ(GetTimes(outer, RING), GetTimes(none, RING));
    EXPECT_NE(GetTimes(outer, INCAST), GetTimes(none, INCAST));

    // The same as on a network of its own.
    const auto alone = Run(std::regex_replace(
        std::string(R"({"topology": {"type": "star", "hosts": 5, "rate": "10Gbps", "delay": "10ns"},
                        "fabric": [{"type": "roce", "congestionControl": "none", "buffer": {"sizeBytes": "4MB"}, "nic": {"ackTimeout": "50us"}},
                                   {"type": "roce", "name": "infini-band",
                                    "congestionControl": "none", "buffer": {"sizeBytes": "4MB"}, "nic": {"ackTimeout": "50us"}}],
                        "workload": {"type": "incast", "target": 4, "bytes": "70KB"},
                        "failures": )") +
            OUTER_LINK + "}",
        std::regex("-north-south"),
        ""));
    EXPECT_EQ(GetTimes(outer, INCAST), GetTimes(alone, INCAST));
    const auto faults = ReadRows(outer / "failures.csv");
    EXPECT_EQ(Sum(faults, {{"fabric", "roce"}, {"job", INCAST}}, "lost_packets"),
              Sum(ReadRows(alone / "failures.csv"), {{"fabric", "roce"}}, "lost_packets"));
    EXPECT_GT(Sum(faults, {{"fabric", "roce"}, {"job", INCAST}}, "lost_packets"), 0U);

    // A plane has no way around the link of a host.
    const auto plane = Run(Scenario(PLANE_LINK));
    EXPECT_EQ(GetTimes(plane, INCAST), GetTimes(none, INCAST));
    EXPECT_NE(GetTimes(plane, RING), GetTimes(none, RING));
    for (const auto& row : ReadRows(plane / "links.csv"))
    {
        const bool isIt = row.at("network") == "plane 1" &&
                          (row.at("from") == "host3" || row.at("to") == "host3");
        EXPECT_TRUE(isIt || row.at("lost_packets") == "0") << row.at("network") << row.at("from");
    }
    EXPECT_GT(Sum(ReadRows(plane / "failures.csv"), {{"job", RING}}, "lost_packets"), 0U);
}

TEST_F(OtherNetworksTest, ThreadsAndProcessesGiveTheSame)
{
    const std::string scenario =
        Scenario(PLANE_LINK + ", " + OUTER_LINK +
                 R"(, {"type": "switch", "switch": "spine1-plane1", "start": "40us",
                       "stop": "70us"}, {"type": "server", "host": 2, "start": "50us",
                       "stop": "60us"})");
    const auto one = Run(scenario, "--threads 1");
    for (const auto& options : KeepPossible({"--threads 3", "--ranks 2"}))
    {
        const auto other = Run(scenario, options);
        for (const char* table : {"flows.csv", "links.csv", "failures.csv"})
        {
            EXPECT_EQ(Read(other / table), Read(one / table)) << options << ' ' << table;
        }
    }
}

/** A dead server loses what is on its way on each of its networks. */
TEST_F(OtherNetworksTest, AServerLosesByAllOfItsNics)
{
    const auto folder =
        Run(Scenario(R"({"type": "server", "host": 2, "start": "20us", "stop": "21us"})"));
    const auto links = ReadRows(folder / "links.csv");
    const auto faults = ReadRows(folder / "failures.csv");
    for (const std::string fabric : {"roce", "infini-band"})
    {
        uint64_t lost = 0;
        std::set<std::string> networks;
        for (const auto& row : links)
        {
            const auto packets = std::stoull(row.at("lost_packets"));
            if (row.at("fabric") == fabric && row.at("network") != "nvlink" && packets > 0)
            {
                lost += packets;
                networks.insert(row.at("network"));
            }
        }
        EXPECT_EQ(networks, (std::set<std::string>{"fabric", "north-south", "plane 1"}));
        EXPECT_EQ(Sum(faults, {{"fabric", fabric}, {"job", RING}}, "lost_packets"), lost);
    }
}

TEST_F(OtherNetworksTest, SamplesAndCapturesSeeEachNetwork)
{
    const auto folder =
        Run(Scenario("",
                     R"(, "pcap": "host4, leaf1-plane1 port 1, switch*-north-south port 4",
                        "output": {"samples": {"queues": "switch0-north-south->host4, *-plane1->*",
                                               "interval": "1us", "rateInterval": "10us"}})"));
    // The last samples have what links.csv has.
    std::map<std::string, std::string> sent;
    for (const auto& row : ReadRows(folder / "queues.csv"))
    {
        if (row.at("fabric") == "infini-band")
        {
            sent[row.at("queue")] = row.at("sent_frame_bytes");
        }
    }
    EXPECT_EQ(sent.size(), 1U + 3 * 2 + 2 * 3 * 2); // leaf to host, leaf to spine and back
    const auto links = ReadRows(folder / "links.csv");
    for (const auto& [queue, bytes] : sent)
    {
        const auto arrow = queue.find("->");
        const std::string network = queue[0] == 's' && queue[1] == 'w' ? "north-south" : "plane 1";
        EXPECT_EQ(Sum(links,
                      {{"fabric", "infini-band"},
                       {"network", network},
                       {"from", queue.substr(0, arrow)},
                       {"to", queue.substr(arrow + 2)}},
                      "frame_bytes"),
                  std::stoull(bytes))
            << queue;
    }
    // Both networks' senders have rates.
    std::set<std::string> jobs;
    for (const auto& row : ReadRows(folder / "rates.csv"))
    {
        jobs.insert(row.at("job"));
    }
    EXPECT_EQ(jobs, (std::set<std::string>{RING, INCAST}));
    // host4 is one of the GPUs, with a NIC on each plane, and storage.
    std::set<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
    {
        const std::string name = entry.path().filename().string();
        if (name.find("capture-roce-") == 0)
        {
            files.insert(name.substr(13));
            EXPECT_GT(entry.file_size(), 1000U) << name;
        }
    }
    EXPECT_EQ(files,
              (std::set<std::string>{"host4-port0.pcap",
                                     "host4-node15-port0.pcap",
                                     "host4-node26-port0.pcap",
                                     "leaf1-plane1-port1.pcap",
                                     "switch0-north-south-port4.pcap"}));
}

/** A ring between two servers: each plane carries half, and a NIC that has nothing is named. */
TEST_F(OtherNetworksTest, JobsUseAllNicsUnlessTold)
{
    const TemporaryFile file(R"({
        "topology": {"type": "star", "hosts": 2, "rate": "100Gbps"},
        "server": {"type": "custom", "gpusPerServer": 1, "nicsPerGpu": 2},
        "fabric": "roce",
        "workload": {"type": "collective", "bytes": "16MB"}})");
    const auto run = [&](const std::string& options, const std::string& name) {
        const auto folder = m_folder / name;
        const auto outcome = RunScenario(file.GetPath() + " --quiet --no-figure --output " +
                                         folder.string() + options);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        const auto rows = ReadRows(folder / "summary.csv");
        return std::pair(outcome.text, std::stod(rows.back().at("percent_of_ideal")));
    };
    const auto [quiet, all] = run("", "all");
    EXPECT_FALSE(Has(quiet, "idle-nic"));
    EXPECT_GT(all, 95);
    EXPECT_LE(all, 100);
    const auto links = ReadRows(m_folder / "all" / "links.csv");
    EXPECT_EQ(Sum(links, {{"network", "plane 1"}}, "frame_bytes"),
              Sum(links, {{"network", "fabric"}}, "frame_bytes"));
    // Messages of channel 0 do not use the second NIC of each GPU: half of the possible rate.
    const auto [warned, half] = run(" --set server.splitOverNics=false", "half");
    EXPECT_TRUE(Has(warned,
                    "jobs use 1 of the 2 NICs of each GPU, so the other links are idle; set "
                    "splitOverNics to true, or use as many channels as NICs [idle-nic]"));
    EXPECT_NEAR(half, all / 2, 1);
    const auto [split, channels] = run(" --set server.splitOverNics=false "
                                       "--set workload.algorithm.type=ring-all-reduce "
                                       "--set workload.algorithm.channels=2",
                                       "channels");
    EXPECT_FALSE(Has(split, "idle-nic"));
    EXPECT_NEAR(channels, all, 1);
}

TEST_F(OtherNetworksTest, WhatNoNetworkHasIsRefused)
{
    const auto refuse = [this](const std::string& failure, const std::string& line) {
        ExpectRefused(Scenario(failure), "--no-lint", line);
    };
    refuse(R"({"type": "link", "from": "leaf0-plane2", "to": "host1"})",
           "FILE:16: failures.0: ns3::LinkFailure From: \"leaf0-plane2\" is not a node; expected ");
    refuse(R"({"type": "link", "from": "leaf0-plane1", "to": "spine0"})",
           "FILE:16: failures.0: ns3::LinkFailure From: \"leaf0-plane1\" is not a node; expected ");
    refuse(R"({"type": "degraded-link", "from": "host1", "to": "switch0-north-south",
               "rate": "25Gbps"})",
           "FILE:16: failures.0: ns3::DegradedLink Rate: is 25000000000bps; expected at least "
           "1000bps and less than the rate of the link, 10000000000bps");
}

#endif // AI_FABRIC_RUN

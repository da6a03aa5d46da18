// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "runner-test.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/** Three servers of eight GPUs and two hosts of storage; OUTSIDE and JOBS are put in. */
const std::string SERVERS = R"({
    "topology": {"type": "leaf-spine", "leaves": 3, "spines": 2, "hostsPerLeaf": 8},
    "server": {"type": "dgx-h100"},
    "northSouth": {
        "topology": {"type": "star", "hosts": 5, "rate": "100Gbps", "delay": "300ns"},
        "fabric": OUTSIDE
    },
    "fabric": ["roce", "infiniband"],
    "workload": JOBS
})";

/** A collective of the GPUs beside traffic of the servers. */
const std::string TWO_JOBS = R"([
    {"type": "collective", "bytes": "1MB", "algorithm": "ring-all-reduce"},
    {"type": "storage", "northSouth": true, "targets": "3,4", "sizes": "50000", "load": 0.7,
     "duration": "150us"}
])";

class NorthSouthScenarioTest : public RunnerTest
{
  protected:
    /** @return the scenario with these parts */
    static std::string Scenario(const std::string& outside, const std::string& jobs = TWO_JOBS)
    {
        std::string text = SERVERS;
        text.replace(text.find("OUTSIDE"), 7, outside);
        text.replace(text.find("JOBS"), 4, jobs);
        return text;
    }

    /** @return the folder of a run that ends well */
    std::filesystem::path Run(const std::string& path, const std::string& options)
    {
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome = RunScenario(path + " --quiet --no-figure --no-lint --output " +
                                         folder.string() + " " + options);
        EXPECT_EQ(outcome.status, 0) << options << '\n' << outcome.text;
        EXPECT_EQ(outcome.text, "") << options;
        return folder;
    }
};

} // namespace

TEST_F(NorthSouthScenarioTest, ThreadsProcessesAndManifestsGiveTheSame)
{
    for (const std::string outside :
         {R"("infiniband")", R"({"preset": "dcqcn-connectx"})", R"({"preset": "ultra-ethernet"})"})
    {
        const TemporaryFile file(Scenario(outside));
        const auto one = Run(file.GetPath(), "--threads 1");
        const auto again = (one / "manifest.json").string();
        for (const auto& options :
             KeepPossible({"--threads 2", "--threads 3", "--ranks 2", "manifest"}))
        {
            const bool manifest = options == "manifest";
            const auto other = Run(manifest ? again : file.GetPath(), manifest ? "" : options);
            for (const char* table : {"flows.csv", "links.csv"})
            {
                EXPECT_EQ(Read(other / table), Read(one / table)) << outside << ' ' << options;
            }
        }
    }
}

TEST_F(NorthSouthScenarioTest, TablesTellTheNetworks)
{
    const TemporaryFile file(Scenario(R"("roce")"));
    const auto folder = Run(file.GetPath(), "");
    std::map<std::string, std::set<std::string>> networks; // by job
    std::map<std::string, double> delivered;               // by fabric: over the second network
    size_t inside = 0;
    for (const auto& row : ReadRows(folder / "flows.csv"))
    {
        networks[row.at("job")].insert(row.at("network"));
        const bool outside = row.at("network") == "north-south";
        delivered[row.at("fabric")] += outside ? std::stod(row.at("size_bytes")) : 0;
        inside += row.at("fabric") == "roce" && !outside;
        EXPECT_LT(std::stoul(row.at("dest_host")), outside ? 5u : 24u);
    }
    EXPECT_EQ(networks.at("StorageWorkload"), std::set<std::string>{"north-south"});
    EXPECT_EQ(networks.at("CollectiveWorkload"), (std::set<std::string>{"fabric", "nvlink"}));

    std::map<std::string, double> carried; // by fabric: by its links towards hosts
    for (const auto& row : ReadRows(folder / "links.csv"))
    {
        const bool counts = row.at("network") == "north-south" && !row.at("to_host").empty();
        carried[row.at("fabric")] += counts ? std::stod(row.at("payload_bytes")) : 0;
    }
    EXPECT_EQ(carried, delivered);
    for (const auto& row : ReadRows(folder / "summary.csv"))
    {
        const auto& bytes = row.at("north_south_bytes");
        EXPECT_EQ(row.at("seed"), "1");
        if (row.at("job") == "all")
        {
            EXPECT_EQ(std::stod(bytes), delivered.at(row.at("fabric")));
        }
        else
        {
            EXPECT_EQ(bytes, "");
        }
    }
    // HPCC's formats know one network.
    const auto fct = Read(folder / "fct-roce.txt");
    EXPECT_EQ(static_cast<size_t>(std::count(fct.begin(), fct.end(), '\n')), inside);
}

TEST_F(NorthSouthScenarioTest, WhatCannotBeIsRefused)
{
    const std::string roce = R"("roce")";
    ExpectRefused(
        Scenario(roce),
        "--set northSouth.topology.hosts=2",
        "FILE:5: northSouth.topology: ns3::StarTopology of the north-south network: has 2 "
        "hosts; expected at least 3, one for each server\n");
    ExpectRefused(Scenario(roce, R"([{"type": "all-to-all", "northSouth": true, "hosts": "4,5"}])"),
                  "",
                  "FILE:9: workload.0: ns3::AllToAllWorkload: Hosts: host 5 does not exist");
    ExpectRefused(Scenario(R"({"type": "infiniband", "flowControl": "priority"})"),
                  "",
                  "FILE:6: northSouth.fabric");
    ExpectRefused(
        "--set workload.northSouth=true",
        "FILE:5: workload: ns3::PermutationWorkload: NorthSouth: is true; expected false, "
        "since there is no north-south network\n");
    ExpectRefused("--set northSouth={}",
                  "command line: northSouth: has no topology; expected topology, fabric\n");
}

#endif // AI_FABRIC_RUN

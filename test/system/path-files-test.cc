// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Over which paths flows went: paths.csv of the runner.

#include "runner-test.h"

#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/** A row of paths.csv. */
struct PathRow
{
    std::string network;
    uint32_t source;
    uint32_t dest;
    std::string queuePair;
    std::vector<std::string> nodes;
    std::vector<uint32_t> links;
    uint64_t packets;
    uint64_t bytes;
};

/** @return the words of a cell */
std::vector<std::string>
Split(const std::string& cell)
{
    std::istringstream in(cell);
    std::vector<std::string> words;
    for (std::string word; in >> word;)
    {
        words.push_back(word);
    }
    return words;
}

class PathFilesTest : public RunnerTest
{
  protected:
    /** Runs 17 hosts on three leaves with three spines, two links between each pair. */
    void Run(const std::string& fabric, const std::string& workload, const std::string& more = "")
    {
        const TemporaryFile file(R"({
            "topology": {"type": "leaf-spine", "leaves": 3, "spines": 3, "hostsPerLeaf": 6,
                         "linksPerPair": 2, "hostRate": "100Gbps", "uplinkRate": "40Gbps",
                         "hostDelay": "10ns", "uplinkDelay": "2us"},
            "fabric": )" + fabric +
                                 R"(, "workload": )" + workload +
                                 R"(, "output": {"paths": true}})");
        m_run = m_folder / std::to_string(m_runs++);
        const auto outcome = RunScenario(file.GetPath() + " --quiet --no-figure --output " +
                                         m_run.string() + " " + more);
        ASSERT_EQ(outcome.status, 0) << outcome.text;
        m_text = outcome.text;
        m_rows.clear();
        auto cells = ReadCells(m_run / "paths.csv");
        ASSERT_GT(cells.size(), 1u);
        for (size_t i = 1; i < cells.size(); ++i)
        {
            const auto& row = cells[i];
            ASSERT_EQ(row.size(), 9u);
            std::vector<uint32_t> links;
            for (const auto& link : Split(row[6]))
            {
                links.push_back(std::stoul(link));
            }
            m_rows.push_back({row[1],
                              static_cast<uint32_t>(std::stoul(row[2])),
                              static_cast<uint32_t>(std::stoul(row[3])),
                              row[4],
                              Split(row[5]),
                              links,
                              std::stoull(row[7]),
                              std::stoull(row[8])});
        }
    }

    /** Each path goes from its source to its destination, by links that are there. */
    void ExpectPathsAreConnected() const
    {
        std::set<std::tuple<std::string, uint32_t, std::string, std::string>> ends;
        const auto links = ReadCells(m_run / "links.csv");
        for (size_t i = 1; i < links.size(); ++i)
        {
            const auto& row = links[i];
            ends.emplace(row[1], std::stoul(row[2]), row[3], row[4]);
        }
        for (const auto& row : m_rows)
        {
            ASSERT_EQ(row.nodes.size(), row.links.size() + 1);
            EXPECT_EQ(row.nodes.front(), "host" + std::to_string(row.source));
            EXPECT_EQ(row.nodes.back(), "host" + std::to_string(row.dest));
            for (size_t i = 0; i < row.links.size(); ++i)
            {
                EXPECT_EQ(ends.count({row.network, row.links[i], row.nodes[i], row.nodes[i + 1]}),
                          1u);
            }
        }
    }

    /** @return packets of all paths over each direction of a link, by network, link and sender */
    std::map<std::tuple<std::string, std::string, std::string>, uint64_t> SumOverLinks() const
    {
        std::map<std::tuple<std::string, std::string, std::string>, uint64_t> sums;
        for (const auto& row : m_rows)
        {
            for (size_t i = 0; i < row.links.size(); ++i)
            {
                sums[{row.network, std::to_string(row.links[i]), row.nodes[i]}] += row.packets;
            }
        }
        return sums;
    }

    /** Compares packets by paths and by links. @param lossy links may have carried more */
    void ExpectLinksAgree(bool lossy = false) const
    {
        const auto sums = SumOverLinks();
        const auto links = ReadCells(m_run / "links.csv");
        for (size_t i = 1; i < links.size(); ++i)
        {
            const auto& row = links[i];
            const auto sum = sums.find({row[1], row[2], row[3]});
            const uint64_t packets = sum == sums.end() ? 0 : sum->second;
            const uint64_t carried = std::stoull(row[10]);
            if (lossy)
            {
                EXPECT_LE(packets, carried) << row[3] << " to " << row[4];
            }
            else
            {
                EXPECT_EQ(packets, carried) << row[3] << " to " << row[4];
            }
        }
    }

    /** @return over how many paths each flow went, of those between leaves */
    std::vector<size_t> CountPaths() const
    {
        std::map<std::tuple<uint32_t, uint32_t, std::string>, size_t> counts;
        for (const auto& row : m_rows)
        {
            if (row.links.size() > 2)
            {
                ++counts[{row.source, row.dest, row.queuePair}];
            }
        }
        std::vector<size_t> all;
        for (const auto& count : counts)
        {
            all.push_back(count.second);
        }
        return all;
    }

    std::vector<PathRow> m_rows;
    std::filesystem::path m_run; //!< folder of its results
    std::string m_text;          //!< what it printed
};

const std::string PERMUTATION = R"({"type": "permutation", "gpus": 17, "bytes": 100000})";

} // namespace

/** ECMP leaves a flow on its path, and what it sent is all there. */
TEST_F(PathFilesTest, AFlowOfEcmpHasOnePath)
{
    Run(R"({"type": "roce", "pathSelector": "ecmp"})", PERMUTATION);
    ExpectPathsAreConnected();
    ExpectLinksAgree();
    uint64_t bytes = 0;
    for (const auto& row : m_rows)
    {
        EXPECT_EQ(row.bytes, 100000u);
        bytes += row.bytes;
    }
    EXPECT_EQ(bytes, 1700000u);
    for (const size_t count : CountPaths())
    {
        EXPECT_EQ(count, 1u);
    }
}

/** Each packet may go another way: three spines and two links up and down are twelve. */
TEST_F(PathFilesTest, SprayTakesAllPaths)
{
    Run(R"({"type": "roce", "pathSelector": "round-robin", "lossRecovery":
            {"type": "selective-repeat", "reorderPackets": 1000, "windowBdps": 0}})",
        R"({"type": "permutation", "gpus": 17, "bytes": 4000000})");
    ExpectPathsAreConnected();
    ExpectLinksAgree();
    const auto counts = CountPaths();
    ASSERT_FALSE(counts.empty());
    for (const size_t count : counts)
    {
        EXPECT_EQ(count, 12u);
    }
}

/** Credits, and lanes: paths are the same thing there. */
TEST_F(PathFilesTest, InfiniBandIsFollowedToo)
{
    Run(R"({"type": "infini-band"})", R"({"type": "all-to-all", "gpus": 17, "bytes": "1MB"})");
    ExpectPathsAreConnected();
    ExpectLinksAgree();
}

/** Packets lost on a lossy link did not start on the last link. */
TEST_F(PathFilesTest, LostPacketsHaveNoPath)
{
    Run(R"({"type": "roce", "pathSelector": "spray", "lossRecovery":
            {"type": "selective-repeat", "reorderPackets": 1000, "windowBdps": 0}})",
        PERMUTATION,
        "--set 'failures={\"type\": \"bit-errors\", \"from\": \"leaf0\", \"to\": \"spine0\", "
        "\"rate\": 1e-5}'");
    ExpectPathsAreConnected();
    ExpectLinksAgree(true);
}

/** To look changes nothing, and takes one thread. */
TEST_F(PathFilesTest, ResultsAreTheSameWithoutIt)
{
    Run(R"({"type": "roce"})", PERMUTATION, "--threads 2");
    EXPECT_TRUE(Has(m_text, "one thread runs it: packets are followed from port to port"));
    const auto flows = Read(m_run / "flows.csv");
    Run(R"({"type": "roce"})", PERMUTATION);
    EXPECT_EQ(Read(m_run / "flows.csv"), flows);
    const auto with = m_run;
    const auto plain = m_folder / "plain";
    const auto outcome =
        RunScenario((with / "manifest.json").string() +
                    " --set output.paths=false --quiet --no-figure --output " + plain.string());
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(Read(plain / "flows.csv"), flows);
    EXPECT_FALSE(std::filesystem::exists(plain / "paths.csv"));
}

#endif

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Parts outside of the module: examples/own-flow-control, own-buffer, own-classifier, and an
// example of at most 60 lines for each other kind, compiled as the launcher does and brought in by
// --load.

#include "run-program.h"
#include "temporary-folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#ifdef AI_FABRIC_COMPILE_LIBRARY

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** Runs the scenario of an example with its class. */
class OwnPartsTest : public testing::Test
{
  protected:
    /** @return what a run prints, whose results are in m_results */
    std::string Run(const std::string& name, const std::string& options = "", int status = 0)
    {
        const std::string base = AI_FABRIC_SOURCE_DIR "/examples/" + name + "/" + name;
        const auto library = (m_folder / (name + ".so")).string();
        if (!fs::exists(library))
        {
            CompileLibrary(base + ".cc", library);
        }
        m_results = m_folder / std::to_string(m_runs++);
        const auto outcome = RunDraws(base + ".json --seed 1 --no-figure --load " + library +
                                      " --output " + m_results.string() + " " + options);
        EXPECT_EQ(outcome.status, status) << outcome.text;
        return outcome.text;
    }

    /** @return what stands behind a name in the table that a run prints; empty: no such row */
    static std::string Row(const std::string& text, const std::string& name)
    {
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
        {
            if (line.compare(0, name.size() + 1, name + " ") == 0)
            {
                return line.substr(line.find_last_of(' ') + 1);
            }
        }
        return "";
    }

    /** @return numbers of a column of flows.csv, of one job in one fabric */
    std::vector<double> Flows(const std::string& fabric,
                              const std::string& job,
                              size_t column) const
    {
        std::vector<double> values;
        for (const auto& fields : ReadCells(m_results / "flows.csv"))
        {
            if (fields[0] == fabric && fields[1] == job)
            {
                values.push_back(std::stod(fields[column]));
            }
        }
        return values;
    }

    /** @return largest FCT of the messages of a job in a fabric, in ns */
    double GetLastFct(const std::string& fabric, const std::string& job) const
    {
        const auto values = Flows(fabric, job, FCT_NS);
        return values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    }

    static constexpr size_t FCT_NS = 8;
    static constexpr size_t IDEAL_NS = 9;

    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
    fs::path m_results;
    int m_runs{0};
};

/** @return how often a text has another in it */
size_t
Count(const std::string& text, const std::string& part)
{
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    {
        ++count;
    }
    return count;
}

// Eight packets of 4178 B come to the switch at once. One goes to the wire, and two wait, which is
// 8356 of 10000 B; five are trimmed. Their headers, of 102 B on the wire, overtake the two that
// wait, 8.16 ns apart. So do the answers come back, a round trip of more than 4 us later, when
// the queue has long been empty: of the five that are sent again one goes to the wire, two wait and
// two are trimmed. Of these two one goes to the wire and one waits. 5 + 2 = 7.
TEST_F(OwnPartsTest, ABufferTrimsForAReasonOfItsOwn)
{
    const auto text = Run("own-buffer");
    EXPECT_EQ(Row(text, "trims"), "7");
    EXPECT_EQ(Row(text, "trims, queue over QueueBytes"), "7");
    EXPECT_EQ(Row(text, "drops"), "0");
    // 9 hosts with 8 messages of one packet: 2 hops each, and 7 that are sent again; their 8
    // acknowledgements and 7 NAKs. A header has no second hop with payload, but it has one.
    EXPECT_EQ(Row(text, "packet-hops"), std::to_string(2 * (8 + 7 + 8 + 7)));
    // Three rounds of less than 6 us, where a timeout takes 67 ms.
    for (const double fctNs : Flows("trims", "incast", FCT_NS))
    {
        EXPECT_LT(fctNs, 18e3);
    }
}

TEST_F(OwnPartsTest, WhatFindsNoRoomEvenTrimmedIsDropped)
{
    // Neither a frame fits, nor the 82 B of its headers: all eight are dropped, again and again.
    const auto text = Run("own-buffer", "--set fabric.0.buffer.queueBytes=80", 1);
    EXPECT_EQ(Row(text, "trims"), "");
    const int drops = std::stoi(Row(text, "drops"));
    EXPECT_GE(drops, 2 * 8);
    EXPECT_EQ(drops % 8, 0);
    EXPECT_EQ(Row(text, "drops, queue over QueueBytes"), std::to_string(drops));
}

TEST_F(OwnPartsTest, ABufferThatTrimsIsNothingForCredits)
{
    const auto text = Run("own-buffer", "--set fabric.0.flowControl=credit --check --no-lint", 2);
    EXPECT_TRUE(Has(text,
                    "Buffer: ns3::OwnBuffer trims packets, but on links with credits every "
                    "packet has room; expected a flow control without credits"));
}

// Two senders of 2 MB, which are 488 packets of 4096 B and one of 1152 B. On the wire a packet has
// 82 B besides, and 16 more the first one and 4 the last:
//     2 (488 (4096 + 82) + 1152 + 82 + 20) B * 8 / 100 Gb/s = 326.42 us
// at least, and if the link is never idle no more than the way of one packet and its answer
// besides.
TEST_F(OwnPartsTest, AFlowControlHasItsOwnFrameAndNothingIsLost)
{
    const auto text = Run("own-flow-control", "");
    EXPECT_EQ(Row(text, "drops"), "0");
    // Two hops for each packet, and for each of the answers: one per 8 packets, and to the last.
    // 2 (2 * 489 + 2 * 62) = 2 204, which the table writes in two words.
    EXPECT_EQ(Row(text, "packet-hops"), "204");
    const double lastNs = GetLastFct("pause", "incast");
    EXPECT_GT(lastNs, 326.42e3);
    EXPECT_LT(lastNs, 326.42e3 + 6e3);

    fs::path capture;
    for (const auto& entry : fs::directory_iterator(m_results))
    {
        capture = entry.path().extension() == ".pcap" ? entry.path() : capture;
    }
    const auto frames = Read(capture);
    const std::string type("\x88\x08\x00\x01", 4);
    const std::string address("\x01\x80\xc2\x00\x00\x01", 6);
    const size_t stops = Count(frames, type + "\xff\xff");
    const size_t resumes = Count(frames, type + std::string(2, '\0'));
    EXPECT_GT(stops, 0u);
    EXPECT_GE(stops, resumes);
    EXPECT_LE(stops, resumes + 1); // 335 us of pause are not over before the run is
    EXPECT_EQ(Count(frames, address), stops + resumes);
}

// A short message comes into the queue of an incast 50 us after its start, in which four senders
// have put 150 us worth of packets into it; it waits for them all. In a queue of its own, served
// first, it waits for the packet on the wire: 4096 + 82 + 4 B are 335 ns.
TEST_F(OwnPartsTest, AClassifierHasShortPacketsPassLongOnes)
{
    Run("own-classifier");
    const auto waits = [this](const std::string& fabric) {
        return Flows(fabric, "short", FCT_NS).at(0) - Flows(fabric, "short", IDEAL_NS).at(0);
    };
    EXPECT_GT(waits("one queue"), 100e3);
    EXPECT_GE(waits("two queues"), 0);
    EXPECT_LE(waits("two queues"), 336);
}

TEST_F(OwnPartsTest, OneClassifierDecides)
{
    const auto text =
        Run("own-classifier", "--set fabric.1.switch.dscpToPriority=26:3 --check --no-lint", 2);
    EXPECT_TRUE(
        Has(text, "FabricSwitch Classifier: DscpToPriority is set too; expected one of them"));
}

// Eight messages of 1 MB, which are 244 packets of 4096 B and one of 576 B, with 31
// acknowledgements: one per 8 packets, and the last. Each leaf has four flows and four uplinks, so
// no two share one.
TEST_F(OwnPartsTest, APathSelectorGivesEachFlowAnUplink)
{
    const auto text = Run("own-path-selector");
    EXPECT_EQ(Row(text, "packet-hops"), "832"); // of 8 * (245 + 31) * 4 = 8 832, in two words
    std::set<std::string> uplinks;
    size_t paths = 0;
    for (auto& path : ReadRows(m_results / "paths.csv"))
    {
        if (path["fabric"] == "load")
        {
            std::istringstream nodes(path["nodes"]);
            std::string host;
            std::string leaf;
            std::string spine;
            nodes >> host >> leaf >> spine;
            uplinks.insert(leaf + " " + spine);
            ++paths;
        }
    }
    EXPECT_EQ(paths, 8u);
    EXPECT_EQ(uplinks.size(), 8u);
    for (const double fctNs : Flows("load", "shift", FCT_NS))
    {
        EXPECT_NEAR(fctNs, Flows("load", "shift", IDEAL_NS).at(0), 1e3);
    }
}

// Both send 24 messages of S/4 = 16384 B, which take 1.31 us, and three of these share a link in a
// step of two-shot. With cables of 1 us, twice in each direction:
//     ring       6 (2 us + 1.31 us) + 2 us = 21.86 us
//     two-shot   2 (2 us + 3.93 us) + 2 us = 13.86 us
// besides the headers, and less than a packet's 0.34 us in the switch of each step.
TEST_F(OwnPartsTest, ACollectiveHasTwoSteps)
{
    Run("own-collective");
    std::map<std::string, double> completionNs;
    for (auto& row : ReadRows(m_results / "summary.csv"))
    {
        if (row["job"] != "all")
        {
            EXPECT_EQ(row["messages"], "24");
            completionNs[row["job"]] = std::stod(row["completion_ns"]);
        }
    }
    EXPECT_GT(completionNs["ring"], 21.86e3);
    EXPECT_LT(completionNs["ring"], 21.86e3 + 6 * 340);
    EXPECT_GT(completionNs["two-shot"], 13.86e3);
    EXPECT_LT(completionNs["two-shot"], 13.86e3 + 2 * 340);
}

// Three columns of two leaves with two hosts each, and 3 spines. Each message of 1 MB goes to the
// next column by four links, and two of them share the second: with 82 B of headers for each
// packet, 16 for the first and 4 for the last these are
//     2 (1000000 + 245 * 82 + 20) B * 8 / 100 Gb/s = 163.22 us
// besides 4 us of cables, three packets of 0.33 us in switches, and six latencies of 0.4 us.
TEST_F(OwnPartsTest, ATopologyHasTheLinksOfItsDescription)
{
    const auto text = Run("own-topology");
    EXPECT_TRUE(Has(text, "12 hosts, 9 switches, 24 links"));
    EXPECT_EQ(Row(text, "packet-hops"), "248"); // of 12 * (245 + 31) * 4 = 13 248, in two words
    EXPECT_GT(GetLastFct("minimal", "shift"), 163.22e3);
    EXPECT_LT(GetLastFct("minimal", "shift"), 163.22e3 + 8e3);
}

// Of 16 hosts the four on the diagonal send nothing. The three messages of the first row turn at
// its end, so one link carries 3 MB: 240 us. Headers add 1 %, and cables of 1 us less than 20 us.
TEST_F(OwnPartsTest, AWorkloadTransposesAMatrix)
{
    Run("own-workload");
    std::set<std::string> pairs;
    for (auto& flow : ReadRows(m_results / "flows.csv"))
    {
        if (flow["job"] == "transpose")
        {
            const int from = std::stoi(flow["source_host"]);
            EXPECT_EQ(std::stoi(flow["dest_host"]), from % 4 * 4 + from / 4);
            pairs.insert(flow["source_host"]);
        }
    }
    EXPECT_EQ(pairs.size(), 12u);
    EXPECT_GT(GetLastFct("IB", "transpose"), 240e3);
    EXPECT_LT(GetLastFct("IB", "transpose"), 240e3 * 1.01 + 20e3);

    const auto text = Run("own-workload", "--set workload.0.hosts=0-4 --check --no-lint", 2);
    EXPECT_TRUE(Has(text, "are 5; expected a square number of at least 4"));
}

// Down for 10 us, up for 80, 40, 20 and 10 us; the next outage would begin at 305 us.
TEST_F(OwnPartsTest, AFailureComesFasterAndFaster)
{
    Run("own-failure");
    const std::vector<double> beginNs = {100e3, 190e3, 240e3, 270e3, 290e3};
    auto rows = ReadRows(m_results / "failures.csv");
    ASSERT_EQ(rows.size(), beginNs.size());
    for (size_t i = 0; i < rows.size(); ++i)
    {
        EXPECT_EQ(rows[i]["what"], "leaf0 to spine0");
        EXPECT_EQ(std::stod(rows[i]["begin_ns"]), beginNs[i]);
        EXPECT_EQ(std::stod(rows[i]["end_ns"]), beginNs[i] + 10e3);
    }
}

// Four hosts of a leaf send 1 MB to each of four hosts of the other: 16 MB, by three spines.
TEST_F(OwnPartsTest, ARoutingAvoidsASwitch)
{
    Run("own-routing");
    std::map<std::string, uint64_t> avoidedPackets; // by fabric
    uint64_t payloadBytes = 0;                      // up from leaf0 in the second fabric
    for (auto& link : ReadRows(m_results / "links.csv"))
    {
        if (link["from"] == "spine0" || link["to"] == "spine0")
        {
            avoidedPackets[link["fabric"]] += std::stoull(link["packets"]);
        }
        else if (link["from"] == "leaf0" && link["to"].compare(0, 5, "spine") == 0 &&
                 link["fabric"] == "no spine0")
        {
            payloadBytes += std::stoull(link["payload_bytes"]);
        }
    }
    EXPECT_GT(avoidedPackets["all spines"], 0u);
    EXPECT_EQ(avoidedPackets["no spine0"], 0u);
    EXPECT_EQ(payloadBytes, 16'000'000u);
}

TEST_F(OwnPartsTest, ExamplesOfOneFileHaveAtMost60Lines)
{
    for (const std::string kind :
         {"path-selector", "collective", "topology", "workload", "failure", "routing"})
    {
        const std::string name = "own-" + kind;
        const auto source =
            Read(fs::path(AI_FABRIC_SOURCE_DIR "/examples") / name / (name + ".cc"));
        const auto lines = std::count(source.begin(), source.end(), '\n');
        EXPECT_GT(lines, 0) << name;
        EXPECT_LE(lines, 60) << name;
    }
}

} // namespace

#endif // AI_FABRIC_COMPILE_LIBRARY

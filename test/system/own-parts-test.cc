// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Parts of links and switches outside of the module: examples/own-flow-control, own-buffer and
// own-classifier, compiled as the launcher does and brought in by --load.

#include "run-program.h"
#include "temporary-folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
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
    EXPECT_NE(text.find("Buffer: ns3::OwnBuffer trims packets, but on links with credits every "
                        "packet has room; expected a flow control without credits"),
              std::string::npos)
        << text;
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
    double lastNs = 0;
    for (const double fctNs : Flows("pause", "incast", FCT_NS))
    {
        lastNs = std::max(lastNs, fctNs);
    }
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
    EXPECT_NE(text.find("FabricSwitch Classifier: DscpToPriority is set too; expected one of them"),
              std::string::npos)
        << text;
}

} // namespace

#endif // AI_FABRIC_COMPILE_LIBRARY

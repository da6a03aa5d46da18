// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A transport that is no part of the module, in a shared library of --load.

#include "run-program.h"
#include "temporary-folder.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

#if defined(AI_FABRIC_RUN) && defined(AI_FABRIC_COMPILE_LIBRARY)

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

const std::string FOLDER = AI_FABRIC_SOURCE_DIR "/examples/own-transport/";

// Of 100 Gb/s, 1 us per cable and a switch of 400 ns that stores and forwards; n = 2 MB are 488
// packets of 4096 B and one of 1152 B, each with 16 B of its own, 46 B of Ethernet, IPv4 and UDP,
// and 20 B of preamble and gap. An answer is the least frame, 64 B, and 20 B.
constexpr int64_t PS_PER_BYTE = 80;
constexpr int64_t FULL_BYTES = 4096 + 16 + 46 + 20;
constexpr int64_t LAST_BYTES = 1152 + 16 + 46 + 20;
constexpr int64_t ANSWER_BYTES = 64 + 20;
constexpr int64_t MESSAGE_BYTES = 488 * FULL_BYTES + LAST_BYTES;
constexpr int64_t WAY_PS = 2 * 1'000'000 + 400'000; //!< two cables and a switch
constexpr int64_t ANSWER_PS = 2 * ANSWER_BYTES * PS_PER_BYTE + WAY_PS;

/** Runs the scenario of the example. */
class OwnTransportTest : public testing::Test
{
  protected:
    static void SetUpTestSuite()
    {
        s_folder = new TemporaryFolder;
        s_library = (fs::path(s_folder->GetPath()) / "own-transport.so").string();
        CompileLibrary(FOLDER + "own-transport.cc", s_library);
    }

    static void TearDownTestSuite()
    {
        delete s_folder;
        s_folder = nullptr;
    }

    /** @param options more of them @return what the runner says and its status */
    static Outcome Call(const std::string& options)
    {
        return RunProgram(std::string(AI_FABRIC_RUN) + " " + FOLDER + "own-transport.json --load " +
                          s_library + " --seed 1 --quiet --no-figure " + options);
    }

    /** @param options more of them @return rows of flows.csv of the fabric "own", cell by cell */
    static std::vector<std::vector<std::string>> GetFlows(const std::string& options)
    {
        const auto results = fs::path(s_folder->GetPath()) / "results";
        fs::remove_all(results);
        const auto outcome = Call("--output " + results.string() + " " + options);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        auto rows = ReadCells(results / "flows.csv");
        rows.erase(std::remove_if(rows.begin(),
                                  rows.end(),
                                  [](const auto& row) { return row[0] != "own"; }),
                   rows.end());
        return rows;
    }

    static TemporaryFolder* s_folder;
    static std::string s_library;
};

TemporaryFolder* OwnTransportTest::s_folder{nullptr};
std::string OwnTransportTest::s_library;

// Columns of flows.csv.
constexpr size_t FCT_NS = 8;
constexpr size_t IDEAL_NS = 9;
constexpr size_t ONE_WAY_NS = 11;
constexpr size_t STATUS = 12;

TEST_F(OwnTransportTest, AMessageAloneTakesWhatItsDatagramsTake)
{
    const auto flows = GetFlows("--set workload.sources=1");
    ASSERT_EQ(flows.size(), 1u);
    // The last datagram waits in the switch for the one before, then it is sent once more.
    const int64_t arrivedPs = (489 * FULL_BYTES + LAST_BYTES) * PS_PER_BYTE + WAY_PS;
    EXPECT_EQ(arrivedPs, 165'942'080);
    EXPECT_EQ(arrivedPs + ANSWER_PS, 168'355'520);
    EXPECT_DOUBLE_EQ(std::stod(flows[0][ONE_WAY_NS]), 165'942.080);
    EXPECT_DOUBLE_EQ(std::stod(flows[0][FCT_NS]), 168'355.520);
    EXPECT_DOUBLE_EQ(std::stod(flows[0][IDEAL_NS]), 168'355.520);
    EXPECT_EQ(flows[0][STATUS], "success");
}

TEST_F(OwnTransportTest, ManySendersShareTheLinkOfTheReceiver)
{
    const auto flows = GetFlows("");
    ASSERT_EQ(flows.size(), 7u);
    double lastNs = 0;
    for (const auto& flow : flows)
    {
        EXPECT_EQ(flow[STATUS], "success");
        lastNs = std::max(lastNs, std::stod(flow[FCT_NS]));
    }
    // From its first packet on the receiver's link is never idle.
    const int64_t endPs = (FULL_BYTES + 7 * MESSAGE_BYTES) * PS_PER_BYTE + WAY_PS + ANSWER_PS;
    EXPECT_EQ(endPs, 1'147'602'560);
    EXPECT_DOUBLE_EQ(lastNs, 1'147'602.560);
}

TEST_F(OwnTransportTest, WhatQueuePairsHaveIsRefused)
{
    const auto refuse = [](const std::string& options, const std::string& text) {
        const auto outcome = Call("--check " + options);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_NE(outcome.text.find(text), std::string::npos) << outcome.text;
    };
    refuse("--set fabric.0.congestionControl=none", "CongestionControl");
    refuse("--set fabric.0.lossRecovery=selective-repeat", "LossRecovery");
    refuse("--set fabric.0.nic.ackInterval=2", "AckInterval");
    refuse("--set workload.queuePairs=2", "queue pairs");
}

} // namespace

#endif // AI_FABRIC_RUN && AI_FABRIC_COMPILE_LIBRARY

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A transport outside of the module, in a shared library of --load.

#include "capture-tools.h"
#include "run-program.h"
#include "temporary-folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
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

/** A codec that does not know its header shows how long packets are and between whom. */
TEST_F(OwnTransportTest, CapturesShowDatagramsOfUdp)
{
    if (!HaveTshark())
    {
        GTEST_SKIP() << "no tshark";
    }
    const auto results = fs::path(s_folder->GetPath()) / "captured";
    const auto outcome = Call("--set workload.sources=1 --set workload.bytes=5000 --pcap 'host 0' "
                              "--output " +
                              results.string());
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    const auto frames = ReadFrames((results / "capture-own-host0-port0.pcap").string(),
                                   "ip.src ip.dst frame.len data.len udp.dstport");
    ASSERT_EQ(frames.size(), 3u); // two datagrams and an answer, of the least length
    const std::string port = frames[0][4];
    EXPECT_GT(std::stoi(port), 65280);
    const std::string sender = "11.0.1.1";
    const std::string receiver = "11.0.0.1";
    EXPECT_EQ(frames[0],
              std::vector<std::string>({sender, receiver, "4158", "4112", port})); // 4096 + 16
    EXPECT_EQ(frames[1],
              std::vector<std::string>({sender, receiver, "966", "920", port})); // 904 + 16
    EXPECT_EQ(frames[2], std::vector<std::string>({receiver, sender, "64", "18", port}));
}

TEST_F(OwnTransportTest, CapturesOfInfiniBandShowRawPackets)
{
    if (!HaveTshark())
    {
        GTEST_SKIP() << "no tshark";
    }
    const auto results = fs::path(s_folder->GetPath()) / "raw";
    const auto outcome = Call("--set fabric.0.type=infiniband --set workload.sources=1 --set "
                              "workload.bytes=5000 --pcap 'host 0' --output " +
                              results.string());
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    const auto frames = ReadFrames((results / "capture-own-host0-port0.pcap").string(),
                                   "infiniband.lrh.slid infiniband.lrh.dlid infiniband.lrh.lnh "
                                   "infiniband.rwh.etype frame.len");
    ASSERT_EQ(frames.size(), 3u);
    // LRH 8 and VCRC 2 around headers of 16 B and payload.
    EXPECT_EQ(frames[0], std::vector<std::string>({"2", "1", "0x00", "0x88b5", "4122"}));
    EXPECT_EQ(frames[1], std::vector<std::string>({"2", "1", "0x00", "0x88b5", "930"}));
    EXPECT_EQ(frames[2], std::vector<std::string>({"1", "2", "0x00", "0x88b5", "26"}));
}

TEST_F(OwnTransportTest, TheStallReportNamesWhatWaits)
{
    // The link of the receiver fails during the transfer, and there is no retransmission.
    const auto results = fs::path(s_folder->GetPath()) / "stalled";
    const auto outcome =
        Call(R"(--set failures='{"type":"link","from":"host0","to":"switch0","start":"100us"}' )"
             "--set stallTime=1ms --set stopTime=60s --output " +
             results.string());
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    std::ifstream in(results / "stall-own.txt");
    std::stringstream report;
    report << in.rdbuf();
    EXPECT_TRUE(Has(report.str(),
                    "channels with work:\n  host 1 to host 0: 2000000 B left, waits for "
                    "an answer\n"));
    EXPECT_FALSE(Has(report.str(), "queue pairs"));
}

TEST_F(OwnTransportTest, RatesOfChannelsAreSampled)
{
    const auto results = fs::path(s_folder->GetPath()) / "sampled";
    const auto outcome =
        Call("--set output.samples.rateInterval=500us --output " + results.string());
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    std::vector<std::vector<std::string>> rows;
    for (const auto& row : ReadCells(results / "rates.csv"))
    {
        if (row[0] == "own")
        {
            rows.push_back(row);
        }
    }
    // Messages end after 1 ms, so seven have something to send at 500 us and 1 ms.
    ASSERT_EQ(rows.size(), 14u);
    EXPECT_EQ(
        rows[0],
        std::vector<std::string>(
            {"own", "500000.000", "incast", "1", "0", "0", "3", "0", "100000000000", "0", ""}))
        << "no window";
}

TEST_F(OwnTransportTest, WhatQueuePairsHaveIsRefused)
{
    const auto refuse = [](const std::string& options, const std::string& text) {
        const auto outcome = Call("--check " + options);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_TRUE(Has(outcome.text, text));
    };
    refuse("--set fabric.0.congestionControl=none", "CongestionControl");
    refuse("--set fabric.0.lossRecovery=selective-repeat", "LossRecovery");
    refuse("--set fabric.0.nic.ackInterval=2", "AckInterval");
    refuse("--set workload.queuePairs=2", "queue pairs");
}

} // namespace

#endif // AI_FABRIC_RUN && AI_FABRIC_COMPILE_LIBRARY

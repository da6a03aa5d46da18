// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Failures of one kind that overlap on one link or unit.

#include "network-test.h"
#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/fabric-failure.h"

#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

class OverlappingFaultsTest : public NetworkTest
{
  protected:
    void SetUp() override
    {
        NetworkTest::SetUp();
        Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "3"}, {"Rate", "100Gbps"}}));
    }

    void Fail(const std::string& type, const Attributes& more)
    {
        NetworkTest::Fail(type, "From=host1 To=switch0" + more);
    }

    /** @return rate of host1's link at times in us, in Gb/s */
    std::vector<uint64_t> GetRates(const std::vector<int>& times)
    {
        std::vector<uint64_t> rates;
        for (const int us : times)
        {
            Simulator::Schedule(MicroSeconds(us), [this, &rates] {
                DataRateValue rate;
                m_network.channels[1]->GetAttribute("DataRate", rate);
                rates.push_back(rate.Get().GetBitRate() / 1'000'000'000);
            });
        }
        Simulator::Run();
        return rates;
    }
};

} // namespace

/** The least of all limits holds, whichever began or ended first, and at once after another. */
TEST_F(OverlappingFaultsTest, TheLeastLimitHolds)
{
    Fail("LaneLoss", {{"Lost", "3"}, {"Start", "10us"}, {"Stop", "100us"}});
    Fail("DegradedLink", {{"Rate", "10Gbps"}, {"Start", "50us"}, {"Stop", "200us"}});
    Fail("DegradedLink", {{"Rate", "10Gbps"}, {"Start", "60us"}, {"Stop", "150us"}});
    Fail("LaneLoss", {{"Lost", "1"}, {"Start", "200us"}, {"Stop", "300us"}});
    Fail("LaneLoss", {{"Lost", "2"}, {"Start", "300us"}, {"Stop", "400us"}});
    EXPECT_EQ(GetRates({5, 20, 55, 110, 160, 250, 350, 450}),
              (std::vector<uint64_t>{100, 25, 10, 10, 10, 75, 50, 100}));
}

/** Frame loss: with two error rates by either of them, and none after both end. */
TEST_F(OverlappingFaultsTest, ErrorsOfFramesAddUp)
{
    const std::string half = "1.9e-3";
    Fail("CodewordErrors", {{"Rate", half}, {"Stop", "100us"}});
    Fail("CodewordErrors", {{"Rate", half}, {"Start", "50us"}, {"Stop", "200us"}});
    std::vector<double> rates;
    for (const int us : {20, 70, 150, 250})
    {
        Simulator::Schedule(MicroSeconds(us), [this, &rates] {
            DoubleValue rate;
            m_network.channels[1]->GetAttribute("ErrorRate", rate);
            rates.push_back(rate.Get());
        });
    }
    Simulator::Run();
    ASSERT_EQ(rates.size(), 4u);
    EXPECT_GT(rates[0], 1e-4);
    EXPECT_NEAR(rates[1], 1 - (1 - rates[0]) * (1 - rates[0]), 1e-12);
    EXPECT_EQ(rates[2], rates[0]);
    EXPECT_EQ(rates[3], 0);
}

#ifdef AI_FABRIC_RUN

namespace
{

/** @return failures.csv of 10 MB to host 1, by row, with the cells of each */
std::vector<std::vector<std::string>>
ReadFaults(const std::string& failures, const std::string& linkRetry = "none")
{
    const TemporaryFolder folder;
    const TemporaryFile file(
        R"({"topology": {"type": "star", "hosts": 3, "rate": "100Gbps"},
            "fabric": {"type": "roce", "lossRecovery": "selective-repeat",
                       "nic": {"ackTimeout": "100us"}, "linkRetry": ")" +
        linkRetry + R"("},
            "workload": {"type": "incast", "hosts": 2, "target": 1, "bytes": "10MB"},
            "failures": )" +
        failures + "}");
    const auto run = RunScenario(file.GetPath() + " --quiet --no-figure --no-lint --seed 1 " +
                                 "--output " + folder.GetPath());
    EXPECT_EQ(run.status, 0) << run.text;
    std::ifstream table(folder.GetPath() + "/failures.csv");
    std::vector<std::vector<std::string>> rows;
    for (std::string line; std::getline(table, line);)
    {
        rows.emplace_back();
        std::istringstream cells(line);
        for (std::string cell; std::getline(cells, cell, ',');)
        {
            rows.back().push_back(cell);
        }
    }
    return rows;
}

} // namespace

/** A short fault of bits leaves the long one: 1 - (1 - 1e-6)^(8 * 4,200) = 3.3 % of 2,500. */
TEST(OverlappingFaults, ErrorsThatEndLeaveTheOthers)
{
    const std::string link = R"({"type": "bit-errors", "from": "host1", "to": "switch0", )";
    const auto rows = ReadFaults("[" + link + R"("rate": 1e-6}, )" + link +
                                 R"("rate": 1e-9, "start": "1us", "stop": "2us"}])");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_GT(std::stod(rows[1][6]), 40); // lost_packets
}

/**
 * Retransmissions of a link are counted in the rows of its faults: 3.3 % of 2,500 frames are 82
 * with a deviation of 9, and one at the least is on the wire behind each.
 */
TEST(OverlappingFaults, FramesSentAgainAreThoseOfTheLinkOfAFault)
{
    const auto rows = ReadFaults(R"([{"type": "bit-errors", "from": "host1", "to": "switch0",
                               "rate": 1e-6},
                              {"type": "degraded-link", "from": "host0", "to": "switch0",
                               "rate": "50Gbps", "start": "10us"}])",
                                 "go-back-n");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0][13], "replayed_frames");
    EXPECT_GT(std::stod(rows[1][13]), 2 * (82 - 4 * 9));
    EXPECT_EQ(rows[1][9], "0"); // retransmitted_packets until the second begins
    EXPECT_EQ(rows[2][9], "0"); // and from then on
    EXPECT_EQ(rows[2][13], "0");
    EXPECT_EQ(ReadFaults(R"({"type": "bit-errors", "rate": 1e-9})")[0].size(), 13u);
}

/** Two faults of one NIC keep their own ends, and so their own losses. */
TEST(OverlappingFaults, EachHasItsOwnEnd)
{
    const auto rows = ReadFaults(R"([{"type": "nic", "host": 1, "start": "10us", "stop": "90us"},
                              {"type": "nic", "host": 1, "start": "20us", "stop": "30us"}])");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[1][4], "10000.000"); // begin_ns
    EXPECT_EQ(rows[1][5], "90000.000"); // end_ns
    EXPECT_EQ(rows[2][4], "20000.000");
    EXPECT_EQ(rows[2][5], "30000.000");
}

#endif // AI_FABRIC_RUN

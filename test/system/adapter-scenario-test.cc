// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Adapters in scenarios: presets, what they change and what not, and where there are none.

#include "runner-test.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/** Two hosts on a switch at 400 Gb/s; a fabric is put in, and members of a job. */
const std::string PAIR = R"({
    "topology": {"type": "star", "hosts": 2, "rate": "400Gbps", "delay": "25ns"},
    "fabric": FABRIC,
    "workload": {"type": "incast", "hosts": "0", "target": 1, JOB}
})";

class AdapterScenarioTest : public RunnerTest
{
  protected:
    /** @return the scenario */
    static std::string Scenario(const std::string& fabric, const std::string& job)
    {
        std::string text = PAIR;
        text.replace(text.find("FABRIC"), 6, fabric);
        text.replace(text.find("JOB"), 3, job);
        return text;
    }

    /** A row of flows.csv by the names of its columns. */
    using Row = std::map<std::string, std::string>;

    /** @return flows.csv of a run */
    std::vector<Row> Run(const std::string& fabric, const std::string& job)
    {
        const TemporaryFile file(Scenario(fabric, job));
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome =
            RunScenario(file.GetPath() + " --quiet --no-figure --output " + folder.string());
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        std::istringstream lines(Read(folder / "flows.csv"));
        std::vector<Row> rows;
        std::vector<std::string> names;
        for (std::string line; std::getline(lines, line);)
        {
            std::vector<std::string> cells;
            std::istringstream rest(line);
            for (std::string cell; std::getline(rest, cell, ',');)
            {
                cells.push_back(cell);
            }
            if (names.empty())
            {
                names = cells;
                continue;
            }
            Row& row = rows.emplace_back();
            for (size_t i = 0; i < cells.size(); ++i)
            {
                row[names[i]] = cells[i];
            }
        }
        return rows;
    }

    /** @return payload over the time from start to the last acknowledgement seen, in GB/s */
    static double GetRate(const std::vector<Row>& rows)
    {
        double bytes = 0;
        double endNs = 0;
        for (const Row& row : rows)
        {
            bytes += std::stod(row.at("size_bytes"));
            endNs = std::max(endNs, std::stod(row.at("start_ns")) + std::stod(row.at("fct_ns")));
        }
        return bytes / endNs;
    }
};

} // namespace

TEST_F(AdapterScenarioTest, MessagesInFlightHideTheTimeOfTheAdapter)
{
    // Messages of a queue pair follow each other on the wire, so n in flight are n times as fast as
    // one, until they are as fast as the link.
    const std::string fabric = R"({"type": "roce", "adapter": "connectx-7-ndr",
        "congestionControl": "none"})";
    const auto run = [&](const std::string& inFlight) {
        return GetRate(Run(fabric, R"("bytes": "64KiB", "rounds": 320, "inFlight": )" + inFlight));
    };
    const auto alone = Run(fabric, R"("bytes": "64KiB")");
    const double aloneNs = std::stod(alone.front().at("fct_ns"));
    EXPECT_NEAR(run("1"), 65'536 / aloneNs, 0.01 * 65'536 / aloneNs);
    EXPECT_NEAR(run("3"), 3 * 65'536 / aloneNs, 0.05 * 3 * 65'536 / aloneNs);
    EXPECT_NEAR(run("16"), 49.0, 0.05 * 49.0);
}

TEST_F(AdapterScenarioTest, SlowSoftwareBoundsTheRateOfMessages)
{
    // 32 KiB every 1.15 us are 28.5 GB/s.
    const auto rows = Run(R"({"type": "roce", "congestionControl": "none",
        "adapter": {"preset": "connectx-7-ndr", "postTime": "1.15us"}})",
                          R"("bytes": "32KiB", "rounds": 640, "inFlight": 16)");
    EXPECT_NEAR(GetRate(rows), 28.5, 0.02 * 28.5);
}

TEST_F(AdapterScenarioTest, IdealTimesKnowNothingOfIt)
{
    // A message alone takes longer by 143 + 534 + 650 + 130 + 640 + 534 ns: post, doorbell, read,
    // 4096 B at 252 Gb/s, acknowledgement, write.
    const std::string job = R"("bytes": "64KiB", "rounds": 3)";
    const auto ideal = Run(R"({"type": "roce"})", job);
    const auto real = Run(R"({"type": "roce", "adapter": "connectx-7-ndr"})", job);
    ASSERT_EQ(real.size(), ideal.size());
    for (size_t i = 0; i < real.size(); ++i)
    {
        EXPECT_EQ(real[i].at("ideal_ns"), ideal[i].at("ideal_ns"));
        EXPECT_NEAR(std::stod(real[i].at("fct_ns")), std::stod(ideal[i].at("fct_ns")) + 2631, 1);
    }
}

TEST_F(AdapterScenarioTest, AllPresetsRunAndIdealIsTheDefault)
{
    const std::string job = R"("bytes": "1KB")";
    const auto fct = [&](const std::string& adapter) {
        return Run(R"({"type": "infiniband", "adapter": )" + adapter + "}", job)
            .front()
            .at("fct_ns");
    };
    const std::string without = Run(R"("infiniband")", job).front().at("fct_ns");
    EXPECT_EQ(fct(R"("ideal")"), without);
    for (const std::string preset :
         {"connectx-5-edr", "connectx-6-hdr", "connectx-7-ndr", "connectx-8"})
    {
        EXPECT_GT(std::stod(fct('"' + preset + '"')), std::stod(without) + 1'000) << preset;
    }
}

TEST_F(AdapterScenarioTest, OnlyQueuePairsHaveOne)
{
    ExpectRefused(
        Scenario(R"({"preset": "ultra-ethernet", "adapter": "connectx-7-ndr"})", R"("bytes": 1)"),
        "",
        "FILE:3: fabric.adapter: RoceFabric Adapter: is ");
    ExpectRefused(
        Scenario(R"({"type": "roce", "adapter": "connectx-9"})", R"("bytes": 1)"),
        "",
        "FILE:3: fabric.adapter.type: unknown type or preset \"connectx-9\"; expected one "
        "of the types ideal, pcie or one of the presets connectx-5-edr, connectx-6-hdr, "
        "connectx-7-ndr, connectx-8");
}

#endif // AI_FABRIC_RUN

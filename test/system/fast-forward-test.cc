// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dice.h"
#include "runner-test.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

/** Runs with "fastForward" give the results of the whole runs. */
class FastForwardTest : public RunnerTest
{
  protected:
    /** Output of a run. */
    struct Outcome
    {
        std::string flows;   //!< flows.csv
        std::string links;   //!< links.csv
        std::string waits;   //!< waits.csv and critical-path.csv
        std::string summary; //!< summary.csv without events and wall time
        uint64_t events;     //!< events of the first fabric
        std::string text;    //!< output of the runner
    };

    Outcome Run(const std::string& scenario, bool fastForward)
    {
        const TemporaryFile file(scenario);
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto run =
            RunScenario(file.GetPath() + " --no-figure --set output.waits=true --output " +
                        folder.string() + " --set fastForward=" + (fastForward ? "true" : "false"));
        EXPECT_EQ(run.status, 0) << run.text << scenario;
        Outcome outcome{Read(folder / "flows.csv"),
                        Read(folder / "links.csv"),
                        Read(folder / "waits.csv") + Read(folder / "critical-path.csv"),
                        "",
                        0,
                        run.text};
        std::istringstream rows(Read(folder / "summary.csv"));
        std::vector<std::string> names;
        for (std::string row; std::getline(rows, row);)
        {
            std::istringstream cells(row);
            size_t column = 0;
            for (std::string cell; std::getline(cells, cell, ','); ++column)
            {
                if (names.size() == column)
                {
                    names.push_back(cell);
                }
                if (names[column] == "events" && cell != "events" && outcome.events == 0)
                {
                    outcome.events = std::stoull(cell);
                }
                if (names[column] != "events" && names[column] != "wall_s")
                {
                    outcome.summary += cell + ",";
                }
            }
            outcome.summary += '\n';
        }
        return outcome;
    }

    /** Expects the same results of both. @return events of the whole run for each one of the other
     */
    double Compare(const std::string& scenario)
    {
        const auto whole = Run(scenario, false);
        const auto fast = Run(scenario, true);
        EXPECT_EQ(fast.summary, whole.summary) << scenario;
        EXPECT_TRUE(fast.flows == whole.flows) << scenario;
        EXPECT_TRUE(fast.links == whole.links) << scenario;
        EXPECT_TRUE(fast.waits == whole.waits) << scenario;
        EXPECT_EQ(whole.text.find("fast-forward"), std::string::npos);
        EXPECT_NE(fast.text.find("fast-forward left out"), std::string::npos) << fast.text;
        return static_cast<double>(whole.events) / static_cast<double>(fast.events);
    }

    static std::string MakeScenario(const std::string& topology,
                                    const std::string& fabric,
                                    const std::string& workload)
    {
        return R"({"topology": )" + topology + R"(, "fabric": )" + fabric +
               R"(, "workload": {"type": "collective", )" + workload + "}}";
    }
};

} // namespace

/**
 * A ring of 33 ranks on one switch: each of the 2 * 32 hops is the same, but for the first ones of
 * its half. Chunks of 1 MiB have 256 packets, 32 times the packets of an acknowledgement.
 */
TEST_F(FastForwardTest, RingSimulatesFewOfItsHops)
{
    EXPECT_GT(Compare(MakeScenario(R"({"type": "star", "hosts": 33})",
                                   R"("roce")",
                                   R"("algorithm": "ring-all-reduce", "bytes": "33MiB")")),
              5);
    EXPECT_GT(Compare(MakeScenario(R"({"type": "star", "hosts": 33, "delay": "2us"})",
                                   R"("infiniband")",
                                   R"("algorithm": "ring-all-gather", "bytes": "33MiB")")),
              1.5);
}

/** Collectives one after the other repeat themselves even if their hops do not. */
TEST_F(FastForwardTest, RepeatedCollectivesAreSimulatedAFewTimes)
{
    for (const std::string algorithm :
         {"ring-all-reduce", "halving-doubling-all-reduce", "pairwise-all-to-all"})
    {
        EXPECT_GT(Compare(MakeScenario(R"({"type": "star", "hosts": 8})",
                                       R"("roce")",
                                       R"("algorithm": ")" + algorithm +
                                           R"(", "bytes": "4MiB", "iterations": 60)")),
                  6)
            << algorithm;
    }
}

/** Whatever is drawn, the results are those of the whole run. */
TEST_F(FastForwardTest, DrawnCollectivesHaveTheResultsOfWholeRuns)
{
    Dice dice(7);
    const auto pick = [&dice](const std::vector<std::string>& values) {
        return values[dice(static_cast<uint32_t>(values.size()))];
    };
    uint32_t shorter = 0;
    constexpr uint32_t DRAWS = 60;
    for (uint32_t draw = 0; draw < DRAWS; ++draw)
    {
        const std::string delay = R"("hostDelay": ")" + pick({"10ns", "500ns", "2us"}) + R"(", )";
        const std::string rate = R"("hostRate": ")" + pick({"100Gbps", "400Gbps"}) + R"("})";
        const std::string topology =
            pick({R"({"type": "leaf-spine", "leaves": 1, "spines": 1, "hostsPerLeaf": )" +
                      pick({"2", "3", "5", "8", "17"}) + ", ",
                  R"({"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 3, )"}) +
            delay + rate;
        const std::string fabric = pick({R"("roce")",
                                         R"("infiniband")",
                                         R"({"type": "roce", "congestionControl": "none"})",
                                         R"({"type": "roce", "congestionControl": "hpcc"})"});
        const std::string algorithm = pick({"ring-all-reduce",
                                            "ring-all-gather",
                                            "ring-reduce-scatter",
                                            "halving-doubling-all-reduce",
                                            "pairwise-all-to-all",
                                            "double-binary-tree-all-reduce"});
        const std::string scenario =
            MakeScenario(topology,
                         fabric,
                         R"("algorithm": {"type": ")" + algorithm + R"(", "channels": )" +
                             pick({"1", "2"}) + pick({"", R"(, "sliceBytes": "16KiB")"}) +
                             R"(}, "bytes": ")" + pick({"1MB", "480KiB", "1MiB"}) +
                             R"(", "iterations": )" + pick({"1", "2", "12", "30"}));
        shorter += Compare(scenario) > 1.5 ? 1 : 0;
        if (HasFailure())
        {
            return;
        }
    }
    EXPECT_GE(shorter, DRAWS / 12);
}

/** What may have state that does not show yet is simulated whole, and a note gives the reason. */
TEST_F(FastForwardTest, NoteSaysWhyNothingIsLeftOut)
{
    const auto expect = [this](const std::string& fabric,
                               const std::string& rest,
                               const std::string& reason) {
        const auto run = Run(R"({"topology": {"type": "star", "hosts": 4}, "fabric": )" + fabric +
                                 R"(, "workload": {"type": "collective", "algorithm":
                                 "ring-all-reduce", "bytes": "4MiB", "iterations": 20})" +
                                 rest + "}",
                             true);
        EXPECT_NE(run.text.find("fast-forward left out nothing: " + reason), std::string::npos)
            << run.text;
    };
    expect(R"({"type": "roce", "congestionControl": "hpcc"})", "", "ns3::Hpcc adapts");
    expect(R"("ultra-ethernet")", "", "ns3::UltraEthernetTransport adapts");
    expect(R"("roce")",
           R"(, "failures": {"type": "link", "from": "switch0", "to": "host0", "start": "1s"})",
           "it has failures");
    expect(R"("roce")", R"(, "stopTime": "1s")", "it ends at a given time");
}

#endif // AI_FABRIC_RUN

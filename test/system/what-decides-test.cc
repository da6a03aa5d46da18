// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// --what-decides: a setting that changes an order by construction, a setting that does not, and the
// rest.

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/**
 * One message over one switch, which takes 2 us on one fabric and 1 us on the other; and what does
 * not run: a value that is refused, the base's own, and a setting that the fabrics are compared in.
 */
const std::string VARIED_SCENARIO = R"({
    "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "1us"},
    "fabric": [{"type": "roce", "name": "slow", "switch": {"latency": "2us"}},
               {"type": "roce", "name": "quick", "switch": {"latency": "1us"}}],
    "workload": {"type": "permutation", "name": "message", "bytes": 1000},
    "variations": {
        "*": "none",
        "latency": {"of": "fabric.1", "key": "switch.latency", "values": ["5us", "1.5us"],
                    "why": "w", "source": "assumed"},
        "memory": {"of": "fabric", "key": "buffer.sizeBytes", "values": ["8MB", "9MB"],
                   "why": "w", "source": "s"},
        "MTU": {"of": "fabric", "key": "nic.mtuBytes", "values": [4096, 1], "unit": "B",
                "why": "w", "source": "s"},
        "both": {"of": "fabric", "key": "switch.latency", "values": ["7us"],
                 "why": "w", "source": "s"}
    }
})";

/** Three hosts send to one, which is a member of the ring as well. */
const std::string LIMITED_SCENARIO = R"({
    "topology": {"type": "star", "hosts": 4, "rate": "100Gbps", "delay": "1us"},
    "fabric": {"type": "roce", "name": "PFC", "congestionControl": "none", "marker": "none"},
    "workload": [
        {"type": "collective", "name": "ring", "bytes": "2MB"},
        {"type": "incast", "name": "incast", "bytes": "300KB", "target": 2}
    ],
    "variations": {
        "*": "none",
        "without": {"of": "workload", "values": {"choose": "removed"}, "removes": "another job",
                    "why": "w", "source": "s"},
        "faster": {"of": "topology", "key": "rate", "values": {"times": [1]},
                   "removes": "the links of its hosts", "why": "w", "source": "s"}
    }
})";

using Row = std::map<std::string, std::string>;

class WhatDecidesRunTest : public testing::Test
{
  protected:
    Outcome Run(const std::string& scenario, const std::string& options) const
    {
        const TemporaryFile file(scenario);
        return RunDraws(file.GetPath() + " --what-decides --no-figure --output " +
                        m_folder.string() + " " + options);
    }

    /** @return the page that is made of the results, as HTML */
    std::string MakeReport() const
    {
        const auto report = RunProgram("python3 \"" AI_FABRIC_SOURCE_DIR "/utils/report.py\" \"" +
                                       m_folder.string() + "\"");
        EXPECT_EQ(report.status, 0) << report.text;
        return Read(m_folder / "report.html");
    }

    /** @return rows of what-decides.csv with some values */
    std::vector<Row> Find(const Row& wanted) const
    {
        std::vector<Row> found;
        for (const auto& row : ReadRows(m_folder / "what-decides.csv"))
        {
            bool fits = true;
            for (const auto& [column, value] : wanted)
            {
                fits = fits && row.at(column) == value;
            }
            if (fits)
            {
                found.push_back(row);
            }
        }
        return found;
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{fs::path(m_temporary.GetPath()) / "results"};
};

TEST_F(WhatDecidesRunTest, OneSettingTurnsTheOrderAndOneDoesNot)
{
    const auto outcome = Run(VARIED_SCENARIO, "--seeds 2");
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    // Base, two latencies of one fabric, one memory of two fabrics twice: 5 points of 2 seeds.
    EXPECT_TRUE(Has(outcome.text,
                    "what decides: 4 variants of 2 settings, 2 seeds: 10 runs, of 16 fabrics in "
                    "all; not run: 1 refused, 1 equal to the base or another variant, 2 left\n"));
    EXPECT_TRUE(
        Has(outcome.text, "quick before slow: holds in 3 of 4 variants\n  turned: latency, 5us\n"))
        << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "turned: 0 of 2, "));
    EXPECT_TRUE(Has(outcome.text, "refused: MTU, 1 B: "));
    EXPECT_TRUE(Has(outcome.text, "as in the base: MTU, 4096 B\n"));
    EXPECT_TRUE(Has(outcome.text, "left: both, slow: the scenario sets it"));

    const Row message = {{"job", "message"}};
    const auto base = Find({{"job", "message"}, {"variation", ""}});
    ASSERT_EQ(base.size(), 1u);
    EXPECT_EQ(base[0].at("fabric"), "quick");
    EXPECT_EQ(base[0].at("other"), "slow");
    EXPECT_EQ(base[0].at("before"), "2");
    EXPECT_EQ(base[0].at("verdict"), "holds");
    const auto turned = Find({{"job", "message"}, {"setting", "5us"}});
    ASSERT_EQ(turned.size(), 1u);
    EXPECT_EQ(turned[0].at("verdict"), "turned");
    EXPECT_EQ(turned[0].at("behind"), "2");
    EXPECT_EQ(turned[0].at("base_ratio"), base[0].at("ratio"));
    EXPECT_EQ(Find({{"job", "message"}, {"setting", "1.5us"}})[0].at("verdict"), "holds");
    // Memory has no effect on a message of one packet.
    EXPECT_EQ(Find({{"job", "message"}, {"setting", "8MB"}})[0].at("ratio"), base[0].at("ratio"));
    EXPECT_EQ(Find({{"state", "left"}}).size(), 2u);
    EXPECT_EQ(Find({{"state", "refused"}}).size(), 1u);
}

/** Fabrics that are not run again have the base's results; others equal the scenario alone. */
TEST_F(WhatDecidesRunTest, RatiosAreThoseOfRunsByHand)
{
    ASSERT_EQ(Run(VARIED_SCENARIO, "--seeds 1 --quiet").status, 0);
    const TemporaryFile file(VARIED_SCENARIO);
    const auto alone = (m_folder.parent_path() / "alone").string();
    ASSERT_EQ(RunScenario(file.GetPath() +
                          " --quiet --no-figure --set fabric.1.switch.latency=5us" + " --output " +
                          alone)
                  .status,
              0);
    std::map<std::string, double> times;
    for (const auto& row : ReadRows(fs::path(alone) / "summary.csv"))
    {
        times[row.at("fabric")] = std::stod(row.at("completion_ns"));
    }
    const auto varied = Find({{"job", "message"}, {"setting", "5us"}});
    ASSERT_EQ(varied.size(), 1u);
    EXPECT_NEAR(std::stod(varied[0].at("ratio")), times.at("slow") / times.at("quick"), 1e-6);
    EXPECT_FALSE(
        fs::exists(m_folder / "runs" / "variation-latency_setting-5us" / "seed-1" / "fct-slow.txt"))
        << "a fabric that is not changed is not run again";
}

TEST_F(WhatDecidesRunTest, ResumedRunsNothingTwice)
{
    ASSERT_EQ(Run(VARIED_SCENARIO, "--seeds 2 --only 3,5 --quiet").status, 0);
    const auto first = Run(VARIED_SCENARIO, "--seeds 2");
    EXPECT_EQ(first.status, 2);
    EXPECT_TRUE(Has(first.text, "has 2 of the 10 runs of this sweep; expected --resume"));
    const auto manifest =
        m_folder / "runs" / "variation-latency_setting-5us" / "seed-1" / "manifest.json";
    const auto before = fs::last_write_time(manifest);
    ASSERT_EQ(Run(VARIED_SCENARIO, "--seeds 2 --resume --quiet").status, 0);
    EXPECT_EQ(fs::last_write_time(manifest), before);
    EXPECT_EQ(Find({{"job", "message"}, {"setting", "5us"}})[0].at("verdict"), "turned");
}

TEST_F(WhatDecidesRunTest, CausesAreConfirmedByRunsWithoutThem)
{
    const auto outcome = Run(LIMITED_SCENARIO, "--seeds 2");
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    const auto rows = ReadRows(m_folder / "what-limits.csv");
    size_t found = 0;
    for (const auto& row : rows)
    {
        if (row.at("job") == "ring")
        {
            ++found;
            EXPECT_EQ(row.at("cause"), "another job");
            EXPECT_EQ(row.at("variation"), "without incast");
            EXPECT_EQ(row.at("faster"), "2");
            EXPECT_EQ(row.at("verdict"), "confirmed");
            // 900 KB of 3 + 0.9 MB of the target's link are gone.
            EXPECT_LT(std::stod(row.at("ratio")), 0.95);
            EXPECT_GT(std::stod(row.at("ratio")), 0.7);
        }
    }
    EXPECT_EQ(found, 1u) << "once the rate is the base";
    EXPECT_TRUE(Has(outcome.text, "another job (without incast)"));

    const auto page = MakeReport();
    EXPECT_TRUE(Has(page, "<h2>What decides</h2>"));
    EXPECT_TRUE(Has(page, "job incast at host 2"));
    EXPECT_TRUE(Has(page, "confirmed: "));
}

/** Paths are uneven, and still the ring waits for the link that it shares with the incast. */
TEST_F(WhatDecidesRunTest, AJobWaitsForTheLinkThatItSharesAndNotForUnevenPaths)
{
    const TemporaryFile file(R"({
        "topology": {"type": "leaf-spine", "leaves": 4, "spines": 4, "hostsPerLeaf": 4,
                     "hostRate": "400Gbps", "hostDelay": "500ns", "uplinkDelay": "500ns"},
        "fabric": "infiniband",
        "workload": [
            {"type": "collective", "name": "ring", "bytes": "16MB",
             "algorithm": {"type": "ring-all-reduce", "channels": 2}},
            {"type": "incast", "name": "incast", "start": "50us", "hosts": "8-15", "target": 3,
             "bytes": "500KB", "rounds": 2}
        ]
    })");
    ASSERT_EQ(
        RunScenario(file.GetPath() + " --quiet --no-figure --output " + m_folder.string()).status,
        0);
    double inner = 0;
    double outer = 0;
    for (const auto& row : ReadRows(m_folder / "links.csv"))
    {
        const bool isInner = row.at("from_host").empty() && row.at("to_host").empty();
        auto& most = isInner ? inner : outer;
        most = std::max(most, std::stod(row.at("busy_percent")));
    }
    ASSERT_GT(inner, 60) << "uneven paths, as the rule of the report has it";
    ASSERT_GT(outer, inner) << "but the target's link is busier";
    const auto page = MakeReport();
    EXPECT_TRUE(Has(page, "<td><b>job incast at host 3</b></td>"));
    EXPECT_FALSE(Has(page, "uneven paths"));
    EXPECT_TRUE(Has(page, "--what-decides tries it: the scenario without the other job"));
}

TEST_F(WhatDecidesRunTest, IsNotGivenBesideASweep)
{
    const TemporaryFile file(VARIED_SCENARIO);
    ExpectOneLine(file.GetPath() + " --what-decides --sweep topology.delay=1us,2us",
                  "command line: --what-decides: is given beside a sweep; expected one of the two");
    ExpectOneLine(file.GetPath() + " --what-decides --nccl-tests all_reduce",
                  "command line: --what-decides: is given beside --nccl-tests");
}

} // namespace

#endif // AI_FABRIC_RUN

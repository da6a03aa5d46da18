// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUNNER_TEST_H
#define AI_FABRIC_RUNNER_TEST_H

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <cstddef>
#include <filesystem>
#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

namespace ns3
{

/** Two hosts on a switch and one message. */
inline const std::string SCENARIO = R"({
    // a comment
    "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "1us"},
    "fabric": ["roce", "infiniband"],
    "workload": {"type": "permutation", "bytes": "100KB"}
})";

/** Runs of the scenario runner, with a folder that lasts as long as the test. */
class RunnerTest : public testing::Test
{
  protected:
    /** @return flows.csv of a run of the tiny scenario of the repository */
    std::string Flows(const std::string& options)
    {
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome =
            RunScenario(std::string(AI_FABRIC_SOURCE_DIR) +
                        "/examples/scenarios/tiny.json --quiet --no-figure --output " +
                        folder.string() + " " + options);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return Read(folder / "flows.csv");
    }

    /** Expects one line that says so of options of the tiny scenario, and status 2. */
    void ExpectRefused(const std::string& options, const std::string& line)
    {
        ExpectRefused(SCENARIO, options, line);
    }

    /** The same of a scenario. */
    void ExpectRefused(const std::string& scenario,
                       const std::string& options,
                       const std::string& line)
    {
        const TemporaryFile file(scenario);
        const auto outcome =
            RunScenario(file.GetPath() + " --check " + options + " --output " + m_folder.string());
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        std::string expected = line;
        const size_t place = expected.find("FILE");
        if (place != std::string::npos)
        {
            expected.replace(place, 4, file.GetPath());
        }
        EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
        EXPECT_EQ(outcome.text.substr(0, expected.size()), expected);
    }

    const TemporaryFolder m_temporary;
    const std::filesystem::path m_folder{m_temporary.GetPath()};
    int m_runs{0};
};

} // namespace ns3

#endif // AI_FABRIC_RUN

#endif // AI_FABRIC_RUNNER_TEST_H

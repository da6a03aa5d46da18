// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

TEST(Progress, IsShownWhereNoTerminalIsOnlyIfAsked)
{
    const TemporaryFile scenario(R"({
        "topology": {"type": "star", "hosts": 4},
        "fabric": "roce",
        "workload": {"type": "permutation", "bytes": "1MB"}
    })");
    const TemporaryFolder folder;
    const std::string run =
        scenario.GetPath() + " --no-figure --no-lint --seed 1 --output " + folder.GetPath();
    const std::string line = "\r"; // goes back to where it began, and a table does not
    for (const auto& ranks : KeepPossible({"", " --ranks 2"}))
    {
        const auto silent = RunScenario(run + ranks);
        EXPECT_EQ(silent.status, 0) << silent.text;
        EXPECT_FALSE(Has(silent.text, line));
        const auto asked = RunScenario(run + ranks + " --progress");
        EXPECT_EQ(asked.status, 0) << asked.text;
        EXPECT_TRUE(Has(asked.text, line));
        const auto quiet = RunScenario(run + ranks + " --progress --quiet");
        EXPECT_FALSE(Has(quiet.text, line));
    }
}

#endif

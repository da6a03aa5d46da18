// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

// Scenarios state their intended findings ("lint": {"ignore": ...}). The ring of buffers is the
// point of deadlock-ring: its two fabrics are warned of, a line each.
TEST(ShippedScenarios, AreAcceptedWithoutAWarning)
{
    namespace fs = std::filesystem;
    int count = 0;
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(AI_FABRIC_SOURCE_DIR) / "examples/scenarios"))
    {
        if (entry.path().extension() != ".json")
        {
            continue;
        }
        ++count;
        const auto outcome = RunScenario(entry.path().string() + " --check");
        EXPECT_EQ(outcome.status, 0) << entry.path() << ": " << outcome.text;
        std::string text = outcome.text;
        if (entry.path().stem() == "deadlock-ring")
        {
            for (const std::string fabric : {"roce", "infini-band"})
            {
                const std::string start = fabric + ": warning: a deadlock is possible ";
                EXPECT_TRUE(Begins(text, start));
                text.erase(0, text.find('\n') + 1);
            }
        }
        // A debug build says that it is slow.
        for (size_t place; (place = text.find("[debug-build]\n")) != std::string::npos;)
        {
            text.erase(0, place + std::string("[debug-build]\n").size());
        }
        EXPECT_EQ(text, "") << entry.path();
    }
    EXPECT_GE(count, 20);
}

// All compare as many draws as usual, or say how many. "seed" is the first one of them, and would
// read as if there were one.
TEST(ShippedScenarios, NameNoSingleSeed)
{
    namespace fs = std::filesystem;
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(AI_FABRIC_SOURCE_DIR) / "examples/scenarios"))
    {
        if (entry.path().extension() == ".json")
        {
            std::ifstream in(entry.path());
            const std::string text{std::istreambuf_iterator<char>(in), {}};
            EXPECT_FALSE(Has(text, "\"seed\"")) << entry.path();
        }
    }
}

#endif // AI_FABRIC_RUN

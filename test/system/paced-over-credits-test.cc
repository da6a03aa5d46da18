// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

// With cables of 10 ns credits come back while a paced queue pair's time comes: a queue pair that
// is due while they are on the wire must be served after them, or it never sends again.
TEST(PacedOverCredits, EveryRunEnds)
{
    const TemporaryFile scenario(R"({
        "topology": {"type": "star", "hosts": 8, "rate": "HDR", "delay": "10ns"},
        "fabric": "infiniband-ibcc",
        "workload": {"type": "poisson", "sizes": "FbHdp", "load": 0.5, "flows": 200}
    })");
    const TemporaryFolder folder;
    for (int seed = 1; seed <= 12; ++seed)
    {
        const auto outcome =
            RunScenario(scenario.GetPath() + " --quiet --no-figure --seed " + std::to_string(seed) +
                        " --output " + folder.GetPath() + "/" + std::to_string(seed));
        EXPECT_EQ(outcome.status, 0) << "seed " << seed << ": " << outcome.text;
    }
}

#endif // AI_FABRIC_RUN

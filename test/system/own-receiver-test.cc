// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A congestion control with a receiver's half, outside of the module, in a scenario.

#include "run-program.h"
#include "temporary-folder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>

#if defined(AI_FABRIC_RUN) && defined(AI_FABRIC_COMPILE_LIBRARY)

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

const std::string EXAMPLE =
    AI_FABRIC_SOURCE_DIR "/examples/own-receiver-driven/own-receiver-driven";

/** @return a field of the row of summary.csv for a fabric and all its jobs */
double
GraphField(const std::string& summary, const std::string& fabric, int column)
{
    size_t place = summary.find("\n" + fabric + ",all,");
    EXPECT_NE(place, std::string::npos) << summary;
    for (; column > 0; --column)
    {
        place = summary.find(',', place) + 1;
    }
    return std::stod(summary.substr(place));
}

constexpr int COMPLETE = 2;
constexpr int COMPLETION_NS = 3;
constexpr int LARGEST_QUEUE_BYTES = 17;
constexpr int DROPS = 18;
constexpr int PAUSE_FRAMES = 19;

} // namespace

// Seven times 2 MB in packets of 4096 B: 488 grants each, behind the first packet that needs none.
// The longest packet is 46 + 12 + 20 + 4096 + 4 + 20 = 4198 B on the wire, T = 335.84 ns. The last
// grant is 7 * 488 - 1 = 3415 T behind the first one. Around that are the first packet's way (2 us
// of cable), the last grant's, its packet's and the acknowledgement's, each with some serialization
// and the switch: 8 us of cable, less than 5 us for the rest. The seven first packets come
// together, six wait behind one on the wire, 46 + 12 + 16 + 4096 + 4 B each; later never more comes
// than the link carries. Far below what pauses or drops anything.
TEST(OwnReceiverTest, GrantsFillTheLinkAndNoQueue)
{
    const TemporaryFolder folder;
    const std::string library = (fs::path(folder.GetPath()) / "own-receiver-driven.so").string();
    CompileLibrary(EXAMPLE + ".cc", library);
    const fs::path results = fs::path(folder.GetPath()) / "results";
    const auto outcome =
        RunProgram(std::string(AI_FABRIC_RUN) + " " + EXAMPLE + ".json --load " + library +
                   " --seed 1 --quiet --no-figure --output " + results.string());
    ASSERT_EQ(outcome.status, 0) << outcome.text;
    const std::string summary = Read(results / "summary.csv");
    EXPECT_EQ(GraphField(summary, "grants", COMPLETE), 1);
    EXPECT_EQ(GraphField(summary, "grants", DROPS), 0);
    EXPECT_EQ(GraphField(summary, "grants", PAUSE_FRAMES), 0);
    const double grantsNs = 3415 * 335.84;
    EXPECT_GT(GraphField(summary, "grants", COMPLETION_NS), grantsNs + 8'000);
    EXPECT_LT(GraphField(summary, "grants", COMPLETION_NS), grantsNs + 13'000);
    EXPECT_EQ(GraphField(summary, "grants", LARGEST_QUEUE_BYTES), 6 * 4174);
    EXPECT_GT(GraphField(summary, "DCQCN", LARGEST_QUEUE_BYTES), 7 * 4174);
}

#endif // AI_FABRIC_RUN

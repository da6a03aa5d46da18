// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "has-text.h"
#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** Scenarios of one server without a network between servers. */
class LoneServerTest : public testing::Test
{
  protected:
    /** @return outcome of a scenario, whose files are in the folder */
    Outcome Run(const std::string& scenario, const fs::path& folder, const std::string& more = "")
    {
        const TemporaryFile file(scenario);
        return RunScenario(file.GetPath() + " --no-figure --seed 1 --output " + folder.string() +
                           " " + more);
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
};

const std::string WORKLOAD = R"("workload": {"type": "collective", "bytes": "8MiB"})";

} // namespace

TEST_F(LoneServerTest, TheServerIsTheNetwork)
{
    const auto outcome =
        Run(R"({"server": "mi300x-mesh", "lint": {"ignore": ["debug-build"]}, )" + WORKLOAD + "}",
            m_folder);
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "8 hosts, 8 switches, 36 links, 1 servers of 8 GPUs"))
        << outcome.text;
    EXPECT_TRUE(Has(Read(m_folder / "links.csv"), "chip3"));
    EXPECT_FALSE(Has(outcome.text, "warning"));
}

TEST_F(LoneServerTest, AManifestRunsAgain)
{
    const std::string scenario = R"({"server": "mi300x-mesh", )" + WORKLOAD + "}";
    EXPECT_EQ(Run(scenario, m_folder / "a").status, 0);
    const auto again = RunScenario((m_folder / "a" / "manifest.json").string() +
                                   " --no-figure --seed 1 --output " + (m_folder / "b").string());
    EXPECT_EQ(again.status, 0) << again.text;
    EXPECT_EQ(Read(m_folder / "a" / "flows.csv"), Read(m_folder / "b" / "flows.csv"));
}

TEST_F(LoneServerTest, SeveralFabricsRunOnTheLinksOfAServer)
{
    const auto outcome = Run(R"({"server": {"type": "custom", "gpusPerServer": 4,
                           "topology": {"type": "star", "hosts": 4, "rate": "800Gbps"}},
                "fabric": ["sue", "sue-lite", "esun", "ualink", "nvlink-flits"], )" +
                                 WORKLOAD + "}",
                             m_folder);
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    for (const std::string name : {"sue-lite", "esun", "ualink", "nvlink-flits"})
    {
        EXPECT_TRUE(Has(outcome.text, name)) << outcome.text;
    }
}

TEST_F(LoneServerTest, AServerWithoutLinksNeedsANetwork)
{
    const auto outcome = Run(R"({"server": "custom", )" + WORKLOAD + "}", m_folder);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(Has(outcome.text,
                    "server: has no links between its GPUs; expected a topology between servers, "
                    "or a server with links"))
        << outcome.text;
}

#endif // AI_FABRIC_RUN

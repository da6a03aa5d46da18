// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_IMPORT_TEST_H
#define AI_FABRIC_IMPORT_TEST_H

#include "run-program.h"
#include "temporary-folder.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#ifdef AI_FABRIC_RUN

namespace ns3
{

/** A copy of the small inputs of other simulators in test/system/imports. */
class ImportFolderTest : public testing::Test
{
  protected:
    void SetUp() override
    {
        if (RunProgram("python3 --version").status != 0)
        {
            GTEST_SKIP() << "needs Python";
        }
        std::filesystem::copy(std::filesystem::path(AI_FABRIC_SOURCE_DIR) / "test" / "system" /
                                  "imports",
                              m_folder.GetPath(),
                              std::filesystem::copy_options::recursive);
    }

    /** @param name of a file of the copy @return its path */
    std::filesystem::path In(const std::string& name) const
    {
        return std::filesystem::path(m_folder.GetPath()) / name;
    }

    /** @param simulator whose input is imported @return what became of that */
    Outcome Import(const std::string& simulator, const std::string& more = "") const
    {
        const std::map<std::string, std::string> inputs = {
            {"hpcc", "config.txt"},
            {"conweave", "config.txt"},
            {"simai", "SimAI.conf -n topology.txt -w workload.txt"},
            {"htsim", "triggers.cm"},
            {"sonic", "config_db.json"},
            {"infragraph", "infrastructure.json"}};
        return RunProgram("cd " + In(simulator).string() +
                          " && python3 " AI_FABRIC_SOURCE_DIR "/utils/ai_fabric_import " +
                          simulator + " " + inputs.at(simulator) + " -o ../it.json " + more);
    }

    /**
     * Changes an input.
     *
     * @param file path in the folder
     * @param from text that stands there
     * @param to text in its place
     */
    void Change(const std::string& file, const std::string& from, const std::string& to) const
    {
        std::string text = Read(In(file));
        const auto at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        text.replace(at, from.size(), to);
        std::ofstream(In(file)) << text;
    }

    /** Expects one line of error, and no scenario. @param outcome what became of an import */
    void ExpectRefusal(const Outcome& outcome, const std::string& message) const
    {
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_TRUE(Has(outcome.text, message)) << outcome.text;
        EXPECT_EQ(std::count(outcome.text.begin(), outcome.text.end(), '\n'), 1) << outcome.text;
        EXPECT_FALSE(std::filesystem::exists(In("it.json")));
    }

    /** @param arguments behind the program's name @return what became of a matrix of htsim_uec */
    Outcome ImportUltraEthernet(const std::string& arguments) const
    {
        return RunProgram("cd " + In("htsim").string() +
                          " && python3 " AI_FABRIC_SOURCE_DIR "/utils/ai_fabric_import htsim_uec " +
                          arguments + " -o ../it.json");
    }

    /**
     * Imports and runs.
     *
     * @param simulator whose input
     * @param more options
     */
    void ImportAndRun(const std::string& simulator, const std::string& more = "")
    {
        const auto imported = Import(simulator, more);
        ASSERT_EQ(imported.status, 0) << imported.text;
        EXPECT_TRUE(Has(imported.text, "\nto run it: ./ai-fabric run ../it.json\n"));
        const auto run =
            RunDraws(In("it.json").string() + " --no-figure --output " + In("results").string());
        ASSERT_EQ(run.status, 0) << run.text;
        std::istringstream said(run.text);
        for (std::string line; std::getline(said, line);)
        {
            // A build with assertions says that it is slow.
            EXPECT_TRUE(line.find("warning") == std::string::npos ||
                        line.find("[debug-build]") != std::string::npos)
                << line;
        }
    }

    /** @param scenario a file of the copy @param results a folder of it @return how its run ended
     */
    Outcome RunQuietly(const std::string& scenario, const std::string& results) const
    {
        return RunScenario(In(scenario).string() + " --no-lint --quiet --no-figure --output " +
                           In(results).string());
    }

    /** @return links and payload over all of them in bytes, by network, of the results in "out" */
    std::map<std::string, std::pair<int, double>> CountLinks() const
    {
        std::map<std::string, std::pair<int, double>> links;
        const auto networks = ReadColumn(In("out") / "links.csv", 1);
        const auto payloads = ReadColumn(In("out") / "links.csv", 12);
        for (size_t i = 0; i < networks.size(); ++i)
        {
            ++links[networks[i]].first;
            links[networks[i]].second += std::stod(payloads[i]);
        }
        return links;
    }

    /** @return lines of a file of the results, split at blanks */
    std::vector<std::vector<std::string>> Lines(const std::string& name) const
    {
        std::vector<std::vector<std::string>> lines;
        std::ifstream in(In("results") / name);
        for (std::string line; std::getline(in, line);)
        {
            std::istringstream words(line);
            lines.emplace_back();
            for (std::string word; words >> word;)
            {
                lines.back().push_back(word);
            }
        }
        return lines;
    }

    TemporaryFolder m_folder;
};

} // namespace ns3

#endif // AI_FABRIC_RUN

#endif // AI_FABRIC_IMPORT_TEST_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;
namespace fs = std::filesystem;

// Each asks one question, and its answer is in the column that it names.
TEST(QuestionScenarios, EachRunsAndHasItsAnswerWhereItSays)
{
    const std::regex pattern(
        "\"description\": \"[^\"]*\\? Answer: ([a-z-]+\\.csv) ([A-Za-z0-9_]+)\"");
    int count = 0;
    for (const auto& entry :
         fs::directory_iterator(fs::path(AI_FABRIC_SOURCE_DIR) / "examples/scenarios/questions"))
    {
        ++count;
        const std::string path = entry.path().string();
        SCOPED_TRACE(path);
        std::smatch match;
        const std::string text = Read(path);
        ASSERT_TRUE(std::regex_search(text, match, pattern)) << "no question with an answer";
        const TemporaryFolder folder;
        const auto run = RunScenario(path + " --no-figure --output " + folder.GetPath());
        EXPECT_EQ(run.status, 0) << run.text;
        const fs::path table = fs::path(folder.GetPath()) / match[1].str();
        const auto rows = ReadCells(table);
        ASSERT_GE(rows.size(), 2u) << table;
        const auto& names = rows.front();
        const auto column = std::find(names.begin(), names.end(), match[2].str());
        ASSERT_NE(column, names.end()) << match[2] << " is no column of " << table;
        const auto values = ReadColumn(table, static_cast<size_t>(column - names.begin()));
        EXPECT_TRUE(std::any_of(values.begin(), values.end(), [](const auto& value) {
            return !value.empty() && value != "0";
        })) << match[2];
    }
    EXPECT_GE(count, 20);
}

// The page has the question of each, its command and its table, which shows the column that the
// scenario names.
TEST(QuestionScenarios, EachIsAnsweredOnThePage)
{
    const std::regex pattern(
        "\"description\": \"([^\"]*\\?) Answer: ([a-z-]+\\.csv) ([A-Za-z0-9_]+)\"");
    const fs::path root = AI_FABRIC_SOURCE_DIR;
    const std::string page = Read(root / "doc/questions.rst");
    for (const auto& entry : fs::directory_iterator(root / "examples/scenarios/questions"))
    {
        const std::string name = "questions/" + entry.path().stem().string();
        SCOPED_TRACE(name);
        std::smatch match;
        const std::string text = Read(entry.path());
        ASSERT_TRUE(std::regex_search(text, match, pattern));
        const std::string question = match[1];
        EXPECT_TRUE(Has(page, "\n" + question + "\n" + std::string(question.size(), '~') + "\n"))
            << question;
        EXPECT_TRUE(Has(page, "\n    ./ai-fabric run " + name + "\n"));
        EXPECT_TRUE(Has(page, "\n.. measured: " + name + "\n   {table answer}\n"));
        const std::string campaign = Read(root / "doc/measured" / (name + ".json"));
        EXPECT_TRUE(Has(campaign, "\"scenario\": \"" + name + "\""));
        const std::string column = match[3];
        EXPECT_TRUE(std::regex_search(campaign, std::regex(" " + column + "[ }]"))) << column;
        const bool inSummary = campaign.find("\"table\"") == std::string::npos;
        EXPECT_EQ(inSummary ? "summary.csv" : "slowdown.csv", match[2].str());
    }
}

#endif

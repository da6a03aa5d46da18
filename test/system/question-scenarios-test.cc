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
        // sweep.csv has a row per number.
        const std::string metric = match[2];
        const bool isSweep = match[1] == "sweep.csv";
        const std::string name = isSweep ? "value" : metric;
        const auto& names = rows.front();
        ASSERT_NE(std::find(names.begin(), names.end(), name), names.end())
            << name << " is not a column of " << table;
        const auto cells = ReadRows(table);
        EXPECT_TRUE(std::any_of(cells.begin(), cells.end(), [&](const auto& row) {
            return (!isSweep || row.at("metric") == metric) && !row.at(name).empty() &&
                   row.at(name) != "0";
        })) << metric;
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
        // A campaign of a sweep runs its points one by one.
        const bool isSweep = match[2] == "sweep.csv";
        EXPECT_EQ(isSweep, Has(campaign, "\"sweep={}\""));
        const std::string table = isSweep ? "summary.csv" : match[2].str();
        EXPECT_EQ(table == "summary.csv", campaign.find("\"table\"") == std::string::npos);
        EXPECT_EQ(table != "summary.csv", Has(campaign, "\"table\": \"" + table + "\""));
    }
}

#endif

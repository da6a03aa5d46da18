// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_PROGRAM_H
#define AI_FABRIC_RUN_PROGRAM_H

#include "has-text.h"

#include "ns3/csv-text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <vector>

namespace ns3
{

/** What a program printed, both streams together, and its exit status. */
struct Outcome
{
    int status;       //!< -1 if it did not exit by itself
    std::string text; //!< stdout and stderr
};

/** @param command for the shell, which may send stderr elsewhere @return what became of it */
inline Outcome
RunProgram(const std::string& command)
{
    FILE* pipe = popen(("(" + command + ") 2>&1").c_str(), "r");
    if (!pipe)
    {
        throw std::runtime_error("cannot run " + command);
    }
    Outcome outcome{-1, ""};
    std::array<char, 4096> chunk;
    while (const size_t got = std::fread(chunk.data(), 1, chunk.size(), pipe))
    {
        outcome.text.append(chunk.data(), got);
    }
    const int status = pclose(pipe);
    outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

#ifdef AI_FABRIC_COMPILE_LIBRARY
/**
 * Compiles as the launcher does; nothing is said.
 *
 * @param source a class outside the module
 * @param library for --load
 */
inline void
CompileLibrary(const std::string& source, const std::string& library)
{
    const auto outcome =
        RunProgram("sh " AI_FABRIC_COMPILE_LIBRARY " -o " + library + " " + source);
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_EQ(outcome.text, "");
}
#endif

#ifdef AI_FABRIC_RUN
/**
 * @return the scenario runner, or another one if the environment variable AI_FABRIC_RUN names it,
 * as one that looks for races; quoted for the shell
 */
inline std::string
QuoteRunner()
{
    const char* other = std::getenv("AI_FABRIC_RUN");
    return std::string("\"") + (other ? other : AI_FABRIC_RUN) + "\"";
}

/** @return whether the runner can have processes of MPI */
inline bool
HasRanks()
{
#ifdef AI_FABRIC_MPI
    const char* other = std::getenv("AI_FABRIC_RUN");
    return !other ||
           std::filesystem::exists(std::filesystem::path(other).replace_filename("ai-fabric-mpi"));
#else
    return false;
#endif
}

/** @param options of the runner @return without those that want MPI, where there is none */
inline std::vector<std::string>
KeepPossible(std::vector<std::string> options)
{
    const auto isImpossible = [](const std::string& option) {
        return option.find("--ranks") != std::string::npos && !HasRanks();
    };
    options.erase(std::remove_if(options.begin(), options.end(), isImpossible), options.end());
    return options;
}

/** @param arguments of the scenario runner @return what became of it */
inline Outcome
RunDraws(const std::string& arguments)
{
    return RunProgram(QuoteRunner() + " " + arguments);
}

/**
 * The same with one draw.
 *
 * @param arguments of the scenario runner
 * @return what became of it
 */
inline Outcome
RunScenario(const std::string& arguments)
{
    const bool hasSeed = arguments.find("--seed ") != std::string::npos;
    return RunDraws((hasSeed ? "" : "--seed 1 ") + arguments);
}
#endif

/** @return the value of a line of what is printed: two spaces, its name, two or more, its value */
inline std::string
ValueOf(const std::string& text, const std::string& name)
{
    const auto at = text.find("\n  " + name + "  ");
    if (at == std::string::npos)
    {
        return "";
    }
    const auto begin = text.find_first_not_of(' ', at + 3 + name.size());
    return text.substr(begin, text.find('\n', begin) - begin);
}

#ifdef AI_FABRIC_RUN
/** Expects that the scenario runner says one line, with a part, and exits with status 2. */
inline void
ExpectOneLine(const std::string& arguments, const std::string& part)
{
    const auto outcome = RunDraws(arguments);
    EXPECT_EQ(outcome.status, 2) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, part));
    EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
}
#endif

/** @param path of a file @return what it holds; nothing if it cannot be read */
inline std::string
Read(const std::filesystem::path& path)
{
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

/** @param path of a CSV file (RFC 4180) @return its cells by line, the header's too */
inline std::vector<std::vector<std::string>>
ReadCells(const std::filesystem::path& path)
{
    return ParseCsv(Read(path));
}

/** @param path of a CSV file (RFC 4180) @return its rows, each cell by the name of its column */
inline std::vector<std::map<std::string, std::string>>
ReadRows(const std::filesystem::path& path)
{
    const auto cells = ReadCells(path);
    std::vector<std::map<std::string, std::string>> rows;
    for (size_t line = 1; line < cells.size(); ++line)
    {
        auto& row = rows.emplace_back();
        for (size_t i = 0; i < std::min(cells.front().size(), cells[line].size()); ++i)
        {
            row[cells.front()[i]] = cells[line][i];
        }
    }
    return rows;
}

/**
 * @param path of a CSV file (RFC 4180)
 * @param column from 0
 * @return its cells, no header
 */
inline std::vector<std::string>
ReadColumn(const std::filesystem::path& path, std::size_t column)
{
    std::vector<std::string> values;
    for (const auto& row : ReadCells(path))
    {
        values.push_back(column < row.size() ? row[column] : "");
    }
    if (!values.empty())
    {
        values.erase(values.begin());
    }
    return values;
}

} // namespace ns3

#endif // AI_FABRIC_RUN_PROGRAM_H

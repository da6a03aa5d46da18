// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The runner has ns-3's module internet in a library, which it loads for those that ask.

#include "run-program.h"
#include "temporary-folder.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_INTERNET_LIBRARY

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

const std::string RUNNER = AI_FABRIC_RUN;
const std::string SCENARIOS = AI_FABRIC_SOURCE_DIR "/examples/scenarios/";

/** A folder that lasts as long as the test. */
class InternetLibraryTest : public testing::Test
{
  protected:
    /** @return the folder of results of a run of background.json with little traffic */
    fs::path RunBackground(const std::string& program)
    {
        const auto results = m_folder / std::to_string(m_runs++);
        const auto outcome =
            RunProgram(program + " " + SCENARIOS + "background.json --seed 1 --quiet --no-figure " +
                       "--set workload.bytes=1MB --output " + results.string());
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return results;
    }

    /** @return the runner without its library */
    std::string CopyRunner() const
    {
        const auto copy = m_folder / "bin" / "ai-fabric-run";
        fs::create_directories(copy.parent_path());
        fs::copy_file(RUNNER, copy);
        return copy.string();
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
    int m_runs{0};
};

TEST_F(InternetLibraryTest, RunnerIsNotLinkedWithTheInternet)
{
    // As glibc's ldd does; other systems run the program.
    const auto runner = RunProgram("LD_TRACE_LOADED_OBJECTS=1 " + RUNNER + " --help");
    if (!Has(runner.text, "=>"))
    {
        GTEST_SKIP() << "this system does not print the libraries of a program";
    }
    EXPECT_TRUE(Has(runner.text, "-core"));
    for (const std::string module : {"-internet", "-applications", "-traffic-control"})
    {
        EXPECT_FALSE(Has(runner.text, module));
    }
    const auto linked = RunProgram("LD_TRACE_LOADED_OBJECTS=1 " AI_FABRIC_OWN_PROGRAM " --help");
    EXPECT_TRUE(Has(linked.text, "-internet"));
}

TEST_F(InternetLibraryTest, ResultsAreThoseOfAProgramThatIsLinkedWithIt)
{
    const auto loaded = RunBackground(RUNNER);
    const auto linked = RunBackground(AI_FABRIC_OWN_PROGRAM);
    for (const std::string file : {"flows.csv", "background.csv"})
    {
        EXPECT_EQ(Read(loaded / file), Read(linked / file)) << file;
    }
    // Two fabrics, each with four flows of TCP and two of UDP, all of which get through.
    const auto rows = ReadRows(loaded / "background.csv");
    ASSERT_EQ(rows.size(), 2u * 6);
    for (const auto& row : rows)
    {
        EXPECT_GT(std::stod(row.at("received_bytes")), 0);
    }
}

TEST_F(InternetLibraryTest, WhoAsksForANameIsToldOfItsClasses)
{
    const std::string scenario = SCENARIOS + "tiny.json --check --no-lint ";
    ExpectOneLine(scenario + "--set background={\\\"type\\\":\\\"quic\\\"}",
                  "unknown type \"quic\"; expected one of tcp, udp, uud");
    const std::string value = "::QueueBytes\\\":\\\"1MB\\\"}";
    const std::string attribute = scenario + "--set attributes={\\\"ns3::";
    EXPECT_EQ(RunDraws(attribute + "ForeignPort" + value).text, "");
    ExpectOneLine(attribute + "NoPort" + value, "does not name a class of ns-3");
    for (const std::string listed : {"TcpBackground", "ForeignPort"})
    {
        const auto list = RunDraws("--list " + listed);
        EXPECT_EQ(list.status, 0) << list.text;
        EXPECT_TRUE(Has(list.text, "ns3::" + listed));
    }
}

TEST_F(InternetLibraryTest, RunnerWithoutItSaysSoWhereItIsNeeded)
{
    const auto runner = CopyRunner();
    const auto ok = RunProgram(runner + " " + SCENARIOS + "tiny.json --check --no-lint");
    EXPECT_EQ(ok.status, 0) << ok.text;
    const auto outcome = RunProgram(runner + " " + SCENARIOS + "background.json --check");
    EXPECT_EQ(outcome.status, 2) << outcome.text;
    EXPECT_TRUE(Has(outcome.text, "/ai-fabric-internet.so: is missing"));
    EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
}

TEST_F(InternetLibraryTest, LibraryBesideTheRunnerIsTaken)
{
    const auto runner = CopyRunner();
    fs::copy_file(AI_FABRIC_INTERNET_LIBRARY,
                  fs::path(runner).parent_path() / "ai-fabric-internet.so");
    const auto outcome = RunProgram(runner + " " + SCENARIOS + "background.json --check --no-lint");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
}

} // namespace

#endif // AI_FABRIC_INTERNET_LIBRARY

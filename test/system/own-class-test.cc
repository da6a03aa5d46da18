// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Classes outside of the module: in a shared library of --load, and in a program.

#include "run-program.h"
#include "temporary-folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

const std::string RUNNER = AI_FABRIC_RUN;
const std::string LIBRARY = AI_FABRIC_OWN_LIBRARY;
const std::string OWN_SCENARIO =
    AI_FABRIC_SOURCE_DIR "/examples/own-congestion-control/own-congestion-control.json";

/** A folder that lasts as long as the test. */
class OwnClassTest : public testing::Test
{
  protected:
    /** @return the folder of results of a run of the example's scenario */
    fs::path Run(const std::string& program, const std::string& options)
    {
        const auto results = m_folder / std::to_string(m_runs++);
        const auto outcome =
            RunProgram(program + " " + OWN_SCENARIO + " --seed 1 --quiet --no-figure --output " +
                       results.string() + " " + options);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return results;
    }

    /** Expects one line that says so, and status 2. */
    void ExpectRefused(const std::string& options, const std::string& line)
    {
        const auto outcome = RunProgram(RUNNER + " " + OWN_SCENARIO + " --check " + options);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_EQ(std::count(outcome.text.begin(), outcome.text.end(), '\n'), 1) << outcome.text;
        EXPECT_EQ(outcome.text.substr(0, line.size()), line);
    }

    /** @return the path of a new file */
    std::string Write(const std::string& name, const std::string& text) const
    {
        const auto path = m_folder / name;
        std::ofstream(path) << text;
        return path.string();
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
    int m_runs{0};
};

/** @return a field of the row of summary.csv for a fabric and its only job */
std::string
GraphField(const fs::path& results, const std::string& fabric, size_t column)
{
    const std::string summary = Read(results / "summary.csv");
    size_t place = summary.find(fabric + ",incast,");
    EXPECT_NE(place, std::string::npos) << summary;
    for (; column > 0; --column)
    {
        place = summary.find(',', place) + 1;
    }
    return summary.substr(place, summary.find(',', place) - place);
}

TEST_F(OwnClassTest, LoadedLibraryIsNamedInAScenarioBesideClassesOfTheModule)
{
    const auto results = Run(RUNNER, "--load " + LIBRARY);
    const auto manifest = Read(results / "manifest.json");
    EXPECT_TRUE(Has(manifest, "\"type\": \"ns3::OwnCongestionControl\""));
    EXPECT_TRUE(Has(manifest, "\"cut\": 0.29999999999999999"));
    EXPECT_TRUE(Has(manifest, fs::path(LIBRARY).filename().string()));
    EXPECT_EQ(GraphField(results, "own", 2), "1"); // complete
    EXPECT_EQ(GraphField(results, "DCQCN", 2), "1");
    // Seven times 2 MB through one link of 100 Gb/s take 1.12 ms; two algorithms never agree.
    const double ownNs = std::stod(GraphField(results, "own", 3));
    const double dcqcnNs = std::stod(GraphField(results, "DCQCN", 3));
    EXPECT_GT(ownNs, 1.12e6);
    EXPECT_GT(dcqcnNs, 1.12e6);
    EXPECT_NE(ownNs, dcqcnNs);
}

TEST_F(OwnClassTest, ProgramWithTheClassInItIsTheSameRunner)
{
    const auto loaded = Read(Run(RUNNER, "--load " + LIBRARY) / "flows.csv");
    // Two fabrics with seven messages each.
    EXPECT_EQ(std::count(loaded.begin(), loaded.end(), '\n'), 1 + 2 * 7);
    EXPECT_EQ(loaded, Read(Run(AI_FABRIC_OWN_PROGRAM, "") / "flows.csv"));
}

TEST_F(OwnClassTest, AttributesOfALoadedClassAreListedAndChecked)
{
    const auto list = RunProgram(RUNNER + " --list --load " + LIBRARY);
    EXPECT_EQ(list.status, 0);
    EXPECT_TRUE(Has(list.text, "\"own\" (ns3::OwnCongestionControl)"));
    EXPECT_FALSE(Has(RunProgram(RUNNER + " --list").text, "OwnCongestionControl"));
    ExpectRefused("--load " + LIBRARY + " --set fabric.0.congestionControl.cut=2",
                  "command line: fabric.0.congestionControl.cut: is 2; expected a number");
}

TEST_F(OwnClassTest, LibraryLoadedTwiceIsLoadedOnce)
{
    const auto outcome = RunProgram(RUNNER + " " + OWN_SCENARIO + " --check --no-lint --load " +
                                    LIBRARY + " --load " + LIBRARY);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.text, "");
}

TEST_F(OwnClassTest, WhatCannotBeLoadedIsOneLine)
{
    ExpectRefused("", OWN_SCENARIO + ":10: fabric.0.congestionControl.type: unknown type \"own\"");
    const std::string told = RunProgram(RUNNER + " " + OWN_SCENARIO + " --check").text;
    EXPECT_TRUE(Has(told, "timely; --load adds your own types\n"));
    ExpectRefused("--load", "command line: the required argument for option '--load' is missing");
    ExpectRefused("--load nowhere.so", "nowhere.so: is not a file; expected a shared library");
    const auto text = Write("text.so", "#include <nothing of this kind>\n");
    ExpectRefused("--load " + text, text + ": cannot be loaded: file too short");
    ExpectRefused("--load " + m_folder.string(), m_folder.string() + ": is not a file");
}

// The library of the example as it would be with other headers, and without the mark.
TEST_F(OwnClassTest, LibraryOfOtherHeadersIsRefused)
{
    const std::string start = "ai-fabric headers ";
    const std::string bytes = Read(LIBRARY);
    const size_t digest = bytes.find(start) + start.size();
    ASSERT_GT(digest, start.size());
    std::string changed = bytes;
    changed[digest] = changed[digest] == '0' ? '1' : '0';
    const auto stale = Write("stale.so", changed);
    ExpectRefused("--load " + stale,
                  stale +
                      ": was compiled with other headers than this program; compile it again\n");
    changed = bytes;
    for (size_t at = changed.find(start); at != std::string::npos; at = changed.find(start))
    {
        changed[at] = 'A';
    }
    const auto unmarked = Write("unmarked.so", changed);
    ExpectRefused("--load " + unmarked,
                  unmarked + ": does not say with which headers it was compiled; expected a "
                             "library compiled with -include ns3/header-mark.h\n");
}

#ifdef AI_FABRIC_COMPILE_LIBRARY

/** @return a class of that name and its TypeId, without the rest of the file */
std::string
PathSelectorSource(const std::string& name, const std::string& typeName)
{
    return "#include \"ns3/path-selector.h\"\n"
           "namespace ns3 {\n"
           "void Outside();\n"
           "class " +
           name +
           " : public PathSelector {\n"
           "  public:\n"
           "    static TypeId GetTypeId() {\n"
           "        static TypeId tid = TypeId(\"" +
           typeName +
           "\")\n"
           "            .SetParent<PathSelector>().AddConstructor<" +
           name +
           ">();\n"
           "        return tid;\n"
           "    }\n"
           "  private:\n"
           "    uint16_t DoSelect(const FabricPacket&, const std::vector<uint16_t>& p) override {\n"
           "        return p.front();\n"
           "    }\n"
           "};\n";
}

/** Compiles as the launcher does. @return the library */
std::string
Compile(const std::string& source)
{
    CompileLibrary(source, source + ".so");
    return source + ".so";
}

TEST_F(OwnClassTest, AnyKindOfClassIsLoaded)
{
    const auto library =
        Compile(Write("first.cc",
                      PathSelectorSource("FirstPathSelector", "lab::FirstPathSelector") +
                          "NS_OBJECT_ENSURE_REGISTERED(FirstPathSelector);\n}\n"));
    const auto results = Run(RUNNER,
                             "--load " + library + " --load " + LIBRARY +
                                 " --set topology={\\\"type\\\":\\\"leaf-spine\\\"}" +
                                 " --set fabric.0.pathSelector=lab::first");
    EXPECT_TRUE(Has(Read(results / "manifest.json"), "lab::FirstPathSelector"));
    EXPECT_EQ(GraphField(results, "own", 2), "1");
    const auto list = RunProgram(RUNNER + " --list --load " + library);
    EXPECT_TRUE(Has(list.text, "\"lab::FirstPathSelector\" (lab::"));
}

TEST_F(OwnClassTest, LibrariesOfNoUseSayWhy)
{
    const auto taken = Compile(Write("taken.cc",
                                     PathSelectorSource("MyPathSelector", "ns3::EcmpPathSelector") +
                                         "NS_OBJECT_ENSURE_REGISTERED(MyPathSelector);\n}\n"));
    ExpectRefused("--load " + taken, taken + ": registers ns3::EcmpPathSelector, which exists");

    const auto undefined =
        Compile(Write("undefined.cc",
                      PathSelectorSource("MyPathSelector", "ns3::MyPathSelector") +
                          "NS_OBJECT_ENSURE_REGISTERED(MyPathSelector);\n"
                          "struct Caller { Caller() { Outside(); } } g_caller;\n}\n"));
    ExpectRefused("--load " + undefined,
                  undefined + ": cannot be loaded: undefined symbol: ns3::Outside(); expected");

    const auto silent =
        Compile(Write("silent.cc", PathSelectorSource("MyPathSelector", "ns3::Mine") + "}\n"));
    const auto outcome = RunProgram(RUNNER + " --list --load " + silent);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(Begins(outcome.text, silent + ": does not register a class"));
}

#endif // AI_FABRIC_COMPILE_LIBRARY

} // namespace

#endif // AI_FABRIC_RUN

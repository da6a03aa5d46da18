// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "source-files.h"

#include <algorithm>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/**
 * Who may include whom, each room with those it builds upon directly; what they build upon is
 * allowed with them. Programs and tests may include every room of the library.
 */
const std::map<std::string, std::set<std::string>> ROOMS = {
    {"model/core", {}},
    {"model/engine", {"model/core"}},
    {"model/input", {"model/core"}},
    {"model/packet", {"model/core"}},
    {"model/wire", {"model/packet"}},
    {"model/arbiter", {"model/packet"}},
    {"model/link", {"model/arbiter", "model/engine", "model/wire"}},
    {"model/backpressure", {"model/link"}},
    {"model/switch/core", {"model/link"}},
    {"model/switch/buffer", {"model/switch/core"}},
    {"model/switch/stage", {"model/switch/buffer"}},
    {"model/switch/marker", {"model/switch/buffer"}},
    {"model/switch/path", {"model/switch/stage"}},
    {"model/switch/classifier", {"model/switch/path"}},
    {"model/switch", {"model/switch/classifier", "model/switch/marker"}},
    {"model/scheduled", {"model/switch/path"}},
    {"model/congestion-control", {"model/packet"}},
    {"model/entropy", {"model/congestion-control"}},
    {"model/recovery", {"model/core"}},
    {"model/transport", {"model/link", "model/entropy", "model/recovery"}},
    {"model/adapter", {"model/transport"}},
    {"model/fluid", {"model/transport"}},
    {"model/scale-up", {"model/transport"}},
    {"model/delivery", {"model/transport"}},
    {"model/ultra-ethernet", {"model/delivery"}},
    {"model/mrc", {"model/delivery"}},
    {"model/aggregation", {"model/switch", "model/transport"}},
    {"model/topology", {"model/input"}},
    {"model/routing", {"model/topology", "model/packet"}},
    {"model/graph", {"model/input"}},
    {"model/collective", {"model/graph"}},
    {"model/nccl", {"model/collective"}},
    {"model/workload", {"model/collective", "model/packet"}},
    {"model/trace", {"model/workload"}},
    {"model/training", {"model/workload"}},
    {"model/execution", {"model/workload", "model/transport", "model/aggregation"}},
    {"model/inference", {"model/training", "model/execution"}},
    {"model/reinforcement", {"model/inference"}},
    {"model/monitor",
     {"model/backpressure",
      "model/scheduled",
      "model/execution",
      "model/inference",
      "model/routing",
      "model/ultra-ethernet"}},
    {"helper/network", {"model/adapter", "model/fluid", "model/monitor"}},
    {"helper/failure", {"helper/network"}},
    {"helper/background", {"helper/network"}},
    {"helper/lint", {"helper/network"}},
    {"helper", {"helper/lint"}},
    {"helper/output", {"model/input"}},
    {"helper/scenario", {"helper", "helper/failure", "helper/background", "helper/output"}},
    {"helper/results", {"helper/scenario"}},
    {"helper/run", {"helper/results"}},
};

/**
 * Elsewhere under model/ an algorithm is reached by its TypeId; only these headers are included.
 */
const std::map<std::string, std::set<std::string>> INTERFACES = {
    {"model/congestion-control", {"congestion-receiver.h", "rdma-congestion-control.h"}},
    {"model/entropy", {"entropy-policy.h"}},
};

bool
IsLibrary(const std::string& folder)
{
    return StartsWith(folder, "model/") || folder == "helper" || StartsWith(folder, "helper/");
}

/** Whether code in @p from may include headers of @p to, another folder of the library. */
bool
MayInclude(const std::string& from, const std::string& to)
{
    const auto room = ROOMS.find(from);
    if (room == ROOMS.end())
    {
        return !IsLibrary(from);
    }
    return std::any_of(room->second.begin(), room->second.end(), [&to](const auto& below) {
        return below == to || MayInclude(below, to);
    });
}

/** The headers that @p text includes, with their quotes or angle brackets. */
std::vector<std::string>
IncludesOf(const std::string& text)
{
    std::vector<std::string> includes;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
    {
        const auto hash = line.find_first_not_of(" \t");
        if (hash == std::string::npos || line[hash] != '#')
        {
            continue;
        }
        const auto word = line.find_first_not_of(" \t", hash + 1);
        const auto open = line.find_first_of("\"<", hash);
        if (word == std::string::npos || line.compare(word, 7, "include") != 0 ||
            open == std::string::npos)
        {
            continue;
        }
        const auto close = line.find_first_of("\">", open + 1);
        includes.push_back(line.substr(open, close - open + 1));
    }
    return includes;
}

/** What is wrong with one include of @p file, empty if nothing is. */
std::string
JudgeInclude(const SourceFile& file,
             const std::string& include,
             const std::map<std::string, std::string>& folderOfHeader)
{
    const std::string target = include.substr(1, include.size() - 2);
    const std::string name = target.substr(target.rfind('/') + 1);
    const auto known = folderOfHeader.find(name);
    if (known == folderOfHeader.end())
    {
        return ""; // ns-3, Boost, the standard library
    }
    const std::string& from = file.Folder();
    const std::string& to = known->second;

    if (!IsLibrary(to) && IsLibrary(from))
    {
        return "the library includes nothing from " + to;
    }
    if (to == "test/support" && include[0] == '"')
    {
        return "";
    }
    const bool near = from == to;
    const std::string spelling = near ? '"' + name + '"' : "\"ns3/" + name + '"';
    if (include != spelling)
    {
        // A system header may carry the name of one of ours.
        const bool ours = include[0] == '"' || StartsWith(target, "ns3/");
        return ours ? "to be spelled " + spelling : "";
    }
    if (near)
    {
        return "";
    }
    if (!MayInclude(from, to))
    {
        return from + " may not include " + to;
    }
    const auto interface = INTERFACES.find(to);
    if (interface != INTERFACES.end() && StartsWith(from, "model/") &&
        !interface->second.count(name))
    {
        return "only the interface of " + to + " is included from outside";
    }
    return "";
}

Complaints
JudgeIncludes(const Sources& sources)
{
    std::map<std::string, std::string> folderOfHeader;
    for (const auto& file : sources)
    {
        if (file.IsHeader())
        {
            folderOfHeader[file.Name()] = file.Folder();
        }
    }
    Complaints complaints;
    for (const auto& file : sources)
    {
        for (const auto& include : IncludesOf(file.text))
        {
            const std::string problem = JudgeInclude(file, include, folderOfHeader);
            if (!problem.empty())
            {
                complaints.push_back(file.path + ": #include " + include + ": " + problem);
            }
        }
    }
    return complaints;
}

/** A project of one header per room, and @p path that includes @p include. */
Sources
ProjectWith(const std::string& path, const std::string& include)
{
    return {{"model/core/units.h", ""},
            {"model/packet/packet.h", ""},
            {"model/engine/event.h", ""},
            {"model/link/port.h", ""},
            {"model/switch/pipeline.h", ""},
            {"model/congestion-control/rdma-congestion-control.h", ""},
            {"model/congestion-control/dcqcn.h", ""},
            {"model/transport/nic.h", ""},
            {"model/graph/graph.h", ""},
            {"model/collective/ring.h", ""},
            {"model/workload/job.h", ""},
            {"model/execution/fabric-gpu.h", ""},
            {"model/monitor/audit.h", ""},
            {"helper/wiring.h", ""},
            {"helper/run/table.h", ""},
            {"examples/run/own.h", ""},
            {"test/support/fabric-test.h", ""},
            {path, "#include " + include + "\n"}};
}

} // namespace

TEST(Layers, EveryIncludeObeysTheTable)
{
    const Sources sources = ReadProject();
    ASSERT_FALSE(sources.empty());
    EXPECT_EQ(Lines(JudgeIncludes(sources)), "");
}

TEST(Layers, EveryRoomOfTheTableExists)
{
    for (const auto& [room, below] : ROOMS)
    {
        EXPECT_TRUE(fs::is_directory(fs::path(AI_FABRIC_SOURCE_DIR) / room)) << room;
    }
}

TEST(Layers, EveryRoomIsInTheTableAndNotTooLarge)
{
    std::map<std::string, std::set<std::string>> unitsOfRoom;
    for (const auto& file : ReadProject())
    {
        if (IsLibrary(file.Folder()))
        {
            EXPECT_TRUE(ROOMS.count(file.Folder())) << file.path;
            unitsOfRoom[file.Folder()].insert(file.path.substr(0, file.path.rfind('.')));
        }
    }
    for (const auto& [room, units] : unitsOfRoom)
    {
        EXPECT_LE(units.size(), 40U) << room; // more cannot be taken in at a glance
    }
}

TEST(Layers, AllowedIncludesPass)
{
    const std::vector<std::pair<std::string, std::string>> allowed = {
        {"model/link/x.cc", "\"port.h\""},
        {"model/link/x.cc", "\"ns3/event.h\""},
        {"model/switch/x.cc", "\"ns3/packet.h\""}, // by way of link
        {"model/transport/x.cc", "\"ns3/rdma-congestion-control.h\""},
        {"model/execution/x.cc", "\"ns3/port.h\""}, // by way of transport
        {"model/monitor/x.cc", "\"ns3/pipeline.h\""},
        {"model/core/x.cc", "\"ns3/simulator.h\""},
        {"model/core/x.cc", "<packet.h>"}, // not ours: ours have quotes
        {"helper/x.cc", "\"ns3/dcqcn.h\""},
        {"helper/run/x.cc", "\"ns3/wiring.h\""}, // by way of scenario
        {"examples/run/x.cc", "\"own.h\""},
        {"examples/run/x.cc", "\"ns3/wiring.h\""},
        {"test/unit/link/x.cc", "\"ns3/port.h\""},
        {"test/unit/link/x.cc", "\"fabric-test.h\""},
        {"test/unit/link/x.cc", "\"../../support/fabric-test.h\""},
    };
    for (const auto& [path, include] : allowed)
    {
        EXPECT_EQ(Lines(JudgeIncludes(ProjectWith(path, include))), "") << path;
    }
}

TEST(Layers, ForbiddenIncludesAreFound)
{
    const std::vector<std::pair<std::string, std::string>> forbidden = {
        {"model/core/x.cc", "\"ns3/event.h\""},
        {"model/engine/x.h", "\"ns3/port.h\""},
        {"model/link/x.cc", "\"ns3/pipeline.h\""},
        {"model/switch/x.cc", "\"ns3/nic.h\""},
        {"model/transport/x.cc", "\"ns3/pipeline.h\""},
        {"model/transport/x.cc", "\"ns3/dcqcn.h\""}, // the interface only
        {"model/workload/x.cc", "\"ns3/port.h\""},
        {"model/training/x.cc", "\"ns3/fabric-gpu.h\""},
        {"helper/x.cc", "\"ns3/table.h\""},
        {"model/unknown/x.cc", "\"ns3/port.h\""},
        {"model/collective/x.cc", "\"ns3/fabric-gpu.h\""},
        {"model/congestion-control/x.cc", "\"ns3/port.h\""},
        {"model/monitor/x.cc", "\"ns3/wiring.h\""},
        {"model/workload/x.cc", "\"fabric-test.h\""},
        {"helper/x.cc", "\"own.h\""},
        {"model/link/x.cc", "\"ns3/port.h\""}, // its own folder
        {"model/link/x.cc", "\"packet.h\""},   // another folder
        {"model/link/x.cc", "\"../core/packet.h\""},
        {"model/link/x.cc", "<ns3/packet.h>"},
    };
    for (const auto& [path, include] : forbidden)
    {
        EXPECT_EQ(JudgeIncludes(ProjectWith(path, include)).size(), 1U) << path << ' ' << include;
    }
}

TEST(Layers, EveryWayToWriteAnIncludeIsRead)
{
    const auto includes =
        IncludesOf("#include \"a.h\" // why\n  #  include <b.h>\n// #include \"c.h\"\n#if 1\n");
    EXPECT_EQ(includes, (std::vector<std::string>{"\"a.h\"", "<b.h>"}));
}

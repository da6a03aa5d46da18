// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <regex>
#include <set>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** @return the folder of presets of fabrics */
fs::path
PresetFolder()
{
    return fs::path(AI_FABRIC_SOURCE_DIR) / "examples" / "presets" / "fabrics";
}

std::vector<std::string>
PresetNames()
{
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(PresetFolder()))
    {
        names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

/** Runs scenarios with two hosts on a switch and one message. */
class PresetTest : public testing::Test
{
  protected:
    /** @param fabric its JSON @param options more of the command line */
    Outcome Run(const std::string& fabric, const std::string& options = "")
    {
        const auto scenario = m_folder / "scenario.json";
        std::ofstream(scenario) << R"({
            "topology": {"type": "star", "hosts": 2},
            "workload": {"type": "permutation", "bytes": "100KB"},
            "fabric": )" << fabric
                                << "}";
        return RunScenario(scenario.string() + " --no-figure --quiet --output " +
                           (m_folder / "results").string() + " " + options);
    }

    /** @return the manifest of a run that has to succeed */
    std::string Manifest(const std::string& fabric, const std::string& options = "")
    {
        const auto outcome = Run(fabric, options);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return Read(m_folder / "results" / "manifest.json");
    }

    /** Expects one line that begins so, and status 2. */
    void ExpectRefused(const std::string& fabric,
                       const std::string& line,
                       const std::string& options = "")
    {
        const auto outcome = Run(fabric, options);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
        EXPECT_EQ(outcome.text.substr(0, line.size()), line);
    }

    /** @param content of a preset @return its path */
    std::string Write(const std::string& name, const std::string& content)
    {
        const auto path = m_folder / name;
        std::ofstream(path) << content;
        return path.string();
    }

    const TemporaryFolder m_temporary;
    const fs::path m_folder{m_temporary.GetPath()};
};

} // namespace

TEST_F(PresetTest, EachRunsTheTinyScenario)
{
    ASSERT_GE(PresetNames().size(), 7u);
    for (const auto& name : PresetNames())
    {
        // At the rate that it is meant for, if it says one: no warning then.
        const std::string source(AI_FABRIC_SOURCE_DIR);
        const auto text = Read(source + "/examples/presets/fabrics/" + name + ".json");
        std::smatch rate;
        std::regex_search(text, rate, std::regex("\n    \"rate\": \"([0-9A-Za-z]+)\""));
        const auto outcome = RunScenario(
            source + "/examples/scenarios/tiny.json --no-figure --quiet --set fabric=" + name +
            " --set topology.rate=" + (rate.empty() ? "100Gbps" : rate.str(1)) + " --output " +
            (m_folder / name).string());
        EXPECT_EQ(outcome.status, 0) << name << ": " << outcome.text;
        // SONiC's own weights do not put notifications first, which is a true finding.
        const std::set<std::string> notFirst = {"sonic-azure"};
        EXPECT_EQ(Has(outcome.text, "[cnp-not-first]"), notFirst.count(name) == 1) << name;
        const auto lines = std::count(outcome.text.begin(), outcome.text.end(), '\n');
        const bool debug{Has(outcome.text, "[debug-build]")};
        EXPECT_EQ(lines, static_cast<long>(notFirst.count(name)) + debug)
            << name << ": " << outcome.text;
    }
}

/** A value written in the scenario does not have the source of the preset. */
TEST_F(PresetTest, ManifestHasNoSourceOfWhatIsReplaced)
{
    const auto sources = [&](const std::string& more) {
        const auto outcome = RunScenario(std::string(AI_FABRIC_SOURCE_DIR) +
                                         "/examples/scenarios/tiny.json --no-figure --quiet "
                                         "--set 'fabric={\"preset\": \"dctcp-rdma\"" +
                                         more + "}' --output " + m_folder.string());
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        const auto manifest = Read(m_folder / "manifest.json");
        const auto begin = manifest.find("\"source\": {");
        return manifest.substr(begin, manifest.find('}', begin) - begin);
    };
    const auto whole = sources("");
    EXPECT_TRUE(Has(whole, "\"marker.thresholdBytes\""));
    EXPECT_TRUE(Has(whole, "\"congestionControl.gain\""));
    const auto other = sources(", \"marker\": {\"thresholdBytes\": 50000}");
    EXPECT_FALSE(Has(other, "\"marker.thresholdBytes\""));
    EXPECT_TRUE(Has(other, "\"marker.referenceRate\""));
    EXPECT_TRUE(Has(other, "\"congestionControl.gain\""));
    // Another type is another part.
    const auto red = sources(", \"marker\": \"red\", \"congestionControl\": {\"type\": \"dctcp\"}");
    EXPECT_FALSE(Has(red, "\"marker."));
    EXPECT_TRUE(Has(red, "\"congestionControl.gain\""));
}

TEST_F(PresetTest, ListHasEveryPresetAndItsSources)
{
    const auto outcome = RunScenario("--list-presets");
    EXPECT_EQ(outcome.status, 0);
    for (const auto& name : PresetNames())
    {
        EXPECT_TRUE(Has(outcome.text, name + "\n    ")) << name;
    }
    EXPECT_TRUE(Has(outcome.text, "\n      congestionControl: CoNEXT'16: g 1/256"));
    EXPECT_TRUE(Has(outcome.text, "\n    built upon dcqcn-connectx\n"));
}

TEST_F(PresetTest, ManualHasARowForEveryPreset)
{
    const auto page = Read(fs::path(AI_FABRIC_SOURCE_DIR) / "doc" / "presets.rst");
    size_t rows = 0;
    for (size_t at = 0; (at = page.find("   * - ``", at)) != std::string::npos; ++at)
    {
        ++rows;
    }
    for (const auto& name : PresetNames())
    {
        // The row quotes the preset's "about", white space apart.
        std::string about = Read(PresetFolder() / (name + ".json"));
        about = about.substr(about.find("\"about\": \"") + 10);
        about = about.substr(0, about.find('"'));
        EXPECT_TRUE(Has(page, "   * - ``" + name + "``\n     - " + about + "\n")) << name;
    }
    EXPECT_EQ(rows, PresetNames().size());
}

TEST_F(PresetTest, EveryValueOfAPresetHasASource)
{
    const auto script = R"(
import json, pathlib, sys
def paths(value, path):
    if isinstance(value, dict):
        for key, member in value.items():
            if path and key == 'type' and len(value) > 1:
                continue # of a part: comes with its values
            yield from paths(member, path + [key])
    else:
        yield '.'.join(path)
def covers(above, path):
    return path == above or path.startswith(above + '.')
files = sorted(pathlib.Path(sys.argv[1]).glob('*/*.json'))
for file in files:
    preset = json.load(open(file))
    kind = file.parent.name[:-3] + 'y' if file.parent.name.endswith('ies') else file.parent.name[:-1]
    thing, source = preset[kind], preset['source']
    every = list(paths(thing, [])) + ['server'] * (kind == 'topology' and 'server' in preset)
    if not preset['about'].strip():
        print(file, 'no about')
    for path in every:
        if not any(covers(key, path) and source[key].strip() for key in source):
            print(file, 'no source:', path)
    for key in source:
        if not any(covers(key, path) for path in every):
            print(file, 'no value:', key)
    for key, part in thing.items():
        if kind == 'variation':
            continue # a setting is not an object of a scenario
        if isinstance(part, dict) and not {'type', 'source'} & part.keys() and 'preset' not in thing:
            print(file, 'no type:', key)
print(len(files), 'files')
)";
    const auto file = Write("check.py", script);
    const auto outcome =
        RunProgram("python3 " + file + " " + PresetFolder().parent_path().string());
    // 19 fabrics, 5 GPUs, 4 models, 3 price lists, 12 servers and 26 topologies at least.
    EXPECT_TRUE(std::regex_match(outcome.text, std::regex("[0-9]+ files\n"))) << outcome.text;
    EXPECT_GE(std::atoi(outcome.text.c_str()), 69);
}

TEST_F(PresetTest, DefaultsAreDocumentedAsTheyAre)
{
    // Both manifests hold every value in effect, so the fabrics must be the same but for the name.
    const auto fabricOf = [this](const std::string& fabric) {
        const auto manifest = Manifest(fabric);
        const size_t begin = manifest.find("\"fabric\": [");
        return manifest.substr(begin, manifest.find("\"workload\": [") - begin);
    };
    EXPECT_EQ(fabricOf(R"({"preset": "roce-default", "name": "x"})"),
              fabricOf(R"({"type": "roce", "name": "x"})"));
}

TEST_F(PresetTest, ManifestRecordsPresetSourceAndValuesInEffect)
{
    const auto manifest = Manifest(R"("dcqcn-paper")");
    EXPECT_TRUE(Has(manifest, "\"preset\": \"dcqcn-paper\""));
    EXPECT_TRUE(Has(manifest, "\"about\": \"DCQCN as published, 40 Gb/s"));
    EXPECT_TRUE(Has(manifest, "\"congestionControl.rateHai\": \"assumed"));
    EXPECT_TRUE(Has(manifest, "\"name\": \"dcqcn-paper\""));
    EXPECT_TRUE(Has(manifest, "\"type\": \"ns3::Dcqcn\""));
    EXPECT_TRUE(Has(manifest, "\"kminBytes\": 5000"));
    EXPECT_TRUE(Has(manifest, "\"alphaTimer\": \"55000000ps\""));
}

TEST_F(PresetTest, AnyWayToNameAPresetIsTheSame)
{
    const auto flows = [this](const std::string& fabric, const std::string& options = "") {
        Manifest(fabric, options);
        return Read(m_folder / "results" / "flows.csv");
    };
    const auto expected = flows(R"("dcqcn-paper")");
    EXPECT_EQ(flows(R"({"type": "dcqcn-paper"})"), expected);
    EXPECT_EQ(flows(R"({"preset": "dcqcn-paper"})"), expected);
    EXPECT_EQ(flows(R"(["dcqcn-paper"])"), expected);
    EXPECT_EQ(flows(R"("roce")", "--set fabric=dcqcn-paper"), expected);
    EXPECT_EQ(flows(R"({"preset": "dcqcn-paper", "marker": "red"})"), expected) << "the same type";
}

TEST_F(PresetTest, MembersAreMergedAndAnotherTypeReplaces)
{
    // Spelled otherwise, and one value of two levels below.
    auto manifest = Manifest(R"({"preset": "dcqcn-paper",
                                 "congestion-control": {"rate-ai": "10Mbps"},
                                 "marker": {"type": "ns3::RedMarker", "pmax": 0.5}})");
    EXPECT_TRUE(Has(manifest, "\"rateAi\": \"10000000bps\""));
    EXPECT_TRUE(Has(manifest, "\"rateHai\": \"400000000bps\"")) << "stays";
    EXPECT_TRUE(Has(manifest, "\"pmax\": 0.5"));
    EXPECT_TRUE(Has(manifest, "\"kminBytes\": 5000")) << "the same type in another spelling";

    manifest = Manifest(R"({"preset": "dcqcn-paper", "congestionControl": "dcqcn-connect-x"})");
    EXPECT_TRUE(Has(manifest, "\"type\": \"ns3::DcqcnConnectX\""));
    EXPECT_TRUE(Has(manifest, "\"alphaTimer\": \"1000000ps\"")) << "its own default";
    EXPECT_FALSE(Has(manifest, "\"alphaTimer\": \"55000000ps\""));

    // A type name below an object is that type, and the object's members are merged over it.
    manifest = Manifest(R"({"preset": "infiniband-basic", "lossRecovery": {"type": "go-back-n"}})");
    EXPECT_TRUE(Has(manifest, "\"type\": \"ns3::GoBackN\""));
}

TEST_F(PresetTest, OverridesGoOverThePreset)
{
    auto manifest = Manifest(R"("dcqcn-paper")", "--set fabric.congestionControl.rateAi=10Mbps");
    EXPECT_TRUE(Has(manifest, "\"rateAi\": \"10000000bps\""));
    EXPECT_TRUE(Has(manifest, "\"rateHai\": \"400000000bps\""));
    manifest = Manifest(R"(["roce", "dcqcn-paper"])", "--set fabric.1.buffer.alpha=2");
    EXPECT_TRUE(Has(manifest, "\"alpha\": 2,"));
    EXPECT_TRUE(Has(manifest, "\"sizeBytes\": 12000000"));
    manifest = Manifest(R"("dcqcn-paper")",
                        "--set fabric.congestionControl.type=none --set fabric.marker=none");
    EXPECT_TRUE(Has(manifest, "\"type\": \"ns3::NoCongestionControl\""));
}

TEST_F(PresetTest, UnknownPresetListsThoseThatExist)
{
    const std::string file = (m_folder / "scenario.json").string();
    ExpectRefused(R"({"preset": "dcqcn"})",
                  file + ":4: fabric.preset: unknown preset \"dcqcn\"; expected one of "
                         "bfc, bolt, dcqcn-connectx, dcqcn-hpcc, dcqcn-paper, ");
    ExpectRefused(
        R"("dcqcn")",
        file + ":4: fabric.type: unknown type or preset \"dcqcn\"; expected one of the "
               "types infini-band, nvlink, roce or one of the presets bfc, bolt, dcqcn-connectx, ");
    ExpectRefused(R"([{"type": "bogus"}])", file + ":4: fabric.0.type: unknown type or preset");
    ExpectRefused(R"({"preset": 3})", file + ":4: fabric.preset: is a number; expected the name");
    ExpectRefused(R"({"preset": "none.json"})", m_folder.string() + "/none.json: cannot be read");
}

TEST_F(PresetTest, ErrorsInAPresetNameItsFileAndLine)
{
    const auto own = Write("own.json",
                           "{\"fabric\": {\"type\": \"roce\",\n\"marker\": {\"type\": "
                           "\"red\",\n\"bogus\": 1}}}");
    ExpectRefused(R"({"preset": "own.json"})",
                  own + ":3: fabric.marker.bogus: unknown key for ns3::RedMarker; expected one of");
    ExpectRefused(R"({"preset": "own.json", "marker": {"pmax": 2}})", own + ":3: fabric.marker");
    const auto other = Write("other.json", "{\"fabric\": {},\n\"sauce\": 1}");
    ExpectRefused("[\"" + other + "\"]", other + ":2: sauce: unknown key; expected one of about");
    const auto map = Write("map.json",
                           "{\"fabric\": {\"type\": \"roce\",\n\"switch\": "
                           "{\"dscpToPriority\": \"99:1\"}}}");
    ExpectRefused(R"("map.json")", map + ":2: fabric.switch.dscpToPriority: FabricSwitch Dscp");
    const auto round = Write("round.json", "{\"fabric\": {\n\"preset\": \"round.json\"}}");
    ExpectRefused(R"("round.json")", round + ":2: fabric.preset: is built upon itself");
    const auto empty = Write("empty.json", "{}");
    ExpectRefused(R"("empty.json")", empty + ": fabric: is missing");
}

TEST_F(PresetTest, PresetsOfOnesOwnMayBeBuiltUponOthers)
{
    Write("own.json", R"({"about": "mine", "fabric": {"preset": "dcqcn-paper",
                          "congestionControl": {"rateAi": "10Mbps"}}})");
    const auto manifest = Manifest(R"({"preset": "own.json", "buffer": {"alpha": 2}})");
    EXPECT_TRUE(Has(manifest, "\"name\": \"own\""));
    EXPECT_TRUE(Has(manifest, "\"rateAi\": \"10000000bps\""));
    EXPECT_TRUE(Has(manifest, "\"alpha\": 2,"));
    EXPECT_TRUE(Has(manifest, "\"kminBytes\": 5000"));
}

TEST_F(PresetTest, FindingsAreOnStderrAndInTheManifest)
{
    const std::string fabric = R"({"type": "roce", "nic": {"cnpPriority": 3}})";
    const auto warned = Run(fabric);
    EXPECT_EQ(warned.status, 0);
    EXPECT_TRUE(Has(warned.text, "roce: warning: congestion notifications travel in priority 3"));
    const auto manifest = Read(m_folder / "results" / "manifest.json");
    EXPECT_TRUE(Has(manifest, "\"rule\": \"cnp-not-first\""));

    EXPECT_TRUE(Has(Run(fabric, "--check").text, "[cnp-not-first]"));
    EXPECT_EQ(Run(fabric, "--no-lint").text, "");
    const std::string ignore = R"(, "lint": {"ignore": ["cnp-not-first"]})";
    EXPECT_FALSE(Has(Run(fabric + ignore).text, "[cnp-not-first]"));
    const auto again = Read(m_folder / "results" / "manifest.json");
    EXPECT_TRUE(Has(again, "\"cnp-not-first\"")) << "what was ignored is recorded";
    EXPECT_TRUE(Has(Run(fabric + R"(, "lint": {"ignore": ["bogus"]})").text,
                    "lint.ignore.0: unknown rule \"bogus\"; expected one of ecn-above-pfc, "));
}

/** Ordered delivery refuses entropies that spray before anything runs; a single path it takes. */
TEST_F(PresetTest, OrderedModeWithSprayingEntropiesIsRefusedByCheck)
{
    const auto check = [](const std::string& more) {
        return std::string(AI_FABRIC_SOURCE_DIR) +
               "/examples/scenarios/tiny.json --check --no-lint --set 'fabric={\"preset\": "
               "\"ultra-ethernet\", \"transport\": {\"mode\": \"rod\"}" +
               more + "}'";
    };
    ExpectOneLine(check(""),
                  "fabric.transport.mode: UltraEthernetTransport Mode: is rod, and entropyPolicy "
                  "ns3::RepsEntropyPolicy sends packets over several paths; expected rud, or no "
                  "policy");
    const auto fixed = RunScenario(check(R"(, "entropyPolicy": "fixed")"));
    EXPECT_EQ(fixed.status, 0) << fixed.text;
}

#endif // AI_FABRIC_RUN

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <tuple>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

const std::string WORKLOAD = R"("workload": {"type": "incast", "bytes": "1KB", "sources": 1})";

/** @return a scenario whose fabrics stand in its third line */
std::string
WithFabrics(const std::string& fabrics, const std::string& topology = R"("star")")
{
    return "{\n\"topology\": " + topology + ",\n\"fabric\": " + fabrics + ",\n" + WORKLOAD + "}";
}

/** Expects status 2 and the same one line of a check and of a run, which leaves no results. */
void
ExpectBothRefuse(const std::string& scenario, const std::string& line)
{
    const TemporaryFile file(scenario);
    const TemporaryFolder folder;
    for (const std::string options : {"--check --no-lint", "--quiet --no-figure --no-lint"})
    {
        const auto outcome =
            RunScenario(file.GetPath() + " " + options + " --output " + folder.GetPath() + "/out");
        EXPECT_EQ(outcome.status, 2) << options << ": " << outcome.text;
        EXPECT_TRUE(Begins(outcome.text, file.GetPath() + line)) << options << ": " << outcome.text;
        EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
    }
    EXPECT_FALSE(std::filesystem::exists(folder.GetPath() + "/out/flows.csv"));
}

/** @return what a check prints of a scenario that it accepts, but that a debug build is slow */
std::string
WarningsOf(const std::string& scenario)
{
    const TemporaryFile file(scenario);
    const auto outcome = RunScenario(file.GetPath() + " --check");
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    std::istringstream lines(outcome.text);
    std::string rest;
    for (std::string line; std::getline(lines, line);)
    {
        rest += line.find("[debug-build]") == std::string::npos ? line + "\n" : "";
    }
    return rest;
}

} // namespace

TEST(Refusal, LanesOfNics)
{
    ExpectBothRefuse(WithFabrics(R"(["roce", {"type": "roce", "name": "b",
                                     "nic": {"cnpPriority": 13}}])"),
                     ":3: fabric.1: host 0: congestion notifications of priority or service level "
                     "13; expected 0 to 7, or to 15 with RdmaNic SlToVl");
    ExpectBothRefuse(WithFabrics(R"({"type": "infiniband", "flowControl": {"dataLanes": 2}})"),
                     ":3: fabric: host 0: data of priority or service level 3; expected 0 to 1");
}

TEST(Refusal, PartsOfFabricsWithFileLineAndKey)
{
    ExpectBothRefuse(WithFabrics("{\"type\": \"infiniband\",\n\"flowControl\": {\"lanes\": 5}}"),
                     ":4: fabric.flowControl.lanes: CreditFlowControl Lanes: is 5; expected 1, 2, "
                     "4, 8 or 12");
    ExpectBothRefuse(WithFabrics(R"({"type": "roce", "routing": "dimension-order"})"),
                     ":3: fabric: ns3::StarTopology: ns3::DimensionOrderRouting: the switches");
    ExpectBothRefuse(
        WithFabrics(R"({"type": "roce", "marker": "none"})"),
        ":3: fabric: congestion control ns3::DcqcnConnectX needs packets to be marked");
}

// They would be recorded and have no effect.
TEST(Refusal, WhatTheTopologySaysOfLinks)
{
    const std::string end = "; expected nothing, since the topology defines it for every link\n";
    for (const auto& [key, value, text] :
         {std::tuple("dataRate", R"("1Gbps")", "FabricChannel DataRate: is 1000000000bps"),
          std::tuple("delay", R"("1s")", "FabricChannel Delay: is +1e+12ps"),
          std::tuple("errorRate", "1", "FabricChannel ErrorRate: is 1")})
    {
        ExpectBothRefuse(WithFabrics(std::string(R"({"type": "roce", "channel": {")") + key +
                                     "\": " + value + "}}"),
                         std::string(":3: fabric.channel.") + key + ": " + text + end);
    }
    EXPECT_EQ(WarningsOf(WithFabrics(R"({"type": "roce", "channel": {"fecLatency": "100ns"}})")),
              "");
}

// They are for programs, which post receive requests and READs or use lane 15.
TEST(Refusal, WhatOnlyProgramsUse)
{
    const std::string receives =
        "hosts in a scenario do not post receive requests and are always ready to receive\n";
    const std::string reads = "jobs in a scenario do not post READs or atomic operations; storage "
                              "reads are a request and an answer\n";
    const std::string reserved = "it is part of SONiC's reserve below the threshold; here that is "
                                 "reserveBytes of the buffer\n";
    for (const auto& [object, key, value, reason] :
         {std::tuple("nic", "rnrTimer", "12", receives),
          std::tuple("nic", "rnrRetryCount", "7", receives),
          std::tuple("nic", "maxOutstandingReads", "16", reads),
          std::tuple("flowControl.headroom", "pipelineBytes", "43008", reserved),
          std::tuple("flowControl.headroom", "eightLanesFrom", R"("400Gbps")", reserved),
          std::tuple("gpu.jitter",
                     "stream",
                     "3",
                     std::string("the seed of the run sets the stream of every draw\n"))})
    {
        const std::string place = object;
        const size_t dot = place.find('.');
        const std::string outer = place.substr(0, dot);
        const std::string inner = std::string("\"") + key + "\": " + value;
        const std::string type = outer == "gpu" ? "uniform-random-variable" : "sonic";
        const std::string held =
            dot == std::string::npos
                ? inner
                : "\"" + place.substr(dot + 1) + R"(": {"type": ")" + type + "\", " + inner + "}";
        ExpectBothRefuse(WithFabrics(R"({"type": "roce", ")" + outer + "\": {" + held + "}}"),
                         ":3: fabric." + place + "." + key +
                             ": has no effect in a scenario: " + reason);
    }
    ExpectBothRefuse(
        WithFabrics(R"({"type": "infiniband", "flowControl": {"managementBytes": 1}})"),
        ":3: fabric.flowControl.managementBytes: has no effect in a scenario: scenarios send "
        "nothing in lane 15\n");
    const auto listing = RunScenario("--list-json");
    EXPECT_TRUE(Has(listing.text, "\"ackTimeout\""));
    EXPECT_FALSE(Has(listing.text, "\"rnrTimer\""));
}

// The first two crashed; of a value above its bound ns-3 draws again, here for ever.
TEST(Refusal, JitterWithoutValues)
{
    const auto jitter = [](const std::string& object) {
        return WithFabrics(R"({"type": "roce", "gpu": {"jitter": )" + object + "}}");
    };
    const std::string place = ":3: fabric.gpu.jitter: ns3::Gpu Jitter: ns3::";
    const std::string program = " has its values from a program; expected a random variable that "
                                "its attributes define, such as ns3::LogNormalRandomVariable\n";
    ExpectBothRefuse(jitter(R"("deterministic-random-variable")"),
                     place + "DeterministicRandomVariable" + program);
    ExpectBothRefuse(jitter(R"("empirical-random-variable")"),
                     place + "EmpiricalRandomVariable" + program);
    ExpectBothRefuse(jitter(R"({"type": "pareto-random-variable", "scale": 2, "bound": 2})"),
                     place + "ParetoRandomVariable Bound is not above Scale, the least value; "
                             "expected more, or 0 for no bound\n");
    ExpectBothRefuse(jitter(R"({"type": "normal-random-variable", "mean": 1, "bound": 0})"),
                     place + "NormalRandomVariable Bound allows no value; expected more than 0\n");
}

// A string of another type is refused with the help of its attribute, which names the values.
TEST(Refusal, BooleanForAString)
{
    ExpectBothRefuse(
        "{\n\"topology\": \"star\",\n\"fabric\": \"roce\",\n"
        "\"workload\": {\"type\": \"training\", \"recompute\": true}}",
        ":4: workload.recompute: is a boolean (true or false); expected a string or a list: "
        "Activations that are computed again in the backward pass instead of kept: none; "
        "selective (");
}

TEST(Refusal, KeysWithoutEffectInAJob)
{
    const auto job = [](const std::string& object) {
        return "{\n\"topology\": \"star\",\n\"fabric\": \"roce\",\n\"workload\": " + object + "}";
    };
    const auto model = [&job](const std::string& keys) {
        return job(R"({"type": "training", "model": {"type": "transformer", )" + keys + "}}");
    };
    ExpectBothRefuse(job(R"({"type": "hpcc-flow", "file": "none", "priority": 4})"),
                     ":4: workload: ns3::HpccFlowWorkload: Priority: has no effect here; the flow "
                     "file gives the priority of each flow\n");
    ExpectBothRefuse(
        job(R"({"type": "sim-ai", "file": "none", "broadcast": "ring"})"),
        ":4: workload.broadcast: unknown key for ns3::SimAiWorkload; expected one of ");
    ExpectBothRefuse(job(R"({"type": "collective", "algorithm": {"type": "sharp-barrier",
                             "streamingBytes": 1}})"),
                     ":5: workload.algorithm.streamingBytes: unknown key for ns3::SharpBarrier; "
                     "expected none\n");
    for (const auto& [keys, line] :
         {std::pair(R"("queryRank": 8)", "QueryRank is 8; expected 0, since KeyValueRank is 0\n"),
          std::pair(R"("ropeHeadSize": 8)",
                    "RopeHeadSize is 8; expected 0, since KeyValueRank is 0\n"),
          std::pair(R"("sharedExperts": 1)",
                    "SharedExperts is 1; expected 0, since Experts is 0\n"),
          std::pair(R"("expertHidden": 64)",
                    "ExpertHidden is 64; expected 0, since Experts is 0\n"),
          std::pair(R"("denseLayers": 1)", "DenseLayers is 1; expected 0, since Experts is 0\n"),
          std::pair(R"("keyValueRank": 8, "queryRank": 8, "kvHeads": 4)",
                    "KvHeads is 4; expected 0, since with KeyValueRank all heads share the "
                    "compressed keys and values\n")})
    {
        ExpectBothRefuse(model(keys), std::string(":4: workload: model: ") + line);
    }
}

TEST(Refusal, WhenAMarkerMarksThatMarksNothing)
{
    ExpectBothRefuse(WithFabrics(R"({"type": "infiniband", "marker": {"atEnqueue": true}})"),
                     ":3: fabric.marker.atEnqueue: ns3::NoMarker AtEnqueue: is true; expected "
                     "false, since the marker does not mark packets\n");
}

TEST(Refusal, WhenBackgroundTrafficHasNoWay)
{
    // Rails without spines: hosts of different rails never meet.
    ExpectBothRefuse(R"({"topology": {"type": "rail-optimized", "servers": 2, "gpusPerServer": 2,
                                      "serversPerGroup": 2, "railOnly": true},
"fabric": "roce", "workload": {"type": "permutation", "hosts": "0,2"},
"background": {"type": "udp", "pairs": "0>1"}})",
                     ":3: fabric: ns3::UdpBackground: Pairs: there is no path from host 0 to host "
                     "1; choose others, or a topology that joins them\n");
}

TEST(Refusal, SuggestsWhatWasMeant)
{
    const auto expectSuggestion = [](const std::string& scenario, const std::string& meant) {
        const TemporaryFile file(scenario);
        const auto outcome = RunScenario(file.GetPath() + " --check");
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        const std::string end = "; did you mean " + meant + "?\n";
        ASSERT_GT(outcome.text.size(), end.size());
        EXPECT_EQ(outcome.text.substr(outcome.text.size() - end.size()), end) << outcome.text;
    };
    expectSuggestion(WithFabrics(R"("roce")", R"("leaf-spien")"), "leaf-spine");
    expectSuggestion(WithFabrics(R"("roce")", R"({"type": "star", "hsots": 4})"), "hosts");
    expectSuggestion(WithFabrics(R"("dqcqn-paper")"), "dcqcn-paper");
    expectSuggestion(WithFabrics(R"({"type": "roce", "congestionControl": "dcqnc"})"), "dcqcn");
    expectSuggestion(R"({"topolgy": "star", "fabric": "roce", )" + WORKLOAD + "}", "topology");
    const auto scenario = RunScenario("first-ligth --check");
    EXPECT_EQ(scenario.status, 2);
    EXPECT_TRUE(Has(scenario.text, "; did you mean first-light?\n"));
    const auto expectOption = [](const std::string& option, const std::string& end) {
        const auto outcome = RunScenario("first-light " + option);
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        EXPECT_TRUE(Has(outcome.text, "option '" + option + "'; " + end));
    };
    expectOption("--out", "did you mean --output?\n");
    expectOption("--sede", "did you mean --seed?\n");
    expectOption("--xyzzy", "--help lists the options\n");
    // Nothing like it: nothing is suggested.
    const TemporaryFile file(WithFabrics(R"("roce")", R"("xyzzy")"));
    EXPECT_FALSE(Has(RunScenario(file.GetPath() + " --check").text, "did you mean"));
}

TEST(Refusal, LoadInPercent)
{
    const TemporaryFile file(R"({"topology": "star", "fabric": "roce",
"workload": {"type": "poisson", "load": 50}})");
    const auto outcome = RunScenario(file.GetPath() + " --check");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.text,
              file.GetPath() + ":2: workload.load: is 50; expected a number (double 0:2)\n");
}

// A scenario may allow it: the cost of reordering for go-back-N is worth a run.
TEST(Refusal, PacketsThatOvertakeEachOtherUnderGoBackN)
{
    const std::string topology = R"({"type": "leaf-spine", "leaves": 2, "spines": 2})";
    const std::string end =
        "; to allow reordering, set \"lint\": {\"ignore\": [\"reordering-go-back\"]}\n";
    const std::string needs =
        " lets packets overtake each other, and LossRecovery ns3::GoBackN treats packets out of "
        "order as lost; choose ns3::SelectiveRepeat with ReorderPackets, or a part that keeps "
        "order" +
        end;
    for (const std::string type : {"roce", "infiniband"})
    {
        const auto fabric = [&type](const std::string& parts) {
            return R"({"type": ")" + type + R"(", )" + parts + "}";
        };
        ExpectBothRefuse(WithFabrics(fabric(R"("lossRecovery": "go-back-n", )"
                                            R"("pathSelector": "adaptive")"),
                                     topology),
                         ":3: fabric.lossRecovery: PathSelector ns3::AdaptivePathSelector" + needs);
        // Like adapters from ConnectX-5 on, which place data as they arrive.
        const std::string placed = R"("pathSelector": "adaptive", "lossRecovery":
            {"type": "selective-repeat", "windowBdps": 0, "reorderPackets": 1000})";
        EXPECT_EQ(WarningsOf(WithFabrics(fabric(placed), topology)), "");
    }
    ExpectBothRefuse(
        WithFabrics(R"(["roce", {"type": "roce", "name": "b", "leafSwitches":
                        {"pathSelector": "flowlet"}}])",
                    topology),
        ":4: fabric.1.leafSwitches.pathSelector: PathSelector ns3::FlowletPathSelector" + needs);
    ExpectBothRefuse(WithFabrics(R"({"type": "roce", "entropyPolicy": "oblivious"})", topology),
                     ":3: fabric.entropyPolicy: EntropyPolicy ns3::ObliviousEntropyPolicy" + needs);
    ExpectBothRefuse(WithFabrics(R"({"type": "roce", "framing": "uet", "congestionControl": "nscc",
                                     "pathSelector": "spray", "marker": "step", "transport":
                                     {"type": "ultra-ethernet", "mode": "rod"}})",
                                 topology),
                     ":4: fabric.pathSelector: PathSelector ns3::SprayPathSelector lets packets "
                     "overtake each other, and UltraEthernetTransport Mode: is rod, which treats "
                     "packets out of order as lost; choose rud, or a part that keeps order" +
                         end);
    const std::string meant =
        WithFabrics(R"({"type": "roce", "pathSelector": "spray"})", topology + R"(, "lint":
                                              {"ignore": ["reordering-go-back"]})");
    EXPECT_EQ(WarningsOf(meant), "");
    // Where there is one path, nothing overtakes anything.
    EXPECT_EQ(WarningsOf(WithFabrics(R"({"type": "roce", "pathSelector": "spray"})")), "");
}

/** A default of a fabric or its preset is not a choice of the user. */
TEST(Refusal, PathSelectorsWithoutAChoiceWarn)
{
    const auto warnings = [](const std::string& fabric, const std::string& more = "") {
        return WarningsOf(WithFabrics(fabric, R"("star")" + more));
    };
    const std::string tables = R"("routing": "min-hop")";
    for (const std::string selector : {"adaptive", "ecmp"})
    {
        const std::string named = R"("pathSelector": ")" + selector + "\"";
        const std::string fabric = R"({"type": "infini-band", )" + tables + ", " + named + "}";
        EXPECT_TRUE(Has(warnings(fabric),
                        "has no choice: the forwarding tables of routing "
                        "ns3::MinHopRouting name one port for each LID"))
            << selector;
        EXPECT_FALSE(Has(warnings(fabric, R"(, "lint": {"ignore": ["no-choice"]})"), "no-choice"));
        EXPECT_FALSE(Has(warnings(R"({"type": "infini-band", )" + named + "}"), "no-choice"));
    }
    for (const std::string kind : {R"("type": "infini-band")", R"("preset": "infiniband-basic")"})
    {
        EXPECT_FALSE(Has(warnings("{" + kind + ", " + tables + "}"), "no-choice")) << kind;
    }
}

TEST(Refusal, PresetsAtAnotherRateWarn)
{
    const auto at = [](const std::string& rate, const std::string& more = "") {
        return "{" + more + R"("topology": {"type": "star", "rate": ")" + rate +
               R"("}, "fabric": {"preset": "timely-paper", "nic": {"mtuBytes": 4096}}, )" +
               WORKLOAD + "}";
    };
    EXPECT_EQ(WarningsOf(at("10Gbps")), "");
    EXPECT_TRUE(Has(WarningsOf(at("100Gbps")),
                    "the values of the preset timely-paper are for links of 10 Gb/s, and host 0 "
                    "has 100 Gb/s"));
    EXPECT_EQ(WarningsOf(at("100Gbps", R"("lint": {"ignore": ["preset-rate"]}, )")), "");
}

TEST(Refusal, SwitchesThatTakeNoTimeWarnBesideOthers)
{
    const auto with = [](const std::string& fabrics, const std::string& more = "") {
        return "{" + more + R"("topology": "star", "fabric": [)" + fabrics + "], " + WORKLOAD + "}";
    };
    const std::string hpcc = R"({"preset": "hpcc-paper", "name": "hpcc")";
    EXPECT_TRUE(Has(WarningsOf(with(hpcc + R"(}, "roce")")),
                    "switches of the preset hpcc-paper take no time, and those of roce take 400 "
                    "ns; for a fair comparison set switch.latency to 400ns here, or to 0ns there"));
    EXPECT_EQ(WarningsOf(with(hpcc + R"(, "switch": {"latency": "400ns"}}, "roce")")), "");
    EXPECT_EQ(WarningsOf(with(hpcc + R"(}, {"type": "roce", "switch": {"latency": "0ns"}})")), "");
    EXPECT_EQ(WarningsOf(with(hpcc + "}")), "");
    EXPECT_EQ(
        WarningsOf(with(hpcc + R"(}, "roce")", R"("lint": {"ignore": ["unequal-switches"]}, )")),
        "");
}

#endif // AI_FABRIC_RUN

/** Rows of what ports of a rate have: each acts, or is told. */
TEST(Refusal, ProfilesByRate)
{
    const auto buffer = [](const std::string& rows) {
        return WithFabrics(R"({"type": "roce", "buffer": {"profiles": )" + rows + "}}");
    };
    ExpectBothRefuse(
        buffer(R"([{"rate": "40Gbps", "alpha": 0.5}])"),
        ":3: fabric.buffer.profiles: ns3::SharedBuffer Profiles: \"rate=40000000000bps:alpha=0.5\" "
        "has no row for the rate of any switch port; expected some of 100000000000bps");
    ExpectBothRefuse(buffer(R"([{"rate": 40, "alpha": 0.5}])"),
                     ":3: fabric.buffer.profiles.0.rate: is 40 without a unit; give a unit");
    ExpectBothRefuse(buffer(R"([{"rate": "40Gbps", "headroomBytes": "5us"}])"),
                     ":3: fabric.buffer.profiles.0.headroomBytes: is \"5us\"; expected a whole");
    ExpectBothRefuse(
        buffer(R"([{"rate": "40Gbps", "alpha": [1]}])"),
        ":3: fabric.buffer.profiles.0.alpha: is a list; expected a string or a number");
    ExpectBothRefuse(
        buffer(R"([{"rate": "40Gbps", "alfa": 1}])"),
        ":3: fabric.buffer.profiles: SharedBuffer Profiles: \"rate=40000000000bps:alfa=1\" has "
        "\"alfa\"; expected at most once each: rate, reserveBytes, xonOffsetBytes, "
        "headroomBytes, staticThresholdBytes, alpha");
    ExpectBothRefuse(WithFabrics(R"({"type": "roce", "marker": {"profiles": [
                     {"rate": "40Gbps", "kminBytes": "5KB", "kmaxBytes": "9KB"}]}})"),
                     ":3: fabric.marker.profiles: ns3::RedMarker Profiles: ");
    ExpectBothRefuse(WithFabrics(R"({"type": "infiniband", "buffer": {"type": "shared",
                     "cellBytes": 208}})"),
                     ":4: fabric.buffer.cellBytes: Buffer: ns3::SharedBuffer has cells of 208 B, "
                     "but the links of this switch have credits");
    const std::string one = R"({"rate": "100Gbps", "alpha": 0.5})";
    EXPECT_FALSE(Has(WarningsOf(buffer("[" + one + "]")), "idle-profile"));
    EXPECT_TRUE(Has(WarningsOf(buffer("[" + one + R"(, {"rate": "400Gbps", "alpha": 0.5}])")),
                    "[idle-profile]"));
}

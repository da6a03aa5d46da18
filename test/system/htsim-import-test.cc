// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Inputs of htsim: connection matrices with the options of two of its programs.

#include "import-test.h"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;
namespace fs = std::filesystem;

namespace
{

class HtsimImportTest : public ImportFolderTest
{
  protected:
    /**
     * Expects a scenario that holds a part and in which all flows end.
     *
     * @param imported what became of the import
     * @param part a regular expression
     * @param flows how many there are
     */
    void ExpectPart(const Outcome& imported, const std::string& part, std::size_t flows) const
    {
        ASSERT_EQ(imported.status, 0) << imported.text;
        const std::string scenario = Read(In("it.json"));
        EXPECT_TRUE(std::regex_search(scenario, std::regex(part))) << scenario;
        const auto run = RunQuietly("it.json", "results");
        EXPECT_EQ(run.status, 0) << run.text;
        EXPECT_EQ(ReadColumn(In("results") / "flows.csv", 12),
                  std::vector<std::string>(flows, "success"));
    }
};

} // namespace

TEST_F(HtsimImportTest, InputsRunWithTriggers)
{
    for (const std::string topology : {"",
                                       "-topo leaf-spine.topo -strat ecmp_host",
                                       "-hop_latency 1 -host_queue_type fair_prio"})
    {
        ImportAndRun("htsim", topology);
        const fs::path flows = In("results") / "flows.csv";
        const auto sources = ReadColumn(flows, 2);
        const auto starts = ReadColumn(flows, 7);
        const auto times = ReadColumn(flows, 8);
        const auto arrivals = ReadColumn(flows, 11);
        ASSERT_EQ(sources.size(), 4u);
        std::map<std::string, double> start;
        std::map<std::string, double> end;
        std::map<std::string, double> arrival;
        for (size_t i = 0; i < 4; ++i)
        {
            start[sources[i]] = std::stod(starts[i]);
            end[sources[i]] = start[sources[i]] + std::stod(times[i]);
            arrival[sources[i]] = start[sources[i]] + std::stod(arrivals[i]);
        }
        EXPECT_EQ(start["0"], 0);
        EXPECT_EQ(start["4"], 5000) << "5,000,000 ps";
        EXPECT_NEAR(start["13"], end["0"], 0.002) << "when the first is acknowledged";
        EXPECT_NEAR(start["5"], std::max(arrival["13"], arrival["4"]), 0.002)
            << "when both arrived";
    }
}

TEST_F(HtsimImportTest, MessagesShareTheirConnection)
{
    std::ofstream(In("htsim/messages.cm")) << "Nodes 16\nConnections 4\n"
                                              "0->9 id 7 msg start 0 size 4000\n"
                                              "0->9 id 7 msg 2 start 0 size 4000\n"
                                              "0->9 id 8 start 0 size 4000\n"
                                              "0->9 id 7 start 0 size 4000\n";
    const std::string import = "cd " + In("htsim").string() +
                               " && python3 " AI_FABRIC_SOURCE_DIR
                               "/utils/ai_fabric_import htsim messages.cm -o messages.json";
    ASSERT_EQ(RunProgram(import + " -strat ecmp_host_ar 50").status, 0);
    ASSERT_EQ(RunProgram(import).status, 0);
    const auto run = RunQuietly("htsim/messages.json", "out");
    ASSERT_EQ(run.status, 0) << run.text;
    std::map<std::string, int> messages; // by channel
    for (const auto& channel : ReadColumn(In("out") / "flows.csv", 4))
    {
        ++messages[channel];
    }
    EXPECT_EQ(messages, (std::map<std::string, int>{{"0", 2}, {"2", 1}, {"3", 1}}));
    std::ofstream(In("htsim/messages.cm"))
        << "Nodes 16\nConnections 1\n0->9 msg start 0 size 4000\n";
    const auto wrong = RunProgram(import);
    EXPECT_EQ(wrong.status, 2);
    EXPECT_EQ(wrong.text,
              "ai-fabric: messages.cm:3: msg: expected an id as well, that of its connection\n");
}

/** A packet of 4086 B takes 4210 B of each of six links and its acknowledgement 110 B. */
TEST_F(HtsimImportTest, UltraEthernetInputsRunWithTheirSizes)
{
    std::ofstream(In("htsim/one.cm")) << "Nodes 16\nConnections 1\n0->13 start 0 size 4086\n";
    ASSERT_EQ(ImportUltraEthernet("-tm one.cm -end 1000 -sender_cc_only").status, 0);
    const auto run =
        RunDraws(In("it.json").string() + " --no-figure --output " + In("results").string());
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_EQ(ReadColumn(In("results") / "flows.csv", 8), std::vector<std::string>{"14023.680"})
        << "12000 + 6 * 332.16 + 6 * 5.12 ns";
    // The round trip is 12 us + 6 * (4150 + 64) * 8 / 100 ns = 14.02272 us, which are 43 packets of
    // 4150 B, rounded up; the target is 0.75 of it. In whole words a packet has 4152 B: 43 take
    // 14.28288 us, 9 are 37,368 and 35 are 145,320 B. 15 us + 6 * 43 * 4150 * 8 / 100 ns.
    const std::string scenario = Read(In("it.json"));
    for (const std::string key : {R"("preset": "ultra-ethernet")",
                                  R"("networkRtt": "14022720ps")",
                                  R"("targetDelay": "10517040ps")",
                                  R"("trimQueueTime": "14282880ps")",
                                  R"("kminBytes": 37368)",
                                  R"("kmaxBytes": 145320)",
                                  R"("initialTimeout": "100656ns")",
                                  R"("mtuBytes": 4086)",
                                  R"("ackBytes": 16384)",
                                  R"("until": "1ms")"})
    {
        EXPECT_TRUE(Has(scenario, key)) << key << scenario;
    }
}

TEST_F(HtsimImportTest, OptionsOfUltraEthernetBecomeItsParts)
{
    std::ofstream(In("htsim/two.cm"))
        << "Nodes 16\nConnections 2\n0->13 start 0 size 90000\n5->8 start 0 size 90000\n";
    const std::vector<std::pair<std::string, std::string>> parts = {
        {"-receiver_cc_only", R"("congestionControl": "rccc")"},
        {"-sender_cc -receiver_cc",
         R"("congestionControl": \{\s*"type": "rccc",\s*"congestionControl": \{\s*"type": "nscc")"},
        {"-receiver_cc_only -sender_cc_algo dctcp -qa_gate 2",
         R"("type": "rccc",\s*"congestionControl": \{\s*"type": "dctcp"\s*\})"},
        {"-target_q_delay 5.5 -qa_gate 2", R"("targetDelay": "5500ns",\s*"quickGate": 2)"},
        {"-cwnd 9 -sender_cc -receiver_cc", R"("initialWindow": 9\s*\})"},
        {"-paths 128", R"("entropyPolicy": \{\s*"type": "mixed",\s*"pathBits": 7)"},
        {"-load_balancing_algo bitmap", R"("type": "bitmap",\s*"pathBits": 6)"},
        {"-trimsize 100", R"("trimSizeBytes": 100)"},
        {"-sack_threshold 4000 -paths 100 -load_balancing_algo reps",
         R"("type": "reps",\s*"entropies": 100)"},
        {"-load_balancing_algo oblivious", R"("type": "oblivious",\s*"pathBits": 6)"},
        {"-paths 1", R"("entropyPolicy": "fixed")"},
        {"-strat ecmp_rr",
         R"("pathSelector": \{\s*"type": "round-robin",\s*"rounds": 1\s*\},\s*"entropyPolicy": )"
         R"("fixed")"},
        {"-strat ecmp_ar -ar_method queue", R"("pathSelector": "adaptive")"},
        {"-strat ecmp_ar -ar_granularity flow", R"("type": "flowlet",\s*"gap": "10us")"},
        // 100 packets of 1100 B each, of 80 ns
        {"-mtu 1100 -q 100 -ecn 20 80 -receiver_cc_only",
         R"("trimQueueTime": "8800ns"[^]*"kminBytes": 22000,\s*"kmaxBytes": 88000)"},
        // 5 * 43 packets of 4152 B in a memory of 1025 times as much, of which a queue has 1/1024.
        {"-disable_trim -sleek",
         R"("trimQueueTime": "0ns",\s*"lossyAlpha": 0.0009765625,\s*"sizeBytes": 914997000)"},
        // 1.5 round trips of 14.02272 us, and a hundredth of the line at the least.
        {"-receiver_cc_only -oversubscribed_cc",
         R"("type": "rccc",\s*"oversubscription": 90.0,\s*"reviewTime": "21034080ps")"},
        {"-oversubscribed_cc", R"("type": "nscc")"},
        {"-receiver_cc_only -oversubscribed_cc -force_disable_oversubscribed_cc",
         R"("congestionControl": "rccc")"},
        {"-topo leaf-spine.topo", R"("type": "hpcc")"},
        {"-failed 1", R"("from": "aggregation0",\s*"to": "core0",\s*"rate": "25Gbps")"},
        // ToRs are nodes 16 and 17, the spines behind them.
        {"-topo leaf-spine.topo -failed 1",
         R"("from": "node18",\s*"to": "node16"[^]*"from": "node18",\s*"to": "node17")"}};
    for (const auto& [options, part] : parts)
    {
        SCOPED_TRACE(options);
        ExpectPart(ImportUltraEthernet("two.cm " + options), part, 2);
    }
}

TEST_F(HtsimImportTest, OptionsOfRoceBecomeItsParts)
{
    const std::vector<std::pair<std::string, std::string>> parts = {
        // 5 packets of 2000 B, and RAI and RHAI of 1/20 and 1/10 of 100 Gb/s.
        {"-mtu 2000 -dcqcn 5",
         R"("type": "step",\s*"thresholdBytes": 10000[^]*"rateAi": "5Gbps",\s*"rateHai": "10Gbps")"},
        {"-strat ecmp_ar -ar_sticky_delta 2.5 -ar_method pqb",
         R"("pathSelector": \{\s*"type": "flowlet",\s*"gap": "2500ns"\s*\})"},
        {"-strat ecmp_rr", R"("lint": \{\s*"ignore": \[\s*"reordering-go-back"\s*\]\s*\})"},
        {"-strat ecmp_ar -out_of_order", R"("pathSelector": "adaptive")"},
        {"-strat ecmp_rr -out_of_order",
         R"("reorderPackets": 64\s*\},\s*"pathSelector": "round-robin")"},
        {"-failed 1 -nic_burst 4",
         R"("from": "aggregation0",\s*"to": "core0",\s*"rate": "25Gbps")"}};
    for (const auto& [options, part] : parts)
    {
        SCOPED_TRACE(options);
        ExpectPart(Import("htsim", options), part, 4);
    }
}

TEST_F(HtsimImportTest, UltraEthernetReusesConnections)
{
    std::ofstream(In("htsim/reused.cm"))
        << "Nodes 2\nConnections 2\n0->1 id 1 msg start 0 size 4086\n"
           "0->1 id 1 msg start 20 size 4086\n";
    ASSERT_EQ(ImportUltraEthernet("reused.cm -conn_reuse").status, 0);
    const auto run = RunQuietly("it.json", "results");
    ASSERT_EQ(run.status, 0) << run.text;
    EXPECT_EQ(ReadColumn(In("results") / "flows.csv", 4), (std::vector<std::string>{"0", "0"}));
    EXPECT_EQ(ReadColumn(In("results") / "flows.csv", 7),
              (std::vector<std::string>{"0.000", "20000.000"}))
        << "20 us";
}

TEST_F(HtsimImportTest, WrongOptionsOfUltraEthernetAreNamedInOneLine)
{
    std::ofstream(In("htsim/reused.cm"))
        << "Nodes 16\nConnections 1\n0->1 id 1 msg start 0 size 9\n";
    std::ofstream(In("htsim/two.cm")) << "Nodes 16\nConnections 1\n0->1 start 0 size 9\n";
    const std::vector<std::pair<std::string, std::string>> wrong = {
        {"two.cm -recv_oversub_cc",
         "command line: -recv_oversub_cc: unknown option; expected one of -topo, -tiers"},
        {"two.cm -topo leaf-spine.topo -linkspeed 200000",
         "command line: -linkspeed: is 200000, but hosts of the topology have 100Gbps; expected "
         "-linkspeed 100000"},
        {"two.cm -paths 100",
         "command line: -paths: is 100; expected a power of 2 with -load_balancing_algo mixed"},
        {"two.cm -q 50 -ecn 20 60", "command line: -ecn: 20 60: expected the lower one first, and"},
        {"two.cm -planes 2", "command line: -planes: is '2'; expected a whole number from 1 to 1"},
        {"two.cm -queue_type aeolus",
         "command line: -queue_type: is aeolus; expected one of composite"},
        {"two.cm -sender_cc_algo constant",
         "command line: -sender_cc_algo: is constant; expected one of nscc, dctcp"},
        {"two.cm -strat rr_ecmp", "command line: -strat: is rr_ecmp; expected one of ecmp_host"},
        {"two.cm -ecn 20", "command line: -ecn: expected 2 values behind it"},
        {"reused.cm", "reused.cm:3: msg: is for -conn_reuse"},
        {"two.cm -conn_reuse", "two.cm:3: id: is missing; with -conn_reuse"}};
    for (const auto& [options, message] : wrong)
    {
        const auto outcome = ImportUltraEthernet(options);
        EXPECT_EQ(outcome.status, 2) << options << outcome.text;
        EXPECT_TRUE(Begins(outcome.text, "ai-fabric: " + message));
        EXPECT_EQ(std::count(outcome.text.begin(), outcome.text.end(), '\n'), 1) << outcome.text;
        EXPECT_FALSE(fs::exists(In("it.json")));
    }
}

#endif // AI_FABRIC_RUN

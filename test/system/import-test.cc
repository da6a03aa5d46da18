// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "import-test.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <tuple>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;
namespace fs = std::filesystem;

namespace
{

/** A line of an input that is wrong. */
struct Wrong
{
    /** @param line "simulator/file | text | other | message", see below */
    Wrong(const char* line)
    {
        const std::string parts(line);
        size_t at = 0;
        for (const auto& [part, end] :
             {std::pair(&simulator, "/"), {&file, " | "}, {&text, " | "}, {&other, " | "}})
        {
            const size_t next = parts.find(end, at);
            *part = parts.substr(at, next - at);
            at = next + std::strlen(end);
        }
        message = parts.substr(at);
    }

    std::string simulator; //!< whose input
    std::string file;      //!< of it
    std::string text;      //!< in it
    std::string other;     //!< what stands there instead
    std::string message;   //!< part of what is said
};

/**
 * Names that gtest can print.
 *
 * @param out gets the message
 * @param wrong it
 */
void
PrintTo(const Wrong& wrong, std::ostream* out)
{
    *out << wrong.message;
}

/** Inputs of which one line is wrong, too. */
class ImportTest : public ImportFolderTest, public testing::WithParamInterface<Wrong>
{
};

/**
 * Packets of 1048 B take 83.84 ns on each of three links with 1 us and acknowledgements of 60 B 4.8
 * ns: (packets + 2) 83.84 + 3000 + 3 * 4.8 + 3000 ns from the start to the last acknowledgement.
 */
const std::vector<std::vector<std::string>> FLOWS = {
    {"0b000001", "0b000201", "10000", "100", "1000000", "2000000000", "90022", "90022"},
    {"0b000101", "0b000301", "10001", "100", "500000", "2001000000", "48102", "48102"}};

} // namespace

TEST_F(ImportTest, HpccInputsRunWithTheirFramesAndTimes)
{
    ImportAndRun("hpcc");
    EXPECT_EQ(Lines("fct-dcqcn.txt"), FLOWS);
    EXPECT_TRUE(Lines("pfc-dcqcn.txt").empty());
    // Looks from 2 s to 2.00001 s: one at 2 s, which is a multiple of 100 ms, and 101 at the end.
    const auto queues = Lines("qlen-dcqcn.txt");
    ASSERT_EQ(queues.size(), 2u + 2 * 6) << "six ports of two switches";
    EXPECT_EQ(queues[0], (std::vector<std::string>{"time:", "2000000000"}));
    EXPECT_EQ(queues[1], (std::vector<std::string>{"4", "1", "1"}));
    EXPECT_EQ(queues[7], (std::vector<std::string>{"time:", "2000010000"}));
    EXPECT_EQ(queues[13], (std::vector<std::string>{"5", "3", "101"})) << "nothing ever waits";
}

TEST_F(ImportTest, AWindowThatFallsWithTheRateBecomesOne)
{
    // Theirs: a round trip of 6 * 1000 + 3 * 80 ns at 100 Gb/s, 78,000 B. At line rate 78 packets,
    // which take 6540 ns, may be unacknowledged, and the first comes back after 6266 ns.
    const fs::path config = In("hpcc") / "config.txt";
    const auto before =
        std::regex_replace(Read(config), std::regex("HAS_WIN 0"), "HAS_WIN 1\nVAR_WIN 1");
    std::ofstream(config) << before;
    ImportAndRun("hpcc");
    const auto scenario = Read(In("it.json"));
    EXPECT_TRUE(
        std::regex_search(scenario,
                          std::regex(R"("type": "rate-window",\s*"windowBytes": 78000,\s*)"
                                     R"("congestionControl": \{\s*"type": "dcqcn-connect-x")")))
        << scenario;
    EXPECT_EQ(scenario.find("windowBytes"), scenario.rfind("windowBytes")) << "none of the NIC";
    EXPECT_EQ(Lines("fct-dcqcn.txt"), FLOWS);

    std::ofstream(config) << before << "GLOBAL_T 0\n";
    const auto own = Import("hpcc");
    EXPECT_EQ(own.status, 0) << own.text;
    EXPECT_TRUE(std::regex_search(Read(In("it.json")), std::regex(R"("windowBytes": 0)")));
}

TEST_F(ImportTest, PortsThatAreFasterThanHostsHaveALargerAlpha)
{
    const auto hasRate = [this](const std::string& simulator) {
        const auto imported = Import(simulator);
        EXPECT_EQ(imported.status, 0) << imported.text;
        return Read(In("it.json")).find("alphaRate") != std::string::npos;
    };
    EXPECT_FALSE(hasRate("hpcc"));
    EXPECT_FALSE(hasRate("simai")); // there NVLinks come first, and nothing is faster
    const auto faster = [this](const std::string& file, const std::string& from, const char* to) {
        const std::string before = Read(In(file));
        const std::string after = std::regex_replace(before, std::regex(from), to);
        ASSERT_NE(after, before);
        std::ofstream(In(file)) << after;
    };
    faster("hpcc/topology.txt", "(4 5|5 4) 100Gbps", "$1 200Gbps");
    faster("hpcc/config.txt", " 25000000000 ", " 200000000000 ");
    EXPECT_TRUE(hasRate("hpcc"));
    EXPECT_TRUE(std::regex_search(Read(In("it.json")), std::regex(R"("alphaRate": "100Gbps")")));
}

/** A map that is not in proportion to the rate, and their headroom of 3 rate * delay. */
TEST_F(ImportTest, WhatHpccHasByRateBecomesProfiles)
{
    for (const auto& [file, from, to] :
         {std::tuple("hpcc/topology.txt", "4 5 100Gbps", "4 5 50Gbps"),
          std::tuple("hpcc/config.txt", " 25000000000 ", " 50000000000 ")})
    {
        const std::string before = Read(In(file));
        const std::string after = std::regex_replace(before, std::regex(from), to);
        ASSERT_NE(after, before);
        std::ofstream(In(file)) << after;
    }
    ImportAndRun("hpcc");
    const auto scenario = Read(In("it.json"));
    for (const std::string text :
         {R"("rate": "50Gbps",\s*"kminBytes": 100000,\s*"kmaxBytes": 400000,\s*"pmax": 0.2)",
          R"("rate": "100Gbps",\s*"kminBytes": 400000,\s*"kmaxBytes": 1600000,\s*"pmax": 0.2)",
          R"("rate": "50Gbps",\s*"headroomBytes": 18750)",
          R"("rate": "100Gbps",\s*"headroomBytes": 37500)"})
    {
        EXPECT_TRUE(std::regex_search(scenario, std::regex(text))) << text << "\n" << scenario;
    }
}

TEST_F(ImportTest, HpccWithPintBecomesOne)
{
    const fs::path config = In("hpcc") / "config.txt";
    const auto before = Read(config);
    std::ofstream(config) << std::regex_replace(before, std::regex("CC_MODE 1\n"), "CC_MODE 10\n")
                          << "PINT_LOG_BASE 1.01\nPINT_PROB 0.5\n";
    ImportAndRun("hpcc");
    const auto scenario = Read(In("it.json"));
    EXPECT_TRUE(std::regex_search(
        scenario,
        std::regex(R"("congestionControl": \{\s*"type": "hpcc-pint",[^}]*"baseRtt": "6240ns")")))
        << scenario;
    for (const std::string text :
         {R"("codeBase": 1.01)", R"("sampledShare": 0.5)", R"("marker": "none")"})
    {
        EXPECT_TRUE(Has(scenario, text)) << text;
    }
    // Alone, a flow has eta of the link; packets are 2 B longer.
    const auto flows = Lines("fct-hpcc-pint.txt");
    ASSERT_EQ(flows.size(), FLOWS.size());
    for (std::size_t flow = 0; flow < flows.size(); ++flow)
    {
        const double aloneNs = std::stod(FLOWS[flow][6]);
        EXPECT_GT(std::stod(flows[flow][6]), aloneNs);
        EXPECT_LT(std::stod(flows[flow][6]), aloneNs / 0.95 * 1.05);
    }
}

TEST_F(ImportTest, ConWeaveInputsRunWithTheirFramesAndTimes)
{
    ImportAndRun("conweave");
    EXPECT_EQ(Lines("fct-dcqcn.txt"), FLOWS);
}

TEST_F(ImportTest, LoadBalancersOfConWeaveBecomePathSelectors)
{
    const fs::path config = In("conweave") / "config.txt";
    const std::string before = Read(config);
    const auto at = before.find("LB_MODE 0");
    ASSERT_NE(at, std::string::npos);
    const std::map<std::string, std::string> selectors = {
        {"2", R"("pathSelector": \{\s*"type": "drill",\s*"samples": 2,\s*"memory": 1\s*\})"},
        {"3", R"("pathSelector": \{\s*"type": "conga",\s*"gap": "100us")"},
        {"6", R"("pathSelector": \{\s*"type": "flowlet",\s*"gap": "100us"\s*\})"},
        {"9",
         R"("pathSelector": \{\s*"type": "conweave",\s*"controlPriority": 6,\s*)"
         R"("extraReply": "5us",\s*"pathPause": "8us",\s*"inactive": "1000us",\s*)"
         R"("extraFlush": "64us",\s*"defaultWait": "600us"\s*\})"}};
    for (const auto& [mode, selector] : selectors)
    {
        std::ofstream(config) << before.substr(0, at) << "LB_MODE " << mode << before.substr(at + 9)
                              << "\nCONWEAVE_REPLY_TIMEOUT_EXTRA 5\nCONWEAVE_PATH_PAUSE_TIME 8\n"
                                 "CONWEAVE_TX_EXPIRY_TIME 1000\n"
                                 "CONWEAVE_EXTRA_VOQ_FLUSH_TIME 64\n"
                                 "CONWEAVE_DEFAULT_VOQ_WAITING_TIME 600\n";
        if (mode == "9") // the others take what comes out of order for lost, and mean it
        {
            ImportAndRun("conweave");
            EXPECT_EQ(Lines("fct-dcqcn.txt"), FLOWS);
        }
        else
        {
            ASSERT_EQ(Import("conweave").status, 0);
        }
        EXPECT_EQ(Read(In("it.json")).find("reordering-go-back") == std::string::npos, mode == "9");
        EXPECT_TRUE(std::regex_search(Read(In("it.json")), std::regex(selector)))
            << mode << Read(In("it.json"));
    }
}

TEST_F(ImportTest, SimAiInputsRunOnServers)
{
    ImportAndRun("simai");
    // Groups of two: tensor parallel ones in a server, data parallel ones between them. A ring of
    // two sends half of the bytes twice: 4 messages of 1 MB over the network; collectives in a
    // server have no messages.
    const auto networks = ReadColumn(In("results") / "flows.csv", 14);
    EXPECT_EQ(std::count(networks.begin(), networks.end(), "nvlink"), 0);
    EXPECT_EQ(std::count(networks.begin(), networks.end(), "fabric"), 8);
}

/** The name that is taken if none is given; the same inputs again replace what they became. */
TEST_F(ImportTest, AnImportOfOtherInputsIsNotWrittenOver)
{
    const std::string import = "cd " + In("simai").string() +
                               " && python3 " AI_FABRIC_SOURCE_DIR
                               "/utils/ai_fabric_import simai SimAI.conf -n topology.txt ";
    fs::copy_file(In("simai/workload.txt"), In("simai/other.txt"));
    ASSERT_EQ(RunProgram(import + "-w workload.txt").status, 0);
    ASSERT_EQ(RunProgram(import + "-w workload.txt").status, 0);
    const auto before = Read(In("simai/SimAI.json"));
    const auto refused = RunProgram(import + "-w other.txt");
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.text,
              "ai-fabric: SimAI.json: exists already and is from another input; choose a name with "
              "--output\n");
    EXPECT_EQ(Read(In("simai/SimAI.json")), before);
    EXPECT_EQ(RunProgram(import + "-w other.txt -o SimAI.json").status, 0);
}

TEST_F(ImportTest, SimAiPlanesBecomeNicsOfAGpu)
{
    // GPUs 0 to 3 in two servers with NVSwitches 4 and 5, and switches 6 and 7, one a plane.
    const std::string nvlinks = "4 5 6 7\n0 4 2880Gbps 0.000025ms 0\n1 4 2880Gbps 0.000025ms 0\n"
                                "2 5 2880Gbps 0.000025ms 0\n3 5 2880Gbps 0.000025ms 0\n";
    const auto write = [&](const std::string& rateOfLast) {
        std::ofstream out(In("simai/planes.txt"));
        out << "8 2 2 2 12 H100\n" << nvlinks;
        for (const std::string gpu : {"0", "1", "2", "3"})
        {
            out << gpu << " 6 400Gbps 0.0005ms 0\n"
                << gpu << " 7 " << (gpu == "3" ? rateOfLast : "400Gbps") << " 0.0005ms 0\n";
        }
    };
    const std::string import = "cd " + In("simai").string() +
                               " && python3 " AI_FABRIC_SOURCE_DIR
                               "/utils/ai_fabric_import simai SimAI.conf -n planes.txt "
                               "-w workload.txt -o planes.json";
    write("400Gbps");
    const auto imported = RunProgram(import);
    ASSERT_EQ(imported.status, 0) << imported.text;
    EXPECT_TRUE(Has(imported.text, "server.nicsPerGpu 2"));
    const auto run = RunQuietly("simai/planes.json", "out");
    ASSERT_EQ(run.status, 0) << run.text;
    // Four hosts on one switch in each of two planes: a row for each direction.
    std::map<std::string, int> links;
    for (const auto& network : ReadColumn(In("out") / "links.csv", 1))
    {
        ++links[network];
    }
    EXPECT_EQ(links["fabric"], 8);
    EXPECT_EQ(links["plane 1"], 8);
    write("200Gbps");
    const auto wrong = RunProgram(import);
    EXPECT_EQ(wrong.status, 2);
    EXPECT_TRUE(Has(wrong.text, "host 0 has 2 links to switches; a host here has one"));
}

TEST_F(ImportTest, SeveralToRsOfAHostBecomeNicsOfAGpu)
{
    // GPUs 0 to 3, NVSwitches 4 and 5, two ToRs of each GPU and a spine that has both.
    std::ofstream(In("simai/dual.txt")) << "9 2 2 3 14 H100\n4 5 6 7 8\n"
                                           "0 4 2880Gbps 0.000025ms 0\n1 4 2880Gbps 0.000025ms 0\n"
                                           "2 5 2880Gbps 0.000025ms 0\n3 5 2880Gbps 0.000025ms 0\n"
                                           "0 6 400Gbps 0.0005ms 0\n0 7 400Gbps 0.0005ms 0\n"
                                           "1 6 400Gbps 0.0005ms 0\n1 7 400Gbps 0.0005ms 0\n"
                                           "2 6 400Gbps 0.0005ms 0\n2 7 400Gbps 0.0005ms 0\n"
                                           "3 6 400Gbps 0.0005ms 0\n3 7 400Gbps 0.0005ms 0\n"
                                           "6 8 400Gbps 0.0005ms 0\n7 8 400Gbps 0.0005ms 0\n";
    const std::string import = "cd " + In("simai").string() +
                               " && python3 " AI_FABRIC_SOURCE_DIR
                               "/utils/ai_fabric_import simai SimAI.conf -n dual.txt "
                               "-w workload.txt -o dual.json";
    const auto imported = RunProgram(import);
    ASSERT_EQ(imported.status, 0) << imported.text;
    EXPECT_TRUE(Has(imported.text, "(2 ToRs of each host)"));
    const auto run = RunQuietly("simai/dual.json", "out");
    ASSERT_EQ(run.status, 0) << run.text;
    // Four hosts and an uplink of the one ToR of each plane, in two directions. A ring of two sends
    // half of 2 MB twice: 1 MB of each GPU over each NIC, and each byte over two links.
    const auto planes = CountLinks();
    EXPECT_EQ(planes.at("fabric"), std::make_pair(10, 8'000'000.0));
    EXPECT_EQ(planes.at("plane 1"), std::make_pair(10, 8'000'000.0));

    // Flows of HPCC's file take the NICs in turn: 1 MB, then 500 kB, over two links each.
    std::ofstream(In("hpcc/topology.txt"))
        << "7 3 3 10\n4 5 6\n0 4 100000000000 1us 0\n0 5 100Gbps 1us 0\n1 4 100Gbps 1us 0\n"
           "1 5 100Gbps 1us 0\n2 4 100Gbps 1us 0\n2 5 100Gbps 1us 0\n3 4 100Gbps 1us 0\n"
           "3 5 100Gbps 1us 0\n4 6 100Gbps 1us 0\n5 6 100Gbps 1us 0\n";
    ASSERT_EQ(Import("hpcc").status, 0);
    const auto flows = RunQuietly("it.json", "out");
    ASSERT_EQ(flows.status, 0) << flows.text;
    EXPECT_EQ(CountLinks().at("fabric"), std::make_pair(10, 2'000'000.0));
    EXPECT_EQ(CountLinks().at("plane 1"), std::make_pair(10, 1'000'000.0));
    // A failure would be of the first of them only.
    const std::string config = Read(In("hpcc/config.txt"));
    const auto at = config.find("LINK_DOWN 0 0 0");
    ASSERT_NE(at, std::string::npos);
    std::ofstream(In("hpcc/config.txt"))
        << config.substr(0, at) << "LINK_DOWN 5 0 4" << config.substr(at + 15);
    const auto wrong = Import("hpcc");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_TRUE(Has(wrong.text, "LINK_DOWN: cannot be imported if hosts have several links"));
}

TEST_F(ImportTest, WordsThatAreNoneToSimAiAreNone)
{
    // In place of a ring in servers a word that their reader takes for none, and MICRO is DATA.
    const std::string before = Read(In("simai/workload.txt"));
    const auto at = before.find("ALLREDUCE");
    ASSERT_NE(at, std::string::npos);
    std::ofstream(In("simai/workload.txt"))
        << "MICRO" << before.substr(before.find('\n'), at - before.find('\n')) << "BROADCAST"
        << before.substr(at + 9);
    ImportAndRun("simai");
    const std::string workload = Read(In("it.workload.txt"));
    EXPECT_EQ(workload,
              "DATA\n1\nlayer\t-1\t5000\tNONE\t1000000\t1000\tNONE\t0\t1000\tALLREDUCE\t"
              "2000000\t100\n");
    // A ring of all four, each of which sends 6 messages of a fourth, to the next.
    const auto networks = ReadColumn(In("results") / "flows.csv", 14);
    EXPECT_EQ(std::count(networks.begin(), networks.end(), "nvlink"), 2 * 6);
    EXPECT_EQ(std::count(networks.begin(), networks.end(), "fabric"), 2 * 6);
}

TEST_F(ImportTest, InputsAreNotWrittenOver)
{
    fs::copy(In("hpcc/flow.txt"), In("hpcc/x.flow.txt"));
    std::ofstream(In("hpcc/own.txt")) << "TOPOLOGY_FILE topology.txt\nFLOW_FILE x.flow.txt\n"
                                      << "L2_ACK_INTERVAL 1\nENABLE_QCN 0\n";
    const auto outcome = RunProgram("cd " + In("hpcc").string() +
                                    " && python3 " AI_FABRIC_SOURCE_DIR
                                    "/utils/ai_fabric_import hpcc own.txt -o x.json");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.text,
              "ai-fabric: x.flow.txt: --output: would overwrite an input; choose another name\n");
    EXPECT_EQ(Read(In("hpcc/x.flow.txt")), Read(In("hpcc/flow.txt")));
}

TEST_P(ImportTest, WhatIsWrongIsNamedInOneLine)
{
    const auto& wrong = GetParam();
    const fs::path path = In(wrong.simulator) / wrong.file;
    std::string text = Read(path);
    const auto at = text.find(wrong.text);
    ASSERT_NE(at, std::string::npos) << wrong.text;
    text.replace(at, wrong.text.size(), wrong.other);
    std::ofstream(path) << text;
    const auto outcome =
        Import(wrong.simulator, wrong.file == "leaf-spine.topo" ? "-topo leaf-spine.topo" : "");
    EXPECT_EQ(outcome.status, 2) << outcome.text;
    EXPECT_TRUE(Begins(outcome.text, "ai-fabric: "));
    EXPECT_TRUE(Has(outcome.text, wrong.file + wrong.message));
    EXPECT_EQ(std::count(outcome.text.begin(), outcome.text.end(), '\n'), 1) << outcome.text;
    EXPECT_FALSE(fs::exists(In("it.json")));
}

INSTANTIATE_TEST_SUITE_P(
    Inputs,
    ImportTest,
    testing::Values(
        "hpcc/config.txt | RATE_AI 20Mb/s | RATE_AI 20 | :20: RATE_AI: is '20'; expected",
        "hpcc/config.txt | RATE_AI | RATE_AL | :20: RATE_AL: unknown key; did you mean",
        "hpcc/config.txt | CC_MODE 1 | CC_MODE 9 | :13: CC_MODE: is 9; expected one of 0 (none), 1 "
        "(DCQCN), 3 (HPCC), 7 (TIMELY), 8 (DCTCP), 10 (HPCC with PINT)",
        "hpcc/config.txt | CC_MODE 1 | CC_MODE 10\nPINT_PROB 0 | :14: PINT_PROB: is '0'; expected "
        "a number from 0.0001 to 1",
        "hpcc/config.txt | HAS_WIN 0 | HAS_WIN 0\nHAS_WIN 1 | :30: HAS_WIN: is set on line 29",
        "hpcc/config.txt | KMIN_MAP 2 25000000000 100 | KMIN_MAP 2 25000000000 | :33: KMIN_MAP: "
        "expected a count n",
        "hpcc/config.txt | 100000000000 400\nPMAX | 200000000000 400\nPMAX | :33: KMIN_MAP: has no "
        "value for 100000000000, the rate of the link on line 3",
        "hpcc/config.txt | LINK_DOWN 0 0 0 | LINK_DOWN 5 0 3 | :30: LINK_DOWN: nodes 0 and 3",
        "hpcc/config.txt | L2_ACK_INTERVAL 1 | L2_ACK_INTERVAL 0 | :26: L2_ACK_INTERVAL: is 0",
        "hpcc/config.txt | mix/flow.txt | mix/flaw.txt | :7: FLOW_FILE: no file 'mix/flaw.txt'",
        "hpcc/topology.txt | 0 4 100Gbps | 0 6 100Gbps | :3: node: is '6'; expected",
        "hpcc/topology.txt | 3 5 100Gbps | 3 4 100Gbp | :6: rate: is '100Gbp'; expected a rate",
        "hpcc/topology.txt | 3 5 100Gbps | 2 4 100Gbps | :6: link: host 2 has 2 links",
        "hpcc/topology.txt | 6 2 5 | 6 2 9 | :9: link: has 10 words; expected five",
        "hpcc/flow.txt | 1 3 3 | 1 5 3 | :3: dst: node 5 is a switch; expected a host",
        "hpcc/flow.txt | 2\n | 3\n | :5: flow: has 5 words; expected 6",
        "hpcc/flow.txt | 2\n | 1\n | :3: flows: unexpected '1' after 1 flows, as its first line "
        "says",
        "hpcc/topology.txt | 6 2 5 | 6 2 4 | :7: links: unexpected '4' after 4 links, as its first "
        "line says",
        "conweave/topology.txt | 1 4 100Gbps | 1 4 0Gbps | :4: rate: is '0Gbps'; expected 1kbps to "
        "1000000Gbps",
        "simai/topology.txt | 7 2 2 1 8 | 7 2 2 1 7 | :10: links: unexpected '3' after 7 links, as "
        "its first line says",
        "hpcc/config.txt | mix/topology.txt | /dev/zero | :6: TOPOLOGY_FILE: no file '/dev/zero'",
        "conweave/config.txt | LB_MODE 0 | LB_MODE 1 | :32: LB_MODE: is 1; expected 0 (ECMP)",
        "conweave/config.txt | ENABLE_PFC 1 | ENABLE_PFC 0 | :34: ENABLE_IRN: is 0, and so is "
        "ENABLE_PFC",
        "conweave/flow.txt | 0 2 3 1000000 | 0 2 3 100 1000000 | :2: flow: has 6 words; expected 5",
        "simai/topology.txt | 7 2 2 | 7 3 2 | :1: GPUs per server: is 3; expected a divisor",
        "simai/topology.txt | 2 6 400Gbps | 1 6 400Gbps | :9: link: host 1 has 2 links to switches",
        "simai/SimAI.conf | HAS_WIN 1 | HAS_WIN 2 | :25: HAS_WIN: is '2'; expected a whole number",
        "simai/workload.txt | \n1\n | \n2\n | :2: layers: is 2; there are 1",
        "htsim/triggers.cm | 13->2 | 13->22 | :6: connection: is '22'; expected",
        "htsim/triggers.cm | start 5000000  |  | :7: start: expected either a start in ps",
        "htsim/triggers.cm | id 1 oneshot | id 3 oneshot | :5: trigger: 1 is nowhere",
        "htsim/triggers.cm | count 2 | count 3 | :10: count: is 3, but 2 connections fire it",
        "htsim/triggers.cm | barrier count 2 | multishot | :10: multishot: has no counterpart",
        "htsim/triggers.cm | Connections 4 | Connections 5 | : Connections: is 5; there are 4",
        "htsim/leaf-spine.topo | Radix_Up 2 | Radix_Up 3 | : Oversubscribed: of tier 0 is 4",
        "htsim/leaf-spine.topo | Radix_Down 8 | Radix 8 | :8: Radix: unknown word; expected"));

#endif

// SPDX-License-Identifier: GPL-2.0-only

#include "run-program.h"
#include "temporary-file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

#ifdef AI_FABRIC_RUN

using namespace ns3;

namespace
{

namespace fs = std::filesystem;

/** Two hosts on a switch and one message. */
const std::string SCENARIO = R"({
    // a comment
    "topology": {"type": "star", "hosts": 2, "rate": "100Gbps", "delay": "1us"},
    "fabric": ["roce", "infiniband"],
    "workload": {"type": "permutation", "bytes": "100KB"}
})";

Outcome
RunScenario(const std::string& arguments)
{
    return RunProgram(std::string("\"") + AI_FABRIC_RUN + "\" " + arguments);
}

/** A folder that lasts as long as the test. */
class RunnerTest : public testing::Test
{
  protected:
    RunnerTest()
    {
        std::string name = (fs::temp_directory_path() / "ai-fabric-run-XXXXXX").string();
        m_folder = mkdtemp(name.data());
    }

    ~RunnerTest() override
    {
        fs::remove_all(m_folder);
    }

    /** @return flows.csv of a run of the tiny scenario of the repository */
    std::string Flows(const std::string& options)
    {
        const auto folder = m_folder / std::to_string(m_runs++);
        const auto outcome =
            RunScenario(std::string(AI_FABRIC_SOURCE_DIR) +
                        "/examples/scenarios/tiny.json --quiet --no-figure --output " +
                        folder.string() + " " + options);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
        return Read(folder / "flows.csv");
    }

    /** Expects one line that says so, and status 2. */
    void ExpectRefused(const std::string& scenario,
                       const std::string& options,
                       const std::string& line)
    {
        const TemporaryFile file(scenario);
        const auto outcome =
            RunScenario(file.GetPath() + " --check " + options + " --output " + m_folder.string());
        EXPECT_EQ(outcome.status, 2) << outcome.text;
        std::string expected = line;
        const size_t place = expected.find("FILE");
        if (place != std::string::npos)
        {
            expected.replace(place, 4, file.GetPath());
        }
        EXPECT_EQ(outcome.text.find('\n'), outcome.text.size() - 1) << outcome.text;
        EXPECT_EQ(outcome.text.substr(0, expected.size()), expected);
    }

    fs::path m_folder;
    int m_runs{0};
};

TEST_F(RunnerTest, MalformedJsonIsOneLine)
{
    ExpectRefused("", "", "FILE:1: the file holds no complete JSON value");
    ExpectRefused("[1, 2]", "", "FILE:1: is a list; expected an object");
    ExpectRefused("{\n\"seed\": 1,\n\"seed\": 2}", "", "FILE:3: seed: is given twice");
    ExpectRefused("{\n\"topology\": {\n\"ty", "", "FILE:3: topology: the file ends within");
    ExpectRefused(SCENARIO + "\nmore", "", "FILE:7: more text follows");
    ExpectRefused("{\n\"seed\" 1}", "", "FILE:2: is no JSON: syntax error");
    ExpectRefused("{\"seed\": 1}", "", "FILE: topology: is missing");
}

TEST_F(RunnerTest, HugeOrMissingFileIsRefusedUnread)
{
    const auto path = (m_folder / "huge.json").string();
    EXPECT_EQ(RunScenario(path).status, 2);
    std::ofstream(path).close();
    fs::resize_file(path, 10'000'000'000); // sparse
    const auto outcome = RunScenario(path);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.text,
              path + ": is 10000000000 bytes long; expected a scenario of at most 64000000\n");
}

TEST_F(RunnerTest, WrongValuesNamePlaceAndWhatIsAllowed)
{
    const std::string who = "command line: ";
    ExpectRefused(SCENARIO, "--set bogus=1", who + "bogus: unknown key; expected one of name, ");
    ExpectRefused(SCENARIO,
                  "--set topology.leaves=3",
                  who + "topology.leaves: unknown key for ns3::StarTopology; expected one of "
                        "hosts, rate, delay");
    ExpectRefused(SCENARIO,
                  "--set topology.type=torus",
                  who + "topology.type: unknown type \"torus\"; expected one of dumbbell, ");
    ExpectRefused(SCENARIO,
                  "--set topology.hosts=0",
                  who + "topology.hosts: is 0; expected a whole number (uint32_t 1:65536)");
    ExpectRefused(SCENARIO, "--set topology.hosts=-1", who + "topology.hosts: is -1; expected");
    ExpectRefused(SCENARIO,
                  "--set topology.rate=100",
                  who + "topology.rate: is 100 without a unit; give a unit, e.g. \"100Gbps\"");
    ExpectRefused(SCENARIO, "--set topology.rate=9Xbps", who + "topology.rate: is \"9Xbps\"");
    ExpectRefused(SCENARIO, "--set topology.rate=-1Gbps", who + "topology.rate: is \"-1Gbps\"");
    ExpectRefused(SCENARIO, "--set topology.rate=0bps", "FILE:3: topology: ns3::StarTopology");
    ExpectRefused(SCENARIO, "--set topology.delay=5", who + "topology.delay: is 5 without a unit");
    ExpectRefused(SCENARIO, "--set workload.bytes=1XB", who + "workload.bytes: is \"1XB\"");
    ExpectRefused(SCENARIO, "--set fabric.2=roce", "FILE:4: fabric: has no element 2");
    ExpectRefused(SCENARIO,
                  "--set fabric.0.congestionControl=bogus",
                  who + "fabric.0.congestionControl: unknown type \"bogus\"; expected one of "
                        "dcqcn, dcqcn-connect-x, dctcp");
    ExpectRefused(SCENARIO,
                  "--set fabric.0.congestionControl.type=bogus",
                  who + "fabric.0.congestionControl.type: unknown type");
    ExpectRefused(SCENARIO, "--engine turbo", who + "--engine: is \"turbo\"");
    ExpectRefused(SCENARIO, "--nonsense", who + "unrecognised option '--nonsense'");
}

TEST_F(RunnerTest, TypesAreFoundHoweverTheyAreSpelled)
{
    for (const std::string spelling : {"infiniband", "infini-band", "ns3::InfiniBandFabric"})
    {
        const TemporaryFile file(SCENARIO);
        const auto outcome = RunScenario(file.GetPath() + " --check --set fabric=" + spelling);
        EXPECT_EQ(outcome.status, 0) << outcome.text;
    }
}

TEST_F(RunnerTest, ListHasAttributesAndTraceSources)
{
    const auto outcome = RunScenario("--list");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.text.find("\n  \"dcqcn\" (ns3::Dcqcn)\n    alphaTimer = 55000000ps\n"),
              std::string::npos);
    EXPECT_NE(outcome.text.find("\n  ns3::RdmaCongestionControl\n"
                                "    Rate (ns3::RdmaCongestionControl::RateTracedCallback)\n"),
              std::string::npos);
}

TEST_F(RunnerTest, FlowsAreTheSameWhateverEngineSchedulerAndTraces)
{
    const auto flows = Flows("");
    // Two fabrics with 24 messages of the ring (2(n-1) = 6 steps of 4 ranks) and 3 of the incast.
    EXPECT_EQ(std::count(flows.begin(), flows.end(), '\n'), 1 + 2 * (24 + 3));
    EXPECT_EQ(flows, Flows("")) << "the same again";
    EXPECT_EQ(flows, Flows("--traces"));
    EXPECT_EQ(flows, Flows("--engine stock"));
    for (const std::string scheduler :
         {"map", "heap", "list", "calendar", "priority-queue", "fabric"})
    {
        EXPECT_EQ(flows, Flows("--scheduler " + scheduler)) << scheduler;
    }
}

TEST_F(RunnerTest, ManifestIsAScenarioOfTheSameRun)
{
    const auto flows = Flows("--set seed=7");
    const auto manifest = (m_folder / "0" / "manifest.json").string();
    const auto again = (m_folder / "again").string();
    EXPECT_EQ(RunScenario(manifest + " --quiet --no-figure --output " + again).status, 0);
    EXPECT_EQ(Read(fs::path(again) / "flows.csv"), flows);
}

TEST_F(RunnerTest, StallIsReportedAndEndsTheRun)
{
    // At 1 bit/s the first reduction takes weeks: neither packets nor results move.
    const TemporaryFile file(SCENARIO);
    const auto outcome = RunScenario(
        file.GetPath() + " --no-figure --set workload.type=collective --set stallTime=1us" +
        " --set fabric.0.gpu.reduceRate=1bps --output " + m_folder.string());
    EXPECT_EQ(outcome.status, 1) << outcome.text;
    EXPECT_NE(outcome.text.find("roce: stalled: nothing has moved"), std::string::npos);
    EXPECT_TRUE(fs::exists(m_folder / "stall-roce.txt"));
}

TEST_F(RunnerTest, ARunUntilATimeEndsWellThoughWorkIsLeft)
{
    const TemporaryFile file(SCENARIO);
    const std::string endless = file.GetPath() +
                                " --no-figure --set fabric=roce --set workload.bytes=1TB "
                                "--output " +
                                m_folder.string();
    const auto planned = RunScenario(endless + " --set until=50us");
    EXPECT_EQ(planned.status, 0) << planned.text;
    EXPECT_NE(planned.text.find("not complete"), std::string::npos);
    const auto givenUp = RunScenario(endless + " --set stopTime=50us");
    EXPECT_EQ(givenUp.status, 1) << givenUp.text;
    EXPECT_NE(givenUp.text.find("unfinished at the stop time"), std::string::npos);
    const auto early = RunScenario(endless + " --set stopTime=50us --set until=60us");
    EXPECT_EQ(early.status, 1) << "given up before it was meant to end";
}

TEST_F(RunnerTest, SamplesAreWrittenAndChangeNothing)
{
    const auto flows = Flows("");
    EXPECT_FALSE(fs::exists(m_folder / "0" / "queues.csv"));
    const std::string samples = "--set output.samples.queues='switch0->host0:3' "
                                "--set output.samples.interval=5us "
                                "--set output.samples.rateInterval=5us";
    EXPECT_EQ(Flows(samples), flows);
    const auto queues = Read(m_folder / "1" / "queues.csv");
    EXPECT_EQ(queues.substr(0, queues.find("\nroce,5000")),
              "fabric,time_ns,queue,link,queue_bytes,sent_packets,sent_frame_bytes\n"
              "roce,0.000,switch0->host0:3,0,0,0,0");
    EXPECT_NE(queues.find("\ninfini-band,5000.000,"), std::string::npos) << "the other fabric";
    const auto rates = Read(m_folder / "1" / "rates.csv");
    EXPECT_EQ(rates.substr(0, rates.find('\n')),
              "fabric,time_ns,source_host,dest_host,queue_pair,rate_bps,acknowledged_bytes");
    // A manifest keeps them.
    const auto again = m_folder / "again";
    const auto manifest = (m_folder / "1" / "manifest.json").string();
    EXPECT_EQ(RunScenario(manifest + " --quiet --no-figure --output " + again.string()).status, 0);
    EXPECT_EQ(Read(again / "queues.csv"), queues);
    ExpectRefused(SCENARIO,
                  "--set output.samples.queues='switch0->host9'",
                  "command line: output.samples: FabricSampler Queues \"switch0->host9\": the "
                  "topology has no node \"host9\"");
    ExpectRefused(SCENARIO,
                  "--set output.sample.queues=x",
                  "command line: output.sample: unknown key; expected one of folder, samples");
}

TEST_F(RunnerTest, ResultsAreHeadedAndComplete)
{
    const TemporaryFile file(SCENARIO);
    const auto outcome = RunScenario(file.GetPath() + " --no-figure --output " + m_folder.string());
    EXPECT_EQ(outcome.status, 0) << outcome.text;
    EXPECT_NE(outcome.text.find("completion time"), std::string::npos);
    EXPECT_EQ(Read(m_folder / "flows.csv").substr(0, 43),
              "fabric,job,source_host,dest_host,channel,pr");
    EXPECT_EQ(Read(m_folder / "summary.csv").substr(0, 11), "fabric,job,");
    // HPCC's addresses of hosts 0 and 1, the ports, 100 KB from time 0.
    const auto fct = Read(m_folder / "fct-roce.txt");
    EXPECT_EQ(fct.substr(0, 41), "0b000001 0b000101 10000 100 100000 0 " + fct.substr(37, 4));
}

} // namespace

#endif // AI_FABRIC_RUN

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Imports of what was recorded: traces of PyTorch's profiler, and requests of inference servers.

#include "import-test.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#ifdef AI_FABRIC_RUN

using namespace ns3;
namespace fs = std::filesystem;

namespace
{

/** Imports of recorded jobs and requests. */
class TraceImportTest : public ImportFolderTest
{
  protected:
    /** @param arguments behind the program's name @return what became of them */
    Outcome ImportThat(const std::string& arguments) const
    {
        return RunProgram("cd " + In(".").string() +
                          " && python3 " AI_FABRIC_SOURCE_DIR "/utils/ai_fabric_import " +
                          arguments + " -o it.json");
    }

    /** Expects one line of error, and no scenario. */
    void ExpectRefused(const std::string& arguments, const std::string& message) const
    {
        ExpectRefusal(ImportThat(arguments), message);
    }

    /**
     * Runs a scenario.
     *
     * @param scenario a file, and options that change it
     * @param name folder of the results
     * @return completion time of its job in ps
     */
    int64_t GetCompletionPs(const std::string& scenario, const std::string& name) const
    {
        const auto run =
            RunScenario(scenario + " --no-lint --quiet --no-figure --output " + In(name).string());
        EXPECT_EQ(run.status, 0) << run.text;
        // In ns with three decimals; row "all", then the job.
        return std::llround(std::stod(ReadColumn(In(name) / "summary.csv", 3).at(1)) * 1000);
    }
};

} // namespace

TEST_F(TraceImportTest, ProfilesRunWithTheirDependencies)
{
    const auto imported = ImportThat("kineto kineto");
    ASSERT_EQ(imported.status, 0) << imported.text;
    EXPECT_EQ(Read(In("it.groups.json")), "{\"0\": [0, 1]}\n");
    const int64_t whole =
        GetCompletionPs(In("it.json").string() + " --set topology.delay=1us --set " +
                            "workload.allReduce=ring-all-reduce --set workload.saveGraph=" +
                            In("graph.json").string(),
                        "whole");
    // aten::mm takes 20 us and launches a kernel of 100 us, for which the all-reduce of 500,000
    // BFloat16 waits, as its stream was idle from 1034 on and it began when the kernel ended. The
    // kernel of 10 us on the first stream waits for the all-reduce for the same reason, and
    // cudaDeviceSynchronize for that kernel; aten::item takes 7 us.
    std::ofstream(In("collective.json"))
        << R"({"topology": {"type": "star", "hosts": 2, "rate": "400Gbps", "delay": "1us"},
               "fabric": "roce", "workload": {"type": "collective", "bytes": "1000000B",
                                              "algorithm": "ring-all-reduce"}})";
    const int64_t collective = GetCompletionPs(In("collective.json").string(), "collective");
    EXPECT_EQ(whole, collective + 137'000'000);
    const auto graph = Read(In("graph.json"));
    // c10d::allreduce_ without record_param_comms, 15 - 10 us; the host waits for no kernel.
    EXPECT_TRUE(Has(graph, "\"timePs\": 5000000, \"stream\": 255, \"after\": [0]")) << graph;
}

/** With cuda_sync the all-reduce waits for the first kernel, and no kernel for the all-reduce. */
TEST_F(TraceImportTest, WaitsOfStreamsAreThoseOfTheProfile)
{
    const std::string call = R"({"ph": "X", "cat": "cuda_runtime", "pid": 101, "tid": 101, )";
    const std::string events =
        call + R"("name": "cudaEventRecord", "ts": 1028.0, "dur": 0.5, "args": {"correlation": 31}},
)" + call +
        R"("name": "cudaStreamWaitEvent", "ts": 1028.6, "dur": 0.5, "args": {"correlation": 32}},
{"ph": "X", "cat": "cuda_sync", "name": "Stream Wait Event", "pid": 0, "tid": 20, "ts": 1028.6,
 "dur": 0, "args": {"stream": 20, "correlation": 32, "wait_on_stream": 7,
                    "wait_on_cuda_event_record_corr_id": 31}},
)";
    for (const std::string rank : {"0", "1"})
    {
        Change("kineto/rank" + rank + ".json", R"({"ph": "f")", events + R"({"ph": "f")");
    }
    const auto imported = ImportThat("kineto kineto");
    ASSERT_EQ(imported.status, 0) << imported.text;
    GetCompletionPs(In("it.json").string() +
                        " --set workload.saveGraph=" + In("graph.json").string(),
                    "out");
    const auto graph = Read(In("graph.json"));
    // Node 6 is the first kernel, 7 the all-reduce behind record_param_comms, 8 the second kernel.
    for (const std::string text : {R"("id": 7, "kind": "join", "rank": 0, "after": [2, 6]})",
                                   R"("timePs": 10000000, "after": [3, 6]})"})
    {
        EXPECT_TRUE(Has(graph, text)) << text << graph;
    }
}

TEST_F(TraceImportTest, WrongProfilesAreNamedInOneLine)
{
    Change("kineto/rank1.json", "\"BFloat16\"", "\"Float7\"");
    ExpectRefused("kineto kineto",
                  "rank1.json: traceEvents.12.args.dtype: is 'float7'; expected one of ");
    Change("kineto/rank1.json", "\"Float7\"", "\"Half\"");
    Change("kineto/rank1.json", "\"ts\": 1112.5, \"dur\": 40.0", "\"ts\": \"x\", \"dur\": 40.0");
    ExpectRefused("kineto kineto", "rank1.json: traceEvents.12.ts: is not a time");
    fs::remove(In("kineto/rank1.json"));
    ExpectRefused("kineto kineto",
                  "kineto: has no trace of rank 1; expected one of each of 2 ranks");
    ExpectRefused("kineto kineto/rank0.json", "is not a folder");
}

TEST_F(TraceImportTest, RecordsOfServersBecomeRequests)
{
    // A request that failed has no output. 5012.25 s is the begin.
    ASSERT_EQ(ImportThat("serving serving/vllm.json").status, 0);
    EXPECT_EQ(Read(In("it.requests.csv")),
              "time_s,prompt_tokens,output_tokens\n0.000000,1000,12\n0.125000,300,5\n"
              "0.375000,40,3\n");
    // The third request begins with two blocks of the first, the fourth is these two blocks: 1024
    // and 600 tokens. The second one is another session.
    ASSERT_EQ(ImportThat("serving serving/mooncake.jsonl").status, 0);
    EXPECT_EQ(Read(In("it.requests.csv")),
              "time_s,prompt_tokens,output_tokens,session,shared_tokens\n0.000000,1300,10,0,0\n"
              "0.250000,700,4,3,0\n1.500000,1600,7,0,1024\n1.750000,600,2,0,600\n");
    const auto run = RunQuietly("it.json", "out");
    ASSERT_EQ(run.status, 0) << run.text;
    // One token of a prompt is always processed.
    EXPECT_EQ(ReadColumn(In("out") / "requests.csv", 13),
              (std::vector<std::string>{"0", "0", "1024", "599"}));
    // 1000 new and 25 cached tokens of three sequences.
    ASSERT_EQ(ImportThat("serving serving/sglang.log --output-tokens 6").status, 0);
    EXPECT_EQ(Read(In("it.requests.csv")),
              "time_s,prompt_tokens,output_tokens\n0.000000,128,6\n1.000000,342,6\n1.000000,342,6\n"
              "1.000000,341,6\n");
}

TEST_F(TraceImportTest, WrongRecordsAreNamedInOneLine)
{
    ExpectRefused("serving serving/sglang.log",
                  "sglang.log: --output-tokens: is missing; the log does not say the tokens");
    Change("serving/vllm.json", "[12, 5, 0, 3]", "[12, 5, 0]");
    ExpectRefused("serving serving/vllm.json",
                  "vllm.json:1: output_lens: expected two lists of one length");
    Change("serving/mooncake.jsonl", "\"input_length\": 700", "\"input_length\": \"many\"");
    ExpectRefused("serving serving/mooncake.jsonl",
                  "mooncake.jsonl:2: input_length: is \"many\"; expected a number from 1 to");
    std::ofstream(In("serving/engine.log"))
        << "INFO 03-01 12:00:10 metrics.py:455] Avg prompt throughput: 102.4 tokens/s, Avg "
           "generation throughput: 30.1 tokens/s, Running: 3 reqs, Swapped: 0 reqs\n";
    ExpectRefused(
        "serving serving/engine.log",
        "engine.log: has vLLM's averages, but no requests; expected results of vllm bench");
}

#endif // AI_FABRIC_RUN

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Training and inference with measured times of kernels.

#include "error-message.h"
#include "network-test.h"
#include "run-program.h"
#include "temporary-file.h"
#include "temporary-folder.h"

#include "ns3/inference-engine.h"
#include "ns3/input-error.h"

#include <string>

using namespace ns3;

namespace
{

const std::string HEADING = "gpu,operation,precision,m,n,k,time_us\n";

class MeasuredKernelsTest : public NetworkTest
{
  protected:
    /** Runs a job on one GPU. */
    Ptr<GraphExecutor> RunJob(const std::string& workload, const Attributes& attributes)
    {
        Build("RoceFabric", {}, Topology("StarTopology", {{"Hosts", "2"}}));
        m_workload = Make<FabricWorkload>(workload, "Hosts=0" + attributes);
        const auto job = Add(workload, "Hosts=0" + attributes);
        Simulator::Run();
        return job;
    }

    /** @return a figure of the job */
    double Figure(const GraphExecutor& executor, const std::string& name) const
    {
        for (const JobFigure& figure :
             m_workload->GetFigures(executor.GetJob(), executor.GetTimes()))
        {
            if (figure.name == name)
            {
                return figure.value;
            }
        }
        return -1;
    }

    Ptr<FabricWorkload> m_workload;
};

} // namespace

TEST_F(MeasuredKernelsTest, APromptTakesTheSumOfItsKernels)
{
    // 1,000 tokens, scored against 500.5 keys each; matrices of 20 (between 10 and 30), 25, 40 and
    // 50 us and scores of 30 us in each of two layers, and one token of the output embedding, 60
    // us.
    const TemporaryFile file(HEADING + "h100,matrix,bf16,500,3072,1024,10\n"
                                       "h100,matrix,bf16,1500,3072,1024,30\n"
                                       "h100,matrix,bf16,1000,1024,1024,25\n"
                                       "h100,attention,bf16,1000,500.5,1024,30\n"
                                       "h100,matrix,bf16,1000,4096,1024,40\n"
                                       "h100,matrix,bf16,1000,1024,4096,50\n"
                                       "h100,matrix,bf16,1,32000,1024,60\n");
    const auto job = RunJob(
        "InferenceWorkload",
        {{"Model",
          "ns3::TransformerModel[Layers=2|Hidden=1024|Heads=8|Vocabulary=32000|Causal=true]"},
         {"Arrivals", "ns3::PoissonArrivals[Requests=1|PromptTokens=1000|OutputTokens=1]"},
         {"IterationOverhead", "0ns"},
         {"KernelTimesFile", file.GetPath()}});
    const auto engine = DynamicCast<InferenceEngine>(job->GetJob().driver);
    EXPECT_NEAR(static_cast<double>(engine->GetRequests().front().GetTtftPs()),
                (2 * (20 + 25 + 30 + 40 + 50) + 60) * 1e6,
                16.0 * TickPs() + 20);
    EXPECT_EQ(Figure(*job, "kernels measured"), 11);
    EXPECT_EQ(Figure(*job, "kernels by roofline"), 0);
}

TEST_F(MeasuredKernelsTest, AStepCountsWhatIsMeasured)
{
    // Two layers forward and backward on one GPU: per layer 4 matrices and scores, and the output:
    // 11 kernels, twice as many backward. Measured: the output of attention, 1 ms, and that of
    // the model, 7 ms: 2 * 1 + 7 forward, twice as long backward.
    const Attributes model{
        {"Model", "ns3::TransformerModel[Layers=2|Hidden=1000|Heads=10|Vocabulary=5000]"},
        {"Sequence", "100"},
        {"Gpu", "h100"}};
    const TemporaryFile file(HEADING + "h100,matrix,bf16,100,1000,1000,1000\n"
                                       "h100,matrix,bf16,100,5000,1000,7000\n");
    const auto bare = RunJob("TrainingWorkload", model);
    EXPECT_EQ(Figure(*bare, "kernels measured"), -1);
    const double bareMs = Figure(*bare, "iteration time");
    Simulator::Destroy();
    Attributes measured = model;
    measured.emplace_back("KernelTimesFile", file.GetPath());
    const auto job = RunJob("TrainingWorkload", measured);
    EXPECT_EQ(Figure(*job, "kernels measured"), 3 * 3);
    EXPECT_EQ(Figure(*job, "kernels by roofline"), 3 * 8);
    // Of the rooflines two are left out: 2e8 FLOPs in each layer, and 1e9 of the output, or the
    // time for 2e6 and 1e7 bytes, which is longer.
    const double memory = 0.8 * 3.35e12;
    const double outMs = 1e3 * std::max(2e8 / (0.6 * 989.4e12), 2e6 / memory);
    const double headMs = 1e3 * std::max(1e9 / (0.6 * 989.4e12), 1e7 / memory);
    const double forwardMs = 2 * (1 - outMs) + 7 - headMs;
    EXPECT_NEAR(Figure(*job, "iteration time") - bareMs, 3 * forwardMs, 0.01 * forwardMs);
}

TEST_F(MeasuredKernelsTest, ATableWithoutEffectIsRefused)
{
    const TemporaryFile file(HEADING + "h100,matrix,bf16,100,999,1000,1000\n");
    const auto complaint = [&](const std::string& workload, const Attributes& more) {
        Attributes all{
            {"Model", "ns3::TransformerModel[Layers=2|Hidden=1000|Heads=10|Vocabulary=5000]"},
            {"KernelTimesFile", file.GetPath()}};
        all.insert(all.end(), more.begin(), more.end());
        HostMap hosts;
        hosts.node = {0};
        hosts.leaf = {0};
        hosts.server = {0};
        hosts.ratebps = {100'000'000'000};
        hosts.taken = {false};
        const auto made = Make<FabricWorkload>(workload, all);
        made->AssignStreams(1);
        return MessageOf<InputError>([&] { made->Build(hosts); }, "");
    };
    EXPECT_EQ(complaint("TrainingWorkload", {{"Sequence", "100"}}),
              "ns3::TrainingWorkload: KernelTimesFile: has no time for any kernel of this step; "
              "expected rows such as matrix,bf16,100,3000,1000; matrix,bf16,100,1000,1000; "
              "matrix,bf16,100,5000,1000");
    EXPECT_EQ(complaint("InferenceWorkload", {}),
              "ns3::InferenceWorkload: KernelTimesFile: has no time for any kernel of this model; "
              "expected rows such as matrix,bf16,1,3000,1000; matrix,bf16,1,1000,1000; "
              "matrix,bf16,1,5000,1000");
}

#ifdef AI_FABRIC_RUN

TEST_F(MeasuredKernelsTest, TheRunnerNamesTheLineOfABadFile)
{
    const TemporaryFile file(HEADING + "h100,matrix,bf16,1,1280,8192,fast\n");
    const TemporaryFolder folder;
    const auto outcome =
        RunScenario(AI_FABRIC_SOURCE_DIR
                    "/examples/scenarios/measured-kernels.json --set workload.kernelTimesFile=" +
                    file.GetPath() + " --output " + folder.GetPath());
    EXPECT_EQ(outcome.status, 2);
    EXPECT_TRUE(Has(outcome.text,
                    file.GetPath() + ":2: time_us: 'fast' is not a number from 0.001 to 1e9"));
}

#endif

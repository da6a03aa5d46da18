// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Training that reads its samples from storage, and writes its checkpoints there.

#include "simulated-run.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <string>

#ifdef AI_FABRIC_RUN

namespace
{

using namespace ns3;

constexpr uint32_t STEPS = 4;

/**
 * @return data parallel training on the first hosts of a star; the last ones are the storage. The
 * network is ideal, so times follow from bytes and rates.
 */
std::string
Scenario(uint32_t ranks, uint32_t storage, const std::string& keys, const std::string& more = "")
{
    const std::string last = std::to_string(ranks + storage - 1);
    const std::string hosts = std::to_string(ranks) + '-' + last;
    return R"({"topology": {"type": "star", "hosts": )" + std::to_string(ranks + storage) +
           R"(, "rate": "100Gbps"}, "fabric": {"type": "roce", "transport": "ideal"},
            "workload": {"type": "training", "hosts": "0-)" +
           (keys.empty() ? std::to_string(ranks - 1) : last) +
           R"(", "innerSteps": 4, "model": {"type": "transformer", "layers": 2, "hidden": 256,
                "heads": 4, "sequence": 100, "vocabulary": 1024})" +
           more +
           (keys.empty() ? "" : R"(, "storage": {"hosts": ")" + hosts + "\", " + keys + "}") + "}}";
}

double
CompletionS(const SimulatedRun& run)
{
    return std::stod(run.summary.at("completion_ns")) * 1e-9;
}

/** Messages between ranks and storage. */
struct StorageFlows
{
    double readBytes{0};  //!< of a step and rank
    double readWireS{0};  //!< of one such message
    double writeBytes{0}; //!< of a checkpoint and rank
    double writeWireS{0}; //!< of one such message
    uint32_t reads{0};    //!< number of all reads
    uint32_t writes{0};   //!< number of all writes
};

/** @param ranks number of ranks; hosts from there on are storage */
StorageFlows
GetFlows(const SimulatedRun& run, uint32_t ranks)
{
    StorageFlows flows;
    for (auto row : run.messages)
    {
        const double bytes = std::stod(row["size_bytes"]);
        const double wireS = std::stod(row["wire_ns"]) * 1e-9;
        if (std::stoul(row["source_host"]) >= ranks)
        {
            ++flows.reads;
            flows.readBytes = bytes;
            flows.readWireS = wireS;
        }
        else if (std::stoul(row["dest_host"]) >= ranks && bytes > 64)
        {
            ++flows.writes;
            flows.writeBytes = bytes;
            flows.writeWireS = wireS;
        }
    }
    return flows;
}

} // namespace

/**
 * A synchronous checkpoint is copied to the memory of each host, and then written. Samples that
 * are not read ahead are read while nothing else happens. 3 and 17 ranks, 1 and 2 hosts of storage:
 * the busiest one has ceil(ranks / hosts) messages.
 */
TEST(TrainingStorage, WhatIsNotHiddenAddsUp)
{
    for (const uint32_t ranks : {3U, 17U})
    {
        for (const uint32_t storage : {1U, 2U})
        {
            SCOPED_TRACE(std::to_string(ranks) + " ranks, storage " + std::to_string(storage));
            const auto base = Simulate(Scenario(ranks, storage, ""));
            ASSERT_EQ(base.outcome.status, 0) << base.outcome.text;
            const auto run = Simulate(Scenario(ranks,
                                               storage,
                                               R"("checkpointSteps": 2, "asynchronous": false,
                                                  "prefetch": 0, "tokenBytes": 1000)"));
            ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
            const auto flows = GetFlows(run, ranks);
            EXPECT_EQ(flows.reads, STEPS * ranks);
            EXPECT_EQ(flows.writes, 2 * ranks);
            EXPECT_EQ(flows.readBytes, 100 * 1000); // one sequence of 100 tokens

            const uint32_t most = (ranks + storage - 1) / storage;
            const double copyS = flows.writeBytes * 8 / 400e9;
            const double stepS = STEPS * most * flows.readWireS;
            const double saveS = 2 * (copyS + most * flows.writeWireS);
            const double addedS = CompletionS(run) - CompletionS(base);
            // Ranks whose samples come first compute while the others wait for theirs.
            EXPECT_LE(addedS, 1.02 * (stepS + saveS));
            EXPECT_GE(addedS, 0.94 * (stepS + saveS));
        }
    }
}

/** Parameters of the transformer, 14 bytes each, are shared evenly by ranks with the same ones. */
TEST(TrainingStorage, ACheckpointHasEachParameterOnce)
{
    const auto whole = Simulate(Scenario(1, 1, "\"checkpointSteps\": 4"));
    ASSERT_EQ(whole.outcome.status, 0) << whole.outcome.text;
    const double bytes = GetFlows(whole, 1).writeBytes;
    // 12 h^2 of each layer and two embeddings of 1,024 tokens, but for norms
    EXPECT_NEAR(bytes, 14.0 * (2 * 12 * 256 * 256 + 2 * 1024 * 256), 0.01 * bytes);
    for (const uint32_t ranks : {3U, 4U})
    {
        const auto run = Simulate(Scenario(ranks, 1, "\"checkpointSteps\": 4"));
        EXPECT_EQ(GetFlows(run, ranks).writeBytes, std::ceil(bytes / ranks));
    }
    // Two stages of a pipeline and two copies: stages write what they hold.
    const auto staged =
        Simulate(Scenario(4, 1, "\"checkpointSteps\": 4", R"(, "parallel": {"pipeline": 2})"));
    ASSERT_EQ(staged.outcome.status, 0) << staged.outcome.text;
    double sum = 0;
    for (auto row : staged.messages)
    {
        sum +=
            row["dest_host"] == "4" && row["size_bytes"] != "64" ? std::stod(row["size_bytes"]) : 0;
    }
    EXPECT_NEAR(sum, bytes, 8);
}

/**
 * Behind long kernels everything is hidden but the first read, the copies and, at the end of the
 * job, the last write.
 */
TEST(TrainingStorage, AsynchronousWritesAndReadsAheadAreHidden)
{
    const std::string slow = R"(, "peakFlops": 1e10, "efficiency": 1)";
    const auto base = Simulate(Scenario(3, 1, "", slow));
    const auto run =
        Simulate(Scenario(3, 1, R"("checkpointSteps": 2, "prefetch": 1, "tokenBytes": 100)", slow));
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
    const auto flows = GetFlows(run, 3);
    const double addedS =
        3 * flows.readWireS + 2 * flows.writeBytes * 8 / 400e9 + 3 * flows.writeWireS;
    EXPECT_NEAR(CompletionS(run) - CompletionS(base), addedS, 0.02 * addedS);

    // A second checkpoint waits until the first one is written.
    const auto often =
        Simulate(Scenario(3, 1, R"("checkpointSteps": 1, "copyRate": "0bps", "tokenBytes": 0.01)"));
    ASSERT_EQ(often.outcome.status, 0) << often.outcome.text;
    EXPECT_GE(CompletionS(often), STEPS * 3 * GetFlows(often, 3).writeWireS);
}

TEST(TrainingStorage, HostsOfTheStorageAreNoRanks)
{
    const auto base = Simulate(Scenario(3, 2, ""));
    const auto run = Simulate(Scenario(3, 2, R"("tokenBytes": 0.01)"));
    ASSERT_EQ(run.outcome.status, 0) << run.outcome.text;
    EXPECT_EQ(run.figures.at("memory of a GPU"), base.figures.at("memory of a GPU"));
    EXPECT_NEAR(run.figures.at("compute"), base.figures.at("compute"), 1e-6);
}

TEST(TrainingStorage, WhatDoesNotFitIsRefused)
{
    const auto refusal = [](const std::string& scenario) {
        const auto run = Simulate(scenario);
        EXPECT_EQ(run.outcome.status, 2) << run.outcome.text;
        return run.outcome.text;
    };
    EXPECT_TRUE(Has(refusal(Scenario(3, 1, "\"checkpointSteps\": 5")),
                    "CheckpointSteps: is 5; expected at most 4, the InnerSteps of the job"));
    std::string none = Scenario(3, 1, "\"checkpointSteps\": 2");
    none.replace(none.find("\"hosts\": \"3-3\""), 14, "\"hosts\": \"\"");
    EXPECT_TRUE(Has(refusal(none), "CheckpointSteps: is 2; expected Hosts of the storage"));
    std::string law = Scenario(3, 1, "\"checkpointSteps\": 2");
    law.replace(law.find("\"ideal\""), 7, "\"law\"");
    EXPECT_TRUE(Has(refusal(law), "Storage Hosts: is '3-3'; expected none, since the law"));
}

#endif // AI_FABRIC_RUN

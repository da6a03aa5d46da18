// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "error-message.h"
#include "network-test.h"
#include "simulated-run.h"
#include "temporary-folder.h"

#include "ns3/incast-workload.h"
#include "ns3/input-error.h"
#include "ns3/object-builder.h"
#include "ns3/program-results.h"
#include "ns3/star-topology.h"

#include <gtest/gtest.h>
#include <sstream>
#include <string>

using namespace ns3;

namespace
{

class ProgramResultsTest : public NetworkTest
{
  protected:
    /** Runs an incast of three senders on a star, and adds it to results. */
    static const FabricResult& RunIncast(ProgramResults& results, const std::string& preset)
    {
        Simulator::Destroy();
        RngSeedManager::SetSeed(1);
        const FabricHelper helper(BuildObject<FabricProfile>(preset, "Fabric"));
        auto star = CreateObject<StarTopology>();
        star->SetAttribute("Hosts", UintegerValue(4));
        const FabricNetwork network = helper.Install(star->Generate());
        helper.AssignStreams(network, 1000); // as the runner does
        auto incast = CreateObject<IncastWorkload>();
        incast->SetAttribute("Bytes", UintegerValue(300'000));
        const auto jobs = helper.Install(network, *incast);
        Simulator::Run();
        const FabricResult& result = results.Add(preset, helper, network, jobs);
        Simulator::Destroy();
        return result;
    }
};

} // namespace

#ifdef AI_FABRIC_RUN

// Packets of InfiniBand here never come at the same time: ns-3's engine, which tests use, orders
// such events otherwise than the runner's.
TEST_F(ProgramResultsTest, AProgramWritesWhatTheRunnerWrites)
{
    const auto run = Simulate(
        R"({"topology": {"type": "star", "hosts": 4}, "fabric": ["infiniband-hdr", "infiniband-ndr"],
            "workload": {"type": "incast", "bytes": 300000}})");
    const TemporaryFolder folder;
    ProgramResults results("incast", folder.GetPath() + "/results");
    const auto& first = RunIncast(results, "infiniband-hdr");
    const auto& second = RunIncast(results, "infiniband-ndr");
    EXPECT_EQ(Read(folder.GetPath() + "/results/flows.csv"), run.flows);
    ASSERT_EQ(run.messages.size(), 6u);
    EXPECT_NEAR(first.jobs[0].GetSlowdown(1), std::stod(run.messages[1].at("slowdown")), 1e-6);
    EXPECT_NEAR(second.jobs[0].GetSlowdown(2), std::stod(run.messages[5].at("slowdown")), 1e-6);
    std::ostringstream table;
    results.Print(table);
    EXPECT_NE(table.str().find("infiniband-hdr"), std::string::npos);
    EXPECT_NE(table.str().find("infiniband-ndr"), std::string::npos);
    EXPECT_TRUE(first.problems.empty());
}

#endif

TEST_F(ProgramResultsTest, ALabelNamesOneFabric)
{
    const TemporaryFolder folder;
    ProgramResults results("incast", folder.GetPath() + "/results");
    RunIncast(results, "roce");
    EXPECT_EQ(MessageOf<InputError>([&] { RunIncast(results, "roce"); }),
              "results of fabric roce: there is already roce; expected another label");
}

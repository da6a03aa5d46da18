// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "temporary-file.h"

#include "ns3/fabric-build.h"
#include "ns3/fabric-helper.h"
#include "ns3/graph-executor.h"
#include "ns3/scenario-loader.h"
#include "ns3/scenario.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

// Jobs with random draws: their hosts, destinations, times and sizes. The limit by a server's PCIe
// is part of the load.
const std::string SCENARIO = R"({
    "name": "scenario-jobs",
    "topology": {"type": "leaf-spine", "leaves": 2, "spines": 2, "hostsPerLeaf": 8},
    "server": {"type": "custom", "gpusPerServer": 4, "pcieRate": "50Gbps"},
    "fabric": ["roce", "infiniband"],
    "workload": [
        {"type": "collective", "name": "ring", "gpus": 4, "placement": "random", "bytes": 40000},
        {"type": "poisson", "name": "web", "gpus": 8, "placement": "random", "load": 0.5,
         "sizes": "WebSearch", "duration": "200us"}
    ]
})";

class ScenarioJobs : public FabricTest
{
  protected:
    void SetUp() override
    {
        FabricTest::SetUp();
        const TemporaryFile file(SCENARIO);
        ScenarioInput input;
        input.path = file.GetPath();
        input.seed = 3;
        m_scenario = LoadScenario(input);
    }

    FabricScenario m_scenario;
};

void
ExpectAlike(const std::vector<FabricJob>& some, const std::vector<FabricJob>& others)
{
    ASSERT_EQ(some.size(), others.size());
    for (size_t i = 0; i < some.size(); ++i)
    {
        EXPECT_EQ(some[i].name, others[i].name);
        EXPECT_EQ(some[i].hostOfRank, others[i].hostOfRank);
        const auto& nodes = some[i].graph.GetNodes();
        ASSERT_EQ(nodes.size(), others[i].graph.GetNodes().size());
        ASSERT_GT(nodes.size(), 0u);
        for (size_t number = 0; number < nodes.size(); ++number)
        {
            ASSERT_TRUE(nodes[number] == others[i].graph.GetNodes()[number]) << number;
        }
    }
}

/** The first fabric uses the job that was built for the check; no job is built twice. */
TEST_F(ScenarioJobs, AreThoseOfTheFirstFabric)
{
    ASSERT_EQ(m_scenario.jobs.size(), 2u);
    // A later change affects jobs that are built afterwards, not jobs that exist.
    m_scenario.workloads[0]->SetAttribute("Bytes", UintegerValue(80'000));
    for (const uint64_t bytes : {10'000, 20'000}) // a fourth of each
    {
        {
            const auto built = BuildFabric(m_scenario, 0);
            EXPECT_TRUE(m_scenario.jobs.empty());
            ASSERT_EQ(built.jobs.size(), 2u);
            EXPECT_EQ(built.jobs[0]->GetJob().graph.GetNode(0).bytes, bytes);
        }
        Simulator::Destroy();
    }
}

/** A job built when the scenario was loaded equals a job built for its fabric. */
TEST_F(ScenarioJobs, AreLikeThoseThatAreBuiltLater)
{
    m_scenario.SetSeeds();
    const auto first = m_scenario.TakeJobs();
    EXPECT_TRUE(m_scenario.jobs.empty());
    ExpectAlike(first, m_scenario.GetJobs());
    EXPECT_EQ(m_scenario.jobs.size(), 2u);
    ExpectAlike(first, m_scenario.TakeJobs());
    ExpectAlike(first, m_scenario.TakeJobs());
    // As in programs, which have a network and no scenario.
    const auto built = BuildFabric(m_scenario, 1);
    m_scenario.AssignStreams();
    const auto installed =
        FabricHelper(m_scenario.fabrics[1].profile).Install(built.network, m_scenario.workloads);
    std::vector<FabricJob> jobs;
    for (uint32_t i = 0; i < installed.GetN(); ++i)
    {
        jobs.push_back(DynamicCast<GraphExecutor>(installed.Get(i))->GetJob());
    }
    ExpectAlike(first, jobs);
}

} // namespace

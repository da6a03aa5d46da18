// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// An incast on two presets, with the table, the files and the slowdowns that the runner makes.

#include "ns3/core-module.h"
#include "ns3/fabric-helper.h"
#include "ns3/incast-workload.h"
#include "ns3/leaf-spine-topology.h"
#include "ns3/object-builder.h"
#include "ns3/program-results.h"

#include <iostream>
#include <string>

using namespace ns3;

int
main(int argc, char* argv[])
{
    std::string folder = "results/compare-presets";
    CommandLine cmd(__FILE__);
    cmd.AddValue("folder", "folder for the files", folder);
    cmd.Parse(argc, argv);
    Time::SetResolution(Time::PS);
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
    GlobalValue::Bind("SchedulerType", StringValue("ns3::FabricScheduler"));

    ProgramResults results("compare-presets", folder);
    for (const std::string preset : {"hpcc-paper", "infiniband-ndr"})
    {
        FabricHelper helper(BuildObject<FabricProfile>(preset, "Fabric"));
        const FabricNetwork network = helper.Install(CreateObject<LeafSpineTopology>()->Generate());
        helper.AssignStreams(network, 1);
        auto incast = CreateObject<IncastWorkload>();
        incast->SetAttribute("Sources", UintegerValue(8));
        const ApplicationContainer jobs = helper.Install(network, *incast);
        Simulator::Run();

        const FabricResult& result = results.Add(preset, helper, network, jobs);
        const JobResult& job = result.jobs.front();
        std::cout << preset << ": the first message has slowdown " << job.GetSlowdown(0) << '\n';
        Simulator::Destroy();
    }
    results.Print(std::cout);
}

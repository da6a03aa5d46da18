// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A ring all-reduce of 64 MiB by the 16 GPUs of a RoCEv2 leaf-spine network.

#include "ns3/collective-workload.h"
#include "ns3/core-module.h"
#include "ns3/fabric-helper.h"
#include "ns3/leaf-spine-topology.h"
#include "ns3/roce-fabric.h"

#include <iostream>

using namespace ns3;

int
main()
{
    Time::SetResolution(Time::PS);
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
    GlobalValue::Bind("SchedulerType", StringValue("ns3::FabricScheduler"));

    auto topology = CreateObject<LeafSpineTopology>();
    topology->SetAttribute("HostRate", StringValue("400Gbps"));
    FabricHelper helper(CreateObject<RoceFabric>());
    FabricNetwork network = helper.Install(topology->Generate());
    helper.AssignStreams(network, 1);

    auto allReduce = CreateObject<CollectiveWorkload>();
    allReduce->SetAttribute("Bytes", UintegerValue(64 << 20));
    auto job = DynamicCast<GraphExecutor>(helper.Install(network, *allReduce).Get(0));
    Simulator::Run();

    const double seconds = (job->GetFinishPs() - job->GetStartPs()) * 1e-12;
    const double algBandwidth = job->GetJob().bytes / seconds;
    std::cout << "completion time " << seconds * 1e6 << " us, busbw "
              << algBandwidth * job->GetJob().busFactor / 1e9 << " GB/s\n";
    Simulator::Destroy();
}

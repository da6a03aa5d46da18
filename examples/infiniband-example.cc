// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Gain of reductions in switches: all-reduces of 16 hosts on InfiniBand NDR, by a ring of the hosts
// and by the network (SHARP).

#include "ns3/collective-workload.h"
#include "ns3/core-module.h"
#include "ns3/fabric-helper.h"
#include "ns3/infini-band-fabric.h"
#include "ns3/leaf-spine-topology.h"

#include <iomanip>
#include <iostream>

using namespace ns3;

namespace
{

/** @return microseconds until every host has the sum */
double
Simulate(const std::string& algorithm, uint64_t bytes)
{
    auto topology = CreateObject<LeafSpineTopology>();
    topology->SetAttribute("HostRate", StringValue("400Gbps"));
    topology->SetAttribute("HostDelay", StringValue("25ns"));
    topology->SetAttribute("UplinkDelay", StringValue("100ns"));
    auto fabric = CreateObject<InfiniBandFabric>();
    fabric->SetAttribute("Channel", StringValue("ns3::FabricChannel[FecLatency=90ns]"));
    FabricHelper helper(fabric);
    FabricNetwork network = helper.Install(topology->Generate());
    helper.AssignStreams(network, 1);

    auto allReduce = CreateObject<CollectiveWorkload>();
    allReduce->SetAttribute("Algorithm", StringValue(algorithm));
    allReduce->SetAttribute("Bytes", UintegerValue(bytes));
    auto job = DynamicCast<GraphExecutor>(helper.Install(network, *allReduce).Get(0));
    Simulator::Run();
    const double us = static_cast<double>(job->GetFinishPs() - job->GetStartPs()) * 1e-6;
    Simulator::Destroy();
    return us;
}

} // namespace

int
main()
{
    Time::SetResolution(Time::PS);
    std::cout << "    bytes  ring (us)  network (us)\n" << std::fixed << std::setprecision(1);
    for (const uint64_t bytes : {4 << 10, 256 << 10, 16 << 20})
    {
        std::cout << std::setw(9) << bytes << std::setw(11) << Simulate("ns3::RingAllReduce", bytes)
                  << std::setw(14) << Simulate("ns3::SharpAllReduce", bytes) << '\n';
    }
}

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A ring all-reduce of the 16 GPUs of a leaf-spine network, alone and beside ns-3's own
// BulkSendApplication: shows how much bandwidth TCP in another priority takes from RDMA.

#include "ns3/applications-module.h"
#include "ns3/collective-workload.h"
#include "ns3/core-module.h"
#include "ns3/fabric-helper.h"
#include "ns3/fabric-internet-helper.h"
#include "ns3/internet-module.h"
#include "ns3/leaf-spine-topology.h"
#include "ns3/roce-fabric.h"

#include <iostream>

using namespace ns3;

namespace
{

void
Simulate(bool withTcp)
{
    auto fabric = CreateObject<RoceFabric>();
    // Priority 0, where TCP is, weighs 1; priority 3, where RDMA is, weighs 3.
    fabric->SetAttribute("Arbiter", StringValue("ns3::DwrrArbiter[Weights=1,1,1,3,1,1,0,0]"));
    FabricHelper helper(fabric);
    FabricNetwork network = helper.Install(CreateObject<LeafSpineTopology>()->Generate());
    helper.AssignStreams(network, 1);

    auto allReduce = CreateObject<CollectiveWorkload>();
    allReduce->SetAttribute("Bytes", UintegerValue(16 << 20));
    auto job = DynamicCast<GraphExecutor>(helper.Install(network, *allReduce).Get(0));
    job->SetFinishCallback(Callback<void, Ptr<GraphExecutor>>([](auto) { Simulator::Stop(); }));

    ApplicationContainer sinks;
    if (withTcp)
    {
        const auto hosts = FabricInternetHelper().Install(network);
        const uint16_t port = 9;
        for (uint32_t i = 0; i < 4; ++i)
        {
            const InetSocketAddress address(hosts.GetAddress(12 + i), port);
            sinks.Add(PacketSinkHelper("ns3::TcpSocketFactory", address)
                          .Install(network.hosts.Get(12 + i)));
            BulkSendHelper sender("ns3::TcpSocketFactory", address);
            sender.SetAttribute("MaxBytes", UintegerValue(0)); // without end
            sender.SetAttribute("SendSize", UintegerValue(65536));
            sender.Install(network.hosts.Get(i));
        }
    }
    Simulator::Run();

    const double seconds = (job->GetFinishPs() - job->GetStartPs()) * 1e-12;
    std::cout << (withTcp ? "beside TCP: " : "alone: ") << seconds * 1e6 << " us";
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < sinks.GetN(); ++i)
    {
        bytes += DynamicCast<PacketSink>(sinks.Get(i))->GetTotalRx();
    }
    std::cout << ", TCP " << 8e-9 * bytes / seconds << " Gb/s\n";
    Simulator::Destroy();
}

} // namespace

int
main()
{
    Time::SetResolution(Time::PS);
    GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
    GlobalValue::Bind("SchedulerType", StringValue("ns3::FabricScheduler"));
    // ns-3's defaults for TCP are those of the Internet.
    Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(4096 - 40));
    Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(1 << 20));
    Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(1 << 20));
    Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(1)));
    Config::SetDefault("ns3::TcpSocketBase::Timestamp", BooleanValue(false));
    Simulate(false);
    Simulate(true);
}

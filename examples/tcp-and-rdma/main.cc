// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// A script as ns-3's tutorial has them, two Nodes with TCP over a link of PointToPointHelper, to
// which RDMA is added: a RoCEv2 link between the same Nodes and a message over it. FlowMonitor sees
// both: TCP by ns-3's own probes, RDMA by RdmaFlowProbe.

#include "rdma-flow-probe.h"

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/fabric-helper.h"
#include "ns3/internet-module.h"
#include "ns3/point-to-point-helper.h"
#include "ns3/roce-fabric.h"

#include <iostream>
#include <string>

using namespace ns3;

namespace
{

/** The message has been acknowledged. */
void
OnCompletion(const RdmaCompletion& completion)
{
    std::cout << "RDMA: the write took "
              << (completion.GetFinished() - completion.GetPosted()).As(Time::US) << '\n';
}

} // namespace

int
main(int argc, char* argv[])
{
    std::string trace;
    std::string flows;
    CommandLine cmd(__FILE__);
    cmd.AddValue("trace", "prefix of ascii traces of the RDMA link; empty: none", trace);
    cmd.AddValue("flows", "file for FlowMonitor's table of RDMA; empty: none", flows);
    cmd.Parse(argc, argv);
    Time::SetResolution(Time::PS);

    // TCP, with nothing of ai-fabric.
    NodeContainer nodes;
    nodes.Create(2);
    PointToPointHelper pointToPoint;
    pointToPoint.SetDeviceAttribute("DataRate", StringValue("10Gbps"));
    pointToPoint.SetChannelAttribute("Delay", StringValue("1us"));
    const NetDeviceContainer devices = pointToPoint.Install(nodes);
    InternetStackHelper().Install(nodes);
    const auto interfaces = Ipv4AddressHelper("10.1.1.0", "255.255.255.0").Assign(devices);
    const InetSocketAddress address(interfaces.GetAddress(1), 9);
    BulkSendHelper sender("ns3::TcpSocketFactory", address);
    sender.SetAttribute("MaxBytes", UintegerValue(1'000'000));
    sender.Install(nodes.Get(0));
    PacketSinkHelper receiver("ns3::TcpSocketFactory", address);
    const auto sink = DynamicCast<PacketSink>(receiver.Install(nodes.Get(1)).Get(0));

    // RDMA: a link between the same Nodes, observers, a queue pair, a message, whose first packet
    // leaves at once.
    FabricHelper helper(CreateObject<RoceFabric>());
    const FabricNetwork link =
        helper.Install(nodes.Get(0), nodes.Get(1), DataRate("100Gbps"), MicroSeconds(1));
    helper.AssignStreams(link, 1);
    if (!trace.empty())
    {
        helper.EnableAscii(trace, link.devices);
    }
    const auto monitor = CreateObject<FlowMonitor>();
    RdmaFlowProbe::Install(monitor, link);
    const auto queuePair = RdmaNic::Connect(link.nics[0], link.nics[1], 3).first;
    queuePair->SetCompletionCallback(MakeCallback(&OnCompletion));
    queuePair->PostWrite(1'000'000, 0);

    Simulator::Stop(Seconds(1));
    Simulator::Run();
    std::cout << "TCP: " << sink->GetTotalRx() << " B\n";
    for (const auto& [flow, seen] : monitor->GetFlowStats())
    {
        std::cout << "FlowMonitor, RDMA flow " << flow << ": " << seen.rxPackets << " of "
                  << seen.txPackets << " packets, " << seen.rxBytes << " B, mean delay "
                  << (seen.delaySum / seen.rxPackets).As(Time::NS) << '\n';
    }
    if (!flows.empty())
    {
        monitor->SerializeToXmlFile(flows, false, true);
    }
    Simulator::Destroy();
}

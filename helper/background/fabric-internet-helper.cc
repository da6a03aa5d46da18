// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-internet-helper.h"

#include "ns3/flow-entropy.h"
#include "ns3/foreign-port.h"
#include "ns3/input-error.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-static-routing-helper.h"
#include "ns3/ipv4.h"
#include "ns3/random-draws.h"
#include "ns3/traffic-control-helper.h"

#include <string>

namespace ns3
{

Ipv4InterfaceContainer
FabricInternetHelper::Install(const FabricNetwork& network) const
{
    const uint32_t hostCount = network.hosts.GetN();
    if (hostCount > MAX_HOSTS)
    {
        throw InputError("background traffic: the network has " + std::to_string(hostCount) +
                         " hosts; expected at most " + std::to_string(MAX_HOSTS));
    }
    InternetStackHelper stack;
    stack.SetIpv6StackInstall(false);
    stack.SetRoutingHelper(Ipv4StaticRoutingHelper());
    for (auto node = network.hosts.Begin(); node != network.hosts.End(); ++node)
    {
        if (!(*node)->GetObject<Ipv4>()) // a program's own Nodes may have one
        {
            stack.Install(*node);
        }
    }

    Ipv4InterfaceContainer interfaces;
    for (uint32_t host = 0; host < hostCount; ++host)
    {
        const Ptr<FabricNetDevice> device(&network.nics[host]->GetPort());
        CreateObject<ForeignPort>()->Install(device,
                                             host,
                                             hostCount,
                                             network.nics[host]->GetFraming().GetForeignFraming());
        const auto ipv4 = network.hosts.Get(host)->GetObject<Ipv4>();
        const uint32_t interface = ipv4->AddInterface(device);
        ipv4->AddAddress(interface,
                         Ipv4InterfaceAddress(Ipv4Address(HostIpv4(host)), Ipv4Mask("/8")));
        ipv4->SetUp(interface);
        TrafficControlHelper::Default().Install(device);
        interfaces.Add(ipv4, interface);
    }
    return interfaces;
}

int64_t
FabricInternetHelper::AssignStreams(const FabricNetwork& network, int64_t stream) const
{
    InternetStackHelper stack;
    for (uint32_t host = 0; host < network.hosts.GetN(); ++host)
    {
        const auto& name = network.topology.nodes[network.topology.hosts[host]].name;
        stack.AssignStreams(NodeContainer(network.hosts.Get(host)),
                            NameStream(stream, "internet", HashDraw(0, name)));
    }
    return 1;
}

} // namespace ns3

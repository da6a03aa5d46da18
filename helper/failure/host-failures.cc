// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "host-failures.h"

#include "link-outage.h"

#include "ns3/double.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-units.h"
#include "ns3/input-error.h"
#include "ns3/priority-flow-control.h"
#include "ns3/uinteger.h"

namespace ns3
{

TypeId
HostFailure::AddHost(TypeId tid, const char* help)
{
    return tid.AddAttribute("Host",
                            help,
                            UintegerValue(0),
                            MakeUintegerAccessor(&HostFailure::m_host),
                            MakeUintegerChecker<uint32_t>());
}

void
HostFailure::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    if (m_host >= topology.GetGpuCount())
    {
        throw InputError(GetInstanceTypeId().GetName() + " Host: is " + std::to_string(m_host) +
                         "; expected the index of a host, 0 to " +
                         std::to_string(topology.GetGpuCount() - 1));
    }
}

std::vector<uint32_t>
HostFailure::GetLinksOfPorts(const FabricTopology& topology, uint32_t host)
{
    std::vector<uint32_t> all;
    for (const uint32_t port : topology.GetPortsOf(host))
    {
        const auto links = GetLinksOf(topology, topology.hosts[port]);
        all.insert(all.end(), links.begin(), links.end());
    }
    return all;
}

FabricFault
HostFailure::DoDescribe(const FabricNetwork& network) const
{
    return {{}, GetName(network.topology), {}, {m_host}};
}

NS_OBJECT_ENSURE_REGISTERED(GpuFailure);

TypeId
GpuFailure::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<GpuFailure>("ns3::GpuFailure", "Index of the host whose GPU hangs.");
    return tid;
}

void
GpuFailure::DoSet(const FabricNetwork& network, bool begins) const
{
    network.gpus[GetHost()]->SetHung(begins);
    if (begins)
    {
        network.gpus[GetHost()]->Crash();
    }
}

FabricFault
GpuFailure::DoDescribe(const FabricNetwork& network) const
{
    return {{}, "GPU of " + GetName(network.topology), {}, {GetHost()}};
}

NS_OBJECT_ENSURE_REGISTERED(NicFailure);

TypeId
NicFailure::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<NicFailure>("ns3::NicFailure", "Index of the host whose NIC fails.");
    return tid;
}

FabricFault
NicFailure::DoDescribe(const FabricNetwork& network) const
{
    const FabricTopology& topology = network.topology;
    return {{}, GetName(topology), GetLinksOfPorts(topology, GetNic(network))};
}

void
NicFailure::DoSet(const FabricNetwork& network, bool begins) const
{
    SetLinksDown(network, DoDescribe(network).links, begins);
}

NS_OBJECT_ENSURE_REGISTERED(ServerFailure);

TypeId
ServerFailure::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<ServerFailure>("ns3::ServerFailure",
                                  "Index of any host of the server; all its hosts fail.");
    return tid;
}

void
ServerFailure::DoInstall(const SharedNetwork& network) const
{
    if (network->scaleUp && !network->UsesLaw() &&
        !network->scaleUp->transports.front()->HasPackets())
    {
        throw InputError(GetInstanceTypeId().GetName() +
                         ": stops the packets of NVLink, and the server has none; expected "
                         "NvlinkModel packets");
    }
    FabricFailure::DoInstall(network);
}

/** @return hosts of the server, ascending */
std::vector<uint32_t>
ServerFailure::GetHosts(const FabricNetwork& network) const
{
    std::vector<uint32_t> hosts;
    for (uint32_t host = 0; host < network.gpus.size(); ++host)
    {
        if (network.GetServer(host) == network.GetServer(GetHost()))
        {
            hosts.push_back(host);
        }
    }
    return hosts;
}

/** @return NICs of the server, ascending */
std::vector<uint32_t>
ServerFailure::GetNics(const FabricNetwork& network) const
{
    std::vector<uint32_t> nics;
    for (const uint32_t host : GetHosts(network))
    {
        const uint32_t nic = network.GetNic(host);
        if (nics.empty() || nics.back() != nic)
        {
            nics.push_back(nic);
        }
    }
    return nics;
}

void
ServerFailure::DoSet(const FabricNetwork& network, bool begins) const
{
    const auto setLinks = [begins](const FabricNetwork& one, uint32_t host) {
        SetLinksDown(one, GetLinksOfPorts(one.topology, host), begins);
    };
    for (const uint32_t host : GetHosts(network))
    {
        network.gpus[host]->SetHung(begins);
        if (network.scaleUp)
        {
            setLinks(*network.scaleUp, host);
        }
    }
    for (const uint32_t nic : GetNics(network))
    {
        setLinks(network, nic);
        for (const auto& plane : network.planes)
        {
            setLinks(*plane, nic);
        }
    }
    if (network.northSouth)
    {
        setLinks(*network.northSouth, network.GetServer(GetHost()));
    }
    for (const uint32_t host : GetHosts(network))
    {
        if (begins)
        {
            network.gpus[host]->Crash();
        }
    }
}

FabricFault
ServerFailure::DoDescribe(const FabricNetwork& network) const
{
    const FabricTopology& topology = network.topology;
    FabricFault fault;
    fault.what = "server of " + GetName(topology);
    const auto addChannels = [&fault](const FabricNetwork& other, uint32_t host) {
        for (const uint32_t link : GetLinksOfPorts(other.topology, host))
        {
            fault.channels.push_back(other.channels[link]);
        }
    };
    for (const uint32_t nic : GetNics(network))
    {
        const auto links = GetLinksOfPorts(topology, nic);
        fault.links.insert(fault.links.end(), links.begin(), links.end());
        for (const auto& plane : network.planes)
        {
            addChannels(*plane, nic);
        }
    }
    if (network.northSouth)
    {
        addChannels(*network.northSouth, network.GetServer(GetHost()));
    }
    return fault;
}

NS_OBJECT_ENSURE_REGISTERED(SlowGpu);

TypeId
SlowGpu::GetTypeId()
{
    static TypeId tid = MakeTypeId<SlowGpu>("ns3::SlowGpu", "Index of the host whose GPU is slow.")
                            .AddAttribute("Factor",
                                          "Factor on the duration of all work of this GPU, in "
                                          "addition to the Slowdown of ns3::Gpu.",
                                          DoubleValue(2),
                                          MakeDoubleAccessor(&SlowGpu::m_factor),
                                          MakeDoubleChecker<double>(0.001, 1000));
    return tid;
}

void
SlowGpu::DoSet(const FabricNetwork& network, bool begins) const
{
    const auto& gpu = network.gpus[GetHost()];
    gpu->SetSlowdown(begins ? gpu->GetSlowdown() * m_factor : gpu->GetSlowdown() / m_factor);
}

NS_OBJECT_ENSURE_REGISTERED(SlowReceiver);

TypeId
SlowReceiver::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<SlowReceiver>("ns3::SlowReceiver", "Index of the host whose memory is slow.")
            .AddAttribute(
                "Rate",
                "Largest payload rate that the host takes from each NIC; 0bps: it takes nothing.",
                DataRateValue(DataRate(0)),
                MakeDataRateAccessor(&SlowReceiver::m_rate),
                MakeDataRateChecker());
    return tid;
}

void
SlowReceiver::DoSet(const FabricNetwork& network, bool begins) const
{
    const uint32_t nic = GetNic(network);
    const auto set = [this, begins, nic](const FabricNetwork& one) {
        for (const uint32_t port : one.topology.GetPortsOf(nic))
        {
            begins ? one.nics[port]->AddReceiveLimit(m_rate.GetBitRate())
                   : one.nics[port]->RemoveReceiveLimit(m_rate.GetBitRate());
        }
    };
    set(network);
    for (const auto& plane : network.planes)
    {
        set(*plane);
    }
}

NS_OBJECT_ENSURE_REGISTERED(PauseStorm);

TypeId
PauseStorm::GetTypeId()
{
    static TypeId tid =
        MakeTypeId<PauseStorm>("ns3::PauseStorm",
                               "Index of the host whose NIC sends pauses all the time.")
            .AddAttribute("Priority",
                          "Priority that the NIC pauses.",
                          UintegerValue(3),
                          MakeUintegerAccessor(&PauseStorm::m_priority),
                          MakeUintegerChecker<uint8_t>(0, PRIORITY_COUNT - 1));
    return tid;
}

void
PauseStorm::DoCheck(const FabricTopology& topology, const FabricProfile& profile) const
{
    HostFailure::DoCheck(topology, profile);
    if (profile.flowControl.GetTypeId() != PriorityFlowControl::GetTypeId())
    {
        throw InputError("ns3::PauseStorm: a fabric with " +
                         profile.flowControl.GetTypeId().GetName() +
                         " has no pauses; expected a fabric with ns3::PriorityFlowControl");
    }
}

void
PauseStorm::DoSet(const FabricNetwork& network, bool begins) const
{
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    for (const uint32_t port : network.topology.GetPortsOf(GetNic(network)))
    {
        auto& flowControl =
            static_cast<PriorityFlowControl&>(network.nics[port]->GetPort().GetFlowControl());
        begins ? flowControl.BeginStorm(m_priority, nowPs)
               : flowControl.EndStorm(m_priority, nowPs);
    }
}

} // namespace ns3

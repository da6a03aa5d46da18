// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "server-failure.h"

#include "link-outage.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ServerFailure");

NS_OBJECT_ENSURE_REGISTERED(ServerFailure);

TypeId
ServerFailure::GetTypeId()
{
    static TypeId tid = TypeId("ns3::ServerFailure")
                            .SetParent<FabricFailure>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<ServerFailure>()
                            .AddAttribute("Host",
                                          "Index of any host of the server; all its hosts fail.",
                                          UintegerValue(0),
                                          MakeUintegerAccessor(&ServerFailure::m_host),
                                          MakeUintegerChecker<uint32_t>());
    return tid;
}

void
ServerFailure::DoCheck(const FabricTopology& topology, const FabricProfile&) const
{
    CheckHost(topology, m_host);
}

void
ServerFailure::DoInstall(const SharedNetwork& network) const
{
    if (network->scaleUp && !network->scaleUp->transports.front()->HasPackets())
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
        if (network.GetServer(host) == network.GetServer(m_host))
        {
            hosts.push_back(host);
        }
    }
    return hosts;
}

void
ServerFailure::SetDown(const FabricNetwork& network, bool down) const
{
    NS_LOG_FUNCTION(this << down);
    const auto setLinks = [down](const FabricNetwork& one, uint32_t host) {
        SetLinksDown(one, GetLinksOf(one.topology, one.topology.hosts[host]), down);
    };
    for (const uint32_t host : GetHosts(network))
    {
        network.gpus[host]->SetHung(down);
        setLinks(network, host);
        for (const auto& plane : network.planes)
        {
            setLinks(*plane, host);
        }
        if (network.scaleUp)
        {
            setLinks(*network.scaleUp, host);
        }
    }
    if (network.northSouth)
    {
        setLinks(*network.northSouth, network.GetServer(m_host));
    }
}

void
ServerFailure::DoBegin(const FabricNetwork& network) const
{
    SetDown(network, true);
    for (const uint32_t host : GetHosts(network))
    {
        network.gpus[host]->Crash();
    }
}

void
ServerFailure::DoEnd(const FabricNetwork& network) const
{
    SetDown(network, false);
}

FabricFault
ServerFailure::DoDescribe(const FabricNetwork& network) const
{
    const FabricTopology& topology = network.topology;
    FabricFault fault;
    fault.what = "server of " + topology.nodes[topology.hosts[m_host]].name;
    const auto addChannels = [&fault](const FabricNetwork& other, uint32_t host) {
        for (const uint32_t link : GetLinksOf(other.topology, other.topology.hosts[host]))
        {
            fault.channels.push_back(other.channels[link]);
        }
    };
    for (const uint32_t host : GetHosts(network))
    {
        const auto links = GetLinksOf(topology, topology.hosts[host]);
        fault.links.insert(fault.links.end(), links.begin(), links.end());
        for (const auto& plane : network.planes)
        {
            addChannels(*plane, host);
        }
    }
    if (network.northSouth)
    {
        addChannels(*network.northSouth, network.GetServer(m_host));
    }
    return fault;
}

} // namespace ns3

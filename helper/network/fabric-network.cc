// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-network.h"

#include "ns3/input-error.h"
#include "ns3/law-transport.h"
#include "ns3/message-parts.h"
#include "ns3/port-spanner.h"
#include "ns3/routing-engine.h"
#include "ns3/string.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace ns3
{

namespace
{

/** Appends the parts of one network to those of others. */
void
Append(FabricParts& parts, const FabricParts& more)
{
    const auto append = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
    };
    append(parts.nics, more.nics);
    append(parts.switches, more.switches);
    append(parts.channels, more.channels);
    parts.names.insert(more.names.begin(), more.names.end());
}

/** Ideal times of a wiring. */
struct Rewired
{
    std::function<IdealTime()> measure;
    std::once_flag once;
    std::optional<IdealTime> ideal; //!< empty: not computed yet
};

/** @return idle round trip of a full packet in ps */
int64_t
GetRewiredRttPs(std::shared_ptr<Rewired> rewired, uint32_t host, uint32_t mtuBytes, uint32_t dest)
{
    std::call_once(rewired->once, [&rewired] { rewired->ideal.emplace(rewired->measure()); });
    return rewired->ideal->GetPs(host, dest, mtuBytes, 1);
}

} // namespace

FabricParts
FabricNetwork::GetParts() const
{
    FabricParts parts = GetScaleOutParts();
    if (scaleUp)
    {
        Append(parts, scaleUp->GetParts());
    }
    if (northSouth)
    {
        Append(parts, northSouth->GetParts());
    }
    return parts;
}

FabricParts
FabricNetwork::GetScaleOutParts() const
{
    FabricParts parts = GetOwnParts();
    for (const auto& plane : planes)
    {
        Append(parts, plane->GetOwnParts());
    }
    return parts;
}

FabricParts
FabricNetwork::GetJoinedParts() const
{
    FabricParts parts = GetScaleOutParts();
    if (northSouth)
    {
        Append(parts, northSouth->GetOwnParts());
    }
    return parts;
}

std::vector<std::shared_ptr<const FabricNetwork>>
FabricNetwork::GetOthers() const
{
    auto others = planes;
    if (northSouth)
    {
        others.push_back(northSouth);
    }
    return others;
}

HostTransports
FabricNetwork::GetTransports(uint32_t host) const
{
    const uint32_t nic = GetNic(host);
    HostTransports all{{transports[nic]},
                       scaleUp ? scaleUp->transports[host] : nullptr,
                       GetServer(host),
                       server && server->SplitsOverNics(),
                       CountPorts() > 1};
    for (uint32_t port = nic + hosts.GetN(); port < transports.size(); port += hosts.GetN())
    {
        all.scaleOut.push_back(transports[port]);
    }
    for (const auto& plane : planes)
    {
        all.scaleOut.push_back(plane->transports[nic]);
    }
    return all;
}

uint64_t
FabricNetwork::GetPartBytes(uint32_t source, uint32_t dest, uint64_t bytes) const
{
    if (CountPorts() > 1 && !IsScaleUp(source, dest) &&
        dynamic_cast<const PortSpanner*>(PeekPointer(transports[GetNic(source)])))
    {
        // Packets are dealt to the ports.
        const uint64_t mtuBytes = nics[GetNic(source)]->GetMtuBytes();
        const uint64_t packets = (bytes - 1) / mtuBytes / CountPorts() + 1;
        return std::min(bytes, packets * mtuBytes);
    }
    return server && server->SplitsOverNics() && !IsScaleUp(source, dest)
               ? MessageParts::GetPartBytes(bytes, server->GetNicsPerGpu())
               : bytes;
}

bool
FabricNetwork::UsesLaw() const
{
    return DynamicCast<LawTransport>(transports.front()) != nullptr;
}

FabricParts
FabricNetwork::GetOwnParts() const
{
    FabricParts parts{nics, fabricSwitches, channels, {}};
    uint32_t next = 0;
    for (const auto& node : topology.nodes)
    {
        if (node.kind == TopologyNode::Kind::SWITCH)
        {
            parts.names.emplace(switches.Get(next++)->GetId(), node.name);
        }
    }
    return parts;
}

int64_t
FabricNetwork::IdealMessagePs(uint32_t source,
                              uint32_t dest,
                              uint64_t bytes,
                              uint32_t queuePairs,
                              uint64_t maxRatebps) const
{
    return IsScaleUp(source, dest)
               ? scaleUp->m_idealTime->GetPs(source, dest, bytes, 1, maxRatebps)
               : m_idealTime->GetPs(GetNic(source), GetNic(dest), bytes, queuePairs, maxRatebps);
}

int64_t
FabricNetwork::WireMessagePs(uint32_t source, uint32_t dest, uint64_t bytes) const
{
    return IsScaleUp(source, dest) ? scaleUp->m_idealTime->GetWirePs(source, dest, bytes)
                                   : m_idealTime->GetWirePs(GetNic(source), GetNic(dest), bytes);
}

IdealPaths::HopsOfLink
FabricNetwork::GetIdealHops() const
{
    IdealPaths::HopsOfLink hops;
    for (uint32_t id = 0; id < channels.size(); ++id)
    {
        const auto& link = topology.links[id];
        const auto to = [&](uint32_t node) {
            const FabricSwitch* receiver = m_switchOfNode[node];
            return IdealHop{link.ratebps,
                            channels[id]->GetDelayPs(),
                            receiver ? receiver->GetLatencyPs() : 0,
                            receiver && receiver->IsCutThrough()};
        };
        hops.push_back({to(link.b), to(link.a)});
    }
    return hops;
}

IdealTime
FabricNetwork::MeasureWiring(const FabricTopology& wiring,
                             const std::vector<uint32_t>& links,
                             const ObjectFactory& routing) const
{
    const auto engine = routing.Create<RoutingEngine>();
    engine->SetAttributeFailSafe("TablesFile", StringValue("")); // of the first wiring
    const auto all = GetIdealHops();
    IdealPaths::HopsOfLink hops;
    for (const uint32_t link : links)
    {
        hops.push_back(all[link]);
    }
    return {wiring,
            IdealPaths(wiring,
                       std::make_shared<const FabricRoutes>(engine->Route(wiring)),
                       std::move(hops)),
            m_idealTime->GetFabric()};
}

void
FabricNetwork::Rewire(const FabricTopology& wiring, const std::vector<uint32_t>& links) const
{
    // Measured at first use: routes of large networks take time.
    const auto rewired = std::make_shared<Rewired>();
    rewired->measure = [network = *this, wiring, links] {
        return network.MeasureWiring(wiring, links, network.m_routing);
    };
    for (uint32_t host = 0; host < nics.size(); ++host)
    {
        nics[host]->GetConnectionFactory().SetBaseRttCallback(
            MakeBoundCallback(&GetRewiredRttPs,
                              rewired,
                              host,
                              uint32_t{nics[host]->GetMtuBytes()}));
    }
}

HostMap
MakeHostMap(const FabricTopology& topology, Ptr<const GpuServer> server)
{
    const auto links = topology.GetLinksByNode();
    HostMap hosts;
    const uint32_t sharing = server ? server->GetGpusPerNic() : 1;
    const uint32_t count = topology.GetMachineCount() * sharing;
    hosts.taken.resize(count);
    for (uint32_t host = 0; host < count; ++host)
    {
        const uint32_t nic = host / sharing;
        const uint32_t node = topology.hosts[nic];
        hosts.node.push_back(node);
        hosts.server.push_back(server ? server->GetServerOf(host) : host);
        hosts.leaf.push_back(topology.GetPeer(links[node].front(), node));
        hosts.region.push_back(topology.regions.empty() ? 0 : topology.regions[node]);
        uint64_t ratebps = 0;
        for (const uint32_t port : topology.GetPortsOf(nic))
        {
            ratebps += topology.links[links[topology.hosts[port]].front()].ratebps;
        }
        hosts.ratebps.push_back(ratebps * (server ? server->GetNicsPerGpu() : 1));
    }
    hosts.links.networkbps = hosts.ratebps.empty() ? 0 : hosts.ratebps.front();
    hosts.links.nvlinkSharp = false;
    if (server)
    {
        if (!server->IsAlone())
        {
            hosts.links.networkbps =
                server->GetNicRatebps(hosts.links.networkbps) * server->GetNicsPerGpu() / sharing;
        }
        hosts.links.serverbps =
            server->HasLinks() ? server->GetNvlinkRatebps() : hosts.links.networkbps;
        hosts.links.nvlinkGeneration = server->GetNvlinkGeneration();
        hosts.links.nvlinkSharp = server->HasNvls();
        hosts.isLawInServer = server->HasNvlink() && server->HasCollectiveLaw();
        hosts.links.railsApart = topology.islands && topology.ports == 1 && server->HasNvlink();
    }
    return hosts;
}

NetworkHosts
MakeNetworkHosts(const FabricTopology& topology,
                 Ptr<const GpuServer> server,
                 const FabricTopology* northSouth)
{
    NetworkHosts hosts{MakeHostMap(topology, server), std::nullopt};
    if (northSouth)
    {
        hosts.northSouth = MakeHostMap(*northSouth);
        hosts.northSouth->northSouth = true;
    }
    return hosts;
}

void
CheckNorthSouth(const FabricTopology& topology, uint32_t servers)
{
    if (topology.ports > 1)
    {
        throw InputError(topology.origin +
                         " of the north-south network: hosts have several ports; expected one");
    }
    if (topology.GetHostCount() < servers)
    {
        throw InputError(topology.origin + " of the north-south network: has " +
                         std::to_string(topology.GetHostCount()) + " hosts; expected at least " +
                         std::to_string(servers) + ", one for each server");
    }
}

} // namespace ns3

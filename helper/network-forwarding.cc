// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-forwarding.h"

#include "ns3/create-part.h"
#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
#include "ns3/link-flow-control.h"
#include "ns3/service-lanes.h"
#include "ns3/string.h"
#include "ns3/switch-forwarding.h"

#include <memory>
#include <string>

namespace ns3
{

namespace
{

/** @return present service level of the path of a connection with this entropy */
uint8_t
GetServiceLevel(std::shared_ptr<const FabricRoutes> routes,
                Ptr<const RouteManager> manager,
                uint32_t host,
                uint32_t dest,
                uint32_t entropy)
{
    const auto& tables = *routes->GetTables();
    const uint32_t path = LidOffset(entropy, tables.GetPathCount());
    return manager ? manager->GetServiceLevel(host, dest, path)
                   : tables.GetServiceLevel(host, dest, path);
}

/** Throws if a part of the profile maps service levels to lanes although the routes do. */
void
RefuseOwnMaps(const FabricProfile& profile)
{
    const auto refuse = [&](const ObjectFactory& part, const std::string& attribute) {
        StringValue map;
        part.Create()->GetAttribute(attribute, map);
        if (!map.Get().empty())
        {
            throw InputError(part.GetTypeId().GetName() + " " + attribute +
                             ": is set; expected nothing, since routing " +
                             profile.routing.GetTypeId().GetName() + " maps service levels");
        }
    };
    refuse(profile.nic, "SlToVl");
    refuse(profile.fabricSwitch, "SlToVl");
    refuse(profile.fabricSwitch, "SlToVlFile");
}

/** Sets the maps of pairs of ports. */
void
InstallSlToVl(const FabricTopology& topology,
              const std::vector<FabricSwitch*>& switchOfNode,
              const std::vector<ServiceLanes::PairMap>& maps)
{
    const auto linksByNode = topology.GetLinksByNode();
    for (const auto& [node, from, to, map] : maps)
    {
        const auto& links = linksByNode[node];
        switchOfNode[node]->SetSlToVl(GetPortOfLink(links, from), GetPortOfLink(links, to), map);
    }
}

} // namespace

void
InstallNetworkForwarding(const FabricProfile& profile,
                         const FabricTopology& topology,
                         const FabricRoutes& routes,
                         const RoutingEngine::RoutedLanes& lanes,
                         const std::vector<FabricSwitch*>& switchOfNode)
{
    if (!lanes.pairs.empty())
    {
        RefuseOwnMaps(profile);
    }
    const auto linksByNode = topology.GetLinksByNode();
    const FabricSwitch* first = nullptr;
    for (uint32_t id = 0; id < topology.nodes.size(); ++id)
    {
        FabricSwitch* fabricSwitch = switchOfNode[id];
        if (!fabricSwitch)
        {
            continue;
        }
        first = first ? first : fabricSwitch;
        InstallForwarding(*fabricSwitch, routes.GetNode(id), linksByNode[id]);
        fabricSwitch->Configure();
    }
    InstallSlToVl(topology, switchOfNode, lanes.pairs);
    if (first && !first->GetSlToVlFile().empty())
    {
        InstallSlToVl(topology, switchOfNode, ReadSlToVlFile(first->GetSlToVlFile(), topology));
    }
}

void
InstallServiceLevels(const FabricProfile& profile,
                     const std::shared_ptr<const FabricRoutes>& routes,
                     uint32_t laneCount,
                     const FabricNetwork& network)
{
    const auto* const tables = routes->GetTables();
    if (!tables || tables->GetServiceLevelCount() == 1)
    {
        return;
    }
    const auto flowControl =
        CreatePart<LinkFlowControl>(profile.flowControl, "FlowControl of the fabric");
    const uint32_t lanes = laneCount > 0 ? laneCount : tables->GetServiceLevelCount();
    bool any = false; // lossless priority
    bool all = true;  // lanes in use are lossless
    for (uint8_t lane = 0; lane < LANE_COUNT; ++lane)
    {
        const bool lossless = flowControl->IsLossless(lane);
        any = any || lossless;
        all = all && (lossless || lane >= lanes);
    }
    if (any && !all)
    {
        throw InputError("routing " + profile.routing.GetTypeId().GetName() +
                         ": its service levels are the lanes 0 to " + std::to_string(lanes - 1) +
                         ", and not all of them are lossless; choose a flow control with lossless "
                         "lanes, such as ns3::CreditFlowControl with as many DataLanes");
    }
    for (uint8_t level = 0; level < tables->GetServiceLevelCount(); ++level)
    {
        network.nics.front()->GetConnectionFactory().CheckLanes(level);
    }
    for (uint32_t host = 0; host < network.nics.size(); ++host)
    {
        network.nics[host]->GetConnectionFactory().SetServiceLevelCallback(
            MakeBoundCallback(&GetServiceLevel,
                              routes,
                              Ptr<const RouteManager>(network.routeManager),
                              host));
    }
}

} // namespace ns3

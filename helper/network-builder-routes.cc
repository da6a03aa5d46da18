// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "network-builder.h"

#include "ns3/create-part.h"
#include "ns3/flow-entropy.h"
#include "ns3/input-error.h"
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

} // namespace

void
NetworkBuilder::InstallForwarding()
{
    if (!m_lanes.pairs.empty())
    {
        RefuseOwnMaps(m_profile);
    }
    const auto linksByNode = m_topology.GetLinksByNode();
    for (uint32_t id = 0; id < m_topology.nodes.size(); ++id)
    {
        FabricSwitch* fabricSwitch = m_network.m_switchOfNode[id];
        if (!fabricSwitch)
        {
            continue;
        }
        ns3::InstallForwarding(*fabricSwitch, m_network.m_routes->GetNode(id), linksByNode[id]);
        fabricSwitch->Configure();
    }
    InstallSlToVl(m_lanes.pairs);
    const auto& switches = m_network.fabricSwitches;
    if (!switches.empty() && !switches.front()->GetSlToVlFile().empty())
    {
        InstallSlToVl(ReadSlToVlFile(switches.front()->GetSlToVlFile(), m_topology));
    }
}

/** Sets the maps of pairs of ports. */
void
NetworkBuilder::InstallSlToVl(const std::vector<ServiceLanes::PairMap>& maps)
{
    const auto linksByNode = m_topology.GetLinksByNode();
    for (const auto& [node, from, to, map] : maps)
    {
        const auto& links = linksByNode[node];
        m_network.m_switchOfNode[node]->SetSlToVl(GetPortOfLink(links, from),
                                                  GetPortOfLink(links, to),
                                                  map);
    }
}

/** Makes queue pairs use the service levels that the routing gives each path, if they differ. */
void
NetworkBuilder::InstallServiceLevels()
{
    const auto* const tables = m_network.m_routes->GetTables();
    if (!tables || tables->GetServiceLevelCount() == 1)
    {
        return;
    }
    const auto flowControl =
        CreatePart<LinkFlowControl>(m_profile.flowControl, "FlowControl of the fabric");
    const uint32_t lanes = m_lanes.lanes > 0 ? m_lanes.lanes : tables->GetServiceLevelCount();
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
        throw InputError("routing " + m_profile.routing.GetTypeId().GetName() +
                         ": its service levels are the lanes 0 to " + std::to_string(lanes - 1) +
                         ", and not all of them are lossless; choose a flow control with lossless "
                         "lanes, such as ns3::CreditFlowControl with as many DataLanes");
    }
    for (uint8_t level = 0; level < tables->GetServiceLevelCount(); ++level)
    {
        m_network.nics.front()->CheckLanes(level);
    }
    for (uint32_t host = 0; host < m_network.nics.size(); ++host)
    {
        m_network.nics[host]->SetServiceLevelCallback(
            MakeBoundCallback(&GetServiceLevel,
                              m_network.m_routes,
                              Ptr<const RouteManager>(m_network.routeManager),
                              host));
    }
}

} // namespace ns3

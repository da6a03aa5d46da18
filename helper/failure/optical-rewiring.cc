// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "optical-rewiring.h"

#include "link-outage.h"

#include "ns3/boolean.h"
#include "ns3/create-part.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/routing-engine.h"
#include "ns3/string.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("OpticalRewiring");

NS_OBJECT_ENSURE_REGISTERED(OpticalRewiring);

namespace
{

/** @return how many service levels an engine gives the paths of a topology */
uint32_t
CountLevels(const FabricProfile& profile, const FabricTopology& topology)
{
    const auto engine = CreatePart<RoutingEngine>(profile.routing, "Routing of the fabric");
    engine->SetAttributeFailSafe("TablesFile", StringValue(""));
    const auto routes = engine->Route(topology);
    if (!engine->FindLanes(topology).pairs.empty())
    {
        throw InputError(profile.routing.GetTypeId().GetName() +
                         " maps service levels to lanes for each pair of ports, which stay as "
                         "they are; expected another routing");
    }
    return routes.GetTables() ? routes.GetTables()->GetServiceLevelCount() : 1;
}

} // namespace

TypeId
OpticalRewiring::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::OpticalRewiring")
            .SetParent<OpticalSwitching>()
            .SetGroupName("AiFabric")
            .AddConstructor<OpticalRewiring>()
            .AddAttribute("Cubes",
                          "Number of cubes by dimension, with x in between, as many as the "
                          "topology has; empty: as that has them.",
                          StringValue(""),
                          MakeStringAccessor(&OpticalRewiring::m_cubes),
                          MakeStringChecker())
            .AddAttribute("Twisted",
                          "Whether the torus is twisted, see ns3::CubeTorusTopology.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&OpticalRewiring::m_twisted),
                          MakeBooleanChecker());
    return tid;
}

void
OpticalRewiring::DoPlan(OpticalPlan& plan)
{
    m_change = plan.Rewire(*this, m_cubes, m_twisted);
}

FabricTopology
OpticalRewiring::MakeLit(const FabricTopology& topology) const
{
    FabricTopology all = topology.WithDarkLinks();
    const auto links = std::move(all.links);
    all.links.clear();
    for (size_t link = 0; link < m_change.isLit.size(); ++link)
    {
        if (m_change.isLit[link])
        {
            all.links.push_back(links[link]);
        }
    }
    all.grid = m_change.grid;
    return all;
}

void
OpticalRewiring::DoCheckPlan(const FabricTopology& topology, const FabricProfile& profile) const
{
    try
    {
        const uint32_t first = CountLevels(profile, topology);
        const uint32_t next = CountLevels(profile, MakeLit(topology));
        if (next > first)
        {
            throw InputError("its routes need " + std::to_string(next) +
                             " service levels, and those before have " + std::to_string(first) +
                             "; expected a torus that needs no more");
        }
    }
    catch (const InputError& error)
    {
        throw InputError("ns3::OpticalRewiring Cubes: " + std::string(error.what()));
    }
}

FabricFault
OpticalRewiring::DoDescribe(const FabricNetwork&) const
{
    std::vector<uint32_t> links = m_change.off;
    links.insert(links.end(), m_change.on.begin(), m_change.on.end());
    std::sort(links.begin(), links.end());
    const std::string cubes = m_cubes.empty() ? "cubes as at first" : m_cubes + " cubes";
    return {{}, cubes + (m_twisted ? ", twisted" : ""), std::move(links)};
}

void
OpticalRewiring::DoDarken(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    SetLinksDown(network, m_change.off, true);
}

void
OpticalRewiring::DoLight(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    if (network.routeManager)
    {
        std::vector<bool> dark(network.channels.size(), true);
        for (size_t link = 0; link < m_change.isLit.size(); ++link)
        {
            dark[link] = !m_change.isLit[link];
        }
        network.routeManager->NotifyWiring(std::move(dark), m_change.grid);
    }
    SetLinksDown(network, m_change.on, false);
}

} // namespace ns3

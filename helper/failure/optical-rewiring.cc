// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "optical-rewiring.h"

#include "link-outage.h"
#include "optical-switching.h"

#include "ns3/boolean.h"
#include "ns3/create-part.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/routing-engine.h"
#include "ns3/string.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("OpticalRewiring");

NS_OBJECT_ENSURE_REGISTERED(OpticalRewiring);

namespace
{

/** Requirements of a routing for the lanes of a network. */
struct Levels
{
    uint32_t count; //!< number of service levels
    /** Map to lanes by switch, link in and link out; these are ids among all links. */
    std::map<std::array<uint32_t, 3>, std::string> maps;
};

/**
 * @param profile profile with the routing
 * @param topology topology to route
 * @param ids ids of its links among all links
 * @return requirements of the routes
 */
Levels
FindLevels(const FabricProfile& profile,
           const FabricTopology& topology,
           const std::vector<uint32_t>& ids)
{
    const auto engine = CreatePart<RoutingEngine>(profile.routing, "Routing of the fabric");
    engine->SetAttributeFailSafe("TablesFile", StringValue(""));
    const auto routes = engine->Route(topology);
    Levels levels{routes.GetTables() ? routes.GetTables()->GetServiceLevelCount() : 1U, {}};
    for (const auto& [node, from, to, map] : engine->FindLanes(topology).pairs)
    {
        levels.maps[{node, ids[from], ids[to]}] = map.ToString();
    }
    return levels;
}

/** @return ids of the links with light */
std::vector<uint32_t>
FindLit(const std::vector<bool>& isLit)
{
    std::vector<uint32_t> ids;
    for (uint32_t link = 0; link < isLit.size(); ++link)
    {
        if (isLit[link])
        {
            ids.push_back(link);
        }
    }
    return ids;
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
                          "Number of cubes per dimension, such as 4x4x2; the product is the number "
                          "of cubes in the topology. Empty: as in the topology.",
                          StringValue(""),
                          MakeStringAccessor(&OpticalRewiring::m_cubes),
                          MakeStringChecker())
            .AddAttribute("Twisted",
                          "Whether the torus is twisted, see ns3::CubeTorusTopology.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&OpticalRewiring::m_twisted),
                          MakeBooleanChecker())
            .AddAttribute("Drain",
                          "true: routes avoid the links that will move from Start on, and each "
                          "link loses its light as soon as it is empty.",
                          BooleanValue(false),
                          MakeBooleanAccessor(&OpticalRewiring::m_drain),
                          MakeBooleanChecker())
            .AddAttribute("DrainInterval",
                          "With Drain: time between two checks whether the links are empty. "
                          "Draining takes at most ControlTime. An assumption.",
                          TimeValue(MilliSeconds(10)),
                          MakeTimeAccessor(&OpticalRewiring::m_drainInterval),
                          MakeTimeChecker(MicroSeconds(10)));
    return tid;
}

void
OpticalRewiring::DoPlan(OpticalPlan& plan)
{
    m_change = plan.Rewire(GetEarliestDarkTime(), GetLightTime(), m_cubes, m_twisted);
}

std::optional<FabricTopology>
OpticalRewiring::DoMakeWiring(const FabricTopology& topology) const
{
    auto lit = MakeLit(topology, m_change.isLit);
    lit.grid = m_change.grid;
    return lit;
}

std::vector<uint32_t>
OpticalRewiring::DoGetWiredLinks() const
{
    return FindLit(m_change.isLit);
}

FabricTopology
OpticalRewiring::MakeLit(const FabricTopology& topology, const std::vector<bool>& isLit) const
{
    FabricTopology lit = topology.WithDarkLinks();
    const auto links = std::move(lit.links);
    lit.links.clear();
    for (const uint32_t link : FindLit(isLit))
    {
        lit.links.push_back(links[link]);
    }
    return lit;
}

void
OpticalRewiring::CheckDrain(const FabricTopology& topology, const FabricProfile& profile) const
{
    if (!profile.routeManager.IsTypeIdSet())
    {
        throw InputError("ns3::OpticalRewiring Drain: no part of the fabric changes routes; "
                         "expected a RouteManager or a SubnetManager");
    }
    auto stays = m_change.isLit;
    for (const uint32_t link : m_change.on)
    {
        stays[link] = false;
    }
    try
    {
        MakeLit(topology, stays).Validate();
    }
    catch (const InputError&)
    {
        throw InputError(
            "ns3::OpticalRewiring Drain: the links that do not move do not join all hosts; "
            "expected false, or a torus that shares more links with the previous one");
    }
}

void
OpticalRewiring::DoCheckPlan(const FabricTopology& topology, const FabricProfile& profile) const
{
    if (m_drain)
    {
        CheckDrain(topology, profile);
    }
    try
    {
        std::vector<uint32_t> same(topology.links.size());
        std::iota(same.begin(), same.end(), 0U);
        const auto first = FindLevels(profile, topology, same);
        const auto next = FindLevels(profile, *MakeWiring(topology), FindLit(m_change.isLit));
        if (next.count > first.count)
        {
            throw InputError("the new routes need " + std::to_string(next.count) +
                             " service levels, and the previous routes have " +
                             std::to_string(first.count) +
                             "; expected a torus that does not need more");
        }
        for (const auto& [pair, map] : first.maps)
        {
            const auto other = next.maps.find(pair);
            if (other != next.maps.end() && other->second != map)
            {
                throw InputError(
                    profile.routing.GetTypeId().GetName() +
                    " has other lanes in the new torus on links of " +
                    topology.nodes[pair[0]].name +
                    " that do not move; expected a torus with four or more switches in a row in "
                    "the same dimensions");
            }
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
    return {{}, (m_twisted ? "twisted " : "") + cubes, std::move(links)};
}

void
OpticalRewiring::DoDecide(const FabricNetwork& network) const
{
    NS_LOG_FUNCTION(this);
    for (size_t i = 0; i < m_change.off.size() && m_drain; ++i)
    {
        network.routeManager->NotifyLink(m_change.off[i], true);
    }
}

bool
OpticalRewiring::DoDrains() const
{
    return m_drain;
}

std::shared_ptr<OpticalDrain>
OpticalRewiring::DoMakeDrain() const
{
    return m_drain ? std::make_shared<OpticalDrain>(m_change.off, m_drainInterval) : nullptr;
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

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "lid-routing-engine.h"

#include "forwarding-table-file.h"

#include "ns3/file-checker.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <memory>
#include <tuple>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(LidRoutingEngine);

namespace
{

constexpr uint32_t NO_DISTANCE = UINT32_MAX;

} // namespace

TypeId
LidRoutingEngine::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::LidRoutingEngine")
            .SetParent<RoutingEngine>()
            .SetGroupName("AiFabric")
            .AddAttribute("Lmc",
                          "LID mask control: every host has 2^Lmc LIDs, each with its own path "
                          "where there are several; the hash of a connection selects one LID",
                          UintegerValue(0),
                          MakeUintegerAccessor(&LidRoutingEngine::m_lmc),
                          MakeUintegerChecker<uint8_t>(0, LinearForwardingTables::MAX_LMC))
            .AddAttribute("TablesFile",
                          "Path of a file to write the forwarding tables to, in the format of "
                          "dump_lfts; empty: none",
                          StringValue(""),
                          MakeStringAccessor(&LidRoutingEngine::m_tablesFile),
                          MakeFileChecker());
    return tid;
}

void
LidRoutingEngine::DoPrepare()
{
}

uint32_t
LidRoutingEngine::DoChoose(uint32_t, const std::vector<uint32_t>&, uint32_t, uint32_t)
{
    return LinearForwardingTables::NO_LINK;
}

void
LidRoutingEngine::DoAssignServiceLevels(LinearForwardingTables&)
{
}

FabricRoutes
LidRoutingEngine::DoRoute(const FabricTopology& topology)
{
    RefuseGivenRoutes(topology);
    RefuseIslands(topology);
    m_topology = &topology;
    m_linksByNode = topology.GetLinksByNode();
    m_switches.clear();
    m_lidsOn.assign(topology.nodes.size(), {});
    for (uint32_t node = 0; node < topology.nodes.size(); ++node)
    {
        if (!topology.IsHost(node))
        {
            m_switches.push_back(node);
            m_lidsOn[node].assign(m_linksByNode[node].size(), 0);
        }
    }
    const auto tables = std::make_shared<LinearForwardingTables>(topology, m_lmc);
    DoPrepare();
    FillLidsOfSwitches(*tables);
    FillLidsOfHosts(*tables);
    if (const auto problem = tables->FindProblem())
    {
        Fail(topology, problem->text);
    }
    DoAssignServiceLevels(*tables);
    m_topology = nullptr;
    FabricRoutes routes(topology, tables);
    if (!m_tablesFile.empty())
    {
        WriteForwardingTables(m_tablesFile, *tables);
    }
    return routes;
}

std::vector<uint32_t>
LidRoutingEngine::MeasureDistances(const std::vector<uint32_t>& sources) const
{
    std::vector<uint32_t> distance(m_linksByNode.size(), NO_DISTANCE);
    for (const uint32_t source : sources)
    {
        distance[source] = 0;
    }
    auto pending = sources;
    for (size_t place = 0; place < pending.size(); ++place)
    {
        const uint32_t node = pending[place];
        for (const uint32_t link : m_linksByNode[node])
        {
            const uint32_t next = m_topology->GetPeer(link, node);
            if (distance[next] == NO_DISTANCE && !m_topology->IsHost(next))
            {
                distance[next] = distance[node] + 1;
                pending.push_back(next);
            }
        }
    }
    return distance;
}

LidRoutingEngine::Ways
LidRoutingEngine::FindShortestWays(uint32_t dest) const
{
    const auto distance = MeasureDistances({dest});
    Ways ways(m_linksByNode.size());
    for (const uint32_t node : m_switches)
    {
        for (const uint32_t link : m_linksByNode[node])
        {
            const uint32_t next = distance[m_topology->GetPeer(link, node)];
            if (next != NO_DISTANCE && next + 1 == distance[node])
            {
                ways[node].push_back(link);
            }
        }
    }
    return ways;
}

void
LidRoutingEngine::FillLidsOfSwitches(LinearForwardingTables& tables) const
{
    for (const uint32_t dest : m_switches)
    {
        const auto ways = FindShortestWays(dest);
        for (const uint32_t node : m_switches)
        {
            if (!ways[node].empty())
            {
                tables.SetLink(node, tables.GetLid(dest), ways[node].front());
            }
        }
    }
}

void
LidRoutingEngine::FillLidsOfHosts(LinearForwardingTables& tables)
{
    for (const uint32_t dest : tables.GetLeaves())
    {
        const auto ways = DoFindWays(dest);
        for (const uint32_t hostLink : m_linksByNode[dest])
        {
            const uint32_t end = m_topology->GetPeer(hostLink, dest);
            if (!m_topology->IsHost(end))
            {
                continue;
            }
            const uint32_t host = m_topology->hostIndex[end];
            for (uint32_t path = 0; path < tables.GetPathCount(); ++path)
            {
                const uint32_t lid = tables.GetLid(end) + path;
                tables.SetLink(dest, lid, hostLink);
                for (const uint32_t node : m_switches)
                {
                    const auto& links = ways[node];
                    if (links.empty())
                    {
                        continue;
                    }
                    uint32_t link =
                        links.size() == 1 ? links.front() : DoChoose(node, links, host, path);
                    if (link == LinearForwardingTables::NO_LINK)
                    {
                        link = ChooseLeastLoaded(tables, node, links, host, path);
                    }
                    tables.SetLink(node, lid, link);
                }
            }
        }
    }
}

uint32_t
LidRoutingEngine::ChooseLeastLoaded(const LinearForwardingTables& tables,
                                    uint32_t node,
                                    const std::vector<uint32_t>& links,
                                    uint32_t host,
                                    uint32_t path)
{
    const uint32_t first = tables.GetLid(m_topology->hosts[host]);
    auto& lidsOn = m_lidsOn[node];
    std::tuple<uint32_t, uint32_t, uint32_t> best{UINT32_MAX, 0, 0};
    size_t bestPlace = 0;
    for (const uint32_t link : links)
    {
        uint32_t ofHost = 0;
        for (uint32_t earlier = 0; earlier < path; ++earlier)
        {
            ofHost += tables.GetLink(node, first + earlier) == link ? 1 : 0;
        }
        const auto& all = m_linksByNode[node];
        const size_t place = std::lower_bound(all.begin(), all.end(), link) - all.begin();
        const std::tuple<uint32_t, uint32_t, uint32_t> candidate{ofHost, lidsOn[place], link};
        if (candidate < best)
        {
            best = candidate;
            bestPlace = place;
        }
    }
    ++lidsOn[bestPlace];
    return std::get<2>(best);
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ideal-paths.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Pairs of hosts that are remembered: messages come in runs of the same ones. */
constexpr size_t MOST_FOUND = size_t{1} << 16;

} // namespace

IdealPaths::IdealPaths(const FabricTopology& topology,
                       std::shared_ptr<const FabricRoutes> routes,
                       HopsOfLink hops)
    : m_routes(std::move(routes)),
      m_hosts(topology.hosts),
      m_hops(std::move(hops))
{
    for (const auto& ways : m_hops)
    {
        for (const auto& hop : ways)
        {
            m_fastestbps = std::max(m_fastestbps, hop.ratebps);
            m_cutThrough = m_cutThrough || hop.cutThrough;
        }
    }
}

const IdealPaths::Set&
IdealPaths::Find(uint32_t source, uint32_t dest) const
{
    const uint64_t key = uint64_t{source} << 32 | dest;
    const auto found = m_found.find(key);
    if (found != m_found.end())
    {
        return found->second;
    }
    Set set;
    const auto* const tables = m_routes->GetTables();
    if (tables && tables->GetPathCount() > 1)
    {
        FindLids(source, dest, set);
    }
    else
    {
        FindWays(source, dest, false, set);
        if (set.bounded)
        {
            FindWays(source, dest, true, set);
        }
    }
    if (set.paths.empty())
    {
        FabricRoutes::FailPath(source, dest);
    }
    if (m_found.size() >= MOST_FOUND)
    {
        m_found.clear();
    }
    return m_found.emplace(key, std::move(set)).first->second;
}

/** The best path of each kind, or, unless all links are alike, that there are too many kinds. */
void
IdealPaths::FindWays(uint32_t source, uint32_t dest, bool alike, Set& set) const
{
    Search search{alike, {}};
    const Kinds& kinds = FindFrom(m_hosts[source], dest, search);
    set.several = search.several;
    if (!alike && search.more > MOST_KINDS)
    {
        set.bounded = true;
        return;
    }
    for (const auto& [kind, best] : kinds)
    {
        set.paths.emplace_back(best.hops.rbegin(), best.hops.rend());
    }
}

void
IdealPaths::Keep(Kinds& kinds, const Kind& kind, const Best& best)
{
    const auto [entry, isNew] = kinds.try_emplace(kind, best);
    if (!isNew && best.awayPs < entry->second.awayPs)
    {
        entry->second = best;
    }
}

/** @return whether one of a few kinds is this with one more hop, and no path of it is better */
bool
IdealPaths::IsKept(const Kinds& kinds,
                   const Kind& kind,
                   const Kind::value_type& hop,
                   int64_t awayPs)
{
    constexpr size_t FEW = 4;
    return kinds.size() <= FEW &&
           std::any_of(kinds.begin(), kinds.end(), [&](const Kinds::value_type& entry) {
               return entry.second.awayPs <= awayPs && entry.first.size() == kind.size() + 1 &&
                      entry.first.back() == hop &&
                      std::equal(kind.begin(), kind.end(), entry.first.begin());
           });
}

/** The kinds of paths from a node on; none if it does not forward. */
const IdealPaths::Kinds&
IdealPaths::FindFrom(uint32_t node, uint32_t dest, Search& search) const
{
    const auto [entry, isNew] = search.known.try_emplace(node);
    Kinds& kinds = entry->second;
    if (!isNew)
    {
        return kinds;
    }
    if (node == m_hosts[dest])
    {
        kinds.try_emplace({});
        return kinds;
    }
    const bool isSource = search.known.size() == 1;
    if (!isSource && m_routes->GetNode(node).groupOfHost.empty())
    {
        return kinds; // another host
    }
    const auto& links = m_routes->GetEgressLinks(node, dest);
    search.several = search.several || links.size() > 1;
    for (const uint32_t link : links)
    {
        IdealHop hop = GetHop(link, node);
        if (search.alike)
        {
            hop.ratebps = m_fastestbps;
            hop.cutThrough = m_cutThrough;
        }
        for (const auto& [kind, best] : FindFrom(m_routes->GetPeer(link, node), dest, search))
        {
            if (!search.alike && search.more > MOST_KINDS)
            {
                return kinds;
            }
            const int64_t awayPs = best.awayPs + hop.delayPs + hop.latencyPs;
            if (IsKept(kinds, kind, {hop.ratebps, hop.cutThrough}, awayPs))
            {
                continue; // as most: equal-cost links are mostly alike
            }
            const size_t before = kinds.size();
            Kind longer = kind;
            longer.emplace_back(hop.ratebps, hop.cutThrough);
            Best more = best;
            more.awayPs = awayPs;
            more.hops.push_back(hop);
            Keep(kinds, longer, more);
            search.more += before > 0 ? kinds.size() - before : 0;
        }
    }
    return kinds;
}

/** The path of each LID of the destination. */
void
IdealPaths::FindLids(uint32_t source, uint32_t dest, Set& set) const
{
    Kinds kinds;
    for (uint32_t path = 0; path < m_routes->GetTables()->GetPathCount(); ++path)
    {
        Kind kind;
        Best way;
        uint32_t node = m_hosts[source];
        while (node != m_hosts[dest])
        {
            const auto& links = m_routes->GetEgressLinks(node, dest);
            if (links.empty() || way.hops.size() > m_hops.size())
            {
                return;
            }
            set.several = set.several || links.size() > 1;
            const uint32_t link = links.size() > 1 ? links[path] : links.front();
            const IdealHop& hop = GetHop(link, node);
            kind.emplace_back(hop.ratebps, hop.cutThrough);
            way.awayPs += hop.delayPs + hop.latencyPs;
            way.hops.push_back(hop);
            node = m_routes->GetPeer(link, node);
        }
        Keep(kinds, kind, way);
    }
    for (const auto& [kind, best] : kinds)
    {
        set.paths.push_back(best.hops);
    }
}

} // namespace ns3

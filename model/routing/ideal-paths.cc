// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ideal-paths.h"

#include <algorithm>

namespace ns3
{

namespace
{

/** Number of remembered pairs of hosts: messages come in runs of the same pairs. */
constexpr size_t MOST_FOUND = size_t{1} << 16;

/** Number of remembered paths from nodes to switches. */
constexpr size_t MOST_WAYS = size_t{1} << 19;

} // namespace

IdealPaths::IdealPaths(const FabricTopology& topology,
                       std::shared_ptr<const FabricRoutes> routes,
                       HopsOfLink hops)
    : m_routes(std::move(routes)),
      m_hosts(topology.hosts),
      m_nodes(static_cast<uint32_t>(topology.nodes.size())),
      m_hops(std::move(hops)),
      m_compared(m_hosts.size()),
      m_shares(m_hosts.size())
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
    const auto* const tables = m_routes->GetTables();
    const bool hasLids = tables && tables->GetPathCount() > 1;
    if (const Set* const alone = hasLids ? nullptr : FindAlone(source, dest))
    {
        return *alone;
    }
    Set set;
    set.number = ++m_sets;
    if (hasLids)
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

bool
IdealPaths::Alone::operator<(const Alone& other) const
{
    const auto fields = [](const Alone& alone) {
        return std::make_tuple(alone.kind,
                               alone.awayPs,
                               alone.several,
                               alone.last.ratebps,
                               alone.last.delayPs,
                               alone.last.latencyPs,
                               alone.last.cutThrough);
    };
    return fields(*this) < fields(other);
}

/** @return the path if it can be shown that there is only one kind; otherwise null */
const IdealPaths::Set*
IdealPaths::FindAlone(uint32_t source, uint32_t dest) const
{
    const auto& lasts = m_routes->GetNode(m_hosts[dest]).groups.front();
    if (lasts.size() != 1)
    {
        return nullptr;
    }
    const uint32_t leaf = m_routes->GetPeer(lasts.front(), m_hosts[dest]);
    if (m_routes->GetNode(leaf).groupOfHost.empty() ||
        m_routes->GetEgressLinks(leaf, dest) != lasts || !SharesRoutes(dest, leaf))
    {
        return nullptr;
    }
    if (m_ways.size() >= MOST_WAYS)
    {
        m_ways.clear();
    }
    const Way first = FindBestWay(m_hosts[source], dest, leaf);
    if (!first.reached || first.mixed)
    {
        return nullptr;
    }
    const IdealHop& last = GetHop(lasts.front(), leaf);
    const auto [entry, isNew] =
        m_alone.try_emplace({first.kind, first.awayPs, first.several, last});
    Set& set = entry->second;
    if (!isNew)
    {
        return &set;
    }
    set.number = ++m_sets;
    set.several = first.several;
    auto& path = set.paths.emplace_back();
    uint32_t link = first.link;
    uint32_t node = m_hosts[source];
    while (true)
    {
        path.push_back(GetHop(link, node));
        node = m_routes->GetPeer(link, node);
        if (node == leaf)
        {
            break;
        }
        link = FindWay(node, dest, leaf).link;
    }
    path.push_back(last);
    return &set;
}

/** @return true if all nodes except its switch send to the host as to the switch's first host */
bool
IdealPaths::SharesRoutes(uint32_t dest, uint32_t leaf) const
{
    const uint32_t first = m_firstHosts.try_emplace(leaf, dest).first->second;
    if (!m_compared[dest])
    {
        m_compared[dest] = true;
        bool same = true;
        for (uint32_t node = 0; node < m_nodes && same; ++node)
        {
            const auto& groups = m_routes->GetNode(node).groupOfHost;
            same = node == leaf || groups.empty() || groups[dest] == groups[first];
        }
        m_shares[dest] = same;
    }
    return m_shares[dest];
}

/** @return remembered path of a forwarding node; none for other nodes */
const IdealPaths::Way&
IdealPaths::FindWay(uint32_t node, uint32_t dest, uint32_t leaf) const
{
    const auto [entry, isNew] = m_ways.try_emplace(uint64_t{leaf} << 32 | node);
    Way& way = entry->second;
    if (isNew && node == leaf)
    {
        way.reached = true;
    }
    else if (isNew && !m_routes->GetNode(node).groupOfHost.empty())
    {
        way = FindBestWay(node, dest, leaf);
    }
    return way;
}

/** @return path over the best link of a node; the first among equal links */
IdealPaths::Way
IdealPaths::FindBestWay(uint32_t node, uint32_t dest, uint32_t leaf) const
{
    Way best;
    const auto& links = m_routes->GetEgressLinks(node, dest);
    best.several = links.size() > 1;
    for (const uint32_t link : links)
    {
        const Way& rest = FindWay(m_routes->GetPeer(link, node), dest, leaf);
        best.several = best.several || rest.several;
        best.mixed = best.mixed || rest.mixed;
        if (!rest.reached)
        {
            continue;
        }
        const IdealHop& hop = GetHop(link, node);
        const int64_t awayPs = rest.awayPs + hop.delayPs + hop.latencyPs;
        const uint32_t kind = GetKindBefore(rest.kind, hop);
        best.mixed = best.mixed || (best.reached && kind != best.kind);
        if (!best.reached || awayPs < best.awayPs)
        {
            best.reached = true;
            best.link = link;
            best.kind = kind;
            best.awayPs = awayPs;
        }
    }
    return best;
}

/** @return number of the kind of a path that begins with a hop; 0 is the path without hops */
uint32_t
IdealPaths::GetKindBefore(uint32_t kind, const IdealHop& hop) const
{
    const auto number = static_cast<uint32_t>(m_kinds.size() + 1);
    return m_kinds.try_emplace({kind, hop.ratebps, hop.cutThrough}, number).first->second;
}

/**
 * Finds the best path of each kind, or, unless all links are alike, that there are too many kinds.
 */
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

/**
 * @return true if one of a few kinds equals this kind with one more hop, and its path is not worse
 */
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

/** Finds the kinds of paths from a node on; none if the node does not forward. */
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
                continue; // usual case: equal-cost links are mostly alike
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

/** Finds the path of each LID of the destination. */
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

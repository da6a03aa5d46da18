// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "job-shares.h"

#include "ns3/byte-image.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <map>

namespace ns3
{

namespace
{

/** @return true if hosts act on each other only by messages */
bool
AreHostsApart(const FabricJob& job)
{
    const auto& nodes = job.graph.GetNodes();
    const auto& dependencies = job.graph.GetDependencies();
    return !job.driver && job.graph.GetGroups().empty() &&
           std::all_of(dependencies.begin(), dependencies.end(), [&](const auto& pair) {
               return job.hostOfRank[nodes.GetRelative(pair.first).rank] ==
                      job.hostOfRank[nodes.GetRelative(pair.second).rank];
           });
}

/** @return by host: a host of the same share; hosts of one collective by law have the same */
std::map<uint32_t, uint32_t>
JoinHosts(const FabricJob& job)
{
    std::map<uint32_t, uint32_t> parents;
    for (const uint32_t host : job.hostOfRank)
    {
        parents[host] = host;
    }
    const auto find = [&parents](uint32_t host) {
        while (parents[host] != host)
        {
            host = parents[host] = parents[parents[host]];
        }
        return host;
    };
    const auto& nodes = job.graph.GetNodes();
    // By shape of a part: shape of the first part that it was last joined with. Parts of one shape
    // may belong to collectives that begin with different ranks.
    std::vector<uint32_t> joinedWith(job.graph.GetLaws().empty() ? 0 : nodes.GetShapeCount(),
                                     CommunicationGraph::NONE);
    for (uint32_t number = 0; number < nodes.size() && !joinedWith.empty(); ++number)
    {
        const auto& node = nodes.GetRelative(number);
        if (node.kind != GraphNodeKind::COLLECTIVE)
        {
            continue;
        }
        const uint32_t first = number + node.match;
        uint32_t& known = joinedWith[nodes.GetShapeOf(number)];
        if (known != nodes.GetShapeOf(first))
        {
            known = nodes.GetShapeOf(first);
            parents[find(job.hostOfRank[node.rank])] =
                find(job.hostOfRank[nodes.GetRelative(first).rank]);
        }
    }
    for (const uint32_t host : job.hostOfRank)
    {
        parents[host] = find(host);
    }
    return parents;
}

} // namespace

void
JobShares::Make(const FabricJob& job, HostShareOwner& owner)
{
    m_shareOfRank.assign(job.hostOfRank.size(), 0);
    uint32_t count = 1;
    if (AreHostsApart(job))
    {
        const auto hosts = JoinHosts(job);
        std::map<uint32_t, uint32_t> shareOfHost;
        for (size_t rank = 0; rank < m_shareOfRank.size(); ++rank)
        {
            const auto next = static_cast<uint32_t>(shareOfHost.size());
            m_shareOfRank[rank] =
                shareOfHost.try_emplace(hosts.at(job.hostOfRank[rank]), next).first->second;
        }
        count = std::max<uint32_t>(1, static_cast<uint32_t>(shareOfHost.size()));
    }
    m_shares.clear();
    for (uint32_t share = 0; share < count; ++share)
    {
        m_shares.push_back(std::make_unique<HostShare>(owner));
    }
    const auto& nodes = job.graph.GetNodes();
    for (size_t number = 0; number < nodes.size(); ++number)
    {
        ++m_shares[m_shareOfRank[nodes.GetRelative(number).rank]]->nodes;
    }
}

void
JobShares::Place(const NodeOfRank& nodeOfRank)
{
    std::vector<bool> hasContext(m_shares.size());
    for (uint32_t rank = 0; rank < m_shareOfRank.size(); ++rank)
    {
        const uint32_t share = m_shareOfRank[rank];
        const auto node = nodeOfRank(rank);
        if (node && !hasContext[share])
        {
            m_shares[share]->SetContext(node->GetId());
            hasContext[share] = true;
        }
    }
}

std::vector<bool>
JobShares::Keep(const NodeOfRank& nodeOfRank, const std::function<bool(const Node&)>& isHere)
{
    std::vector<bool> keeps(m_shares.size(), Simulator::GetSystemId() == 0);
    for (uint32_t rank = 0; rank < m_shareOfRank.size(); ++rank)
    {
        // All nodes of a share are of one process.
        if (const auto node = nodeOfRank(rank))
        {
            keeps[m_shareOfRank[rank]] = isHere(*node);
        }
    }
    for (size_t share = 0; share < m_shares.size(); ++share)
    {
        m_shares[share]->isHere = keeps[share];
    }
    return keeps;
}

void
JobShares::Begin()
{
    for (const auto& share : m_shares)
    {
        if (!share->isHere)
        {
            share->Leave();
        }
    }
    m_left = static_cast<uint32_t>(std::count_if(m_shares.begin(),
                                                 m_shares.end(),
                                                 [](const auto& share) { return share->isHere; }));
}

int64_t
JobShares::NoteDone(HostShare& share, int64_t nowTicks)
{
    share.doneTicks = nowTicks;
    return m_left.fetch_sub(1) == 1 ? GetDoneTicks() : -1;
}

int64_t
JobShares::GetDoneTicks() const
{
    int64_t doneTicks = -1;
    for (const auto& share : m_shares)
    {
        doneTicks = std::max(doneTicks, share->doneTicks);
    }
    return doneTicks;
}

bool
JobShares::AreDoneHere() const
{
    return std::all_of(m_shares.begin(), m_shares.end(), [](const auto& share) {
        return !share->isHere || share->completed == share->nodes;
    });
}

uint64_t
JobShares::GetCompleted() const
{
    uint64_t nodes = 0;
    for (const auto& share : m_shares)
    {
        nodes += share->completed;
    }
    return nodes;
}

uint64_t
JobShares::GetFailedAggregates() const
{
    uint64_t nodes = 0;
    for (const auto& share : m_shares)
    {
        nodes += share->failedAggregates;
    }
    return nodes;
}

int64_t
JobShares::GetFinishPs() const
{
    int64_t latest = -1;
    for (const auto& share : m_shares)
    {
        latest = std::max(latest, share->finishPs);
    }
    return latest;
}

bool
JobShares::HaveTimers() const
{
    return std::any_of(m_shares.begin(), m_shares.end(), [](const auto& share) {
        return share->HasTimers();
    });
}

bool
JobShares::HaveWorkInFlight() const
{
    return std::any_of(m_shares.begin(), m_shares.end(), [](const auto& share) {
        return share->inFlight > 0;
    });
}

void
JobShares::Save(std::string& to) const
{
    for (size_t number = 0; number < m_shares.size(); ++number)
    {
        const HostShare& share = *m_shares[number];
        SaveValue(to, share.isHere);
        if (share.isHere)
        {
            SaveValue(to, share.completed);
            SaveValue(to, share.inFlight);
            SaveValue(to, share.failedAggregates);
            SaveValue(to, share.finishPs);
        }
    }
}

std::vector<bool>
JobShares::Load(const char*& from)
{
    std::vector<bool> isHis(m_shares.size());
    for (size_t number = 0; number < m_shares.size(); ++number)
    {
        HostShare& share = *m_shares[number];
        isHis[number] = LoadValue<bool>(from);
        if (isHis[number])
        {
            share.completed = LoadValue<uint64_t>(from);
            share.inFlight = LoadValue<uint64_t>(from);
            share.failedAggregates = LoadValue<uint64_t>(from);
            share.finishPs = LoadValue<int64_t>(from);
        }
    }
    return isHis;
}

} // namespace ns3

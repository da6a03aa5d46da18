// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "collective-law.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace ns3
{

CollectiveLaw::CollectiveLaw(const LawNetwork& network)
    : m_network(network)
{
}

const CollectiveSteps&
CollectiveLaw::GetSteps(const std::shared_ptr<const CommunicationGraph>& graph)
{
    return m_steps.try_emplace(graph, graph).first->second;
}

int64_t
CollectiveLaw::GetPs(const std::vector<Party>& parties)
{
    return static_cast<int64_t>(std::llround(GetEnds(parties).finishedPs));
}

std::vector<int64_t>
CollectiveLaw::GetEndsPs(const Party& party, const std::vector<int64_t>& startsPs)
{
    std::vector<int64_t> endsPs;
    for (const double endPs : GetEnds({party}, startsPs).finishedPsOfRank)
    {
        endsPs.push_back(std::llround(endPs));
    }
    return endsPs;
}

CollectiveSteps::Ends
CollectiveLaw::GetEnds(const std::vector<Party>& parties, const std::vector<int64_t>& startsPs)
{
    std::vector<Team> teams; // in the order of their first groups
    size_t stepCount = 0;
    for (const auto& party : parties)
    {
        const CollectiveSteps& steps = GetSteps(party.graph);
        auto team = std::find_if(teams.begin(), teams.end(), [&steps](const Team& known) {
            return known.steps == &steps;
        });
        if (team == teams.end())
        {
            team = teams.insert(teams.end(), {&steps, {}});
        }
        team->parties.push_back(&party);
        stepCount = std::max(stepCount, steps.GetPatternOfStep().size());
    }
    // Steps with the same patterns of all teams take the same times; a ring has one such step.
    std::map<std::vector<uint32_t>, std::vector<Flights>> known;
    std::vector<std::vector<const Flights*>> flights(teams.size()); // by team and step
    for (size_t step = 0; step < stepCount; ++step)
    {
        std::vector<uint32_t> patterns;
        for (const Team& team : teams)
        {
            const auto& own = team.steps->GetPatternOfStep();
            patterns.push_back(step < own.size() ? own[step] : NONE);
        }
        const auto [entry, isNew] = known.try_emplace(std::move(patterns));
        if (isNew)
        {
            entry->second = FindFlights(teams, entry->first);
        }
        for (size_t team = 0; team < teams.size(); ++team)
        {
            flights[team].push_back(&entry->second[team]);
        }
    }
    CollectiveSteps::Ends last;
    for (size_t team = 0; team < teams.size(); ++team)
    {
        const Party& party = *teams[team].parties.front();
        auto ends = teams[team].steps->Run(
            flights[team],
            m_network,
            party.hosts,
            startsPs.empty() ? std::vector<int64_t>(party.hosts.size()) : startsPs);
        last.finishedPsOfRank = std::move(ends.finishedPsOfRank);
        last.finishedPs = std::max(last.finishedPs, ends.finishedPs);
    }
    return last;
}

std::vector<CollectiveLaw::Flights>
CollectiveLaw::FindFlights(const std::vector<Team>& teams,
                           const std::vector<uint32_t>& patterns) const
{
    /** A message of a group. */
    struct Item
    {
        size_t team;
        size_t message;  //!< index in the pattern
        uint32_t sender; //!< rank that sends
        uint32_t times;  //!< number of such messages
        uint32_t from;   //!< host that sends
        uint32_t to;     //!< host that receives
        uint64_t bytes;  //!< length
        double wire;     //!< bytes on the wire
    };

    std::vector<Item> items;
    std::vector<Flights> flights(teams.size());
    for (size_t team = 0; team < teams.size(); ++team)
    {
        if (patterns[team] == NONE)
        {
            continue;
        }
        const auto& pattern = teams[team].steps->GetPatterns()[patterns[team]];
        flights[team].resize(pattern.size());
        for (size_t message = 0; message < pattern.size(); ++message)
        {
            const auto& [ends, times] = pattern[message];
            const auto& [sender, receiver, bytes] = ends;
            for (const Party* party : teams[team].parties)
            {
                const uint32_t from = party->hosts[sender];
                const uint32_t to = party->hosts[receiver];
                if (from != to)
                {
                    const auto wire = static_cast<double>(m_network.GetWireBytes(from, to, bytes));
                    items.push_back({team, message, sender, times, from, to, bytes, wire});
                }
            }
        }
    }
    std::unordered_map<uint32_t, double> loads; // bytes by direction
    for (const Item& item : items)
    {
        for (const auto& [direction, share] : m_network.GetWay(item.from, item.to).links)
        {
            loads[direction] += item.times * item.wire * share;
        }
    }
    std::unordered_map<uint32_t, double> longest; // time of the busiest link, by sender's direction
    for (const Item& item : items)
    {
        const auto& links = m_network.GetWay(item.from, item.to).links;
        double& timePs = longest[links.front().first];
        for (const auto& [direction, share] : links)
        {
            if (direction != links.back().first)
            {
                timePs = std::max(timePs, m_network.GetWirePs(loads[direction], direction));
            }
        }
    }
    std::map<std::pair<size_t, uint32_t>, uint32_t> messagesOf; // by team and sender
    for (size_t team = 0; team < teams.size(); ++team)
    {
        for (size_t message = 0; message < flights[team].size(); ++message)
        {
            const auto& ends = teams[team].steps->GetPatterns()[patterns[team]][message].first;
            ++messagesOf[{team, std::get<0>(ends)}];
        }
    }
    for (const Item& item : items)
    {
        const auto& way = m_network.GetWay(item.from, item.to);
        const uint32_t out = way.links.front().first;
        const uint32_t in = way.links.back().first;
        const double factor = longest[out] / m_network.GetWirePs(loads[out], out);
        auto& flight = flights[item.team][item.message];
        if (flight.sendPs == 0) // of the first group, whose links the run takes
        {
            flight.out = out;
            flight.in = in;
        }
        flight.sendPs = std::max(flight.sendPs, m_network.GetWirePs(item.wire, out) * factor);
        flight.receivePs = std::max(flight.receivePs, m_network.GetWirePs(item.wire, in));
        flight.headPs =
            std::max(flight.headPs, m_network.GetHeadPs(item.from, item.to, item.bytes));
        flight.backPs = std::max(flight.backPs, way.backPs);
        for (const auto& [direction, share] : way.links)
        {
            flight.togetherPs =
                std::max(flight.togetherPs, m_network.GetWirePs(loads[direction], direction));
        }
        flight.isShort = m_network.FitsPacket(item.from, item.to, item.bytes);
        flight.isShared = messagesOf.at({item.team, item.sender}) > 1;
    }
    return flights;
}

int64_t
CollectiveLaw::GetTransferPs(const std::vector<Transfer>& transfers) const
{
    std::unordered_map<uint32_t, double> loads; // bytes by direction
    for (const auto& [from, to, bytes] : transfers)
    {
        if (from == to)
        {
            continue;
        }
        const auto wire = static_cast<double>(m_network.GetWireBytes(from, to, bytes));
        for (const auto& [direction, share] : m_network.GetWay(from, to).links)
        {
            loads[direction] += wire * share;
        }
    }
    double lastPs = 0;
    for (const auto& [from, to, bytes] : transfers)
    {
        if (from == to)
        {
            lastPs = std::max(lastPs, static_cast<double>(m_network.GetCopyPs(from, bytes)));
            continue;
        }
        double busiestPs = 0;
        for (const auto& [direction, share] : m_network.GetWay(from, to).links)
        {
            busiestPs = std::max(busiestPs, m_network.GetWirePs(loads[direction], direction));
        }
        const auto headPs = static_cast<double>(m_network.GetHeadPs(from, to, bytes));
        lastPs = std::max(lastPs, busiestPs + headPs);
    }
    return static_cast<int64_t>(std::llround(lastPs));
}

int64_t
CollectiveLaw::GetTransferPs(const std::vector<std::pair<uint32_t, uint32_t>>& pairs,
                             uint64_t bytes) const
{
    std::vector<Transfer> transfers;
    for (const auto& [from, to] : pairs)
    {
        transfers.push_back({from, to, bytes});
    }
    return GetTransferPs(transfers);
}

} // namespace ns3

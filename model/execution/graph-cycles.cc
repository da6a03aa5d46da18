// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "graph-cycles.h"

#include "ns3/random-draws.h"

#include <algorithm>
#include <utility>

namespace ns3
{

GraphCycles::GraphCycles(const Parts& parts)
    : m_parts(parts)
{
}

void
GraphCycles::Begin()
{
    const auto count = static_cast<uint32_t>(m_parts.job.graph.GetNodes().size());
    m_initial.resize(count);
    for (uint32_t node = 0; node < count; ++node)
    {
        // HasLargeCounts() prevents that a larger count matters.
        m_initial[node] = static_cast<uint8_t>(m_parts.dependencies.GetCount(node));
    }
    m_isAtWork.assign(count, 0);
    m_counts.assign(count / BLOCK + 1, 0);
}

void
GraphCycles::NoteReleases(uint32_t node, const uint32_t* list)
{
    for (uint32_t i = 1; i <= list[0]; ++i)
    {
        NoteRelease(node + list[i]);
    }
}

GraphCycles::Position
GraphCycles::GetPosition(int64_t nowPs) const
{
    const auto& nodes = m_parts.job.graph.GetNodes();
    Position position;
    for (uint32_t block = 0; block < m_counts.size(); ++block)
    {
        uint32_t left = m_counts[block];
        for (uint32_t node = block * BLOCK; left > 0; ++node)
        {
            if (m_isAtWork[node])
            {
                position.nodes.push_back(node);
                const auto& shape = nodes.GetRelative(node);
                if (shape.kind == GraphNodeKind::SEND && !m_isAtWork[node + shape.match])
                {
                    position.nodes.push_back(node + shape.match);
                }
                --left;
            }
        }
    }
    std::sort(position.nodes.begin(), position.nodes.end());
    uint64_t digest = position.nodes.size();
    for (const uint32_t node : position.nodes)
    {
        digest = HashDraw(digest, nodes.GetRelative(node).GetHash());
        digest = HashDraw(digest, m_parts.dependencies.GetCount(node));
        digest = HashDraw(digest, static_cast<uint64_t>(m_parts.progress.Get(node)));
    }
    m_parts.shares.ForEach([&](const HostShare& share) {
        uint64_t timers = 0;
        share.VisitTimers([&](const HostShare::Timer& timer) {
            const auto found =
                std::lower_bound(position.nodes.begin(), position.nodes.end(), timer.second);
            timers += HashDraw(static_cast<uint64_t>(timer.first - nowPs),
                               static_cast<uint64_t>(found - position.nodes.begin()));
        });
        digest = HashDraw(digest, timers);
    });
    position.digest = digest;
    position.busyPs = m_parts.gpus.GetBusyPs();
    return position;
}

GraphCuts
GraphCycles::FindZones(const Position& before, const Position& now)
{
    GraphCuts zones;
    uint32_t lastPeriod = 0;
    for (size_t i = 0; i < now.nodes.size(); ++i)
    {
        const uint32_t node = now.nodes[i];
        if (node < before.nodes[i])
        {
            return {};
        }
        const uint32_t period = node - before.nodes[i]; // 0: the node stays
        const bool continues =
            period > 0 && period == lastPeriod && node - now.nodes[i - 1] <= period;
        lastPeriod = period;
        if (continues)
        {
            zones.back().at = node + 1;
        }
        else if (period > 0)
        {
            zones.push_back({node, node + 1, period, 0});
        }
    }
    return zones;
}

uint32_t
GraphCycles::CountOf(const GraphCut& zone, uint32_t limit) const
{
    const auto& nodes = m_parts.job.graph.GetNodes();
    uint32_t node = zone.zone - zone.period; // where the last cycle began
    while (uint64_t{node} + zone.period < limit)
    {
        const uint32_t next = node + zone.period;
        if (!nodes.AreAlike(node, next) || m_initial[node] != m_initial[next] ||
            !m_parts.dependencies.AreListsEqual(node, next))
        {
            break;
        }
        ++node;
    }
    return node > zone.at - 1 ? (node - zone.at) / zone.period + 1 : 0;
}

bool
GraphCycles::AreMatchesKept(const GraphCuts& cuts) const
{
    const auto& nodes = m_parts.job.graph.GetNodes();
    size_t next = 0;
    for (uint32_t number = cuts.front().zone; number < nodes.size(); ++number)
    {
        if (next < cuts.size() && number == cuts[next].at)
        {
            number += cuts[next++].GetCount() - 1;
            continue;
        }
        const auto& node = nodes.GetRelative(number);
        if (node.MatchesNode())
        {
            const uint32_t match = number + node.match;
            const bool isMoved = FindZone(number, cuts) != FindZone(match, cuts) ||
                                 CountCutBefore(number, cuts) != CountCutBefore(match, cuts);
            const auto* const zone = FindZone(number, cuts);
            // The two halves of a message may be on both sides of the end of a zone.
            const bool isAtEnd = zone && match >= zone->at && match < zone->at + zone->period;
            if (isMoved && !isAtEnd)
            {
                return false;
            }
        }
    }
    return true;
}

uint32_t
GraphCycles::Count(const Position& before, const Position& now) const
{
    if (before.digest != now.digest || before.nodes.size() != now.nodes.size() ||
        m_parts.dependencies.HasLargeCounts())
    {
        return 0;
    }
    GraphCuts zones = FindZones(before, now);
    // Behind a cut the numbers change, and messages, GPUs and timers know those of nodes at work.
    if (zones.size() != 1 || now.nodes.back() >= zones.front().at)
    {
        return 0;
    }
    GraphCut& zone = zones.front();
    zone.cycles = CountOf(zone, static_cast<uint32_t>(m_parts.job.graph.GetNodes().size()));
    return zone.cycles > 0 && AreMatchesKept(zones) ? zone.cycles : 0;
}

void
GraphCycles::Remove(const Position& before,
                    const Position& now,
                    uint32_t cycles,
                    int64_t periodPs,
                    int64_t nowPs)
{
    Removal removal{FindZones(before, now), cycles, periodPs, nowPs};
    const auto& nodes = m_parts.job.graph.GetNodes();
    for (auto& cut : removal.cuts)
    {
        cut.cycles = cycles;
        for (uint32_t node = cut.at; node < cut.at + cut.period; ++node)
        {
            m_parts.shares.OfRank(nodes.GetRelative(node).rank).nodes -= cycles;
        }
    }
    for (uint32_t rank = 0; rank < now.busyPs.size(); ++rank)
    {
        m_parts.gpus.AddBusy(rank, cycles * (now.busyPs[rank] - before.busyPs[rank]));
    }
    m_parts.dependencies.Cut(removal.cuts);
    m_parts.progress.Cut(removal.cuts);
    m_parts.messenger.Cut(removal.cuts);
    m_parts.gpus.Cut(removal.cuts);
    m_parts.job.graph.Cut(removal.cuts);
    CutList(m_initial, removal.cuts);
    CutList(m_isAtWork, removal.cuts);
    m_counts.assign(m_isAtWork.size() / BLOCK + 1, 0);
    for (uint32_t node = 0; node < m_isAtWork.size(); ++node)
    {
        m_counts[node / BLOCK] += m_isAtWork[node];
    }
    m_removals.push_back(std::move(removal));
}

int64_t
GraphCycles::GetRemovedPs() const
{
    int64_t sumPs = 0;
    for (const auto& removal : m_removals)
    {
        sumPs += removal.cycles * removal.periodPs;
    }
    return sumPs;
}

uint64_t
GraphCycles::GetRemovedNodes() const
{
    uint64_t sum = 0;
    for (const auto& removal : m_removals)
    {
        for (const auto& cut : removal.cuts)
        {
            sum += cut.GetCount();
        }
    }
    return sum;
}

template <typename Visit>
void
GraphCycles::VisitCopies(const Removal& removal, uint32_t number, const Visit& visit)
{
    const int64_t lengthPs = removal.cycles * removal.periodPs;
    uint32_t place = number; // its number before the removal, as far as the cuts are known
    for (const auto& cut : removal.cuts)
    {
        // The last cycle before the cut, and the nodes of its zone before that.
        const uint32_t cycle = cut.at - std::min(cut.at, cut.period);
        if (place < cut.at && place >= std::min(cut.zone, cycle))
        {
            const uint32_t copies = place >= cycle ? cut.cycles : 0;
            for (uint32_t copy = 0; copy <= copies; ++copy)
            {
                visit(place + copy * cut.period,
                      [&](int64_t ps) { return ps + copy * removal.periodPs; });
            }
            return;
        }
        if (place < cut.at)
        {
            break;
        }
        place += cut.GetCount();
    }
    // What came after the removal came later by the time that was removed.
    visit(place, [&](int64_t ps) { return ps > removal.atPs ? ps + lengthPs : ps; });
}

void
GraphCycles::RestoreSpans(const Removal& removal)
{
    const auto& spans = m_parts.progress.GetSpans();
    if (spans.empty())
    {
        return;
    }
    std::vector<NodeSpan> restored(m_parts.job.graph.GetNodes().size());
    for (uint32_t number = 0; number < spans.size(); ++number)
    {
        VisitCopies(removal, number, [&](uint32_t node, const auto& move) {
            restored[node] = {move(spans[number].startPs), move(spans[number].endPs)};
        });
    }
    m_parts.progress.SetSpans(std::move(restored));
}

std::vector<GraphMessenger::SentRecord>
GraphCycles::RestoreRecords(const Removal& removal,
                            const std::vector<GraphMessenger::SentRecord>& records)
{
    std::vector<GraphMessenger::SentRecord> restored;
    for (const auto& sent : records)
    {
        VisitCopies(removal, sent.send, [&](uint32_t send, const auto& move) {
            auto record = sent.record;
            record.startPs = move(record.startPs);
            record.arrivedPs = move(record.arrivedPs);
            record.finishedPs = move(record.finishedPs);
            restored.push_back({send, record});
        });
    }
    std::stable_sort(restored.begin(), restored.end(), [](const auto& a, const auto& b) {
        return a.record.startPs < b.record.startPs;
    });
    return restored;
}

void
GraphCycles::Restore()
{
    if (m_removals.empty() || std::exchange(m_isRestored, true))
    {
        return;
    }
    m_parts.messenger.ChangeRecords(
        [this](uint32_t send) {
            return m_parts.progress.Get(send) != GraphProgress::State::BLOCKED;
        },
        [this](std::vector<GraphMessenger::SentRecord> records) {
            for (auto removal = m_removals.rbegin(); removal != m_removals.rend(); ++removal)
            {
                records = RestoreRecords(*removal, records);
            }
            return records;
        });
    for (auto removal = m_removals.rbegin(); removal != m_removals.rend(); ++removal)
    {
        m_parts.job.graph.Restore(removal->cuts);
        RestoreSpans(*removal);
    }
}

} // namespace ns3

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
GraphCycles::NoteReleases(uint32_t node, const NeighbourLists& lists)
{
    lists.ForEach(node, [this](uint32_t other) { NoteRelease(other); });
}

GraphCycles::Position
GraphCycles::GetPosition(int64_t nowPs)
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
    while (m_firstLeft < nodes.size() &&
           m_parts.progress.Get(m_firstLeft) == GraphProgress::State::DONE)
    {
        ++m_firstLeft;
    }
    position.firstLeft = m_firstLeft;
    position.busyPs = m_parts.gpus.GetBusyPs();
    return position;
}

GraphCut
GraphCycles::MakeCut(const Position& before, const Position& now)
{
    if (now.nodes.empty() || now.nodes.size() != before.nodes.size() ||
        now.nodes.front() != now.firstLeft || now.nodes.front() <= before.nodes.front())
    {
        return {};
    }
    const uint32_t period = now.nodes.front() - before.nodes.front();
    const bool isAlike = std::equal(now.nodes.begin(),
                                    now.nodes.end(),
                                    before.nodes.begin(),
                                    [period](uint32_t a, uint32_t b) { return a - b == period; });
    return {now.nodes.front(), now.nodes.back() + 1, isAlike ? period : 0, 0};
}

uint32_t
GraphCycles::Count(const Position& before, const Position& now) const
{
    const GraphCut cut = MakeCut(before, now);
    if (before.digest != now.digest || cut.period == 0 || m_parts.dependencies.HasLargeCounts())
    {
        return 0;
    }
    const auto& nodes = m_parts.job.graph.GetNodes();
    uint32_t node = cut.zone - cut.period; // where the last cycle began
    while (size_t{node} + cut.period < nodes.size())
    {
        const uint32_t next = node + cut.period;
        if (!nodes.AreAlike(node, next) || m_initial[node] != m_initial[next] ||
            !m_parts.dependencies.AreListsEqual(node, next))
        {
            break;
        }
        ++node;
    }
    return node >= cut.at ? (node - cut.at) / cut.period + 1 : 0;
}

void
GraphCycles::Remove(const Position& before,
                    const Position& now,
                    uint32_t cycles,
                    int64_t periodPs,
                    int64_t nowPs)
{
    GraphCut cut = MakeCut(before, now);
    cut.cycles = cycles;
    const auto& nodes = m_parts.job.graph.GetNodes();
    for (uint32_t node = cut.at; node < cut.at + cut.period; ++node)
    {
        m_parts.shares.OfRank(nodes.GetRelative(node).rank).nodes -= cycles;
    }
    for (uint32_t rank = 0; rank < now.busyPs.size(); ++rank)
    {
        m_parts.gpus.AddBusy(rank, cycles * (now.busyPs[rank] - before.busyPs[rank]));
    }
    m_parts.dependencies.Cut(cut);
    m_parts.progress.Cut(cut);
    m_parts.messenger.Cut(cut);
    m_parts.gpus.Cut(cut);
    m_parts.job.graph.Cut(cut);
    CutList(m_initial, cut);
    CutList(m_isAtWork, cut);
    m_counts.assign(m_isAtWork.size() / BLOCK + 1, 0);
    for (uint32_t node = 0; node < m_isAtWork.size(); ++node)
    {
        m_counts[node / BLOCK] += m_isAtWork[node];
    }
    m_removals.push_back({cut, periodPs, nowPs});
}

int64_t
GraphCycles::GetRemovedPs() const
{
    int64_t sumPs = 0;
    for (const auto& removal : m_removals)
    {
        sumPs += removal.GetLengthPs();
    }
    return sumPs;
}

uint64_t
GraphCycles::GetRemovedNodes() const
{
    uint64_t sum = 0;
    for (const auto& removal : m_removals)
    {
        sum += removal.cut.GetCount();
    }
    return sum;
}

template <typename Visit>
void
GraphCycles::VisitCopies(const Removal& removal, uint32_t number, const Visit& visit)
{
    const GraphCut& cut = removal.cut;
    const uint32_t cycle = cut.at - cut.period; // first node of the last cycle before the cut
    if (number >= cut.at || number < std::min(cut.zone, cycle))
    {
        // All later times move by the time of the cycles.
        const uint32_t before = number >= cut.at ? cut.GetCount() : 0;
        visit(number + before,
              [&](int64_t ps) { return ps > removal.atPs ? ps + removal.GetLengthPs() : ps; });
        return;
    }
    const uint32_t copies = number >= cycle ? cut.cycles : 0;
    for (uint32_t copy = 0; copy <= copies; ++copy)
    {
        visit(number + copy * cut.period, [&](int64_t ps) { return ps + copy * removal.periodPs; });
    }
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
        m_parts.job.graph.Restore(removal->cut);
        RestoreSpans(*removal);
    }
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "critical-path.h"

#include "aggregate-starts.h"

#include "ns3/assert.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;

constexpr uint32_t NONE = CommunicationGraph::NONE;

/** The possible causes of each node's start. */
class Causes
{
  public:
    Causes(const FabricJob& job, const std::vector<NodeSpan>& spans)
        : m_job(job),
          m_spans(spans),
          m_lastBefore(spans.size(), NONE)
    {
        for (const auto& [before, after] : job.graph.GetDependencies())
        {
            auto& last = m_lastBefore[after];
            last = GetLater(last, before);
        }
        // A cause without duration delays nothing.
        const auto isOperation = [this](uint32_t number) {
            return RunsOnGpu(number) && m_spans[number].endPs > m_spans[number].startPs;
        };
        for (uint32_t number = 0; number < spans.size(); ++number)
        {
            if (isOperation(number))
            {
                const uint32_t host = GetHost(number);
                m_end.resize(std::max<size_t>(m_end.size(), host + 1));
                ++m_end[host];
            }
        }
        std::partial_sum(m_end.begin(), m_end.end(), m_end.begin());
        m_operations.resize(m_end.empty() ? 0 : m_end.back());
        m_isSorted.resize(m_end.size());
        std::vector<uint32_t> next = m_end; // behind the first free place of each host
        for (auto number = static_cast<uint32_t>(spans.size()); number-- > 0;)
        {
            if (isOperation(number))
            {
                m_operations[--next[GetHost(number)]] = number;
            }
        }
    }

    /** @return true if a node runs on the GPU of its rank */
    bool RunsOnGpu(uint32_t number) const
    {
        const GraphNode& node = m_job.graph.GetNodes()[number];
        return node.kind == Kind::REDUCE || node.kind == Kind::COPY || node.kind == Kind::COMPUTE ||
               (node.kind == Kind::SEND &&
                m_job.hostOfRank[node.rank] == m_job.hostOfRank[node.peer]);
    }

    /** @return the last event that a node waited for before it started, or NONE */
    uint32_t GetCauseOfStart(uint32_t number)
    {
        uint32_t cause = m_lastBefore[number];
        if (RunsOnGpu(number))
        {
            // The last operation on its stream that ended at its start or before.
            const auto [begin, end] = GetOperations(GetHost(number));
            Place place = GetPlace(number);
            std::get<1>(place) = m_spans[number].startPs;
            std::get<2>(place) = UINT32_MAX;
            const auto after =
                std::upper_bound(begin, end, place, [this](const Place& value, uint32_t operation) {
                    return value < GetPlace(operation);
                });
            if (after != begin && std::get<0>(GetPlace(after[-1])) == std::get<0>(place))
            {
                cause = GetLater(cause, after[-1]);
            }
        }
        return cause;
    }

  private:
    using Place = std::tuple<uint8_t, int64_t, uint32_t>; // stream, end, number

    uint32_t GetHost(uint32_t number) const
    {
        return m_job.hostOfRank[m_job.graph.GetNodes()[number].rank];
    }

    /** @return begin and end of the operations of a host, which are sorted when first asked for */
    std::pair<const uint32_t*, const uint32_t*> GetOperations(uint32_t host)
    {
        if (host >= m_end.size())
        {
            return {nullptr, nullptr};
        }
        uint32_t* const begin = m_operations.data() + (host == 0 ? 0 : m_end[host - 1]);
        uint32_t* const end = m_operations.data() + m_end[host];
        if (!m_isSorted[host])
        {
            std::sort(begin, end, [this](uint32_t a, uint32_t b) {
                return GetPlace(a) < GetPlace(b);
            });
            m_isSorted[host] = true;
        }
        return {begin, end};
    }

    /** @return the one of two nodes that ended later, the first if at once; it may be NONE */
    uint32_t GetLater(uint32_t a, uint32_t b) const
    {
        return a == NONE || m_spans[b].endPs > m_spans[a].endPs ? b : a;
    }

    Place GetPlace(uint32_t number) const
    {
        return {m_job.graph.GetNodes()[number].stream, m_spans[number].endPs, number};
    }

    const FabricJob& m_job;
    const std::vector<NodeSpan>& m_spans; //!< by node
    std::vector<uint32_t> m_lastBefore;   //!< by node: its predecessor that ended last, or NONE
    std::vector<uint32_t> m_operations;   //!< operations of GPUs, by host
    std::vector<uint32_t> m_end;          //!< by host: end of its part of m_operations
    std::vector<bool> m_isSorted;         //!< by host: its part is sorted by Place
};

/** @return length of a span that has ended */
int64_t
GetLengthPs(const NodeSpan& span)
{
    return span.endPs - span.startPs;
}

/** Properties shared by nodes that should take equally long. */
using Likeness = std::tuple<Kind, uint16_t, uint8_t, int64_t, uint64_t, bool>;

Likeness
GetLikeness(const FabricJob& job, const GraphNode& node)
{
    const bool hasLength = node.kind == Kind::COMPUTE || node.kind == Kind::JOIN;
    const int64_t lengthPs = hasLength ? node.timePs : 0;
    // Messages within a server go over another network than those between servers.
    const bool near = node.kind == Kind::SEND && !job.serverOfRank.empty() &&
                      job.serverOfRank[node.rank] == job.serverOfRank[node.peer];
    return {node.kind, node.label, node.stream, lengthPs, node.bytes, near};
}

} // namespace

int64_t
CriticalPath::Segment::GetExcessPs() const
{
    return medianPs == 0 ? 0 : std::clamp<int64_t>(ownPs - medianPs, 0, toPs - fromPs);
}

CriticalPath::CriticalPath(const FabricJob& job,
                           const std::vector<NodeSpan>& spans,
                           int64_t startPs)
    : m_hostOfRank(job.hostOfRank)
{
    NS_ASSERT_MSG(spans.size() == job.graph.GetNodes().size(), "spans of another graph");
    for (uint32_t label = 0; label < job.graph.GetLabelCount(); ++label)
    {
        m_labels.push_back(job.graph.GetLabel(static_cast<uint16_t>(label)));
    }
    Walk(job, spans, startPs);
    Compare(job, spans);
}

void
CriticalPath::Walk(const FabricJob& job, const std::vector<NodeSpan>& spans, int64_t startPs)
{
    const auto& nodes = job.graph.GetNodes();
    const auto last =
        std::max_element(spans.begin(), spans.end(), [](const NodeSpan& a, const NodeSpan& b) {
            return a.endPs < b.endPs;
        });
    if (last == spans.end() || last->endPs == NodeSpan::NOT_YET)
    {
        return;
    }
    Causes causes(job, spans);
    const AggregateStarts aggregates(job.graph, spans);
    auto number = static_cast<uint32_t>(last - spans.begin());
    int64_t timePs = last->endPs; // the path has been walked back to here
    const auto add = [&](Activity activity, uint32_t which, int64_t fromPs) {
        if (fromPs < timePs)
        {
            const auto& node = nodes[which];
            const bool isMessage = node.kind == Kind::SEND;
            m_segments.push_back({fromPs,
                                  timePs,
                                  0,
                                  0,
                                  node.bytes,
                                  which,
                                  node.rank,
                                  isMessage ? node.peer : node.rank,
                                  node.label,
                                  activity});
            timePs = fromPs;
        }
    };
    while (true)
    {
        if (nodes[number].kind == Kind::RECV && GetLengthPs(spans[number]) > 0)
        {
            number = nodes[number].match;
        }
        else if (const uint32_t last = aggregates.GetLast(nodes[number]); last != NONE)
        {
            number = last;
        }
        const bool computes = nodes[number].stream == 0 && causes.RunsOnGpu(number);
        add(computes ? Activity::COMPUTE : Activity::COMMUNICATION,
            number,
            std::max(startPs, spans[number].startPs));
        const uint32_t cause = causes.GetCauseOfStart(number);
        add(Activity::WAIT, number, cause == NONE ? startPs : spans[cause].endPs);
        if (cause == NONE)
        {
            break;
        }
        number = cause;
    }
    std::reverse(m_segments.begin(), m_segments.end());
}

/** Computes the median of similar segments for every segment. */
void
CriticalPath::Compare(const FabricJob& job, const std::vector<NodeSpan>& spans)
{
    const auto& nodes = job.graph.GetNodes();
    std::map<Likeness, std::vector<int64_t>> lengthsPs;
    for (const auto& segment : m_segments)
    {
        if (segment.activity != Activity::WAIT)
        {
            lengthsPs[GetLikeness(job, nodes[segment.node])];
        }
    }
    for (uint32_t number = 0; number < nodes.size(); ++number)
    {
        if (spans[number].endPs != NodeSpan::NOT_YET)
        {
            const auto found = lengthsPs.find(GetLikeness(job, nodes[number]));
            if (found != lengthsPs.end())
            {
                found->second.push_back(GetLengthPs(spans[number]));
            }
        }
    }
    for (auto& [likeness, lengths] : lengthsPs)
    {
        if (lengths.empty())
        {
            lengths = {0, 0}; // the run was stopped before one of these had ended
            continue;
        }
        // The lower median, so that the slow one of two is seen.
        const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>((lengths.size() - 1) / 2);
        std::nth_element(lengths.begin(), middle, lengths.end());
        lengths = {*middle, static_cast<int64_t>(lengths.size())};
    }
    for (auto& segment : m_segments)
    {
        if (segment.activity != Activity::WAIT)
        {
            const auto& found = lengthsPs[GetLikeness(job, nodes[segment.node])];
            const bool ended = spans[segment.node].endPs != NodeSpan::NOT_YET;
            segment.ownPs =
                ended ? GetLengthPs(spans[segment.node]) : segment.toPs - segment.fromPs;
            segment.medianPs = found[1] > 1 ? found[0] : 0;
        }
    }
}

int64_t
CriticalPath::GetTotalPs() const
{
    return m_segments.empty() ? 0 : m_segments.back().toPs - m_segments.front().fromPs;
}

std::string
CriticalPath::GetName(const Segment& segment) const
{
    switch (segment.activity)
    {
    case Activity::COMPUTE:
        return "compute";
    case Activity::COMMUNICATION:
        return segment.label == 0 ? "communication" : GetLabel(segment);
    case Activity::WAIT:
        break;
    }
    return "waiting";
}

std::vector<std::pair<std::string, int64_t>>
CriticalPath::GetShares() const
{
    std::vector<std::pair<std::string, int64_t>> shares;
    std::map<std::string, size_t> places;
    for (const auto& segment : m_segments)
    {
        const auto name = GetName(segment);
        const auto place = places.emplace(name, shares.size()).first->second;
        if (place == shares.size())
        {
            shares.emplace_back(name, 0);
        }
        shares[place].second += segment.toPs - segment.fromPs;
    }
    return shares;
}

std::vector<CriticalPath::Culprit>
CriticalPath::GetCulprits() const
{
    std::vector<Culprit> culprits;
    std::map<std::pair<uint32_t, uint32_t>, size_t> places;
    for (size_t i = 0; i < m_segments.size(); ++i)
    {
        const auto& segment = m_segments[i];
        const int64_t excessPs = segment.GetExcessPs();
        if (excessPs == 0)
        {
            continue;
        }
        const auto who = std::make_pair(segment.rank, segment.peer);
        const auto place = places.emplace(who, culprits.size()).first->second;
        if (place == culprits.size())
        {
            culprits.push_back({segment.rank, segment.peer, 0, 0, 0, i});
        }
        auto& culprit = culprits[place];
        culprit.excessPs += excessPs;
        culprit.ownPs += segment.ownPs;
        culprit.medianPs += segment.medianPs;
        if (excessPs > m_segments[culprit.worst].GetExcessPs())
        {
            culprit.worst = i;
        }
    }
    std::stable_sort(culprits.begin(), culprits.end(), [](const Culprit& a, const Culprit& b) {
        return a.excessPs > b.excessPs;
    });
    return culprits;
}

std::string
CriticalPath::Describe(const Culprit& culprit) const
{
    const auto who = [this](uint32_t rank) {
        return "rank " + std::to_string(rank) + " (host " + std::to_string(m_hostOfRank[rank]) +
               ")";
    };
    char numbers[120];
    std::snprintf(numbers,
                  sizeof(numbers),
                  " %.2f times as long as the median of their kind, %.3f us more on the critical "
                  "path",
                  static_cast<double>(culprit.ownPs) / static_cast<double>(culprit.medianPs),
                  static_cast<double>(culprit.excessPs) / 1e6);
    const bool isGpu = culprit.rank == culprit.peer;
    const auto& worst = m_segments[culprit.worst];
    const std::string most =
        worst.label == 0 ? std::string() : "; most in '" + m_labels[worst.label] + "'";
    return (isGpu ? "operations of " + who(culprit.rank)
                  : "messages from " + who(culprit.rank) + " to " + who(culprit.peer)) +
           " take" + numbers + most;
}

} // namespace ns3

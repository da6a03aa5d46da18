// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "job-account.h"

#include "aggregate-starts.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3
{

namespace
{

using Kind = CommunicationGraph::Kind;

/** A time at which an activity of a rank begins or ends. */
struct Edge
{
    int64_t timePs;
    uint16_t kind;     //!< kind of communication; COMPUTE: none
    int8_t inProgress; //!< +1 begins, -1 ends, 0 neither
    int8_t moving;     //!< the same for moving
};

constexpr uint16_t COMPUTE = UINT16_MAX;
constexpr uint16_t NO_KIND = UINT16_MAX;

/** @return true if a node runs on the GPU of its rank */
bool
RunsOnGpu(const FabricJob& job, const GraphNode& node)
{
    switch (node.kind)
    {
    case Kind::SEND:
        return job.hostOfRank[node.rank] == job.hostOfRank[node.peer];
    case Kind::REDUCE:
    case Kind::COPY:
    case Kind::COMPUTE:
        return true;
    case Kind::RECV:
    case Kind::AGGREGATE:
    case Kind::COLLECTIVE:
    case Kind::JOIN:
        break;
    }
    return false;
}

/** @return true if it takes no time by itself, so that nothing waits for it */
bool
IsInstant(const GraphNode& node)
{
    return node.kind == Kind::JOIN && node.timePs == 0;
}

bool
Computes(const FabricJob& job, const GraphNode& node)
{
    return node.stream == 0 && RunsOnGpu(job, node);
}

/** Communications of a kind that are active at one time. */
struct Level
{
    uint32_t inProgress{0};       //!< number of these
    uint32_t moving{0};           //!< number of these that move
    int64_t inProgressSincePs{0}; //!< valid if inProgress > 0
    int64_t movingSincePs{0};     //!< valid if moving > 0
};

/** Changes a count, and notes the time if it was 0 before. */
void
Change(uint32_t& count, int64_t& sincePs, int change, int64_t nowPs)
{
    if (count == 0 && change > 0)
    {
        sincePs = nowPs;
    }
    count = static_cast<uint32_t>(static_cast<int64_t>(count) + change);
}

/** Walks through the edges of one rank in time. */
class Sweep
{
  public:
    Sweep(size_t kinds, int64_t startPs)
        : m_levels(kinds),
          m_nowPs(startPs)
    {
        m_share.communication.resize(kinds);
    }

    /** Accounts for the time up to an edge. */
    void AdvanceTo(int64_t timePs)
    {
        const int64_t lengthPs = timePs - m_nowPs;
        m_nowPs = timePs;
        if (lengthPs == 0)
        {
            return;
        }
        m_share.totalPs += lengthPs;
        for (size_t kind = 0; kind < m_levels.size(); ++kind)
        {
            auto& communication = m_share.communication[kind];
            communication.inProgressPs += m_levels[kind].inProgress > 0 ? lengthPs : 0;
            communication.hiddenPs += m_computing > 0 && m_levels[kind].moving > 0 ? lengthPs : 0;
        }
        if (m_computing > 0)
        {
            m_share.computePs += lengthPs;
        }
        else
        {
            Expose(lengthPs);
        }
    }

    /** Begins or ends an activity. */
    void Apply(const Edge& edge)
    {
        if (edge.kind == COMPUTE)
        {
            m_computing = static_cast<uint32_t>(m_computing + edge.inProgress);
            return;
        }
        auto& level = m_levels[edge.kind];
        Change(level.inProgress, level.inProgressSincePs, edge.inProgress, m_nowPs);
        Change(level.moving, level.movingSincePs, edge.moving, m_nowPs);
    }

    /** @return the account so far */
    const JobAccount::Share& GetShare() const
    {
        return m_share;
    }

  private:
    /** Accounts for time without computation. */
    void Expose(int64_t lengthPs)
    {
        const auto first = [this](auto count, auto sincePs) {
            uint16_t found = NO_KIND;
            for (uint16_t kind = 0; kind < m_levels.size(); ++kind)
            {
                const auto& level = m_levels[kind];
                if (level.*count > 0 &&
                    (found == NO_KIND || level.*sincePs < m_levels[found].*sincePs))
                {
                    found = kind;
                }
            }
            return found;
        };
        uint16_t kind = first(&Level::moving, &Level::movingSincePs);
        const bool isLate = kind == NO_KIND;
        if (isLate)
        {
            kind = first(&Level::inProgress, &Level::inProgressSincePs);
        }
        if (kind == NO_KIND)
        {
            m_share.idlePs += lengthPs;
            return;
        }
        m_share.communication[kind].exposedPs += lengthPs;
        m_share.communication[kind].lateSenderPs += isLate ? lengthPs : 0;
    }

    std::vector<Level> m_levels; //!< by kind
    uint32_t m_computing{0};     //!< operations that compute
    int64_t m_nowPs;             //!< time of the edge before
    JobAccount::Share m_share;
};

/** Node numbers by rank, packed: those of rank r are [begin[r], begin[r + 1]). */
struct NodesByRank
{
    std::vector<size_t> begin; //!< index into nodes by rank, and the end
    std::vector<uint32_t> nodes;

    explicit NodesByRank(const CommunicationGraph& graph)
        : begin(graph.GetRankCount() + 1U, 0),
          nodes(graph.GetNodes().size())
    {
        for (const auto& node : graph.GetNodes())
        {
            ++begin[node.rank + 1];
        }
        for (size_t rank = 1; rank < begin.size(); ++rank)
        {
            begin[rank] += begin[rank - 1];
        }
        std::vector<size_t> next(begin.begin(), begin.end() - 1);
        for (uint32_t number = 0; number < nodes.size(); ++number)
        {
            nodes[next[graph.GetNodes()[number].rank]++] = number;
        }
    }
};

} // namespace

int64_t
JobAccount::Share::GetExposedPs() const
{
    int64_t exposedPs = 0;
    for (const auto& kind : communication)
    {
        exposedPs += kind.exposedPs;
    }
    return exposedPs;
}

JobAccount::JobAccount(const FabricJob& job,
                       const std::vector<NodeSpan>& spans,
                       int64_t startPs,
                       int64_t endPs)
{
    const auto& graph = job.graph;
    const auto& nodes = graph.GetNodes();
    NS_ASSERT_MSG(spans.size() == nodes.size(), "spans of another graph");

    std::vector<bool> isUsed(graph.GetLabelCount(), false);
    for (const auto& node : nodes)
    {
        isUsed[node.label] = isUsed[node.label] || (!IsInstant(node) && !Computes(job, node));
    }
    std::vector<uint16_t> kindOfLabel(isUsed.size(), NO_KIND);
    for (uint32_t label = 0; label < isUsed.size(); ++label)
    {
        if (isUsed[label])
        {
            kindOfLabel[label] = static_cast<uint16_t>(m_kinds.size());
            const auto& text = graph.GetLabel(static_cast<uint16_t>(label));
            m_kinds.push_back(text.empty() ? "communication" : text);
        }
    }

    const AggregateStarts aggregates(graph, spans);
    const NodesByRank byRank(graph);
    std::vector<Edge> edges;
    const auto clip = [&](int64_t timePs) {
        return timePs == NodeSpan::NOT_YET ? endPs : std::clamp(timePs, startPs, endPs);
    };
    for (uint32_t rank = 0; rank < graph.GetRankCount() - job.storageRanks; ++rank)
    {
        edges.clear();
        for (size_t i = byRank.begin[rank]; i < byRank.begin[rank + 1]; ++i)
        {
            const auto& node = nodes[byRank.nodes[i]];
            const auto& span = spans[byRank.nodes[i]];
            if (span.startPs == NodeSpan::NOT_YET || IsInstant(node))
            {
                continue;
            }
            const int64_t fromPs = clip(span.startPs);
            const int64_t toPs = clip(span.endPs);
            const uint16_t kind = Computes(job, node) ? COMPUTE : kindOfLabel[node.label];
            int64_t movesPs = fromPs;
            if (node.kind == Kind::RECV)
            {
                movesPs = std::clamp(clip(spans[node.match].startPs), fromPs, toPs);
            }
            else if (node.kind == Kind::AGGREGATE || node.kind == Kind::COLLECTIVE)
            {
                const uint32_t last = aggregates.GetLast(node);
                movesPs = last == CommunicationGraph::NONE
                              ? toPs
                              : std::clamp(clip(spans[last].startPs), fromPs, toPs);
            }
            edges.push_back({fromPs, kind, 1, 0});
            edges.push_back({movesPs, kind, 0, 1});
            edges.push_back({toPs, kind, -1, -1});
        }
        std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
            // At one instant begins come before ends, so a kind that continues has no break.
            return a.timePs != b.timePs ? a.timePs < b.timePs : a.inProgress > b.inProgress;
        });
        Sweep sweep(m_kinds.size(), startPs);
        for (const auto& edge : edges)
        {
            sweep.AdvanceTo(edge.timePs);
            sweep.Apply(edge);
        }
        sweep.AdvanceTo(endPs);
        m_ranks.push_back(sweep.GetShare());
    }
}

JobAccount::Share
JobAccount::GetSum() const
{
    Share sum;
    sum.communication.resize(m_kinds.size());
    for (const auto& rank : m_ranks)
    {
        sum.totalPs += rank.totalPs;
        sum.computePs += rank.computePs;
        sum.idlePs += rank.idlePs;
        for (size_t kind = 0; kind < m_kinds.size(); ++kind)
        {
            sum.communication[kind].inProgressPs += rank.communication[kind].inProgressPs;
            sum.communication[kind].exposedPs += rank.communication[kind].exposedPs;
            sum.communication[kind].lateSenderPs += rank.communication[kind].lateSenderPs;
            sum.communication[kind].hiddenPs += rank.communication[kind].hiddenPs;
        }
    }
    return sum;
}

double
JobAccount::GetIdleFraction() const
{
    const auto sum = GetSum();
    return sum.totalPs == 0
               ? 1
               : 1 - static_cast<double>(sum.computePs) / static_cast<double>(sum.totalPs);
}

uint32_t
JobAccount::GetSlowestRank() const
{
    const auto slowest =
        std::max_element(m_ranks.begin(), m_ranks.end(), [](const Share& a, const Share& b) {
            return a.computePs < b.computePs;
        });
    return static_cast<uint32_t>(slowest - m_ranks.begin());
}

double
JobAccount::GetSlowestRatio() const
{
    std::vector<int64_t> computePs;
    for (const auto& rank : m_ranks)
    {
        computePs.push_back(rank.computePs);
    }
    if (computePs.empty())
    {
        return 0;
    }
    const auto median = computePs.begin() + static_cast<std::ptrdiff_t>((computePs.size() - 1) / 2);
    std::nth_element(computePs.begin(), median, computePs.end());
    return *median == 0 ? 0
                        : static_cast<double>(m_ranks[GetSlowestRank()].computePs) /
                              static_cast<double>(*median);
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Reports of a GraphExecutor about its job. graph-executor.cc runs the job.

#include "graph-executor.h"
#include "node-description.h"

#include <algorithm>
#include <ostream>

namespace ns3
{

bool
GraphExecutor::IsIdle()
{
    if (m_finished)
    {
        return false;
    }
    const Standing standing = GetStanding();
    return !standing.hasWorkInFlight && standing.waitsForTime;
}

uint64_t
GraphExecutor::GetCompletedNodes() const
{
    uint64_t nodes = 0;
    for (const auto& share : m_shares)
    {
        nodes += share->completed;
    }
    return nodes;
}

uint64_t
GraphExecutor::GetFailedAggregates() const
{
    uint64_t nodes = 0;
    for (const auto& share : m_shares)
    {
        nodes += share->failedAggregates;
    }
    return nodes;
}

int64_t
GraphExecutor::GetFinishPs() const
{
    int64_t latest = m_finishPs;
    for (const auto& share : m_shares)
    {
        latest = m_finished ? latest : std::max(latest, share->finishPs);
    }
    return latest;
}

double
GraphExecutor::GetIdleFraction(uint32_t rank) const
{
    if (m_startPs < 0)
    {
        return 1;
    }
    const int64_t endPs = m_finished ? m_finishPs : m_clock.ToPs(NowTicks());
    return m_gpus.GetIdleFraction(rank, endPs - m_startPs);
}

JobTimes
GraphExecutor::GetTimes() const
{
    JobTimes times;
    times.durationPs = m_finishPs - m_startPs;
    for (uint32_t rank = 0; rank < m_gpus.GetRankCount(); ++rank)
    {
        times.idleFractionOfRank.push_back(GetIdleFraction(rank));
    }
    return times;
}

void
GraphExecutor::DescribeWaits(std::ostream& out, uint64_t maxLines) const
{
    uint64_t count = 0;
    for (uint32_t number = 0; number < m_progress.size(); ++number)
    {
        if (m_progress[number] == Progress::STARTED && count++ < maxLines)
        {
            out << DescribeNode(m_job, number);
            const auto& node = m_job.graph.GetNodes()[number];
            if (node.kind == CommunicationGraph::Kind::SEND && !m_messenger.IsLocal(node))
            {
                out << ": " << m_messenger.DescribeWait(number);
            }
            else if (node.kind == CommunicationGraph::Kind::AGGREGATE)
            {
                out << ": " << m_aggregates.DescribeWait(m_job.graph, number);
            }
            out << '\n';
        }
    }
    if (count > maxLines)
    {
        out << "... and " << count - maxLines << " more\n";
    }
}

} // namespace ns3

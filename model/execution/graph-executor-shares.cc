// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The shares of a GraphExecutor: their construction, and the detection of the end of the job.
// graph-executor.cc runs the job.

#include "graph-executor.h"

#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GraphExecutorShares");

/** One for each host if they act on each other by messages only, else one of all. */
void
GraphExecutor::MakeShares()
{
    m_shareOfRank.assign(m_job.hostOfRank.size(), 0);
    uint32_t count = 1;
    if (AreHostsApart())
    {
        std::map<uint32_t, uint32_t> shareOfHost;
        for (size_t rank = 0; rank < m_shareOfRank.size(); ++rank)
        {
            const auto next = static_cast<uint32_t>(shareOfHost.size());
            m_shareOfRank[rank] =
                shareOfHost.try_emplace(m_job.hostOfRank[rank], next).first->second;
        }
        count = std::max<uint32_t>(1, static_cast<uint32_t>(shareOfHost.size()));
    }
    m_shares.clear();
    for (uint32_t share = 0; share < count; ++share)
    {
        m_shares.push_back(
            std::make_unique<ExecutorShare>(static_cast<ExecutorShareOwner&>(*this)));
    }
    const auto& nodes = m_job.graph.GetNodes();
    for (size_t number = 0; number < nodes.size(); ++number)
    {
        ++m_shares[m_shareOfRank[nodes.GetRelative(number).rank]]->nodes;
    }
}

/** @return true if hosts act on each other only by messages */
bool
GraphExecutor::AreHostsApart() const
{
    const auto& nodes = m_job.graph.GetNodes();
    const auto& dependencies = m_job.graph.GetDependencies();
    return !m_job.driver && m_job.graph.GetGroups().empty() &&
           std::all_of(dependencies.begin(), dependencies.end(), [&](const auto& pair) {
               return m_job.hostOfRank[nodes.GetRelative(pair.first).rank] ==
                      m_job.hostOfRank[nodes.GetRelative(pair.second).rank];
           });
}

/** The times that a share waits for come at the first of its hosts. */
void
GraphExecutor::PlaceShares()
{
    std::vector<bool> hasContext(m_shares.size());
    for (uint32_t rank = 0; rank < m_shareOfRank.size(); ++rank)
    {
        const uint32_t share = m_shareOfRank[rank];
        const auto node = m_messenger.FindNode(rank);
        if (node && !hasContext[share])
        {
            m_shares[share]->SetContext(node->GetId());
            hasContext[share] = true;
        }
    }
}

bool
GraphExecutor::IsEverythingDone() const
{
    return m_job.driver ? !m_parts.AreAtWork() && m_job.driver->IsDone()
                        : GetCompletedNodes() == GetNodeCount();
}

bool
GraphExecutor::WaitsForTime() const
{
    const auto hasTimers = [](const auto& share) { return share->HasTimers(); };
    return m_startPs < 0 || std::any_of(m_shares.begin(), m_shares.end(), hasTimers) ||
           (m_job.driver && m_job.driver->IsIdle());
}

bool
GraphExecutor::HasWorkInFlight() const
{
    return std::any_of(m_shares.begin(), m_shares.end(), [](const auto& share) {
        return share->inFlight > 0;
    });
}

/** A node is given up, and the job with it. */
void
GraphExecutor::Fail(uint32_t node)
{
    m_progress[node] = Progress::FAILED;
    int64_t first = m_failedTicks.load(std::memory_order_relaxed);
    const int64_t now = NowTicks();
    while (now < first && !m_failedTicks.compare_exchange_weak(first, now))
    {
    }
    if (m_job.checkpoints && !m_aborted)
    {
        AbortStep();
    }
}

/** Has somebody look whether the job is over, if it may be. */
void
GraphExecutor::LookForEnd(ExecutorShare& share)
{
    if (m_finished || share.looksForEnd)
    {
        return;
    }
    const int64_t now = NowTicks();
    const int64_t notice = m_clock.ToTicks(END_NOTICE_PS);
    if (m_job.driver)
    {
        if (IsEverythingDone())
        {
            AskForEnd(share, now);
        }
    }
    else if (share.completed == share.nodes && share.doneTicks < 0)
    {
        share.doneTicks = now;
        if (m_sharesLeft.fetch_sub(1) == 1)
        {
            int64_t last = now;
            for (const auto& other : m_shares)
            {
                last = std::max(last, other->doneTicks);
            }
            AskForEnd(share, last, true);
        }
    }
    // Other shares learn of a failure after the notice. The failed rank sees operations that end
    // before.
    const int64_t failed = m_failedTicks.load(std::memory_order_relaxed);
    if (m_stopped || failed == now || (failed != NEVER && failed + notice <= now))
    {
        AskForEnd(share, now);
    }
}

/**
 * Schedules a check for the end of the job END_NOTICE_PS after a time, when all operations done
 * until that time are known.
 *
 * @param isComplete all shares of this process are done, so the end depends on other processes
 *        only; this check is scheduled once, in addition to later checks
 */
void
GraphExecutor::AskForEnd(ExecutorShare& share, int64_t sinceTicks, bool isComplete)
{
    const int64_t ticks = sinceTicks + m_clock.ToTicks(END_NOTICE_PS) - NowTicks();
    if (isComplete)
    {
        m_endIfComplete->Schedule(ticks);
    }
    else if (!share.looksForEnd)
    {
        share.looksForEnd = true;
        m_endIfOver->Schedule(ticks);
    }
}

void
GraphExecutor::OnCrash()
{
    const bool isAtWork =
        m_startPs >= 0 && !m_finished && !IsEverythingDone() && !m_job.driver->IsIdle();
    if (isAtWork && !m_aborted)
    {
        NS_LOG_WARN("job " << m_job.name << ": a GPU has crashed");
        m_failedTicks = NowTicks();
        AbortStep();
        AskForEnd(*m_shares.front(), NowTicks());
    }
}

void
GraphExecutor::AbortStep()
{
    m_aborted = true;
    ExecutorShare& share = *m_shares.front();
    share.ready.clear();
    share.departed.clear();
    share.inFlight -= m_gpus.Cancel(this) + share.ForgetTimers();
}

bool
GraphExecutor::Recover()
{
    if (m_stopped || !m_job.driver || !m_job.driver->OnFailure(m_clock.ToPs(NowTicks())))
    {
        return false;
    }
    m_failedTicks = NEVER;
    m_aborted = false;
    m_parts.GiveUp();
    m_messenger.Reconnect();
    return true;
}

void
GraphExecutor::EndIfOver()
{
    for (const auto& share : m_shares)
    {
        share->looksForEnd = false;
    }
    if (m_finished)
    {
        return;
    }
    const Standing now = GetStanding();
    const bool isStuck = m_stopped || (HasFailed() && !now.waitsForTime);
    if (!now.isEverythingDone && (!isStuck || now.hasWorkInFlight || Recover()))
    {
        return;
    }
    m_finishPs = std::max(now.finishPs, m_startPs);
    m_finished = true;
    for (const auto& share : m_shares)
    {
        share->ClearTimers(); // messages that were to start after the stop time
    }
    NS_LOG_INFO("job " << m_job.name << ": " << (now.isEverythingDone ? "ends" : "is given up")
                       << " after " << (m_finishPs - m_startPs) / 1000 << " ns");
    m_gpus.End();
    if (now.isEverythingDone && !m_job.driver)
    {
        m_dependencies = DependencyCounter();
        m_progress = std::vector<Progress>();
    }
    m_messenger.Close(now.isEverythingDone);
    if (!m_finishCallback.IsNull())
    {
        m_finishCallback(Ptr<GraphExecutor>(this));
    }
}

} // namespace ns3

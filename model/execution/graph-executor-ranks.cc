// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Exchange between processes (ranks) that each run some shares of a GraphExecutor: progress of the
// job and message records. graph-executor.cc runs the job.

#include "graph-executor.h"

#include "ns3/byte-image.h"
#include "ns3/node.h"
#include "ns3/rank-link.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <set>

namespace ns3
{

void
GraphExecutor::KeepHosts(const std::function<bool(const Node&)>& isHere)
{
    std::vector<bool> keeps(m_shares.size(), Simulator::GetSystemId() == 0);
    for (uint32_t rank = 0; rank < m_shareOfRank.size(); ++rank)
    {
        // All nodes of a share are of one process.
        if (const auto node = m_messenger.FindNode(rank))
        {
            keeps[m_shareOfRank[rank]] = isHere(*node);
        }
    }
    for (size_t share = 0; share < m_shares.size(); ++share)
    {
        m_shares[share]->isHere = keeps[share];
    }
    m_messenger.SetRanks(std::move(keeps));
}

/** @return progress of the job; called between windows */
GraphExecutor::Standing
GraphExecutor::GetStanding()
{
    const auto isDone = [](const auto& share) {
        return !share->isHere || share->completed == share->nodes;
    };
    Standing standing{m_job.driver ? IsEverythingDone()
                                   : std::all_of(m_shares.begin(), m_shares.end(), isDone),
                      WaitsForTime(),
                      HasWorkInFlight(),
                      GetFinishPs()};
    std::string image;
    SaveValue(image, standing);
    SaveValue(image, m_failedTicks.load());
    for (const auto& one : RankLink::Share(image))
    {
        const char* from = one.data();
        const auto other = LoadValue<Standing>(from);
        standing.isEverythingDone = standing.isEverythingDone && other.isEverythingDone;
        standing.waitsForTime = standing.waitsForTime || other.waitsForTime;
        standing.hasWorkInFlight = standing.hasWorkInFlight || other.hasWorkInFlight;
        standing.finishPs = std::max(standing.finishPs, other.finishPs);
        m_failedTicks = std::min(m_failedTicks.load(), LoadValue<int64_t>(from));
    }
    return standing;
}

/** Nothing was left of the shares here: the job ends if they were the last, END_NOTICE_PS ago. */
void
GraphExecutor::EndIfComplete()
{
    if (m_finished)
    {
        return;
    }
    int64_t doneTicks = -1;
    for (const auto& share : m_shares)
    {
        doneTicks = std::max(doneTicks, share->doneTicks);
    }
    doneTicks = RankLink::Max(doneTicks);
    const bool isLast = doneTicks + m_clock.ToTicks(END_NOTICE_PS) <= NowTicks();
    if (GetStanding().isEverythingDone && isLast)
    {
        EndIfOver();
    }
}

void
GraphExecutor::SaveRecords(std::string& to)
{
    if (!m_gpus.HasEnded())
    {
        m_gpus.End();
    }
    SaveShares(to);
    m_messenger.Save(to);
}

void
GraphExecutor::LoadRecords(std::vector<const char*> from)
{
    for (auto& image : from)
    {
        LoadShares(image);
    }
    m_messenger.Load(from);
}

void
GraphExecutor::SaveShares(std::string& to) const
{
    for (size_t number = 0; number < m_shares.size(); ++number)
    {
        const ExecutorShare& share = *m_shares[number];
        SaveValue(to, share.isHere);
        if (share.isHere)
        {
            SaveValue(to, share.completed);
            SaveValue(to, share.inFlight);
            SaveValue(to, share.failedAggregates);
            SaveValue(to, share.finishPs);
        }
    }
    const auto& nodes = m_job.graph.GetNodes();
    for (size_t number = 0; number < m_spans.size(); ++number)
    {
        if (m_shares[m_shareOfRank[nodes[number].rank]]->isHere)
        {
            SaveValue(to, m_spans[number]);
        }
    }
    for (uint32_t rank = 0; rank < m_gpus.GetRankCount(); ++rank)
    {
        if (m_shares[m_shareOfRank[rank]]->isHere)
        {
            SaveValue(to, m_gpus.GetBusyPs(rank));
        }
    }
}

void
GraphExecutor::LoadShares(const char*& from)
{
    std::vector<bool> isHis(m_shares.size());
    for (size_t number = 0; number < m_shares.size(); ++number)
    {
        ExecutorShare& share = *m_shares[number];
        isHis[number] = LoadValue<bool>(from);
        if (isHis[number])
        {
            share.completed = LoadValue<uint64_t>(from);
            share.inFlight = LoadValue<uint64_t>(from);
            share.failedAggregates = LoadValue<uint64_t>(from);
            share.finishPs = LoadValue<int64_t>(from);
        }
    }
    const auto& nodes = m_job.graph.GetNodes();
    for (size_t number = 0; number < m_spans.size(); ++number)
    {
        if (isHis[m_shareOfRank[nodes[number].rank]])
        {
            m_spans[number] = LoadValue<NodeSpan>(from);
        }
    }
    for (uint32_t rank = 0; rank < m_gpus.GetRankCount(); ++rank)
    {
        if (isHis[m_shareOfRank[rank]])
        {
            m_gpus.SetBusyPs(rank, LoadValue<int64_t>(from));
        }
    }
}

void
GraphMessenger::SetRanks(std::vector<bool> isHere)
{
    m_spread = std::make_unique<Spread>();
    m_spread->recvs.resize(isHere.size());
    m_spread->arrivals.resize(isHere.size());
    m_spread->isHere = std::move(isHere);
}

void
GraphMessenger::Save(std::string& to) const
{
    for (size_t share = 0; share < m_spread->isHere.size(); ++share)
    {
        SaveValues(to, m_spread->recvs[share]);
        for (size_t i = 0; i < m_spread->recvs[share].size(); ++i)
        {
            // A pointer to a text is of no use elsewhere.
            const MessageRecord record = m_records[share][i];
            SaveValue(to, record);
            SaveText(to, record.failure ? record.failure : "");
        }
        SaveValues(to, m_spread->arrivals[share]);
    }
}

void
GraphMessenger::Load(const std::vector<const char*>& from)
{
    static std::set<std::string> failures; // message records point into this set
    std::vector<Spread::Arrival> arrivals;
    for (const char* image : from)
    {
        for (size_t share = 0; share < m_spread->isHere.size(); ++share)
        {
            const auto recvs = LoadValues<uint32_t>(image);
            for (const uint32_t recv : recvs)
            {
                auto record = LoadValue<MessageRecord>(image);
                const auto failure = LoadText(image);
                record.failure =
                    failure.empty() ? nullptr : failures.insert(failure).first->c_str();
                if (!m_spread->isHere[share])
                {
                    m_index[recv] = m_records[share].Add(record);
                }
            }
            const auto some = LoadValues<Spread::Arrival>(image);
            arrivals.insert(arrivals.end(), some.begin(), some.end());
        }
    }
    for (const auto& arrival : arrivals)
    {
        const uint32_t sender = m_job->graph.GetNodes()[arrival.recv].peer;
        m_records[m_shareOfRank[sender]].SetArrival(m_index[arrival.recv], arrival.arrivedPs);
    }
    if (m_closed)
    {
        m_spread.reset();
        Close(false);
    }
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "domain-workers.h"

#include "ns3/recycled-pool.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t WINDOWS_PER_BALANCE = 16;
constexpr uint64_t FEW_EVENTS = 800; // of a thread in so many: they are over before it is even
constexpr uint64_t UNEVEN = 32; // part of a window that is worth a domain's way to another cache

} // namespace

DomainWorkers::DomainWorkers(const DomainPlan& plan)
    : m_plan(plan),
      m_barrier(plan.threads),
      m_workers(plan.threads)
{
    for (auto& worker : m_workers)
    {
        worker.number = static_cast<uint32_t>(&worker - m_workers.data());
        for (auto& outboxes : worker.outboxes)
        {
            outboxes.resize(plan.threads);
        }
    }
}

void
DomainWorkers::Begin(bool hasRanks)
{
    for (auto& worker : m_workers)
    {
        worker.parity = 0;
        worker.side = 0;
        for (auto& outboxes : worker.outboxes)
        {
            DomainOutbox::ClearAll(outboxes);
        }
    }
    Deal(m_plan.threads);
    m_atWork = m_plan.threads;
    m_barrier.SetThreads(m_atWork);
    m_isDone = false;
    for (auto& worker : m_workers)
    {
        worker.wakes = m_wakes;
        worker.sinceBalance = 0;
    }
    if (m_plan.threads > 1 && !hasRanks) // a rank waits for others, whatever its threads gain
    {
        m_trial = std::make_unique<ThreadTrial>(m_plan.threads);
        m_trial->Begin(ThreadTrial::GetNowNs());
    }
}

void
DomainWorkers::End()
{
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        m_isDone = true;
    }
    m_wakeUp.notify_all();
}

DomainWorkers::Report
DomainWorkers::Meet(Worker& worker, bool isSpecial)
{
    const uint32_t parity = worker.parity;
    ++worker.sinceBalance;
    worker.notices[parity] = MakeNotice(worker, isSpecial);
    m_barrier.Wait();
    Notice all{{UINT64_MAX, UINT64_MAX}, {}, false, false};
    BySide most{};
    for (const auto& other : m_workers)
    {
        const Notice& notice = other.notices[parity];
        for (const uint32_t side : {0, 1})
        {
            all.nextTicks[side] = std::min(all.nextTicks[side], notice.nextTicks[side]);
            all.loads[side] += notice.loads[side];
            most[side] = std::max(most[side], notice.loads[side]);
        }
        all.isSpecial = all.isSpecial || notice.isSpecial;
        all.changesThreads = all.changesThreads || notice.changesThreads;
    }
    for (const auto& other : m_workers)
    {
        Collect(other.outboxes[parity][worker.number]);
    }
    // What was sent in the window before has been taken by then.
    worker.parity = 1 - parity;
    DomainOutbox::ClearAll(worker.outboxes[worker.parity]);
    const bool isUneven = IsTimeToBalance(worker) && IsUneven(all, most);
    if (IsTimeToBalance(worker))
    {
        worker.sinceBalance = 0;
        if (m_trial && worker.number == 0)
        {
            m_trial->Count(all.loads[0] + all.loads[1], ThreadTrial::GetNowNs());
        }
    }
    return {all.nextTicks, all.isSpecial, isUneven, all.changesThreads};
}

/** Makes the report of a thread to the others at the end of a window. */
DomainWorkers::Notice
DomainWorkers::MakeNotice(Worker& worker, bool isSpecial) const
{
    const bool isTimeToBalance = IsTimeToBalance(worker);
    Notice notice{{UINT64_MAX, UINT64_MAX}, {}, isSpecial, false};
    for (auto& [domain, side, eventCount, load] : worker.shares)
    {
        notice.nextTicks[side] = std::min(notice.nextTicks[side], domain->nextTicks);
        notice.isSpecial = notice.isSpecial || !domain->requests.empty();
        if (isTimeToBalance)
        {
            load = domain->eventCount - std::exchange(eventCount, domain->eventCount);
            notice.loads[side] += load;
        }
    }
    uint64_t& nextOfReceivers = notice.nextTicks[HasSides() ? 1 - worker.side : 0];
    for (const auto& outbox : worker.outboxes[worker.parity])
    {
        nextOfReceivers = std::min(nextOfReceivers, outbox.GetFirstTicks());
    }
    if (worker.number == 0)
    {
        notice.changesThreads = m_trial && m_trial->GetThreads() != m_atWork;
    }
    return notice;
}

/** All threads come to the same answer. */
bool
DomainWorkers::IsTimeToBalance(const Worker& worker) const
{
    return worker.sinceBalance == WINDOWS_PER_BALANCE && m_workers.size() > 1;
}

/**
 * Decides whether the load is uneven; all threads come to the same result.
 *
 * @param all sum of the reports of all threads
 * @param most largest number of events of a thread, by side
 * @return true if domains should move to other threads
 */
bool
DomainWorkers::IsUneven(const Notice& all, const BySide& most) const
{
    const auto isUneven = [&](uint32_t side) {
        const uint64_t mean = all.loads[side] / m_atWork;
        return mean > FEW_EVENTS && most[side] > mean + mean / UNEVEN;
    };
    return isUneven(0) || isUneven(1);
}

void
DomainWorkers::Balance()
{
    BalanceSide(0);
    if (HasSides())
    {
        BalanceSide(1);
    }
}

/** @param side side whose domains may move to other threads */
void
DomainWorkers::BalanceSide(uint32_t side)
{
    std::vector<uint64_t> loads(m_workers.size());
    for (const auto& worker : m_workers)
    {
        for (const auto& share : worker.shares)
        {
            loads[worker.number] += share.side == side ? share.load : 0;
        }
    }
    for (size_t moves = 0; moves < m_plan.domains; ++moves)
    {
        const auto [light, heavy] = std::minmax_element(loads.begin(), loads.end());
        const uint64_t gap = *heavy - *light;
        Worker& from = m_workers[heavy - loads.begin()];
        Worker& to = m_workers[light - loads.begin()];
        // The one that leaves the two nearest to each other.
        const auto distance = [&](const Share& share) {
            const uint64_t load = share.side == side ? share.load : 0;
            return 2 * load > gap ? 2 * load - gap : gap - 2 * load;
        };
        const auto chosen = std::min_element(
            from.shares.begin(),
            from.shares.end(),
            [&](const Share& a, const Share& b) { return distance(a) < distance(b); });
        // What has no events leaves the gap as it is, so the one chosen is of this side.
        if (chosen == from.shares.end() ||
            gap - std::min(gap, distance(*chosen)) <= *heavy / UNEVEN)
        {
            return;
        }
        chosen->domain->worker = to.number;
        *heavy -= chosen->load;
        *light += chosen->load;
        to.shares.push_back(*chosen);
        from.shares.erase(chosen);
    }
}

/**
 * Gives each thread about as many domains of either side.
 *
 * @param threads number of threads that get some, the first ones
 */
void
DomainWorkers::Deal(uint32_t threads)
{
    for (auto& worker : m_workers)
    {
        worker.shares.clear();
    }
    // Neighbours, as they are numbered, are of one thread.
    std::array<uint32_t, 2> counts{}; // by side
    for (const Share& share : m_own)
    {
        ++counts[share.side];
    }
    std::array<uint32_t, 2> dealt{};
    for (const auto& [domain, side, eventCount, load] : m_own)
    {
        domain->worker = dealt[side]++ * threads / counts[side];
        m_workers[domain->worker].shares.push_back({domain, side, domain->eventCount, 0});
    }
}

void
DomainWorkers::ChangeThreads(const BySide& next)
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    const Worker& first = m_workers.front();
    m_atWork = m_trial->GetThreads();
    m_barrier.SetThreads(m_atWork);
    Deal(m_atWork);
    for (auto& worker : m_workers)
    {
        worker.parity = first.parity;
        worker.side = first.side;
        worker.sinceBalance = first.sinceBalance;
        worker.notices.fill({{UINT64_MAX, UINT64_MAX}, {}, false, false});
        for (auto& outboxes : worker.outboxes)
        {
            DomainOutbox::ClearAll(outboxes);
        }
    }
    m_wakeTicks = next;
    m_wakes += m_atWork > 1 ? 1 : 0;
    m_wakeUp.notify_all();
    m_trial->Begin(ThreadTrial::GetNowNs());
}

DomainWorkers::BySide
DomainWorkers::Sleep(Worker& worker)
{
    RecycledPool::SettleAll(true); // others use what is on its shelves
    std::unique_lock<std::mutex> lock(m_mutex);
    m_wakeUp.wait(lock, [&] { return worker.wakes != m_wakes || m_isDone; });
    if (worker.wakes == m_wakes)
    {
        return {UINT64_MAX, UINT64_MAX};
    }
    worker.wakes = m_wakes;
    return m_wakeTicks;
}

/** Takes what another thread has sent. */
void
DomainWorkers::Collect(const DomainOutbox& outbox)
{
    const auto& items = outbox.GetItems();
    const size_t count = items.size();
    for (size_t i = 0; i < count; ++i)
    {
        // They are in the other core's cache, and are to be changed.
        const auto* const later = static_cast<const char*>(items[std::min(i + 8, count - 1)].what);
        __builtin_prefetch(later, 1);
        __builtin_prefetch(later + 64, 1);
        items[i].mail->Deliver(*items[i].to, items[i].what);
    }
}

} // namespace ns3

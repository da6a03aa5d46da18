// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// What threads of DomainWindows do between two windows; the rest of it is in domain-windows.cc.

#include "domain-windows.h"
#include "fabric-simulator-impl.h"
#include "rank-windows.h"

#include "ns3/recycled-pool.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t WINDOWS_PER_BALANCE = 16;
constexpr uint64_t FEW_EVENTS = 800; // of a thread in so many: they are over before it is even
constexpr uint64_t UNEVEN = 32; // part of a window that is worth a domain's way to another cache

} // namespace

/**
 * All threads have done their parts of a window, and take what others have sent them.
 *
 * @return by side: none of its events is before it; UINT64_MAX: there is none
 */
DomainWindows::BySide
DomainWindows::Meet(Worker& worker)
{
    const uint32_t parity = worker.parity;
    ++worker.sinceBalance;
    worker.notices[parity] = MakeNotice(worker);
    m_barrier.Wait();
    Notice all{{UINT64_MAX, UINT64_MAX}, {}, m_ranks != nullptr, false};
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
    if (!all.isSpecial && !isUneven && !all.changesThreads)
    {
        return all.nextTicks;
    }
    m_barrier.Wait();
    if (worker.number == 0)
    {
        if (all.isSpecial)
        {
            DoSpecial();
        }
        if (isUneven)
        {
            Balance();
        }
    }
    m_barrier.Wait();
    if (all.changesThreads)
    {
        if (worker.number > 0)
        {
            return Sleep(worker);
        }
        ChangeThreads(all.nextTicks);
    }
    if (m_ranks)
    {
        CollectLetters(worker);
        return m_nextTicks;
    }
    return all.nextTicks;
}

/** Makes the report of a thread to the others at the end of a window. */
DomainWindows::Notice
DomainWindows::MakeNotice(Worker& worker) const
{
    const bool isTimeToBalance = IsTimeToBalance(worker);
    Notice notice{{UINT64_MAX, UINT64_MAX}, {}, m_failed || m_global.IsStopped(), false};
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
        notice.isSpecial = notice.isSpecial || !m_home->requests.empty();
        notice.changesThreads = m_trial && m_trial->GetThreads() != m_atWork;
    }
    return notice;
}

/** All threads come to the same answer. */
bool
DomainWindows::IsTimeToBalance(const Worker& worker) const
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
DomainWindows::IsUneven(const Notice& all, const BySide& most) const
{
    const auto isUneven = [&](uint32_t side) {
        const uint64_t mean = all.loads[side] / m_atWork;
        return mean > FEW_EVENTS && most[side] > mean + mean / UNEVEN;
    };
    return isUneven(0) || isUneven(1);
}

/** Lets threads that had many events hand domains to threads that had few. */
void
DomainWindows::Balance()
{
    BalanceSide(0);
    if (HasSides())
    {
        BalanceSide(1);
    }
}

/** @param side side whose domains may move to other threads */
void
DomainWindows::BalanceSide(uint32_t side)
{
    std::vector<uint64_t> loads(m_workers.size());
    for (const auto& worker : m_workers)
    {
        for (const auto& share : worker.shares)
        {
            loads[worker.number] += share.side == side ? share.load : 0;
        }
    }
    for (size_t moves = 0; moves < m_domains.size(); ++moves)
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

/** All threads are at work when a run begins. */
void
DomainWindows::BeginThreads()
{
    DealDomains(m_plan.threads);
    m_atWork = m_plan.threads;
    m_barrier.SetThreads(m_atWork);
    m_isDone = false;
    for (auto& worker : m_workers)
    {
        worker.wakes = m_wakes;
        worker.sinceBalance = 0;
    }
    if (m_plan.threads > 1 && !m_ranks) // a rank waits for others, whatever its threads gain
    {
        m_trial = std::make_unique<ThreadTrial>(m_plan.threads);
        m_trial->Begin(ThreadTrial::GetNowNs());
    }
}

/**
 * Gives each thread about as many domains of either side.
 *
 * @param threads number of threads that get some, the first ones
 */
void
DomainWindows::DealDomains(uint32_t threads)
{
    for (auto& worker : m_workers)
    {
        worker.shares.clear();
    }
    // Neighbours, as they are numbered, are of one thread.
    std::array<uint32_t, 2> counts{}; // by side
    for (const uint32_t number : m_own)
    {
        ++counts[m_plan.GetSide(number)];
    }
    std::array<uint32_t, 2> dealt{};
    for (const uint32_t number : m_own)
    {
        EventDomain& domain = *m_domains[number];
        const uint32_t side = m_plan.GetSide(number);
        domain.worker = dealt[side]++ * threads / counts[side];
        m_workers[domain.worker].shares.push_back({&domain, side, domain.eventCount, 0});
    }
}

/**
 * By the first thread, while all others are in Sleep() or about to call it: takes their domains, or
 * gives them some and wakes them up. All that threads have sent has been taken.
 *
 * @param next event by side, for BeginWindow()
 */
void
DomainWindows::ChangeThreads(const BySide& next)
{
    const std::lock_guard<std::mutex> lock(m_mutex);
    const Worker& first = m_workers.front();
    m_atWork = m_trial->GetThreads();
    m_barrier.SetThreads(m_atWork);
    DealDomains(m_atWork);
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

/**
 * Lets a thread sleep until the first one says what to do next.
 *
 * @param worker whose thread calls it
 * @return as Meet(): of the window for which it wakes up, or for Work() to end
 */
DomainWindows::BySide
DomainWindows::Sleep(Worker& worker)
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

/** Special work between windows, done by one thread. */
void
DomainWindows::DoSpecial()
{
    FabricSimulatorImpl::SetDomain(m_home);
    if (m_ranks)
    {
        AgreeWithOthers();
        return;
    }
    AcceptRequests(TakeRequests());
    m_isOver = IsOver();
}

/** Takes what another thread has sent. */
void
DomainWindows::Collect(const DomainOutbox& outbox)
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

/** Takes what other processes have sent to the domains of one thread. */
void
DomainWindows::CollectLetters(const Worker& worker)
{
    for (const auto& [mail, to, begin, end] : m_ranks->GetLetters())
    {
        EventDomain& domain = *m_domains[to];
        if (domain.worker == worker.number)
        {
            mail->Load(domain, begin, end);
        }
    }
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// What threads of DomainWindows do between two windows; the rest of it is in domain-windows.cc.

#include "domain-windows.h"
#include "fabric-simulator-impl.h"
#include "rank-windows.h"

#include <algorithm>
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
    Notice all{{UINT64_MAX, UINT64_MAX}, {}, m_ranks != nullptr};
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
    }
    for (const auto& other : m_workers)
    {
        Collect(other.outboxes[parity][worker.number]);
    }
    // What was sent in the window before has been taken by then.
    worker.parity = 1 - parity;
    DomainOutbox::ClearAll(worker.outboxes[worker.parity]);
    const bool isUneven = IsTimeToBalance(worker) && IsUneven(all, most);
    worker.sinceBalance = IsTimeToBalance(worker) ? 0 : worker.sinceBalance;
    if (!all.isSpecial && !isUneven)
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
    if (m_ranks)
    {
        CollectLetters(worker);
        return m_nextTicks;
    }
    return all.nextTicks;
}

/** What a thread tells the others at the end of a window. */
DomainWindows::Notice
DomainWindows::MakeNotice(Worker& worker) const
{
    const bool isTimeToBalance = IsTimeToBalance(worker);
    Notice notice{{UINT64_MAX, UINT64_MAX}, {}, m_failed || m_global.IsStopped()};
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
 * All threads come to the same answer.
 *
 * @param all what threads have said, together
 * @param most events that one of them had
 * @return whether domains should change hands
 */
bool
DomainWindows::IsUneven(const Notice& all, const BySide& most) const
{
    const auto isUneven = [&](uint32_t side) {
        const uint64_t mean = all.loads[side] / m_workers.size();
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

/** @param side whose domains may change hands */
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

/** What is not done between all windows, by one thread. */
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

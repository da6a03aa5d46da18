// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "domain-windows.h"

#include "lean-event.h"
#include "rank-windows.h"
#include "thread-domain.h"

#include "ns3/abort.h"
#include "ns3/recycled-pool.h"

#include <algorithm>
#include <array>
#include <thread>
#include <tuple>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t WINDOWS_PER_SETTLEMENT = 256;

/** @return the sum in ticks, where UINT64_MAX stands for never */
uint64_t
AddTicks(uint64_t ticks, int64_t more)
{
    return ticks == UINT64_MAX ? ticks : ticks + static_cast<uint64_t>(more);
}

} // namespace

DomainWindows::DomainWindows(DomainPlan plan, GlobalEvents& global)
    : m_plan(std::move(plan)),
      m_global(global),
      m_workers(m_plan)
{
    if (!m_plan.rankOfDomain.empty())
    {
        m_ranks = std::make_unique<RankWindows>(m_plan, *RankLink::GetActive());
    }
    NS_ABORT_MSG_UNLESS(m_plan.lookAheadTicks > 0, "the look-ahead must be above 0 ticks");
    for (uint32_t number = 0; number < m_plan.domains; ++number)
    {
        m_lists.push_back(CreateObject<FabricScheduler>());
        auto& domain = m_domains.emplace_back(std::make_unique<EventDomain>());
        domain->list = PeekPointer(m_lists.back());
        m_peers.push_back(domain.get());
        if (IsHere(number))
        {
            m_own.push_back(number);
            m_workers.Add(*domain, m_plan.GetSide(number));
        }
    }
    NS_ABORT_MSG_UNLESS(m_plan.threads > 0 && m_plan.threads <= m_own.size(),
                        "expected 1 to as many threads as domains");
    for (const auto& domain : m_domains)
    {
        domain->peers = m_peers.data();
    }
}

DomainWindows::~DomainWindows()
{
    for (const auto& list : m_lists)
    {
        while (!list->IsEmpty())
        {
            list->Take().impl->Unref();
        }
    }
}

void
DomainWindows::Put(uint64_t ticks, uint64_t order, uint32_t node, EventImpl* event)
{
    NS_ABORT_MSG_UNLESS(node < m_plan.domainOfNode.size(), "the event's node belongs to no domain");
    const uint32_t number = m_plan.domainOfNode[node];
    if (!IsHere(number))
    {
        event->Unref();
        return;
    }
    EventDomain& domain = *m_domains[number];
    domain.list->Put(ticks, order, event);
    domain.nextTicks = std::min(domain.nextTicks, ticks);
}

bool
DomainWindows::Run(EventDomain& home)
{
    m_home = &home;
    m_globalTicks = m_global.GetNextGlobal();
    m_isOver = false;
    m_workers.Begin(m_ranks != nullptr);
    std::vector<std::thread> threads;
    for (uint32_t number = 1; number < m_plan.threads; ++number)
    {
        threads.emplace_back([this, number] {
            Work(m_workers.Get(number), nullptr);
            RecycledPool::SettleAll(true);
        });
    }
    Work(m_workers.Get(0), &home);
    m_workers.End();
    for (auto& thread : threads)
    {
        thread.join();
    }
    RethrowFirst();
    return m_isOver;
}

/**
 * Main loop of each thread. All threads make the same decisions, because the inputs are written
 * before the threads meet and not changed before they have met again.
 */
void
DomainWindows::Work(Worker& worker, EventDomain* home)
{
    for (uint32_t round = 1;; ++round)
    {
        const BySide nextOfSides = Meet(worker);
        const uint64_t next = First(nextOfSides);
        ThreadDomain::Set(home);
        const uint64_t global = m_globalTicks;
        if (m_isOver || (next == UINT64_MAX && global == UINT64_MAX))
        {
            break;
        }
        if (global <= next)
        {
            m_workers.Wait(); // until nobody takes mail any more
            if (worker.number == 0)
            {
                RunGlobal();
            }
            m_workers.Wait();
            continue;
        }
        const uint64_t end = std::min(BeginWindow(worker, nextOfSides), global);
        for (const auto& [domain, side, eventCount, load] : worker.shares)
        {
            if (side == worker.side && domain->nextTicks < end && !domain->error)
            {
                domain->outboxes = worker.outboxes[worker.parity].data();
                RunWindow(*domain, end);
            }
        }
        ThreadDomain::Set(home);
        if (m_plan.threads > 1 && round % WINDOWS_PER_SETTLEMENT == 0)
        {
            RecycledPool::SettleAll(false);
        }
    }
}

/**
 * All threads have done their parts of a window, and take what others have sent them.
 *
 * @return by side: none of its events is before it; UINT64_MAX: there is none
 */
DomainWindows::BySide
DomainWindows::Meet(Worker& worker)
{
    const bool isSpecial = m_ranks || m_failed || m_global.IsStopped() ||
                           (worker.number == 0 && !m_home->requests.empty());
    const auto all = m_workers.Meet(worker, isSpecial);
    if (!all.isSpecial && !all.isUneven && !all.changesThreads)
    {
        return all.nextTicks;
    }
    m_workers.Wait();
    if (worker.number == 0)
    {
        if (all.isSpecial)
        {
            DoSpecial();
        }
        if (all.isUneven)
        {
            m_workers.Balance();
        }
    }
    m_workers.Wait();
    if (all.changesThreads)
    {
        if (worker.number > 0)
        {
            return m_workers.Sleep(worker);
        }
        m_workers.ChangeThreads(all.nextTicks);
    }
    if (m_ranks)
    {
        CollectLetters(worker);
        return m_nextTicks;
    }
    return all.nextTicks;
}

/** Special work between windows, done by one thread. */
void
DomainWindows::DoSpecial()
{
    ThreadDomain::Set(m_home);
    if (m_ranks)
    {
        AgreeWithOthers();
        return;
    }
    AcceptRequests(TakeRequests());
    m_isOver = IsOver();
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

/**
 * Gives the window to the side whose turn it is, unless this side has no events in it.
 *
 * @param worker worker whose side is set; all threads come to the same result
 * @param next time of the next event by side, in ticks
 * @return end of the window in ticks, if no event of no domain ends it before
 */
uint64_t
DomainWindows::BeginWindow(Worker& worker, const BySide& next) const
{
    const int64_t lookAhead = m_plan.lookAheadTicks;
    if (!HasSides())
    {
        return AddTicks(next[0], lookAhead);
    }
    const auto getEnd = [&](uint32_t side) {
        return std::min(AddTicks(next[1 - side], lookAhead), AddTicks(next[side], 2 * lookAhead));
    };
    worker.side = 1 - worker.side;
    if (next[worker.side] >= getEnd(worker.side))
    {
        worker.side = 1 - worker.side;
    }
    return getEnd(worker.side);
}

/** Sends what is for others, and takes what they have sent. */
void
DomainWindows::AgreeWithOthers()
{
    std::vector<EventDomain::Request> requests = TakeRequests();
    const RankWindows::Agreement mine{GetOwnNextTicks(), m_global.IsStopped(), m_failed};
    RankWindows::Agreement agreed{};
    try
    {
        agreed = m_ranks->Exchange(m_domains, m_own, *m_home, mine, requests);
    }
    catch (...)
    {
        // The other threads are to see that it is over.
        m_globalError = m_globalError ? m_globalError : std::current_exception();
        m_failed = true;
        m_isOver = true;
        return;
    }
    AcceptRequests(std::move(requests));
    m_nextTicks = agreed.nextTicks;
    m_failed = agreed.failed;
    m_isOver = agreed.failed || agreed.stopped;
}

bool
DomainWindows::IsHere(uint32_t domain) const
{
    return !m_ranks || m_ranks->IsHere(domain);
}

/**
 * Nothing of a domain may be left in a core's cache since its last window. What is asked for at
 * once comes much faster than one after another.
 *
 * @param list of the domain
 * @param end of its window, in ticks
 */
void
DomainWindows::PrefetchWindow(const FabricScheduler& list, uint64_t end)
{
    constexpr size_t MOST = 64;
    std::array<const LeanEvent*, MOST> events; // the first ones that were found
    size_t count = 0;
    list.VisitSlots(end, [&](const FabricScheduler::Entry& entry) {
        if (count < MOST)
        {
            __builtin_prefetch(entry.impl);
            events[count++] = static_cast<const LeanEvent*>(entry.impl);
        }
    });
    for (size_t i = 0; i < count; ++i)
    {
        events[i]->Prefetch();
    }
    for (size_t i = 0; i < count; ++i)
    {
        events[i]->PrefetchParts();
    }
}

void
DomainWindows::RunWindow(EventDomain& domain, uint64_t end)
{
    ThreadDomain::Set(&domain);
    domain.windowEnd = end;
    FabricScheduler& list = *domain.list;
    PrefetchWindow(list, end);
    LeanEvent* event = nullptr;
    try
    {
        while (const FabricScheduler::Entry* next = list.TakeBefore(end))
        {
            event = static_cast<LeanEvent*>(next->impl);
            domain.nowTicks = static_cast<int64_t>(next->ticks);
            domain.order = next->order;
            ++domain.eventCount;
            event->Fire();
            event->Unref();
        }
    }
    catch (...)
    {
        event->Unref();
        domain.error = std::current_exception();
        m_failed = true;
    }
    domain.windowEnd = 0;
    domain.nextTicks =
        list.IsEmpty() || domain.error ? UINT64_MAX : uint64_t{list.PeekNext().key.m_ts};
}

/**
 * Runs the events of no domain that come before all others; with other processes those of one
 * instant, which are before all that any of them has left.
 */
void
DomainWindows::RunGlobal()
{
    uint64_t instant = 0;
    m_globalPlace = 0;
    try
    {
        do
        {
            instant = m_globalTicks;
            ++m_globalPlace;
            m_global.RunNextGlobal();
            m_globalTicks = m_global.GetNextGlobal();
        } while (m_globalTicks != UINT64_MAX && !m_global.IsStopped() &&
                 (m_globalTicks == instant || (!m_ranks && m_globalTicks <= GetNextTicks())));
    }
    catch (...)
    {
        m_globalError = std::current_exception();
        m_failed = true;
    }
    m_isOver = IsOver();
}

/**
 * After an error all events before it are run, as one of them may be an error, too.
 *
 * @return whether no window is to follow, as far as this process knows
 */
bool
DomainWindows::IsOver() const
{
    if (m_global.IsStopped() || m_globalError)
    {
        return true;
    }
    const auto* first = m_failed ? FindFirstError() : nullptr; // this is asked often
    return first && First(GetOwnNextTicks()) > static_cast<uint64_t>(first->nowTicks);
}

std::vector<EventDomain::Request>
DomainWindows::TakeRequests()
{
    std::vector<EventDomain::Request> all = std::move(m_home->requests);
    m_home->requests.clear();
    for (const uint32_t number : m_own)
    {
        auto& requests = m_domains[number]->requests;
        all.insert(all.end(), requests.begin(), requests.end());
        requests.clear();
    }
    return all;
}

/** They get their places as if one thread had run the events that made them. */
void
DomainWindows::AcceptRequests(std::vector<EventDomain::Request> all)
{
    if (all.empty())
    {
        return;
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return std::tie(a.issuedTicks, a.issuedOrder) < std::tie(b.issuedTicks, b.issuedOrder);
    });
    m_global.Accept(all);
    m_globalTicks = m_global.GetNextGlobal();
}

uint64_t
DomainWindows::GetNextTicks() const
{
    return First(m_ranks ? m_nextTicks : GetOwnNextTicks());
}

DomainWindows::BySide
DomainWindows::GetOwnNextTicks() const
{
    BySide next{UINT64_MAX, UINT64_MAX};
    for (const uint32_t number : m_own)
    {
        uint64_t& ofSide = next[m_plan.GetSide(number)];
        ofSide = std::min(ofSide, m_domains[number]->nextTicks);
    }
    return next;
}

void
DomainWindows::RethrowFirst()
{
    if (m_ranks && m_failed)
    {
        ShareFailure();
    }
    if (m_globalError)
    {
        std::rethrow_exception(m_globalError);
    }
    if (const auto* first = FindFirstError())
    {
        std::rethrow_exception(first->error);
    }
}

/** Throws if the first error is another process's. */
void
DomainWindows::ShareFailure()
{
    const auto* first = FindFirstError();
    if (m_globalError)
    {
        m_ranks->ShareFailure(m_globalTicks, m_globalPlace, m_globalError);
    }
    else if (first)
    {
        m_ranks->ShareFailure(static_cast<uint64_t>(first->nowTicks), first->order, first->error);
    }
    else
    {
        m_ranks->ShareFailure(UINT64_MAX, UINT64_MAX, nullptr);
    }
}

const EventDomain*
DomainWindows::FindFirstError() const
{
    const EventDomain* first = nullptr;
    for (const auto& domain : m_domains)
    {
        if (domain->error && (!first || std::tie(domain->nowTicks, domain->order) <
                                            std::tie(first->nowTicks, first->order)))
        {
            first = domain.get();
        }
    }
    return first;
}

bool
DomainWindows::IsEmpty() const
{
    return (!m_ranks || (GetNextTicks() == UINT64_MAX && (!m_home || m_home->mail.empty()))) &&
           std::all_of(m_lists.begin(), m_lists.end(), [](const auto& list) {
               return list->IsEmpty();
           });
}

int64_t
DomainWindows::GetLastTicks() const
{
    int64_t last = 0;
    for (const auto& domain : m_domains)
    {
        last = std::max(last, domain->nowTicks);
    }
    return last;
}

uint64_t
DomainWindows::GetEventCount() const
{
    uint64_t count = 0;
    for (const auto& domain : m_domains)
    {
        count += domain->eventCount;
    }
    return count;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "domain-windows.h"

#include "fabric-simulator-impl.h"

#include "ns3/abort.h"
#include "ns3/recycled-pool.h"

#include <algorithm>
#include <thread>
#include <tuple>

namespace ns3
{

namespace
{

constexpr uint32_t WINDOWS_PER_SETTLEMENT = 256;

} // namespace

DomainWindows::DomainWindows(DomainPlan plan, GlobalEvents& global)
    : m_plan(std::move(plan)),
      m_global(global),
      m_barrier(m_plan.threads)
{
    NS_ABORT_MSG_UNLESS(m_plan.threads > 0 && m_plan.threads <= m_plan.domains,
                        "a thread without a domain has nothing to do");
    NS_ABORT_MSG_UNLESS(m_plan.lookAheadTicks > 0, "windows need a look-ahead");
    for (uint32_t number = 0; number < m_plan.domains; ++number)
    {
        m_lists.push_back(CreateObject<FabricScheduler>());
        auto& domain = m_domains.emplace_back(std::make_unique<EventDomain>());
        domain->list = PeekPointer(m_lists.back());
        domain->mail.resize(m_plan.domains);
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
    NS_ABORT_MSG_UNLESS(node < m_plan.domainOfNode.size(), "an event of no domain's node");
    EventDomain& domain = *m_domains[m_plan.domainOfNode[node]];
    domain.list->Put(ticks, order, event);
    domain.nextTicks = std::min(domain.nextTicks, ticks);
}

void
DomainWindows::Run(EventDomain& home)
{
    m_globalTicks = m_global.GetNextGlobal();
    m_isOver = m_global.IsStopped();
    std::vector<std::thread> threads;
    for (uint32_t worker = 1; worker < m_plan.threads; ++worker)
    {
        threads.emplace_back([this, worker] {
            Work(worker, nullptr);
            RecycledPool::SettleAll(true);
        });
    }
    Work(0, &home);
    for (auto& thread : threads)
    {
        thread.join();
    }
    RethrowFirst();
}

/**
 * What each thread does. All of them come to the same decisions, as what these depend on is written
 * between two meetings at the barrier, and read between the next two.
 */
void
DomainWindows::Work(uint32_t worker, EventDomain* home)
{
    for (uint32_t round = 1; !m_isOver; ++round)
    {
        const uint64_t next = GetNextTicks();
        const uint64_t global = m_globalTicks;
        if (next == UINT64_MAX && global == UINT64_MAX)
        {
            break;
        }
        if (global <= next)
        {
            m_barrier.Wait();
            if (worker == 0)
            {
                RunGlobal();
            }
            m_barrier.Wait();
            continue;
        }
        const uint64_t end = std::min(next + static_cast<uint64_t>(m_plan.lookAheadTicks), global);
        for (uint32_t number = worker; number < m_plan.domains; number += m_plan.threads)
        {
            RunWindow(*m_domains[number], end);
        }
        m_barrier.Wait();
        for (uint32_t number = worker; number < m_plan.domains; number += m_plan.threads)
        {
            Collect(number);
        }
        FabricSimulatorImpl::SetDomain(home);
        if (worker == 0)
        {
            AcceptRequests();
            m_isOver = m_failed || m_global.IsStopped();
        }
        if (round % WINDOWS_PER_SETTLEMENT == 0)
        {
            RecycledPool::SettleAll(false);
        }
        m_barrier.Wait();
    }
}

void
DomainWindows::RunWindow(EventDomain& domain, uint64_t end)
{
    FabricSimulatorImpl::SetDomain(&domain);
    domain.windowEnd = end;
    FabricScheduler& list = *domain.list;
    LeanEvent* event = nullptr;
    try
    {
        while (const FabricScheduler::Entry* next = list.TakeBefore(end))
        {
            event = static_cast<LeanEvent*>(next->impl);
            domain.nowTicks = static_cast<int64_t>(next->ticks);
            domain.order = next->order;
            domain.context = event->GetContext();
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
}

/** Runs the events of no domain that come before all others. */
void
DomainWindows::RunGlobal()
{
    try
    {
        while (m_globalTicks != UINT64_MAX && m_globalTicks <= GetNextTicks() &&
               !m_global.IsStopped())
        {
            m_global.RunNextGlobal();
            m_globalTicks = m_global.GetNextGlobal();
        }
    }
    catch (...)
    {
        m_globalError = std::current_exception();
        m_failed = true;
    }
    m_isOver = m_failed || m_global.IsStopped();
}

/** Takes what other domains have sent to one. */
void
DomainWindows::Collect(uint32_t number)
{
    EventDomain& domain = *m_domains[number];
    FabricSimulatorImpl::SetDomain(&domain);
    for (const auto& sender : m_domains)
    {
        auto& sent = sender->mail[number];
        for (DomainMail* const mail : sent)
        {
            mail->Deliver();
        }
        sent.clear();
    }
    domain.nextTicks =
        domain.list->IsEmpty() ? UINT64_MAX : uint64_t{domain.list->PeekNext().key.m_ts};
}

/** They get their places as if one thread had run the events that made them. */
void
DomainWindows::AcceptRequests()
{
    std::vector<EventDomain::Request> all;
    for (const auto& domain : m_domains)
    {
        all.insert(all.end(), domain->requests.begin(), domain->requests.end());
        domain->requests.clear();
    }
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
    uint64_t next = UINT64_MAX;
    for (const auto& domain : m_domains)
    {
        next = std::min(next, domain->nextTicks);
    }
    return next;
}

void
DomainWindows::RethrowFirst()
{
    if (m_globalError)
    {
        std::rethrow_exception(m_globalError);
    }
    const EventDomain* first = nullptr;
    for (const auto& domain : m_domains)
    {
        if (domain->error && (!first || std::tie(domain->nowTicks, domain->order) <
                                            std::tie(first->nowTicks, first->order)))
        {
            first = domain.get();
        }
    }
    if (first)
    {
        std::rethrow_exception(first->error);
    }
}

bool
DomainWindows::IsEmpty() const
{
    return std::all_of(m_lists.begin(), m_lists.end(), [](const auto& list) {
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

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-simulator-impl.h"

#include "domain-windows.h"
#include "event-places.h"
#include "rank-link.h"

#include "ns3/abort.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricSimulatorImpl);

namespace
{

// The meanings of event ids that EventId and Simulator share; releases before 3.36 do not name
// them.
constexpr uint32_t INVALID_UID = 0;
constexpr uint32_t DESTROY_UID = 2;
constexpr uint32_t FIRST_UID = 4;

} // namespace

FabricSimulatorImpl* FabricSimulatorImpl::g_active = nullptr;

TypeId
FabricSimulatorImpl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FabricSimulatorImpl")
                            .SetParent<SimulatorImpl>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<FabricSimulatorImpl>();
    return tid;
}

FabricSimulatorImpl::FabricSimulatorImpl()
    : m_nextUid(FIRST_UID),
      m_lastUid(INVALID_UID)
{
    g_active = this;
    ThreadDomain::Set(&m_main);
}

FabricSimulatorImpl::~FabricSimulatorImpl()
{
    if (g_active == this)
    {
        g_active = nullptr;
        ThreadDomain::Set(nullptr);
    }
}

void
FabricSimulatorImpl::DoDispose()
{
    m_windows = nullptr;
    for (const auto& entry : m_instant)
    {
        entry.impl->Unref();
    }
    m_instant.clear();
    while (!m_scheduler->IsEmpty())
    {
        m_scheduler->RemoveNext().impl->Unref();
    }
    m_scheduler = nullptr;
    SetMainList(nullptr);
    SimulatorImpl::DoDispose();
}

void
FabricSimulatorImpl::Destroy()
{
    while (!m_destroyEvents.empty())
    {
        const Ptr<EventImpl> event = m_destroyEvents.front().PeekEventImpl();
        m_destroyEvents.pop_front();
        event->Invoke();
    }
}

void
FabricSimulatorImpl::SetScheduler(ObjectFactory schedulerFactory)
{
    m_goOn = false;
    const Ptr<Scheduler> old = m_scheduler;
    m_scheduler = schedulerFactory.Create<Scheduler>();
    SetMainList(dynamic_cast<FabricScheduler*>(PeekPointer(m_scheduler)));
    const auto move = [this](const Scheduler::Event& event) {
        if (auto* lean = dynamic_cast<LeanEvent*>(event.impl))
        {
            ScheduleEvent(static_cast<int64_t>(event.key.m_ts), lean);
        }
        else
        {
            m_scheduler->Insert(event);
        }
    };
    for (const auto& entry : m_instant)
    {
        move(FabricScheduler::ToEvent(entry));
    }
    m_instant.clear();
    while (old && !old->IsEmpty())
    {
        move(old->RemoveNext());
    }
}

/** @param list the event list, if it is of this class, else null */
void
FabricSimulatorImpl::SetMainList(FabricScheduler* list)
{
    m_list = list;
    m_main.list = m_windows ? nullptr : list;
    if (ThreadDomain::Get() == &m_main)
    {
        ThreadDomain::Set(&m_main);
    }
}

Scheduler::EventKey
FabricSimulatorImpl::Insert(uint64_t ticks, uint32_t context, EventImpl* event)
{
    Scheduler::Event entry;
    entry.impl = event;
    entry.key.m_ts = ticks;
    entry.key.m_context = context;
    entry.key.m_uid = m_nextUid++;
    m_scheduler->Insert(entry);
    return entry.key;
}

void
FabricSimulatorImpl::ScheduleElsewhere(int64_t ticks, LeanEvent* event)
{
    if (auto* windows = g_active->m_windows.get())
    {
        windows->Put(static_cast<uint64_t>(ticks), event->GetOrder(), event->GetContext(), event);
    }
    else
    {
        g_active->Insert(static_cast<uint64_t>(ticks), event->GetContext(), event);
    }
}

void
FabricSimulatorImpl::SetDomains(DomainPlan plan)
{
    NS_ABORT_MSG_IF(m_windows, "the domains of the network are already set");
    EventPlaces::ReserveNodes(static_cast<uint32_t>(plan.domainOfNode.size()));
    m_windows = std::make_unique<DomainWindows>(std::move(plan), static_cast<GlobalEvents&>(*this));
    // All events find their places anew.
    ObjectFactory same;
    same.SetTypeId(m_scheduler->GetInstanceTypeId());
    SetScheduler(same);
}

void
FabricSimulatorImpl::CheckNoWindow(const char* what) const
{
    NS_ABORT_MSG_IF(ThreadDomain::Get() != &m_main,
                    "Simulator::" << what
                                  << "() cannot be called with several threads; use a "
                                     "FabricEvent, Simulator::ScheduleWithContext() or one thread");
}

uint64_t
FabricSimulatorImpl::GetNextGlobal() const
{
    return m_scheduler->IsEmpty() ? UINT64_MAX : uint64_t{m_scheduler->PeekNext().key.m_ts};
}

void
FabricSimulatorImpl::RunNextGlobal()
{
    const Scheduler::Event event = m_scheduler->RemoveNext();
    RunNow({event.impl, event.key.m_ts, event.key.m_uid, event.key.m_context, nullptr});
}

void
FabricSimulatorImpl::Accept(const std::vector<EventDomain::Request>& requests)
{
    for (const auto& request : requests)
    {
        EventImpl* const event = request.event
                                     ? request.event
                                     : MakeEvent([this, request] { m_shared.Run(request.shared); });
        Insert(request.ticks, request.context, event);
    }
}

bool
FabricSimulatorImpl::IsStopped() const
{
    return m_stop;
}

void
FabricSimulatorImpl::Run()
{
    m_stop = false;
    // SetScheduler() may be called by an event, hence the outer loop.
    while (!IsFinished())
    {
        m_goOn = true;
        if (m_windows)
        {
            if (m_windows->Run(m_main))
            {
                m_stop = true;
            }
            m_main.nowTicks = std::max(m_main.nowTicks, m_windows->GetLastTicks());
        }
        else if (m_list)
        {
            RunOn(m_list);
        }
        else
        {
            RunOn(PeekPointer(m_scheduler));
        }
    }
}

void
FabricSimulatorImpl::RunOn(FabricScheduler* list)
{
    if (m_trace)
    {
        RunList<true>(list);
    }
    else
    {
        RunList<false>(list);
    }
}

template <bool IS_TRACED>
void
FabricSimulatorImpl::RunList(FabricScheduler* list)
{
    while (m_goOn)
    {
        const FabricScheduler::Entry* const next = list->TakeNext();
        if (!next)
        {
            return;
        }
        if (next->order < LeanEvent::FIRST_ORDER)
        {
            RunNow(*next);
            continue;
        }
        auto* event = static_cast<LeanEvent*>(next->impl);
        m_main.nowTicks = static_cast<int64_t>(next->ticks);
        m_main.order = next->order;
        ++m_main.eventCount;
        if (IS_TRACED && event->GetDue() == m_main.nowTicks)
        {
            m_trace->Note(m_main.nowTicks, m_main.order);
        }
        event->Fire();
        event->Unref();
    }
}

/** ns-3's lists order simultaneous events by insertion, so here they are put in ours. */
void
FabricSimulatorImpl::RunOn(Scheduler* list)
{
    while (m_goOn && !IsFinished())
    {
        while (!list->IsEmpty() &&
               (m_instant.empty() || list->PeekNext().key.m_ts == m_instant.begin()->ticks))
        {
            const Scheduler::Event event = list->RemoveNext();
            const auto* lean = dynamic_cast<LeanEvent*>(event.impl);
            const uint64_t order = lean ? lean->GetOrder() : event.key.m_uid;
            m_instant.insert({event.impl, event.key.m_ts, order, event.key.m_context, nullptr});
        }
        const FabricScheduler::Entry next = *m_instant.begin();
        m_instant.erase(m_instant.begin());
        RunNow(next);
    }
}

/** Runs an event as any engine of ns-3 does. */
[[gnu::noinline]] void
FabricSimulatorImpl::RunNow(FabricScheduler::Entry entry)
{
    m_main.nowTicks = static_cast<int64_t>(entry.ticks);
    if (entry.order < LeanEvent::FIRST_ORDER)
    {
        m_lastTicks = entry.ticks;
        m_lastUid = static_cast<uint32_t>(entry.order);
    }
    m_main.order = entry.order;
    m_main.context = entry.context;
    ++m_main.eventCount;
    entry.impl->Invoke();
    entry.impl->Unref();
}

bool
FabricSimulatorImpl::IsFinished() const
{
    return m_stop ||
           (m_scheduler->IsEmpty() && m_instant.empty() && (!m_windows || m_windows->IsEmpty()));
}

void
FabricSimulatorImpl::Stop()
{
    m_stop = true;
    if (!m_windows)
    {
        m_goOn = false;
    }
}

FabricSimulatorImpl::StopResult
FabricSimulatorImpl::Stop(const Time& delay)
{
    return StopResult(Simulator::Schedule(delay, &Simulator::Stop));
}

EventId
FabricSimulatorImpl::Schedule(const Time& delay, EventImpl* event)
{
    CheckNoWindow("Schedule");
    const auto key = Insert(m_main.nowTicks + delay.GetTimeStep(), GetContext(), event);
    return EventId(event, key.m_ts, key.m_context, key.m_uid);
}

void
FabricSimulatorImpl::ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event)
{
    EventDomain& domain = *ThreadDomain::Get();
    const auto ticks = static_cast<uint64_t>(domain.nowTicks + delay.GetTimeStep());
    if (&domain == &m_main)
    {
        Insert(ticks, context, event);
        return;
    }
    NS_ABORT_MSG_IF(ticks < domain.windowEnd,
                    "an event of all domains lies only "
                        << delay.GetTimeStep() << " ticks ahead; expected at least "
                        << m_windows->GetPlan().GetWindowTicks() << ", or one thread");
    domain.requests.push_back(
        {ticks, context, event, static_cast<uint64_t>(domain.nowTicks), domain.order, 0});
}

EventId
FabricSimulatorImpl::ScheduleNow(EventImpl* event)
{
    return Schedule(TimeStep(0), event);
}

EventId
FabricSimulatorImpl::ScheduleDestroy(EventImpl* event)
{
    CheckNoWindow("ScheduleDestroy");
    ++m_nextUid;
    return m_destroyEvents.emplace_back(Ptr<EventImpl>(event, false),
                                        static_cast<uint64_t>(m_main.nowTicks),
                                        Simulator::NO_CONTEXT,
                                        DESTROY_UID);
}

void
FabricSimulatorImpl::Remove(const EventId& id)
{
    CheckNoWindow("Remove");
    if (id.GetUid() == DESTROY_UID)
    {
        m_destroyEvents.remove(id);
        return;
    }
    if (IsExpired(id))
    {
        return;
    }
    Scheduler::Event event;
    event.impl = id.PeekEventImpl();
    event.key.m_ts = id.GetTs();
    event.key.m_context = id.GetContext();
    event.key.m_uid = id.GetUid();
    const auto now = std::find_if(m_instant.begin(), m_instant.end(), [&](const auto& entry) {
        return entry.order == id.GetUid();
    });
    if (now != m_instant.end())
    {
        m_instant.erase(now);
    }
    else
    {
        m_scheduler->Remove(event);
    }
    event.impl->Cancel();
    event.impl->Unref();
}

void
FabricSimulatorImpl::Cancel(const EventId& id)
{
    if (!IsExpired(id))
    {
        id.PeekEventImpl()->Cancel();
    }
}

bool
FabricSimulatorImpl::IsExpired(const EventId& id) const
{
    if (!id.PeekEventImpl() || id.PeekEventImpl()->IsCancelled())
    {
        return true;
    }
    if (id.GetUid() == DESTROY_UID)
    {
        return std::find(m_destroyEvents.begin(), m_destroyEvents.end(), id) ==
               m_destroyEvents.end();
    }
    return id.GetTs() < static_cast<uint64_t>(ThreadDomain::Get()->nowTicks) ||
           (id.GetTs() == m_lastTicks && id.GetUid() <= m_lastUid);
}

Time
FabricSimulatorImpl::Now() const
{
    const EventDomain* const domain = ThreadDomain::Get();
    return TimeStep((domain ? *domain : m_main).nowTicks);
}

Time
FabricSimulatorImpl::GetDelayLeft(const EventId& id) const
{
    return IsExpired(id) ? TimeStep(0) : TimeStep(id.GetTs() - ThreadDomain::Get()->nowTicks);
}

Time
FabricSimulatorImpl::GetMaximumSimulationTime() const
{
    return TimeStep(INT64_MAX);
}

uint32_t
FabricSimulatorImpl::GetSystemId() const
{
    const bool isOneOfMany = m_windows && !m_windows->GetPlan().rankOfDomain.empty();
    const RankLink* const link = RankLink::GetActive(); // may be gone after an error
    return isOneOfMany && link ? link->GetRank() : 0;
}

uint32_t
FabricSimulatorImpl::GetContext() const
{
    const EventDomain& domain = *ThreadDomain::Get();
    return domain.order < LeanEvent::FIRST_ORDER ? domain.context
                                                 : LeanEvent::GetContextOf(domain.order);
}

uint64_t
FabricSimulatorImpl::GetEventCount() const
{
    // Of several processes the first one counts what all of them do.
    return (GetSystemId() == 0 ? m_main.eventCount : 0) +
           (m_windows ? m_windows->GetEventCount() : 0);
}

} // namespace ns3

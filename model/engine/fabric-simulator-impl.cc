// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-simulator-impl.h"

#include "fabric-scheduler.h"

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
      m_currentUid(INVALID_UID),
      m_currentContext(Simulator::NO_CONTEXT)
{
    g_active = this;
}

FabricSimulatorImpl::~FabricSimulatorImpl()
{
    if (g_active == this)
    {
        g_active = nullptr;
    }
}

void
FabricSimulatorImpl::DoDispose()
{
    while (!m_scheduler->IsEmpty())
    {
        m_scheduler->RemoveNext().impl->Unref();
    }
    m_scheduler = nullptr;
    m_list = nullptr;
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
    const Ptr<Scheduler> scheduler = schedulerFactory.Create<Scheduler>();
    while (m_scheduler && !m_scheduler->IsEmpty())
    {
        scheduler->Insert(m_scheduler->RemoveNext());
    }
    m_scheduler = scheduler;
    m_list = dynamic_cast<FabricScheduler*>(PeekPointer(m_scheduler));
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
FabricSimulatorImpl::ScheduleEvent(uint32_t context, int64_t ticks, LeanEvent* event)
{
    if (m_list)
    {
        m_list->Put(static_cast<uint64_t>(ticks), m_nextUid++, context | LEAN, event);
    }
    else
    {
        Insert(static_cast<uint64_t>(ticks), context | LEAN, event);
    }
}

void
FabricSimulatorImpl::Run()
{
    m_stop = false;
    // SetScheduler() may be called by an event, hence the outer loop.
    while (!m_stop && !m_scheduler->IsEmpty())
    {
        if (m_list)
        {
            RunOn(m_list);
        }
        else
        {
            RunOn(PeekPointer(m_scheduler));
        }
    }
}

/** @tparam S the scheduler's class; a final one costs no virtual calls */
template <typename S>
void
FabricSimulatorImpl::RunOn(S* scheduler)
{
    while (!m_stop && PeekPointer(m_scheduler) == scheduler && !scheduler->IsEmpty())
    {
        const Scheduler::Event next = scheduler->RemoveNext();
        m_nowTicks = next.key.m_ts;
        m_currentUid = next.key.m_uid;
        ++m_eventCount;
        const uint32_t context = next.key.m_context;
        if ((context & LEAN) && context != Simulator::NO_CONTEXT)
        {
            m_currentContext = context & ~LEAN;
            static_cast<LeanEvent*>(next.impl)->Fire();
        }
        else
        {
            m_currentContext = context;
            next.impl->Invoke();
        }
        next.impl->Unref();
    }
}

bool
FabricSimulatorImpl::IsFinished() const
{
    return m_stop || m_scheduler->IsEmpty();
}

void
FabricSimulatorImpl::Stop()
{
    m_stop = true;
}

FabricSimulatorImpl::StopResult
FabricSimulatorImpl::Stop(const Time& delay)
{
    return StopResult(Simulator::Schedule(delay, &Simulator::Stop));
}

EventId
FabricSimulatorImpl::Schedule(const Time& delay, EventImpl* event)
{
    const auto key = Insert(m_nowTicks + delay.GetTimeStep(), m_currentContext, event);
    return EventId(event, key.m_ts, key.m_context, key.m_uid);
}

void
FabricSimulatorImpl::ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event)
{
    Insert(m_nowTicks + delay.GetTimeStep(), context, event);
}

EventId
FabricSimulatorImpl::ScheduleNow(EventImpl* event)
{
    return Schedule(TimeStep(0), event);
}

EventId
FabricSimulatorImpl::ScheduleDestroy(EventImpl* event)
{
    ++m_nextUid;
    return m_destroyEvents.emplace_back(Ptr<EventImpl>(event, false),
                                        m_nowTicks,
                                        Simulator::NO_CONTEXT,
                                        DESTROY_UID);
}

void
FabricSimulatorImpl::Remove(const EventId& id)
{
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
    m_scheduler->Remove(event);
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
    return id.GetTs() < m_nowTicks || (id.GetTs() == m_nowTicks && id.GetUid() <= m_currentUid);
}

Time
FabricSimulatorImpl::Now() const
{
    return TimeStep(m_nowTicks);
}

Time
FabricSimulatorImpl::GetDelayLeft(const EventId& id) const
{
    return IsExpired(id) ? TimeStep(0) : TimeStep(id.GetTs() - m_nowTicks);
}

Time
FabricSimulatorImpl::GetMaximumSimulationTime() const
{
    return TimeStep(INT64_MAX);
}

uint32_t
FabricSimulatorImpl::GetSystemId() const
{
    return 0;
}

uint32_t
FabricSimulatorImpl::GetContext() const
{
    return m_currentContext;
}

uint64_t
FabricSimulatorImpl::GetEventCount() const
{
    return m_eventCount;
}

} // namespace ns3

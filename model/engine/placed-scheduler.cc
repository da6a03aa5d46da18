// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "placed-scheduler.h"

#include "lean-event.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PlacedScheduler);

TypeId
PlacedScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::PlacedScheduler")
                            .SetParent<Scheduler>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<PlacedScheduler>();
    return tid;
}

void
PlacedScheduler::Insert(const Event& event)
{
    m_lastUid = event.key.m_uid;
    if (const auto* const lean = dynamic_cast<const LeanEvent*>(event.impl))
    {
        m_list.Put(event.key.m_ts, lean->GetOrder(), event.impl);
    }
    else
    {
        m_list.Insert(event);
    }
}

bool
PlacedScheduler::IsEmpty() const
{
    return m_list.IsEmpty();
}

Scheduler::Event
PlacedScheduler::PeekNext() const
{
    return Restore(m_list.PeekNext());
}

Scheduler::Event
PlacedScheduler::RemoveNext()
{
    return Restore(m_list.RemoveNext());
}

void
PlacedScheduler::Remove(const Event& event)
{
    m_list.Remove(event); // nobody has an EventId of a lean one
}

Scheduler::Event
PlacedScheduler::Restore(const Event& event) const
{
    const auto* const lean = dynamic_cast<const LeanEvent*>(event.impl);
    return lean ? Event{event.impl, {event.key.m_ts, m_lastUid, lean->GetContext()}} : event;
}

} // namespace ns3

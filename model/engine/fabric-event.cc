// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-event.h"

#include "fabric-simulator-impl.h"

#include "ns3/assert.h"

namespace ns3
{

namespace
{

/**
 * The time of the FabricEvent that an engine of ns-3's own is running: asking such an engine takes
 * longer than anything else that an event does with the time.
 */
class FiringTime
{
  public:
    static constexpr int64_t NONE = INT64_MAX; //!< no event is running

    /** @param ticks the time until this object goes away */
    explicit FiringTime(int64_t ticks)
    {
        g_ticks = ticks;
    }

    ~FiringTime()
    {
        g_ticks = NONE;
    }

    FiringTime(const FiringTime&) = delete;
    FiringTime& operator=(const FiringTime&) = delete;

    /** @return the time in ticks; NONE: no event is running */
    static int64_t Get()
    {
        return g_ticks;
    }

  private:
    static thread_local int64_t g_ticks; //!< see Get()
};

thread_local int64_t FiringTime::g_ticks{FiringTime::NONE};

} // namespace

int64_t
OtherEngineNowTicks()
{
    const int64_t ticks = FiringTime::Get();
    return ticks != FiringTime::NONE ? ticks : Simulator::Now().GetTimeStep();
}

FabricEvent::FabricEvent()
{
    SetContext(Simulator::NO_CONTEXT);
}

void
FabricEvent::SetContext(uint32_t context, EventKind kind)
{
    SetPlace(context, EventPlaces::GetNext(context, kind));
}

void
FabricEvent::SetPlace(uint32_t context, uint32_t place)
{
    NS_ASSERT_MSG(!IsPending(), "an event must not be pending when its order is set");
    SetOrder(context, place);
}

void
FabricEvent::Notify()
{
    const FiringTime now(m_entries == 1 && m_entry != NO_ENTRY ? m_entry : NowTicks());
    Fire();
}

void
FabricEvent::Enter(int64_t ticks)
{
    m_entry = ticks;
    ++m_entries;
    Ref();
    if (FabricScheduler* const list = ThreadDomain::GetList())
    {
        list->Put(static_cast<uint64_t>(ticks), GetOrder(), this);
    }
    else
    {
        EnterElsewhere(ticks);
    }
}

bool
FabricEvent::ExpireEarly()
{
    const int64_t now = --m_entries == 0 && m_entry != NO_ENTRY ? m_entry : NowTicks();
    if (now >= m_entry)
    {
        m_entry = NO_ENTRY;
    }
    if (m_deadline <= now)
    {
        m_deadline = NEVER;
        return true;
    }
    if (m_deadline < m_entry)
    {
        Enter(m_deadline);
    }
    return false;
}

void
FabricEvent::EnterElsewhere(int64_t ticks)
{
    const int64_t now = NowTicks();
    if (ThreadDomain::Get()) // asking for the time may have made the engine
    {
        FabricSimulatorImpl::ScheduleEvent(ticks, this);
    }
    else
    {
        Simulator::ScheduleWithContext(GetContext(), TimeStep(ticks - now), this);
    }
}

} // namespace ns3

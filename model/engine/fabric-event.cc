// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-event.h"

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
    static constexpr int64_t NONE = INT64_MAX;

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
    static thread_local int64_t g_ticks;
};

thread_local int64_t FiringTime::g_ticks{FiringTime::NONE};

} // namespace

int64_t
OtherEngineNowTicks()
{
    const int64_t ticks = FiringTime::Get();
    return ticks != FiringTime::NONE ? ticks : Simulator::Now().GetTimeStep();
}

void
FabricEvent::Notify()
{
    const FiringTime now(m_entries == 1 && m_entry != NEVER ? m_entry : NowTicks());
    Fire();
}

void
FabricEvent::EnterOtherEngine(int64_t ticks)
{
    Simulator::ScheduleWithContext(m_context, TimeStep(ticks - OtherEngineNowTicks()), this);
}

} // namespace ns3

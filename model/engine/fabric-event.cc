// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-event.h"

#include "ns3/abort.h"
#include "ns3/assert.h"

#include <algorithm>
#include <atomic>
#include <vector>

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

/** @return number of events of each node that have a place */
std::vector<uint32_t>&
GetCounts()
{
    static std::vector<uint32_t> counts;
    return counts;
}

/**
 * Every event belongs to no node until it is told of one, so that events which nodes make while
 * they run count here in several threads. Those that stay without a node are made before.
 *
 * @return how many events were given a place behind those of all nodes
 */
std::atomic<uint32_t>&
GetCountOfNoNode()
{
    static std::atomic<uint32_t> count{0};
    return count;
}

/** @param context a node's id @return its next number */
uint32_t
CountOfNode(uint32_t context)
{
    std::vector<uint32_t>& counts = GetCounts();
    if (context >= counts.size())
    {
        counts.resize(context + 1);
    }
    return counts[context]++;
}

/**
 * The next number among the events of a node. None is ever given back: what counts is who of two
 * was first.
 *
 * @param context the node's id, or Simulator::NO_CONTEXT
 * @param kind what the event does
 * @return by kind, then in the order of the calls
 */
uint32_t
NextNumber(uint32_t context, EventKind kind)
{
    constexpr uint32_t KIND_SHIFT = 29;
    const uint32_t number = context == Simulator::NO_CONTEXT
                                ? GetCountOfNoNode().fetch_add(1, std::memory_order_relaxed)
                                : CountOfNode(context);
    NS_ABORT_MSG_IF(number >> KIND_SHIFT, "node " << context << " has too many events");
    return static_cast<uint32_t>(kind) << KIND_SHIFT | number;
}

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
    NS_ASSERT_MSG(!IsPending(), "an event must not be pending when its order is set");
    SetOrder(context, NextNumber(context, kind));
}

void
FabricEvent::ReserveNodes(uint32_t nodes)
{
    std::vector<uint32_t>& counts = GetCounts();
    counts.resize(std::max<size_t>(counts.size(), nodes));
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
    if (FabricScheduler* const list = FabricSimulatorImpl::GetList())
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
    if (FabricSimulatorImpl::GetDomain()) // asking for the time may have made the engine
    {
        FabricSimulatorImpl::ScheduleEvent(ticks, this);
    }
    else
    {
        Simulator::ScheduleWithContext(GetContext(), TimeStep(ticks - now), this);
    }
}

} // namespace ns3

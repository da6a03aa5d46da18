// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SIMULATOR_IMPL_H
#define AI_FABRIC_FABRIC_SIMULATOR_IMPL_H

#include "fabric-scheduler.h"

#include "ns3/event-impl.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <list>
#include <set>
#include <utility>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * An event that is never cancelled, so FabricSimulatorImpl need not ask; on other engines it is one
 * like any other.
 */
class LeanEvent : public EventImpl
{
  public:
    /** Its time has come. */
    virtual void Fire() = 0;

    /** @return its place among simultaneous events; not before FIRST_ORDER */
    uint64_t GetOrder() const
    {
        return m_order;
    }

    /** @return the node on whose behalf it fires, or Simulator::NO_CONTEXT */
    uint32_t GetContext() const
    {
        return m_context;
    }

    /** The least place of a lean event: below are the uids of others. */
    static constexpr uint64_t FIRST_ORDER = uint64_t{1} << 32;

  protected:
    /** @param context a node, or Simulator::NO_CONTEXT @param number of an event of the node */
    void SetOrder(uint32_t context, uint32_t number)
    {
        m_context = context;
        // By node, without one behind all of them, then by number.
        m_order = (uint64_t{context} + (context != Simulator::NO_CONTEXT)) << 32 | number;
    }

  private:
    uint64_t m_order{UINT64_MAX}; //!< see GetOrder(); by default behind all others
    uint32_t m_context{Simulator::NO_CONTEXT};
};

/**
 * @ingroup ai-fabric-engine
 * A lean engine for one thread, chosen as any other of ns-3:
 *
 *     GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
 *
 * Simultaneous events are ordered by what they are and not by who was inserted first: the events
 * of ns-3's interface come before all lean ones, in the order in which they were scheduled, as from
 * DefaultSimulatorImpl; the lean ones follow by LeanEvent::GetOrder(). So what happens at a node
 * does not depend on the order in which others got to that instant. Every event list gives the same
 * result. ns-3's own engines order all events by insertion, so there ties may fall otherwise.
 *
 * The engine is lean by what it leaves out: scheduling from other threads (real-time and emulation
 * need ns-3's own engines), a log check per event, and an EventId for events that are never
 * cancelled (ScheduleEvent(), used by FabricEvent).
 */
class FabricSimulatorImpl final : public SimulatorImpl
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricSimulatorImpl();
    ~FabricSimulatorImpl() override;

    /** @return the engine that runs this simulation if it is of this class, else null */
    static FabricSimulatorImpl* GetActive()
    {
        return g_active;
    }

    /** @return the present time in ticks */
    int64_t GetNowTicks() const
    {
        return static_cast<int64_t>(m_nowTicks);
    }

    /**
     * Schedules without making an EventId.
     *
     * @param ticks when, absolute, not in the past
     * @param event with one reference for the engine
     */
    void ScheduleEvent(int64_t ticks, LeanEvent* event);

    void Destroy() override;
    bool IsFinished() const override;
    void Stop() override;
    /** ns-3 3.37 returns nothing here, later releases the event's identity. */
    using StopResult = decltype(std::declval<SimulatorImpl&>().Stop(std::declval<const Time&>()));
    StopResult Stop(const Time& delay) override;
    EventId Schedule(const Time& delay, EventImpl* event) override;
    void ScheduleWithContext(uint32_t context, const Time& delay, EventImpl* event) override;
    EventId ScheduleNow(EventImpl* event) override;
    EventId ScheduleDestroy(EventImpl* event) override;
    void Remove(const EventId& id) override;
    void Cancel(const EventId& id) override;
    bool IsExpired(const EventId& id) const override;
    void Run() override;
    Time Now() const override;
    Time GetDelayLeft(const EventId& id) const override;
    Time GetMaximumSimulationTime() const override;
    void SetScheduler(ObjectFactory schedulerFactory) override;
    uint32_t GetSystemId() const override;
    uint32_t GetContext() const override;
    uint64_t GetEventCount() const override;

  protected:
    void DoDispose() override;

  private:
    /** Puts an event of ns-3's interface into the list. @return its key, with a new uid */
    Scheduler::EventKey Insert(uint64_t ticks, uint32_t context, EventImpl* event);

    /**
     * Runs events until there are none or m_goOn is false; the other RunOn() is for ns-3's lists.
     */
    void RunOn(FabricScheduler* list);
    void RunOn(Scheduler* list);
    void RunNow(FabricScheduler::Entry entry);

    static FabricSimulatorImpl* g_active; //!< see GetActive()

    Ptr<Scheduler> m_scheduler;                      //!< the event list
    FabricScheduler* m_list{nullptr};                //!< m_scheduler if it is of this class
    std::multiset<FabricScheduler::Entry> m_instant; //!< else: what is to be run now, in order
    std::list<EventId> m_destroyEvents;              //!< run by Destroy(), in this order
    uint64_t m_nowTicks{0};
    uint64_t m_eventCount{0};  //!< that have been run
    uint64_t m_lastTicks{0};   //!< when the last event ran that was not lean
    uint32_t m_nextUid;        //!< of ns-3's interface; lean events have none
    uint32_t m_lastUid;        //!< uid of that event
    uint32_t m_currentContext; //!< node of the event that is running
    bool m_stop{false};        //!< Stop() was called in this Run()
    bool m_goOn{false};        //!< false: RunOn() returns after the event that it is running
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SIMULATOR_IMPL_H

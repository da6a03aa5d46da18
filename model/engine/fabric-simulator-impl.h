// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SIMULATOR_IMPL_H
#define AI_FABRIC_FABRIC_SIMULATOR_IMPL_H

#include "domain-plan.h"
#include "event-domain.h"
#include "event-trace.h"
#include "fabric-scheduler.h"
#include "lean-event.h"
#include "shared-actions.h"
#include "thread-domain.h"

#include "ns3/event-impl.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{

class DomainWindows;

/**
 * @ingroup ai-fabric-engine
 * A lean engine, chosen as any other of ns-3:
 *
 *     GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
 *
 * Simultaneous events are ordered by node and kind and not by insertion. The events of ns-3's
 * interface come before all lean events, in the order in which they were scheduled, as in
 * DefaultSimulatorImpl; lean events follow by LeanEvent::GetOrder(). So the events at a node do not
 * depend on the order in which other nodes reached that instant. Every event list gives the same
 * result. ns-3's own engines order all events by insertion, so ties may be resolved differently
 * there.
 *
 * The engine is lean because it leaves out three things: scheduling from threads that are not its
 * own (real-time and emulation need ns-3's own engines), a log check per event, and an EventId for
 * events that are never cancelled (ScheduleEvent(), used by FabricEvent).
 *
 * One thread runs all events unless SetDomains() cuts the network; for the rules that then hold see
 * DomainWindows. In windows a lean event may schedule events of ns-3's interface by
 * Simulator::ScheduleWithContext() only, and not before the end of the window.
 *
 * The class has more than 25 public functions, as ns-3's interface of an engine has 21.
 */
class FabricSimulatorImpl final : public SimulatorImpl, private GlobalEvents
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricSimulatorImpl();
    ~FabricSimulatorImpl() override;

    /** @return the engine of this simulation if it is of this class, else null */
    static FabricSimulatorImpl* GetActive()
    {
        return g_active;
    }

    /**
     * Cuts the network for several threads; called before Run(). Only events of ns-3's interface
     * may read the state of nodes of two domains.
     *
     * @param plan division of the network, with all nodes that have lean events
     */
    void SetDomains(DomainPlan plan);

    /** @return actions that a node of one process can request from all processes */
    SharedActions& GetShared()
    {
        return m_shared;
    }

    /**
     * Notes all lean events that act, if one thread runs them; called before Run().
     *
     * @param trace trace that notes them, which outlives the run; null: none
     */
    void SetTrace(EventTrace* trace)
    {
        m_trace = trace;
    }

    /**
     * Visits the lean events that are to act later; only if one thread runs all events and the
     * event list is a FabricScheduler.
     *
     * @param visit called with each event, more than once with those that have several entries
     */
    template <typename Visit>
    void VisitPending(const Visit& visit) const
    {
        m_list->VisitAll([&visit](const FabricScheduler::Entry& entry) {
            if (entry.order >= LeanEvent::FIRST_ORDER)
            {
                const auto& event = static_cast<const LeanEvent&>(*entry.impl);
                if (event.GetDue() != LeanEvent::NEVER)
                {
                    visit(event);
                }
            }
        });
    }

    /** @return true if one thread runs all events from a FabricScheduler, see VisitPending() */
    bool HasOneList() const
    {
        return m_list && !m_windows;
    }

    /**
     * Schedules a lean event without an EventId; ThreadDomain::Get() must not be null.
     *
     * @param ticks time of the event, absolute, not in the past
     * @param event event with one reference for the engine
     */
    static void ScheduleEvent(int64_t ticks, LeanEvent* event)
    {
        if (auto* list = ThreadDomain::GetList())
        {
            list->Put(static_cast<uint64_t>(ticks), event->GetOrder(), event);
        }
        else
        {
            ScheduleElsewhere(ticks, event);
        }
    }

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

    /** Schedules an event if this thread has no list of ours. */
    static void ScheduleElsewhere(int64_t ticks, LeanEvent* event);
    /** Ends the program if a window is run. @param what function of Simulator that was called */
    void CheckNoWindow(const char* what) const;
    uint64_t GetNextGlobal() const override;
    void RunNextGlobal() override;
    void Accept(const std::vector<EventDomain::Request>& requests) override;
    bool IsStopped() const override;

    /**
     * Runs events until none are left or m_goOn is false; the other RunOn() is for ns-3's lists.
     */
    void RunOn(FabricScheduler* list);
    /** RunOn(), with or without a trace. */
    template <bool IS_TRACED>
    void RunList(FabricScheduler* list);
    void RunOn(Scheduler* list);
    void RunNow(FabricScheduler::Entry entry);
    void SetMainList(FabricScheduler* list);

    static FabricSimulatorImpl* g_active; //!< see GetActive()

    /** Domain of the thread that has made the engine; has all events unless there are windows. */
    EventDomain m_main;
    std::unique_ptr<DomainWindows> m_windows; //!< null: one thread runs all
    SharedActions m_shared;

    Ptr<Scheduler> m_scheduler;                      //!< the event list
    FabricScheduler* m_list{nullptr};                //!< m_scheduler if it is of this class
    std::multiset<FabricScheduler::Entry> m_instant; //!< else: events of this instant, in order
    EventTrace* m_trace{nullptr};                    //!< see SetTrace()
    std::list<EventId> m_destroyEvents;              //!< run by Destroy(), in this order
    uint64_t m_lastTicks{0};                         //!< time of the last event that was not lean
    uint32_t m_nextUid;                              //!< of ns-3's interface; lean events have none
    uint32_t m_lastUid;                              //!< uid of that event
    std::atomic<bool> m_stop{false};                 //!< Stop() was called in this Run()
    bool m_goOn{false}; //!< false: RunOn() returns after the event that it is running
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SIMULATOR_IMPL_H

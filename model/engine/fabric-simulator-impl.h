// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SIMULATOR_IMPL_H
#define AI_FABRIC_FABRIC_SIMULATOR_IMPL_H

#include "domain-plan.h"
#include "event-domain.h"
#include "fabric-scheduler.h"

#include "ns3/event-impl.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"
#include "ns3/simulator.h"

#include <atomic>
#include <cstdint>
#include <functional>
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
 * An event that is never cancelled, so FabricSimulatorImpl need not ask; on other engines it is one
 * like any other.
 */
class LeanEvent : public EventImpl
{
  public:
    /** Its time has come. */
    virtual void Fire() = 0;

    /** Its time comes soon: has the cache fetch what Fire() looks at first; by its own thread. */
    virtual void Prefetch() const
    {
    }

    /** A while after Prefetch(): has the cache fetch what that points to. */
    virtual void PrefetchParts() const
    {
    }

    /** @return its place among simultaneous events; not before FIRST_ORDER */
    uint64_t GetOrder() const
    {
        return m_order;
    }

    /** @return the node on whose behalf it fires, or Simulator::NO_CONTEXT */
    uint32_t GetContext() const
    {
        return GetContextOf(m_order);
    }

    /** @param order of a lean event @return its GetContext() */
    static uint32_t GetContextOf(uint64_t order)
    {
        const auto place = static_cast<uint32_t>(order >> 32);
        return place != Simulator::NO_CONTEXT ? place - 1 : place;
    }

    /** The least place of a lean event: below are the uids of others. */
    static constexpr uint64_t FIRST_ORDER = uint64_t{1} << 32;

  protected:
    /** @param context a node, or Simulator::NO_CONTEXT @param number of an event of the node */
    void SetOrder(uint32_t context, uint32_t number)
    {
        // By node, without one behind all of them, then by number.
        m_order = (uint64_t{context} + (context != Simulator::NO_CONTEXT)) << 32 | number;
    }

  private:
    uint64_t m_order{UINT64_MAX}; //!< see GetOrder(); by default behind all others
};

/**
 * @ingroup ai-fabric-engine
 * A lean engine, chosen as any other of ns-3:
 *
 *     GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
 *
 * Simultaneous events are ordered by what they are and not by who was inserted first: the events
 * of ns-3's interface come before all lean ones, in the order in which they were scheduled, as from
 * DefaultSimulatorImpl; the lean ones follow by LeanEvent::GetOrder(). So what happens at a node
 * does not depend on the order in which others got to that instant. Every event list gives the same
 * result. ns-3's own engines order all events by insertion, so there ties may fall otherwise.
 *
 * The engine is lean by what it leaves out: scheduling from threads that are not its own (real-time
 * and emulation need ns-3's own engines), a log check per event, and an EventId for events that are
 * never cancelled (ScheduleEvent(), used by FabricEvent).
 *
 * One thread runs all events unless SetDomains() cuts the network; see DomainWindows for what then
 * holds. In windows a lean event may schedule events of ns-3's interface by
 * Simulator::ScheduleWithContext() only, and not before the end of the window.
 */
class FabricSimulatorImpl final : public SimulatorImpl, private GlobalEvents
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

    /** @return whom this thread works for; null: for no engine of this class */
    static EventDomain* GetDomain()
    {
        return m_domain;
    }

    /** For DomainWindows. @param domain whom this thread works for from now on */
    static void SetDomain(EventDomain* domain)
    {
        m_domain = domain;
        m_domainList = domain ? domain->list : nullptr;
    }

    /** @return the list for lean events that this thread schedules; null: ScheduleEvent() knows */
    static FabricScheduler* GetList()
    {
        return m_domainList;
    }

    /**
     * Cuts the network for several threads, before Run(). Nobody may look at what happens at nodes
     * of two domains but events of ns-3's interface.
     *
     * @param plan with all nodes that have lean events
     */
    void SetDomains(DomainPlan plan);

    /**
     * For what a node of one process has all of a RankLink do.
     *
     * @param action to do; all have the same ones, in the same order
     * @return its number
     */
    uint32_t AddShared(std::function<void()> action);

    /**
     * As Simulator::ScheduleWithContext(), in all processes of a RankLink. In events of no node it
     * must be called by one of them only, or by all for something that may be done twice.
     *
     * @param number of AddShared()
     * @param delayTicks from now; at least the look-ahead
     */
    void ScheduleShared(uint32_t number, int64_t delayTicks);

    /**
     * Schedules without making an EventId; GetDomain() is not null.
     *
     * @param ticks when, absolute, not in the past
     * @param event with one reference for the engine
     */
    static void ScheduleEvent(int64_t ticks, LeanEvent* event)
    {
        if (auto* list = m_domainList)
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

    /** Schedules what does not go into one list of ours. */
    static void ScheduleElsewhere(int64_t ticks, LeanEvent* event);
    /** Ends the program if a window is run. @param what function of Simulator was called */
    void CheckNoWindow(const char* what) const;
    uint64_t GetNextGlobal() const override;
    void RunNextGlobal() override;
    void Accept(const std::vector<EventDomain::Request>& requests) override;
    bool IsStopped() const override;

    /**
     * Runs events until there are none or m_goOn is false; the other RunOn() is for ns-3's lists.
     */
    void RunOn(FabricScheduler* list);
    void RunOn(Scheduler* list);
    void RunNow(FabricScheduler::Entry entry);
    void SetMainList(FabricScheduler* list);

    static FabricSimulatorImpl* g_active; //!< see GetActive()
    // Belongs to the program itself, so that it is found without a call from wherever it is asked.
    [[gnu::tls_model("initial-exec")]] static inline thread_local EventDomain* m_domain{nullptr};
    /** That of m_domain, which need not be asked for it at every event. */
    [[gnu::tls_model("initial-exec")]] static inline thread_local FabricScheduler* m_domainList{
        nullptr};

    /** Of the thread that has made the engine; has all events unless there are windows. */
    EventDomain m_main;
    std::unique_ptr<DomainWindows> m_windows;    //!< null: one thread runs all
    std::vector<std::function<void()>> m_shared; //!< see AddShared()

    Ptr<Scheduler> m_scheduler;                      //!< the event list
    FabricScheduler* m_list{nullptr};                //!< m_scheduler if it is of this class
    std::multiset<FabricScheduler::Entry> m_instant; //!< else: what is to be run now, in order
    std::list<EventId> m_destroyEvents;              //!< run by Destroy(), in this order
    uint64_t m_lastTicks{0};                         //!< when the last event ran that was not lean
    uint32_t m_nextUid;                              //!< of ns-3's interface; lean events have none
    uint32_t m_lastUid;                              //!< uid of that event
    std::atomic<bool> m_stop{false};                 //!< Stop() was called in this Run()
    bool m_goOn{false}; //!< false: RunOn() returns after the event that it is running
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SIMULATOR_IMPL_H

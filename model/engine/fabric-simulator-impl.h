// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SIMULATOR_IMPL_H
#define AI_FABRIC_FABRIC_SIMULATOR_IMPL_H

#include "ns3/event-impl.h"
#include "ns3/scheduler.h"
#include "ns3/simulator-impl.h"

#include <cstdint>
#include <list>
#include <utility>

namespace ns3
{

class FabricScheduler;

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
};

/**
 * @ingroup ai-fabric-engine
 * A lean engine for one thread, chosen as any other of ns-3:
 *
 *     GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
 *
 * It orders events by (time, uid) and numbers them as DefaultSimulatorImpl does, so every model
 * gives the same result on both. It is lean by what it leaves out: scheduling from other threads
 * (real-time and emulation need ns-3's own engines), a log check per event, and an EventId for
 * events that are never cancelled (ScheduleEvent(), used by FabricEvent).
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
     * @param context the node
     * @param ticks when, absolute, not in the past
     * @param event with one reference for the engine
     */
    void ScheduleEvent(uint32_t context, int64_t ticks, LeanEvent* event);

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
    /** In the context of an entry: it holds a LeanEvent. No node has so high an id. */
    static constexpr uint32_t LEAN = 1U << 31;

    Scheduler::EventKey Insert(uint64_t ticks, uint32_t context, EventImpl* event);

    template <typename S>
    void RunOn(S* scheduler);

    static FabricSimulatorImpl* g_active;

    Ptr<Scheduler> m_scheduler;
    FabricScheduler* m_list{nullptr}; //!< m_scheduler if it is of this class
    std::list<EventId> m_destroyEvents;
    uint64_t m_nowTicks{0};
    uint64_t m_eventCount{0};
    uint32_t m_nextUid;
    uint32_t m_currentUid;
    uint32_t m_currentContext;
    bool m_stop{false};
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SIMULATOR_IMPL_H

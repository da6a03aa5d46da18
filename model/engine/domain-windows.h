// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DOMAIN_WINDOWS_H
#define AI_FABRIC_DOMAIN_WINDOWS_H

#include "domain-plan.h"
#include "domain-workers.h"
#include "event-domain.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <vector>

namespace ns3
{

class RankWindows;

/**
 * @ingroup ai-fabric-engine
 * Runs domains of nodes in parallel, in windows of time.
 *
 * A window begins with the first event of all domains and is as long as the look-ahead, so an
 * action of one domain in the window does not affect another domain before the window's end. Each
 * domain runs its events of the window in order; then every domain takes the items that others have
 * sent to it. Events of no domain (of ns-3's own interface: monitors, failures, starts of jobs) are
 * run between windows by the calling thread, before all other events of their instant, as in
 * FabricSimulatorImpl.
 *
 * If domains lie on two sides, see DomainPlan, the sides have windows in turn. A window ends one
 * look-ahead after the first event of the other side, and so is twice as long if both sides are
 * busy: the data of a domain must be brought into the cache half as often.
 *
 * A thread runs several domains one after another, so the data of one domain stay in the core's
 * cache for a whole window. Items between domains of the same thread arrive at once; items for
 * another thread wait until the end of the window, when the threads meet, see DomainWorkers.
 *
 * So every event is run after all events that can affect it, the events of each node are run in
 * order, and the result is that of one thread for any plan.
 *
 * Each process of a RankLink runs some of the domains, see RankWindows. Events of no domain are run
 * by all processes; those of an instant that belong to domains of other processes are dropped.
 */
class DomainWindows
{
  public:
    /**
     * @param plan division of the network; no other engine part has events of its nodes
     * @param global runs the events of no domain
     */
    DomainWindows(DomainPlan plan, GlobalEvents& global);
    ~DomainWindows();
    DomainWindows(const DomainWindows&) = delete;
    DomainWindows& operator=(const DomainWindows&) = delete;

    /**
     * Inserts an event; called while no window is run.
     *
     * @param ticks time of the event
     * @param order place among simultaneous events, see LeanEvent
     * @param node node of the event
     * @param event event with one reference
     */
    void Put(uint64_t ticks, uint64_t order, uint32_t node, EventImpl* event);

    /**
     * Runs until no event is left or GlobalEvents request the end. An exception of an event also
     * ends the run; of several exceptions in a window the earliest in time counts.
     *
     * @param home domain of the calling thread between windows
     * @return true if the run was ended on request, in any process
     */
    bool Run(EventDomain& home);

    /** @return whether no domain has an event */
    bool IsEmpty() const;
    /** @return the time of the last event, in ticks */
    int64_t GetLastTicks() const;
    /** @return number of events that were run */
    uint64_t GetEventCount() const;

    /** @return division of the network */
    const DomainPlan& GetPlan() const
    {
        return m_plan;
    }

  private:
    using BySide = DomainWorkers::BySide; //!< values by side
    using Worker = DomainWorkers::Worker; //!< state of one thread

    /** @param ticks times by side @return the earlier time */
    static uint64_t First(const BySide& ticks)
    {
        return std::min(ticks[0], ticks[1]);
    }

    void Work(Worker& worker, EventDomain* home);
    BySide Meet(Worker& worker);
    uint64_t BeginWindow(Worker& worker, const BySide& next) const;
    void DoSpecial();
    void AgreeWithOthers();
    void CollectLetters(const Worker& worker);
    bool IsHere(uint32_t domain) const;
    void RunWindow(EventDomain& domain, uint64_t end);
    static void PrefetchWindow(const FabricScheduler& list, uint64_t end);
    void RunGlobal();
    std::vector<EventDomain::Request> TakeRequests();
    void AcceptRequests(std::vector<EventDomain::Request> all);
    uint64_t GetNextTicks() const;
    BySide GetOwnNextTicks() const;
    bool IsOver() const;

    /** @return whether domains lie on sides, see DomainPlan::sideOfDomain */
    bool HasSides() const
    {
        return !m_plan.sideOfDomain.empty();
    }

    void RethrowFirst();
    void ShareFailure();
    const EventDomain* FindFirstError() const;

    DomainPlan m_plan;
    GlobalEvents& m_global;
    std::vector<Ptr<FabricScheduler>> m_lists; //!< by domain
    std::vector<std::unique_ptr<EventDomain>> m_domains;
    std::vector<uint32_t> m_own; //!< numbers of the domains of this process, ascending
    DomainWorkers m_workers;
    std::vector<EventDomain*> m_peers;    //!< pointers to m_domains
    std::unique_ptr<RankWindows> m_ranks; //!< null: there are no other processes
    EventDomain* m_home{nullptr};         //!< see Run()
    BySide m_nextTicks{};                 //!< with m_ranks: time of the first event of all domains
    uint64_t m_globalTicks{0};            //!< time of the next event of no domain
    uint64_t m_globalPlace{0};         //!< place of the last event of no domain within its instant
    bool m_isOver{false};              //!< written while no window is run
    std::atomic<bool> m_failed{false}; //!< an event has thrown
    std::exception_ptr m_globalError;  //!< exception of an event of no domain
};

} // namespace ns3

#endif // AI_FABRIC_DOMAIN_WINDOWS_H

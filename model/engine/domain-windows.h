// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DOMAIN_WINDOWS_H
#define AI_FABRIC_DOMAIN_WINDOWS_H

#include "event-domain.h"
#include "window-barrier.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

class RankWindows;

/**
 * @ingroup ai-fabric-engine
 * How a network is cut for several threads or processes.
 */
struct DomainPlan
{
    /** Where something goes from a domain of one process to one of another. */
    struct Route
    {
        DomainMail* mail; //!< of that direction
        uint32_t from;    //!< domain of the sender
        uint32_t to;      //!< domain of the receiver
    };

    std::vector<uint32_t> domainOfNode; //!< by node id
    uint32_t domains{1};                //!< how many
    /** Whatever one domain does to another takes effect this much later at the least. */
    int64_t lookAheadTicks{0};
    uint32_t threads{1}; //!< how many are at work, at most as many as domains of this process
    /** By domain: who of RankLink runs it; none: this process runs all. */
    std::vector<uint32_t> rankOfDomain;
    std::vector<Route> routes; //!< the same in all processes
};

/**
 * @ingroup ai-fabric-engine
 * Who runs the events that belong to no domain.
 */
class GlobalEvents
{
  public:
    /** @return the time of the first of them in ticks; UINT64_MAX: there is none */
    virtual uint64_t GetNextGlobal() const = 0;
    /** Runs the first of them, on behalf of all domains, none of which is at work. */
    virtual void RunNextGlobal() = 0;
    /** @param requests that domains have made, in order */
    virtual void Accept(const std::vector<EventDomain::Request>& requests) = 0;
    /** @return whether the simulation is to end */
    virtual bool IsStopped() const = 0;

  protected:
    ~GlobalEvents() = default;
};

/**
 * @ingroup ai-fabric-engine
 * Runs domains of nodes side by side, in windows of time.
 *
 * A window begins with the first event of all domains and is as long as the look-ahead, so nothing
 * that one domain does in it is felt by another before its end. Each domain runs its events of the
 * window in order; then all take what others have sent them. Events of no domain (of ns-3's own
 * interface: monitors, failures, starts of jobs) are run between windows by the calling thread:
 * before all others of their instant, as FabricSimulatorImpl has it.
 *
 * So every event is run after all those that can have an effect on it, each node's in order, and
 * the result is that of one thread, whatever the plan.
 *
 * Processes of a RankLink run some of the domains each, see RankWindows. Events of no domain are
 * run by all of them; those of an instant that belong to domains of others are forgotten.
 */
class DomainWindows
{
  public:
    /** @param plan of whose nodes no other will have events @param global who runs the others */
    DomainWindows(DomainPlan plan, GlobalEvents& global);
    ~DomainWindows();
    DomainWindows(const DomainWindows&) = delete;
    DomainWindows& operator=(const DomainWindows&) = delete;

    /**
     * For events that are scheduled while no window is run.
     *
     * @param ticks when
     * @param order see LeanEvent
     * @param node whose
     * @param event with one reference
     */
    void Put(uint64_t ticks, uint64_t order, uint32_t node, EventImpl* event);

    /**
     * Runs until no event is left or GlobalEvents say so. What an event throws ends it, too: of
     * several errors in a window the first one in time.
     *
     * @param home what the calling thread works for between windows
     * @return whether it was ended, in any process
     */
    bool Run(EventDomain& home);

    /** @return whether no domain has an event */
    bool IsEmpty() const;
    /** @return the time of the last event, in ticks */
    int64_t GetLastTicks() const;
    /** @return events that were run */
    uint64_t GetEventCount() const;

    /** @return how the network is cut */
    const DomainPlan& GetPlan() const
    {
        return m_plan;
    }

  private:
    void Work(uint32_t worker, EventDomain* home);
    void Meet(uint32_t worker);
    void AgreeWithOthers();
    void CollectOwn(uint32_t worker, uint32_t workers);
    bool IsHere(uint32_t domain) const;
    void RunWindow(EventDomain& domain, uint64_t end);
    void RunGlobal();
    void Collect(uint32_t number);
    std::vector<EventDomain::Request> TakeRequests();
    void AcceptRequests(std::vector<EventDomain::Request> all);
    uint64_t GetNextTicks() const;
    uint64_t GetOwnNextTicks() const;
    void RethrowFirst();
    void ShareFailure();
    const EventDomain* FindFirstError() const;

    DomainPlan m_plan;
    GlobalEvents& m_global;
    std::vector<Ptr<FabricScheduler>> m_lists; //!< by domain
    std::vector<std::unique_ptr<EventDomain>> m_domains;
    WindowBarrier m_barrier;
    std::vector<uint32_t> m_own;          //!< numbers of the domains that this process runs
    std::unique_ptr<RankWindows> m_ranks; //!< null: no other process runs any
    EventDomain* m_home{nullptr};         //!< see Run()
    uint64_t m_nextTicks{0};              //!< with m_ranks: of the first event of all domains
    uint64_t m_globalTicks{0};            //!< of the next event of no domain
    bool m_isOver{false};                 //!< written while no window is run
    std::atomic<bool> m_failed{false};    //!< an event has thrown
    std::exception_ptr m_globalError;     //!< what an event of no domain threw
};

} // namespace ns3

#endif // AI_FABRIC_DOMAIN_WINDOWS_H

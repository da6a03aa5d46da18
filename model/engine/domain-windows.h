// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DOMAIN_WINDOWS_H
#define AI_FABRIC_DOMAIN_WINDOWS_H

#include "domain-outbox.h"
#include "domain-plan.h"
#include "event-domain.h"
#include "thread-trial.h"
#include "window-barrier.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace ns3
{

class RankWindows;

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
 * If domains lie on two sides, see DomainPlan, the sides have windows by turns. One ends the
 * look-ahead behind the first event of the other side, and so is twice as long where both are busy:
 * half as often has all that belongs to a domain to be brought into the cache.
 *
 * A thread runs several domains one after another, so that what belongs to one stays in the core's
 * cache for a whole window. What they send each other is there at once; only what is for another
 * thread's waits until the end of the window. Threads meet once in a window, and say then how many
 * events they had: if that is uneven, domains change hands, as the next window is much like this.
 * A ThreadTrial decides whether all threads are at work or the first one alone, which then has all
 * domains; the others sleep meanwhile.
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
    /** By side, see DomainPlan::sideOfDomain, or first for all domains. */
    using BySide = std::array<uint64_t, 2>;

    /** @param ticks by side @return the first of them */
    static uint64_t First(const BySide& ticks)
    {
        return std::min(ticks[0], ticks[1]);
    }

    /** What a thread tells the others at the end of a window, in a cache line of its own. */
    struct alignas(64) Notice
    {
        BySide nextTicks;    //!< none of its events, nor any that it has sent, is before it
        BySide loads;        //!< events that it has run since Balance() was thought of
        bool isSpecial;      //!< there is something to do before the next window
        bool changesThreads; //!< another number of threads is to be at work
    };

    /** A domain that a thread runs. */
    struct Share
    {
        EventDomain* domain;
        uint32_t side;       //!< see DomainPlan::sideOfDomain
        uint64_t eventCount; //!< its events before Balance() was thought of
        uint64_t load;       //!< its events since then
    };

    /** What belongs to one thread; the others only read, and not what it is writing then. */
    struct alignas(64) Worker
    {
        uint32_t number{0};
        uint32_t parity{0};            //!< of the window, which of two it writes to
        uint32_t side{0};              //!< whose window it is
        std::vector<Share> shares;     //!< the domains that it runs, in this order
        uint32_t sinceBalance{0};      //!< windows since Balance() was thought of
        uint32_t wakes{0};             //!< how often the thread has woken up, see m_wakes
        std::array<Notice, 2> notices; //!< by parity
        std::array<std::vector<DomainOutbox>, 2> outboxes; //!< by parity, then by receiving thread
    };

    void Work(Worker& worker, EventDomain* home);
    BySide Meet(Worker& worker);
    uint64_t BeginWindow(Worker& worker, const BySide& next) const;
    Notice MakeNotice(Worker& worker) const;
    bool IsTimeToBalance(const Worker& worker) const;
    bool IsUneven(const Notice& all, const BySide& most) const;
    void Balance();
    void BalanceSide(uint32_t side);
    void BeginThreads();
    void DealDomains(uint32_t threads);
    void ChangeThreads(const BySide& next);
    BySide Sleep(Worker& worker);
    void DoSpecial();
    void AgreeWithOthers();
    static void Collect(const DomainOutbox& outbox);
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
    std::vector<uint32_t> m_own; //!< numbers of those of this process, ascending
    WindowBarrier m_barrier;
    std::vector<Worker> m_workers;        //!< by number; the calling thread is the first one
    uint32_t m_atWork{0};                 //!< threads that do not sleep
    std::unique_ptr<ThreadTrial> m_trial; //!< null: all threads are always at work
    std::mutex m_mutex;                   //!< of threads that fall asleep or wake up
    std::condition_variable m_wakeUp;     //!< for threads that sleep
    uint32_t m_wakes{0};                  //!< how often all were woken up; with m_mutex
    bool m_isDone{false};                 //!< the first thread has left Work(); with m_mutex
    BySide m_wakeTicks{};                 //!< of the window that threads wake up for; with m_mutex
    std::vector<EventDomain*> m_peers;    //!< m_domains
    std::unique_ptr<RankWindows> m_ranks; //!< null: no other process runs any
    EventDomain* m_home{nullptr};         //!< see Run()
    BySide m_nextTicks{};                 //!< with m_ranks: of the first event of all domains
    uint64_t m_globalTicks{0};            //!< of the next event of no domain
    uint64_t m_globalPlace{0};            //!< of the last one among those of its instant
    bool m_isOver{false};                 //!< written while no window is run
    std::atomic<bool> m_failed{false};    //!< an event has thrown
    std::exception_ptr m_globalError;     //!< what an event of no domain threw
};

} // namespace ns3

#endif // AI_FABRIC_DOMAIN_WINDOWS_H

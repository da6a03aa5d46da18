// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DOMAIN_WORKERS_H
#define AI_FABRIC_DOMAIN_WORKERS_H

#include "domain-outbox.h"
#include "domain-plan.h"
#include "event-domain.h"
#include "thread-trial.h"
#include "window-barrier.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * The threads of DomainWindows, and the domains that each of them runs.
 *
 * Threads meet once in a window and report their numbers of events. If the load is uneven, domains
 * move to other threads, as the next window will be similar. A ThreadTrial decides whether all
 * threads are at work or only the first one, which then runs all domains while the other threads
 * sleep.
 */
class DomainWorkers
{
  public:
    /** Values by side, see DomainPlan::sideOfDomain; without sides only the first is used. */
    using BySide = std::array<uint64_t, 2>;

    /** A domain that a thread runs. */
    struct Share
    {
        EventDomain* domain; //!< the domain
        uint32_t side;       //!< see DomainPlan::sideOfDomain
        uint64_t eventCount; //!< number of its events before the last check for Balance()
        uint64_t load;       //!< number of its events since then
    };

    /** Report of a thread to the others at the end of a window, in a cache line of its own. */
    struct alignas(64) Notice
    {
        BySide nextTicks; //!< lower bound of the times of its events and of the items it has sent
        BySide loads;     //!< events that it has run since the last check for Balance()
        bool isSpecial;   //!< special work must be done before the next window
        bool changesThreads; //!< the number of threads at work must change
    };

    /** State of one worker thread. Other threads read only the buffer that it is not writing. */
    struct alignas(64) Worker
    {
        uint32_t number{0};        //!< number of the thread
        uint32_t parity{0};        //!< parity of the window: which of the two buffers it writes
        uint32_t side{0};          //!< side of the present window
        std::vector<Share> shares; //!< the domains that it runs, in this order
        uint32_t sinceBalance{0};  //!< windows since the last check for Balance()
        uint32_t wakes{0};         //!< number of times that the thread has woken up, see m_wakes
        std::array<Notice, 2> notices;                     //!< by parity
        std::array<std::vector<DomainOutbox>, 2> outboxes; //!< by parity, then by receiving thread
    };

    /** Conclusion of all threads from their reports. */
    struct Report
    {
        BySide nextTicks;    //!< no event is before these times; UINT64_MAX: there is none
        bool isSpecial;      //!< special work must be done before the next window
        bool isUneven;       //!< domains must move to other threads
        bool changesThreads; //!< the number of threads at work must change
    };

    /** @param plan division of the network; must outlive this */
    explicit DomainWorkers(const DomainPlan& plan);

    /** Called before the first Begin(). @param domain domain of this process @param side its side
     */
    void Add(EventDomain& domain, uint32_t side)
    {
        m_own.push_back({&domain, side, 0, 0});
    }

    /**
     * All threads are at work when a run begins.
     *
     * @param hasRanks true: the process waits for others, whatever its threads gain
     */
    void Begin(bool hasRanks);

    /** The first thread has left the run: sleeping threads leave it, too. */
    void End();

    /** @param number number of a thread; the thread that calls DomainWindows::Run() is the first */
    Worker& Get(uint32_t number)
    {
        return m_workers[number];
    }

    /** Waits until all threads at work have called this. */
    void Wait()
    {
        m_barrier.Wait();
    }

    /**
     * Called by each thread when its part of a window is done: takes the items that other threads
     * have sent.
     *
     * @param worker worker of the thread
     * @param isSpecial true: special work must be done before the next window
     * @return the same for all threads
     */
    Report Meet(Worker& worker, bool isSpecial);

    /** Called by one thread: threads that had many events hand domains to threads that had few. */
    void Balance();

    /**
     * Called by the first thread, while all others are in Sleep() or about to call it: takes their
     * domains, or gives them some and wakes them up. All items that threads have sent have been
     * taken.
     *
     * @param next time of the next event by side, for the next window
     */
    void ChangeThreads(const BySide& next);

    /**
     * Lets a thread sleep until the first one says what to do next.
     *
     * @param worker worker of the thread
     * @return time of the next event by side, of the window for which the thread wakes up;
     * UINT64_MAX: the run has ended
     */
    BySide Sleep(Worker& worker);

  private:
    Notice MakeNotice(Worker& worker, bool isSpecial) const;
    bool IsTimeToBalance(const Worker& worker) const;
    bool IsUneven(const Notice& all, const BySide& most) const;
    void BalanceSide(uint32_t side);
    void Deal(uint32_t threads);
    static void Collect(const DomainOutbox& outbox);

    /** @return whether domains lie on sides, see DomainPlan::sideOfDomain */
    bool HasSides() const
    {
        return !m_plan.sideOfDomain.empty();
    }

    const DomainPlan& m_plan;
    WindowBarrier m_barrier;
    std::vector<Worker> m_workers;        //!< by number; the calling thread is the first one
    std::vector<Share> m_own;             //!< domains of this process, ascending
    uint32_t m_atWork{0};                 //!< threads that do not sleep
    std::unique_ptr<ThreadTrial> m_trial; //!< null: all threads are always at work
    std::mutex m_mutex;               //!< protects the state of threads that fall asleep or wake up
    std::condition_variable m_wakeUp; //!< sleeping threads wait for it
    uint32_t m_wakes{0};              //!< number of times that all were woken up; with m_mutex
    bool m_isDone{false};             //!< the first thread has left the run; with m_mutex
    BySide m_wakeTicks{}; //!< times of the window for which threads wake up; with m_mutex
};

} // namespace ns3

#endif // AI_FABRIC_DOMAIN_WORKERS_H

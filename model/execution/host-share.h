// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_SHARE_H
#define AI_FABRIC_HOST_SHARE_H

#include "ns3/communication-graph.h"
#include "ns3/fabric-event.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace ns3
{

class HostShare;

/**
 * @ingroup ai-fabric-execution
 * Interface of the owner of shares, which runs the graph.
 */
class HostShareOwner
{
  public:
    /**
     * Called when a time that a share waited for has come, or SENDs have departed.
     *
     * @param share the share
     */
    virtual void OnTimer(HostShare& share) = 0;

  protected:
    ~HostShareOwner() = default;
};

/**
 * @ingroup ai-fabric-execution
 * The part of a running graph that belongs to one host: the progress of its nodes and their timers.
 * Shares do not touch each other's data, so shares of different hosts may run in parallel.
 */
class HostShare
{
  public:
    /** A time and the node that waits for it: a SEND to begin, or a JOIN to end. */
    using Timer = std::pair<int64_t, uint32_t>;

    /** @param owner gets the calls of OnTimer(); must outlive the share */
    explicit HostShare(HostShareOwner& owner)
        : m_owner(owner),
          m_event(MakeFabricEvent<HostShare, &HostShare::Ring>(this))
    {
    }

    ~HostShare()
    {
        m_event->Clear();
    }

    HostShare(const HostShare&) = delete;
    HostShare& operator=(const HostShare&) = delete;

    /** Must be called before the start. @param node id of the host's Node */
    void SetContext(uint32_t node)
    {
        m_event->SetContext(node);
    }

    /**
     * Adds a timer; StartTimer() must follow.
     *
     * @param atPs time in ps
     * @param node node that waits
     */
    void Wait(int64_t atPs, uint32_t node)
    {
        m_timers.emplace(atPs, node);
    }

    /**
     * Adds a SEND to departed; the owner is called in this instant.
     *
     * @param node number of the SEND
     */
    void NoteDeparture(uint32_t node)
    {
        departed.push_back(node);
        m_event->Schedule(NowTicks());
    }

    /** Schedules the call of the owner for the first timer. */
    void StartTimer()
    {
        if (!m_timers.empty())
        {
            m_event->Schedule(m_clock.ToTicks(m_timers.top().first));
        }
    }

    /** @return true if any node waits for a time */
    bool HasTimers() const
    {
        return !m_timers.empty();
    }

    /** @return first timer: its time in ps and its node */
    const Timer& GetFirstTimer() const
    {
        return m_timers.top();
    }

    /** @param visit called with each timer, in no particular order */
    template <typename Visit>
    void VisitTimers(const Visit& visit) const
    {
        for (const Timer& timer : m_timers.GetAll())
        {
            visit(timer);
        }
    }

    /** Removes the first timer. */
    void PopTimer()
    {
        m_timers.pop();
    }

    /** Cancels the scheduled call of the owner. */
    void ClearTimers()
    {
        m_event->Clear();
    }

    /** Removes all timers. @return number of timers removed */
    uint64_t ForgetTimers()
    {
        const uint64_t count = m_timers.size();
        m_timers = {};
        m_event->Clear();
        return count;
    }

    /** Called if another process runs this share: nothing starts here. */
    void Leave()
    {
        m_timers = {};
        ready.clear();
        departed.clear();
    }

    std::vector<uint32_t> ready; //!< nodes to start now
    std::vector<uint32_t>
        departed;      //!< SENDs that have departed and whose followers have not been notified yet
    uint64_t nodes{0}; //!< number of nodes of its ranks
    uint64_t completed{0};        //!< number of completions; a repeated node counts each time
    uint64_t inFlight{0};         //!< nodes that were started and will end on their own
    uint64_t failedAggregates{0}; //!< AGGREGATE nodes that the network has given up
    int64_t finishPs{-1};         //!< when the latest completed node ended
    int64_t doneTicks{-1};        //!< time when nothing was left
    bool isHere{true};            //!< this process runs it
    bool starting{false};         //!< the nodes of ready are being started
    bool looksForEnd{false};      //!< a check for the end of the job was requested

  private:
    void Ring()
    {
        m_owner.OnTimer(*this);
    }

    /** Timers with the earliest on top. */
    struct Timers : std::priority_queue<Timer, std::vector<Timer>, std::greater<>>
    {
        /** @return all timers, in no particular order */
        const std::vector<Timer>& GetAll() const
        {
            return c;
        }
    };

    HostShareOwner& m_owner;
    Timers m_timers;
    Ptr<FabricEvent> m_event;
    TickClock m_clock;
};

} // namespace ns3

#endif // AI_FABRIC_HOST_SHARE_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_EXECUTOR_SHARE_H
#define AI_FABRIC_EXECUTOR_SHARE_H

#include "ns3/communication-graph.h"
#include "ns3/fabric-event.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace ns3
{

class ExecutorShare;

/**
 * @ingroup ai-fabric-execution
 * Whoever runs a graph in shares.
 */
class ExecutorShareOwner
{
  public:
    /** A time that a share waited for has come, or messages have left. @param share whose */
    virtual void OnTimer(ExecutorShare& share) = 0;

  protected:
    ~ExecutorShareOwner() = default;
};

/**
 * @ingroup ai-fabric-execution
 * The part of a running graph that belongs to one host: how far its nodes are, together, and what
 * waits for a time. Shares touch nothing of each other's, so those of different hosts may be at
 * work side by side.
 */
class ExecutorShare
{
  public:
    /** A time and the node that waits for it: a SEND to begin, or a JOIN to end. */
    using Timer = std::pair<int64_t, uint32_t>;

    /** @param owner is told when a time has come, and outlives the share */
    explicit ExecutorShare(ExecutorShareOwner& owner)
        : m_owner(owner),
          m_event(MakeFabricEvent<ExecutorShare, &ExecutorShare::Ring>(this))
    {
    }

    ~ExecutorShare()
    {
        m_event->Clear();
    }

    ExecutorShare(const ExecutorShare&) = delete;
    ExecutorShare& operator=(const ExecutorShare&) = delete;

    /** Before it starts. @param node id of the host's Node */
    void SetContext(uint32_t node)
    {
        m_event->SetContext(node);
    }

    /** @param atPs when, in ps @param node to wait; StartTimer() must follow */
    void Wait(int64_t atPs, uint32_t node)
    {
        m_timers.emplace(atPs, node);
    }

    /**
     * Has the owner told in this instant.
     *
     * @param node for departed
     */
    void NoteDeparture(uint32_t node)
    {
        departed.push_back(node);
        m_event->Schedule(NowTicks());
    }

    /** Has the owner told of the first of the times. */
    void StartTimer()
    {
        if (!m_timers.empty())
        {
            m_event->Schedule(m_clock.ToTicks(m_timers.top().first));
        }
    }

    /** @return whether any node waits for a time */
    bool HasTimers() const
    {
        return !m_timers.empty();
    }

    /** @return the first of the times, in ps, and its node */
    const Timer& GetFirstTimer() const
    {
        return m_timers.top();
    }

    /** The first of the times has been seen to. */
    void PopTimer()
    {
        m_timers.pop();
    }

    /** Nothing waits for a time any more. */
    void ClearTimers()
    {
        m_event->Clear();
    }

    /** Nodes wait for no time any more. @return how many did */
    uint64_t ForgetTimers()
    {
        const uint64_t count = m_timers.size();
        m_timers = {};
        m_event->Clear();
        return count;
    }

    /** Another process runs it: nothing starts here. */
    void Leave()
    {
        m_timers = {};
        ready.clear();
        departed.clear();
    }

    std::vector<uint32_t> ready; //!< nodes to start now
    std::vector<uint32_t>
        departed;                 //!< SENDs whose followers have not been told that they have left
    uint64_t nodes{0};            //!< of its ranks
    uint64_t completed{0};        //!< nodes that were completed, each time
    uint64_t inFlight{0};         //!< nodes that have been started and will end by themselves
    uint64_t failedAggregates{0}; //!< AGGREGATE nodes that the network has given up
    int64_t finishPs{-1};         //!< when the latest completed node ended
    int64_t doneTicks{-1};        //!< when nothing was left
    bool isHere{true};            //!< this process runs it
    bool starting{false};         //!< what is ready is being started
    bool looksForEnd{false};      //!< has asked for a look whether the job is over

  private:
    void Ring()
    {
        m_owner.OnTimer(*this);
    }

    ExecutorShareOwner& m_owner;
    std::priority_queue<Timer, std::vector<Timer>, std::greater<>> m_timers; //!< the next on top
    Ptr<FabricEvent> m_event;
    TickClock m_clock;
};

} // namespace ns3

#endif // AI_FABRIC_EXECUTOR_SHARE_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RUN_WATCH_H
#define AI_FABRIC_RUN_WATCH_H

#include "ns3/event-id.h"
#include "ns3/fabric-helper.h"
#include "ns3/graph-executor.h"
#include "ns3/nstime.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Looks at a running simulation every few simulated microseconds: shows progress on a terminal
 * and stops what has stalled.
 *
 * It has stalled if no byte was acknowledged and no node of a graph completed for the stall time
 * while a queue pair had work; or if no event but its own is left with jobs unfinished. Models that
 * do nothing but compute get IDLE_FACTOR times as long, and time in which all jobs wait for the
 * start of something, such as the next request, does not count. If anything was dropped or lost,
 * work gets at least TIMEOUTS times its NIC's AckTimeout: ends of messages wait for that; if a link
 * has failed, as many as its RetryCount and two more.
 *
 * While there is no event it looks ever more rarely, up to each MOST_STEP, and that time counts for
 * no patience unless a queue pair has work: hours between two events cost next to nothing.
 *
 * It changes no state of a model, and events keep their order among themselves, so results are the
 * same with any period.
 */
class RunWatch
{
  public:
    static constexpr int64_t IDLE_FACTOR = 1000; //!< patience with pure computation
    static constexpr int64_t TIMEOUTS = 4;       //!< patience with retransmission
    static constexpr int64_t MOST_STEP_S = 10;   //!< between looks while nothing happens, in s

    /**
     * @param label of the fabric, shown
     * @param network what it looks at; outlives it
     * @param jobs likewise
     * @param stallTime how long nothing may move
     * @param showProgress whether to write a progress line to stderr
     */
    RunWatch(const std::string& label,
             const FabricNetwork& network,
             const std::vector<Ptr<GraphExecutor>>& jobs,
             Time stallTime,
             bool showProgress);

    ~RunWatch();

    RunWatch(const RunWatch&) = delete;
    RunWatch& operator=(const RunWatch&) = delete;

    /** @return bytes of all jobs that have arrived, as their senders know */
    uint64_t GetAcknowledgedBytes() const;

    /** @return why it has stopped the simulation; empty if it has not */
    const std::string& GetVerdict() const
    {
        return m_verdict;
    }

  private:
    using Clock = std::chrono::steady_clock;

    /** Looks whether to go on, and plans the next look. */
    void Look();
    /** Counts what has moved, and stops what has stalled. */
    void LookForStall();
    /** Writes the line of progress. */
    void Show();

    /** What may take time. */
    struct Patience
    {
        bool hasWork; //!< some queue pair or channel waits for the network
        Time time;    //!< for how long nothing may move
    };

    Patience GetPatience() const;
    void PlanLook();
    bool HasLost() const;

    std::string m_label; //!< of the line of progress
    const FabricNetwork& m_network;
    std::vector<Ptr<RdmaNic>> m_nics; //!< of all networks
    const std::vector<Ptr<GraphExecutor>>& m_jobs;
    Time m_stallTime;    //!< simulated
    Time m_period;       //!< of looks, simulated
    bool m_showProgress; //!< on a terminal
    EventId m_event;     //!< next look

    uint64_t m_totalBytes{0}; //!< that all jobs send
    uint64_t m_moved{0};      //!< bytes and nodes at the last look that counted them
    Time m_lastMove;          //!< of the last look at which something had moved
    Time m_skipped;           //!< since then, in which there was no event
    Time m_lastLook;          //!< the one before this one
    Time m_step;              //!< to the next look
    uint64_t m_events{0};     //!< of the engine at the last look
    Time m_nextCount;         //!< counting visits every queue pair, so it is rarer than looking
    std::string m_verdict;    //!< why it was stopped; empty: it was not

    Clock::time_point m_start; //!< of the run
    Clock::time_point m_shown; //!< when the line was last written
    Time m_shownTime;          //!< simulated time then
};

} // namespace ns3

#endif // AI_FABRIC_RUN_WATCH_H

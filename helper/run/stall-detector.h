// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_STALL_DETECTOR_H
#define AI_FABRIC_STALL_DETECTOR_H

#include "ns3/event-id.h"
#include "ns3/fabric-helper.h"
#include "ns3/graph-executor.h"
#include "ns3/nstime.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

/**
 * Checks a running simulation every few simulated microseconds: shows progress on a terminal and
 * stops a stalled run.
 *
 * A run has stalled if no byte was acknowledged and no node of a graph completed for the stall time
 * while a queue pair had work; or if no event is left except its own while jobs are unfinished.
 * Over long links this time is at least eight delays of the longest one, and a queue pair that is
 * held back by its rate has it from its next packet on. Jobs that only compute get
 * IDLE_FACTOR times as long, and time in which all jobs wait for a start time, such as that of the
 * next request, does not count. If anything was dropped or lost, ends of messages wait for
 * timeouts: the limit is at least the time that TIMEOUTS of them take by the transport of the NIC
 * that has work; if a link has failed, the RetryCount + 1 after which its senders give up, and two
 * more.
 *
 * While there are no events the checks become rarer, up to one per MOST_STEP_S, and that time does
 * not count for a stall unless a queue pair has work: hours between two events cost almost nothing.
 *
 * The watch changes no state of a model and not the order of other events, so results do not depend
 * on its period.
 */
class StallDetector
{
  public:
    static constexpr int64_t IDLE_FACTOR = 1000; //!< factor for pure computation
    static constexpr uint32_t TIMEOUTS = 4;      //!< timeouts in a row after losses
    static constexpr int64_t MOST_STEP_S = 10;   //!< longest time between checks while nothing
                                                 //!< happens, in s

    /**
     * @param label label of the fabric, shown in the line
     * @param network network to watch; outlives this
     * @param jobs jobs to watch; outlive this
     * @param stallTime time without progress that counts as a stall
     * @param showProgress true: write a progress line to stderr
     */
    StallDetector(const std::string& label,
                  const FabricNetwork& network,
                  const std::vector<Ptr<GraphExecutor>>& jobs,
                  Time stallTime,
                  bool showProgress);

    ~StallDetector();

    StallDetector(const StallDetector&) = delete;
    StallDetector& operator=(const StallDetector&) = delete;

    /** @return acknowledged bytes of all jobs */
    uint64_t GetAcknowledgedBytes() const;

    /** @return reason why it has stopped the simulation; empty: it has not */
    const std::string& GetVerdict() const
    {
        return m_verdict;
    }

  private:
    using Clock = std::chrono::steady_clock;

    /** Decides whether the run continues, and schedules the next check. */
    void Look();
    /** Counts progress, and stops a stalled run. */
    void LookForStall();
    /** Writes the line of progress. */
    void Show();

    /** Time limit of a stall. */
    struct Patience
    {
        bool hasWork; //!< true: some queue pair or channel waits for the network
        Time time;    //!< time without progress that is allowed
    };

    Patience GetPatience() const;
    void PlanLook();
    bool HasLost() const;

    std::string m_label; //!< label in the line of progress
    const FabricNetwork& m_network;
    std::vector<Ptr<RdmaNic>> m_nics; //!< NICs of all networks; none if no job sends
    const std::vector<Ptr<GraphExecutor>>& m_jobs;
    Time m_stallTime;    //!< simulated time without progress
    Time m_period;       //!< simulated time between checks
    bool m_showProgress; //!< true: writes the line of progress
    EventId m_event;     //!< next check

    uint64_t m_totalBytes{0};           //!< bytes that all jobs send
    uint64_t m_nodes{0};                //!< completed nodes of all jobs at the last count
    std::optional<uint64_t> m_bytes{0}; //!< acknowledged bytes then; none: not counted, as nodes
                                        //!< had completed
    Time m_lastMove;                    //!< time of the last count with progress
    Time m_skipped;                     //!< time since then without events
    Time m_lastLook;                    //!< time of the last check
    Time m_step;                        //!< time to the next check
    uint64_t m_events{0};               //!< events of the engine at the last check
    Time m_nextCount;      //!< time of the next count; counting visits every queue pair, so it
                           //!< is rarer than checking
    std::string m_verdict; //!< reason of the stop; empty: not stopped

    Clock::time_point m_start; //!< start of the run
    Clock::time_point m_shown; //!< time when the line was last written
    Time m_shownTime;          //!< simulated time then
};

} // namespace ns3

#endif // AI_FABRIC_STALL_DETECTOR_H

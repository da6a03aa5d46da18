// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_THREAD_TRIAL_H
#define AI_FABRIC_THREAD_TRIAL_H

#include <array>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * Decides whether several threads are worth their cores.
 *
 * A trial compares the events per second of all threads with those of one thread, in stretches of
 * STRETCH_NS: all, one, one, all, so that a steady change of the load favours neither. All threads
 * stay at work if their rate is more than LEAST_GAIN times that of one thread. The decision holds
 * for HOLD_NS. Then the next trial begins, as other programs come and go. At worst a run spends two
 * stretches in STRETCHES * STRETCH_NS + HOLD_NS with the worse number of threads: 1 %.
 */
class ThreadTrial
{
  public:
    static constexpr uint64_t STRETCH_NS = 10'000'000; //!< two or three time slices of a core
    static constexpr uint64_t HOLD_NS = 2'000'000'000; //!< from one trial to the next
    static constexpr double LEAST_GAIN = 1.1;          //!< rate of all threads over that of one

    /** @param threads number of all threads, at least 2 */
    explicit ThreadTrial(uint32_t threads)
        : m_threads(threads)
    {
    }

    /** @return time of a steady clock in ns, for Begin() and Count() */
    static uint64_t GetNowNs();

    /** @return number of threads that should be at work now: all of them or 1 */
    uint32_t GetThreads() const;

    /**
     * Begins a stretch, when as many threads are at work as GetThreads() says.
     *
     * @param nowNs the time, see GetNowNs()
     */
    void Begin(uint64_t nowNs);

    /**
     * Counts events; GetThreads() may change.
     *
     * @param events run by all threads since Begin() or the last call
     * @param nowNs the time, see GetNowNs()
     */
    void Count(uint64_t events, uint64_t nowNs);

  private:
    /** Number of threads in a stretch. */
    enum Mode : uint8_t
    {
        ALL,
        ONE
    };

    /** The first stretch of a run warms the caches up and is not counted. */
    static constexpr uint32_t WARM_UP = 0;
    static constexpr uint32_t STRETCHES = 4;        //!< of a trial, from 1 on
    static constexpr uint32_t HOLD = STRETCHES + 1; //!< behind them the decision holds

    static Mode GetMode(uint32_t stretch);

    const uint32_t m_threads;
    uint32_t m_stretch{WARM_UP};
    bool m_gains{true};    //!< the last decision: all threads are worth their cores
    uint64_t m_beginNs{0}; //!< when the stretch began
    uint64_t m_events{0};  //!< in the stretch so far
    /** By Mode, sums over the stretches of the trial. */
    std::array<double, 2> m_trialEvents{};
    std::array<double, 2> m_trialNs{};
};

} // namespace ns3

#endif // AI_FABRIC_THREAD_TRIAL_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_WINDOW_BARRIER_H
#define AI_FABRIC_WINDOW_BARRIER_H

#include "ns3/cpu-pause.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * Barrier for threads that meet many times. Threads come here a hundred thousand times a second and
 * wait for microseconds, so a waiting thread polls. After m_patience polls it goes to sleep; if
 * there are fewer cores than threads, it sleeps at once, because the thread that it waits for may
 * need its core. Yielding the core would not be enough: if several processes took a time slice in
 * turn, every window would last as long as their slices.
 */
class WindowBarrier
{
  public:
    /** @param threads number of threads that call Wait() */
    explicit WindowBarrier(uint32_t threads)
        : m_threads(threads),
          m_patience(CountPauses(threads))
    {
    }

    /**
     * Changes the number of threads, while none of the other threads calls Wait().
     *
     * @param threads number of threads that call Wait() from now on, at most the initial number
     */
    void SetThreads(uint32_t threads)
    {
        m_threads = threads;
    }

    /**
     * Returns when all threads have called Wait(). Every thread then sees the earlier writes of
     * all.
     */
    void Wait()
    {
        // Read before the others are told: the thread that returns first may call SetThreads().
        const uint32_t threads = m_threads;
        if (threads == 1)
        {
            return;
        }
        const uint32_t round = m_round.load(std::memory_order_relaxed);
        if (m_waiting.fetch_add(1, std::memory_order_acq_rel) + 1 == threads)
        {
            m_waiting.store(0, std::memory_order_relaxed);
            m_round.store(round + 1); // before m_sleeping is read, see Sleep()
            if (m_sleeping.load() > 0)
            {
                const std::lock_guard<std::mutex> lock(m_mutex);
                m_condition.notify_all();
            }
            return;
        }
        for (uint32_t asked = 0; m_round.load(std::memory_order_acquire) == round; ++asked)
        {
            if (asked >= m_patience)
            {
                Sleep(round);
            }
            else
            {
                CpuPause();
            }
        }
    }

  private:
    void Sleep(uint32_t round)
    {
        std::unique_lock<std::mutex> lock(m_mutex);
        ++m_sleeping;
        m_condition.wait(lock, [&] { return m_round.load() != round; });
        --m_sleeping;
    }

    uint32_t m_threads;
    const uint32_t m_patience; //!< number of polls before a thread sleeps
    alignas(64) std::atomic<uint32_t> m_waiting{0};
    alignas(64) std::atomic<uint32_t> m_round{0};
    std::atomic<uint32_t> m_sleeping{0};
    std::mutex m_mutex;
    std::condition_variable m_condition;
};

} // namespace ns3

#endif // AI_FABRIC_WINDOW_BARRIER_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CPU_PAUSE_H
#define AI_FABRIC_CPU_PAUSE_H

#include <algorithm>
#include <cstdint>
#include <thread>

#if defined(__linux__)
#include <sched.h>
#endif

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * For a loop that polls data of another thread: leaves shared resources of the core to its other
 * hardware thread for a moment.
 */
inline void
CpuPause()
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("isb" ::: "memory");
#endif
}

/**
 * @ingroup ai-fabric-core
 * @return number of cores that this process may use, at least 1
 */
inline uint32_t
CountUsableCores()
{
#if defined(__linux__)
    cpu_set_t set;
    CPU_ZERO(&set);
    if (sched_getaffinity(0, sizeof(set), &set) == 0)
    {
        return static_cast<uint32_t>(std::max(CPU_COUNT(&set), 1));
    }
#endif
    return std::max(std::thread::hardware_concurrency(), 1U);
}

/**
 * @ingroup ai-fabric-core
 * Number of pauses for some 40 us, about the time of a wake-up; 0 if there are fewer cores than
 * workers, because a worker needs the core.
 *
 * @param workers number of threads or processes that work together
 * @return number of CpuPause() calls of a waiting worker before it sleeps
 */
inline uint32_t
CountPauses(uint32_t workers)
{
    constexpr uint32_t PAUSES = 2'000;
    return workers > CountUsableCores() ? 0 : PAUSES;
}

} // namespace ns3

#endif // AI_FABRIC_CPU_PAUSE_H

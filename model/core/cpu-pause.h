// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CPU_PAUSE_H
#define AI_FABRIC_CPU_PAUSE_H

#include <cstdint>
#include <thread>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * For whoever asks again and again what another thread writes: leaves what two threads of a core
 * share to the other one for a moment.
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
 * Some 40 us, as much as to be woken takes; nothing where there are fewer cores than workers, as
 * one of them needs the core.
 *
 * @param workers threads or processes that are at work together
 * @return how often one that waits for another calls CpuPause() before it goes to sleep
 */
inline uint32_t
CountPauses(uint32_t workers)
{
    constexpr uint32_t PAUSES = 2'000;
    return workers > std::thread::hardware_concurrency() ? 0 : PAUSES;
}

} // namespace ns3

#endif // AI_FABRIC_CPU_PAUSE_H

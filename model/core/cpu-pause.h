// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_CPU_PAUSE_H
#define AI_FABRIC_CPU_PAUSE_H

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

} // namespace ns3

#endif // AI_FABRIC_CPU_PAUSE_H

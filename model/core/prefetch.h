// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PREFETCH_H
#define AI_FABRIC_PREFETCH_H

#include <cstddef>
#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Has the cache fetch something that is going to be used soon. Reads nothing, so it may be of
 * another thread, or gone.
 *
 * @param begin of it
 * @param bytes how long it is, from the cache line of its begin on
 */
inline void
Prefetch(const void* begin, size_t bytes)
{
    constexpr uintptr_t LINE_BYTES = 64;
    const auto first = reinterpret_cast<uintptr_t>(begin); // a null pointer has no bytes behind it
    for (uintptr_t i = 0; i < bytes; i += LINE_BYTES)
    {
        __builtin_prefetch(reinterpret_cast<const void*>(first + i));
    }
}

} // namespace ns3

#endif // AI_FABRIC_PREFETCH_H

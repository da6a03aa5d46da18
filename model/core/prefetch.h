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
 * Prefetches memory that will be used soon into the cache. The memory is not read, so it may belong
 * to another thread, or be freed.
 *
 * @param begin start of the memory
 * @param bytes length, from the cache line of begin on
 */
inline void
Prefetch(const void* begin, size_t bytes)
{
    constexpr uintptr_t LINE_BYTES = 64;
    const auto first = reinterpret_cast<uintptr_t>(begin); // a null pointer has no bytes
    for (uintptr_t i = 0; i < bytes; i += LINE_BYTES)
    {
        __builtin_prefetch(reinterpret_cast<const void*>(first + i));
    }
}

} // namespace ns3

#endif // AI_FABRIC_PREFETCH_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MEMORY_LIMIT_H
#define AI_FABRIC_MEMORY_LIMIT_H

#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-core
 * Memory that this process may still allocate: the minimum of the machine's free memory, the rest
 * of its control group (cgroup v2 or v1) and the rest of its limit of address space (RLIMIT_AS).
 *
 * @return bytes; UINT64_MAX if no limit is known
 */
uint64_t GetAvailableMemoryBytes();

/**
 * @ingroup ai-fabric-core
 * To be called before building an object whose size the user decides.
 *
 * @param bytes approximate size
 * @return empty if the memory is available; else a text for users: "343.6 GB of memory, and 22.1 GB
 * are available"
 */
std::string DescribeMemoryShortage(double bytes);

} // namespace ns3

#endif // AI_FABRIC_MEMORY_LIMIT_H

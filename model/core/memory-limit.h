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
 * How much memory this process may still take: the least of what the machine has, of what its
 * control group (cgroup v2 or v1) leaves and of its own limit of address space (RLIMIT_AS).
 *
 * @return bytes; UINT64_MAX where nothing says
 */
uint64_t GetAvailableMemoryBytes();

/**
 * @ingroup ai-fabric-core
 * To be asked before anything is built whose size the user decides.
 *
 * @param bytes that it will take, about
 * @return empty if they are available; else what is missing, for people: "343.6 GB of memory, and
 *         22.1 GB are available"
 */
std::string DescribeMemoryShortage(double bytes);

} // namespace ns3

#endif // AI_FABRIC_MEMORY_LIMIT_H

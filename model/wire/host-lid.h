// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOST_LID_H
#define AI_FABRIC_HOST_LID_H

#include "ns3/flow-entropy.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-wire
 * The last unicast LID of a subnet (IBTA vol. 1, 4.1.3).
 */
constexpr uint16_t LAST_UNICAST_LID = 0xbfff;

/** GID prefix of a subnet without a configured prefix, fe80::/64 (IBTA vol. 1, 4.1.1). */
constexpr uint64_t DEFAULT_GID_PREFIX = 0xfe80000000000000;

/** GUID of host 0; the following hosts have consecutive numbers. Locally administered. */
constexpr uint64_t FIRST_HOST_GUID = 0x0200000000000000;

/**
 * Hosts have the LIDs 1, 2, ... in the order of their indices.
 *
 * @param host host index
 * @return its LID; 0, an invalid LID, beyond the 49,151 unicast LIDs of a subnet
 */
constexpr uint16_t
HostLid(uint32_t host)
{
    return host < LAST_UNICAST_LID ? static_cast<uint16_t>(host + 1) : 0;
}

/**
 * The inverse of HostLid().
 *
 * @param lid LID
 * @return host index with this LID, or NO_HOST
 */
constexpr uint32_t
HostOfLid(uint16_t lid)
{
    return lid >= 1 && lid <= LAST_UNICAST_LID ? lid - 1U : NO_HOST;
}

/**
 * @param host host index
 * @return GUID of its port, the low half of its GID
 */
constexpr uint64_t
HostGuid(uint32_t host)
{
    return FIRST_HOST_GUID + host;
}

/**
 * The inverse of HostGuid().
 *
 * @param guid GUID
 * @return host index with this GUID, or NO_HOST
 */
constexpr uint32_t
HostOfGuid(uint64_t guid)
{
    return guid - FIRST_HOST_GUID < NO_HOST ? static_cast<uint32_t>(guid - FIRST_HOST_GUID)
                                            : NO_HOST;
}

} // namespace ns3

#endif // AI_FABRIC_HOST_LID_H

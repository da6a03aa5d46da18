// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DSCP_MAP_H
#define AI_FABRIC_DSCP_MAP_H

#include "fabric-packet.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Differentiated services code points (RFC 2474): 6 bits.
 */
constexpr uint32_t DSCP_COUNT = 64;

/**
 * @ingroup ai-fabric-packet
 * A table between DSCPs and priorities. Its text form is "3:3,4:4,8-15:0,*:1".
 *
 * Each entry is key:value or first-last:value; * stands for every key without an entry. Commas or
 * spaces separate entries, and each key may have one entry. Keys without an entry keep the value of
 * the class selectors (RFC 2474, 4.2.2), as in Linux:
 *
 *     priority = floor(DSCP / 8),   DSCP = 8 priority
 *
 * Invariant: every value is less than VALUES.
 *
 * @tparam KEYS number of keys
 * @tparam VALUES number of values
 */
template <uint32_t KEYS, uint32_t VALUES>
class CodePointMap
{
  public:
    /** Creates the map of the class selectors. */
    CodePointMap();

    /**
     * @param text text as above; may be empty
     * @param name name of the map in the InputError for malformed text
     */
    CodePointMap(const std::string& text, const std::string& name);

    /**
     * @param key key less than KEYS
     * @return its value
     */
    uint8_t operator[](uint32_t key) const
    {
        return m_values[key];
    }

    /** @return text that gives the same map, with runs of equal values joined */
    std::string ToString() const;

  private:
    std::array<uint8_t, KEYS> m_values; //!< by key
};

/**
 * @ingroup ai-fabric-packet
 * Map of a switch: from the DSCP of a packet to its priority.
 */
using DscpToPriorityMap = CodePointMap<DSCP_COUNT, PRIORITY_COUNT>;

/**
 * @ingroup ai-fabric-packet
 * Map of a NIC: from the priority of a packet to its DSCP.
 */
using PriorityToDscpMap = CodePointMap<PRIORITY_COUNT, DSCP_COUNT>;

extern template class CodePointMap<DSCP_COUNT, PRIORITY_COUNT>;
extern template class CodePointMap<PRIORITY_COUNT, DSCP_COUNT>;

} // namespace ns3

#endif // AI_FABRIC_DSCP_MAP_H

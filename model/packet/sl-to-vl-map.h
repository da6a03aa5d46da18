// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SL_TO_VL_MAP_H
#define AI_FABRIC_SL_TO_VL_MAP_H

#include "fabric-packet.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Tables use the lanes of the largest port. A port with fewer data lanes takes lanes modulo its
 * number, as in opensm: lane & GetLaneMask().
 *
 * @param dataLanes number of data lanes of a port: 1, 2, 4, 8 or 15, the values of PortInfo's VLCap
 * @return bits of a lane number that matter for this port
 */
constexpr uint8_t
GetLaneMask(uint32_t dataLanes)
{
    return static_cast<uint8_t>(dataLanes == MAX_DATA_LANES ? dataLanes : dataLanes - 1);
}

/**
 * @ingroup ai-fabric-packet
 * The treatment of a packet on its first link and behind it.
 */
struct ServiceClass
{
    uint8_t level; //!< service level, the same on all links
    uint8_t lane;  //!< lane on the first link
    uint8_t dscp;  //!< DSCP of the IP header, 6 bit
};

/**
 * @ingroup ai-fabric-packet
 * InfiniBand's table from the service level of a packet to its virtual lane on the next link (IBTA
 * vol. 1, 7.6.6).
 *
 * The text form is "0,1,2,3,...", with the lane of service level 0 first, as opensm writes it.
 * Levels after the last given one have lane 0. Lane 15 discards.
 *
 * Invariant: every lane is less than MAX_DATA_LANES, or DISCARD.
 */
class SlToVlMap
{
  public:
    /** Number of service levels, 4 bits of the header. */
    static constexpr uint32_t LEVEL_COUNT = 16;
    /** Lane that data must not use. */
    static constexpr uint8_t DISCARD = MANAGEMENT_LANE;

    /**
     * Creates opensm's default: every level has the lane of its number, except 15, which has lane
     * 7.
     */
    SlToVlMap();

    /**
     * @param text text as above
     * @param name name of the map in the InputError for malformed text
     */
    SlToVlMap(const std::string& text, const std::string& name);

    /**
     * @param level service level, less than LEVEL_COUNT
     * @return its lane
     */
    uint8_t operator[](uint32_t level) const
    {
        return m_lanes[level];
    }

    /**
     * @param level service level, less than LEVEL_COUNT
     * @param laneMask GetLaneMask() of a port
     * @return lane at that port, or DISCARD
     */
    uint8_t GetLane(uint32_t level, uint8_t laneMask) const
    {
        const uint8_t lane = m_lanes[level];
        return lane == DISCARD ? lane : lane & laneMask;
    }

    /**
     * @param other another map
     * @return true if both maps are equal
     */
    bool operator==(const SlToVlMap& other) const
    {
        return m_lanes == other.m_lanes;
    }

    /** @return text that gives the same map */
    std::string ToString() const;

  private:
    static constexpr uint8_t LANE_OF_LAST_LEVEL = 7; //!< default

    std::array<uint8_t, LEVEL_COUNT> m_lanes; //!< by service level
};

} // namespace ns3

#endif // AI_FABRIC_SL_TO_VL_MAP_H

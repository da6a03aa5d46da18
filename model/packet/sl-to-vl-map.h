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
 * Lanes in tables are those of the largest port. One with fewer data lanes takes them modulo their
 * number, as opensm does: lane & GetLaneMask().
 *
 * @param dataLanes of a port: 1, 2, 4, 8 or 15, the values of PortInfo's VLCap
 * @return the bits of a lane number that make a difference to it
 */
constexpr uint8_t
GetLaneMask(uint32_t dataLanes)
{
    return static_cast<uint8_t>(dataLanes == MAX_DATA_LANES ? dataLanes : dataLanes - 1);
}

/**
 * @ingroup ai-fabric-packet
 * What decides how a packet is treated on its first link and behind it.
 */
struct ServiceClass
{
    uint8_t level; //!< service level, the same on all links
    uint8_t lane;  //!< on the first link
    uint8_t dscp;  //!< of the IP header, 6 bit
};

/**
 * @ingroup ai-fabric-packet
 * InfiniBand's table from the service level of a packet to the virtual lane that it leaves on
 * (IBTA vol. 1, 7.6.6).
 *
 * In text "0,1,2,3,...", the lane of service level 0 first, as opensm writes it. Levels behind the
 * last one that is given have lane 0. Lane 15 discards.
 *
 * Invariant: every lane is less than MAX_DATA_LANES, or DISCARD.
 */
class SlToVlMap
{
  public:
    /** Service levels, 4 bits of the header. */
    static constexpr uint32_t LEVEL_COUNT = 16;
    /** Lane that data may not use. */
    static constexpr uint8_t DISCARD = MANAGEMENT_LANE;

    /** Every level has the lane of its number, 15 has lane 7: opensm's default. */
    SlToVlMap();

    /**
     * @param text see above
     * @param name what to call it in the InputError if it is malformed
     */
    SlToVlMap(const std::string& text, const std::string& name);

    /** @param level less than LEVEL_COUNT @return its lane */
    uint8_t operator[](uint32_t level) const
    {
        return m_lanes[level];
    }

    /**
     * @param level less than LEVEL_COUNT
     * @param laneMask GetLaneMask() of a port
     * @return the lane at that port, or DISCARD
     */
    uint8_t GetLane(uint32_t level, uint8_t laneMask) const
    {
        const uint8_t lane = m_lanes[level];
        return lane == DISCARD ? lane : lane & laneMask;
    }

    /** @param other another @return whether it says the same */
    bool operator==(const SlToVlMap& other) const
    {
        return m_lanes == other.m_lanes;
    }

    /** @return text that gives the same map */
    std::string ToString() const;

  private:
    static constexpr uint8_t LANE_OF_LAST_LEVEL = 7; //!< unless the text says otherwise

    std::array<uint8_t, LEVEL_COUNT> m_lanes; //!< by service level
};

} // namespace ns3

#endif // AI_FABRIC_SL_TO_VL_MAP_H

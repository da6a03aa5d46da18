// SPDX-License-Identifier: GPL-2.0-only

#ifndef AI_FABRIC_SL_TO_VL_MAP_H
#define AI_FABRIC_SL_TO_VL_MAP_H

#include "fabric-packet.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3
{

/** @ingroup ai-fabric-core What decides how a packet is treated on its first link and behind it. */
struct ServiceClass
{
    uint8_t level; //!< service level, the same on all links
    uint8_t lane;  //!< priority or virtual lane on the first link
};

/**
 * @ingroup ai-fabric-core
 * InfiniBand's table from the service level of a packet to the virtual lane that it leaves on
 * (IBTA vol. 1, 7.6.6).
 *
 * In text "0,1,2,3,...", the lane of service level 0 first, as opensm writes it. Levels behind the
 * last one that is given have lane 0, and lanes 8 to 14 are taken modulo the number of lanes,
 * PRIORITY_COUNT, which is what opensm makes of them. Lane 15 discards.
 *
 * Invariant: every lane is less than PRIORITY_COUNT, or DISCARD.
 */
class SlToVlMap
{
  public:
    /** Service levels, 4 bits of the header. */
    static constexpr uint32_t LEVEL_COUNT = 16;
    /** Lane that data may not use. */
    static constexpr uint8_t DISCARD = 15;

    /** Every level has the lane of its number, modulo PRIORITY_COUNT. */
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

    /** @param other another @return whether it says the same */
    bool operator==(const SlToVlMap& other) const
    {
        return m_lanes == other.m_lanes;
    }

    /** @return text that gives the same map */
    std::string ToString() const;

  private:
    std::array<uint8_t, LEVEL_COUNT> m_lanes;
};

} // namespace ns3

#endif // AI_FABRIC_SL_TO_VL_MAP_H

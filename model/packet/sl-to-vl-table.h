// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SL_TO_VL_TABLE_H
#define AI_FABRIC_SL_TO_VL_TABLE_H

#include "sl-to-vl-map.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * The SlToVlMaps of a switch, one for each pair of input and output port (IBTA vol. 1, 7.6.6).
 *
 * A map does not depend on the lane of the incoming packet, only on the service level and the pair
 * of ports.
 *
 * Equal maps are stored once. A pair of ports takes two bytes, and none while all pairs have the
 * default map.
 */
class SlToVlTable
{
  public:
    /** @param map map of all pairs of ports without Set() */
    void SetDefault(const SlToVlMap& map)
    {
        m_maps[0] = map;
    }

    /** @return map of all pairs of ports without Set() */
    const SlToVlMap& GetDefault() const
    {
        return m_maps[0];
    }

    /**
     * @param ports number of ports of the switch, always the same
     * @param ingress port number
     * @param egress port number
     * @param map map of this pair
     */
    void Set(uint16_t ports, uint16_t ingress, uint16_t egress, const SlToVlMap& map)
    {
        if (m_mapOfPair.empty())
        {
            m_ports = ports;
            m_mapOfPair.resize(uint32_t{ports} * ports);
        }
        // Not the default map, which may change later.
        auto place = std::find(m_maps.begin() + 1, m_maps.end(), map);
        if (place == m_maps.end())
        {
            place = m_maps.insert(place, map);
        }
        m_mapOfPair[ingress * m_ports + egress] = static_cast<uint16_t>(place - m_maps.begin());
    }

    /** @return true if Set() was called */
    bool HasPairs() const
    {
        return !m_mapOfPair.empty();
    }

    /**
     * @param ingress port number
     * @param egress port number
     * @param level service level
     * @return lane of the map of this pair
     */
    uint8_t GetLane(uint16_t ingress, uint16_t egress, uint8_t level) const
    {
        const uint32_t map = HasPairs() ? m_mapOfPair[ingress * m_ports + egress] : 0;
        return m_maps[map][level];
    }

  private:
    std::vector<SlToVlMap> m_maps{SlToVlMap()}; //!< default first
    /** By ingress, egress; empty: all pairs have the default. */
    std::vector<uint16_t> m_mapOfPair;
    uint32_t m_ports{0}; //!< number of ports of the switch
};

} // namespace ns3

#endif // AI_FABRIC_SL_TO_VL_TABLE_H

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
 * The SlToVlMaps of a switch, one for each input and output port (IBTA vol. 1, 7.6.6).
 *
 * A map does not know the lane on which a packet came: the lane depends on the service level and
 * the pair of ports only.
 *
 * Each different map is stored once. A pair of ports takes two bytes, but none while all pairs have
 * the default map.
 */
class SlToVlTable
{
  public:
    /** @param map of all pairs of ports that Set() does not name */
    void SetDefault(const SlToVlMap& map)
    {
        m_maps[0] = map;
    }

    /** @return map of all pairs of ports that Set() does not name */
    const SlToVlMap& GetDefault() const
    {
        return m_maps[0];
    }

    /**
     * @param ports how many the switch has, always the same number
     * @param ingress port
     * @param egress port
     * @param map of this pair
     */
    void Set(uint16_t ports, uint16_t ingress, uint16_t egress, const SlToVlMap& map)
    {
        if (m_mapOfPair.empty())
        {
            m_ports = ports;
            m_mapOfPair.resize(uint32_t{ports} * ports);
        }
        // Not the default, which may be another one later.
        auto place = std::find(m_maps.begin() + 1, m_maps.end(), map);
        if (place == m_maps.end())
        {
            place = m_maps.insert(place, map);
        }
        m_mapOfPair[ingress * m_ports + egress] = static_cast<uint16_t>(place - m_maps.begin());
    }

    /** @return whether Set() was called */
    bool HasPairs() const
    {
        return !m_mapOfPair.empty();
    }

    /**
     * @param ingress port
     * @param egress port
     * @param level of service
     * @return SlToVlMap's lane
     */
    uint8_t GetLane(uint16_t ingress, uint16_t egress, uint8_t level) const
    {
        const uint32_t map = HasPairs() ? m_mapOfPair[ingress * m_ports + egress] : 0;
        return m_maps[map][level];
    }

  private:
    std::vector<SlToVlMap> m_maps{SlToVlMap()}; //!< the default first
    std::vector<uint16_t> m_mapOfPair;          //!< by ingress, egress; empty: all have the default
    uint32_t m_ports{0};                        //!< of the switch
};

} // namespace ns3

#endif // AI_FABRIC_SL_TO_VL_TABLE_H

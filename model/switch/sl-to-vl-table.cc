// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sl-to-vl-table.h"

#include <algorithm>

namespace ns3
{

void
SlToVlTable::Set(uint16_t ports, uint16_t ingress, uint16_t egress, const SlToVlMap& map)
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

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VOQ_TABLE_H
#define AI_FABRIC_VOQ_TABLE_H

#include "fabric-packet.h"
#include "flow-table.h"

#include <cstdint>
#include <deque>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Whose packets wait together in a scheduled fabric: those of one host for another one in one lane.
 * In a box that is one by itself ports take the place of hosts.
 */
struct VoqKey
{
    uint32_t sourceHost{0}; //!< index
    uint32_t destHost{0};   //!< index
    uint8_t lane{0};        //!< in the switches

    /** @param packet any @return that of its virtual output queue */
    static VoqKey Of(const FabricPacket& packet)
    {
        return {packet.sourceHost, packet.destHost, packet.lane};
    }
};

/**
 * @ingroup ai-fabric-packet
 * What one end of a scheduled fabric knows of each virtual output queue, numbered in the order in
 * which they were met.
 *
 * @tparam State of one; has a VoqKey named key
 */
template <typename State>
class VoqTable
{
  public:
    /** @param key of a queue @return its number; it is made if it is new */
    uint32_t Find(const VoqKey& key)
    {
        uint32_t& place = m_places.Find(key.sourceHost << LANE_BITS | key.lane, key.destHost);
        if (place == 0)
        {
            m_states.emplace_back();
            m_states.back().key = key;
            place = static_cast<uint32_t>(m_states.size());
        }
        return place - 1;
    }

    /** @param number of a queue @return what is known of it; stays where it is */
    State& operator[](uint32_t number)
    {
        return m_states[number];
    }

    /** @return all, by number */
    std::deque<State>& GetAll()
    {
        return m_states;
    }

  private:
    static constexpr uint32_t LANE_BITS = 4; //!< of a lane

    FlowTable<uint32_t> m_places; //!< number plus 1; 0: new
    std::deque<State> m_states;
};

} // namespace ns3

#endif // AI_FABRIC_VOQ_TABLE_H

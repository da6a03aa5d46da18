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
 * Identifies packets that wait together in a scheduled fabric: those from one host to another in
 * one lane. In a fabric that is a single box ports replace hosts.
 */
struct VoqKey
{
    uint32_t sourceHost{0}; //!< host index of the source
    uint32_t destHost{0};   //!< host index of the destination
    uint8_t lane{0};        //!< lane in the switches

    /**
     * @param packet packet
     * @return key of its virtual output queue
     */
    static VoqKey Of(const FabricPacket& packet)
    {
        return {packet.sourceHost, packet.destHost, packet.lane};
    }
};

/**
 * @ingroup ai-fabric-packet
 * State of one end of a scheduled fabric for each virtual output queue, numbered in the order of
 * first use.
 *
 * @tparam State state of one queue; has a VoqKey named key
 */
template <typename State>
class VoqTable
{
  public:
    /**
     * @param key key of a queue
     * @return its number; the queue is created if it is new
     */
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

    /**
     * @param number number of a queue
     * @return its state, whose address does not change
     */
    State& operator[](uint32_t number)
    {
        return m_states[number];
    }

    /** @return states of all queues, by number */
    std::deque<State>& GetAll()
    {
        return m_states;
    }

  private:
    static constexpr uint32_t LANE_BITS = 4; //!< width of a lane number

    FlowTable<uint32_t> m_places; //!< number plus 1; 0: new
    std::deque<State> m_states;
};

} // namespace ns3

#endif // AI_FABRIC_VOQ_TABLE_H

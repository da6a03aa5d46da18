// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_LANE_TURNS_H
#define AI_FABRIC_LANE_TURNS_H

#include "ns3/fabric-net-device.h"

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * Virtual output queues that a port is to grant credits, by lane: next is one of the lane with the
 * fewest bytes in the port's egress queue, of equal lanes that whose turn is longest ago; within a
 * lane queues take turns. So lanes share a port as its arbiter empties their egress queues, and one
 * that is paused keeps no other one waiting.
 */
class LaneTurns
{
  public:
    /** A lane that is next. */
    struct Next
    {
        uint8_t lane;          //!< its number
        uint64_t waitingBytes; //!< in its egress queue
    };

    /** Before anything else. @param lanes of the port */
    void SetLanes(uint32_t lanes)
    {
        m_lanes.assign(lanes, {});
    }

    /** @return whether no queue waits */
    bool IsEmpty() const
    {
        return m_waiting == 0;
    }

    /** @param lane of a queue @param queue its number @return whether it is alone in its lane */
    bool Push(uint8_t lane, uint32_t queue)
    {
        m_lanes[lane].queues.push_back(queue);
        ++m_waiting;
        return m_lanes[lane].queues.size() == 1;
    }

    /** Some queue waits. @param port whose turns these are @return the lane that is next */
    Next GetNext(const FabricNetDevice& port) const
    {
        std::pair<uint64_t, uint64_t> least{UINT64_MAX, UINT64_MAX}; // bytes, turn
        Next next{0, UINT64_MAX};
        for (uint8_t lane = 0; lane < m_lanes.size(); ++lane)
        {
            if (m_lanes[lane].queues.empty())
            {
                continue;
            }
            const std::pair key{port.GetQueueBytes(lane), m_lanes[lane].turn};
            if (key < least)
            {
                least = key;
                next = {lane, key.first};
            }
        }
        return next;
    }

    /** @param lane where some queue waits @return the queue whose turn it is */
    uint32_t GetFirst(uint8_t lane) const
    {
        return m_lanes[lane].queues.front();
    }

    /** @param lane where some queue waits @return the queue whose turn it is, which leaves */
    uint32_t Pop(uint8_t lane)
    {
        const uint32_t queue = GetFirst(lane);
        m_lanes[lane].queues.pop_front();
        m_lanes[lane].turn = ++m_turn;
        --m_waiting;
        return queue;
    }

  private:
    /** Who waits there. */
    struct Lane
    {
        std::deque<uint32_t> queues;
        uint64_t turn{0}; //!< number of its last turn
    };

    std::vector<Lane> m_lanes;
    uint32_t m_waiting{0}; //!< queues in all lanes
    uint64_t m_turn{0};
};

} // namespace ns3

#endif // AI_FABRIC_LANE_TURNS_H

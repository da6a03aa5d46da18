// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_VOQ_GRANT_ARBITER_H
#define AI_FABRIC_VOQ_GRANT_ARBITER_H

#include "ns3/fabric-net-device.h"

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scheduled
 * Virtual output queues that wait for a credit from a port, by lane. The next lane is the lane with
 * the fewest bytes in the port's egress queue; of equal lanes, the lane whose last turn is longest
 * ago. Within a lane, queues take turns. So lanes share a port as its arbiter empties their egress
 * queues, and a paused lane does not delay other lanes.
 */
class VoqGrantArbiter
{
  public:
    /** Lane with the next turn. */
    struct Next
    {
        uint8_t lane;          //!< lane number
        uint64_t waitingBytes; //!< bytes in the egress queue of the lane
    };

    /**
     * Sets the number of lanes; called before any other function.
     *
     * @param lanes lanes of the port
     */
    void SetLanes(uint32_t lanes)
    {
        m_lanes.assign(lanes, {});
    }

    /** @return true if no queue waits */
    bool IsEmpty() const
    {
        return m_waiting == 0;
    }

    /**
     * Adds a waiting queue.
     *
     * @param lane lane of the queue
     * @param queue number of the queue
     * @return true if it is the only queue of its lane
     */
    bool Push(uint8_t lane, uint32_t queue)
    {
        m_lanes[lane].queues.push_back(queue);
        ++m_waiting;
        return m_lanes[lane].queues.size() == 1;
    }

    /** Requires that a queue waits. @param port port that grants @return lane with the next turn */
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

    /** @param lane lane with a waiting queue @return number of the queue with the next turn */
    uint32_t GetFirst(uint8_t lane) const
    {
        return m_lanes[lane].queues.front();
    }

    /**
     * Removes the queue with the next turn.
     *
     * @param lane lane with a waiting queue
     * @return its number
     */
    uint32_t Pop(uint8_t lane)
    {
        const uint32_t queue = GetFirst(lane);
        m_lanes[lane].queues.pop_front();
        m_lanes[lane].turn = ++m_turn;
        --m_waiting;
        return queue;
    }

  private:
    /** Waiting queues of a lane. */
    struct Lane
    {
        std::deque<uint32_t> queues;
        uint64_t turn{0}; //!< number of the lane's last turn
    };

    std::vector<Lane> m_lanes;
    uint32_t m_waiting{0}; //!< queues in all lanes
    uint64_t m_turn{0};
};

} // namespace ns3

#endif // AI_FABRIC_VOQ_GRANT_ARBITER_H

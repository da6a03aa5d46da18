// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_EGRESS_ARBITER_H
#define AI_FABRIC_EGRESS_ARBITER_H

#include "ns3/object.h"
#include "ns3/packet-fifo.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-arbiter
 * Chooses the queue from which a port sends next.
 */
class EgressArbiter : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param eligible not zero; bit n: the first packet of queue n may be sent
     * @param queues queues by lane
     * @return number of the chosen queue; its first packet is then sent
     */
    uint32_t Select(uint32_t eligible, const std::vector<PacketFifo>& queues)
    {
        return DoSelect(eligible, queues);
    }

    /**
     * Called by the port.
     *
     * @param dataLanes number of data lanes, from lane 0 on: 1, 2, 4, 8 (before the call) or 15
     */
    void SetDataLanes(uint32_t dataLanes)
    {
        DoSetDataLanes(dataLanes);
    }

  private:
    virtual uint32_t DoSelect(uint32_t eligible, const std::vector<PacketFifo>& queues) = 0;
    /** Does nothing by default. */
    virtual void DoSetDataLanes(uint32_t dataLanes);
};

} // namespace ns3

#endif // AI_FABRIC_EGRESS_ARBITER_H

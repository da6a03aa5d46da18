// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_STAGE_H
#define AI_FABRIC_SWITCH_STAGE_H

#include "ns3/fabric-packet.h"
#include "ns3/packet-fifo.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * A stage between the packet memory of a switch and its egress queues, which may consume a packet
 * that arrives, or hold one that the buffer has admitted. PathSelector::GetStage() names it.
 */
class SwitchStage
{
  public:
    virtual ~SwitchStage() = default;

    /**
     * Called for every packet that arrives, before PathSelector::NotifyForward().
     *
     * @param packet packet that arrives
     * @param egress number of the port by which the packet would leave
     * @return true if the packet is addressed to this stage and is consumed
     */
    virtual bool Consume(const FabricPacket& packet, uint16_t egress) = 0;

    /**
     * Called for every admitted packet, after PathSelector::NotifyForward().
     *
     * @param packet admitted packet; taken if it is to be held
     * @param egress number of the port by which the packet leaves
     * @return true if the packet was taken
     */
    virtual bool Hold(FabricPacketPtr& packet, uint16_t egress) = 0;

    /**
     * Called when an egress queue begins to drop all its packets: held packets of that queue are
     * dropped, too.
     *
     * @param egress number of the egress port
     * @param lane lane of the queue
     * @return the packets that were held for this queue
     */
    virtual PacketFifo TakeHeld(uint16_t egress, uint8_t lane) = 0;

    /** @return bytes of the buffer used by held packets */
    virtual uint64_t GetHeldBytes() const = 0;

    /**
     * @param ingress number of the ingress port
     * @param lane lane whose sender may resume as far as the buffer is concerned
     * @return true if the sender must stay stopped because of SwitchContext::StopIngress()
     */
    virtual bool Stops(uint16_t ingress, uint8_t lane) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_STAGE_H

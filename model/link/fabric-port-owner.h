// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_PORT_OWNER_H
#define AI_FABRIC_FABRIC_PORT_OWNER_H

#include "ns3/fabric-packet.h"

#include <cstdint>
#include <utility>

namespace ns3
{

class FabricNetDevice;
struct FlowFilter;

/**
 * @ingroup ai-fabric-link
 * The owner of a port, a switch or a NIC, as seen by the port.
 */
class FabricPortOwner
{
  public:
    virtual ~FabricPortOwner() = default;

    /**
     * Called when a packet has come in; its readyPs is the current time.
     *
     * @param port port of arrival
     * @param packet packet; the owner may take it, else it is recycled afterwards
     */
    virtual void Receive(FabricNetDevice& port, FabricPacketPtr&& packet) = 0;

    /**
     * Called when a trimmed packet has come in (PacketKind::TRIMMED): a switch has cut its payload
     * and left the headers. Switches forward it like any packet; its destination learns that the
     * payload is lost.
     *
     * @param port port of arrival
     * @param packet as in Receive()
     */
    virtual void ReceiveTrimmed(FabricNetDevice& port, FabricPacketPtr&& packet)
    {
        Receive(port, std::move(packet));
    }

    /**
     * Called when the port is about to choose a packet; the owner may add packets to its queues.
     *
     * @param port port that chooses
     * @param nowPs current time, in ps
     */
    virtual void Refill(FabricNetDevice& port, int64_t nowPs) = 0;

    /**
     * Called when a packet has left its queue; its first bit leaves now.
     *
     * @param port port that sends; already busy with this packet
     * @param packet packet; may be marked; its lengths must not change
     * @param startPs time of the first bit, in ps
     */
    virtual void BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs) = 0;

    /** @return true if the owner can hold back single flows, as a NIC does; see PauseFlows() */
    virtual bool KeepsFlows() const
    {
        return false;
    }

    /**
     * Called by a flow control that knows flows, if the owner KeepsFlows().
     *
     * @param lane lane of the flows
     * @param paused flows that must not make packets until the next call; all others may
     * @param nowPs current time, in ps
     */
    virtual void PauseFlows(uint8_t lane, const FlowFilter& paused, int64_t nowPs)
    {
        (void)lane;
        (void)paused;
        (void)nowPs;
    }
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_PORT_OWNER_H

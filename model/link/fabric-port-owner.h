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
 * The owner of a port, a switch or a NIC, as the port calls it.
 */
class FabricPortOwner
{
  public:
    virtual ~FabricPortOwner() = default;

    /**
     * A packet came in; its readyPs is now.
     *
     * @param port where
     * @param packet the packet; the owner's if it takes it, else recycled afterwards
     */
    virtual void Receive(FabricNetDevice& port, FabricPacketPtr&& packet) = 0;

    /**
     * A trimmed packet came in (PacketKind::TRIMMED): a switch has cut its payload and left the
     * headers. A switch forwards it as any packet; the destination learns that the payload is lost.
     *
     * @param port where
     * @param packet as in Receive()
     */
    virtual void ReceiveTrimmed(FabricNetDevice& port, FabricPacketPtr&& packet)
    {
        Receive(port, std::move(packet));
    }

    /**
     * The port is about to choose a packet to send; the owner may put more into its queues.
     *
     * @param port which
     * @param nowPs current time, in ps
     */
    virtual void Refill(FabricNetDevice& port, int64_t nowPs) = 0;

    /**
     * A packet has left its queue; its first bit goes out now.
     *
     * @param port where; already busy with this packet
     * @param packet may be marked; its lengths must stay
     * @param startPs the time of the first bit
     */
    virtual void BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs) = 0;

    /** @return whether it can hold back each of its flows, as a NIC does; see PauseFlows() */
    virtual bool KeepsFlows() const
    {
        return false;
    }

    /**
     * For a flow control that knows flows, if the owner KeepsFlows().
     *
     * @param lane whose flows are meant
     * @param paused flows that may make no packets until the next call; all others may
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

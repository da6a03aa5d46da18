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

/**
 * @ingroup ai-fabric-link
 * What stands behind a port: a switch or a NIC. All that the two have in common.
 */
class FabricPortOwner
{
  public:
    virtual ~FabricPortOwner() = default;

    /**
     * A packet came in; its readyPs is now.
     *
     * @param port where
     * @param packet the packet, now the owner's
     */
    virtual void Receive(FabricNetDevice& port, FabricPacketPtr packet) = 0;

    /**
     * What a switch has left of a packet of a transport came in: its header, PacketKind::TRIMMED.
     * Who forwards treats it as any packet; who is its destination knows now that the payload is
     * lost.
     *
     * @param port where
     * @param packet the packet, now the owner's
     */
    virtual void ReceiveTrimmed(FabricNetDevice& port, FabricPacketPtr packet)
    {
        Receive(port, std::move(packet));
    }

    /**
     * The port is about to choose what to send and may be given packets for it.
     *
     * @param port which
     * @param nowPs the time
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
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_PORT_OWNER_H

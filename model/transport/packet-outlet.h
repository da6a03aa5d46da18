// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_OUTLET_H
#define AI_FABRIC_PACKET_OUTLET_H

#include "ns3/fabric-packet.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-transport
 * Sends packets that need no turn of the NicScheduler, such as acknowledgements.
 */
class PacketOutlet
{
  public:
    virtual ~PacketOutlet() = default;

    /** @param packet packet to send; its readyPs is the current time */
    virtual void Enqueue(FabricPacketPtr&& packet) = 0;
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_OUTLET_H

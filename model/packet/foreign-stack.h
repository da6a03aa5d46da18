// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FOREIGN_STACK_H
#define AI_FABRIC_FOREIGN_STACK_H

#include "fabric-packet.h"

#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * What a host's FabricNetDevice knows of ns-3's own protocols: who takes their packets, both ways.
 * ForeignPort is the one there is; a program that never has one is linked without it, and without
 * ns-3's module internet.
 */
class ForeignStack
{
  public:
    virtual ~ForeignStack() = default;

    /**
     * @param packet from its network header on
     * @param source MAC address of the sender, as the frame has it
     * @param dest MAC address of a host, or broadcast
     * @param protocol EtherType
     * @return whether it was accepted
     */
    virtual bool Send(Ptr<const Packet> packet,
                      const Mac48Address& source,
                      const Mac48Address& dest,
                      uint16_t protocol) = 0;

    /** @param packet that arrived, of kind FOREIGN */
    virtual void Deliver(FabricPacketPtr packet) = 0;
};

} // namespace ns3

#endif // AI_FABRIC_FOREIGN_STACK_H

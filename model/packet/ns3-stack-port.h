// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_NS3_STACK_PORT_H
#define AI_FABRIC_NS3_STACK_PORT_H

#include "fabric-packet.h"

#include "ns3/mac48-address.h"
#include "ns3/packet.h"
#include "ns3/ptr.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-packet
 * Interface between a host's FabricNetDevice and ns-3's own protocols: takes packets in both
 * directions. ForeignPort is the only implementation; a program without it is linked without ns-3's
 * module internet.
 */
class Ns3StackPort
{
  public:
    virtual ~Ns3StackPort() = default;

    /**
     * @param packet from its network header on
     * @param source MAC address of the sender in the frame
     * @param dest MAC address of a host, or broadcast
     * @param protocol EtherType
     * @return true if the packet was accepted
     */
    virtual bool Send(Ptr<const Packet> packet,
                      const Mac48Address& source,
                      const Mac48Address& dest,
                      uint16_t protocol) = 0;

    /** @param packet packet of kind FOREIGN that arrived */
    virtual void Deliver(FabricPacketPtr packet) = 0;
};

} // namespace ns3

#endif // AI_FABRIC_NS3_STACK_PORT_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_CONSUMER_H
#define AI_FABRIC_PACKET_CONSUMER_H

#include "ns3/fabric-packet.h"

#include <cstdint>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * Where packets of a kind that goes hop by hop end and begin: what a switch or a host has for them
 * behind a port, beside the port's owner. They cross one link each, in the queue of their lane and
 * with its credits, and never come to a forwarding table.
 */
class PacketConsumer
{
  public:
    /**
     * A packet came in; its readyPs is now. What its place in the input buffer is for the flow
     * control is this consumer's to say.
     *
     * @param port where
     * @param packet of a kind that this was set for
     */
    virtual void Consume(FabricNetDevice& port, FabricPacketPtr packet) = 0;

    /**
     * A packet has left its queue; its first bit goes out now.
     *
     * @param port where; already busy with this packet
     * @param packet of a kind that this was set for
     * @param startPs the time of the first bit
     */
    virtual void NotifyConsumerSent(FabricNetDevice& port,
                                    const FabricPacket& packet,
                                    int64_t startPs) = 0;

  protected:
    ~PacketConsumer() = default;
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_CONSUMER_H

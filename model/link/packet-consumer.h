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
 * Sends and receives packets of a kind that goes hop by hop (in-network aggregation), at a switch
 * or host, beside the owner of the port. Such a packet crosses one link, in the queue of its lane
 * and with its credits, and is never looked up in a forwarding table.
 */
class PacketConsumer
{
  public:
    /**
     * A packet came in; its readyPs is now. The consumer must tell the port's flow control of its
     * place in the input buffer (NotifyReceived(), NotifyFreed()).
     *
     * @param port where
     * @param packet of a kind for which this consumer was set
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

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_CONSUMER_H
#define AI_FABRIC_PACKET_CONSUMER_H

#include "ns3/fabric-packet.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ns3
{

class FabricNetDevice;

/**
 * @ingroup ai-fabric-link
 * Sends and receives packets of a kind that is consumed at each hop (in-network aggregation), at a
 * switch or host, beside the owner of the port. Such a packet crosses one link, in the queue of its
 * lane and with its credits, and is never looked up in a forwarding table.
 */
class PacketConsumer
{
  public:
    /**
     * Called when a packet has come in; its readyPs is the current time. The consumer must notify
     * the port's flow control of the packet's room in the input buffer (NotifyReceived(),
     * NotifyFreed()).
     *
     * @param port port of arrival
     * @param packet packet of a kind for which this consumer was set
     */
    virtual void Consume(FabricNetDevice& port, FabricPacketPtr packet) = 0;

    /**
     * Called when a packet has left its queue; its first bit leaves now.
     *
     * @param port port that sends; already busy with this packet
     * @param packet packet of a kind for which this consumer was set
     * @param startPs time of the first bit, in ps
     */
    virtual void NotifyConsumerSent(FabricNetDevice& port,
                                    const FabricPacket& packet,
                                    int64_t startPs) = 0;

  protected:
    ~PacketConsumer() = default;
};

/**
 * @ingroup ai-fabric-link
 * The consumers of one port, at most one or two.
 */
class PacketConsumers
{
  public:
    /**
     * @param kind kind of packets
     * @param consumer consumer of these packets
     */
    void Add(PacketKind kind, PacketConsumer* consumer)
    {
        m_consumers.emplace_back(kind, consumer);
    }

    /** @param kind kind of packets @return their consumer; null: none */
    PacketConsumer* Find(PacketKind kind) const
    {
        for (const auto& [consumed, consumer] : m_consumers)
        {
            if (consumed == kind)
            {
                return consumer;
            }
        }
        return nullptr;
    }

    /** Removes all consumers. */
    void Clear()
    {
        m_consumers.clear();
    }

  private:
    std::vector<std::pair<PacketKind, PacketConsumer*>> m_consumers;
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_CONSUMER_H

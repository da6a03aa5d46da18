// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_AGGREGATION_ENDPOINT_H
#define AI_FABRIC_AGGREGATION_ENDPOINT_H

#include "aggregation-header.h"
#include "aggregation-member.h"

#include "ns3/object.h"
#include "ns3/packet-consumer.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-aggregation
 * In-network aggregation at a host's port: the host's memberships in aggregation trees. Aggregated
 * to the port's FabricNetDevice, beside the NIC that owns the port.
 *
 * Each member has at most one packet in the queue of its lane, and puts the next packet there when
 * that one has left. So members take turns with each other and with the queue pairs.
 */
class AggregationEndpoint final : public Object, public PacketConsumer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Starts the endpoint. @param port port of a host */
    void Install(Ptr<FabricNetDevice> port);

    /**
     * @param settings settings for a tree in which this host is not yet a member
     * @return the new member
     */
    Ptr<AggregationMember> Join(const AggregationMember::Settings& settings);

    /** @return all members, in the order they were made */
    const std::vector<Ptr<AggregationMember>>& GetMembers() const
    {
        return m_members;
    }

    void Consume(FabricNetDevice& port, FabricPacketPtr packet) override;
    void NotifyConsumerSent(FabricNetDevice& port,
                            const FabricPacket& packet,
                            int64_t startPs) override;

  protected:
    void DoDispose() override;

  private:
    /** @return the member in the tree of the packet */
    AggregationMember& Find(const FabricPacket& packet) const
    {
        return *m_members[m_place[packet.As<AggregationHeader>().tree]];
    }

    FabricNetDevice* m_port{nullptr};              //!< port to which this is aggregated
    std::vector<Ptr<AggregationMember>> m_members; //!< in the order in which they were added
    std::vector<uint32_t> m_place;                 //!< index into m_members, by number of the tree
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_ENDPOINT_H

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
 * What a host's port does for in-network aggregation: its shares in trees. Aggregated to its
 * FabricNetDevice, beside the NIC that owns the port.
 *
 * Each share has at most one packet in the queue of its lane, and puts the next one there when
 * that has left: shares take turns with each other and with the queue pairs together.
 */
class AggregationEndpoint final : public Object, public PacketConsumer
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** Puts it to work. @param port of a host */
    void Install(Ptr<FabricNetDevice> port);

    /** @param settings of a tree that this host has no share in @return the share */
    Ptr<AggregationMember> Join(const AggregationMember::Settings& settings);

    /** @return all shares, in the order they were made */
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
    /** @return the share in the tree of the packet */
    AggregationMember& Find(const FabricPacket& packet) const
    {
        return *m_members[m_place[packet.As<AggregationHeader>().tree]];
    }

    FabricNetDevice* m_port{nullptr};              //!< that has this by aggregation
    std::vector<Ptr<AggregationMember>> m_members; //!< in the order in which they were added
    std::vector<uint32_t> m_place;                 //!< index into m_members by number of the tree
};

} // namespace ns3

#endif // AI_FABRIC_AGGREGATION_ENDPOINT_H

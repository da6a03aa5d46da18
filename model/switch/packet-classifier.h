// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PACKET_CLASSIFIER_H
#define AI_FABRIC_PACKET_CLASSIFIER_H

#include "ns3/drop-reason.h"
#include "ns3/fabric-net-device.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * Decides the lane of a packet in a switch, where that of the link it came by
 * does not.
 *
 * A packet has two: ingressLane, to whose account it is charged at its input and which is
 * stopped for it, and lane, whose queue it waits in and which it has on the next link. Both
 * are those of the link when a classifier is asked. On links with credits the first must stay: it
 * is the lane on which the sender counts.
 */
class PacketClassifier : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return whether any packet gets another lane; else nobody asks */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /**
     * Before the first packet.
     *
     * @param ports of the switch by number, with their flow control
     * @throw InputError if it is nothing for them
     */
    void Configure(const std::vector<Ptr<FabricNetDevice>>& ports);

    /**
     * @param packet whose way is known; may be given other lanes
     * @param egress port number
     * @return why it is thrown away; NONE: it is not
     */
    DropReason Classify(FabricPacket& packet, uint16_t egress) const
    {
        return DoClassify(packet, egress);
    }

    /**
     * For those who ask without a packet.
     *
     * @param dscp of a packet
     * @param sent its lane on the link
     * @return that in this switch
     */
    uint8_t GetLane(uint8_t dscp, uint8_t sent) const
    {
        return DoGetLane(dscp, sent);
    }

  protected:
    void DoDispose() override;

    /** @return ports of the switch by number */
    const std::vector<Ptr<FabricNetDevice>>& GetPorts() const
    {
        return m_ports;
    }

  private:
    /** True unless this says otherwise. */
    virtual bool DoIsNeeded() const;
    /** Throws if it is nothing for these ports; takes all that have the same lanes otherwise. */
    virtual void DoConfigure(const std::vector<Ptr<FabricNetDevice>>& ports) const;
    virtual DropReason DoClassify(FabricPacket& packet, uint16_t egress) const = 0;
    /** That on the link unless this says otherwise. */
    virtual uint8_t DoGetLane(uint8_t dscp, uint8_t sent) const;

    std::vector<Ptr<FabricNetDevice>> m_ports;
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_CLASSIFIER_H

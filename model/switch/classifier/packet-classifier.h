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
 * Decides the lane of a packet in a switch, if that differs from the lane of the incoming link.
 *
 * A packet has two lanes. ingressLane is the lane to which its input charges it, and which is
 * stopped if the buffer fills. lane is the lane of its egress queue and of the next link. Both are
 * the lane of the incoming link when the classifier is called. On links with credits ingressLane
 * must not change: the sender counts credits on it.
 */
class PacketClassifier : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return true if any packet gets another lane; if false, the switch never calls Classify() */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /**
     * Called before the first packet.
     *
     * @param ports ports of the switch by number, with their flow control
     * @throw InputError if the classifier cannot serve their flow controls
     */
    void Configure(const std::vector<Ptr<FabricNetDevice>>& ports);

    /**
     * @param packet packet with a known egress port; its lanes may be changed
     * @param egress port number
     * @return reason to drop the packet; NONE: the packet goes on
     */
    DropReason Classify(FabricPacket& packet, uint16_t egress) const
    {
        return DoClassify(packet, egress);
    }

    /**
     * Lane of packets with a DSCP, for lints and other code that has no packet.
     *
     * @param dscp DSCP of a packet
     * @param sent lane of the packet on the link
     * @return lane of the packet in this switch
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

    /**
     * Throws InputError if the classifier cannot serve these ports. By default all ports must have
     * the same lanes.
     */
    virtual void DoConfigure(const std::vector<Ptr<FabricNetDevice>>& ports);

  private:
    /** @return true by default */
    virtual bool DoIsNeeded() const;
    virtual DropReason DoClassify(FabricPacket& packet, uint16_t egress) const = 0;
    /** @return the lane on the link by default */
    virtual uint8_t DoGetLane(uint8_t dscp, uint8_t sent) const;

    std::vector<Ptr<FabricNetDevice>> m_ports; //!< ports of the switch, by number
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_CLASSIFIER_H

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
 * Decides the lane of a packet in a switch, where it does not keep the lane of the link by which it
 * came.
 *
 * A packet has two lanes. It is charged to ingressLane at its input, and that lane is stopped if
 * the buffer fills. It waits in the queue of lane, which is its lane on the next link, too. Both
 * have the lane of the link by which it came when a classifier is asked. On links with credits
 * ingressLane must stay: it is the lane on which the sender counts.
 */
class PacketClassifier : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return whether any packet gets another lane; if not, the switch never calls Classify() */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /**
     * Before the first packet.
     *
     * @param ports of the switch by number, with their flow control
     * @throw InputError if it cannot serve their flow controls
     */
    void Configure(const std::vector<Ptr<FabricNetDevice>>& ports);

    /**
     * @param packet whose egress port is known; may be given other lanes
     * @param egress port number
     * @return why the packet is to be dropped; NONE: it is not
     */
    DropReason Classify(FabricPacket& packet, uint16_t egress) const
    {
        return DoClassify(packet, egress);
    }

    /**
     * The lane of packets with a DSCP, for lints and other code that has no packet.
     *
     * @param dscp of a packet
     * @param sent its lane on the link
     * @return its lane in this switch
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
     * Throws InputError if it cannot serve these ports; by default they must have the same lanes.
     */
    virtual void DoConfigure(const std::vector<Ptr<FabricNetDevice>>& ports);

  private:
    /** @return true by default */
    virtual bool DoIsNeeded() const;
    virtual DropReason DoClassify(FabricPacket& packet, uint16_t egress) const = 0;
    /** @return sent by default */
    virtual uint8_t DoGetLane(uint8_t dscp, uint8_t sent) const;

    std::vector<Ptr<FabricNetDevice>> m_ports; //!< of the switch, by number
};

} // namespace ns3

#endif // AI_FABRIC_PACKET_CLASSIFIER_H

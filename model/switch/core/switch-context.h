// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_CONTEXT_H
#define AI_FABRIC_SWITCH_CONTEXT_H

#include "ns3/drop-reason.h"
#include "ns3/fabric-net-device.h"
#include "ns3/fabric-packet.h"
#include "ns3/object.h"

#include <cstdint>
#include <vector>

namespace ns3
{

class PathSelector;
class SwitchBuffer;
class SwitchStage;

/**
 * @ingroup ai-fabric-switch
 * A switch as its parts see it: path selectors, stages, markers, classifiers, watchdogs. A part
 * includes this header and not that of the switch, so a new part edits no file of the switch.
 * Aggregated to its Node, where the parts of a neighbour switch find it.
 *
 * All packets that a part hands over have the current time as their readyPs.
 */
class SwitchContext : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * Call before threads run.
     *
     * @param port port with a complete link
     * @return true if a host is at the other end, false for a switch
     */
    static bool LeadsToHost(const FabricNetDevice& port);

    /**
     * For code that caches forwarding or rates of other switches. These change only between
     * windows, when a single thread runs.
     *
     * @return counter that increases with each such change of any switch
     */
    static uint64_t GetForwardingEpoch()
    {
        return s_forwardingEpoch;
    }

    /** @return ports by number */
    const std::vector<Ptr<FabricNetDevice>>& GetPorts() const
    {
        return m_ports;
    }

    /** @return packet memory */
    virtual const SwitchBuffer& GetBuffer() const = 0;

    /** @return path selector of all ports; null until it is set */
    virtual PathSelector* GetPathSelector() const = 0;

    /** @return stage between buffer and egress queues; null: none */
    virtual SwitchStage* GetStage() const = 0;

    /**
     * @param host host index
     * @return numbers of the ports that lead to the host now, ascending; may be empty
     */
    virtual const std::vector<uint16_t>& GetPortsTo(uint32_t host) const = 0;

    /**
     * Puts a packet into its egress queue.
     *
     * @param packet packet that is charged to the buffer and complete
     * @param egress port number by which the packet leaves
     */
    virtual void Forward(FabricPacketPtr packet, uint16_t egress) = 0;

    /**
     * Continues with a packet that a SwitchStage has held: the packet waits for its last bit if it
     * has to, and then goes to its egress queue.
     *
     * @param packet packet that was held
     * @param egress port number by which the packet leaves
     */
    virtual void ResumeForwarding(FabricPacketPtr packet, uint16_t egress) = 0;

    /**
     * Sends a packet that the switch itself has made.
     *
     * @param packet packet to send
     * @param ingress number of the port to which the packet is charged, in its lane
     */
    virtual void Originate(FabricPacketPtr packet, uint16_t ingress) = 0;

    /**
     * The same, with a given egress port.
     *
     * @param packet packet to send
     * @param ingress number of the port to which the packet is charged, in its lane
     * @param egress number of the port by which the packet leaves
     */
    virtual void Originate(FabricPacketPtr packet, uint16_t ingress, uint16_t egress) = 0;

    /**
     * Changes the length of a held packet.
     *
     * @param packet held packet
     * @param egress port number by which the packet will leave
     * @param frameBytes new length of its frame, in bytes
     * @return true if the buffer has room; if false, the packet has left the buffer and its drop is
     * counted
     */
    virtual bool Resize(FabricPacket& packet, uint16_t egress, uint32_t frameBytes) = 0;

    /**
     * Charges a held packet to another egress port.
     *
     * @param packet packet that was held
     * @param from port number of the old egress
     * @param to port number of the new egress
     */
    virtual void MoveHeld(const FabricPacket& packet, uint16_t from, uint16_t to) = 0;

    /**
     * Drops a packet.
     *
     * @param packet packet that is charged to the buffer, or is consumed at the next hop
     * @param egress port number by which the packet would have left
     * @param reason reason of the drop
     * @param nowPs current time, in ps
     */
    virtual void Discard(FabricPacketPtr packet,
                         uint16_t egress,
                         DropReason reason,
                         int64_t nowPs) = 0;

    /**
     * Stops the sender of a packet.
     *
     * @param packet packet that has come now
     */
    virtual void StopIngress(const FabricPacket& packet) = 0;

    /**
     * Lets the marker judge a packet at a queue outside the ports.
     *
     * @param packet held packet
     * @param egress port number by which the packet will leave
     * @param queueBytes bytes in the queue, without the packet
     * @param comes true: the packet comes to the queue; false: it leaves the queue
     * @param nowPs current time, in ps
     */
    virtual void MarkHeld(FabricPacket& packet,
                          uint16_t egress,
                          uint64_t queueBytes,
                          bool comes,
                          int64_t nowPs) = 0;

    /**
     * Starts to drop all packets of an egress queue, present and future, or ends this.
     *
     * @param port port number
     * @param lane lane of the queue
     * @param reason reason of the drops; NONE: ends the dropping
     * @param nowPs current time, in ps
     */
    virtual void SetDiscard(uint16_t port, uint8_t lane, DropReason reason, int64_t nowPs) = 0;

    /**
     * Drops the first packet of an egress queue; with an InputArbiter, the first packet of each
     * virtual output queue. The packets behind them become first; their readyPs is set to nowPs.
     *
     * @param port port number
     * @param lane lane of the queue
     * @param readyPs time in ps; only packets that were first at this time or earlier are dropped
     * @param reason reason of the drops
     * @param nowPs current time, in ps
     * @return number of dropped packets
     */
    virtual uint32_t DropHeads(uint16_t port,
                               uint8_t lane,
                               int64_t readyPs,
                               DropReason reason,
                               int64_t nowPs) = 0;

  protected:
    void DoDispose() override;

    static uint64_t s_forwardingEpoch; //!< see GetForwardingEpoch()

    std::vector<Ptr<FabricNetDevice>> m_ports; //!< by number
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_CONTEXT_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOLDING_PATH_SELECTOR_H
#define AI_FABRIC_HOLDING_PATH_SELECTOR_H

#include "path-selector.h"

#include "ns3/drop-reason.h"
#include "ns3/packet-fifo.h"
#include "ns3/switch-stage.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * A path selector that holds packets back, to restore their order or until the buffer has room.
 * Switches with such a selector may send packets of their own to each other.
 *
 * A held packet has been admitted: it stays charged to the buffer, at ingress and egress, and
 * pauses its sender like any other packet, until its first bit has left. It is not in the queue of
 * its egress port yet, so it does not cause marks there.
 *
 * A packet made by a switch is charged to the port of the packet that it answers, in its own lane.
 * It has no credits there, so this class cannot work with flow controls that count credits.
 *
 * Invariant: GetHeldBytes() is the buffer charge of the packets that Hold() has taken and that
 * neither Release() nor TakeHeld() has returned.
 */
class HoldingPathSelector : public PathSelector, public SwitchStage
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    bool Consume(const FabricPacket& packet, uint16_t egress) final
    {
        return DoConsume(packet, egress);
    }

    bool Hold(FabricPacketPtr& packet, uint16_t egress) final;
    PacketFifo TakeHeld(uint16_t egress, uint8_t lane) final;

    uint64_t GetHeldBytes() const final
    {
        return m_heldBytes;
    }

    bool Stops(uint16_t ingress, uint8_t lane) const final
    {
        return DoStops(ingress, lane);
    }

    /**
     * @return true if the switches of a network restore the order of flows together; false if such
     * a switch works among switches with other path selectors
     */
    bool RestoresOrder() const
    {
        return DoRestoresOrder();
    }

  protected:
    static constexpr uint32_t CONTROL_FRAME_BYTES = 64; //!< shortest Ethernet frame, in bytes
    /** The same with preamble and interframe gap. */
    static constexpr uint32_t CONTROL_WIRE_BYTES = 84;

    /**
     * @param packet packet that was held; its last bit may still be on the way
     * @param egress number of the port by which the packet leaves
     * @param nowPs current time, in ps
     */
    void Release(FabricPacketPtr packet, uint16_t egress, int64_t nowPs);

    /**
     * The same for a packet whose egress port has changed.
     *
     * @param packet packet that was held
     * @param from number of the old egress port
     * @param to number of the new egress port
     * @param nowPs current time, in ps
     */
    void Release(FabricPacketPtr packet, uint16_t from, uint16_t to, int64_t nowPs);

    /**
     * @param packet packet that was held, and is dropped now
     * @param egress number of the port by which the packet would have left
     * @param reason reason of the drop
     * @param nowPs current time, in ps
     */
    void ThrowAway(FabricPacketPtr packet, uint16_t egress, DropReason reason, int64_t nowPs);

    /**
     * @param host host index
     * @return numbers of the ports that lead to the host now, ascending; may be empty
     */
    const std::vector<uint16_t>& GetPortsTo(uint32_t host) const;

    /**
     * Checks the lane of the packets that switches make. A lossless lane cannot carry them, because
     * the switch that makes them cannot be paused.
     *
     * @param priority priority of the packets that switches make, an attribute named
     * ControlPriority
     * @throw InputError if a port has a flow control that is lossless in this priority
     */
    void RequireLossy(uint8_t priority) const;

    /**
     * @param from index of the host that stands as source in the packet
     * @param to index of a host behind the switch that consumes the packet
     * @param priority priority of the packet, also written in its DSCP
     * @param transport transport number of the selector's packets
     * @param nowPs current time, in ps
     * @return packet of the shortest length, for Originate()
     */
    static FabricPacketPtr MakePacket(uint32_t from,
                                      uint32_t to,
                                      uint8_t priority,
                                      uint8_t transport,
                                      int64_t nowPs);

    /**
     * @param packet packet made here, with lengths, hosts, entropy and lane; its readyPs is the
     * current time
     * @param ingress number of the port to which the packet is charged
     */
    void Originate(FabricPacketPtr packet, uint16_t ingress);

    /**
     * The same, with a given egress port.
     *
     * @param packet packet made here, with lengths, hosts, entropy and lane; its readyPs is the
     * current time
     * @param ingress number of the port to which the packet is charged
     * @param egress number of the port by which the packet leaves
     */
    void Originate(FabricPacketPtr packet, uint16_t ingress, uint16_t egress);

    /**
     * Changes the length of a packet that is held, or that Hold() is about to take.
     *
     * @param packet the packet; it is dropped if the buffer has no room
     * @param egress number of the port by which the packet leaves
     * @param frameBytes new length of the frame, in bytes
     * @return true if the buffer has room
     */
    bool Resize(FabricPacketPtr& packet, uint16_t egress, uint32_t frameBytes);

    /**
     * Stops the sender of a packet. The sender resumes when a packet of the same ingress port and
     * lane leaves the buffer and both the buffer and Stops() allow it.
     *
     * @param packet packet that has come now
     */
    void StopIngress(const FabricPacket& packet) const;

    /**
     * Lets the marker judge a packet that waits here before its egress queue, if the marker judges
     * packets when they come to a queue.
     *
     * @param packet packet that has come now
     * @param egress number of the port by which the packet leaves
     * @param queueBytes bytes that wait in front of the packet
     */
    void MarkComing(FabricPacket& packet, uint16_t egress, uint64_t queueBytes) const;

    /**
     * The same, if the marker judges packets when they leave a queue.
     *
     * @param packet packet whose wait is over
     * @param egress number of the port by which the packet leaves
     * @param queueBytes bytes that wait behind the packet
     * @param nowPs current time, in ps
     */
    void MarkLeaving(FabricPacket& packet,
                     uint16_t egress,
                     uint64_t queueBytes,
                     int64_t nowPs) const;

    /**
     * Checks the flow controls of the ports.
     *
     * @throw InputError if a port counts credits
     */
    void DoStart() override;

  private:
    bool DoSeesEveryPacket() const final;
    SwitchStage* DoGetStage() final;
    virtual bool DoConsume(const FabricPacket& packet, uint16_t egress) = 0;
    virtual bool DoHold(FabricPacketPtr& packet, uint16_t egress) = 0;
    virtual PacketFifo DoTakeHeld(uint16_t egress, uint8_t lane) = 0;
    /** @return true by default */
    virtual bool DoRestoresOrder() const;
    /** @return false by default */
    virtual bool DoStops(uint16_t ingress, uint8_t lane) const;

    uint64_t m_heldBytes{0};
};

} // namespace ns3

#endif // AI_FABRIC_HOLDING_PATH_SELECTOR_H

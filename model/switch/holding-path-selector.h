// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_HOLDING_PATH_SELECTOR_H
#define AI_FABRIC_HOLDING_PATH_SELECTOR_H

#include "path-selector.h"

#include "ns3/drop-reason.h"
#include "ns3/packet-fifo.h"

#include <cstdint>

namespace ns3
{

class FabricSwitch;

/**
 * @ingroup ai-fabric-switch
 * A path selector that holds packets back, to restore their order or until there is room for them,
 * and whose switches may send each other packets of their own.
 *
 * A packet that is held has been admitted: it stays charged to the buffer, by ingress and by
 * egress, and senders are paused for it as for any other, until its first bit has left. It is not
 * in the queue of its egress port yet, so nobody is marked for it.
 *
 * A packet that a switch makes is charged to the port of the packet that it answers, in its own
 * lane. It needs no credits there, so this does not go with flow controls that count.
 *
 * Invariant: GetHeldBytes() is what the buffer charges for what Hold() has taken and neither
 * Release() nor TakeHeld() given back.
 */
class HoldingPathSelector : public PathSelector
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @param fabricSwitch whose packets these are; outlives this */
    void SetSwitch(FabricSwitch& fabricSwitch)
    {
        m_switch = &fabricSwitch;
    }

    /**
     * Asked of every packet that is forwarded, before NotifyForward().
     *
     * @param packet any
     * @param egress number of the port that it would leave by
     * @return whether it was meant for this selector, and goes no further
     */
    bool Consume(const FabricPacket& packet, uint16_t egress)
    {
        return DoConsume(packet, egress);
    }

    /**
     * Asked of every packet that was admitted, after NotifyForward().
     *
     * @param packet is taken if it is to be held
     * @param egress number of the port that it leaves by
     * @return whether it was taken
     */
    bool Hold(FabricPacketPtr& packet, uint16_t egress);

    /**
     * An egress queue begins to throw away all its packets: so it does with those that are held.
     *
     * @param egress number of the port that they leave by
     * @param lane of the queue
     * @return them; they are held no more
     */
    PacketFifo TakeHeld(uint16_t egress, uint8_t lane);

    /** @return bytes of the buffer that what is held takes */
    uint64_t GetHeldBytes() const
    {
        return m_heldBytes;
    }

    /**
     * @return whether the switches of a network restore the order of flows together; else each of
     *         them may be among switches with other path selectors
     */
    bool RestoresOrder() const
    {
        return DoRestoresOrder();
    }

    /**
     * @param ingress port
     * @param lane whose sender the buffer would let go on
     * @return whether it stays stopped, as StopIngress() had it
     */
    bool Stops(uint16_t ingress, uint8_t lane) const
    {
        return DoStops(ingress, lane);
    }

  protected:
    static constexpr uint32_t CONTROL_FRAME_BYTES = 64; //!< the least frame of Ethernet
    static constexpr uint32_t CONTROL_WIRE_BYTES = 84;  //!< with preamble and gap

    /**
     * @param packet that was held; if its last bit is to come, as any that came now
     * @param egress number of the port that it leaves by
     * @param nowPs the time
     */
    void Release(FabricPacketPtr packet, uint16_t egress, int64_t nowPs);

    /**
     * The same of a packet that leaves by another port than it was to.
     *
     * @param packet that was held
     * @param from number of the port that it was to leave by
     * @param to number of the port that it leaves by
     * @param nowPs the time
     */
    void Release(FabricPacketPtr packet, uint16_t from, uint16_t to, int64_t nowPs);

    /**
     * @param packet that was held, and is thrown away
     * @param egress number of the port that it was to leave by
     * @param reason why
     * @param nowPs the time
     */
    void ThrowAway(FabricPacketPtr packet, uint16_t egress, DropReason reason, int64_t nowPs);

    /** @param host its index @return the ports that lead to it now, ascending; empty: none */
    const std::vector<uint16_t>& GetPortsTo(uint32_t host) const;

    /**
     * A switch that makes packets cannot be stopped: who loses none cannot carry them.
     *
     * @param priority of the packets that switches make, an attribute named ControlPriority
     * @throw InputError if a port has a flow control that loses none in it
     */
    void RequireLossy(uint8_t priority) const;

    /**
     * @param from index of the host that it seems to come from
     * @param to index of a host behind the switch that is to consume it
     * @param priority its own, which its DSCP says, too
     * @param transport number of the selector's packets
     * @param nowPs the time
     * @return a packet of the least length, for Originate()
     */
    static FabricPacketPtr MakePacket(uint32_t from,
                                      uint32_t to,
                                      uint8_t priority,
                                      uint8_t transport,
                                      int64_t nowPs);

    /**
     * @param packet made here, with lengths, hosts, entropy and lane; its readyPs is now
     * @param ingress number of the port that it is charged to
     */
    void Originate(FabricPacketPtr packet, uint16_t ingress);

    /**
     * The same of a packet for a certain port.
     *
     * @param packet made here, with lengths, hosts, entropy and lane; its readyPs is now
     * @param ingress number of the port that it is charged to
     * @param egress number of the port that it leaves by
     */
    void Originate(FabricPacketPtr packet, uint16_t ingress, uint16_t egress);

    /**
     * A packet that is held, or that Hold() will say is held, has another length from now on.
     *
     * @param packet it; lost if there is no room for it
     * @param egress port that it leaves by
     * @param frameBytes its length
     * @return whether there is room
     */
    bool Resize(FabricPacketPtr& packet, uint16_t egress, uint32_t frameBytes);

    /**
     * Has the sender of a packet stopped, until a packet that came by that port and lane leaves the
     * buffer and both that and Stops() let it go on.
     *
     * @param packet that has come now
     */
    void StopIngress(const FabricPacket& packet) const;

    /**
     * Has a packet marked that waits here before it comes to its egress queue, if the marker judges
     * packets that come to a queue.
     *
     * @param packet that has come now
     * @param egress number of the port that it leaves by
     * @param queueBytes that wait before it
     */
    void MarkComing(FabricPacket& packet, uint16_t egress, uint64_t queueBytes) const;

    /**
     * The same, if the marker judges packets that leave a queue.
     *
     * @param packet that waits no longer
     * @param egress number of the port that it leaves by
     * @param queueBytes that it leaves behind
     * @param nowPs the time
     */
    void MarkLeaving(FabricPacket& packet,
                     uint16_t egress,
                     uint64_t queueBytes,
                     int64_t nowPs) const;

    /** Needs no counting flow control. @throw InputError if a port has one */
    void DoStart() override;

  private:
    bool DoIsTold() const final;
    virtual bool DoConsume(const FabricPacket& packet, uint16_t egress) = 0;
    virtual bool DoHold(FabricPacketPtr& packet, uint16_t egress) = 0;
    virtual PacketFifo DoTakeHeld(uint16_t egress, uint8_t lane) = 0;
    /** @return true by default */
    virtual bool DoRestoresOrder() const;
    /** @return false by default */
    virtual bool DoStops(uint16_t ingress, uint8_t lane) const;

    FabricSwitch* m_switch{nullptr};
    uint64_t m_heldBytes{0};
};

} // namespace ns3

#endif // AI_FABRIC_HOLDING_PATH_SELECTOR_H

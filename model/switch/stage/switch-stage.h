// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_STAGE_H
#define AI_FABRIC_SWITCH_STAGE_H

#include "ns3/drop-reason.h"
#include "ns3/fabric-net-device.h"
#include "ns3/object.h"
#include "ns3/packet-fifo.h"
#include "ns3/switch-context.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace ns3
{

class PathSelector;

/**
 * @ingroup ai-fabric-switch
 * A stage between the packet memory of a switch and its egress queues. It holds packets back, to
 * restore their order or until they have credits. Switches with a stage may send packets of their
 * own to each other.
 *
 *     packet arrives    Arrive() may consume it
 *     packet admitted   Hold() may take it
 *     later             the stage calls Release() or ThrowAway()
 *
 * A held packet has been admitted: it stays charged to the buffer, at ingress and egress, and
 * pauses its sender like any other packet, until its first bit has left. It is not in the queue of
 * its egress port yet, so it does not cause marks there.
 *
 * A packet made by a switch is charged to the port of the packet that it answers, in its own lane.
 * It has no credits there, so a stage cannot work with flow controls that count credits.
 *
 * Invariant: GetHeldBytes() is the buffer charge of the packets that Hold() has taken and that
 * neither Release() nor TakeHeld() has returned.
 */
class SwitchStage : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** @return name of the class that a scenario sets to get this stage */
    std::string GetName() const
    {
        return DoGetName();
    }

    /** @return false if a switch works the same without this stage */
    bool IsNeeded() const
    {
        return DoIsNeeded();
    }

    /**
     * @return true if the switches of a network restore the order of flows together; false if such
     * a switch works among switches with other stages
     */
    bool RestoresOrder() const
    {
        return DoRestoresOrder();
    }

    /**
     * @return the path selector that switches with this stage have; null: any that chooses for its
     * switch alone
     */
    PathSelector* GetPathSelector()
    {
        return DoGetPathSelector();
    }

    /** @param context switch of this stage; outlives this object */
    void SetSwitch(SwitchContext& context)
    {
        m_switch = &context;
    }

    /**
     * Called when all ports of the switch are connected, before any packet.
     *
     * @throw InputError if a port counts credits
     */
    void Start();

    /**
     * Called for every packet that arrives, before PathSelector::NotifyForward().
     *
     * @param packet packet that arrives, admitted or not later; its pathTag may be changed
     * @param egress number of the port by which the packet would leave
     * @return true if the packet is addressed to this stage and is consumed
     */
    bool Arrive(FabricPacket& packet, uint16_t egress)
    {
        return DoArrive(packet, egress);
    }

    /**
     * Called for every admitted packet, after PathSelector::NotifyForward().
     *
     * @param packet admitted packet; taken if it is to be held
     * @param egress number of the port by which the packet leaves
     * @return true if the packet was taken
     */
    bool Hold(FabricPacketPtr& packet, uint16_t egress);

    /**
     * Called when an egress queue begins to drop all its packets: held packets of that queue are
     * dropped, too.
     *
     * @param egress number of the egress port
     * @param lane lane of the queue
     * @return the packets that were held for this queue
     */
    PacketFifo TakeHeld(uint16_t egress, uint8_t lane);

    /** @return bytes of the buffer used by held packets */
    uint64_t GetHeldBytes() const
    {
        return m_heldBytes;
    }

    /**
     * @param ingress number of the ingress port
     * @param lane lane whose sender may resume as far as the buffer is concerned
     * @return true if the sender must stay stopped because of StopIngress()
     */
    bool Stops(uint16_t ingress, uint8_t lane) const
    {
        return DoStops(ingress, lane);
    }

  protected:
    static constexpr uint32_t CONTROL_FRAME_BYTES = 64; //!< shortest Ethernet frame, in bytes
    /** The same with preamble and interframe gap. */
    static constexpr uint32_t CONTROL_WIRE_BYTES = 84;

    void DoDispose() override;

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
     * Checks the lane of the packets that switches make. A lossless lane cannot carry them, because
     * the switch that makes them cannot be paused.
     *
     * @param priority priority of the packets that switches make, an attribute ControlPriority of
     * GetName()
     * @throw InputError if a port has a flow control that is lossless in this priority
     */
    void RequireLossy(uint8_t priority) const;

    /**
     * @param from index of the host that stands as source in the packet
     * @param to index of a host behind the switch that consumes the packet
     * @param priority priority of the packet, also written in its DSCP
     * @param transport transport number of the stage's packets
     * @param nowPs current time, in ps
     * @return packet of the shortest length, for SwitchContext::Originate()
     */
    static FabricPacketPtr MakePacket(uint32_t from,
                                      uint32_t to,
                                      uint8_t priority,
                                      uint8_t transport,
                                      int64_t nowPs);

    /**
     * Changes the length of a packet that is held, or that Hold() is about to take.
     *
     * @param packet the packet; it is dropped if the buffer has no room
     * @param egress number of the port by which the packet leaves
     * @param frameBytes new length of the frame, in bytes
     * @return true if the buffer has room
     */
    bool Resize(FabricPacketPtr& packet, uint16_t egress, uint32_t frameBytes);

    /** @return the switch; call only if SetSwitch() was called */
    SwitchContext& GetSwitch() const
    {
        return *m_switch;
    }

    /** @param port number @return the port */
    const FabricNetDevice& GetPort(uint16_t port) const
    {
        return *m_switch->GetPorts()[port];
    }

    /** @return number of ports of the switch */
    std::size_t GetPortCount() const
    {
        return m_switch->GetPorts().size();
    }

    /** @return id of the Node of the switch */
    uint32_t GetNodeId() const
    {
        return GetPort(0).GetNode()->GetId();
    }

  private:
    /** @return name of this class by default */
    virtual std::string DoGetName() const;
    /** Does nothing by default. */
    virtual void DoStart();
    /** @return true by default */
    virtual bool DoIsNeeded() const;
    /** @return true by default */
    virtual bool DoRestoresOrder() const;
    /** @return null by default */
    virtual PathSelector* DoGetPathSelector();
    /** @return false by default */
    virtual bool DoArrive(FabricPacket& packet, uint16_t egress);
    virtual bool DoHold(FabricPacketPtr& packet, uint16_t egress) = 0;
    virtual PacketFifo DoTakeHeld(uint16_t egress, uint8_t lane) = 0;
    /** @return false by default */
    virtual bool DoStops(uint16_t ingress, uint8_t lane) const;

    SwitchContext* m_switch{nullptr};
    uint64_t m_heldBytes{0};
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_STAGE_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SWITCH_PIPELINE_H
#define AI_FABRIC_SWITCH_PIPELINE_H

#include "ns3/detour-router.h"
#include "ns3/digest-writer.h"
#include "ns3/fabric-port-owner.h"
#include "ns3/last-bit-stage.h"
#include "ns3/packet-classifier.h"
#include "ns3/path-selector.h"
#include "ns3/port-groups.h"
#include "ns3/queue-marking.h"
#include "ns3/switch-buffer.h"
#include "ns3/switch-context.h"
#include "ns3/switch-stage.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-switch
 * The way of a packet through a switch, from Receive() to BeforeTransmit(). FabricSwitch creates
 * the parts and describes the way.
 *
 * Invariant: received = forwarded + dropped + in the buffer, in packets; trimmed packets count as
 * forwarded. Packets that a switch itself makes (Originate()) come in addition.
 */
class SwitchPipeline : public SwitchContext, public FabricPortOwner
{
  public:
    void SetDiscard(uint16_t port, uint8_t lane, DropReason reason, int64_t nowPs) override;
    uint32_t DropHeads(uint16_t port,
                       uint8_t lane,
                       int64_t readyPs,
                       DropReason reason,
                       int64_t nowPs) override;

    const SwitchBuffer& GetBuffer() const override
    {
        return *m_buffer;
    }

    PathSelector* GetPathSelector() const override
    {
        return PeekPointer(m_selector);
    }

    SwitchStage* GetStage() const override
    {
        return PeekPointer(m_stage);
    }

    const std::vector<uint16_t>& GetPortsTo(uint32_t host) const override
    {
        return m_groups.GetPorts(m_groups.GetGroup(host));
    }

    void Forward(FabricPacketPtr packet, uint16_t egress) override;
    void ResumeForwarding(FabricPacketPtr packet, uint16_t egress) override;
    void Originate(FabricPacketPtr packet, uint16_t ingress) override;
    void Originate(FabricPacketPtr packet, uint16_t ingress, uint16_t egress) override;
    bool Resize(FabricPacket& packet, uint16_t egress, uint32_t frameBytes) override;
    void MoveHeld(const FabricPacket& packet, uint16_t from, uint16_t to) override;
    void Discard(FabricPacketPtr packet,
                 uint16_t egress,
                 DropReason reason,
                 int64_t nowPs) override;
    void StopIngress(const FabricPacket& packet) override;
    void MarkHeld(FabricPacket& packet,
                  uint16_t egress,
                  uint64_t queueBytes,
                  bool comes,
                  int64_t nowPs) override;

    void Receive(FabricNetDevice& port, FabricPacketPtr&& packet) override;
    void Refill(FabricNetDevice& port, int64_t nowPs) override;
    void BeforeTransmit(FabricNetDevice& port, FabricPacket& packet, int64_t startPs) override;

    /** @return bytes of the buffer used by packets that a stage holds */
    uint64_t GetHeldBytes() const
    {
        return m_stage ? m_stage->GetHeldBytes() : 0;
    }

    /**
     * @param port port number
     * @return packet of this ingress port that waits for its last bit because it leaves by a faster
     * link; null: none
     */
    const FabricPacket* GetIncomplete(uint16_t port) const
    {
        return m_stores.empty() ? nullptr : m_stores[port]->GetPacket();
    }

    /** @return number of packets marked by this switch */
    uint64_t GetMarks() const
    {
        return m_marking.GetMarks();
    }

  protected:
    void DoDispose() override;

    /** Called when a part changes: decides which steps Receive() can leave out. */
    void ChoosePath();

    PortGroups m_groups;                //!< forwarding table
    Ptr<SwitchBuffer> m_buffer;         //!< packet memory
    Ptr<PathSelector> m_selector;       //!< path selector of all ports
    DetourRouter* m_detours{nullptr};   //!< the selector's; null: none
    Ptr<SwitchStage> m_stage;           //!< null: none
    Ptr<PacketClassifier> m_classifier; //!< null: packets keep the lane of the link
    QueueMarking m_marking;             //!< asks the marker
    /** By ingress port; empty if all rates are equal. */
    std::vector<std::unique_ptr<LastBitStage>> m_stores;
    /** By port and lane: reason of dropping all packets; NONE: no dropping. */
    std::vector<std::array<DropReason, LANE_COUNT>> m_discarded;
    /** By port; cached so that threads do not copy a Ptr of another thread. */
    std::vector<bool> m_leadsToHost;
    std::unique_ptr<DigestWriter> m_digests; //!< null: digests are off
    uint8_t m_timeToLive{0};                 //!< largest number of switches on a path; 0: unlimited
    bool m_telemetry{true};                  //!< packets collect telemetry here
    bool m_slowDeparture{false};             //!< marks on arrival, or the buffer has cells
    bool m_freedAtEnd{false}; //!< the buffer's IsFreedAtEnd(), or a port counts credits
    TracedCallback<const FabricPacket&, DropReason> m_dropTrace; //!< trace source Drop
    TracedCallback<const FabricPacket&, DropReason> m_trimTrace; //!< trace source Trim
    QueueMarking::Trace m_markTrace;                             //!< trace source Mark

  private:
    void Drop(const FabricPacket& packet, DropReason reason);
    void DropOwn(const FabricPacket& packet, BufferAnswer answer);
    void Refuse(FabricNetDevice& port, const FabricPacket& packet, DropReason reason);
    static void GiveBack(FabricNetDevice& port, const FabricPacket& packet);
    bool TakeIn(FabricNetDevice& port, FabricPacket& packet, uint16_t egress, BufferAnswer answer);
    bool HoldBack(FabricPacketPtr& packet, uint16_t ingress, uint16_t egress);
    bool Store(FabricPacketPtr& packet, uint16_t ingress, uint16_t egress);
    void DiscardAll(PacketFifo packets, uint16_t egress, DropReason reason, int64_t nowPs);
    DropReason Trim(const FabricNetDevice& port,
                    FabricPacket& packet,
                    uint16_t egress,
                    BufferAnswer answer);
    void ReceiveInCells(FabricNetDevice& port, FabricPacketPtr&& arrived, uint16_t egress);
    void Free(uint16_t egress, const FabricPacket& packet, uint32_t charge, int64_t freePs);
    uint32_t DepartSlowly(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs);

    bool m_notifies{false}; //!< NotifyForward() of the path selector is called for every packet
    bool m_holds{false};    //!< HoldBack() must be called
    bool m_slowPath{false}; //!< Receive() needs extra steps
};

} // namespace ns3

#endif // AI_FABRIC_SWITCH_PIPELINE_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "holding-path-selector.h"

#include "ns3/own-packets.h"
#include "ns3/switch-buffer.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HoldingPathSelector);

TypeId
HoldingPathSelector::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::HoldingPathSelector").SetParent<PathSelector>().SetGroupName("AiFabric");
    return tid;
}

bool
HoldingPathSelector::DoSeesEveryPacket() const
{
    return true;
}

SwitchStage*
HoldingPathSelector::DoGetStage()
{
    return this;
}

bool
HoldingPathSelector::DoRestoresOrder() const
{
    return true;
}

bool
HoldingPathSelector::DoStops(uint16_t, uint8_t) const
{
    return false;
}

bool
HoldingPathSelector::Hold(FabricPacketPtr& packet, uint16_t egress)
{
    const uint32_t bytes = GetSwitch().GetBuffer().GetChargedBytes(packet->frameBytes);
    const bool held = DoHold(packet, egress);
    m_heldBytes += held ? bytes : 0;
    return held;
}

PacketFifo
HoldingPathSelector::TakeHeld(uint16_t egress, uint8_t lane)
{
    PacketFifo held = DoTakeHeld(egress, lane);
    const SwitchBuffer& buffer = GetSwitch().GetBuffer();
    held.ForEach([&](const FabricPacket& packet) {
        m_heldBytes -= buffer.GetChargedBytes(packet.frameBytes);
    });
    return held;
}

void
HoldingPathSelector::StopIngress(const FabricPacket& packet) const
{
    GetSwitch().StopIngress(packet);
}

void
HoldingPathSelector::MarkComing(FabricPacket& packet, uint16_t egress, uint64_t queueBytes) const
{
    GetSwitch().MarkHeld(packet, egress, queueBytes, true, packet.readyPs);
}

void
HoldingPathSelector::MarkLeaving(FabricPacket& packet,
                                 uint16_t egress,
                                 uint64_t queueBytes,
                                 int64_t nowPs) const
{
    GetSwitch().MarkHeld(packet, egress, queueBytes, false, nowPs);
}

void
HoldingPathSelector::DoStart()
{
    RequireNoCredits(GetPorts(), "PathSelector: " + GetInstanceTypeId().GetName());
}

void
HoldingPathSelector::Release(FabricPacketPtr packet, uint16_t egress, int64_t nowPs)
{
    m_heldBytes -= GetSwitch().GetBuffer().GetChargedBytes(packet->frameBytes);
    packet->readyPs = nowPs;
    GetSwitch().ResumeForwarding(std::move(packet), egress);
}

void
HoldingPathSelector::RequireLossy(uint8_t priority) const
{
    ns3::RequireLossy(GetPorts(), priority, GetInstanceTypeId().GetName() + " ControlPriority");
}

const std::vector<uint16_t>&
HoldingPathSelector::GetPortsTo(uint32_t host) const
{
    return GetSwitch().GetPortsTo(host);
}

void
HoldingPathSelector::Release(FabricPacketPtr packet, uint16_t from, uint16_t to, int64_t nowPs)
{
    if (from != to)
    {
        GetSwitch().MoveHeld(*packet, from, to);
    }
    Release(std::move(packet), to, nowPs);
}

void
HoldingPathSelector::ThrowAway(FabricPacketPtr packet,
                               uint16_t egress,
                               DropReason reason,
                               int64_t nowPs)
{
    m_heldBytes -= GetSwitch().GetBuffer().GetChargedBytes(packet->frameBytes);
    GetSwitch().Discard(std::move(packet), egress, reason, nowPs);
}

FabricPacketPtr
HoldingPathSelector::MakePacket(uint32_t from,
                                uint32_t to,
                                uint8_t priority,
                                uint8_t transport,
                                int64_t nowPs)
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->readyPs = nowPs;
    packet->tailPs = nowPs;
    packet->sentPs = nowPs;
    packet->wireBytes = CONTROL_WIRE_BYTES;
    packet->frameBytes = CONTROL_FRAME_BYTES;
    packet->sourceHost = from;
    packet->destHost = to;
    packet->lane = priority;
    packet->serviceLevel = priority;
    packet->dscp = static_cast<uint8_t>(priority * 8);
    packet->transport = transport;
    return packet;
}

void
HoldingPathSelector::Originate(FabricPacketPtr packet, uint16_t ingress)
{
    GetSwitch().Originate(std::move(packet), ingress);
}

void
HoldingPathSelector::Originate(FabricPacketPtr packet, uint16_t ingress, uint16_t egress)
{
    GetSwitch().Originate(std::move(packet), ingress, egress);
}

bool
HoldingPathSelector::Resize(FabricPacketPtr& packet, uint16_t egress, uint32_t frameBytes)
{
    const SwitchBuffer& buffer = GetSwitch().GetBuffer();
    m_heldBytes +=
        uint64_t{buffer.GetChargedBytes(frameBytes)} - buffer.GetChargedBytes(packet->frameBytes);
    if (GetSwitch().Resize(*packet, egress, frameBytes))
    {
        return true;
    }
    m_heldBytes -= buffer.GetChargedBytes(frameBytes);
    packet.reset();
    return false;
}

} // namespace ns3

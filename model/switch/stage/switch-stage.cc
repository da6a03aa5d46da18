// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-stage.h"

#include "ns3/own-packets.h"
#include "ns3/switch-buffer.h"

#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SwitchStage);

TypeId
SwitchStage::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SwitchStage").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
SwitchStage::DoDispose()
{
    m_switch = nullptr;
    Object::DoDispose();
}

std::string
SwitchStage::DoGetName() const
{
    return GetInstanceTypeId().GetName();
}

bool
SwitchStage::DoIsNeeded() const
{
    return true;
}

bool
SwitchStage::DoRestoresOrder() const
{
    return true;
}

PathSelector*
SwitchStage::DoGetPathSelector()
{
    return nullptr;
}

void
SwitchStage::DoStart()
{
}

bool
SwitchStage::DoArrive(FabricPacket&, uint16_t)
{
    return false;
}

bool
SwitchStage::DoStops(uint16_t, uint8_t) const
{
    return false;
}

void
SwitchStage::Start()
{
    RequireNoCredits(m_switch->GetPorts(), DoGetName());
    DoStart();
}

bool
SwitchStage::Hold(FabricPacketPtr& packet, uint16_t egress)
{
    const uint32_t bytes = m_switch->GetBuffer().GetChargedBytes(packet->frameBytes);
    const bool held = DoHold(packet, egress);
    m_heldBytes += held ? bytes : 0;
    return held;
}

PacketFifo
SwitchStage::TakeHeld(uint16_t egress, uint8_t lane)
{
    PacketFifo held = DoTakeHeld(egress, lane);
    const SwitchBuffer& buffer = m_switch->GetBuffer();
    held.ForEach([&](const FabricPacket& packet) {
        m_heldBytes -= buffer.GetChargedBytes(packet.frameBytes);
    });
    return held;
}

void
SwitchStage::Release(FabricPacketPtr packet, uint16_t egress, int64_t nowPs)
{
    m_heldBytes -= m_switch->GetBuffer().GetChargedBytes(packet->frameBytes);
    packet->readyPs = nowPs;
    m_switch->ResumeForwarding(std::move(packet), egress);
}

void
SwitchStage::Release(FabricPacketPtr packet, uint16_t from, uint16_t to, int64_t nowPs)
{
    if (from != to)
    {
        m_switch->MoveHeld(*packet, from, to);
    }
    Release(std::move(packet), to, nowPs);
}

void
SwitchStage::ThrowAway(FabricPacketPtr packet, uint16_t egress, DropReason reason, int64_t nowPs)
{
    m_heldBytes -= m_switch->GetBuffer().GetChargedBytes(packet->frameBytes);
    m_switch->Discard(std::move(packet), egress, reason, nowPs);
}

void
SwitchStage::RequireLossy(uint8_t priority) const
{
    ns3::RequireLossy(m_switch->GetPorts(), priority, DoGetName() + " ControlPriority");
}

FabricPacketPtr
SwitchStage::MakePacket(uint32_t from,
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

bool
SwitchStage::Resize(FabricPacketPtr& packet, uint16_t egress, uint32_t frameBytes)
{
    const SwitchBuffer& buffer = m_switch->GetBuffer();
    m_heldBytes +=
        uint64_t{buffer.GetChargedBytes(frameBytes)} - buffer.GetChargedBytes(packet->frameBytes);
    if (m_switch->Resize(*packet, egress, frameBytes))
    {
        return true;
    }
    m_heldBytes -= buffer.GetChargedBytes(frameBytes);
    packet.reset();
    return false;
}

} // namespace ns3

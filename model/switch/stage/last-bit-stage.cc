// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "last-bit-stage.h"

#include "ns3/switch-context.h"

#include <utility>

namespace ns3
{

LastBitStage::LastBitStage(SwitchContext& owner, uint32_t context)
    : m_owner(owner),
      m_complete(MakeFabricEvent<LastBitStage, &LastBitStage::Release>(this))
{
    m_complete->SetContext(context);
}

LastBitStage::~LastBitStage()
{
    m_complete->Clear();
}

void
LastBitStage::Hold(FabricPacketPtr packet, uint16_t egress)
{
    packet->readyPs = packet->tailPs;
    m_complete->Schedule(m_clock.ToTicks(packet->tailPs));
    m_packet = std::move(packet);
    m_egress = egress;
}

void
LastBitStage::Release()
{
    m_complete->Clear();
    if (m_packet)
    {
        m_owner.Forward(std::move(m_packet), m_egress);
    }
}

} // namespace ns3

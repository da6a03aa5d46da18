// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "store-stage.h"

#include "ns3/switch-context.h"

#include <utility>

namespace ns3
{

StoreStage::StoreStage(SwitchContext& owner, uint32_t context)
    : m_owner(owner),
      m_complete(MakeFabricEvent<StoreStage, &StoreStage::Release>(this))
{
    m_complete->SetContext(context);
}

StoreStage::~StoreStage()
{
    m_complete->Clear();
}

void
StoreStage::Hold(FabricPacketPtr packet, uint16_t egress)
{
    packet->readyPs = packet->tailPs;
    m_complete->Schedule(m_clock.ToTicks(packet->tailPs));
    m_packet = std::move(packet);
    m_egress = egress;
}

void
StoreStage::Release()
{
    m_complete->Clear();
    if (m_packet)
    {
        m_owner.Forward(std::move(m_packet), m_egress);
    }
}

} // namespace ns3

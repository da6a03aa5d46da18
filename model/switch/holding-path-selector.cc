// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "holding-path-selector.h"

#include "fabric-switch.h"

#include "ns3/input-error.h"

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
HoldingPathSelector::DoIsTold() const
{
    return true;
}

void
HoldingPathSelector::DoStart()
{
    for (const auto& port : GetPorts())
    {
        if (port->GetFlowControl().IsCounting())
        {
            throw InputError("PathSelector: " + GetInstanceTypeId().GetName() +
                             " makes packets in switches, which would need credits; expected a "
                             "flow control without credits");
        }
    }
}

void
HoldingPathSelector::Release(FabricPacketPtr packet, uint16_t egress, int64_t nowPs)
{
    m_heldBytes -= packet->frameBytes;
    packet->readyPs = nowPs;
    m_switch->GoOn(std::move(packet), egress);
}

void
HoldingPathSelector::Originate(FabricPacketPtr packet, uint16_t ingress)
{
    m_switch->Originate(std::move(packet), ingress);
}

} // namespace ns3

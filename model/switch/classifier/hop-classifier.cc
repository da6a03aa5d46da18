// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "hop-classifier.h"

#include "ns3/detour-path-selector.h"
#include "ns3/input-error.h"
#include "ns3/lane-after-hop.h"
#include "ns3/switch-context.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(HopClassifier);

TypeId
HopClassifier::GetTypeId()
{
    static TypeId tid = TypeId("ns3::HopClassifier")
                            .SetParent<PacketClassifier>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<HopClassifier>();
    return tid;
}

void
HopClassifier::DoConfigure(const std::vector<Ptr<FabricNetDevice>>& ports)
{
    PacketClassifier::DoConfigure(ports);
    const auto& flowControl = ports.front()->GetFlowControl();
    uint32_t lossless = 0;
    for (uint8_t lane = 0; lane < flowControl.GetLaneCount(); ++lane)
    {
        lossless |= (flowControl.IsLossless(lane) ? 1U : 0U) << lane;
    }
    bool any = false;
    m_laneAfter.clear();
    m_laneOfMinimal.clear();
    for (uint8_t lane = 0; lane < LANE_COUNT; ++lane)
    {
        m_laneOfMinimal.push_back(GetLaneOfMinimalWay(lane, lossless, flowControl.GetDataLanes()));
        m_laneAfter.push_back(GetLaneAfterHop(lane, lossless, flowControl.GetDataLanes()));
        any = any || m_laneAfter.back() != lane;
    }
    if (!any)
    {
        throw InputError("FabricSwitch Classifier: ns3::HopClassifier changes no lane, since no "
                         "two consecutive lanes are lossless; expected one lossless lane "
                         "(CreditFlowControl::DataLanes or PriorityFlowControl::Priorities) per "
                         "switch-to-switch hop of the longest path");
    }
    const auto context = ports.front()->GetNode()->GetObject<SwitchContext>();
    auto* const selector = context ? context->GetPathSelector() : nullptr;
    auto* const detours = selector ? selector->GetDetours() : nullptr;
    // A pause stops all packets of a lane, including detours in their second half.
    if (detours && flowControl.IsCounting())
    {
        detours->SetLanesOfMinimalPaths(m_laneOfMinimal);
    }
    else
    {
        m_laneOfMinimal.clear();
    }
    m_toSwitch.clear();
    for (const auto& port : ports)
    {
        m_toSwitch.push_back(!SwitchContext::LeadsToHost(*port));
    }
}

DropReason
HopClassifier::DoClassify(FabricPacket& packet, uint16_t egress) const
{
    if (!m_toSwitch[egress])
    {
        return DropReason::NONE;
    }
    if (m_toSwitch[packet.ingressPort])
    {
        packet.lane = m_laneAfter[packet.lane];
    }
    else if (!m_laneOfMinimal.empty() && packet.pathTag == DetourPathSelector::NO_DETOUR)
    {
        packet.lane = m_laneOfMinimal[packet.lane];
    }
    return DropReason::NONE;
}

} // namespace ns3

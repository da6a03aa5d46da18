// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "dscp-classifier.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("DscpClassifier");

NS_OBJECT_ENSURE_REGISTERED(DscpClassifier);

TypeId
DscpClassifier::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::DscpClassifier")
            .SetParent<PacketClassifier>()
            .SetGroupName("AiFabric")
            .AddConstructor<DscpClassifier>()
            .AddAttribute(
                "Map",
                "Priority of a packet by its DSCP, such as \"26:3,48:6,*:0\"; a DSCP that is not "
                "listed has DSCP / 8.",
                StringValue(""),
                MakeStringAccessor(&DscpClassifier::SetMap, &DscpClassifier::GetMap),
                MakeStringChecker());
    return tid;
}

void
DscpClassifier::SetMap(std::string map)
{
    NS_LOG_FUNCTION(this << map);
    m_map = DscpToPriorityMap(map, "FabricSwitch DscpToPriority");
}

std::string
DscpClassifier::GetMap() const
{
    return m_map.ToString();
}

void
DscpClassifier::DoConfigure(const std::vector<Ptr<FabricNetDevice>>& ports)
{
    for (const auto& port : ports)
    {
        if (port->GetFlowControl().IsCounting())
        {
            throw InputError("FabricSwitch DscpToPriority: a link with credits counts a packet "
                             "on the lane that it was sent on; expected an empty map or PFC");
        }
    }
}

DropReason
DscpClassifier::DoClassify(FabricPacket& packet, uint16_t /* egress */) const
{
    packet.ingressLane = m_map[packet.dscp];
    packet.lane = packet.ingressLane;
    return DropReason::NONE;
}

uint8_t
DscpClassifier::DoGetLane(uint8_t dscp, uint8_t /* sent */) const
{
    return m_map[dscp];
}

} // namespace ns3

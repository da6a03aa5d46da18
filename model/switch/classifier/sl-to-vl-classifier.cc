// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sl-to-vl-classifier.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/string.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SlToVlClassifier");

NS_OBJECT_ENSURE_REGISTERED(SlToVlClassifier);

TypeId
SlToVlClassifier::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::SlToVlClassifier")
            .SetParent<PacketClassifier>()
            .SetGroupName("AiFabric")
            .AddConstructor<SlToVlClassifier>()
            .AddAttribute(
                "Map",
                "Virtual lane of a packet behind the switch by its service level, such as "
                "\"0,1,1,15\": service level 0 first; 15 drops the packet; missing levels have "
                "lane 0.",
                StringValue("0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,7"),
                MakeStringAccessor(&SlToVlClassifier::SetMap, &SlToVlClassifier::GetMap),
                MakeStringChecker());
    return tid;
}

void
SlToVlClassifier::SetMap(std::string map)
{
    NS_LOG_FUNCTION(this << map);
    m_table.SetDefault(SlToVlMap(map, "FabricSwitch SlToVl"));
}

std::string
SlToVlClassifier::GetMap() const
{
    return m_table.GetDefault().ToString();
}

void
SlToVlClassifier::SetPair(uint16_t ingress, uint16_t egress, const SlToVlMap& map)
{
    NS_LOG_FUNCTION(this << ingress << egress);
    const auto ports = static_cast<uint16_t>(GetPorts().size());
    if (std::max(ingress, egress) >= ports)
    {
        throw InputError("FabricSwitch SlToVl: ports " + std::to_string(ingress) + " and " +
                         std::to_string(egress) + "; expected 0 to " + std::to_string(ports - 1));
    }
    m_table.Set(ports, ingress, egress, map);
}

/** Checks the lane at its egress port: ports may have different lanes. */
void
SlToVlClassifier::DoConfigure(const std::vector<Ptr<FabricNetDevice>>& /* ports */)
{
}

DropReason
SlToVlClassifier::DoClassify(FabricPacket& packet, uint16_t egress) const
{
    if (packet.lane == MANAGEMENT_LANE)
    {
        return DropReason::NONE; // management packets keep their lane, whatever their service level
    }
    const uint8_t lane = m_table.GetLane(packet.ingressPort, egress, packet.serviceLevel);
    packet.lane = lane & GetPorts()[egress]->GetFlowControl().GetDataLaneMask();
    return lane == SlToVlMap::DISCARD ? DropReason::NO_LANE : DropReason::NONE;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "packet-classifier.h"

#include "ns3/input-error.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PacketClassifier");

NS_OBJECT_ENSURE_REGISTERED(PacketClassifier);

TypeId
PacketClassifier::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PacketClassifier").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
PacketClassifier::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_ports.clear();
    Object::DoDispose();
}

void
PacketClassifier::Configure(const std::vector<Ptr<FabricNetDevice>>& ports)
{
    NS_LOG_FUNCTION(this);
    DoConfigure(ports);
    m_ports = ports;
}

bool
PacketClassifier::DoIsNeeded() const
{
    return true;
}

void
PacketClassifier::DoConfigure(const std::vector<Ptr<FabricNetDevice>>& ports)
{
    for (const auto& port : ports)
    {
        if (port->GetFlowControl().GetDataLanes() != ports.front()->GetFlowControl().GetDataLanes())
        {
            throw InputError("FabricSwitch: its ports have different numbers of data lanes; "
                             "expected SlToVl, which maps packets to lanes");
        }
    }
}

uint8_t
PacketClassifier::DoGetLane(uint8_t /* dscp */, uint8_t sent) const
{
    return sent;
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "aggregation-endpoint.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("AggregationEndpoint");

NS_OBJECT_ENSURE_REGISTERED(AggregationEndpoint);

TypeId
AggregationEndpoint::GetTypeId()
{
    static TypeId tid = TypeId("ns3::AggregationEndpoint")
                            .SetParent<Object>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<AggregationEndpoint>();
    return tid;
}

void
AggregationEndpoint::DoDispose()
{
    NS_LOG_FUNCTION(this);
    for (const auto& member : m_members)
    {
        member->Dispose();
    }
    m_members.clear();
    m_port = nullptr;
    Object::DoDispose();
}

void
AggregationEndpoint::Install(Ptr<FabricNetDevice> port)
{
    NS_LOG_FUNCTION(this << port);
    m_port = PeekPointer(port); // port to which this is aggregated
    port->AggregateObject(this);
    port->SetConsumer(AggregationHeader::GetKind(), this);
}

Ptr<AggregationMember>
AggregationEndpoint::Join(const AggregationMember::Settings& settings)
{
    const auto member = CreateObject<AggregationMember>();
    member->Start(settings, *m_port);
    m_place.resize(std::max<std::size_t>(m_place.size(), settings.tree + 1));
    m_place[settings.tree] = static_cast<uint32_t>(m_members.size());
    m_members.push_back(member);
    return member;
}

void
AggregationEndpoint::Consume(FabricNetDevice& port, FabricPacketPtr packet)
{
    auto& flowControl = port.GetFlowControl();
    const uint8_t lane = packet->lane;
    // Like a NIC, it takes packets as fast as they come.
    flowControl.NotifyReceived(lane, packet->frameBytes, BufferSignal::CONTINUE, packet->readyPs);
    flowControl.NotifyFreed(lane, packet->frameBytes, BufferSignal::CONTINUE, packet->readyPs);
    Find(*packet).Receive(*packet);
}

void
AggregationEndpoint::NotifyConsumerSent(FabricNetDevice&,
                                        const FabricPacket& packet,
                                        int64_t startPs)
{
    Find(packet).OnSent(startPs);
}

} // namespace ns3

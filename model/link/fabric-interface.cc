// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-interface.h"

#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("FabricInterface");

NS_OBJECT_ENSURE_REGISTERED(FabricInterface);

TypeId
FabricInterface::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::FabricInterface").SetParent<NetDevice>().SetGroupName("AiFabric");
    return tid;
}

FabricInterface::FabricInterface()
    : m_address(Mac48Address::Allocate())
{
}

void
FabricInterface::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_node = nullptr;
    m_receiveCallback.Nullify();
    m_promiscReceiveCallback.Nullify();
    NetDevice::DoDispose();
}

void
FabricInterface::HandUp(const ForeignFrame& frame)
{
    if (!m_promiscReceiveCallback.IsNull())
    {
        m_promiscReceiveCallback(this,
                                 frame.packet->Copy(),
                                 frame.protocol,
                                 frame.source,
                                 frame.dest,
                                 PACKET_HOST);
    }
    if (!m_receiveCallback.IsNull())
    {
        m_receiveCallback(this, frame.packet, frame.protocol, frame.source);
    }
}

void
FabricInterface::SetIfIndex(const uint32_t index)
{
    NS_LOG_FUNCTION(this << index);
    m_ifIndex = index;
}

uint32_t
FabricInterface::GetIfIndex() const
{
    return m_ifIndex;
}

void
FabricInterface::SetAddress(Address address)
{
    NS_LOG_FUNCTION(this << address);
    m_address = Mac48Address::ConvertFrom(address);
}

Address
FabricInterface::GetAddress() const
{
    return m_address;
}

bool
FabricInterface::SetMtu(const uint16_t mtu)
{
    NS_LOG_FUNCTION(this << mtu);
    m_mtu = mtu;
    return true;
}

uint16_t
FabricInterface::GetMtu() const
{
    return m_mtu;
}

void
FabricInterface::AddLinkChangeCallback(Callback<void>)
{
    NS_LOG_FUNCTION(this);
    // A link is up from its connection until its end.
}

bool
FabricInterface::IsBroadcast() const
{
    return false;
}

Address
FabricInterface::GetBroadcast() const
{
    return Mac48Address::GetBroadcast();
}

bool
FabricInterface::IsMulticast() const
{
    return false;
}

Address
FabricInterface::GetMulticast(Ipv4Address multicastGroup) const
{
    return Mac48Address::GetMulticast(multicastGroup);
}

Address
FabricInterface::GetMulticast(Ipv6Address address) const
{
    return Mac48Address::GetMulticast(address);
}

bool
FabricInterface::IsBridge() const
{
    return false;
}

bool
FabricInterface::IsPointToPoint() const
{
    return true;
}

bool
FabricInterface::Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber)
{
    return SendFrom(packet, m_address, dest, protocolNumber);
}

Ptr<Node>
FabricInterface::GetNode() const
{
    return m_node;
}

void
FabricInterface::SetNode(Ptr<Node> node)
{
    NS_LOG_FUNCTION(this << node);
    m_node = node;
}

bool
FabricInterface::NeedsArp() const
{
    return false;
}

void
FabricInterface::SetReceiveCallback(NetDevice::ReceiveCallback callback)
{
    NS_LOG_FUNCTION(this);
    m_receiveCallback = callback;
}

void
FabricInterface::SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback callback)
{
    NS_LOG_FUNCTION(this);
    m_promiscReceiveCallback = callback;
}

bool
FabricInterface::SupportsSendFrom() const
{
    return true;
}

} // namespace ns3

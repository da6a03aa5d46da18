// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "message-transport.h"

#include "ns3/input-error.h"
#include "ns3/log.h"

#include <string>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("MessageTransport");

NS_OBJECT_ENSURE_REGISTERED(MessageTransport);

TypeId
MessageTransport::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::MessageTransport").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
MessageTransport::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_channels.clear();
    m_nic = nullptr;
    Object::DoDispose();
}

void
MessageTransport::Attach(Ptr<RdmaNic> nic)
{
    NS_LOG_FUNCTION(this << nic);
    m_nic = nic;
    DoAttach();
}

Ptr<MessageChannel>
MessageTransport::Open(MessageTransport& peer, uint8_t level, const ChannelOptions& options)
{
    if (peer.GetInstanceTypeId() != GetInstanceTypeId())
    {
        throw InputError("host " + std::to_string(m_nic->GetHost()) + ": uses " +
                         GetInstanceTypeId().GetName() + ", and host " +
                         std::to_string(peer.m_nic->GetHost()) + " uses " +
                         peer.GetInstanceTypeId().GetName() + "; expected the same transport");
    }
    if (&peer == this)
    {
        throw InputError("host " + std::to_string(m_nic->GetHost()) +
                         ": a channel must connect two hosts");
    }
    m_channels.push_back(DoOpen(peer, level, options));
    m_channels.back()->SetDestHost(peer.m_nic->GetHost());
    return m_channels.back();
}

void
MessageTransport::DoAttach()
{
}

void
MessageTransport::DoJoin(Ptr<NetworkPaths>)
{
}

void
MessageTransport::DoJoinPorts(const std::vector<Ptr<MessageTransport>>& /* ports */)
{
}

void
MessageTransport::DoCheckServiceLevel(uint8_t level) const
{
    m_nic->CheckLevel(level, "messages");
}

uint32_t
MessageTransport::DoGetPsnRange() const
{
    return 0;
}

int64_t
MessageTransport::DoGetLongestWaitPs(uint64_t timeouts) const
{
    return m_nic->GetConnectionFactory().GetLongestWaitPs(timeouts);
}

bool
MessageTransport::DoHasQueuePairs() const
{
    return false;
}

bool
MessageTransport::DoHasCongestionControl() const
{
    return HasQueuePairs();
}

void
MessageTransport::DoCheckEntropy(const EntropyPolicy& /* entropy */) const
{
}

void
MessageTransport::DoCheck(const FabricFraming& /* framing */, const CongestionNeeds& needs) const
{
    if (needs.demand)
    {
        throw InputError(GetInstanceTypeId().GetName() +
                         ": its packets do not carry the demand of their sender, which the "
                         "congestion control needs; expected another congestion control, or the "
                         "transport ns3::UltraEthernetTransport");
    }
}

bool
MessageTransport::DoHasPackets() const
{
    return true;
}

std::string
MessageTransport::DoGetNeedOfOrder() const
{
    return "";
}

} // namespace ns3

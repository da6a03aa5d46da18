// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-flow-control.h"

#include "fabric-channel.h"
#include "fabric-net-device.h"
#include "headroom-calculator.h"

#include "ns3/byte-image.h"
#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("LinkFlowControl");

NS_OBJECT_ENSURE_REGISTERED(LinkFlowControl);

TypeId
LinkFlowControl::GetTypeId()
{
    static TypeId tid = TypeId("ns3::LinkFlowControl").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
LinkFlowControl::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_port = nullptr;
    Object::DoDispose();
}

void
LinkFlowControl::Start()
{
    NS_LOG_FUNCTION(this);
    constexpr const char* SINCE = "its link was completed";
    DoStart();
    NotifyRead(SINCE);
    if (const auto channel = DynamicCast<FabricChannel>(m_port->GetChannel()))
    {
        channel->NotifyRead(SINCE);
    }
}

void
LinkFlowControl::SendControl(FabricPacketPtr packet, int64_t nowPs)
{
    ++m_controlSent;
    m_port->SendControl(std::move(packet), nowPs);
}

uint64_t
LinkFlowControl::GetReplayBytes() const
{
    const uint64_t onWireBytes = BytesInPs(m_port->GetDelayPs(), m_port->GetRatebps());
    const auto retry = m_port->GetPeer()->GetRetry();
    if (!retry)
    {
        return 0;
    }
    const uint64_t bytes = retry->GetBufferBytes() - std::min(retry->GetBufferBytes(), onWireBytes);
    const FrameLimits frames{m_port->GetFrameLimits().leastBytes, 0};
    return m_cellBytes == 0 ? bytes
                            : GetMostCharged(bytes, frames, m_port->GetMaxWireBytes(), m_cellBytes);
}

void
LinkFlowControl::DoStart()
{
}

uint32_t
LinkFlowControl::DoGetEligible(uint32_t backlog, const std::vector<PacketFifo>&, int64_t)
{
    return backlog;
}

void
LinkFlowControl::DoPush(PacketFifo& queue, FabricPacketPtr packet)
{
    queue.Push(std::move(packet));
}

void
LinkFlowControl::DoNotifyTaken(uint8_t, PacketFifo&, int64_t)
{
}

void
LinkFlowControl::DoNotifySent(const FabricPacket&, int64_t)
{
}

void
LinkFlowControl::DoNotifyReceived(uint8_t, uint32_t, BufferSignal, int64_t, const FabricPacket*)
{
}

void
LinkFlowControl::DoNotifyFreed(uint8_t, uint32_t, BufferSignal, int64_t)
{
}

void
LinkFlowControl::DoNotifyLink(bool, int64_t)
{
}

void
LinkFlowControl::DoNotifyLossy(int64_t)
{
}

void
LinkFlowControl::DoReceiveControl(const FabricPacket&)
{
}

uint64_t
LinkFlowControl::DoGetReservedBytes() const
{
    return 0;
}

uint64_t
LinkFlowControl::DoGetManagementBytes() const
{
    return 0;
}

int64_t
LinkFlowControl::DoGetBlockedPs(uint8_t, int64_t) const
{
    return 0;
}

std::string
LinkFlowControl::DoDescribeBlock(uint8_t) const
{
    return {};
}

std::vector<std::string>
LinkFlowControl::DoAudit() const
{
    return {};
}

void
LinkFlowControl::DoSaveForPeer(std::string& to) const
{
    SaveValue(to, m_stoppedMask);
}

void
LinkFlowControl::DoLoadForPeer(const char*& from)
{
    m_stoppedMask = LoadValue<uint8_t>(from);
}

} // namespace ns3

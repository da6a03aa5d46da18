// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "link-flow-control.h"

#include "ns3/byte-image.h"
#include "ns3/log.h"

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
    DoStart();
    NotifyRead("its link was completed");
}

void
LinkFlowControl::DoStart()
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

std::optional<CreditLoop>
LinkFlowControl::DoGetLoop() const
{
    return std::nullopt;
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

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-buffer.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(SwitchBuffer);

const char*
ToString(DropReason reason)
{
    constexpr std::array<const char*, static_cast<std::size_t>(DropReason::COUNT)> names{
        "none",
        "lossy threshold",
        "headroom overrun",
        "headroom pool overrun",
        "credit overrun",
        "no route",
        "PFC watchdog",
        "head-of-queue lifetime",
        "virtual lane stall",
        "service level without lane",
        "link down"};
    return names[static_cast<std::size_t>(reason)];
}

TypeId
SwitchBuffer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SwitchBuffer").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

bool
SwitchBuffer::DoIsFreedAtEnd() const
{
    return false;
}

void
SwitchBuffer::Configure(const std::vector<PortNeeds>& ports)
{
    m_needs = ports;
    size_t count = 0;
    for (const auto& port : ports)
    {
        count += port.lanes;
    }
    m_accounts.assign(count, {});
    m_accountsOfPort.clear();
    Account* next = m_accounts.data();
    for (const auto& port : ports)
    {
        m_accountsOfPort.push_back(next);
        next += port.lanes;
    }
    DoConfigure(ports);
}

} // namespace ns3

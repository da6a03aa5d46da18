// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "switch-buffer.h"

#include "ns3/input-error.h"
#include "ns3/log.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SwitchBuffer");

NS_OBJECT_ENSURE_REGISTERED(SwitchBuffer);

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

bool
SwitchBuffer::DoTrims() const
{
    return false;
}

const RateProfiles*
SwitchBuffer::DoGetRateProfiles() const
{
    return nullptr;
}

void
SwitchBuffer::Configure(const std::vector<PortNeeds>& ports)
{
    NS_LOG_FUNCTION(this);
    for (const auto& port : ports)
    {
        if (port.credits && DoTrims())
        {
            throw InputError("Buffer: " + GetInstanceTypeId().GetName() +
                             " trims packets, but on links with credits every packet has room; "
                             "expected a flow control without credits");
        }
        if (port.credits && port.lossless != 0 && m_cellBytes != 0)
        {
            throw InputError("Buffer: " + GetInstanceTypeId().GetName() + " has cells of " +
                             std::to_string(m_cellBytes) +
                             " B, but the links of this switch have credits, which have units of "
                             "their own; expected CellBytes 0");
        }
    }
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
        const auto number = static_cast<uint16_t>(m_accountsOfPort.size());
        m_accountsOfPort.push_back(next);
        for (uint32_t lane = 0; lane < port.lanes; ++lane, ++next)
        {
            next->port = number;
            next->lossless = port.lossless >> lane & 1;
        }
    }
    DoConfigure(ports);
    NotifyRead("its switch was configured");
}

} // namespace ns3

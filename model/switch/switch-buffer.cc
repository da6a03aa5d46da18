// SPDX-License-Identifier: GPL-2.0-only

#include "switch-buffer.h"

#include <algorithm>

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
        "PFC watchdog"};
    return names[static_cast<std::size_t>(reason)];
}

TypeId
SwitchBuffer::GetTypeId()
{
    static TypeId tid = TypeId("ns3::SwitchBuffer").SetParent<Object>().SetGroupName("AiFabric");
    return tid;
}

void
SwitchBuffer::Configure(const std::vector<PortNeeds>& ports)
{
    m_needs = ports;
    m_accounts.assign(ports.size() * PRIORITY_COUNT, {});
    DoConfigure(ports);
}

DropReason
SwitchBuffer::Admit(uint16_t ingress, uint16_t egress, uint8_t priority, uint32_t bytes)
{
    Account& in = m_accounts[ingress * PRIORITY_COUNT + priority];
    Account& out = m_accounts[egress * PRIORITY_COUNT + priority];
    const PortNeeds& needs = m_needs[ingress];
    const DropReason reason = DoAdmit(in, out, needs, needs.lossless >> priority & 1, bytes);
    if (reason != DropReason::NONE)
    {
        ++in.drops[static_cast<uint32_t>(reason)];
        return reason;
    }
    in.ingressBytes += bytes;
    in.headroomPeakBytes = std::max(in.headroomPeakBytes, in.headroomBytes);
    out.egressBytes += bytes;
    m_usedBytes += bytes;
    m_peakBytes = std::max(m_peakBytes, m_usedBytes);
    return DropReason::NONE;
}

void
SwitchBuffer::Release(uint16_t ingress, uint16_t egress, uint8_t priority, uint32_t bytes)
{
    Account& in = m_accounts[ingress * PRIORITY_COUNT + priority];
    in.ingressBytes -= bytes;
    m_accounts[egress * PRIORITY_COUNT + priority].egressBytes -= bytes;
    m_usedBytes -= bytes;
    DoRelease(in, m_needs[ingress].lossless >> priority & 1, bytes);
}

} // namespace ns3

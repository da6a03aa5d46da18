// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "mrc-port-status.h"

#include <utility>

namespace ns3
{

MrcPortStatus::MrcPortStatus(Owner& owner, uint32_t node, int64_t delayPs, int64_t repeatPs)
    : m_owner(owner),
      m_timer(MakeFabricEvent<MrcPortStatus, &MrcPortStatus::OnTimer>(this)),
      m_delayPs(delayPs),
      m_repeatPs(repeatPs)
{
    m_timer->SetContext(node);
}

MrcPortStatus::~MrcPortStatus()
{
    m_timer->Clear();
}

void
MrcPortStatus::SetOwn(uint32_t down, int64_t nowPs)
{
    m_own = down;
    m_tries = 0;
    ++m_number;
    m_timer->Schedule(TickClock().ToTicks(nowPs + m_delayPs));
}

void
MrcPortStatus::OnTimer()
{
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    MrcControl status{};
    status.opcode = MrcOpcode::ENDPOINT_REQUEST;
    status.kind = MrcEndpointKind::PORTS;
    status.number = m_number;
    status.ports = m_own;
    m_owner.SendPortStatus(status, nowPs);
    if (++m_tries < MOST_TRIES)
    {
        m_timer->Schedule(TickClock().ToTicks(nowPs + m_repeatPs));
    }
}

bool
MrcPortStatus::Receive(const MrcControl& status, int64_t nowPs)
{
    if (status.opcode == MrcOpcode::ENDPOINT_RESPONSE)
    {
        if (status.number == m_number)
        {
            m_timer->Clear();
        }
        return false;
    }
    MrcControl answer = status;
    answer.opcode = MrcOpcode::ENDPOINT_RESPONSE;
    m_owner.SendPortStatus(answer, nowPs);
    if (static_cast<int16_t>(status.number - m_otherNumber) <= 0)
    {
        return false;
    }
    m_otherNumber = status.number;
    return std::exchange(m_other, status.ports) != status.ports;
}

} // namespace ns3

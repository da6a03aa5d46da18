// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "host-ports.h"

#include "ns3/fabric-channel.h"

#include <utility>

namespace ns3
{

HostPorts::HostPorts(std::vector<RdmaNic*> nics)
    : m_nics(std::move(nics)),
      m_look(MakeFabricEvent<HostPorts, &HostPorts::Look>(this))
{
    m_look->SetContext(m_nics.front()->GetPort().GetNode()->GetId());
    for (RdmaNic* const nic : m_nics)
    {
        LinkWatchers::Add(*nic->GetPort().GetChannel(), *this);
    }
}

HostPorts::~HostPorts()
{
    m_look->Clear();
}

uint32_t
HostPorts::FindOpen(uint32_t port, uint32_t closed) const
{
    const auto count = static_cast<uint32_t>(m_nics.size());
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t found = (port + i) % count;
        if (!(closed >> found & 1))
        {
            return found;
        }
    }
    return port;
}

void
HostPorts::OnLink(int64_t nowPs)
{
    m_look->Schedule(TickClock().ToTicks(nowPs));
}

void
HostPorts::Look()
{
    const uint32_t before = m_down;
    m_down = 0;
    for (uint32_t port = 0; port < m_nics.size(); ++port)
    {
        const auto channel = StaticCast<FabricChannel>(m_nics[port]->GetPort().GetChannel());
        m_down |= static_cast<uint32_t>(channel->IsDown()) << port;
    }
    const int64_t nowPs = TickClock().ToPs(NowTicks());
    for (size_t i = 0; i < m_clients.size() && m_down != before; ++i)
    {
        m_clients[i]->OnPorts(nowPs);
    }
}

} // namespace ns3

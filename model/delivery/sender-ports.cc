// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sender-ports.h"

namespace ns3
{

std::vector<uint32_t>
SenderPorts::AddTo(HostPorts& ports, uint8_t lane)
{
    m_hostPorts = &ports;
    ports.AddClient(*this);
    return PortSource::Add(*this, ports.GetNics(), lane, m_sources);
}

bool
SenderPorts::IsClosed(uint32_t port) const
{
    const uint32_t down = m_hostPorts->GetDown();
    const auto isOpen = [&](uint32_t one) {
        return !(down >> one & 1) && m_client.DoIsUsable(one);
    };
    if (isOpen(port))
    {
        return false;
    }
    bool anyLink = false;
    for (uint32_t other = 0; other < m_sources.size(); ++other)
    {
        if (isOpen(other))
        {
            return true;
        }
        anyLink = anyLink || !(down >> other & 1);
    }
    return anyLink && (down >> port & 1);
}

bool
SenderPorts::CanSendOn(uint32_t port) const
{
    return !IsClosed(port) && m_source.CanSend();
}

FabricPacketPtr
SenderPorts::MakeNextPacketOn(uint32_t port, int64_t nowPs)
{
    if (IsClosed(port))
    {
        return nullptr;
    }
    m_port = port;
    FabricPacketPtr packet = m_source.MakeNextPacket(nowPs);
    for (const auto& other : m_sources)
    {
        other->GetPacer() = m_source.GetPacer(); // one rate for all
    }
    return packet;
}

void
SenderPorts::ReceiveOn(uint32_t port, FabricPacket& packet)
{
    m_port = port;
    m_source.Receive(packet);
}

void
SenderPorts::ReceiveTrimmedOn(uint32_t /* port */, FabricPacket& /* packet */)
{
}

void
SenderPorts::OnPorts(int64_t nowPs)
{
    m_client.DoNotifyPorts(nowPs);
    Activate(nowPs);
}

uint32_t
SenderPorts::TakePort()
{
    const auto count = static_cast<uint32_t>(m_sources.size());
    do
    {
        m_port = (m_port + 1) % count;
    } while (IsClosed(m_port)); // one port at least is not
    return m_port;
}

void
SenderPorts::Activate(int64_t nowPs)
{
    // In turn, as an idle port takes its packet at once.
    const auto count = static_cast<uint32_t>(m_sources.size());
    m_firstPort = (m_firstPort + 1) % count;
    for (uint32_t i = 0; i < count; ++i)
    {
        const uint32_t port = (m_firstPort + i) % count;
        m_hostPorts->GetNics()[port]->Activate(*m_sources[port], nowPs);
    }
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "delivery-receiver.h"

namespace ns3
{

std::vector<uint32_t>
DeliveryReceiver::AddTo(const std::vector<RdmaNic*>& nics, uint8_t lane)
{
    if (nics.size() == 1)
    {
        nics.front()->AddSource(*this, lane);
        return {GetNumber()};
    }
    return PortSource::Add(*this, nics, lane, m_ports);
}

bool
DeliveryReceiver::CanSend() const
{
    return false;
}

FabricPacketPtr
DeliveryReceiver::MakeNextPacket(int64_t /* nowPs */)
{
    return nullptr;
}

bool
DeliveryReceiver::CanSendOn(uint32_t /* port */) const
{
    return false;
}

FabricPacketPtr
DeliveryReceiver::MakeNextPacketOn(uint32_t /* port */, int64_t /* nowPs */)
{
    return nullptr;
}

void
DeliveryReceiver::ReceiveOn(uint32_t port, FabricPacket& packet)
{
    m_port = port;
    Receive(packet);
}

void
DeliveryReceiver::ReceiveTrimmedOn(uint32_t port, FabricPacket& packet)
{
    m_port = port;
    ReceiveTrimmed(packet);
}

} // namespace ns3

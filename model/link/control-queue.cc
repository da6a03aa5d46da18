// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "control-queue.h"

#include "link-retry.h"

namespace ns3
{

FabricPacketPtr
ControlQueue::Pop()
{
    if (m_packets.Front().wireBytes == 0)
    {
        m_packets.Push(m_packets.Pop()); // the hold stays
        if (m_packets.GetPackets() == 1)
        {
            return nullptr;
        }
    }
    return m_packets.Pop();
}

void
ControlQueue::Hold()
{
    m_packets.Push(FabricPacketPool::Make());
}

template <typename Predicate>
void
ControlQueue::RemoveIf(Predicate dropped)
{
    for (uint32_t rest = m_packets.GetPackets(); rest > 0; --rest)
    {
        FabricPacketPtr packet = m_packets.Pop();
        if (!dropped(*packet))
        {
            m_packets.Push(std::move(packet));
        }
    }
}

void
ControlQueue::EndHold()
{
    RemoveIf([](const FabricPacket& packet) { return packet.wireBytes == 0; });
}

void
ControlQueue::DropRetry()
{
    RemoveIf([](const FabricPacket& packet) {
        return packet.wireBytes == 0 || packet.kind == LinkRetry::GetReplayKind() ||
               packet.kind == LinkRetry::GetControlKind();
    });
}

} // namespace ns3

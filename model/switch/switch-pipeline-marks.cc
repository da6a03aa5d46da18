// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// How a FabricSwitch marks packets; switch-pipeline.cc has the other steps.

#include "fabric-switch.h"

#include "ns3/log.h"
#include "ns3/port-name.h"

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SwitchPipelineMarks");

void
FabricSwitch::MarkIfTold(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs)
{
    MarkByQueue(port, packet, port.GetQueueBytes(packet.lane), nowPs);
}

/** Marks an ECN-capable packet if the marker decides so for this queue. */
inline void
FabricSwitch::MarkByQueue(const FabricNetDevice& port,
                          FabricPacket& packet,
                          uint64_t queueBytes,
                          int64_t nowPs)
{
    if (m_marker->ShouldMark({queueBytes, port.GetRatebps(), &port, &packet, nowPs}))
    {
        SetMark(port, packet, queueBytes);
    }
}

inline void
FabricSwitch::SetMark(const FabricNetDevice& port, FabricPacket& packet, uint64_t queueBytes)
{
    NS_LOG_LOGIC(PortName(port) << " priority " << +packet.lane << ": marks a packet, "
                                << queueBytes << " B queued");
    packet.ecn = EcnCodepoint::CE;
    ++m_marks;
    if (!m_markTrace.IsEmpty())
    {
        m_markTrace(packet, queueBytes);
    }
}

/**
 * Depth of a queue as markers see it: bytes of frames, or of their cells.
 *
 * @param port port of the queue
 * @param packet packet that is not in its queue yet, or has just left it
 * @return bytes in the queue, without the packet
 */
[[gnu::noinline]] uint64_t
FabricSwitch::GetDepth(const FabricNetDevice& port, const FabricPacket& packet) const
{
    if (m_buffer->GetCellBytes() == 0)
    {
        return port.GetQueueBytes(packet.lane);
    }
    if (!m_holder)
    {
        return m_buffer->GetAccount(port.GetPortNumber(), packet.lane).egressBytes -
               m_buffer->GetChargedBytes(packet.frameBytes);
    }
    uint64_t bytes = 0; // without held packets, which the account includes
    port.GetQueue(packet.lane).ForEach([&](const FabricPacket& waiting) {
        bytes += IsForwarded(waiting.kind) ? m_buffer->GetChargedBytes(waiting.frameBytes) : 0;
    });
    return bytes;
}

/** The same as Mark(), with GetDepth(). */
[[gnu::noinline]] void
FabricSwitch::MarkByDepth(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs)
{
    if (packet.ecn == EcnCodepoint::ECT && port.GetQueueBytes(packet.lane) > 0)
    {
        MarkByQueue(port, packet, GetDepth(port, packet), nowPs);
    }
}

/** Judges a packet that comes to its queue, for markers that judge at that time. */
[[gnu::noinline]] void
FabricSwitch::MarkComing(const FabricNetDevice& port, FabricPacket& packet)
{
    if (!m_tagMarker)
    {
        MarkByDepth(port, packet, packet.readyPs);
        return;
    }
    const uint64_t queueBytes = GetDepth(port, packet);
    if (m_tagMarker->Judge({queueBytes, port.GetRatebps(), &port, &packet, packet.readyPs}, packet))
    {
        SetMark(port, packet, queueBytes);
    }
}

void
FabricSwitch::MarkHeld(FabricPacket& packet,
                       uint16_t egress,
                       uint64_t queueBytes,
                       bool comes,
                       int64_t nowPs)
{
    if (comes == m_markAtEnqueue && !m_tagMarker && packet.ecn == EcnCodepoint::ECT)
    {
        MarkByQueue(*m_ports[egress], packet, queueBytes, nowPs);
    }
}

} // namespace ns3

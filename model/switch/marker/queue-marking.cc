// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "queue-marking.h"

#include "ns3/log.h"
#include "ns3/port-name.h"

#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("QueueMarking");

void
QueueMarking::Configure(Ptr<EcnMarker> marker,
                        Ptr<const SwitchBuffer> buffer,
                        bool holds,
                        const Trace& trace)
{
    m_marker = std::move(marker);
    m_buffer = std::move(buffer);
    m_holds = holds;
    m_trace = &trace;
    m_seesAll = m_marker->SeesEveryPacket();
    m_atArrival = m_seesAll || m_marker->IsAtEnqueue();
}

void
QueueMarking::Clear()
{
    m_marker = nullptr;
    m_buffer = nullptr;
}

void
QueueMarking::JudgeFrames(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs)
{
    Judge(port, packet, port.GetQueueBytes(packet.lane), nowPs);
}

/** Marks an ECN-capable packet if the marker decides so for this queue. */
inline void
QueueMarking::Judge(const FabricNetDevice& port,
                    FabricPacket& packet,
                    uint64_t queueBytes,
                    int64_t nowPs)
{
    if (m_marker->ShouldMark({queueBytes, port.GetRatebps(), &port, &packet, nowPs}))
    {
        Mark(port, packet, queueBytes);
    }
}

inline void
QueueMarking::Mark(const FabricNetDevice& port, FabricPacket& packet, uint64_t queueBytes)
{
    NS_LOG_LOGIC(PortName(port) << " priority " << +packet.lane << ": marks a packet, "
                                << queueBytes << " B queued");
    packet.ecn = EcnCodepoint::CE;
    ++m_marks;
    if (!m_trace->IsEmpty())
    {
        (*m_trace)(packet, queueBytes);
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
QueueMarking::GetDepth(const FabricNetDevice& port, const FabricPacket& packet) const
{
    if (m_buffer->GetCellBytes() == 0)
    {
        return port.GetQueueBytes(packet.lane);
    }
    if (!m_holds)
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

[[gnu::noinline]] void
QueueMarking::JudgeDepth(const FabricNetDevice& port, FabricPacket& packet, int64_t nowPs)
{
    if (packet.ecn == EcnCodepoint::ECT && port.GetQueueBytes(packet.lane) > 0)
    {
        Judge(port, packet, GetDepth(port, packet), nowPs);
    }
}

[[gnu::noinline]] void
QueueMarking::OnArrival(const FabricNetDevice& port, FabricPacket& packet)
{
    if (!m_seesAll)
    {
        JudgeDepth(port, packet, packet.readyPs);
        return;
    }
    const uint64_t queueBytes = GetDepth(port, packet);
    if (m_marker->Judge({queueBytes, port.GetRatebps(), &port, &packet, packet.readyPs}, packet))
    {
        Mark(port, packet, queueBytes);
    }
}

void
QueueMarking::JudgeHeld(const FabricNetDevice& port,
                        FabricPacket& packet,
                        uint64_t queueBytes,
                        bool comes,
                        int64_t nowPs)
{
    if (comes == m_atArrival && !m_seesAll && packet.ecn == EcnCodepoint::ECT)
    {
        Judge(port, packet, queueBytes, nowPs);
    }
}

} // namespace ns3

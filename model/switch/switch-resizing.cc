// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Packets that change their length in a FabricSwitch.

#include "fabric-switch.h"

#include "ns3/log.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("SwitchResizing");

bool
FabricSwitch::Resize(FabricPacket& packet, uint16_t egress, uint32_t frameBytes)
{
    const SwitchBuffer::Place in{packet.ingressPort, packet.ingressLane};
    const SwitchBuffer::Place out{egress, packet.lane};
    m_buffer->Release(in, out, packet.frameBytes);
    const BufferAnswer answer = m_buffer->Admit(in, out, frameBytes);
    packet.frameBytes = frameBytes;
    if (!answer.IsAdmitted())
    {
        DropOwn(packet, answer);
    }
    return answer.IsAdmitted();
}

/**
 * Drops a packet that the switch makes or changes, for lack of room; such packets are not trimmed.
 */
void
FabricSwitch::DropOwn(const FabricPacket& packet, BufferAnswer answer)
{
    if (answer.IsToTrim()) // else the buffer has counted the drop
    {
        m_buffer->CountDrop(packet.ingressPort, packet.ingressLane, answer);
    }
    Drop(packet, answer);
}

/**
 * Cuts the payload off a packet, and headers if the buffer asks for a shorter frame, and has the
 * rest admitted.
 *
 * @return reason of a drop, which is counted; NONE: the rest is admitted
 */
DropReason
FabricSwitch::Trim(const FabricNetDevice& port,
                   FabricPacket& packet,
                   uint16_t egress,
                   BufferAnswer answer)
{
    const uint16_t ingress = packet.ingressPort;
    const uint8_t lane = packet.ingressLane;
    if (packet.kind != PacketKind::TRANSPORT || packet.payloadBytes == 0)
    {
        m_buffer->CountDrop(ingress, lane, answer);
        return answer;
    }
    const auto* codec = port.GetCodec();
    const uint32_t headerBytes = packet.frameBytes - PaddedBytes(packet.payloadBytes);
    const uint32_t leastBytes = codec ? codec->GetTrimmedBytes(packet) : headerBytes;
    const uint32_t frameBytes = std::max(leastBytes, std::min(headerBytes, answer.GetTrimBytes()));
    const DropReason discard = m_discarded[egress][answer.GetLane()];
    const BufferAnswer rest =
        discard != DropReason::NONE
            ? BufferAnswer::Trim(discard, 0)
            : m_buffer->Admit({ingress, lane}, {egress, answer.GetLane()}, frameBytes);
    if (!rest.IsAdmitted())
    {
        if (rest.IsToTrim()) // a rest cannot be trimmed again, and the buffer has not counted the
                             // drop
        {
            m_buffer->CountDrop(ingress, lane, rest);
        }
        return rest;
    }
    packet.kind = m_leadsToHost[egress] ? PacketKind::TRIMMED_AT_LAST_HOP : PacketKind::TRIMMED;
    packet.lane = answer.GetLane();
    packet.wireBytes -= packet.frameBytes - frameBytes;
    packet.frameBytes = frameBytes;
    packet.payloadBytes = 0;
    packet.tailPs =
        std::min(packet.tailPs, packet.readyPs + SerializationPs(frameBytes, port.GetRatebps()));
    m_buffer->CountTrim(ingress, lane, answer.GetReason());
    NS_LOG_INFO("node " << port.GetNode()->GetId() << ": trims a packet of host "
                        << packet.sourceHost << " to host " << packet.destHost << " from port "
                        << ingress << " priority " << +lane << ", "
                        << ToString(answer.GetReason()));
    if (!m_trimTrace.IsEmpty())
    {
        m_trimTrace(packet, answer.GetReason());
    }
    return DropReason::NONE;
}

} // namespace ns3

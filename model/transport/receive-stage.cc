// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "receive-stage.h"

#include "ns3/fabric-net-device.h"
#include "ns3/log.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("ReceiveStage");

ReceiveStage::ReceiveStage(FabricNetDevice& port, const Settings& settings, Client& client)
    : m_port(port),
      m_settings(settings),
      m_client(client),
      m_written(MakeFabricEvent<ReceiveStage, &ReceiveStage::OnWritten>(this))
{
    NS_LOG_FUNCTION(this << settings.thresholdBytes);
    m_written->SetContext(port.GetNode()->GetId());
    const auto& flowControl = port.GetFlowControl();
    for (uint8_t lane = 0; lane < port.GetLaneCount(); ++lane)
    {
        if (!flowControl.IsCounting() && flowControl.IsLossless(lane))
        {
            m_losslessMask |= uint32_t{1} << lane;
            m_headroomBytes += flowControl.GetReservedBytes();
        }
    }
}

ReceiveStage::~ReceiveStage()
{
    NS_LOG_FUNCTION(this);
    m_written->Clear();
}

void
ReceiveStage::AddLimit(uint64_t ratebps, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << ratebps << nowPs);
    m_limits.insert(ratebps);
    Change(nowPs);
}

void
ReceiveStage::RemoveLimit(uint64_t ratebps, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << ratebps << nowPs);
    m_limits.erase(m_limits.find(ratebps));
    Change(nowPs);
}

/** Continues the present write at the new rate after a change of the limits. */
void
ReceiveStage::Change(int64_t nowPs)
{
    const uint64_t before = m_ratebps;
    m_ratebps = m_limits.empty() ? NO_LIMIT : *m_limits.begin();
    if (m_waiting.IsEmpty() || m_ratebps == before)
    {
        return;
    }
    if (before != 0)
    {
        m_left = m_endPs > nowPs ? static_cast<Uint128>(m_endPs - nowPs) * before : 0;
    }
    m_remainder = 0;
    Continue(m_left, nowPs);
}

ReceiveStage::Verdict
ReceiveStage::Receive(FabricPacketPtr& packet)
{
    const uint8_t lane = packet->lane;
    const int64_t nowPs = packet->readyPs;
    auto& flowControl = m_port.GetFlowControl();
    const bool isLossless = (m_losslessMask >> lane & 1) != 0;
    const uint64_t heldBytes = m_waiting.GetBytes() + packet->frameBytes;
    const bool isFull = !flowControl.IsCounting() && heldBytes > m_settings.thresholdBytes;
    if (isFull && (!isLossless || heldBytes > m_settings.thresholdBytes + m_headroomBytes))
    {
        const bool trims = m_settings.trims && !isLossless;
        (trims ? m_trims : m_drops)[lane].Add(isLossless ? DropReason::HEADROOM_OVERRUN
                                                         : DropReason::RECEIVE_BUFFER);
        return trims ? Verdict::TRIMMED : Verdict::DROPPED;
    }
    m_peakBytes = std::max(m_peakBytes, heldBytes);
    flowControl.NotifyReceived(lane,
                               packet->frameBytes,
                               isFull ? BufferSignal::STOP : BufferSignal::CONTINUE,
                               nowPs,
                               packet.get());
    const bool isFirst = m_waiting.IsEmpty();
    m_waiting.Push(std::move(packet));
    if (isFirst)
    {
        Begin(std::max(nowPs, m_endPs));
    }
    return Verdict::KEPT;
}

/** Begins to write the first waiting packet. */
void
ReceiveStage::Begin(int64_t nowPs)
{
    Continue(Uint128{m_waiting.Front().payloadBytes} * 8 * PS_PER_SECOND, nowPs);
}

/** @param left payload left of the packet being written, in bit/s * ps */
void
ReceiveStage::Continue(Uint128 left, int64_t nowPs)
{
    m_endPs = nowPs;
    if (m_ratebps == 0)
    {
        m_left = left;
        m_written->Clear();
        return;
    }
    if (m_ratebps != NO_LIMIT)
    {
        left += m_remainder;
        m_endPs += static_cast<int64_t>(left / m_ratebps);
        m_remainder = left % m_ratebps;
    }
    m_written->Schedule(m_clock.ToTicks(m_endPs));
}

void
ReceiveStage::OnWritten()
{
    const int64_t nowPs = m_endPs;
    FabricPacketPtr packet = m_waiting.Pop();
    m_waitedPs = nowPs - packet->readyPs;
    packet->readyPs = nowPs;
    Free(*packet, nowPs);
    if (!m_waiting.IsEmpty())
    {
        Begin(nowPs);
    }
    m_client.TakeWritten(std::move(packet));
    m_waitedPs = 0;
}

/**
 * Frees the room of a packet, for which any priority may wait.
 *
 * @param packet packet that has left the buffer
 */
void
ReceiveStage::Free(const FabricPacket& packet, int64_t nowPs)
{
    auto& flowControl = m_port.GetFlowControl();
    if (flowControl.IsCounting())
    {
        flowControl.NotifyFreed(packet.lane, packet.frameBytes, BufferSignal::CONTINUE, nowPs);
        return;
    }
    if (m_waiting.GetBytes() > m_settings.thresholdBytes / 2)
    {
        return;
    }
    for (uint8_t lane = 0; m_losslessMask >> lane != 0; ++lane)
    {
        if (flowControl.IsStopped(lane))
        {
            flowControl.NotifyFreed(lane, 0, BufferSignal::RESUME, nowPs);
        }
    }
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// The messages of a BackpressureFlowControl to the other end; its other functions are in
// backpressure-flow-control.cc.

#include "backpressure-flow-control.h"

#include "ns3/control-frame.h"
#include "ns3/fabric-net-device.h"
#include "ns3/flow-pause-frame.h"
#include "ns3/log.h"
#include "ns3/port-name.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("BackpressureTelling");

void
BackpressureFlowControl::Trace(PauseEvent::Kind kind,
                               uint16_t queue,
                               int64_t nowPs,
                               const FabricPacket* cause,
                               const FabricNetDevice* egress)
{
    if (!m_pauseTrace.IsEmpty())
    {
        m_pauseTrace({kind, m_priority, nowPs, 0, cause, &GetPort(), queue, egress});
    }
}

void
BackpressureFlowControl::TraceChanges(const FlowFilter& paused, bool everything, int64_t nowPs)
{
    const auto trace = [&](bool stops, uint16_t queue) {
        Trace(stops ? PauseEvent::Kind::PAUSED : PauseEvent::Kind::RESUMED, queue, nowPs);
    };
    if (everything != (m_pausedMask != 0))
    {
        trace(everything, PauseEvent::ALL_QUEUES);
    }
    for (uint16_t queue = 0; queue < FlowFilter::BITS; ++queue)
    {
        if (paused.Has(queue) != GetPaused().Has(queue))
        {
            trace(paused.Has(queue), queue);
        }
    }
}

/** Takes one excess packet from a queue of the other end. */
void
BackpressureFlowControl::Hold(uint16_t upstream,
                              int64_t nowPs,
                              const FabricPacket& cause,
                              const FabricNetDevice& egress)
{
    m_holders.resize(FlowFilter::BITS);
    if (m_holders[upstream]++ == 0)
    {
        NS_LOG_LOGIC(PortName(GetPort()) << ": pauses queue " << upstream << " of the other end");
        m_held.Set(upstream, true);
        Trace(PauseEvent::Kind::XOFF_SENT, upstream, nowPs, &cause, &egress);
        SendBy(std::max(nowPs, m_toldPs + m_intervalPs), nowPs);
    }
}

/** Handles the leave of an excess packet. */
void
BackpressureFlowControl::Release(uint16_t upstream, int64_t nowPs)
{
    if (--m_holders[upstream] == 0)
    {
        NS_LOG_LOGIC(PortName(GetPort()) << ": lets queue " << upstream << " of the other end go");
        m_held.Set(upstream, false);
        Trace(PauseEvent::Kind::XON_SENT, upstream, nowPs);
        SendBy(nowPs, nowPs);
    }
}

bool
BackpressureFlowControl::PausesAny() const
{
    return IsStopped(m_priority) || !m_held.IsEmpty();
}

/**
 * @param duePs time in ps at which the other end is to be told; the wire may be busy then, or now
 */
void
BackpressureFlowControl::SendBy(int64_t duePs, int64_t nowPs)
{
    if (m_waiting || duePs <= nowPs)
    {
        SendNow(nowPs);
        return;
    }
    const int64_t ticks = GetPort().GetClock().ToTicks(duePs);
    if (!m_frame->IsPending() || ticks < m_frame->GetDeadline())
    {
        m_frame->Schedule(ticks);
    }
}

void
BackpressureFlowControl::SendDue()
{
    SendNow(NowPs());
}

/**
 * Fills a frame when it goes: frames wait for the wire, before all packets, and carry the present
 * state.
 */
void
BackpressureFlowControl::SendNow(int64_t nowPs)
{
    if (m_waiting)
    {
        Write(*m_waiting);
        return;
    }
    FabricPacketPtr packet = MakeControlPacket(FlowPauseFrame::GetKind());
    packet->extras = std::make_unique<FlowPauseFilter>();
    Write(*packet);
    m_waiting = packet.get();
    GetPort().SendControl(std::move(packet), nowPs);
}

void
BackpressureFlowControl::Write(FabricPacket& frame) const
{
    frame.As<FlowPauseFrame>() = {m_priority, IsStopped(m_priority)};
    static_cast<FlowPauseFilter&>(*frame.extras).paused = m_held;
}

/** Sends a frame, and schedules the next one an interval later. */
void
BackpressureFlowControl::NotifyTold(int64_t nowPs)
{
    m_waiting = nullptr;
    m_toldPs = nowPs;
    if (PausesAny())
    {
        m_frame->Schedule(GetPort().GetClock().ToTicks(nowPs + m_intervalPs));
    }
    else
    {
        m_frame->Clear();
    }
}

// The backstop is sent at once, without waiting for the interval.

void
BackpressureFlowControl::DoNotifyReceived(uint8_t lane,
                                          uint32_t,
                                          BufferSignal signal,
                                          int64_t nowPs,
                                          const FabricPacket* packet)
{
    if (signal == BufferSignal::STOP && lane == m_priority && !IsStopped(lane))
    {
        NS_LOG_LOGIC(PortName(GetPort()) << ": pauses everything");
        m_stoppedMask = GetBit();
        Trace(PauseEvent::Kind::XOFF_SENT, PauseEvent::ALL_QUEUES, nowPs, packet);
        SendNow(nowPs);
    }
}

void
BackpressureFlowControl::DoNotifyFreed(uint8_t lane, uint32_t, BufferSignal signal, int64_t nowPs)
{
    if (signal == BufferSignal::RESUME && lane == m_priority && IsStopped(lane))
    {
        NS_LOG_LOGIC(PortName(GetPort()) << ": no longer pauses everything");
        m_stoppedMask = 0;
        Trace(PauseEvent::Kind::XON_SENT, PauseEvent::ALL_QUEUES, nowPs);
        SendNow(nowPs);
    }
}

} // namespace ns3

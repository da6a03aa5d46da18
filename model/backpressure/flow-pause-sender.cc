// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "flow-pause-sender.h"

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

NS_LOG_COMPONENT_DEFINE("FlowPauseSender");

FlowPauseSender::FlowPauseSender(const LaneGate& gate, const PauseTrace& trace)
    : m_gate(gate),
      m_trace(trace),
      m_frame(MakeFabricEvent<FlowPauseSender, &FlowPauseSender::SendDue>(this))
{
}

FlowPauseSender::~FlowPauseSender()
{
    m_frame->Clear();
}

void
FlowPauseSender::Start(FabricNetDevice& port, uint8_t priority, int64_t intervalPs)
{
    m_port = &port;
    m_priority = priority;
    m_intervalPs = intervalPs;
    m_frame->SetContext(port.GetNode()->GetId());
}

void
FlowPauseSender::Trace(PauseEvent::Kind kind,
                       uint16_t queue,
                       int64_t nowPs,
                       const FabricPacket* cause,
                       const FabricNetDevice* egress)
{
    if (!m_trace.IsEmpty())
    {
        m_trace({kind, m_priority, nowPs, 0, cause, m_port, queue, egress});
    }
}

/** Takes one excess packet from a queue of the other end. */
void
FlowPauseSender::Hold(uint16_t upstream,
                      int64_t nowPs,
                      const FabricPacket& cause,
                      const FabricNetDevice& egress)
{
    m_holders.resize(FlowFilter::BITS);
    if (m_holders[upstream]++ == 0)
    {
        NS_LOG_LOGIC(PortName(*m_port) << ": pauses queue " << upstream << " of the other end");
        m_held.Set(upstream, true);
        Trace(PauseEvent::Kind::XOFF_SENT, upstream, nowPs, &cause, &egress);
        SendBy(std::max(nowPs, m_toldPs + m_intervalPs), nowPs);
    }
}

/** Handles the leave of an excess packet. */
void
FlowPauseSender::Release(uint16_t upstream, int64_t nowPs)
{
    if (--m_holders[upstream] == 0)
    {
        NS_LOG_LOGIC(PortName(*m_port) << ": lets queue " << upstream << " of the other end go");
        m_held.Set(upstream, false);
        Trace(PauseEvent::Kind::XON_SENT, upstream, nowPs);
        SendBy(nowPs, nowPs);
    }
}

bool
FlowPauseSender::PausesAny() const
{
    return m_gate.IsStopped(m_priority) || !m_held.IsEmpty();
}

/**
 * @param duePs time in ps at which the other end is to be told; the wire may be busy then, or now
 */
void
FlowPauseSender::SendBy(int64_t duePs, int64_t nowPs)
{
    if (m_waiting || duePs <= nowPs)
    {
        SendNow(nowPs);
        return;
    }
    const int64_t ticks = m_port->GetClock().ToTicks(duePs);
    if (!m_frame->IsPending() || ticks < m_frame->GetDeadline())
    {
        m_frame->Schedule(ticks);
    }
}

void
FlowPauseSender::SendDue()
{
    SendNow(m_port->GetClock().ToPs(NowTicks()));
}

/**
 * Fills a frame when it goes: frames wait for the wire, before all packets, and carry the present
 * state.
 */
void
FlowPauseSender::SendNow(int64_t nowPs)
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
    m_port->SendControl(std::move(packet), nowPs);
}

void
FlowPauseSender::Write(FabricPacket& frame) const
{
    frame.As<FlowPauseFrame>() = {m_priority, m_gate.IsStopped(m_priority)};
    static_cast<FlowPauseFilter&>(*frame.extras).paused = m_held;
}

/** Sends a frame, and schedules the next one an interval later. */
void
FlowPauseSender::NotifyTold(int64_t nowPs)
{
    m_waiting = nullptr;
    m_toldPs = nowPs;
    if (PausesAny())
    {
        m_frame->Schedule(m_port->GetClock().ToTicks(nowPs + m_intervalPs));
    }
    else
    {
        m_frame->Clear();
    }
}

void
FlowPauseSender::SendAll(int64_t nowPs, const FabricPacket* cause)
{
    const bool stops = m_gate.IsStopped(m_priority);
    NS_LOG_LOGIC(PortName(*m_port) << (stops ? ": pauses everything" : ": pauses not everything"));
    Trace(stops ? PauseEvent::Kind::XOFF_SENT : PauseEvent::Kind::XON_SENT,
          PauseEvent::ALL_QUEUES,
          nowPs,
          cause);
    SendNow(nowPs);
}

} // namespace ns3

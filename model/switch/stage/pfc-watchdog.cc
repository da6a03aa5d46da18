// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "pfc-watchdog.h"

#include "ns3/boolean.h"
#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/port-name.h"
#include "ns3/priority-flow-control.h"
#include "ns3/switch-context.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PfcWatchdog");

NS_OBJECT_ENSURE_REGISTERED(PfcWatchdog);

TypeId
PfcWatchdog::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PfcWatchdog")
            .SetParent<Object>()
            .SetGroupName("AiFabric")
            .AddConstructor<PfcWatchdog>()
            .AddAttribute("DetectionTime",
                          "A queue that is paused for this time is in a pause storm; 0 turns the "
                          "watchdog off. SONiC: 100 ms to 5 s, 200 ms by default.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&PfcWatchdog::m_detectionTime)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("RestorationTime",
                          "A storm is over after this time without a pause request; 0: "
                          "DetectionTime.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&PfcWatchdog::m_restorationTime)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("PollInterval",
                          "Time between two checks of the ports; 0: a quarter of the shorter of "
                          "the two times.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&PfcWatchdog::m_pollInterval)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("Discard",
                          "In a storm, drop the packets of the queue and those that arrive for "
                          "it (SONiC's action drop) rather than send them despite the pause "
                          "(forward).",
                          BooleanValue(true),
                          MakeBooleanAccessor(&PfcWatchdog::m_discard),
                          MakeBooleanChecker())
            .AddTraceSource("Storm",
                            "A pause storm of an egress queue begins or ends.",
                            MakeTraceSourceAccessor(&PfcWatchdog::m_stormTrace),
                            "ns3::PfcWatchdog::StormTracedCallback");
    return tid;
}

PfcWatchdog::PfcWatchdog()
    : m_poll(MakeFabricEvent<PfcWatchdog, &PfcWatchdog::Poll>(this))
{
    NS_LOG_FUNCTION(this);
}

PfcWatchdog::~PfcWatchdog()
{
    NS_LOG_FUNCTION(this);
    m_poll->Clear();
}

void
PfcWatchdog::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_poll->Clear();
    m_ports.clear();
    m_switch = nullptr;
    Object::DoDispose();
}

bool
PfcWatchdog::Start(SwitchContext& context)
{
    NS_LOG_FUNCTION(this);
    NotifyRead("its switch was configured");
    m_detectionPs = m_clock.ToPs(m_detectionTime.GetTimeStep());
    if (m_detectionPs == 0)
    {
        return false;
    }
    const int64_t restorationPs = m_clock.ToPs(m_restorationTime.GetTimeStep());
    m_restorationPs = restorationPs ? restorationPs : m_detectionPs;
    const int64_t pollPs = m_clock.ToPs(m_pollInterval.GetTimeStep());
    m_pollPs = pollPs ? pollPs : std::max<int64_t>(1, std::min(m_detectionPs, m_restorationPs) / 4);
    m_switch = &context;
    const FabricNetDevice& first = *context.GetPorts().front();
    m_poll->SetContext(first.GetNode()->GetId());
    for (const auto& port : context.GetPorts())
    {
        auto* flowControl = dynamic_cast<PriorityFlowControl*>(&port->GetFlowControl());
        m_ports.push_back({flowControl, 0});
        if (flowControl)
        {
            flowControl->TraceConnectWithoutContext("Pause",
                                                    MakeCallback(&PfcWatchdog::OnPause, this));
        }
    }
    if (std::none_of(m_ports.begin(), m_ports.end(), [](const Port& port) {
            return port.flowControl;
        }))
    {
        throw InputError("FabricSwitch Watchdog: needs ns3::PriorityFlowControl, and ports have " +
                         first.GetFlowControl().GetInstanceTypeId().GetName() +
                         "; expected that flow control, or no DetectionTime");
    }
    return true;
}

void
PfcWatchdog::OnPause(const PauseEvent& event)
{
    if (event.kind == PauseEvent::Kind::PAUSED && !m_poll->IsPending())
    {
        m_poll->Schedule(m_clock.ToTicks(event.nowPs + m_pollPs));
    }
}

void
PfcWatchdog::Poll()
{
    const int64_t nowPs = m_clock.ToPs(NowTicks());
    bool again = false;
    for (uint16_t number = 0; number < m_ports.size(); ++number)
    {
        const Port& port = m_ports[number];
        if (!port.flowControl)
        {
            continue;
        }
        for (uint32_t rest = port.flowControl->GetPausedMask() | port.storms; rest;
             rest &= rest - 1)
        {
            Look(number, __builtin_ctz(rest), nowPs);
        }
        again = again || (port.flowControl->GetPausedMask() | port.storms) != 0;
    }
    if (again)
    {
        m_poll->Schedule(m_clock.ToTicks(nowPs + m_pollPs));
    }
}

void
PfcWatchdog::Look(uint16_t port, uint8_t priority, int64_t nowPs)
{
    const auto& flowControl = *m_ports[port].flowControl;
    if (IsInStorm(port, priority))
    {
        if (nowPs - flowControl.GetPausedUntilPs(priority) >= m_restorationPs)
        {
            SetStorm(port, priority, false, nowPs);
        }
        return;
    }
    const PacketFifo& queue = m_switch->GetPorts()[port]->GetQueue(priority);
    if (queue.IsEmpty())
    {
        return;
    }
    // A paused queue does not move: its first packet was first when the packet came, or when the
    // pause began.
    const int64_t sincePs = std::max(flowControl.GetPausedSincePs(priority), queue.Front().readyPs);
    if (nowPs - sincePs >= m_detectionPs)
    {
        ++m_storms;
        SetStorm(port, priority, true, nowPs);
    }
}

void
PfcWatchdog::SetStorm(uint16_t port, uint8_t priority, bool storm, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << port << +priority << storm << nowPs);
    NS_LOG_WARN(PortName(*m_switch->GetPorts()[port])
                << " priority " << +priority << (storm ? ": pause storm" : ": storm is over"));
    auto& state = m_ports[port];
    state.storms ^= 1U << priority;
    if (m_discard || !storm)
    {
        // Before the pause ends, because that would send the packets to be dropped.
        m_switch->SetDiscard(port,
                             priority,
                             storm ? DropReason::PFC_WATCHDOG : DropReason::NONE,
                             nowPs);
    }
    state.flowControl->SetIgnorePause(priority, storm, nowPs);
    if (!m_stormTrace.IsEmpty())
    {
        m_stormTrace(port, priority, storm, nowPs);
    }
}

} // namespace ns3

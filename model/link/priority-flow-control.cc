// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "priority-flow-control.h"

#include "derived-headroom.h"
#include "fabric-net-device.h"
#include "port-headroom.h"
#include "port-name.h"

#include "ns3/control-frame.h"
#include "ns3/create-part.h"
#include "ns3/log.h"
#include "ns3/part-checker.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("PriorityFlowControl");

NS_OBJECT_ENSURE_REGISTERED(PriorityFlowControl);

TypeId
PriorityFlowControl::GetTypeId()
{
    ObjectFactory headroom; // by its class, because TypeIds register in no fixed order
    headroom.SetTypeId(DerivedHeadroom::GetTypeId());
    static TypeId tid =
        TypeId("ns3::PriorityFlowControl")
            .SetParent<LinkFlowControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<PriorityFlowControl>()
            .AddAttribute("Priorities",
                          "The lossless priorities, as a bit mask: bit n is priority n.",
                          UintegerValue(1 << 3),
                          ReadOnce(MakeUintegerAccessor(&PriorityFlowControl::m_enabled)),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("PauseQuanta",
                          "Pause time that an XOFF asks for, in quanta of 512 bit times.",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&PriorityFlowControl::m_quanta),
                          MakeUintegerChecker<uint16_t>(64))
            .AddAttribute("HeadroomBytes",
                          "Bytes reserved for each lossless priority of a port beyond the XOFF "
                          "threshold; 0: the size that Headroom computes.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&PriorityFlowControl::m_headroomBytes)),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Headroom",
                          "Calculator of the headroom from rate, delay and MTU of a link.",
                          ObjectFactoryValue(headroom),
                          ReadOnce(MakeObjectFactoryAccessor(&PriorityFlowControl::m_headroom)),
                          MakePartChecker(DerivedHeadroom::GetTypeId()))
            .AddAttribute("RunningHeadroom",
                          "The calculator that Headroom made, for config paths; null: no "
                          "headroom was computed.",
                          TypeId::ATTR_GET,
                          PointerValue(),
                          MakePointerAccessor(&PriorityFlowControl::m_calculator),
                          MakePointerChecker<HeadroomCalculator>())
            .AddAttribute("Reaction",
                          "Time that this port takes to obey a pause frame.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&PriorityFlowControl::m_reaction)),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Pause",
                            "A priority is paused or resumed, as receiver or as sender.",
                            MakeTraceSourceAccessor(&PriorityFlowControl::m_pauseTrace),
                            "ns3::PauseEvent::TracedCallback");
    return tid;
}

PriorityFlowControl::PriorityFlowControl()
    : m_react(MakeFabricEvent<PriorityFlowControl, &PriorityFlowControl::React>(this)),
      m_expiry(MakeFabricEvent<PriorityFlowControl, &PriorityFlowControl::Expire>(this)),
      m_refresh(MakeFabricEvent<PriorityFlowControl, &PriorityFlowControl::Refresh>(this))
{
    NS_LOG_FUNCTION(this);
}

PriorityFlowControl::~PriorityFlowControl()
{
    NS_LOG_FUNCTION(this);
    m_react->Clear();
    m_expiry->Clear();
    m_refresh->Clear();
}

void
PriorityFlowControl::DoDispose()
{
    NS_LOG_FUNCTION(this);
    m_react->Clear();
    m_expiry->Clear();
    m_refresh->Clear();
    LinkFlowControl::DoDispose();
}

void
PriorityFlowControl::DoStart()
{
    NS_LOG_FUNCTION(this);
    const uint32_t node = GetPort().GetNode()->GetId();
    m_react->SetContext(node);
    m_expiry->SetContext(node);
    m_refresh->SetContext(node);
}

void
PriorityFlowControl::DoNotifyReceived(uint8_t priority,
                                      uint32_t,
                                      BufferSignal signal,
                                      int64_t nowPs,
                                      const FabricPacket* packet)
{
    const uint8_t bit = 1 << priority;
    if (signal == BufferSignal::STOP && (m_enabled & bit))
    {
        m_fullMask |= bit;
        Stop(priority, nowPs, packet);
    }
}

void
PriorityFlowControl::DoNotifyFreed(uint8_t priority, uint32_t, BufferSignal signal, int64_t nowPs)
{
    if (signal == BufferSignal::RESUME)
    {
        m_fullMask &= ~(1 << priority);
        Restart(priority, nowPs);
    }
}

void
PriorityFlowControl::BeginStorm(uint8_t priority, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << +priority << nowPs);
    NS_LOG_WARN(PortName(GetPort()) << " priority " << +priority << ": begins a pause storm");
    m_stormMask |= 1 << priority;
    Stop(priority, nowPs, nullptr);
}

void
PriorityFlowControl::EndStorm(uint8_t priority, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << +priority << nowPs);
    NS_LOG_WARN(PortName(GetPort()) << " priority " << +priority << ": ends its pause storm");
    m_stormMask &= ~(1 << priority);
    Restart(priority, nowPs);
}

/** Sends XOFF, unless it is in force. */
void
PriorityFlowControl::Stop(uint8_t priority, int64_t nowPs, const FabricPacket* cause)
{
    const uint8_t bit = 1 << priority;
    if (m_stoppedMask & bit)
    {
        return;
    }
    m_stoppedMask |= bit;
    m_stoppedSincePs[priority] = nowPs;
    NS_LOG_LOGIC(PortName(GetPort()) << " priority " << +priority << ": sends XOFF");
    Trace(PauseEvent::Kind::XOFF_SENT, priority, nowPs, 0, cause);
    SendPause(bit, m_quanta, nowPs);
    if (!m_refresh->IsPending())
    {
        m_refresh->Schedule(GetPort().GetClock().ToTicks(nowPs + QuantaPs(m_quanta) / 2));
    }
}

/** Sends XON, unless the pause is not in force or another reason keeps it. */
void
PriorityFlowControl::Restart(uint8_t priority, int64_t nowPs)
{
    const uint8_t bit = 1 << priority;
    if ((m_stoppedMask & bit) && !((m_fullMask | m_stormMask) & bit))
    {
        m_stoppedMask &= ~bit;
        NS_LOG_LOGIC(PortName(GetPort()) << " priority " << +priority << ": sends XON after "
                                         << (nowPs - m_stoppedSincePs[priority]) / 1000 << " ns");
        Trace(PauseEvent::Kind::XON_SENT, priority, nowPs, nowPs - m_stoppedSincePs[priority]);
        SendPause(bit, 0, nowPs);
    }
}

void
PriorityFlowControl::Refresh()
{
    if (m_stoppedMask)
    {
        // One timer serves all priorities, so some are refreshed earlier than necessary.
        const int64_t nowPs = GetPort().GetClock().ToPs(NowTicks());
        SendPause(m_stoppedMask, m_quanta, nowPs);
        m_refresh->Schedule(GetPort().GetClock().ToTicks(nowPs + QuantaPs(m_quanta) / 2));
    }
}

void
PriorityFlowControl::SendPause(uint8_t priorities, uint16_t quanta, int64_t nowPs)
{
    FabricPacketPtr packet = MakeControlPacket(PauseFrame::GetKind());
    auto& pause = packet->As<PauseFrame>();
    pause = {};
    pause.enabled = priorities;
    for (uint32_t priority = 0; priority < PRIORITY_COUNT; ++priority)
    {
        pause.quanta[priority] = priorities >> priority & 1 ? quanta : 0;
    }
    GetPort().SendControl(std::move(packet), nowPs);
}

void
PriorityFlowControl::DoReceiveControl(const FabricPacket& packet)
{
    if (packet.kind != PauseFrame::GetKind())
    {
        return; // an unknown opcode is ignored (IEEE 802.3, 31.5.3)
    }
    const auto& clock = GetPort().GetClock();
    const int64_t reactionPs = clock.ToPs(m_reaction.GetTimeStep());
    if (reactionPs == 0)
    {
        Obey(packet.As<PauseFrame>(), packet.readyPs);
        return;
    }
    m_reacting.push_back({packet.readyPs + reactionPs, packet.As<PauseFrame>()});
    if (!m_react->IsPending())
    {
        m_react->Schedule(clock.ToTicks(m_reacting.front().duePs));
    }
}

void
PriorityFlowControl::React()
{
    const Reacting next = m_reacting.front();
    m_reacting.pop_front();
    if (!m_reacting.empty())
    {
        m_react->Schedule(GetPort().GetClock().ToTicks(m_reacting.front().duePs));
    }
    Obey(next.pause, next.duePs);
}

void
PriorityFlowControl::Obey(const PauseFrame& pause, int64_t nowPs)
{
    bool resumed = false;
    for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
    {
        if (!(pause.enabled >> priority & 1))
        {
            continue;
        }
        m_pausedUntilPs[priority] = nowPs + QuantaPs(pause.quanta[priority]);
        if (pause.quanta[priority] == 0 && IsPaused(priority))
        {
            Resume(priority, nowPs);
            resumed = true;
        }
        else if (pause.quanta[priority] && !IsPaused(priority) && !(m_ignoreMask >> priority & 1))
        {
            Pause(priority, nowPs);
        }
    }
    ScheduleExpiry();
    if (resumed)
    {
        GetPort().Kick(nowPs);
    }
}

void
PriorityFlowControl::Pause(uint8_t priority, int64_t nowPs)
{
    m_pausedMask |= 1 << priority;
    m_pausedSincePs[priority] = nowPs;
    NS_LOG_LOGIC(PortName(GetPort()) << " priority " << +priority << ": is paused");
    Trace(PauseEvent::Kind::PAUSED, priority, nowPs, 0);
}

void
PriorityFlowControl::Resume(uint8_t priority, int64_t nowPs)
{
    const int64_t durationPs = nowPs - m_pausedSincePs[priority];
    m_pausedMask &= ~(1 << priority);
    m_pausedTotalPs[priority] += durationPs;
    NS_LOG_LOGIC(PortName(GetPort())
                 << " priority " << +priority << ": resumes after " << durationPs / 1000 << " ns");
    Trace(PauseEvent::Kind::RESUMED, priority, nowPs, durationPs);
}

void
PriorityFlowControl::DoNotifyLink(bool down, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << down << nowPs);
    // The pause of the other end expires with the link. On the new link a receiver that is still
    // full stops its sender again before the first packet.
    m_reacting.clear();
    m_react->Clear();
    const auto& peer = GetPort().GetPeer()->GetFlowControl();
    for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
    {
        const bool stopped = !down && peer.IsStopped(priority);
        m_pausedUntilPs[priority] =
            stopped ? nowPs + QuantaPs(m_quanta) : std::min(m_pausedUntilPs[priority], nowPs);
        if (IsPaused(priority) && !stopped)
        {
            Resume(priority, nowPs);
        }
        else if (stopped && !IsPaused(priority) && !(m_ignoreMask >> priority & 1))
        {
            Pause(priority, nowPs);
        }
    }
    ScheduleExpiry();
}

void
PriorityFlowControl::SetIgnorePause(uint8_t priority, bool ignore, int64_t nowPs)
{
    NS_LOG_FUNCTION(this << +priority << ignore << nowPs);
    m_ignoreMask = (m_ignoreMask & ~(1 << priority)) | (ignore ? 1 << priority : 0);
    if (ignore && IsPaused(priority))
    {
        Resume(priority, nowPs);
        GetPort().Kick(nowPs);
    }
    else if (!ignore && nowPs < m_pausedUntilPs[priority])
    {
        Pause(priority, nowPs);
    }
    ScheduleExpiry();
}

void
PriorityFlowControl::Trace(PauseEvent::Kind kind,
                           uint8_t priority,
                           int64_t nowPs,
                           int64_t durationPs,
                           const FabricPacket* cause)
{
    if (!m_pauseTrace.IsEmpty())
    {
        m_pauseTrace({kind, priority, nowPs, durationPs, cause, &GetPort()});
    }
}

void
PriorityFlowControl::ScheduleExpiry()
{
    int64_t firstPs = NEVER_PS;
    for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
    {
        if (IsPaused(priority))
        {
            firstPs = std::min(firstPs, m_pausedUntilPs[priority]);
        }
    }
    if (firstPs == NEVER_PS)
    {
        m_expiry->Clear();
    }
    else
    {
        m_expiry->Schedule(GetPort().GetClock().ToTicks(firstPs));
    }
}

void
PriorityFlowControl::Expire()
{
    const int64_t nowPs = GetPort().GetClock().ToPs(NowTicks());
    for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
    {
        if (IsPaused(priority) && m_pausedUntilPs[priority] <= nowPs)
        {
            NS_LOG_LOGIC(PortName(GetPort()) << " priority " << +priority << ": pause runs out");
            Resume(priority, m_pausedUntilPs[priority]);
        }
    }
    ScheduleExpiry();
    GetPort().Kick(nowPs);
}

/** Both ends must agree, or a pause would expire before it is sent again. */
int64_t
PriorityFlowControl::QuantaPs(uint32_t quanta) const
{
    return SerializationPs(uint64_t{quanta} * PAUSE_QUANTUM_BITS / 8,
                           GetPort().GetWire().GetRatebps());
}

bool
PriorityFlowControl::DoIsLossless(uint8_t priority) const
{
    return m_enabled >> priority & 1;
}

uint64_t
PriorityFlowControl::DoGetReservedBytes() const
{
    if (m_headroomBytes)
    {
        return m_headroomBytes;
    }
    m_calculator = CreatePart<HeadroomCalculator>(m_headroom, "PriorityFlowControl Headroom");
    const auto& port = GetPort();
    const auto& peer = port.GetPeer()->GetFlowControl();
    const auto* sender = dynamic_cast<const PriorityFlowControl*>(&peer);
    m_calculator->NotifyRead("the headroom of its port was computed");
    const uint64_t headroomBytes = m_calculator->GetHeadroomBytes(
        GetHeadroomLink(port,
                        sender ? port.GetClock().ToPs(sender->m_reaction.GetTimeStep()) : 0,
                        static_cast<uint32_t>(__builtin_popcount(m_enabled)),
                        GetCellBytes()));
    return headroomBytes + GetReplayBytes(port, GetCellBytes());
}

int64_t
PriorityFlowControl::DoGetBlockedPs(uint8_t priority, int64_t nowPs) const
{
    return m_pausedTotalPs[priority] + (IsPaused(priority) ? nowPs - m_pausedSincePs[priority] : 0);
}

std::string
PriorityFlowControl::DoDescribeBlock(uint8_t priority) const
{
    return IsPaused(priority)
               ? "paused by PFC since " + std::to_string(m_pausedSincePs[priority] / 1000) + " ns"
               : std::string();
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only

#include "priority-flow-control.h"

#include "fabric-net-device.h"

#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(PriorityFlowControl);

TypeId
PriorityFlowControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::PriorityFlowControl")
            .SetParent<LinkFlowControl>()
            .SetGroupName("AiFabric")
            .AddConstructor<PriorityFlowControl>()
            .AddAttribute("Priorities",
                          "The lossless priorities, as a bit mask: bit n is priority n.",
                          UintegerValue(1 << 3),
                          MakeUintegerAccessor(&PriorityFlowControl::m_enabled),
                          MakeUintegerChecker<uint8_t>())
            .AddAttribute("PauseQuanta",
                          "What an XOFF asks for, in quanta of 512 bit times.",
                          UintegerValue(65535),
                          MakeUintegerAccessor(&PriorityFlowControl::m_quanta),
                          MakeUintegerChecker<uint16_t>(64))
            .AddAttribute("HeadroomBytes",
                          "Buffer kept for each lossless priority of a port beyond the XOFF "
                          "threshold; 0 computes it from rate, delay and MTU.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&PriorityFlowControl::m_headroomBytes),
                          MakeUintegerChecker<uint64_t>())
            .AddAttribute("Reaction",
                          "Time that the other end may take to obey; only enters the headroom.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&PriorityFlowControl::m_reaction),
                          MakeTimeChecker(Time(0)));
    return tid;
}

PriorityFlowControl::PriorityFlowControl()
    : m_expiry(MakeFabricEvent<PriorityFlowControl, &PriorityFlowControl::Expire>(this)),
      m_refresh(MakeFabricEvent<PriorityFlowControl, &PriorityFlowControl::Refresh>(this))
{
}

PriorityFlowControl::~PriorityFlowControl()
{
    m_expiry->Clear();
    m_refresh->Clear();
}

void
PriorityFlowControl::DoDispose()
{
    m_expiry->Clear();
    m_refresh->Clear();
    LinkFlowControl::DoDispose();
}

void
PriorityFlowControl::DoNotifyReceived(uint8_t priority,
                                      uint32_t,
                                      BufferSignal signal,
                                      int64_t nowPs)
{
    const uint8_t bit = 1 << priority;
    if (signal == BufferSignal::STOP && (m_enabled & bit) && !(m_stoppedMask & bit))
    {
        m_stoppedMask |= bit;
        SendPause(bit, m_quanta, nowPs);
        if (!m_refresh->IsPending())
        {
            m_refresh->Schedule(GetPort().GetClock().ToTicks(nowPs + QuantaPs(m_quanta) / 2));
        }
    }
}

void
PriorityFlowControl::DoNotifyFreed(uint8_t priority, uint32_t, BufferSignal signal, int64_t nowPs)
{
    const uint8_t bit = 1 << priority;
    if (signal == BufferSignal::RESUME && (m_stoppedMask & bit))
    {
        m_stoppedMask &= ~bit;
        SendPause(bit, 0, nowPs);
    }
}

void
PriorityFlowControl::Refresh()
{
    if (m_stoppedMask)
    {
        // One timer serves all priorities, so some are refreshed sooner than they need.
        const int64_t nowPs = GetPort().GetClock().ToPs(NowTicks());
        SendPause(m_stoppedMask, m_quanta, nowPs);
        m_refresh->Schedule(GetPort().GetClock().ToTicks(nowPs + QuantaPs(m_quanta) / 2));
    }
}

void
PriorityFlowControl::SendPause(uint8_t priorities, uint16_t quanta, int64_t nowPs)
{
    FabricPacketPtr packet = FabricPacketPool::Make();
    packet->kind = PacketKind::PAUSE;
    packet->pause = {};
    packet->pause.enabled = priorities;
    for (uint32_t priority = 0; priority < PRIORITY_COUNT; ++priority)
    {
        packet->pause.quanta[priority] = priorities >> priority & 1 ? quanta : 0;
    }
    packet->frameBytes = PAUSE_FRAME_BYTES;
    packet->wireBytes = PAUSE_WIRE_BYTES;
    SendControl(std::move(packet), nowPs);
}

void
PriorityFlowControl::DoReceiveControl(const FabricPacket& packet)
{
    const int64_t nowPs = packet.readyPs;
    bool resumed = false;
    for (uint8_t priority = 0; priority < PRIORITY_COUNT; ++priority)
    {
        if (!(packet.pause.enabled >> priority & 1))
        {
            continue;
        }
        if (const uint16_t quanta = packet.pause.quanta[priority])
        {
            if (!IsPaused(priority))
            {
                m_pausedMask |= 1 << priority;
                m_pausedSincePs[priority] = nowPs;
            }
            m_pausedUntilPs[priority] = nowPs + QuantaPs(quanta);
        }
        else if (IsPaused(priority))
        {
            Resume(priority, nowPs);
            resumed = true;
        }
    }
    ScheduleExpiry();
    if (resumed)
    {
        GetPort().Kick(nowPs);
    }
}

void
PriorityFlowControl::Resume(uint8_t priority, int64_t nowPs)
{
    m_pausedMask &= ~(1 << priority);
    m_pausedTotalPs[priority] += nowPs - m_pausedSincePs[priority];
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
            Resume(priority, m_pausedUntilPs[priority]);
        }
    }
    ScheduleExpiry();
    GetPort().Kick(nowPs);
}

int64_t
PriorityFlowControl::QuantaPs(uint32_t quanta) const
{
    return SerializationPs(uint64_t{quanta} * QUANTUM_BITS / 8, GetPort().GetRatebps());
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
    const auto& port = GetPort();
    const int64_t roundPs =
        2 * port.GetDelayPs() + port.GetLatencyPs() + TickClock().ToPs(m_reaction.GetTimeStep());
    return 3 * uint64_t{port.GetMaxWireBytes()} +
           uint64_t{PAUSE_WIRE_BYTES} * __builtin_popcount(m_enabled) +
           BytesInPs(roundPs, port.GetRatebps());
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

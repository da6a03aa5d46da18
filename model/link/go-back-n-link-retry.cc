// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "go-back-n-link-retry.h"

#include "fabric-net-device.h"
#include "port-name.h"

#include "ns3/input-error.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

NS_LOG_COMPONENT_DEFINE("GoBackNLinkRetry");

NS_OBJECT_ENSURE_REGISTERED(GoBackNLinkRetry);

TypeId
GoBackNLinkRetry::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::GoBackNLinkRetry")
            .SetParent<LinkRetry>()
            .SetGroupName("AiFabric")
            .AddConstructor<GoBackNLinkRetry>()
            .AddAttribute("ReplayBufferBytes",
                          "Room for frames that are sent and not acknowledged, in bytes of "
                          "frames without preamble and gap (OUTSTANDING_BYTES_MAX); room for the "
                          "longest frame with preamble and gap is reserved. 0: the bytes of a "
                          "round trip at the rate.",
                          UintegerValue(0),
                          ReadOnce(MakeUintegerAccessor(&GoBackNLinkRetry::m_bufferBytes)),
                          MakeUintegerChecker<uint64_t>(0, 1ULL << 32))
            .AddAttribute("ReplayTimer",
                          "After this time without progress every frame of the replay buffer is "
                          "sent again (REPLAY_TIMER_MAX); 0: two round trips. At a lower rate: "
                          "at least a round trip.",
                          TimeValue(Time(0)),
                          ReadOnce(MakeTimeAccessor(&GoBackNLinkRetry::m_replayTimer)),
                          MakeTimeChecker(Time(0), Hours(1)))
            .AddAttribute("MaxReplays",
                          "Number of times that the same frame is sent again before it is given "
                          "up (REPLAY_COUNT_MAX).",
                          UintegerValue(255),
                          ReadOnce(MakeUintegerAccessor(&GoBackNLinkRetry::m_maxReplays)),
                          MakeUintegerChecker<uint32_t>(0, 255))
            .AddAttribute("AckSpacing",
                          "Least distance of two acknowledgements, in bytes on the wire "
                          "(CTLOS_TARGET_SPACING).",
                          UintegerValue(2048),
                          ReadOnce(MakeUintegerAccessor(&GoBackNLinkRetry::m_ackSpacing)),
                          MakeUintegerChecker<uint32_t>(8, 65535));
    return tid;
}

GoBackNLinkRetry::GoBackNLinkRetry()
    : m_timer(MakeFabricEvent<GoBackNLinkRetry, &GoBackNLinkRetry::TimeOut>(this))
{
    NS_LOG_FUNCTION(this);
}

GoBackNLinkRetry::~GoBackNLinkRetry()
{
    m_timer->Clear();
}

void
GoBackNLinkRetry::DoDispose()
{
    m_timer->Clear();
    m_receiver.Stop();
    m_queued = nullptr;
    LinkRetry::DoDispose();
}

/**
 * Time from the first bit of a frame to that of its acknowledgement: the frame itself, the wire
 * both ways, the spacing, the frame that the acknowledgement waits for at the other end, and a
 * frame that is sent again there. All at the rate of the slower direction, because the frames go in
 * both directions.
 */
int64_t
GoBackNLinkRetry::GetLoopPs() const
{
    const FabricNetDevice& port = GetPort();
    const uint64_t bytes = 3ULL * port.GetMaxWireBytes() + m_ackSpacing + 2 * ORDERED_SET_BYTES;
    const uint64_t slowerbps = std::min(port.GetRatebps(), port.GetPeer()->GetRatebps());
    return 2 * port.GetDelayPs() + SerializationPs(bytes, slowerbps);
}

uint64_t
GoBackNLinkRetry::DoGetBufferBytes() const
{
    const FabricNetDevice& port = GetPort();
    if (m_limitBytes > 0)
    {
        return m_limitBytes; // the size of the memory does not depend on the rate
    }
    return m_bufferBytes > 0
               ? m_bufferBytes
               : BytesInPs(GetLoopPs(), port.GetRatebps()) + 2 * port.GetMaxWireBytes();
}

void
GoBackNLinkRetry::DoStart()
{
    NS_LOG_FUNCTION(this);
    const FabricNetDevice& port = GetPort();
    m_timer->SetContext(port.GetNode()->GetId());
    m_receiver.Start(GetPort());
    m_limitBytes = GetBufferBytes();
    if (m_limitBytes < port.GetMaxWireBytes())
    {
        throw InputError("ns3::GoBackNLinkRetry ReplayBufferBytes: is " +
                         std::to_string(m_limitBytes) + "; expected 0, or " +
                         std::to_string(port.GetMaxWireBytes()) +
                         " or more, the length of the longest frame");
    }
    // A timer that expires before an acknowledgement can arrive would send every frame twice.
    const int64_t timerPs = m_clock.ToPs(m_replayTimer.GetTimeStep());
    if (timerPs > 0 && timerPs < GetLoopPs())
    {
        throw InputError("ns3::GoBackNLinkRetry ReplayTimer: is " + std::to_string(timerPs / 1000) +
                         " ns; expected 0, or " + std::to_string(GetLoopPs() / 1000 + 1) +
                         " ns or more, the longest time of an acknowledgement on " +
                         PortName(port));
    }
    ReadRate();
}

/** Computes the quantities that depend on the rate of the link. */
void
GoBackNLinkRetry::ReadRate()
{
    const int64_t loopPs = GetLoopPs();
    m_timeoutPs = m_replayTimer.IsZero()
                      ? 2 * loopPs
                      : std::max(m_clock.ToPs(m_replayTimer.GetTimeStep()), loopPs);
    m_receiver.SetSpacingPs(SerializationPs(m_ackSpacing, GetPort().GetRatebps()));
}

/**
 * Handles a change of the rate. Either end may be sending a frame at the old rate, and may have
 * planned an acknowledgement at its spacing. Frames sent now are answered within a round trip of
 * the old or of the new rate; frames sent earlier within one of the new rate from now on, or from
 * their last bit on.
 */
void
GoBackNLinkRetry::DoNotifyRate(int64_t nowPs)
{
    NS_LOG_FUNCTION(this << nowPs);
    const int64_t beforePs = m_timeoutPs;
    ReadRate();
    m_patientPs = std::max(m_patientPs, nowPs + beforePs);
    if (m_timer->IsPending())
    {
        SetDeadline(std::max(m_timerPs, std::max(nowPs, m_timerPs - beforePs) + m_timeoutPs));
    }
}

bool
GoBackNLinkRetry::DoAccept(const FabricPacket& frame, int64_t endPs, bool damaged)
{
    return m_receiver.Accept(frame, endPs, damaged);
}

bool
GoBackNLinkRetry::DoLacksFrames() const
{
    return m_receiver.LacksFrames();
}

void
GoBackNLinkRetry::DoNotifySent(const FabricPacket& frame, int64_t startPs, int64_t endPs)
{
    if (frame.kind == GetReplayKind())
    {
        Continue(frame, startPs, endPs);
    }
    else
    {
        Store(frame, endPs);
    }
}

inline GoBackNLinkRetry::Sent&
GoBackNLinkRetry::At(uint64_t sequence)
{
    return m_sent[sequence & (m_sent.size() - 1)];
}

inline bool
GoBackNLinkRetry::HasRoom() const
{
    return m_heldBytes + GetPort().GetMaxWireBytes() <= m_limitBytes;
}

void
GoBackNLinkRetry::Store(const FabricPacket& frame, int64_t endPs)
{
    if (m_next - m_base == m_sent.size())
    {
        std::vector<Sent> longer(std::max<std::size_t>(2 * m_sent.size(), 16));
        for (uint64_t number = m_base; number < m_next; ++number)
        {
            longer[number & (longer.size() - 1)] = At(number);
        }
        m_sent.swap(longer);
    }
    At(m_next) = {frame.frameBytes, frame.wireBytes};
    m_heldBytes += frame.frameBytes;
    if (m_next++ == m_base)
    {
        StartTimer(endPs);
    }
    if (!HasRoom() && !m_holds)
    {
        m_holds = true;
        GetPort().Hold();
    }
}

/** A repetition takes the wire; the next one is queued behind it. */
void
GoBackNLinkRetry::Continue(const FabricPacket& repeated, int64_t startPs, int64_t endPs)
{
    m_queued = nullptr;
    const auto& replay = repeated.As<ReplayFrame>();
    if (replay.restarts)
    {
        EndHold(startPs);
        return;
    }
    ++m_counters.replayedFrames;
    if (replay.sequence == m_base)
    {
        StartTimer(endPs);
    }
    const uint64_t next = std::max(replay.sequence + 1, m_base);
    if (next < m_next)
    {
        Queue(next, false, startPs);
    }
    else
    {
        EndHold(startPs);
    }
}

/** Lets the port send its own frames again, as far as there is room for them. */
void
GoBackNLinkRetry::EndHold(int64_t nowPs)
{
    if (m_holds && !m_queued && HasRoom())
    {
        m_holds = false;
        GetPort().EndHold(nowPs);
    }
}

/**
 * Lets the port send a repetition next, in place of a repetition that waits.
 *
 * @param sequence number of the frame
 * @param restarts true if it repeats no frame
 * @param nowPs current time, in ps
 */
void
GoBackNLinkRetry::Queue(uint64_t sequence, bool restarts, int64_t nowPs)
{
    FabricPacketPtr made = m_queued ? nullptr : FabricPacketPool::Make();
    FabricPacket& packet = m_queued ? *m_queued : *made;
    packet.kind = GetReplayKind();
    packet.wireBytes = restarts ? ORDERED_SET_BYTES : At(sequence).wireBytes;
    packet.As<ReplayFrame>() = {sequence,
                                restarts ? ORDERED_SET_BYTES : At(sequence).frameBytes,
                                restarts};
    if (made)
    {
        m_queued = made.get();
        GetPort().SendFirst(std::move(made), nowPs);
    }
}

void
GoBackNLinkRetry::DoReceiveControl(const FabricPacket& packet)
{
    const auto& answer = packet.As<RetryAnswer>();
    const int64_t nowPs = packet.readyPs;
    if (answer.expected < m_base)
    {
        return; // the answer belongs to a frame that was given up
    }
    if (answer.expected > m_base)
    {
        Release(answer.expected);
        m_attempts = 0;
        if (m_base < m_next)
        {
            StartTimer(nowPs);
        }
        else
        {
            StopTimer();
        }
    }
    if (answer.isNack)
    {
        BeginReplay(nowPs);
    }
    EndHold(nowPs);
}

/** @param next number of the first frame that the other end does not have */
void
GoBackNLinkRetry::Release(uint64_t next)
{
    for (; m_base < next; ++m_base)
    {
        m_heldBytes -= At(m_base).frameBytes;
    }
}

void
GoBackNLinkRetry::BeginReplay(int64_t nowPs)
{
    if (m_base == m_next)
    {
        return;
    }
    if (m_attempts == m_maxReplays)
    {
        GiveUp(nowPs);
        return;
    }
    ++m_attempts;
    ++m_counters.replays;
    NS_LOG_LOGIC(PortName(GetPort())
                 << ": sends frames " << m_base << " to " << m_next - 1 << " again");
    m_replayTrace(m_base, m_next - m_base, nowPs);
    if (!m_holds)
    {
        m_holds = true;
        GetPort().Hold();
    }
    StartTimer(nowPs);
    Queue(m_base, false, nowPs);
}

void
GoBackNLinkRetry::GiveUp(int64_t nowPs)
{
    NS_LOG_WARN(PortName(GetPort()) << ": gives up " << m_next - m_base << " frames after "
                                    << m_maxReplays << " replays without progress");
    ++m_counters.restarts;
    m_restartTrace(m_next - m_base, nowPs);
    Release(m_next);
    m_attempts = 0;
    StopTimer();
    if (!m_holds)
    {
        m_holds = true;
        GetPort().Hold();
    }
    Queue(m_next, true, nowPs);
}

/** @param fromPs start of the time without progress, in ps */
void
GoBackNLinkRetry::StartTimer(int64_t fromPs)
{
    SetDeadline(std::max(fromPs + m_timeoutPs, m_patientPs));
}

void
GoBackNLinkRetry::SetDeadline(int64_t deadlinePs)
{
    m_timerPs = deadlinePs;
    m_timer->Schedule(m_clock.ToTicks(deadlinePs));
}

void
GoBackNLinkRetry::StopTimer()
{
    m_timer->Clear();
}

void
GoBackNLinkRetry::TimeOut()
{
    NS_LOG_LOGIC(PortName(GetPort()) << ": no progress for " << m_timeoutPs / 1000 << " ns");
    BeginReplay(m_timerPs);
}

void
GoBackNLinkRetry::DoNotifyLink()
{
    NS_LOG_FUNCTION(this);
    Release(m_next);
    m_base = m_next = 0;
    m_attempts = 0;
    StopTimer();
    m_patientPs = 0;
    m_receiver.Reset();
    m_queued = nullptr;
    m_holds = false;
    GetPort().DropRetry();
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "nic-scheduler.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NicScheduler::NicScheduler()
    : m_alarm(MakeFabricEvent<NicScheduler, &NicScheduler::RingAlarm>(this))
{
}

NicScheduler::~NicScheduler()
{
    m_alarm->Clear();
}

void
NicScheduler::Attach(FabricNetDevice& port)
{
    m_port = &port;
    m_alarm->SetContext(port.GetNode()->GetId());
}

void
NicScheduler::Clear()
{
    m_alarm->Clear();
    m_rings = {};
    m_paced.clear();
    m_waiting = 0;
}

bool
NicScheduler::IsLater(const Paced& a, const Paced& b)
{
    return a.lookPs != b.lookPs ? a.lookPs > b.lookPs
                                : a.source->GetNumber() > b.source->GetNumber();
}

void
NicScheduler::Activate(PacketSource& source, int64_t nowPs)
{
    SendPacer& pacer = source.GetPacer();
    PacketSource::Turn& turn = source.GetTurn();
    if (pacer.Owes(nowPs))
    {
        pacer.Plan(nowPs);
    }
    if (turn.state == State::PACED)
    {
        if (pacer.GetNextLookPs(nowPs) >= turn.lookPs)
        {
            return; // the planned check comes first
        }
        turn.state = State::IDLE; // the planned check is too late
    }
    if (turn.state != State::IDLE || !source.CanSend())
    {
        return;
    }
    Enter(source, nowPs);
    if (m_waiting)
    {
        m_port->Kick(nowPs);
    }
}

/** Puts a source into the round robin or the heap. */
void
NicScheduler::Enter(PacketSource& source, int64_t nowPs)
{
    if (source.GetPacer().GetDuePs() <= nowPs)
    {
        Append(source);
        return;
    }
    source.GetTurn().state = State::PACED;
    LookAgain(source, nowPs);
    if (m_paced.front().source == &source)
    {
        SetAlarm();
    }
}

/** Puts a source into the heap. */
void
NicScheduler::LookAgain(PacketSource& source, int64_t nowPs)
{
    const int64_t lookPs = source.GetPacer().GetNextLookPs(nowPs);
    source.GetTurn().lookPs = lookPs;
    m_paced.push_back({lookPs, &source});
    std::push_heap(m_paced.begin(), m_paced.end(), IsLater);
}

/** Moves sources whose time has come into the round robin. */
void
NicScheduler::LookAtPaced(int64_t nowPs)
{
    while (!m_paced.empty() && m_paced.front().lookPs <= nowPs)
    {
        const Paced paced = m_paced.front();
        std::pop_heap(m_paced.begin(), m_paced.end(), IsLater);
        m_paced.pop_back();
        PacketSource& source = *paced.source;
        const PacketSource::Turn& turn = source.GetTurn();
        if (turn.state != State::PACED || turn.lookPs != paced.lookPs)
        {
            continue;
        }
        SendPacer& pacer = source.GetPacer();
        pacer.Plan(nowPs);
        if (pacer.GetDuePs() > nowPs)
        {
            LookAgain(source, nowPs);
        }
        else
        {
            Append(source);
        }
    }
}

void
NicScheduler::Append(PacketSource& source)
{
    PacketSource::Turn& turn = source.GetTurn();
    const uint8_t lane = source.GetLane();
    turn.state = State::READY;
    turn.next = nullptr;
    Ring& ring = m_rings[lane];
    (ring.head ? ring.tail->GetTurn().next : ring.head) = &source;
    ring.tail = &source;
    m_waiting |= 1U << lane;
    m_port->SetOwnerWaiting(true);
}

void
NicScheduler::SetPaused(PacketSource& source, bool paused, int64_t nowPs)
{
    State& state = source.GetTurn().state;
    if (paused == (state == State::PAUSED))
    {
        return;
    }
    if (state == State::READY)
    {
        TakeOut(source);
    }
    state = paused ? State::PAUSED : State::IDLE;
    if (!paused)
    {
        Activate(source, nowPs);
    }
}

[[gnu::cold]] void
NicScheduler::Remove(PacketSource& source)
{
    State& state = source.GetTurn().state;
    if (state == State::READY)
    {
        TakeOut(source);
    }
    // Also entries that are stale: another scheduler may give the source the same time.
    const auto end = std::remove_if(m_paced.begin(), m_paced.end(), [&](const Paced& paced) {
        return paced.source == &source;
    });
    m_paced.erase(end, m_paced.end());
    // A heap, too. Functions of heaps are called from one place each, so they are inlined.
    std::stable_sort(m_paced.begin(), m_paced.end(), [](const Paced& a, const Paced& b) {
        return IsLater(b, a);
    });
    state = State::IDLE;
}

void
NicScheduler::TakeOut(PacketSource& source)
{
    const uint8_t lane = source.GetLane();
    Ring& ring = m_rings[lane];
    PacketSource* before = nullptr;
    for (PacketSource* one = ring.head; one != &source; one = one->GetTurn().next)
    {
        before = one;
    }
    (before ? before->GetTurn().next : ring.head) = source.GetTurn().next;
    if (ring.tail == &source)
    {
        ring.tail = before;
    }
    if (!ring.head)
    {
        m_waiting &= ~(1U << lane);
    }
}

/** Sets the alarm for the earliest entry of the heap, but not before the port is free. */
void
NicScheduler::SetAlarm()
{
    m_alarmPs = std::max(m_paced.front().lookPs, m_port->GetBusyUntilPs());
    m_alarm->Schedule(m_port->GetClock().ToTicks(m_alarmPs));
}

void
NicScheduler::RingAlarm()
{
    m_port->SetOwnerWaiting(true);
    m_port->Kick(m_alarmPs);
}

void
NicScheduler::Refill(int64_t nowPs)
{
    LookAtPaced(nowPs);
    uint32_t rest = m_waiting & ~m_staged;
    while (rest)
    {
        const uint32_t lane = __builtin_ctz(rest);
        Ring& ring = m_rings[lane];
        PacketSource& source = *ring.head;
        PacketSource::Turn& turn = source.GetTurn();
        ring.head = turn.next;
        if (!ring.head)
        {
            m_waiting &= ~(1U << lane);
            rest &= rest - 1;
        }
        turn.state = State::IDLE;
        if (source.GetPacer().GetDuePs() > nowPs)
        {
            if (source.CanSend())
            {
                Enter(source, nowPs);
            }
            continue;
        }
        FabricPacketPtr packet = source.MakeNextPacket(nowPs);
        if (!packet)
        {
            continue;
        }
        packet->scheduled = true;
        m_port->Put(std::move(packet));
        m_staged |= 1U << lane;
        rest &= ~(1U << lane);
        if (source.CanSend())
        {
            Enter(source, nowPs);
        }
    }
    m_port->SetOwnerWaiting(m_waiting != 0);
    if (!m_paced.empty())
    {
        SetAlarm();
    }
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scheduled-receiver.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ns3
{

ScheduledReceiver::Output::Output(ScheduledReceiver* receiver, uint16_t number)
    : owner(receiver),
      port(number),
      event(MakeFabricEvent<Output, &Output::Turn>(this))
{
}

ScheduledReceiver::ScheduledReceiver()
{
    SetTimer(Timer::GRANT,
             MakeFabricEvent<ScheduledReceiver, &ScheduledReceiver::GrantInTurn>(this));
    SetTimer(Timer::GIVE_UP, MakeFabricEvent<ScheduledReceiver, &ScheduledReceiver::GiveUp>(this));
}

void
ScheduledReceiver::DoDispose()
{
    StopEvents();
    ScheduledLeaf::DoDispose();
}

void
ScheduledReceiver::StopEvents()
{
    for (const auto& output : m_outputs)
    {
        if (output)
        {
            output->event->Clear();
        }
    }
    ScheduledLeaf::StopEvents();
}

void
ScheduledReceiver::DoStart()
{
    ScheduledLeaf::DoStart();
    m_outputs.clear();
    for (uint16_t port = 0; port < GetPortCount(); ++port)
    {
        m_outputs.push_back(IsOutput(port) ? std::make_unique<Output>(this, port) : nullptr);
        if (m_outputs.back())
        {
            m_outputs.back()->event->SetContext(GetNodeId());
            m_outputs.back()->turns.SetLanes(GetPort(port).GetLaneCount());
        }
    }
}

/** The port is asked for its turn then, with that very time, which need not be a tick. */
void
ScheduledReceiver::ArmTurn(Output& output, int64_t ps) const
{
    output.turnPs = ps;
    Arm(*output.event, ps);
}

void
ScheduledReceiver::Output::Turn()
{
    owner->Grant(*this, turnPs);
}

/** So many bytes have ever come to a queue for a host of this leaf. */
void
ScheduledReceiver::LearnQueued(uint32_t number, uint64_t queuedBytes, int64_t nowPs)
{
    Demand& demand = m_demands[number];
    demand.queuedBytes = std::max(demand.queuedBytes, queuedBytes);
    const auto& ports = GetPortsTo(demand.key.destHost);
    if (demand.waits || demand.queuedBytes <= demand.grantedBytes || ports.empty() ||
        !IsOutput(ports.front()))
    {
        return;
    }
    demand.waits = true;
    Output& output = *m_outputs[ports.front()];
    if (output.turns.Push(demand.key.lane, number))
    {
        Grant(output, nowPs); // another lane's queues may have to rest
    }
}

/** A port grants a credit, or is asked again when it may. */
void
ScheduledReceiver::Grant(Output& output, int64_t nowPs)
{
    if (output.turns.IsEmpty() || output.waits)
    {
        return;
    }
    if (nowPs < output.nextPs)
    {
        ArmTurn(output, output.nextPs);
        return;
    }
    const FabricNetDevice& port = GetPort(output.port);
    const VoqGrantArbiter::Next next = output.turns.GetNext(port);
    if (const int64_t restPs = GetRestPs(next.waitingBytes, port.GetRatebps()); restPs > 0)
    {
        ArmTurn(output, nowPs + restPs);
        return;
    }
    const uint32_t number = output.turns.GetFirst(next.lane);
    if (m_grantFreePs > nowPs && !LeadsTo(m_demands[number].key.sourceHost))
    {
        output.waits = true;
        m_grantTurns.push_back(output.port);
        if (m_grantTurns.size() == 1)
        {
            Arm(GetTimer(Timer::GRANT), m_grantFreePs);
        }
        return;
    }
    GrantOne(output, next, nowPs);
}

/** The first queue in turn of a lane is granted a credit. */
void
ScheduledReceiver::GrantOne(Output& output, const VoqGrantArbiter::Next& next, int64_t nowPs)
{
    const uint32_t number = output.turns.Pop(next.lane);
    Demand& demand = m_demands[number];
    const auto& ports = GetPortsTo(demand.key.sourceHost);
    // A port that had to wait for the links makes up for the wait.
    const int64_t creditPs = GetCreditPs(next.waitingBytes, GetPort(output.port).GetRatebps());
    output.nextPs = std::max(output.nextPs, nowPs - creditPs) + creditPs;
    if (!ports.empty() && !IsOutput(ports.front()))
    {
        m_grantFreePs = std::max(m_grantFreePs, nowPs) +
                        SerializationPs(GetCarriedBytes(GetCreditBytes()) + CONTROL_WIRE_BYTES,
                                        GetWays(demand.key.sourceHost).carriedbps);
    }
    demand.grantedBytes += GetCreditBytes();
    demand.waits = demand.grantedBytes < demand.queuedBytes;
    if (demand.waits)
    {
        output.turns.Push(next.lane, number);
    }
    if (!output.turns.IsEmpty())
    {
        ArmTurn(output, output.nextPs);
    }
    NoteGrant(demand.key, demand.grantedBytes);
    Tell(demand.key, Word::GRANT, demand.grantedBytes, output.port, nowPs);
}

/** The links to this leaf have room again: ports that wait for it grant a credit each in turn. */
void
ScheduledReceiver::GrantInTurn()
{
    while (!m_grantTurns.empty() && m_grantFreePs <= NowPs())
    {
        Output& output = *m_outputs[m_grantTurns.front()];
        m_grantTurns.pop_front();
        output.waits = false;
        Grant(output, m_grantFreePs);
    }
    if (!m_grantTurns.empty())
    {
        Arm(GetTimer(Timer::GRANT), m_grantFreePs);
    }
}

bool
ScheduledReceiver::Reorder(FabricPacketPtr& packet, uint16_t egress)
{
    const int64_t nowPs = packet->readyPs;
    const ScheduledTag tag = ScheduledTag::Of(*packet);
    const uint32_t number = m_demands.Find(VoqKey::Of(*packet));
    Demand& demand = m_demands[number];
    demand.egress = egress;
    LearnQueued(number, tag.GetQueued(demand.queuedBytes), nowPs);
    const auto sequence = static_cast<uint32_t>(tag.sequence);
    const auto parts = static_cast<int32_t>(tag.cells > 0 ? tag.cells - 1 : 0);
    if (tag.cells == 0 && (demand.order.IsNext(sequence) || demand.order.IsLate(sequence)))
    {
        if (demand.order.IsNext(sequence))
        {
            demand.order.Advance();
        }
        packet->pathTag = 0;
        return false;
    }
    if (demand.order.IsLate(sequence))
    {
        ThrowAway(std::move(packet), egress, GetBroken(), nowPs); // its cells are forgotten
        return true;
    }
    const bool first = demand.order.GetHeld() == 0;
    demand.order.Hold(sequence, std::move(packet), parts);
    const uint32_t held = demand.order.GetHeld();
    ReleaseNext(demand, nowPs);
    if (first || demand.order.GetHeld() < held)
    {
        NoteGap(number, nowPs);
    }
    return true;
}

void
ScheduledReceiver::HearCell(const VoqKey& key, uint32_t sequence, uint16_t egress, int64_t nowPs)
{
    const uint32_t number = m_demands.Find(key);
    Demand& demand = m_demands[number];
    if (demand.order.IsLate(sequence))
    {
        return;
    }
    demand.egress = egress;
    demand.order.AddPart(sequence);
    const uint32_t held = demand.order.GetHeld();
    ReleaseNext(demand, nowPs);
    if (demand.order.GetHeld() < held)
    {
        NoteGap(number, nowPs);
    }
}

/** A packet goes on, at the length that it had before it was cut up. */
void
ScheduledReceiver::ReleaseWhole(FabricPacketPtr packet, uint16_t egress, int64_t nowPs)
{
    const ScheduledTag tag = ScheduledTag::Of(*packet);
    if (tag.cells > 0)
    {
        const uint32_t frameBytes = packet->frameBytes - m_cellHeaderBytes +
                                    (static_cast<uint32_t>(tag.cells) - 1) * m_cellBytes;
        if (!Resize(packet, egress, frameBytes))
        {
            return;
        }
        packet->wireBytes = frameBytes + CONTROL_WIRE_BYTES - CONTROL_FRAME_BYTES;
    }
    packet->pathTag = 0;
    Release(std::move(packet), egress, nowPs);
}

/** Forwards the packets that waited for the packet before or for their own cells. */
void
ScheduledReceiver::ReleaseNext(Demand& demand, int64_t nowPs)
{
    while (FabricPacketPtr packet = demand.order.TakeNext())
    {
        ReleaseWhole(std::move(packet), demand.egress, nowPs);
    }
}

/** Notes that a queue waits for a missing packet, if it holds later packets. */
void
ScheduledReceiver::NoteGap(uint32_t number, int64_t nowPs)
{
    Demand& demand = m_demands[number];
    if (demand.order.GetHeld() == 0)
    {
        return;
    }
    demand.gapPs = demand.order.GetFirstHeldPs();
    if (!demand.listed)
    {
        demand.listed = true;
        m_gaps.push_back(number);
    }
    const int64_t duePs = std::max(nowPs, demand.gapPs + m_reassemblyTime.GetPicoSeconds());
    if (!GetTimer(Timer::GIVE_UP).IsPending() ||
        GetClock().ToTicks(duePs) < GetTimer(Timer::GIVE_UP).GetDeadline())
    {
        Arm(GetTimer(Timer::GIVE_UP), duePs);
    }
}

/**
 * Gives up packets that were waited for longer than ReassemblyTime: all of a queue at once, or a
 * burst of losses would hold up the other packets once for each gap.
 */
void
ScheduledReceiver::GiveUp()
{
    const int64_t nowPs = NowPs();
    const int64_t waitPs = m_reassemblyTime.GetPicoSeconds();
    int64_t duePs = INT64_MAX;
    std::size_t left = 0;
    for (const uint32_t number : m_gaps)
    {
        Demand& demand = m_demands[number];
        while (demand.order.GetHeld() > 0 && nowPs - demand.gapPs >= waitPs)
        {
            PacketFifo broken;
            m_missing += demand.order.Skip(broken);
            while (!broken.IsEmpty())
            {
                ThrowAway(broken.Pop(), demand.egress, GetBroken(), nowPs);
            }
            ReleaseNext(demand, nowPs);
            demand.gapPs = demand.order.GetHeld() > 0 ? demand.order.GetFirstHeldPs() : nowPs;
        }
        demand.listed = demand.order.GetHeld() > 0;
        if (demand.listed)
        {
            m_gaps[left++] = number;
            duePs = std::min(duePs, demand.gapPs + waitPs);
        }
    }
    m_gaps.resize(left);
    if (left > 0)
    {
        Arm(GetTimer(Timer::GIVE_UP), duePs);
    }
}

/** Packets out of order are as good as in the egress queue; others are not meant for it yet. */
PacketFifo
ScheduledReceiver::DoTakeHeld(uint16_t egress, uint8_t lane)
{
    PacketFifo taken;
    for (Demand& demand : m_demands.GetAll())
    {
        if (demand.egress == egress && demand.key.lane == lane && demand.order.GetHeld() > 0)
        {
            PacketFifo held = demand.order.TakeAll();
            while (!held.IsEmpty())
            {
                taken.Push(held.Pop());
            }
        }
    }
    return taken;
}

} // namespace ns3

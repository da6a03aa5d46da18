// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "scheduled-sender.h"

#include "ns3/scheduled-tag.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ns3
{

ScheduledSender::ScheduledSender()
{
    SetTimer(Timer::SEND, MakeFabricEvent<ScheduledSender, &ScheduledSender::SendInTurn>(this));
    SetTimer(Timer::REPEAT, MakeFabricEvent<ScheduledSender, &ScheduledSender::Repeat>(this));
}

void
ScheduledSender::Queue(FabricPacketPtr packet, uint16_t egress)
{
    const int64_t nowPs = packet->readyPs;
    const uint32_t number = m_voqs.Find(VoqKey::Of(*packet));
    Voq& voq = m_voqs[number];
    if (!Admit(packet, voq.fill, voq.packets.GetBytes(), egress))
    {
        return;
    }
    if (voq.packets.IsEmpty())
    {
        voq.ingress = packet->ingressPort;
        voq.grantPs = nowPs;
        voq.askedPs = nowPs;
    }
    if (!voq.listed)
    {
        voq.listed = true;
        m_waiting.push_back(number);
        if (!GetTimer(Timer::REPEAT).IsPending())
        {
            Arm(GetTimer(Timer::REPEAT), nowPs + m_repeatTime.GetPicoSeconds());
        }
    }
    if (voq.queuedBytes == 0)
    {
        voq.queuedBytes = DrawBegin(voq.key);
        voq.sentBytes = voq.queuedBytes;
    }
    voq.queuedBytes += packet->wireBytes;
    NoteQueued(packet->frameBytes);
    voq.egresses.push_back(egress);
    voq.packets.Push(std::move(packet));
    SendAll(number, nowPs);
    RequestIfUnknown(voq, nowPs);
}

void
ScheduledSender::Request(Voq& voq, Word word, int64_t nowPs)
{
    NoteRequest();
    voq.toldBytes = voq.queuedBytes;
    Tell(voq.key, word, voq.queuedBytes, voq.ingress, nowPs);
}

/** Else the next packet of the queue, or a later one in it, tells of what is behind. */
void
ScheduledSender::RequestIfUnknown(Voq& voq, int64_t nowPs)
{
    if (!voq.packets.IsEmpty() && IsRequestDue(voq.queuedBytes, voq.toldBytes, voq.grantedBytes))
    {
        Request(voq, Word::REQUEST, nowPs);
    }
}

/** A queue sends what its credits allow. */
void
ScheduledSender::SendAll(uint32_t number, int64_t nowPs)
{
    Voq& voq = m_voqs[number];
    while (!voq.waits && !voq.packets.IsEmpty() && voq.sentBytes < voq.grantedBytes)
    {
        if (!MaySend(voq, nowPs))
        {
            voq.waits = true;
            m_sendTurns.push_back(number);
            if (m_sendTurns.size() == 1)
            {
                ArmSendTurn();
            }
            return;
        }
        SendOne(voq, nowPs);
    }
}

/** @return time in which the links to a host, if all are equal, carry two credits each, in ps */
int64_t
ScheduledSender::GetAheadPs(const Voq& voq)
{
    const std::size_t links = GetPortsTo(voq.key.destHost).size();
    return links == 0 ? 0
                      : SerializationPs(2 * links * GetCarriedBytes(GetCreditBytes()),
                                        GetWays(voq.key.destHost).carriedbps);
}

/** @return whether the links in between have room, or are not needed */
bool
ScheduledSender::MaySend(const Voq& voq, int64_t nowPs)
{
    const auto& ports = GetPortsTo(voq.key.destHost);
    return ports.empty() || IsOutput(ports.front()) ||
           (m_sendFreePs <= nowPs + GetAheadPs(voq) && (m_sendTurns.empty() || voq.waits));
}

/** Before the links have nothing left to send. */
void
ScheduledSender::ArmSendTurn()
{
    Arm(GetTimer(Timer::SEND), m_sendFreePs - GetAheadPs(m_voqs[m_sendTurns.front()]) / 2);
}

/** Sends the first packet of a queue over the next link. */
void
ScheduledSender::SendOne(Voq& voq, int64_t nowPs)
{
    FabricPacketPtr packet = voq.packets.Pop();
    const uint16_t from = voq.egresses.front();
    voq.egresses.pop_front();
    NoteUnqueued(packet->frameBytes);
    NoteRoom(voq.fill, voq.packets.GetBytes());
    voq.sentBytes += packet->wireBytes;
    const auto& ports = GetPortsTo(voq.key.destHost);
    if (ports.empty())
    {
        ThrowAway(std::move(packet), from, DropReason::NO_ROUTE, nowPs);
        return;
    }
    voq.toldBytes = voq.queuedBytes;
    if (IsOutput(ports.front()))
    {
        packet->pathTag = 0;
        LearnQueued(voq.key, voq.queuedBytes, nowPs);
        Release(std::move(packet), from, ports.front(), nowPs);
        return;
    }
    const auto& ways = GetWays(voq.key.destHost);
    const uint64_t carriedBytes = GetCarriedBytes(packet->wireBytes);
    m_sendFreePs = std::max(m_sendFreePs, nowPs) + SerializationPs(carriedBytes, ways.carriedbps);
    const uint32_t cells =
        m_cellBytes > 0 ? (packet->frameBytes + m_cellBytes - 1) / m_cellBytes : 0;
    ScheduledTag tag{};
    tag.used = 1;
    tag.sequence = voq.sequence;
    tag.cells = cells;
    tag.queued = voq.queuedBytes;
    packet->pathTag = tag.Pack();
    if (cells == 0 || CutUp(packet, cells, voq, from, nowPs))
    {
        const uint16_t port = TakeLink(voq, packet->wireBytes);
        Release(std::move(packet), from, port, nowPs);
    }
    voq.sequence = (voq.sequence + 1) & ((uint32_t{1} << ScheduledTag::SEQUENCE_BITS) - 1);
}

/**
 * Packets in turn would load links unequally if long and short packets alternate. So a turn has the
 * bytes of the longest packet; it ends with at least half of them, and later turns make up for it.
 *
 * @param wireBytes length of the packet on the wire
 * @return port of the link
 */
uint16_t
ScheduledSender::TakeLink(Voq& voq, uint32_t wireBytes)
{
    const uint32_t link = GetWays(voq.key.destHost).shares.Get(voq.turn);
    voq.longestBytes = std::max(voq.longestBytes, wireBytes);
    voq.turnBytes += static_cast<int32_t>(wireBytes);
    const auto longestBytes = static_cast<int32_t>(voq.longestBytes);
    if (voq.turnBytes >= longestBytes / 2)
    {
        voq.turnBytes -= longestBytes;
        ++voq.turn;
    }
    return GetPortsTo(voq.key.destHost)[link];
}

/**
 * Sends all cells of a packet except the last cell, which is the packet itself.
 *
 * @param packet the packet; shorter afterwards
 * @param cells number of cells
 * @param egress port that it is charged to
 * @return true if the packet still exists
 */
bool
ScheduledSender::CutUp(FabricPacketPtr& packet,
                       uint32_t cells,
                       Voq& voq,
                       uint16_t egress,
                       int64_t nowPs)
{
    const uint32_t lastBytes = packet->frameBytes - (cells - 1) * m_cellBytes + m_cellHeaderBytes;
    if (!Resize(packet, egress, lastBytes))
    {
        return false;
    }
    packet->wireBytes = lastBytes;
    for (uint32_t i = 1; i < cells; ++i)
    {
        FabricPacketPtr cell =
            MakePacket(voq.key.sourceHost, voq.key.destHost, voq.key.lane, GetTransport(), nowPs);
        cell->wireBytes = m_cellBytes + m_cellHeaderBytes;
        cell->frameBytes = cell->wireBytes;
        cell->serviceLevel = packet->serviceLevel;
        cell->dscp = packet->dscp;
        cell->As<Header>() = {voq.sequence, voq.key.lane, Word::CELL};
        const uint16_t port = TakeLink(voq, cell->wireBytes);
        GetSwitch().Originate(std::move(cell), packet->ingressPort, port);
    }
    return true;
}

/** The links have room again: queues that wait for it send a packet each in turn. */
void
ScheduledSender::SendInTurn()
{
    const int64_t nowPs = NowPs();
    while (!m_sendTurns.empty() && MaySend(m_voqs[m_sendTurns.front()], nowPs))
    {
        const uint32_t number = m_sendTurns.front();
        m_sendTurns.pop_front();
        Voq& voq = m_voqs[number];
        voq.waits = false;
        if (!voq.packets.IsEmpty())
        {
            SendOne(voq, nowPs);
        }
        if (!voq.packets.IsEmpty() && voq.sentBytes < voq.grantedBytes)
        {
            voq.waits = true;
            m_sendTurns.push_back(number);
        }
    }
    if (!m_sendTurns.empty())
    {
        ArmSendTurn();
    }
}

void
ScheduledSender::ThrowAwayAll(Voq& voq, DropReason reason, int64_t nowPs)
{
    while (!voq.packets.IsEmpty())
    {
        FabricPacketPtr packet = voq.packets.Pop();
        const uint16_t egress = voq.egresses.front();
        voq.egresses.pop_front();
        NoteUnqueued(packet->frameBytes);
        NoteRoom(voq.fill, voq.packets.GetBytes());
        voq.sentBytes += packet->wireBytes; // it is granted, if ever, what it asked for
        ThrowAway(std::move(packet), egress, reason, nowPs);
    }
}

/** Queues without a grant ask again; those that were forgotten are emptied. */
void
ScheduledSender::Repeat()
{
    const int64_t nowPs = NowPs();
    const int64_t forgetPs = m_watchdogTime.GetPicoSeconds();
    std::size_t left = 0;
    for (const uint32_t number : m_waiting)
    {
        Voq& voq = m_voqs[number];
        if (!voq.packets.IsEmpty() && voq.sentBytes >= voq.grantedBytes)
        {
            if (forgetPs > 0 && nowPs - voq.grantPs >= forgetPs)
            {
                ThrowAwayAll(voq, GetForgotten(), nowPs);
            }
            else if (nowPs - voq.askedPs >= m_repeatTime.GetPicoSeconds())
            {
                voq.askedPs = nowPs;
                Request(voq, Word::AGAIN, nowPs);
            }
        }
        voq.listed = !voq.packets.IsEmpty();
        if (voq.listed)
        {
            m_waiting[left++] = number;
        }
    }
    m_waiting.resize(left);
    if (left > 0)
    {
        Arm(GetTimer(Timer::REPEAT), nowPs + m_repeatTime.GetPicoSeconds());
    }
}

void
ScheduledSender::LearnGranted(const VoqKey& key, uint64_t totalBytes, int64_t nowPs)
{
    const uint32_t number = m_voqs.Find(key);
    Voq& voq = m_voqs[number];
    if (totalBytes > voq.grantedBytes)
    {
        voq.grantedBytes = totalBytes;
        voq.grantPs = nowPs;
        voq.askedPs = nowPs;
        SendAll(number, nowPs);
        RequestIfUnknown(voq, nowPs);
    }
}

} // namespace ns3

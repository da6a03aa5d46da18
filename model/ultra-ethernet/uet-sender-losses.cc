// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// Which packets of a UetSender have come and which are lost; what it does by the clock is in
// uet-sender-timers.cc, and everything else in uet-sender.cc.

#include "uet-sender.h"

#include <algorithm>
#include <utility>

namespace ns3
{

/**
 * A probe was not held up: what it did not find does not come, unless it waits in a queue that
 * probes overtake, as others have before it.
 */
void
UetSender::FindMissing(const UetAnswer& answer, int64_t nowPs)
{
    const uint64_t base = UnwrapUet(answer.bitmapBase, m_firstPsn);
    const uint64_t end = base + BITMAP_PACKETS;
    for (uint64_t psn = std::max(base, m_firstPsn); psn < std::min(end, GetEndPsn()); ++psn)
    {
        if (IsOverdue(At(psn), nowPs))
        {
            Lose(psn, nowPs);
        }
    }
    if (m_furtherProbes == 0)
    {
        ProbeBeyond(std::max(end, m_firstPsn), nowPs);
    }
}

/** Of idempotent delivery: it tells of one packet, whose payload nobody else counts. */
void
UetSender::HandleResponse(const FabricPacket& packet, const UetAnswer& answer)
{
    const uint64_t psn = UnwrapUet(answer.psn, m_firstPsn);
    uint64_t newBytes = 0;
    if (psn >= m_firstPsn && psn < GetEndPsn())
    {
        const Packet& record = At(psn);
        if (record.state != State::ARRIVED)
        {
            const uint64_t total = m_receivedBytes + GetPayload(GetMessageOf(record), psn);
            newBytes = NoteReceived(static_cast<uint32_t>(total));
        }
        Arrive(psn, answer.retransmitted == record.repeated);
    }
    Tell(packet, answer, newBytes);
    FindLost(packet.readyPs);
}

uint64_t
UetSender::NoteReceived(uint32_t receivedBytes)
{
    const uint64_t total = UnwrapUet(receivedBytes, m_receivedBytes);
    if (total <= m_receivedBytes)
    {
        return 0;
    }
    m_timeouts = 0;
    return total - std::exchange(m_receivedBytes, total);
}

void
UetSender::Arrive(uint64_t psn, bool told)
{
    Packet& record = At(psn);
    if (record.state == State::ARRIVED)
    {
        return;
    }
    Message& message = m_messages[record.message - m_firstMessage];
    if (record.state == State::LOST)
    {
        m_lostBytes -= GetPayload(message, psn);
    }
    else if (told)
    {
        m_arrivedTransmission = std::max(m_arrivedTransmission, record.transmission + 1);
    }
    record.state = State::ARRIVED;
    if (--message.missing == 0)
    {
        m_complete.push_back(record.message);
    }
}

void
UetSender::ArriveBefore(uint64_t psn)
{
    const uint64_t end = std::min(psn, GetEndPsn());
    for (uint64_t i = m_firstPsn; i < end; ++i)
    {
        Arrive(i, !At(i).repeated);
    }
}

void
UetSender::SkipLost()
{
    while (!m_lost.empty() &&
           (m_lost.front() < m_firstPsn || At(m_lost.front()).state != State::LOST))
    {
        m_lost.pop_front();
    }
}

void
UetSender::Finish(int64_t nowPs)
{
    // The client may post at once.
    std::vector<Message> ended;
    for (const uint64_t number : m_complete)
    {
        ended.push_back(m_messages[number - m_firstMessage]);
    }
    m_complete.clear();
    while (!m_packets.empty() && m_packets.front().state == State::ARRIVED)
    {
        m_packets.pop_front();
        ++m_firstPsn;
    }
    while (!m_messages.empty() && m_messages.front().missing == 0)
    {
        m_messages.pop_front();
        ++m_firstMessage;
    }
    for (const auto& message : ended)
    {
        m_client.OnSenderEnd(message.immediate, {message.postedPs, nowPs, nullptr});
    }
}

uint32_t
UetSender::MarkLost(uint64_t psn)
{
    Packet& record = At(psn);
    if (record.state != State::OUTSTANDING)
    {
        return 0;
    }
    const uint32_t payload = GetPayload(GetMessageOf(record), psn);
    record.state = State::LOST;
    m_lostBytes += payload;
    m_lost.push_back(psn);
    return payload;
}

void
UetSender::Lose(uint64_t psn, int64_t nowPs, bool lastHop)
{
    const uint32_t payload = MarkLost(psn);
    if (payload > 0)
    {
        if (m_settings.path.IsOrdered())
        {
            GoBack();
        }
        NotifyLoss(payload, false, nowPs, lastHop);
    }
}

/** All that has not come is sent again, in order. */
void
UetSender::GoBack()
{
    m_lost.clear();
    for (uint64_t psn = m_firstPsn; psn < GetEndPsn(); ++psn)
    {
        if (MarkLost(psn) == 0 && At(psn).state == State::LOST)
        {
            m_lost.push_back(psn);
        }
    }
}

void
UetSender::NotifyLoss(uint64_t bytes, bool timeout, int64_t nowPs, bool lastHop)
{
    const LossEvent event{nowPs,
                          timeout,
                          bytes,
                          GetInflightBytes(),
                          lastHop,
                          timeout ? m_timeouts : 0};
    m_settings.policies.NotifyLoss(event);
}

uint64_t
UetSender::GetReorderPackets() const
{
    if (m_settings.reorderPackets > 0)
    {
        return m_settings.reorderPackets;
    }
    const RdmaNic& nic = GetNic();
    const uint64_t bdpBytes = BytesInPs(m_settings.baseRttPs, nic.GetPort().GetRatebps());
    // Without credit the window is closed, which says nothing of how many packets are on their way.
    const uint64_t openBytes = GetControl().GetWindowBytes();
    const uint64_t windowBytes =
        std::min(openBytes > 0 ? openBytes : UINT64_MAX, std::max(bdpBytes, GetInflightBytes()));
    return std::max<uint64_t>(LEAST_REORDER_PACKETS, windowBytes * 3 / 2 / m_settings.mtuBytes);
}

/** Transmissions that are over. */
void
UetSender::DropOld()
{
    while (!m_transmissions.empty() && !IsOutstanding(m_transmissions.front()))
    {
        m_transmissions.pop_front();
    }
}

/** By what has come of later transmissions. */
void
UetSender::FindLost(int64_t nowPs)
{
    DropOld();
    if (m_transmissions.empty() || m_transmissions.front().number >= m_arrivedTransmission)
    {
        return;
    }
    const uint64_t reorder = GetReorderPackets();
    while (!m_transmissions.empty() &&
           m_transmissions.front().number + reorder < m_arrivedTransmission)
    {
        Lose(m_transmissions.front().psn, nowPs);
        DropOld();
    }
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "numbered-packets.h"

#include <algorithm>

namespace ns3
{

uint32_t
NumberedPackets::GetNextPayload() const
{
    if (!m_lost.empty())
    {
        return GetPayload(m_lost.front());
    }
    return m_messages.HasUnsent() && m_packets.size() < m_psnRange
               ? m_messages.GetPayload(m_messages.At(m_messages.GetNext()), GetEndPsn())
               : 0;
}

NumberedPackets::Sending
NumberedPackets::Send(int64_t nowPs)
{
    const bool again = !m_lost.empty();
    const uint64_t psn = again ? m_lost.front() : GetEndPsn();
    if (again)
    {
        m_lost.pop_front();
    }
    else
    {
        m_packets.push_back({nowPs, 0, m_messages.GetNext(), State::OUTSTANDING, false, 0, 0});
    }
    Packet& record = m_packets[psn - m_firstPsn];
    const Message& message = m_messages.At(record.message);
    const uint32_t payload = m_messages.GetPayload(message, psn);
    const uint64_t index = psn - message.firstPsn;
    const bool last = index + 1 == m_messages.GetPackets(message.bytes);
    record.sentPs = nowPs;
    record.transmission = m_transmission++;
    record.state = State::OUTSTANDING;
    record.repeated = again;
    m_transmissions.push_back({psn, record.transmission});
    if (again)
    {
        m_lostBytes -= payload;
        SkipLost();
    }
    else
    {
        m_messages.Send(payload, last);
    }
    return {message, record.message, psn, index, payload, last, again};
}

void
NumberedPackets::Arrive(uint64_t psn, bool told)
{
    Packet& record = m_packets[psn - m_firstPsn];
    if (record.state == State::ARRIVED)
    {
        return;
    }
    if (record.state == State::LOST)
    {
        m_lostBytes -= GetPayload(psn);
    }
    else if (told)
    {
        NoteTransmission(psn);
    }
    record.state = State::ARRIVED;
    m_messages.Arrive(record.message);
}

void
NumberedPackets::ArriveBefore(uint64_t psn)
{
    const uint64_t end = std::min(psn, GetEndPsn());
    for (uint64_t i = m_firstPsn; i < end; ++i)
    {
        Arrive(i, !At(i).repeated);
    }
}

void
NumberedPackets::NoteTransmission(uint64_t psn)
{
    m_arrivedTransmission = std::max(m_arrivedTransmission, At(psn).transmission + 1);
}

uint32_t
NumberedPackets::MarkLost(uint64_t psn)
{
    Packet& record = m_packets[psn - m_firstPsn];
    if (record.state != State::OUTSTANDING)
    {
        return 0;
    }
    const uint32_t payload = GetPayload(psn);
    record.state = State::LOST;
    m_lostBytes += payload;
    m_lost.push_back(psn);
    return payload;
}

void
NumberedPackets::MarkAllLost()
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
NumberedPackets::SkipLost()
{
    while (!m_lost.empty() &&
           (m_lost.front() < m_firstPsn || At(m_lost.front()).state != State::LOST))
    {
        m_lost.pop_front();
    }
}

const NumberedPackets::Transmission*
NumberedPackets::FindOldest()
{
    while (!m_transmissions.empty() && !IsOutstanding(m_transmissions.front()))
    {
        m_transmissions.pop_front();
    }
    return m_transmissions.empty() ? nullptr : &m_transmissions.front();
}

std::vector<NumberedPackets::Message>
NumberedPackets::TakeEnded()
{
    while (!m_packets.empty() && m_packets.front().state == State::ARRIVED)
    {
        m_packets.pop_front();
        ++m_firstPsn;
    }
    return m_messages.TakeEnded();
}

LazyDeque<NumberedPackets::Message>
NumberedPackets::TakeAll()
{
    m_packets.clear();
    m_lost.clear();
    m_transmissions.clear();
    return m_messages.TakeAll();
}

} // namespace ns3

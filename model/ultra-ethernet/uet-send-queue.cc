// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "uet-send-queue.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
UetSendQueue::Post(uint64_t bytes, uint32_t immediate, int64_t nowPs)
{
    const uint64_t firstPsn =
        m_messages.empty() ? GetEndPsn()
                           : m_messages.back().firstPsn + GetPackets(m_messages.back().bytes);
    m_messages.push_back({bytes, firstPsn, GetPackets(bytes), nowPs, immediate});
    m_leftBytes += bytes;
}

uint32_t
UetSendQueue::GetPayload(const Message& message, uint64_t psn) const
{
    return static_cast<uint32_t>(
        std::min(m_mtuBytes, message.bytes - (psn - message.firstPsn) * m_mtuBytes));
}

uint32_t
UetSendQueue::GetNextPayload() const
{
    if (!m_lost.empty())
    {
        return GetPayload(m_lost.front());
    }
    return HasUnsent() && m_packets.size() < m_psnRange
               ? GetPayload(m_messages[m_nextMessage - m_firstMessage], GetEndPsn())
               : 0;
}

UetSendQueue::Sending
UetSendQueue::Send(int64_t nowPs)
{
    const bool again = !m_lost.empty();
    const uint64_t psn = again ? m_lost.front() : GetEndPsn();
    if (again)
    {
        m_lost.pop_front();
    }
    else
    {
        m_packets.push_back({nowPs, 0, m_nextMessage, State::OUTSTANDING, false});
    }
    Packet& record = m_packets[psn - m_firstPsn];
    const Message& message = m_messages[record.message - m_firstMessage];
    const uint32_t payload = GetPayload(message, psn);
    const uint64_t index = psn - message.firstPsn;
    const bool last = index + 1 == GetPackets(message.bytes);
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
        m_sentBytes += payload;
        m_leftBytes -= payload;
        m_nextMessage += last;
    }
    return {message, record.message, psn, index, payload, last, again};
}

void
UetSendQueue::Arrive(uint64_t psn, bool told)
{
    Packet& record = m_packets[psn - m_firstPsn];
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
        NoteTransmission(psn);
    }
    record.state = State::ARRIVED;
    if (--message.missing == 0)
    {
        m_complete.push_back(record.message);
    }
}

void
UetSendQueue::ArriveBefore(uint64_t psn)
{
    const uint64_t end = std::min(psn, GetEndPsn());
    for (uint64_t i = m_firstPsn; i < end; ++i)
    {
        Arrive(i, !At(i).repeated);
    }
}

void
UetSendQueue::NoteTransmission(uint64_t psn)
{
    m_arrivedTransmission = std::max(m_arrivedTransmission, At(psn).transmission + 1);
}

uint32_t
UetSendQueue::MarkLost(uint64_t psn)
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
UetSendQueue::MarkAllLost()
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
UetSendQueue::SkipLost()
{
    while (!m_lost.empty() &&
           (m_lost.front() < m_firstPsn || At(m_lost.front()).state != State::LOST))
    {
        m_lost.pop_front();
    }
}

const UetSendQueue::Transmission*
UetSendQueue::FindOldest()
{
    while (!m_transmissions.empty() && !IsOutstanding(m_transmissions.front()))
    {
        m_transmissions.pop_front();
    }
    return m_transmissions.empty() ? nullptr : &m_transmissions.front();
}

std::vector<UetSendQueue::Message>
UetSendQueue::TakeEnded()
{
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
    return ended;
}

LazyDeque<UetSendQueue::Message>
UetSendQueue::TakeAll()
{
    m_packets.clear();
    m_lost.clear();
    m_transmissions.clear();
    m_leftBytes = 0;
    auto messages = std::move(m_messages);
    m_messages.clear();
    m_firstMessage = m_nextMessage;
    return messages;
}

const UetSendQueue::Message&
UetSendQueue::GetOldest() const
{
    return *std::find_if(m_messages.begin(), m_messages.end(), [](const Message& message) {
        return message.missing > 0;
    });
}

} // namespace ns3

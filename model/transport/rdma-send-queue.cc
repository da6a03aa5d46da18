// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rdma-send-queue.h"

#include <utility>

namespace ns3
{

void
RdmaSendQueue::Append(RdmaMessage message)
{
    message.startByte = m_postedBytes;
    message.firstPacket = m_postedPackets;
    message.packets = GetPackets(message.bytes);
    m_postedPackets += message.packets;
    m_postedBytes += message.GetPayloadBytes();
    m_answersPosted += IsAnswered(message.operation);
    if (m_messages.full())
    {
        m_messages.set_capacity(std::max<size_t>(1, 2 * m_messages.size()));
    }
    m_messages.push_back(message);
    FindNext();
}

boost::circular_buffer<RdmaMessage>
RdmaSendQueue::TakeAll()
{
    m_cursor = 0;
    m_answersDue = 0;
    m_answersPosted = 0;
    m_next = nullptr;
    return std::exchange(m_messages, boost::circular_buffer<RdmaMessage>());
}

void
RdmaSendQueue::Seek(uint64_t packet, uint64_t firstUnacknowledged)
{
    const auto next =
        std::partition_point(m_messages.begin(),
                             m_messages.end(),
                             [packet](const RdmaMessage& message) {
                                 return message.firstPacket + message.packets <= packet;
                             });
    m_cursor = next - m_messages.begin();
    FindNext();
    m_answersDue = 0;
    if (m_answersPosted > 0)
    {
        m_answersDue = std::count_if(m_messages.begin(), next, [](const RdmaMessage& message) {
            return IsAnswered(message.operation);
        });
    }
    m_nextBytes =
        next == m_messages.end() ? m_postedBytes : StartOf(*next, packet - next->firstPacket);
    // Go-back-0 takes acknowledgements back.
    m_acknowledgedBytes = std::min(
        m_acknowledgedBytes,
        m_messages.empty()
            ? m_postedBytes
            : StartOf(m_messages.front(), firstUnacknowledged - m_messages.front().firstPacket));
}

RdmaMessage
RdmaSendQueue::TakeComplete()
{
    const RdmaMessage message = m_messages.front();
    m_messages.pop_front();
    const bool answered = IsAnswered(message.operation);
    m_answersPosted -= answered;
    if (m_cursor > 0)
    {
        --m_cursor;
        m_answersDue -= answered;
    }
    FindNext();
    m_acknowledgedBytes = message.startByte + message.GetPayloadBytes();
    m_nextBytes = std::max(m_nextBytes, m_acknowledgedBytes);
    return message;
}

RdmaMessage*
RdmaSendQueue::FirstUnanswered(uint64_t highest)
{
    for (auto& message : m_messages)
    {
        if (message.firstPacket >= highest)
        {
            break;
        }
        if (IsAnswered(message.operation))
        {
            return &message;
        }
    }
    return nullptr;
}

} // namespace ns3

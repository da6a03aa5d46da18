// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "numbered-messages.h"

#include <utility>

namespace ns3
{

void
NumberedMessages::Post(uint64_t bytes, uint32_t immediate, int64_t nowPs, uint64_t endPsn)
{
    const uint64_t firstPsn =
        m_messages.empty() ? endPsn
                           : m_messages.back().firstPsn + GetPackets(m_messages.back().bytes);
    m_messages.push_back({bytes, firstPsn, GetPackets(bytes), nowPs, immediate});
    m_leftBytes += bytes;
}

const NumberedMessages::Message&
NumberedMessages::GetOldest() const
{
    return *std::find_if(m_messages.begin(), m_messages.end(), [](const Message& message) {
        return message.missing > 0;
    });
}

std::vector<NumberedMessages::Message>
NumberedMessages::TakeEnded()
{
    std::vector<Message> ended;
    for (const uint64_t number : m_complete)
    {
        ended.push_back(m_messages[number - m_first]);
    }
    m_complete.clear();
    while (!m_messages.empty() && m_messages.front().missing == 0)
    {
        m_messages.pop_front();
        ++m_first;
    }
    return ended;
}

LazyDeque<NumberedMessages::Message>
NumberedMessages::TakeAll()
{
    m_leftBytes = 0;
    auto messages = std::move(m_messages);
    m_messages.clear();
    m_first = m_next;
    return messages;
}

} // namespace ns3

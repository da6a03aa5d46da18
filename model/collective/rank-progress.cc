// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "rank-progress.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
RankProgress::AwaitArrivals()
{
    m_gate.insert(m_gate.end(), m_arrived.begin(), m_arrived.end());
    m_arrived.clear();
}

std::vector<RankProgress::Message>
RankProgress::AwaitAll()
{
    if (!m_sent.empty())
    {
        m_gate.clear(); // sent messages have waited for it
    }
    m_gate.insert(m_gate.end(), m_sent.begin(), m_sent.end());
    m_sent.clear();
    AwaitArrivals();

    auto messages = std::exchange(m_messages, {});
    std::stable_sort(messages.begin(), messages.end(), [](const Message& a, const Message& b) {
        return a.start < b.start;
    });
    for (size_t first = 0; first < messages.size();)
    {
        uint64_t end = messages[first].start;
        size_t next = first;
        for (; next < messages.size() && (next == first || messages[next].start < end); ++next)
        {
            end += messages[next].bytes;
        }
        for (; first < next; ++first)
        {
            messages[first].end = end;
        }
        m_freeTime = std::max(m_freeTime, end);
    }
    return messages;
}

} // namespace ns3

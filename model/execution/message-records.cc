// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "message-records.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

/** @return a number in which all bits of all members count */
uint64_t
HashKind(const MessageRecords::Kind& kind)
{
    uint64_t hash = kind.bytes;
    for (const uint32_t part :
         {kind.sourceHost, kind.destHost, kind.channel, uint32_t{kind.serviceLevel}})
    {
        hash = (hash ^ part) * 0x9e3779b97f4a7c15; // 2^64 over the golden ratio
        hash ^= hash >> 29;
    }
    return hash;
}

} // namespace

MessageRecords
MessageRecords::Merge(std::vector<MessageRecords> parts)
{
    MessageRecords all(parts.front().m_job);
    size_t messages = 0;
    size_t kinds = 0;
    for (const auto& part : parts)
    {
        messages += part.size();
        kinds += part.m_kinds.size();
    }
    all.Reserve(messages);
    all.m_kinds.reserve(kinds);

    struct Source
    {
        MessageRecords* records;
        std::vector<uint32_t> order; // of its records by time; none: they are
        uint32_t next;               // in this order
        uint32_t firstKind;

        uint32_t GetNext() const
        {
            return order.empty() ? next : order[next];
        }
    };

    // The next record of each part: a heap with the earliest on top.
    struct Next
    {
        int64_t startPs;
        size_t part;

        bool operator<(const Next& other) const
        {
            return startPs != other.startPs ? startPs < other.startPs : part < other.part;
        }
    };

    std::vector<Next> queue;
    std::vector<Source> sources;
    for (auto& part : parts)
    {
        const auto isEarlier = [&times = part.m_times](uint32_t a, uint32_t b) {
            return times[a].startPs < times[b].startPs;
        };
        Source source{&part, {}, 0, static_cast<uint32_t>(all.m_kinds.size())};
        bool isSorted = true;
        for (uint32_t i = 1; i < part.size() && isSorted; ++i)
        {
            isSorted = !isEarlier(i, i - 1);
        }
        if (!isSorted)
        {
            source.order.resize(part.size());
            std::iota(source.order.begin(), source.order.end(), 0);
            std::stable_sort(source.order.begin(), source.order.end(), isEarlier);
        }
        all.m_kinds.insert(all.m_kinds.end(), part.m_kinds.begin(), part.m_kinds.end());
        if (!part.empty())
        {
            queue.push_back({part.m_times[source.GetNext()].startPs, sources.size()});
        }
        sources.push_back(std::move(source));
    }
    std::sort(queue.begin(), queue.end());
    while (!queue.empty())
    {
        Source& source = sources[queue.front().part];
        auto& part = *source.records;
        const uint32_t message = source.GetNext();
        if (const char* const failure = part.GetFailure(message))
        {
            all.m_failures.emplace(static_cast<uint32_t>(all.size()), failure);
        }
        all.m_times.push_back(part.m_times[message]);
        all.m_kindOf.push_back(source.firstKind + part.m_kindOf[message]);
        Next next = queue.front();
        ++source.next;
        if (source.order.empty())
        {
            part.m_times.FreeBefore(source.next);
            part.m_kindOf.FreeBefore(source.next);
        }
        if (source.next < part.size())
        {
            next.startPs = part.m_times[source.GetNext()].startPs;
        }
        else
        {
            part = MessageRecords();
            next = queue.back();
            queue.pop_back();
        }
        // It takes the place of the first and goes down to where it belongs, in one go.
        size_t place = 0;
        for (size_t child = 1; child < queue.size(); child = 2 * place + 1)
        {
            child += child + 1 < queue.size() && queue[child + 1] < queue[child] ? 1 : 0;
            if (next < queue[child])
            {
                break;
            }
            queue[place] = queue[child];
            place = child;
        }
        if (!queue.empty())
        {
            queue[place] = next;
        }
    }
    return all;
}

void
MessageRecords::Reserve(size_t messages)
{
    m_times.Reserve(messages);
    m_kindOf.Reserve(messages);
}

uint32_t
MessageRecords::FindKind(const Kind& kind)
{
    constexpr size_t FEWEST = 256;
    constexpr size_t MOST = size_t{1} << 16;
    if (m_lastKind.size() < std::min(MOST, 4 * m_kinds.size()) || m_lastKind.empty())
    {
        m_lastKind.assign(std::max(FEWEST, 4 * m_lastKind.size()), UINT32_MAX);
        for (uint32_t i = 0; i < m_kinds.size(); ++i)
        {
            m_lastKind[HashKind(m_kinds[i]) & (m_lastKind.size() - 1)] = i;
        }
    }
    uint32_t& last = m_lastKind[HashKind(kind) & (m_lastKind.size() - 1)];
    if (last >= m_kinds.size() || !(m_kinds[last] == kind))
    {
        last = static_cast<uint32_t>(m_kinds.size());
        m_kinds.push_back(kind);
    }
    return last;
}

uint32_t
MessageRecords::Add(const Kind& kind, int64_t startPs)
{
    // Most messages are like the one before.
    const uint32_t last = empty() ? 0 : m_kindOf[size() - 1];
    const bool isAsBefore = !empty() && m_kinds[last] == kind;
    m_kindOf.push_back(isAsBefore ? last : FindKind(kind));
    m_times.push_back({startPs, MessageRecord::NOT_YET, MessageRecord::NOT_YET});
    return static_cast<uint32_t>(m_times.size() - 1);
}

uint32_t
MessageRecords::Add(const MessageRecord& record)
{
    const uint32_t number =
        Add({record.bytes, record.sourceHost, record.destHost, record.channel, record.serviceLevel},
            record.startPs);
    SetArrival(number, record.arrivedPs);
    SetEnd(number, record.startPs, record.finishedPs, record.failure);
    return number;
}

void
MessageRecords::SetEnd(size_t number, int64_t startPs, int64_t finishedPs, const char* failure)
{
    m_times[number].startPs = startPs;
    m_times[number].finishedPs = finishedPs;
    if (failure)
    {
        m_failures[static_cast<uint32_t>(number)] = failure;
    }
}

const char*
MessageRecords::FindFailure(size_t number) const
{
    const auto failure = m_failures.find(static_cast<uint32_t>(number));
    return failure != m_failures.end() ? failure->second : nullptr;
}

MessageRecord
MessageRecords::at(size_t number) const
{
    if (number >= size())
    {
        throw std::out_of_range("MessageRecords: no message " + std::to_string(number));
    }
    return (*this)[number];
}

} // namespace ns3

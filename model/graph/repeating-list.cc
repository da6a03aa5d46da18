// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "repeating-list.h"

#include "ns3/input-error.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint64_t FACTOR = 0x9e3779b97f4a7c15; // 2^64 over the golden ratio

} // namespace

void
RepeatingList::Iterator::Enter()
{
    const size_t runs = m_list->m_runs.size() - 1;
    m_at = m_end = nullptr;
    if (m_run < runs)
    {
        const Run& run = m_list->m_runs[m_run];
        m_at = m_list->m_pool.data() + run.at;
        m_end = m_at + ((&run)[1].first - run.first);
    }
    else if (m_run == runs && !m_list->m_tail.empty())
    {
        m_at = m_list->m_tail.data();
        m_end = m_at + m_list->m_tail.size();
    }
    else
    {
        m_run = runs + 1;
    }
}

RepeatingList::RepeatingList()
    : m_runs(1)
{
}

void
RepeatingList::push_back(uint32_t number)
{
    if (size() >= UINT32_MAX)
    {
        throw InputError("communication graph: more than " + std::to_string(UINT32_MAX) +
                         " nodes or dependencies");
    }
    m_tail.push_back(number);
    if (m_tail.size() < m_hashed + SLACK)
    {
        return;
    }
    m_hash = m_hash << 16 ^ (m_tail[m_hashed++] + 1) * FACTOR; // forgets all but four numbers
    constexpr int RARE = 56;                                   // one hash of 256
    if ((m_hashed >= LEAST && m_hash * FACTOR >> RARE == 0) || m_hashed == MOST)
    {
        CloseRun(m_hashed);
    }
}

/** Moves the first numbers of the tail into a run. */
void
RepeatingList::CloseRun(size_t count)
{
    const auto run = static_cast<uint32_t>(m_runs.size() - 1);
    m_runs.back().at = FindOrStore(count);
    m_isOwn.push_back(false);
    m_tail.erase(m_tail.begin(), m_tail.begin() + static_cast<std::ptrdiff_t>(count));
    m_tailBegin += count;
    m_runs.push_back({static_cast<uint32_t>(m_tailBegin), 0});
    while (m_runOfBlock.size() * BLOCK < m_tailBegin)
    {
        m_runOfBlock.push_back(run);
    }
    m_hashed = 0;
    m_hash = 0;
}

/** @return place in the pool of the first numbers of the tail */
uint32_t
RepeatingList::FindOrStore(size_t count)
{
    const auto end = m_tail.begin() + static_cast<std::ptrdiff_t>(count);
    uint64_t hash = count;
    std::for_each(m_tail.begin(), end, [&hash](uint32_t number) {
        hash = (hash ^ number) * FACTOR;
        hash ^= hash >> 29;
    });
    const auto at = static_cast<uint32_t>(m_pool.size());
    const auto [found, isNew] = m_index.try_emplace(hash, Stored{count, at});
    const Stored& known = found->second;
    if (!isNew && known.count == count &&
        std::equal(m_tail.begin(), end, m_pool.begin() + known.at))
    {
        return known.at;
    }
    m_pool.insert(m_pool.end(), m_tail.begin(), end); // not larger than the list
    return at;
}

void
RepeatingList::Set(size_t place, uint32_t number)
{
    if (place >= m_tailBegin)
    {
        m_tail[place - m_tailBegin] = number;
        return;
    }
    const size_t index = FindRun(place);
    Run& run = m_runs[index];
    if (m_pool[run.at + (place - run.first)] == number)
    {
        return;
    }
    if (!m_isOwn[index])
    {
        const size_t count = m_runs[index + 1].first - run.first;
        if (m_pool.size() + count > UINT32_MAX)
        {
            throw InputError("communication graph: more than " + std::to_string(UINT32_MAX) +
                             " changed nodes");
        }
        const auto at = static_cast<uint32_t>(m_pool.size());
        m_pool.resize(at + count);
        std::copy_n(m_pool.begin() + static_cast<std::ptrdiff_t>(run.at),
                    count,
                    m_pool.begin() + static_cast<std::ptrdiff_t>(at));
        run.at = at;
        m_isOwn[index] = true;
    }
    m_pool[run.at + (place - run.first)] = number;
}

void
RepeatingList::Erase(size_t begin, size_t count)
{
    RepeatingList kept;
    size_t place = 0;
    for (const uint32_t number : *this)
    {
        if (place < begin || place >= begin + count)
        {
            kept.push_back(number);
        }
        ++place;
    }
    kept.Settle();
    *this = std::move(kept);
}

void
RepeatingList::InsertRepeated(size_t begin, size_t count, size_t period)
{
    RepeatingList longer;
    const auto insert = [&] {
        while (longer.size() < begin + count)
        {
            longer.push_back(longer[longer.size() - period]);
        }
    };
    for (const uint32_t number : *this)
    {
        if (longer.size() == begin)
        {
            insert();
        }
        longer.push_back(number);
    }
    if (longer.size() == begin)
    {
        insert();
    }
    longer.Settle();
    *this = std::move(longer);
}

void
RepeatingList::Settle()
{
    m_index = std::unordered_map<uint64_t, Stored>();
    m_pool.shrink_to_fit();
    m_runs.shrink_to_fit();
    m_runOfBlock.shrink_to_fit();
}

} // namespace ns3

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "sorted-entries.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t MAX_STEPS = 8; // of an insertion; beyond, merging sorted runs takes less
constexpr uint32_t MAX_LEVELS = 32;

using Entry = SchedulerEntry;

/** @return two sorted lists as one */
Entry*
Merge(Entry* first, Entry* second)
{
    Entry* merged = nullptr;
    Entry** end = &merged;
    while (first && second)
    {
        Entry*& earlier = *second < *first ? second : first;
        *end = earlier;
        end = &earlier->next;
        earlier = earlier->next;
    }
    *end = first ? first : second;
    return merged;
}

/** Sorted lists of 1, 2, 4, ... runs, of each at most one: the digits of the number of runs. */
class SortedRuns
{
  public:
    /** @param run a sorted list */
    void Add(Entry* run)
    {
        uint32_t level = 0;
        for (; level < m_levels && m_lists[level]; ++level)
        {
            run = Merge(run, std::exchange(m_lists[level], nullptr));
        }
        m_lists[level] = run;
        m_levels = std::max(m_levels, level + 1);
    }

    /** @param run the last one @return all of them */
    Entry* Finish(Entry* run) const
    {
        for (uint32_t level = 0; level < m_levels; ++level)
        {
            run = Merge(run, m_lists[level]);
        }
        return run;
    }

  private:
    std::array<Entry*, MAX_LEVELS> m_lists; // null: none; those from m_levels on say nothing
    uint32_t m_levels{0};
};

} // namespace

SortedEntries
SortEntries(SchedulerEntry* list)
{
    SortedRuns runs;
    Entry* run = list; // what is sorted and not in the runs
    Entry* rest = list->next;
    run->next = nullptr;
    uint64_t ticks = run->ticks;
    SortedEntries sorted{nullptr, 0, 0};
    while (rest)
    {
        Entry* const entry = std::exchange(rest, rest->next);
        ++sorted.more;
        sorted.moreInstants += entry->ticks != ticks;
        ticks = entry->ticks;
        Entry** place = &run;
        for (uint32_t steps = 0; *place && **place < *entry; place = &(*place)->next)
        {
            if (++steps > MAX_STEPS)
            {
                runs.Add(std::exchange(run, nullptr));
                place = &run;
                break;
            }
        }
        entry->next = *place;
        *place = entry;
    }
    sorted.first = runs.Finish(run);
    return sorted;
}

} // namespace ns3

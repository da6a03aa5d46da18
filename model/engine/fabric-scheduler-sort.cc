// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// FabricScheduler::SortMore(): the events of a slot that has many.

#include "fabric-scheduler.h"

#include <algorithm>
#include <array>
#include <utility>

namespace ns3
{

namespace
{

constexpr uint32_t MAX_STEPS = 8; // of an insertion; beyond, merging sorted runs takes less
constexpr uint32_t MAX_LEVELS = 32;

using Entry = FabricScheduler::Entry;

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

/**
 * Sort() of longer lists. What hosts in lockstep put in is in node order for the most part, and
 * so near its place from the front.
 *
 * @param list two entries or more, the newest one first
 * @return the same ones, the earliest first
 */
FabricScheduler::Entry*
FabricScheduler::SortMore(Entry* list)
{
    SortedRuns runs;
    Entry* run = list; // what is sorted and not in the runs
    Entry* rest = list->next;
    run->next = nullptr;
    uint64_t ticks = run->ticks;
    uint32_t events = 0;
    while (rest)
    {
        Entry* const entry = std::exchange(rest, rest->next);
        ++events;
        m_moreInstants += entry->ticks != ticks;
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
    m_moreEvents += events;
    m_untilAdapt -= static_cast<int32_t>(events);
    return runs.Finish(run);
}

} // namespace ns3

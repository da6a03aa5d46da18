// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

// FabricScheduler::Sort(): the events of a slot.

#include "fabric-scheduler.h"

#include <array>
#include <optional>
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
        for (; m_lists[level]; ++level)
        {
            run = Merge(run, std::exchange(m_lists[level], nullptr));
        }
        m_lists[level] = run;
    }

    /** @param run the last one @return all of them */
    Entry* Finish(Entry* run) const
    {
        for (Entry* const list : m_lists)
        {
            run = Merge(run, list);
        }
        return run;
    }

  private:
    std::array<Entry*, MAX_LEVELS> m_lists{}; // null: none
};

} // namespace

/**
 * Sorts a list that has its newest event first. It is short as a rule; what hosts in lockstep put
 * in is long, and in node order for the most part. Both are near their places from the front.
 *
 * @param list two entries or more
 * @return the same ones, the earliest first
 */
FabricScheduler::Entry*
FabricScheduler::Sort(Entry* list)
{
    std::optional<SortedRuns> runs;
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
                if (!runs)
                {
                    runs.emplace();
                }
                runs->Add(std::exchange(run, nullptr));
                place = &run;
                break;
            }
        }
        entry->next = *place;
        *place = entry;
    }
    m_moreEvents += events;
    m_untilAdapt -= static_cast<int32_t>(events);
    return runs ? runs->Finish(run) : run;
}

} // namespace ns3

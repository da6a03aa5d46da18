// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-scheduler.h"

#include "ns3/assert.h"
#include "ns3/event-impl.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricScheduler);

namespace
{

constexpr uint32_t MAX_SHIFT = 48;
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

TypeId
FabricScheduler::GetTypeId()
{
    static TypeId tid = TypeId("ns3::FabricScheduler")
                            .SetParent<Scheduler>()
                            .SetGroupName("AiFabric")
                            .AddConstructor<FabricScheduler>();
    return tid;
}

FabricScheduler::FabricScheduler()
{
    m_heads.fill(nullptr);
    m_words.fill(0);
    m_summary.fill(0);
}

/** Makes more entries. */
void
FabricScheduler::AddEntries()
{
    Entry* const chunk = m_chunks.emplace_back(std::make_unique<Entry[]>(CHUNK)).get();
    for (size_t i = CHUNK; i > 0; --i)
    {
        Free(&chunk[i - 1]);
    }
}

/** Out of line, so that Put() needs no registers for it. */
[[gnu::noinline]] void
FabricScheduler::AddEntriesAndPut(uint64_t ticks, uint64_t order, EventImpl* impl)
{
    AddEntries();
    Put(ticks, order, impl);
}

/** An entry that no slot ahead can take: it belongs to the one that is served, or to the tree. */
[[gnu::noinline]] void
FabricScheduler::PlaceElsewhere(Entry* entry)
{
    if (SlotOf(entry->ticks) <= m_served)
    {
        --m_untilAdapt;
        ++m_moreEvents;
        m_late.push_back(entry);
        std::push_heap(m_late.begin(), m_late.end(), Later());
        return;
    }
    ++m_lateInserts;
    m_later.insert(entry);
    NoteLater();
}

/** @return the earlier one of the heap's first and the sorted ones' first, taken out */
FabricScheduler::Entry*
FabricScheduler::TakeEarlier()
{
    Entry* entry = m_current;
    if (entry && !IsLateFirst())
    {
        m_current = entry->next;
        return entry;
    }
    std::pop_heap(m_late.begin(), m_late.end(), Later());
    entry = m_late.back();
    m_late.pop_back();
    return entry;
}

/** As FindNextSlot(), where the rest of the word that its search begins with is empty. */
bool
FabricScheduler::FindFartherSlot(int64_t& slot) const
{
    const uint32_t start = (static_cast<uint32_t>(m_served) + 1) % SLOTS;
    // The summary word of the next word, then the others; the first one again at the end.
    const uint32_t next = (start / 64 + 1) % WORDS;
    uint32_t group = next / 64;
    uint64_t groups = m_summary[group] & (~uint64_t{0} << (next % 64));
    for (uint32_t tried = 0; groups == 0; ++tried)
    {
        if (tried == m_summary.size())
        {
            return false;
        }
        group = (group + 1) % m_summary.size();
        groups = m_summary[group];
    }
    const uint32_t word = group * 64 + __builtin_ctzll(groups);
    const uint32_t index = word * 64 + __builtin_ctzll(m_words[word]);
    slot = m_served + 1 + (index - start) % SLOTS;
    return true;
}

/**
 * Goes on to the next slot that has events, if it begins before some time.
 *
 * @param end in ticks
 * @return whether m_current has events now, sorted
 */
bool
FabricScheduler::ServeBefore(uint64_t end)
{
    if (IsEmpty())
    {
        return false;
    }
    AdaptIfDue();
    const int64_t slot = FindSlot();
    if (static_cast<uint64_t>(slot) << m_shift >= end)
    {
        return false;
    }
    m_served = slot;
    if (m_laterSlot - slot < SLOTS)
    {
        AdmitLater();
    }
    --m_untilAdapt;
    const uint32_t index = static_cast<uint32_t>(slot) % SLOTS;
    Entry* const list = m_heads[index];
    MarkEmpty(index);
    m_current = list->next ? Sort(list) : list;
    return true;
}

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

/** Moves what has come near from the tree to the slots. */
void
FabricScheduler::AdmitLater()
{
    while (m_laterSlot - m_served < SLOTS)
    {
        Link(*m_later.begin(), static_cast<uint32_t>(m_laterSlot) % SLOTS);
        m_later.erase(m_later.begin());
        NoteLater();
    }
}

void
FabricScheduler::NoteLater()
{
    m_laterSlot = m_later.empty() ? INT64_MAX : SlotOf((*m_later.begin())->ticks);
}

Scheduler::Event
FabricScheduler::PeekNext() const
{
    NS_ASSERT(!IsEmpty());
    if (m_current || !m_late.empty())
    {
        const bool fromLate = !m_current || (!m_late.empty() && IsLateFirst());
        return ToEvent(fromLate ? *m_late.front() : *m_current);
    }
    int64_t slot;
    if (!FindNextSlot(slot))
    {
        return ToEvent(**m_later.begin());
    }
    const Entry* first = m_heads[slot % SLOTS];
    for (const Entry* entry = first->next; entry; entry = entry->next)
    {
        first = *entry < *first ? entry : first;
    }
    return ToEvent(*first);
}

void
FabricScheduler::Remove(const Event& event)
{
    --m_size;
    const uint64_t ticks = event.key.m_ts;
    const auto same = [&](const Entry* entry) { return entry->order == event.key.m_uid; };
    const auto unlink = [&](Entry*& list) {
        Entry** link = &list;
        while (*link && !same(*link))
        {
            link = &(*link)->next;
        }
        Entry* const entry = *link;
        if (entry)
        {
            *link = entry->next;
        }
        return entry;
    };
    Entry* entry;
    const int64_t ahead = SlotOf(ticks) - m_served;
    if (ahead >= SLOTS)
    {
        Entry key{event.impl, ticks, event.key.m_uid, event.key.m_context, nullptr};
        const auto found = m_later.find(&key);
        entry = *found;
        m_later.erase(found);
        NoteLater();
    }
    else if (ahead > 0)
    {
        const uint32_t index = static_cast<uint32_t>(SlotOf(ticks)) % SLOTS;
        entry = unlink(m_heads[index]);
        if (!m_heads[index])
        {
            MarkEmpty(index);
        }
    }
    else
    {
        entry = unlink(m_current);
        if (!entry)
        {
            const auto found = std::find_if(m_late.begin(), m_late.end(), same);
            NS_ASSERT(found != m_late.end());
            entry = *found;
            m_late.erase(found);
            std::make_heap(m_late.begin(), m_late.end(), Later());
        }
    }
    Free(entry);
}

/** Adapts the slot width to the load. Only between slots, when there is nothing to serve. */
void
FabricScheduler::Adapt()
{
    const auto events = static_cast<uint32_t>(int32_t{ADAPT_EVENTS} - m_untilAdapt);
    const uint32_t slots = events - m_moreEvents;
    const uint32_t instants = slots + m_moreInstants;
    const uint64_t inserts = events + m_size - m_sizeThen;
    if (instants >= 2 * slots && m_shift > 0)
    {
        SetShift(m_shift - (instants >= 32 * slots && m_shift > 2 ? 3 : 1));
    }
    else if (4 * m_lateInserts > inserts && 2 * instants < 3 * slots && m_shift < MAX_SHIFT)
    {
        SetShift(m_shift + 1);
    }
    m_untilAdapt = ADAPT_EVENTS;
    m_moreEvents = 0;
    m_moreInstants = 0;
    m_lateInserts = 0;
    m_sizeThen = m_size;
}

/** Changes the slot width; between slots as well. @param shift log2 of the slot width in ticks */
void
FabricScheduler::SetShift(uint32_t shift)
{
    std::vector<Entry*> entries(m_later.begin(), m_later.end());
    for (int64_t slot; FindNextSlot(slot);)
    {
        m_served = slot - 1;
        for (Entry* entry = m_heads[slot % SLOTS]; entry; entry = entry->next)
        {
            entries.push_back(entry);
        }
        MarkEmpty(slot % SLOTS);
    }
    m_later.clear();
    NoteLater();
    m_shift = shift;
    // Everything pending is at or after this event, and the served slot must lie before it.
    const auto first = std::min_element(entries.begin(), entries.end(), Earlier());
    m_served = first == entries.end() ? -1 : SlotOf((*first)->ticks) - 1;
    for (Entry* const entry : entries)
    {
        Place(entry);
    }
}

} // namespace ns3

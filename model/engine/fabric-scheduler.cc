// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-scheduler.h"

#include "ns3/assert.h"
#include "ns3/event-impl.h"

#include <algorithm>
#include <utility>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricScheduler);

namespace
{

constexpr uint32_t MAX_SHIFT = 48;

using Entry = FabricScheduler::Entry;

/** @return whether the two are one event */
bool
IsSame(const Entry& first, const Entry& second)
{
    return first.ticks == second.ticks && first.order == second.order;
}

/** @param list to take it from @param key equal to it @return the entry; null if it is not there */
Entry*
Unlink(Entry*& list, const Entry& key)
{
    Entry** link = &list;
    while (*link && !IsSame(**link, key))
    {
        link = &(*link)->next;
    }
    Entry* const entry = *link;
    if (entry)
    {
        *link = entry->next;
    }
    return entry;
}

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
    m_blockWords.fill(0);
    m_blockHeads.fill(nullptr);
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

/** An entry that no slot ahead can take: it belongs to the one that is served, or to a block. */
[[gnu::noinline]] void
FabricScheduler::PlaceElsewhere(Entry* entry)
{
    if (SlotOf(entry->ticks) <= m_served)
    {
        --m_untilAdapt;
        ++m_moreEvents;
        m_late.push_back(entry);
        std::push_heap(m_late.begin(), m_late.end(), Later());
        m_lateFirst = m_late.front();
        return;
    }
    ++m_lateInserts;
    const int64_t block = BlockOf(entry);
    m_laterSlot = std::min(m_laterSlot, block << BLOCK_SHIFT);
    if (block - (m_served >> BLOCK_SHIFT) > BLOCKS)
    {
        m_later.insert(entry);
        return;
    }
    const uint32_t index = static_cast<uint32_t>(block) % BLOCKS;
    m_blockWords[index / 64] |= uint64_t{1} << (index % 64);
    entry->next = std::exchange(m_blockHeads[index], entry);
}

/** @return the earlier one of the heap's first and the sorted ones' first, taken out */
FabricScheduler::Entry*
FabricScheduler::TakeEarlier()
{
    if (!IsLateFirst())
    {
        return TakeCurrent();
    }
    std::pop_heap(m_late.begin(), m_late.end(), Later());
    Entry* const entry = m_late.back();
    m_late.pop_back();
    m_lateFirst = m_late.empty() ? nullptr : m_late.front();
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
    if (m_untilAdapt <= 0)
    {
        Adapt();
    }
    int64_t slot;
    if (!FindNearSlot(slot) || slot >= m_laterSlot)
    {
        return ServeFarther(end);
    }
    if (static_cast<uint64_t>(slot) << m_shift >= end)
    {
        return false;
    }
    Serve(slot);
    return true;
}

/** ServeBefore() where the next slot that has events is far, or waits in a block. */
[[gnu::noinline]] bool
FabricScheduler::ServeFarther(uint64_t end)
{
    int64_t slot;
    if (!FindNextSlot(slot) || slot >= m_laterSlot)
    {
        slot = m_laterSlot;
        if (slot == INT64_MAX)
        {
            return false;
        }
        if (static_cast<uint64_t>(slot) << m_shift < end)
        {
            slot = AdmitLater();
        }
    }
    if (static_cast<uint64_t>(slot) << m_shift >= end)
    {
        return false;
    }
    Serve(slot);
    return true;
}

/** @param slot that has events, the next one; they are sorted, and m_current is the first */
inline void
FabricScheduler::Serve(int64_t slot)
{
    m_served = slot;
    --m_untilAdapt;
    const uint32_t index = static_cast<uint32_t>(slot) % SLOTS;
    Entry* const list = m_heads[index];
    MarkEmpty(index);
    m_current = list->next ? Sort(list) : list;
}

/**
 * Moves the next block that waits to the slots, of which none before it has events.
 *
 * @return the next slot that has events
 */
[[gnu::noinline]] int64_t
FabricScheduler::AdmitLater()
{
    const int64_t block = m_laterSlot >> BLOCK_SHIFT;
    m_served = m_laterSlot - 1;
    const uint32_t index = static_cast<uint32_t>(block) % BLOCKS;
    m_blockWords[index / 64] &= ~(uint64_t{1} << (index % 64));
    Entry* oldest = nullptr; // first: Link() puts the newest first, as Sort() wants it
    for (Entry* rest = std::exchange(m_blockHeads[index], nullptr); rest;)
    {
        Entry* const entry = std::exchange(rest, rest->next);
        entry->next = std::exchange(oldest, entry);
    }
    while (oldest)
    {
        Entry* const entry = std::exchange(oldest, oldest->next);
        Link(entry, static_cast<uint32_t>(SlotOf(entry->ticks)) % SLOTS);
    }
    while (!m_later.empty() && BlockOf(*m_later.begin()) == block)
    {
        Entry* const entry = *m_later.begin();
        m_later.erase(m_later.begin());
        Link(entry, static_cast<uint32_t>(SlotOf(entry->ticks)) % SLOTS);
    }
    NoteLater();
    int64_t slot = 0;
    FindNextSlot(slot);
    return slot;
}

void
FabricScheduler::NoteLater()
{
    m_laterSlot = INT64_MAX;
    if (!m_later.empty())
    {
        m_laterSlot = BlockOf(*m_later.begin()) << BLOCK_SHIFT;
    }
    const int64_t first = (m_served >> BLOCK_SHIFT) + 1; // of the blocks that may have a list
    const auto start = static_cast<uint32_t>(first) % BLOCKS;
    uint32_t word = start / 64;
    uint64_t bits = m_blockWords[word] & (~uint64_t{0} << (start % 64));
    // The first word again at the end, for what is before the start in it.
    for (uint32_t tried = 0; bits == 0; ++tried)
    {
        if (tried == m_blockWords.size())
        {
            return;
        }
        word = (word + 1) % m_blockWords.size();
        bits = m_blockWords[word];
    }
    const uint32_t index = word * 64 + __builtin_ctzll(bits);
    const int64_t block = first + (index - start) % BLOCKS;
    m_laterSlot = std::min(m_laterSlot, block << BLOCK_SHIFT);
}

/** @return the earliest event that no slot has been served of; some must exist */
FabricScheduler::Entry*
FabricScheduler::FindFirst() const
{
    Entry* first = nullptr;
    const auto look = [&](Entry* list) {
        for (; list; list = list->next)
        {
            first = !first || *list < *first ? list : first;
        }
    };
    int64_t slot;
    if (FindNextSlot(slot))
    {
        look(m_heads[slot % SLOTS]);
        if (slot < m_laterSlot)
        {
            return first;
        }
    }
    look(m_blockHeads[(m_laterSlot >> BLOCK_SHIFT) % BLOCKS]);
    if (!m_later.empty() && (!first || **m_later.begin() < *first))
    {
        first = *m_later.begin();
    }
    return first;
}

Scheduler::Event
FabricScheduler::PeekNext() const
{
    NS_ASSERT(!IsEmpty());
    if (m_current || m_lateFirst)
    {
        return ToEvent(IsLateFirst() ? *m_lateFirst : *m_current);
    }
    return ToEvent(*FindFirst());
}

void
FabricScheduler::Remove(const Event& event)
{
    const Entry key{event.impl, event.key.m_ts, event.key.m_uid, event.key.m_context, nullptr};
    Entry* const entry = SlotOf(key.ticks) > m_served ? RemoveAhead(key) : RemoveServed(key);
    NS_ASSERT(entry);
    Free(entry);
}

/** @param key equal to it @return an entry of the served slot, taken out of its list or the heap */
FabricScheduler::Entry*
FabricScheduler::RemoveServed(const Entry& key)
{
    Entry* entry = Unlink(m_current, key);
    if (!entry)
    {
        const auto found = std::find_if(m_late.begin(), m_late.end(), [&](const Entry* other) {
            return IsSame(*other, key);
        });
        NS_ASSERT(found != m_late.end());
        entry = *found;
        m_late.erase(found);
        std::make_heap(m_late.begin(), m_late.end(), Later());
        m_lateFirst = m_late.empty() ? nullptr : m_late.front();
    }
    return entry;
}

/** @param key equal to it @return an entry behind the served slot, taken out of where it waits */
FabricScheduler::Entry*
FabricScheduler::RemoveAhead(const Entry& key)
{
    const int64_t slot = SlotOf(key.ticks);
    if (slot - m_served < SLOTS)
    {
        const uint32_t index = static_cast<uint32_t>(slot) % SLOTS;
        if (Entry* const entry = Unlink(m_heads[index], key))
        {
            if (!m_heads[index])
            {
                MarkEmpty(index);
            }
            return entry;
        }
    }
    const uint32_t index = static_cast<uint32_t>(BlockOf(&key)) % BLOCKS;
    Entry* entry = Unlink(m_blockHeads[index], key);
    if (!entry)
    {
        const auto range = m_later.equal_range(const_cast<Entry*>(&key));
        NS_ASSERT(range.first != range.second);
        entry = *range.first;
        m_later.erase(range.first);
    }
    else if (!m_blockHeads[index])
    {
        m_blockWords[index / 64] &= ~(uint64_t{1} << (index % 64));
    }
    NoteLater();
    return entry;
}

/** Adapts the slot width to the load. Only between slots, when there is nothing to serve. */
void
FabricScheduler::Adapt()
{
    if (IsEmpty())
    {
        return; // without an event nobody knows what time it is
    }
    const auto events = static_cast<uint32_t>(int32_t{ADAPT_EVENTS} - m_untilAdapt);
    const uint32_t slots = events - m_moreEvents;
    const uint32_t instants = slots + m_moreInstants;
    if (instants >= 4 * slots && m_shift > 0)
    {
        SetShift(m_shift - (instants >= 32 * slots && m_shift > 2 ? 3 : 1));
    }
    else if (4 * m_lateInserts > events && 2 * instants < 3 * slots && m_shift < MAX_SHIFT)
    {
        SetShift(m_shift + 1);
    }
    m_untilAdapt = ADAPT_EVENTS;
    m_moreEvents = 0;
    m_moreInstants = 0;
    m_lateInserts = 0;
}

/** Changes the slot width; between slots as well. @param shift log2 of the slot width in ticks */
void
FabricScheduler::SetShift(uint32_t shift)
{
    std::vector<Entry*> entries(m_later.begin(), m_later.end());
    const auto collect = [&](Entry* list) {
        for (; list; list = list->next)
        {
            entries.push_back(list);
        }
    };
    for (int64_t slot; FindNextSlot(slot);)
    {
        m_served = slot - 1;
        collect(m_heads[slot % SLOTS]);
        MarkEmpty(slot % SLOTS);
    }
    for (Entry*& list : m_blockHeads)
    {
        collect(std::exchange(list, nullptr));
    }
    m_blockWords.fill(0);
    m_later.clear();
    m_laterSlot = INT64_MAX;
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

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-scheduler.h"

#include "ns3/assert.h"
#include "ns3/event-impl.h"

#include <algorithm>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(FabricScheduler);

namespace
{

constexpr uint32_t MAX_SHIFT = 48;
constexpr size_t FEW = 16; // so many are not worth a look for runs

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
    m_heads.fill(NIL);
    m_words.fill(0);
    m_summary.fill(0);
}

/** An item that no slot ahead can take: it belongs to the one that is served, or to the tree. */
void
FabricScheduler::PutElsewhere(uint32_t item)
{
    const Entry& entry = m_items[item];
    if (SlotOf(entry.ticks) <= m_served)
    {
        ++m_servedEvents;
        m_late.push_back(item);
        std::push_heap(m_late.begin(), m_late.end(), Later{m_items});
        return;
    }
    ++m_lateInserts;
    m_later.insert(entry);
    NoteLater();
    FreeItem(item);
}

/** @return the earlier one of the heap's first and the sorted ones' first, taken out */
uint32_t
FabricScheduler::TakeEarlier()
{
    if (!m_current.empty() && !IsLateFirst())
    {
        const uint32_t item = m_current.back();
        m_current.pop_back();
        return item;
    }
    std::pop_heap(m_late.begin(), m_late.end(), Later{m_items});
    const uint32_t item = m_late.back();
    m_late.pop_back();
    return item;
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
 * Goes on to the next slot that has events; some must exist.
 *
 * @return the first of them; the others are in m_current, sorted
 */
uint32_t
FabricScheduler::ServeNextSlot()
{
    AdaptIfDue();
    return Serve(FindSlot());
}

/** As ServeNextSlot(). @param slot the next one that has events @return the first of them */
uint32_t
FabricScheduler::Serve(int64_t slot)
{
    m_served = slot;
    if (m_laterSlot - slot < SLOTS)
    {
        AdmitLater();
    }
    ++m_slotsServed;
    ++m_servedEvents;
    ++m_instants;
    const uint32_t index = static_cast<uint32_t>(slot) % SLOTS;
    const uint32_t item = m_heads[index];
    MarkEmpty(index);
    if (m_items[item].next == NIL)
    {
        return item;
    }
    Sort(item);
    const uint32_t first = m_current.back();
    m_current.pop_back();
    return first;
}

/**
 * Goes on to the next slot that has events, if it begins before some time.
 *
 * @param end in ticks
 * @return whether m_current has events now
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
    m_current.push_back(Serve(slot));
    return true;
}

/** @param item first of a list of two or more that becomes m_current, which is empty */
void
FabricScheduler::Sort(uint32_t item)
{
    // A list has its newest event first.
    bool ordered = true;
    m_current.push_back(item);
    while (m_items[item].next != NIL)
    {
        const Entry& newer = m_items[item];
        item = newer.next;
        const Entry& entry = m_items[item];
        m_instants += entry.ticks != newer.ticks;
        ordered &= entry < newer;
        m_current.push_back(item);
    }
    m_servedEvents += static_cast<uint32_t>(m_current.size()) - 1;
    if (!ordered && m_current.size() == 2)
    {
        std::swap(m_current.front(), m_current.back());
    }
    else if (!ordered && m_current.size() <= FEW)
    {
        std::sort(m_current.begin(), m_current.end(), Later{m_items});
    }
    else if (!ordered)
    {
        MergeRuns();
    }
}

/**
 * Sorts m_current. What hosts in lockstep put in is in node order for the most part, so it consists
 * of a few sorted runs.
 */
void
FabricScheduler::MergeRuns()
{
    const Later later{m_items};
    const auto begin = m_current.begin();
    m_ends.clear();
    for (uint32_t i = 1; i < m_current.size(); ++i)
    {
        if (later(m_current[i], m_current[i - 1]))
        {
            m_ends.push_back(i);
        }
    }
    m_ends.push_back(static_cast<uint32_t>(m_current.size()));
    while (m_ends.size() > 1)
    {
        // Each pair of neighbours becomes one.
        uint32_t from = 0;
        size_t kept = 0;
        for (size_t i = 0; i < m_ends.size(); i += 2)
        {
            const uint32_t middle = m_ends[i];
            const uint32_t to = m_ends[std::min(i + 1, m_ends.size() - 1)];
            m_merged.assign(begin + from, begin + middle);
            std::merge(m_merged.begin(),
                       m_merged.end(),
                       begin + middle,
                       begin + to,
                       begin + from,
                       later);
            m_ends[kept++] = to;
            from = to;
        }
        m_ends.resize(kept);
    }
}

/** Moves what has come near from the tree to the slots. */
void
FabricScheduler::AdmitLater()
{
    while (m_laterSlot - m_served < SLOTS)
    {
        const uint32_t item = MakeItem();
        m_items[item] = *m_later.begin();
        Link(item, static_cast<uint32_t>(m_laterSlot) % SLOTS);
        m_later.erase(m_later.begin());
        NoteLater();
    }
}

void
FabricScheduler::NoteLater()
{
    m_laterSlot = m_later.empty() ? INT64_MAX : SlotOf(m_later.begin()->ticks);
}

Scheduler::Event
FabricScheduler::PeekNext() const
{
    NS_ASSERT(!IsEmpty());
    if (!m_late.empty() && !m_current.empty())
    {
        return ToEvent(std::min(m_items[m_late.front()], m_items[m_current.back()]));
    }
    if (!m_late.empty() || !m_current.empty())
    {
        return ToEvent(m_items[m_late.empty() ? m_current.back() : m_late.front()]);
    }
    int64_t slot;
    if (!FindNextSlot(slot))
    {
        return ToEvent(*m_later.begin());
    }
    uint32_t item = m_heads[slot % SLOTS];
    const Entry* first = &m_items[item];
    while ((item = m_items[item].next) != NIL)
    {
        first = m_items[item] < *first ? &m_items[item] : first;
    }
    return ToEvent(m_later.empty() ? *first : std::min(*first, *m_later.begin()));
}

void
FabricScheduler::Remove(const Event& event)
{
    --m_size;
    const uint64_t ticks = event.key.m_ts;
    const int64_t ahead = SlotOf(ticks) - m_served;
    if (ahead >= SLOTS)
    {
        m_later.erase(Entry{event.impl, ticks, event.key.m_uid, event.key.m_context, NIL});
        NoteLater();
        return;
    }
    const auto same = [&](uint32_t item) { return m_items[item].order == event.key.m_uid; };
    uint32_t item;
    if (ahead <= 0)
    {
        auto found = std::find_if(m_current.begin(), m_current.end(), same);
        if (found != m_current.end())
        {
            item = *found;
            m_current.erase(found);
        }
        else
        {
            found = std::find_if(m_late.begin(), m_late.end(), same);
            NS_ASSERT(found != m_late.end());
            item = *found;
            m_late.erase(found);
            std::make_heap(m_late.begin(), m_late.end(), Later{m_items});
        }
    }
    else
    {
        const uint32_t index = static_cast<uint32_t>(SlotOf(ticks)) % SLOTS;
        uint32_t* link = &m_heads[index];
        while (!same(*link))
        {
            link = &m_items[*link].next;
        }
        item = *link;
        *link = m_items[item].next;
        if (m_heads[index] == NIL)
        {
            MarkEmpty(index);
        }
    }
    FreeItem(item);
}

/** Adapts the slot width to the load. Only between slots, when m_current and m_late are empty. */
void
FabricScheduler::Adapt()
{
    const uint64_t inserts = m_servedEvents + m_size - m_sizeThen;
    if (m_instants >= 2 * m_slotsServed && m_shift > 0)
    {
        SetShift(m_shift - (m_instants >= 32 * m_slotsServed && m_shift > 2 ? 3 : 1));
    }
    else if (4 * m_lateInserts > inserts && 2 * m_instants < 3 * m_slotsServed &&
             m_shift < MAX_SHIFT)
    {
        SetShift(m_shift + 1);
    }
    m_servedEvents = 0;
    m_slotsServed = 0;
    m_instants = 0;
    m_lateInserts = 0;
    m_sizeThen = m_size;
}

/** Changes the slot width; between slots as well. @param shift log2 of the slot width in ticks */
void
FabricScheduler::SetShift(uint32_t shift)
{
    std::vector<Entry> entries(m_later.begin(), m_later.end());
    for (int64_t slot; FindNextSlot(slot);)
    {
        m_served = slot - 1;
        for (uint32_t item = m_heads[slot % SLOTS]; item != NIL; item = m_items[item].next)
        {
            entries.push_back(m_items[item]);
        }
        MarkEmpty(slot % SLOTS);
    }
    m_later.clear();
    NoteLater();
    m_items.clear();
    m_freeItem = NIL;
    m_shift = shift;
    // Everything pending is at or after this event, and the served slot must lie before it.
    const auto first = std::min_element(entries.begin(), entries.end());
    m_served = first == entries.end() ? -1 : SlotOf(first->ticks) - 1;
    m_size -= entries.size();
    for (const auto& entry : entries)
    {
        const uint32_t item = MakeItem();
        m_items[item] = entry;
        Place(item, entry.ticks);
    }
}

} // namespace ns3

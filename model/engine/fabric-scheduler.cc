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
constexpr std::size_t SORT_BY_HAND = 16;

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

void
FabricScheduler::Insert(const Event& event)
{
    ++m_size;
    ++m_inserts;
    const int64_t ahead = SlotOf(event) - m_served;
    if (ahead >= SLOTS)
    {
        ++m_lateInserts;
        m_later.insert(event);
        NoteLater();
        return;
    }
    const uint32_t item = MakeItem(event);
    if (ahead > 0)
    {
        Link(item, static_cast<uint32_t>(SlotOf(event)) % SLOTS);
        return;
    }
    const auto place = std::find_if(m_current.rbegin(), m_current.rend(), [&](uint32_t other) {
        return event < m_items[other].event;
    });
    m_current.insert(place.base(), item);
}

void
FabricScheduler::MarkEmpty(uint32_t index)
{
    m_heads[index] = NIL;
    m_words[index / 64] &= ~(uint64_t{1} << (index % 64));
    if (m_words[index / 64] == 0)
    {
        m_summary[index / 4096] &= ~(uint64_t{1} << (index / 64 % 64));
    }
}

/** The nearest slot after the served one that has a list; the ring is searched word by word. */
bool
FabricScheduler::FindNextSlot(int64_t& slot) const
{
    const uint32_t start = (m_served + 1) % SLOTS;
    uint32_t word = start / 64;
    uint64_t bits = m_words[word] & (~uint64_t{0} << (start % 64));
    if (bits == 0)
    {
        // The summary word of the next word, then the others; the first one again at the end.
        const uint32_t next = (word + 1) % WORDS;
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
        word = group * 64 + __builtin_ctzll(groups);
        bits = m_words[word];
    }
    const uint32_t index = word * 64 + __builtin_ctzll(bits);
    slot = m_served + 1 + (index - start) % SLOTS;
    return true;
}

/** Fills m_current; some event must exist. */
void
FabricScheduler::ServeNextSlot()
{
    NS_ASSERT(!IsEmpty());
    if (m_removals >= ADAPT_EVENTS)
    {
        Adapt();
    }
    int64_t slot = m_laterSlot;
    if (int64_t near; FindNextSlot(near) && near < slot)
    {
        slot = near;
    }
    m_served = slot;
    ++m_slotsServed;
    if (m_laterSlot - m_served < SLOTS)
    {
        AdmitLater();
    }
    const uint32_t index = static_cast<uint32_t>(slot) % SLOTS;
    uint32_t item = m_heads[index];
    MarkEmpty(index);
    // A list has its newest event first, so events of one time are in order as they are.
    do
    {
        const Event& event = m_items[item].event;
        m_current.push_back(item);
        for (std::size_t i = m_current.size() - 1; i > 0 && m_items[m_current[i - 1]].event < event;
             --i)
        {
            std::swap(m_current[i - 1], m_current[i]);
        }
        item = m_items[item].next;
        if (m_current.size() == SORT_BY_HAND && item != NIL)
        {
            for (; item != NIL; item = m_items[item].next)
            {
                m_current.push_back(item);
            }
            std::sort(m_current.begin(), m_current.end(), [this](uint32_t a, uint32_t b) {
                return m_items[b].event < m_items[a].event;
            });
        }
    } while (item != NIL);
}

/** Moves what has come near from the tree to the slots. */
void
FabricScheduler::AdmitLater()
{
    while (m_laterSlot - m_served < SLOTS)
    {
        const Event& event = *m_later.begin();
        Link(MakeItem(event), static_cast<uint32_t>(m_laterSlot) % SLOTS);
        m_later.erase(m_later.begin());
        NoteLater();
    }
}

void
FabricScheduler::NoteLater()
{
    m_laterSlot = m_later.empty() ? INT64_MAX : SlotOf(*m_later.begin());
}

Scheduler::Event
FabricScheduler::PeekNext() const
{
    NS_ASSERT(!IsEmpty());
    if (!m_current.empty())
    {
        return m_items[m_current.back()].event;
    }
    int64_t slot;
    if (!FindNextSlot(slot))
    {
        return *m_later.begin();
    }
    uint32_t item = m_heads[slot % SLOTS];
    Event first = m_items[item].event;
    while ((item = m_items[item].next) != NIL)
    {
        first = std::min(first, m_items[item].event);
    }
    return m_later.empty() ? first : std::min(first, *m_later.begin());
}

void
FabricScheduler::Remove(const Event& event)
{
    --m_size;
    const int64_t ahead = SlotOf(event) - m_served;
    if (ahead >= SLOTS)
    {
        m_later.erase(event);
        NoteLater();
        return;
    }
    const auto same = [&](uint32_t item) {
        return m_items[item].event.key.m_uid == event.key.m_uid;
    };
    uint32_t item;
    if (ahead <= 0)
    {
        const auto found = std::find_if(m_current.begin(), m_current.end(), same);
        NS_ASSERT(found != m_current.end());
        item = *found;
        m_current.erase(found);
    }
    else
    {
        const uint32_t index = static_cast<uint32_t>(SlotOf(event)) % SLOTS;
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

void
FabricScheduler::Adapt()
{
    if (m_instants >= 4 * m_slotsServed && m_shift > 0)
    {
        SetShift(m_shift - (m_instants >= 32 * m_slotsServed && m_shift > 2 ? 3 : 1));
    }
    else if (4 * m_lateInserts > m_inserts && m_instants < 2 * m_slotsServed && m_shift < MAX_SHIFT)
    {
        SetShift(m_shift + 1);
    }
    m_removals = 0;
    m_instants = 0;
    m_slotsServed = 0;
    m_inserts = 0;
    m_lateInserts = 0;
}

/** Only between slots, when m_current is empty. */
void
FabricScheduler::SetShift(uint32_t shift)
{
    std::vector<Event> events(m_later.begin(), m_later.end());
    for (int64_t slot; FindNextSlot(slot);)
    {
        m_served = slot - 1;
        for (uint32_t item = m_heads[slot % SLOTS]; item != NIL; item = m_items[item].next)
        {
            events.push_back(m_items[item].event);
        }
        MarkEmpty(slot % SLOTS);
    }
    m_later.clear();
    NoteLater();
    m_items.clear();
    m_freeItem = NIL;
    m_shift = shift;
    // Everything pending is at or after this event, and the served slot must lie before it.
    const auto first = std::min_element(events.begin(), events.end());
    m_served = first == events.end() ? -1 : SlotOf(*first) - 1;
    m_size -= events.size();
    for (const auto& event : events)
    {
        Insert(event);
    }
}

} // namespace ns3

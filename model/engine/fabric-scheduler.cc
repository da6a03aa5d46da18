// SPDX-License-Identifier: GPL-2.0-only

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

bool
Later(const Scheduler::Event& a, const Scheduler::Event& b)
{
    return b < a;
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
    m_heads.fill(NIL);
    m_words.fill(0);
}

bool
FabricScheduler::IsEmpty() const
{
    return m_size == 0;
}

void
FabricScheduler::Insert(const Event& event)
{
    ++m_size;
    ++m_inserts;
    const uint64_t slot = SlotOf(event);
    if (slot <= m_served)
    {
        m_current.push_back(event);
        std::push_heap(m_current.begin(), m_current.end(), Later);
    }
    else if (slot - m_served < SLOTS)
    {
        InsertInSlot(event, slot);
    }
    else
    {
        ++m_lateInserts;
        m_later.insert(event);
    }
}

void
FabricScheduler::InsertInSlot(const Event& event, uint64_t slot)
{
    uint32_t item = m_freeItem;
    if (item == NIL)
    {
        item = static_cast<uint32_t>(m_items.size());
        m_items.push_back({event, NIL});
    }
    else
    {
        m_freeItem = m_items[item].next;
        m_items[item].event = event;
    }
    const uint32_t index = slot % SLOTS;
    m_items[item].next = m_heads[index];
    m_heads[index] = item;
    m_words[index / 64] |= uint64_t{1} << (index % 64);
    m_summary |= uint64_t{1} << (index / 64);
}

void
FabricScheduler::MarkEmpty(uint32_t index)
{
    m_heads[index] = NIL;
    m_words[index / 64] &= ~(uint64_t{1} << (index % 64));
    if (m_words[index / 64] == 0)
    {
        m_summary &= ~(uint64_t{1} << (index / 64));
    }
}

/** The nearest slot after the served one that has a list; the ring is searched word by word. */
bool
FabricScheduler::FindNextSlot(uint64_t& slot) const
{
    if (m_summary == 0)
    {
        return false;
    }
    const uint32_t start = (m_served + 1) % SLOTS;
    const uint32_t startWord = start / 64;
    uint32_t index;
    if (const uint64_t bits = m_words[startWord] >> (start % 64))
    {
        index = start + __builtin_ctzll(bits);
    }
    else
    {
        // Rotated so that the word after startWord is bit 0 and startWord itself comes last.
        const uint32_t shift = (startWord + 1) % WORDS;
        const uint64_t rotated =
            shift ? (m_summary >> shift) | (m_summary << (WORDS - shift)) : m_summary;
        const uint32_t word = (shift + __builtin_ctzll(rotated)) % WORDS;
        index = word * 64 + __builtin_ctzll(m_words[word]);
    }
    slot = m_served + 1 + (index + SLOTS - start) % SLOTS;
    return true;
}

/** Fills m_current; some event must exist. */
void
FabricScheduler::ServeNextSlot()
{
    uint64_t slot = UINT64_MAX;
    FindNextSlot(slot);
    if (!m_later.empty())
    {
        slot = std::min(slot, SlotOf(*m_later.begin()));
    }
    m_served = slot;
    ++m_slotsServed;

    const uint32_t index = slot % SLOTS;
    for (uint32_t item = m_heads[index]; item != NIL;)
    {
        const uint32_t next = m_items[item].next;
        m_current.push_back(m_items[item].event);
        m_items[item].next = m_freeItem;
        m_freeItem = item;
        item = next;
    }
    MarkEmpty(index);
    while (!m_later.empty() && SlotOf(*m_later.begin()) - m_served < SLOTS)
    {
        const Event event = *m_later.begin();
        m_later.erase(m_later.begin());
        if (SlotOf(event) == m_served)
        {
            m_current.push_back(event);
        }
        else
        {
            InsertInSlot(event, SlotOf(event));
        }
    }
    std::make_heap(m_current.begin(), m_current.end(), Later);
}

Scheduler::Event
FabricScheduler::RemoveNext()
{
    NS_ASSERT(!IsEmpty());
    if (m_current.empty())
    {
        if (m_removals >= ADAPT_EVENTS)
        {
            Adapt();
        }
        ServeNextSlot();
    }
    const Event event = m_current.front();
    std::pop_heap(m_current.begin(), m_current.end(), Later);
    m_current.pop_back();
    --m_size;
    ++m_removals;
    return event;
}

Scheduler::Event
FabricScheduler::PeekNext() const
{
    NS_ASSERT(!IsEmpty());
    if (!m_current.empty())
    {
        return m_current.front();
    }
    uint64_t slot;
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
    const uint64_t slot = SlotOf(event);
    const auto same = [&event](const Event& other) { return other.key.m_uid == event.key.m_uid; };
    if (slot <= m_served)
    {
        const auto found = std::find_if(m_current.begin(), m_current.end(), same);
        NS_ASSERT(found != m_current.end());
        m_current.erase(found);
        std::make_heap(m_current.begin(), m_current.end(), Later);
    }
    else if (slot - m_served < SLOTS)
    {
        const uint32_t index = slot % SLOTS;
        uint32_t* link = &m_heads[index];
        while (!same(m_items[*link].event))
        {
            link = &m_items[*link].next;
        }
        const uint32_t item = *link;
        *link = m_items[item].next;
        m_items[item].next = m_freeItem;
        m_freeItem = item;
        if (m_heads[index] == NIL)
        {
            MarkEmpty(index);
        }
    }
    else
    {
        m_later.erase(event);
    }
    --m_size;
}

void
FabricScheduler::Adapt()
{
    if (m_removals > 4 * m_slotsServed && m_shift > 0)
    {
        SetShift(m_shift - 1);
    }
    else if (m_lateInserts > m_inserts / 4 && m_removals < 2 * m_slotsServed && m_shift < MAX_SHIFT)
    {
        SetShift(m_shift + 1);
    }
    m_removals = 0;
    m_slotsServed = 0;
    m_inserts = 0;
    m_lateInserts = 0;
}

/** Only between slots, when m_current is empty. */
void
FabricScheduler::SetShift(uint32_t shift)
{
    std::vector<Event> events(m_later.begin(), m_later.end());
    for (uint64_t slot; FindNextSlot(slot);)
    {
        m_served = slot - 1;
        for (uint32_t item = m_heads[slot % SLOTS]; item != NIL; item = m_items[item].next)
        {
            events.push_back(m_items[item].event);
        }
        MarkEmpty(slot % SLOTS);
    }
    m_later.clear();
    m_items.clear();
    m_freeItem = NIL;
    m_shift = shift;
    // Everything pending is at or after this event, and the served slot must lie before it.
    const auto first = std::min_element(events.begin(), events.end());
    m_served = first == events.end() ? 0 : std::max<uint64_t>(SlotOf(*first), 1) - 1;
    m_size -= events.size();
    for (const auto& event : events)
    {
        Insert(event);
    }
}

} // namespace ns3

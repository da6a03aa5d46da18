// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SCHEDULER_H
#define AI_FABRIC_FABRIC_SCHEDULER_H

#include "scheduler-entry.h"
#include "sorted-entries.h"

#include "ns3/scheduler.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * An event list for many events in the near future: constant time per event.
 *
 * Time is cut into slots of 2^shift ticks. The events of the served slot are a sorted list. The
 * next SLOTS - 1 slots are unsorted lists found through a bitmap. Later events wait in coarser
 * lists, one for each of the next BLOCKS blocks of BLOCK_SLOTS slots, and still later events in a
 * balanced tree. A block is distributed to the slots when it is next. An event inserted into the
 * served slot goes into a heap beside the sorted list: thousands of hosts in lockstep insert many
 * such events.
 *
 * The slot width follows the load. Every ADAPT_EVENTS served events it shrinks if a slot holds at
 * least 4 distinct times on average. It doubles if a slot holds fewer than 1.5 and at least 25 % of
 * the events are inserted behind the slots. Narrower slots need less sorting, but each slot is in
 * another cache line.
 *
 * Events leave in the order of (time, order). For events of ns-3's interface the order is the uid,
 * so this is an ordinary ns-3 scheduler; Put() also takes larger orders.
 *
 * Invariants: served slot < slot of every list <= served slot + SLOTS - 1; block of the served slot
 * < block of every coarser list <= block of the served slot + BLOCKS; an event in the tree or a
 * coarser list is not before the slot m_laterSlot; an event inserted at or before the served slot
 * is in the heap.
 */
class alignas(64) FabricScheduler final : public Scheduler
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricScheduler();

    using Entry = SchedulerEntry; //!< an event in the list

    /**
     * @param entry entry with any order
     * @return the event for ns-3; its uid is the low 32 bits of the order
     */
    static Event ToEvent(const Entry& entry)
    {
        return {entry.impl, {entry.ticks, static_cast<uint32_t>(entry.order), entry.context}};
    }

    void Insert(const Event& event) override
    {
        if (!m_free)
        {
            AddEntries();
        }
        m_free->context = event.key.m_context;
        Put(event.key.m_ts, event.key.m_uid, event.impl);
    }

    /**
     * As Insert(), for an event that knows its node itself: the context of its Entry is undefined.
     *
     * @param ticks time
     * @param order of simultaneous events the lowest order leaves first; equal orders in any order
     * @param impl action of the event
     */
    void Put(uint64_t ticks, uint64_t order, EventImpl* impl)
    {
        Entry* const entry = m_free;
        if (!entry)
        {
            AddEntriesAndPut(ticks, order, impl);
            return;
        }
        m_free = entry->next;
        entry->impl = impl;
        entry->ticks = ticks;
        entry->order = order;
        Place(entry);
    }

    bool IsEmpty() const override
    {
        return !m_current && !m_lateFirst && m_laterSlot == INT64_MAX &&
               std::all_of(m_summary.begin(), m_summary.end(), [](uint64_t word) {
                   return word == 0;
               });
    }

    Event PeekNext() const override;

    Event RemoveNext() override
    {
        return ToEvent(Take());
    }

    /** As RemoveNext(). @return the event; its order is that of Put(); valid until the next call */
    const Entry& Take()
    {
        return *TakeNext();
    }

    /** As Take(). @return the event; null if there is none */
    const Entry* TakeNext()
    {
        if (__builtin_expect(m_lateFirst != nullptr, 0))
        {
            return TakeServed();
        }
        if (!m_current && !ServeBefore(UINT64_MAX))
        {
            return nullptr;
        }
        Entry* const entry = TakeCurrent();
        Free(entry);
        return entry;
    }

    /**
     * As Take(), for events before a given time.
     *
     * @param end time limit in ticks
     * @return the event; null if the first event is not before the end
     */
    const Entry* TakeBefore(uint64_t end)
    {
        if (!m_current && !m_lateFirst && !ServeBefore(end))
        {
            return nullptr;
        }
        const Entry* const first = IsLateFirst() ? m_lateFirst : m_current;
        return first->ticks < end ? TakeServed() : nullptr;
    }

    /**
     * Visits the events of the slots behind the served slot, in no particular order.
     *
     * @param end time in ticks, at least 1; slots that begin before it are visited
     * @param visit called with each event
     */
    template <typename Visit>
    void VisitSlots(uint64_t end, const Visit& visit) const
    {
        const int64_t behind = std::min(SlotOf(end - 1) + 1, m_served + SLOTS);
        for (int64_t slot = m_served + 1; slot < behind; ++slot)
        {
            const uint32_t index = static_cast<uint32_t>(slot) % SLOTS;
            if (m_words[index / 64] == 0)
            {
                slot += 63 - index % 64;
                continue;
            }
            for (const Entry* entry = m_heads[index]; entry; entry = entry->next)
            {
                visit(*entry);
            }
        }
    }

    /**
     * Visits all events, in no particular order.
     *
     * @param visit called with each event
     */
    template <typename Visit>
    void VisitAll(const Visit& visit) const
    {
        const auto visitList = [&visit](const Entry* first) {
            for (const Entry* entry = first; entry; entry = entry->next)
            {
                visit(*entry);
            }
        };
        visitList(m_current);
        VisitSlots(UINT64_MAX, visit);
        for (uint32_t block = 0; block < BLOCKS; ++block)
        {
            if (m_blockWords[block / 64] >> (block % 64) & 1)
            {
                visitList(m_blockHeads[block]);
            }
        }
        std::for_each(m_late.begin(), m_late.end(), [&](auto* entry) { visit(*entry); });
        std::for_each(m_later.begin(), m_later.end(), [&](auto* entry) { visit(*entry); });
    }

    void Remove(const Event& event) override;

    /** @return log2 of the present slot width in ticks; for tests */
    uint32_t GetSlotShift() const
    {
        return m_shift;
    }

  private:
    /** Number of slots that are kept; slot n is at index n % SLOTS. */
    static constexpr uint32_t SLOTS = 4096;
    static constexpr uint32_t WORDS = SLOTS / 64; //!< of the bitmap, a bit per slot
    static constexpr uint32_t BLOCK_SHIFT = 11;   //!< log2 of the slots of a block
    /** Any served slot leaves room for the slots of the next block. */
    static constexpr int64_t BLOCK_SLOTS = int64_t{1} << BLOCK_SHIFT;
    static_assert(2 * BLOCK_SLOTS <= SLOTS);
    static constexpr uint32_t BLOCKS =
        1024; //!< number of blocks that are kept; block n is at index n % BLOCKS
    static constexpr uint32_t ADAPT_EVENTS =
        4096; //!< events served between two adaptations of the slot width
    static constexpr size_t CHUNK = 256; //!< entries allocated at a time

    /** Orders entries: the latest is first, and a heap has the earliest on top. */
    struct Later
    {
        bool operator()(const Entry* a, const Entry* b) const
        {
            return *b < *a;
        }
    };

    /** Orders entries: the earliest is first. */
    struct Earlier
    {
        bool operator()(const Entry* a, const Entry* b) const
        {
            return *a < *b;
        }
    };

    int64_t SlotOf(uint64_t ticks) const
    {
        return static_cast<int64_t>(ticks >> m_shift);
    }

    /** Puts a complete entry into a list, the heap, a block or the tree, by its time. */
    void Place(Entry* entry)
    {
        const int64_t slot = SlotOf(entry->ticks);
        if (const int64_t ahead = slot - m_served; ahead > 0 && ahead < SLOTS)
        {
            Link(entry, static_cast<uint32_t>(slot) % SLOTS);
            return;
        }
        PlaceElsewhere(entry);
    }

    int64_t BlockOf(const Entry* entry) const
    {
        return SlotOf(entry->ticks) >> BLOCK_SHIFT;
    }

    void Free(Entry* entry)
    {
        entry->next = m_free;
        m_free = entry;
    }

    /**
     * Puts an entry into a slot's list.
     *
     * @param entry entry to insert
     * @param index number of the slot modulo SLOTS
     */
    void Link(Entry* entry, uint32_t index)
    {
        Entry* const head = m_heads[index];
        entry->next = head;
        m_heads[index] = entry;
        if (!head)
        {
            uint64_t& word = m_words[index / 64];
            if (word == 0)
            {
                m_summary[index / 4096] |= uint64_t{1} << (index / 64 % 64);
            }
            word |= uint64_t{1} << (index % 64);
        }
    }

    /** Removes the earliest event of the served slot, which must exist. @return the event */
    const Entry* TakeServed()
    {
        Entry* const entry = m_lateFirst ? TakeEarlier() : TakeCurrent();
        Free(entry);
        return entry;
    }

    /** Removes the first of the sorted events, which must exist. @return the event */
    Entry* TakeCurrent()
    {
        return std::exchange(m_current, m_current->next);
    }

    /**
     * @param slot set to the nearest slot after the served slot with events
     * @return true if there is one
     */
    bool FindNextSlot(int64_t& slot) const
    {
        return FindNearSlot(slot) || FindFartherSlot(slot);
    }

    /** As FindNextSlot(), in the rest of the word of the slot after the served one. */
    bool FindNearSlot(int64_t& slot) const
    {
        const uint32_t start = (static_cast<uint32_t>(m_served) + 1) % SLOTS;
        const uint64_t bits = m_words[start / 64] >> (start % 64);
        if (bits == 0)
        {
            return false;
        }
        slot = m_served + 1 + __builtin_ctzll(bits);
        return true;
    }

    /** Marks a slot's list as empty. @param index number of the slot modulo SLOTS */
    void MarkEmpty(uint32_t index)
    {
        m_heads[index] = nullptr;
        uint64_t& word = m_words[index / 64];
        word &= ~(uint64_t{1} << (index % 64));
        if (word == 0)
        {
            m_summary[index / 4096] &= ~(uint64_t{1} << (index / 64 % 64));
        }
    }

    /**
     * @return true if the first event of the heap is before the first sorted event; not both are
     * empty
     */
    bool IsLateFirst() const
    {
        return !m_current || (m_lateFirst && *m_lateFirst < *m_current);
    }

    /**
     * Sorts the list of a slot; most lists have two entries.
     *
     * @param list list of at least two entries, the newest first
     * @return the same entries, the earliest first
     */
    Entry* Sort(Entry* list)
    {
        Entry* const second = list->next;
        if (second->next)
        {
            const SortedEntries sorted = SortEntries(list);
            m_untilAdapt -= static_cast<int32_t>(sorted.more);
            m_moreEvents += sorted.more;
            m_moreInstants += sorted.moreInstants;
            return sorted.first;
        }
        --m_untilAdapt;
        ++m_moreEvents;
        m_moreInstants += second->ticks != list->ticks;
        if (*list < *second)
        {
            return list;
        }
        second->next = list;
        list->next = nullptr;
        return second;
    }

    void AddEntries();
    void AddEntriesAndPut(uint64_t ticks, uint64_t order, EventImpl* impl);
    bool ServeBefore(uint64_t end);
    bool FindFartherSlot(int64_t& slot) const;
    Entry* TakeEarlier();
    void PlaceElsewhere(Entry* entry);
    bool ServeFarther(uint64_t end);
    void Serve(int64_t slot);
    int64_t AdmitLater();
    /** Finds m_laterSlot anew. */
    void NoteLater();
    Entry* FindFirst() const;
    Entry* RemoveServed(const Entry& key);
    Entry* RemoveAhead(const Entry& key);
    void Adapt();
    void SetShift(uint32_t shift);

    Entry* m_lateFirst{nullptr};        //!< first entry of m_late; null: m_late is empty
    Entry* m_current{nullptr};          //!< sorted entries of the served slot; null: none is left
    Entry* m_free{nullptr};             //!< first unused entry, linked by next; or null
    int64_t m_served{-1};               //!< number of the slot being served; -1 before the first
    uint32_t m_shift{12};               //!< log2 of the slot width in ticks
    int32_t m_untilAdapt{ADAPT_EVENTS}; //!< events to serve before the next adaptation of the width
    int64_t m_laterSlot{INT64_MAX};     //!< first slot of the next waiting block; INT64_MAX: none
    std::multiset<Entry*, Earlier> m_later; //!< the tree: events of blocks farther ahead
    uint32_t m_moreEvents{0}; //!< since the last adaptation: events besides the first of each slot
    uint32_t m_moreInstants{0}; //!< times besides the first of each slot, at least; as above
    uint32_t m_lateInserts{0};  //!< since the last adaptation: events put into blocks and the tree
    std::vector<Entry*> m_late; //!< entries put into the served slot; a heap, earliest on top
    std::vector<std::unique_ptr<Entry[]>> m_chunks; //!< storage of the entries
    std::array<uint64_t, WORDS / 64> m_summary;     //!< bit set: the word is not zero
    std::array<uint64_t, WORDS> m_words;            //!< bit set: the slot's list is not empty
    std::array<Entry*, SLOTS> m_heads;              //!< first entry of each slot's list, or null
    std::array<uint64_t, BLOCKS / 64> m_blockWords; //!< bit set: the block's list is not empty
    std::array<Entry*, BLOCKS> m_blockHeads;        //!< first entry of each block's list, or null
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SCHEDULER_H

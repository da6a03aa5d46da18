// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_FABRIC_SCHEDULER_H
#define AI_FABRIC_FABRIC_SCHEDULER_H

#include "ns3/scheduler.h"

#include <array>
#include <cstdint>
#include <set>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-engine
 * An event list made for many events in the near future: constant time per event.
 *
 * Time is cut into slots of 2^shift ticks. The events of the slot that is being served are
 * sorted; the next SLOTS - 1 slots are unsorted lists found through a bitmap; what is later waits
 * in a balanced tree and enters the slots as they come near. What is inserted into the slot that
 * is being served goes into a heap beside the sorted ones: thousands of hosts in lockstep put as
 * many events there. The slot width follows the load: every ADAPT_EVENTS events that are served it
 * shrinks if a slot holds two different times or more on average, and doubles if it holds less
 * than one and a half and a quarter of the events land in the tree.
 *
 * Events leave in the order of (time, order): of ns-3's interface the order is the uid, so that
 * this is a scheduler like any other; Put() takes larger ones, too.
 *
 * Invariants: served slot < slot of every list <= served slot + SLOTS - 1 < slot of the tree's
 * events; an event inserted at or before the served slot is in the heap.
 */
class FabricScheduler final : public Scheduler
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricScheduler();

    /** An event in the list. */
    struct Entry
    {
        EventImpl* impl;  //!< what happens
        uint64_t ticks;   //!< when
        uint64_t order;   //!< of simultaneous ones the least is first
        uint32_t context; //!< its node; undefined after Put()
        uint32_t next;    //!< for the list

        /** @param other what it is compared with @return whether this one leaves first */
        bool operator<(const Entry& other) const
        {
            return ticks != other.ticks ? ticks < other.ticks : order < other.order;
        }
    };

    /** @param entry of whatever order @return the event as ns-3 has it; a uid is 32 bits of it */
    static Event ToEvent(const Entry& entry)
    {
        return {entry.impl, {entry.ticks, static_cast<uint32_t>(entry.order), entry.context}};
    }

    void Insert(const Event& event) override
    {
        const uint32_t item = MakeItem(event.key.m_ts, event.key.m_uid, event.impl);
        m_items[item].context = event.key.m_context;
        Place(item, event.key.m_ts);
    }

    /**
     * As Insert(), of an event that knows its node itself: the context of its Entry says nothing.
     *
     * @param ticks when
     * @param order of simultaneous events the least leaves first; if any is equal, either
     * @param impl what happens
     */
    void Put(uint64_t ticks, uint64_t order, EventImpl* impl)
    {
        Place(MakeItem(ticks, order, impl), ticks);
    }

    bool IsEmpty() const override
    {
        return m_size == 0;
    }

    Event PeekNext() const override;

    Event RemoveNext() override
    {
        return ToEvent(Take());
    }

    /** As RemoveNext(). @return the event; its order is that of Put(); valid until the next call */
    const Entry& Take()
    {
        --m_size;
        const uint32_t item = TakeItem();
        FreeItem(item);
        return m_items[item];
    }

    /**
     * As Take(), of what is before some time.
     *
     * @param end in ticks
     * @return the event; null if the first one is not before the end
     */
    const Entry* TakeBefore(uint64_t end)
    {
        if (m_current.empty() && m_late.empty() && !ServeBefore(end))
        {
            return nullptr;
        }
        const bool fromLate = m_current.empty() || (!m_late.empty() && IsLateFirst());
        const uint32_t first = fromLate ? m_late.front() : m_current.back();
        return m_items[first].ticks < end ? &Take() : nullptr;
    }

    void Remove(const Event& event) override;

    /** @return log2 of the present slot width in ticks, for tests and the curious */
    uint32_t GetSlotShift() const
    {
        return m_shift;
    }

  private:
    /** Slots that are kept at a time; slot n is at n % SLOTS. */
    static constexpr uint32_t SLOTS = 16384;
    static constexpr uint32_t WORDS = SLOTS / 64;  //!< of the bitmap, a bit per slot
    static constexpr uint32_t ADAPT_EVENTS = 4096; //!< served between two looks at the slot width
    static constexpr uint32_t NIL = UINT32_MAX;    //!< no item

    /** Orders items: the latest is first, and a heap has the earliest on top. */
    struct Later
    {
        const std::vector<Entry>& items;

        bool operator()(uint32_t a, uint32_t b) const
        {
            return items[b] < items[a];
        }
    };

    int64_t SlotOf(uint64_t ticks) const
    {
        return static_cast<int64_t>(ticks >> m_shift);
    }

    /** @return index in m_items of an entry to fill in */
    uint32_t MakeItem()
    {
        const uint32_t item = m_freeItem;
        if (item == NIL)
        {
            m_items.emplace_back();
            return static_cast<uint32_t>(m_items.size() - 1);
        }
        m_freeItem = m_items[item].next;
        return item;
    }

    uint32_t MakeItem(uint64_t ticks, uint64_t order, EventImpl* impl)
    {
        const uint32_t item = MakeItem();
        Entry& made = m_items[item];
        made.impl = impl;
        made.ticks = ticks;
        made.order = order;
        return item;
    }

    /** Puts a complete item into the list, the heap or the tree, by its time. */
    void Place(uint32_t item, uint64_t ticks)
    {
        ++m_size;
        const int64_t slot = SlotOf(ticks);
        if (const int64_t ahead = slot - m_served; ahead > 0 && ahead < SLOTS)
        {
            Link(item, static_cast<uint32_t>(slot) % SLOTS);
            return;
        }
        PutElsewhere(item);
    }

    void FreeItem(uint32_t item)
    {
        m_items[item].next = m_freeItem;
        m_freeItem = item;
    }

    /**
     * Puts an item into a slot's list.
     *
     * @param item its index in m_items
     * @param index the slot's number modulo SLOTS
     */
    void Link(uint32_t item, uint32_t index)
    {
        const uint32_t head = m_heads[index];
        m_items[item].next = head;
        m_heads[index] = item;
        if (head == NIL)
        {
            m_words[index / 64] |= uint64_t{1} << (index % 64);
            m_summary[index / 4096] |= uint64_t{1} << (index / 64 % 64);
        }
    }

    /** @return index of the earliest event, which is taken out of its list; not empty */
    uint32_t TakeItem()
    {
        if (m_late.empty())
        {
            if (m_current.empty())
            {
                return ServeNextSlot();
            }
            const uint32_t item = m_current.back();
            m_current.pop_back();
            return item;
        }
        return TakeEarlier();
    }

    /** @param slot set to the nearest one after the served that has a list @return if there is */
    bool FindNextSlot(int64_t& slot) const
    {
        const uint32_t start = (static_cast<uint32_t>(m_served) + 1) % SLOTS;
        const uint64_t bits = m_words[start / 64] >> (start % 64);
        if (bits == 0)
        {
            return FindFartherSlot(slot);
        }
        slot = m_served + 1 + __builtin_ctzll(bits);
        return true;
    }

    /** A slot's list is empty from here on. @param index the slot's number modulo SLOTS */
    void MarkEmpty(uint32_t index)
    {
        m_heads[index] = NIL;
        uint64_t& word = m_words[index / 64];
        word &= ~(uint64_t{1} << (index % 64));
        if (word == 0)
        {
            m_summary[index / 4096] &= ~(uint64_t{1} << (index / 64 % 64));
        }
    }

    /** @return whether the heap's first is before the sorted ones' first; neither is empty */
    bool IsLateFirst() const
    {
        return m_items[m_late.front()] < m_items[m_current.back()];
    }

    /** @return the next slot that has events; some must exist */
    int64_t FindSlot() const
    {
        int64_t slot = m_laterSlot;
        if (int64_t near; FindNextSlot(near) && near < slot)
        {
            slot = near;
        }
        return slot;
    }

    /** Between slots, when m_current and m_late are empty. */
    void AdaptIfDue()
    {
        if (m_servedEvents >= ADAPT_EVENTS)
        {
            Adapt();
        }
    }

    bool ServeBefore(uint64_t end);
    uint32_t Serve(int64_t slot);
    bool FindFartherSlot(int64_t& slot) const;
    uint32_t ServeNextSlot();
    void Sort(uint32_t item);
    void MergeRuns();
    uint32_t TakeEarlier();
    void PutElsewhere(uint32_t item);
    void AdmitLater();
    /** After every change of m_later: keeps m_laterSlot. */
    void NoteLater();
    void Adapt();
    void SetShift(uint32_t shift);

    std::vector<uint32_t> m_current;            //!< items of the served slot, latest first
    std::vector<uint32_t> m_late;               //!< items put there since; a heap, earliest on top
    std::vector<uint32_t> m_ends;               //!< for MergeRuns(): of the sorted parts
    std::vector<uint32_t> m_merged;             //!< likewise: the part that is being merged
    std::array<uint32_t, SLOTS> m_heads;        //!< first item of each slot's list, or NIL
    std::array<uint64_t, WORDS> m_words;        //!< bit set: the slot's list is not empty
    std::array<uint64_t, WORDS / 64> m_summary; //!< bit set: the word is not zero
    std::vector<Entry> m_items;                 //!< storage of the lists
    uint32_t m_freeItem{NIL};       //!< first unused entry of m_items, linked by next; or NIL
    std::multiset<Entry> m_later;   //!< the tree: events of slots farther ahead
    int64_t m_laterSlot{INT64_MAX}; //!< of the first event in m_later
    int64_t m_served{-1};           //!< number of the slot being served; -1 before the first
    uint64_t m_size{0};             //!< events in the whole list
    uint32_t m_shift{12};           //!< log2 of the slot width in ticks
    uint32_t m_servedEvents{0};     //!< since the width was last looked at
    uint32_t m_slotsServed{0};      //!< likewise
    uint32_t m_instants{0};         //!< likewise: different times in them, at the least
    uint32_t m_lateInserts{0};      //!< likewise: events put into the tree
    uint64_t m_sizeThen{0};         //!< events in the list then
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SCHEDULER_H

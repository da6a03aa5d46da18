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
 * in a balanced tree and enters the slots as they come near. The slot width follows the load:
 * every ADAPT_EVENTS removals it shrinks if a slot holds four different times or more on average,
 * and doubles if it holds less than two and a quarter of the events land in the tree.
 *
 * Events leave in the order of (time, uid), as from every ns-3 scheduler, so results are the same
 * under all of them.
 *
 * Invariants: served slot < slot of every list <= served slot + SLOTS - 1 < slot of the tree's
 * events; an event inserted at or before the served slot joins the sorted ones.
 */
class FabricScheduler final : public Scheduler
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    FabricScheduler();

    void Insert(const Event& event) override;

    bool IsEmpty() const override
    {
        return m_size == 0;
    }

    Event PeekNext() const override;

    Event RemoveNext() override
    {
        if (m_current.empty())
        {
            ServeNextSlot();
        }
        const uint32_t item = m_current.back();
        m_current.pop_back();
        const Event event = m_items[item].event;
        FreeItem(item);
        --m_size;
        ++m_removals;
        m_instants += event.key.m_ts != m_lastTicks;
        m_lastTicks = event.key.m_ts;
        return event;
    }

    void Remove(const Event& event) override;

    /** @return log2 of the present slot width in ticks, for tests and the curious */
    uint32_t GetSlotShift() const
    {
        return m_shift;
    }

  private:
    static constexpr uint32_t SLOTS = 16384;
    static constexpr uint32_t WORDS = SLOTS / 64;
    static constexpr uint32_t ADAPT_EVENTS = 4096;
    static constexpr uint32_t NIL = UINT32_MAX;

    struct Item
    {
        Event event;
        uint32_t next;
    };

    int64_t SlotOf(const Event& event) const
    {
        return static_cast<int64_t>(event.key.m_ts >> m_shift);
    }

    uint32_t MakeItem(const Event& event)
    {
        const uint32_t item = m_freeItem;
        if (item == NIL)
        {
            m_items.push_back({event, NIL});
            return static_cast<uint32_t>(m_items.size() - 1);
        }
        m_freeItem = m_items[item].next;
        m_items[item].event = event;
        return item;
    }

    void FreeItem(uint32_t item)
    {
        m_items[item].next = m_freeItem;
        m_freeItem = item;
    }

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

    bool FindNextSlot(int64_t& slot) const;
    void MarkEmpty(uint32_t index);
    void ServeNextSlot();
    void AdmitLater();
    void NoteLater();
    void Adapt();
    void SetShift(uint32_t shift);

    std::vector<uint32_t> m_current;            //!< items of the served slot, latest first
    std::array<uint32_t, SLOTS> m_heads;        //!< first item of each slot's list, or NIL
    std::array<uint64_t, WORDS> m_words;        //!< bit set: the slot's list is not empty
    std::array<uint64_t, WORDS / 64> m_summary; //!< bit set: the word is not zero
    std::vector<Item> m_items;                  //!< storage of the lists
    uint32_t m_freeItem{NIL};
    std::set<Event> m_later;
    int64_t m_laterSlot{INT64_MAX}; //!< of the first event in m_later
    int64_t m_served{-1};           //!< number of the slot being served; -1 before the first
    uint64_t m_size{0};
    uint32_t m_shift{12};
    uint32_t m_removals{0}; //!< since the width was last looked at
    uint32_t m_instants{0}; //!< likewise: different times among them
    uint64_t m_lastTicks{UINT64_MAX};
    uint32_t m_slotsServed{0}; //!< likewise
    uint32_t m_inserts{0};     //!< likewise
    uint32_t m_lateInserts{0}; //!< likewise: of these, into the tree
};

} // namespace ns3

#endif // AI_FABRIC_FABRIC_SCHEDULER_H

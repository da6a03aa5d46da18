// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/event-impl.h"
#include "ns3/fabric-scheduler.h"

#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace ns3;

namespace
{

/** FabricScheduler side by side with its oracle, an ordered set. */
class FabricSchedulerPropertyTest : public FabricTest
{
  protected:
    /** @param ticks when */
    void Insert(uint64_t ticks)
    {
        Scheduler::Event event{};
        event.key.m_ts = ticks;
        event.key.m_uid = m_nextUid++;
        m_scheduler->Insert(event);
        m_oracle.insert(event);
    }

    /** Both must give the same event. @param peek whether to look first */
    void RemoveNext(bool peek)
    {
        ASSERT_FALSE(m_scheduler->IsEmpty());
        const Scheduler::Event expected = *m_oracle.begin();
        if (peek)
        {
            ASSERT_EQ(m_scheduler->PeekNext().key.m_uid, expected.key.m_uid);
        }
        const Scheduler::Event event = m_scheduler->RemoveNext();
        ASSERT_EQ(event.key.m_ts, expected.key.m_ts);
        ASSERT_EQ(event.key.m_uid, expected.key.m_uid);
        m_oracle.erase(m_oracle.begin());
        m_nowTicks = event.key.m_ts;
    }

    /** @param wanted which of the pending events, about */
    void RemoveAny(uint64_t wanted)
    {
        Scheduler::Event probe{};
        probe.key.m_ts = wanted;
        auto found = m_oracle.lower_bound(probe);
        if (found == m_oracle.end())
        {
            found = m_oracle.begin();
        }
        m_scheduler->Remove(*found);
        m_oracle.erase(found);
    }

    void Drain()
    {
        while (!m_oracle.empty())
        {
            RemoveNext(false);
            if (HasFatalFailure())
            {
                return;
            }
        }
        EXPECT_TRUE(m_scheduler->IsEmpty());
    }

    /**
     * A steady population: each step takes the next event and inserts about one more.
     *
     * @param steps how many
     * @param delays what an insertion chooses from: each is the greatest of its kind
     */
    void Mix(uint32_t steps, const std::vector<uint64_t>& delays)
    {
        for (uint32_t step = 0; step < steps; ++step)
        {
            const uint32_t dice = m_random() % 100;
            if (dice < 48 || m_oracle.size() < 2)
            {
                const uint64_t greatest = delays[m_random() % delays.size()];
                Insert(m_nowTicks + (greatest ? m_random() % (greatest + 1) : 0));
            }
            else if (dice < 95)
            {
                RemoveNext(dice % 4 == 0);
            }
            else
            {
                RemoveAny(m_nowTicks + m_random() % (delays.back() + 1));
            }
            if (HasFatalFailure())
            {
                return;
            }
            ASSERT_EQ(m_scheduler->IsEmpty(), m_oracle.empty());
        }
    }

    Ptr<FabricScheduler> m_scheduler{CreateObject<FabricScheduler>()};
    std::set<Scheduler::Event> m_oracle;
    std::mt19937_64 m_random{2};
    uint64_t m_nowTicks{0};
    uint32_t m_nextUid{4};
};

TEST_F(FabricSchedulerPropertyTest, VisitsTheSlotsBeforeATime)
{
    Insert(0);
    RemoveNext(false);
    const uint32_t shift = m_scheduler->GetSlotShift();
    std::multiset<uint64_t> pending;
    // Slots at both ends of the words of the bitmap, empty words, and two events in a slot.
    for (const uint64_t slot : {1, 2, 62, 63, 64, 65, 127, 128, 129, 700, 1023, 1024, 3000, 4095})
    {
        for (const uint64_t ticks : {slot << shift, ((slot + 1) << shift) - 1})
        {
            Insert(ticks);
            pending.insert(ticks);
        }
    }
    Insert(uint64_t{4096} << shift); // waits elsewhere
    for (const uint64_t slot : {0, 1, 63, 64, 128, 699, 700, 1024, 4095, 5000})
    {
        std::multiset<uint64_t> visited;
        m_scheduler->VisitSlots((slot << shift) + 1,
                                [&](const auto& entry) { visited.insert(entry.ticks); });
        const auto behind = pending.lower_bound((slot + 1) << shift);
        EXPECT_EQ(visited, std::multiset<uint64_t>(pending.begin(), behind)) << slot;
    }
    while (!m_oracle.empty())
    {
        RemoveNext(false);
    }
}

} // namespace

TEST_F(FabricSchedulerPropertyTest, TiesLeaveInTheOrderOfTheirUid)
{
    Mix(30'000, {0, 0, 1, 3});
    Drain();
}

TEST_F(FabricSchedulerPropertyTest, OrdersOfAnySizeDecideTiesWhateverTheOrderOfInsertion)
{
    using Place = std::pair<uint64_t, uint64_t>; // ticks, order
    std::multiset<Place> oracle;
    Place now{0, 0};
    for (uint32_t step = 0; step < 200'000; ++step)
    {
        if (oracle.empty() || (oracle.size() < 3'000 && m_random() % 2 == 0))
        {
            // Few instants and few orders of 64 bits, so that both coincide.
            const uint64_t ticks = now.first + m_random() % 8 * (m_random() % 64 ? 1'000 : 1 << 30);
            const uint64_t order = (m_random() % 16) << 32 | m_random() % 16 << 28;
            m_scheduler->Put(ticks, order, nullptr);
            oracle.insert({ticks, order});
        }
        else
        {
            const auto entry = m_scheduler->Take();
            now = {entry.ticks, entry.order};
            ASSERT_EQ(now, *oracle.begin()) << step;
            oracle.erase(oracle.begin());
        }
    }
}

TEST_F(FabricSchedulerPropertyTest, ALongListIsSortedWhateverTheOrderOfInsertion)
{
    constexpr uint32_t COUNT = 10'000;
    using Rule = uint64_t (*)(uint32_t);
    const std::vector<Rule> rules{
        [](uint32_t i) -> uint64_t { return i; },
        [](uint32_t i) -> uint64_t { return COUNT - i; },
        [](uint32_t i) -> uint64_t { return i % 100; },
        [](uint32_t i) -> uint64_t { return i % 2 == 0 ? i : COUNT - i; },
        [](uint32_t i) -> uint64_t { return (i * 7'919) % COUNT; },
    };
    uint64_t ticks = 1'000'000; // one instant for each rule, and so one slot
    for (const Rule rule : rules)
    {
        for (uint32_t i = 0; i < COUNT; ++i)
        {
            m_scheduler->Put(ticks, rule(i), nullptr);
        }
        uint64_t last = 0;
        for (uint32_t i = 0; i < COUNT; ++i)
        {
            const auto* entry = m_scheduler->TakeNext();
            ASSERT_NE(entry, nullptr);
            ASSERT_EQ(entry->ticks, ticks);
            ASSERT_GE(entry->order, last) << i;
            last = entry->order;
        }
        EXPECT_EQ(m_scheduler->TakeNext(), nullptr);
        ticks += 1'000'000;
    }
}

TEST_F(FabricSchedulerPropertyTest, NearAndFarEventsAndAnythingBetween)
{
    // The ring is 4096 slots of, at first, 4096 ticks: 1.7e7 ticks; the blocks reach to 3.4e10.
    Mix(60'000, {0, 100, 5'000, 1'000'000, 20'000'000, 1'000'000'000'000, 1ULL << 50});
    Mix(60'000, {0, 5'000, 15'000'000, 18'000'000, 1'000'000'000, 25'000'000'000});
    Mix(20'000, {1'000'000'000, 34'000'000'000, 35'000'000'000});
    Drain();
}

TEST_F(FabricSchedulerPropertyTest, ABulkAtTimeZeroAndOneMuchLater)
{
    for (uint32_t i = 0; i < 20'000; ++i)
    {
        Insert(0);
        Insert(1ULL << 45);
    }
    for (uint32_t i = 0; i < 20'000; ++i)
    {
        RemoveNext(false);
    }
    EXPECT_EQ(m_nowTicks, 0u);
    Drain();
    EXPECT_EQ(m_nowTicks, 1ULL << 45);
}

TEST_F(FabricSchedulerPropertyTest, TheLastTickOfTimeIsAnOrdinaryOne)
{
    Insert(INT64_MAX);
    Insert(5);
    Insert(INT64_MAX - 1);
    Insert(INT64_MAX);
    Drain();
}

TEST_F(FabricSchedulerPropertyTest, TheSlotNarrowsUnderDenseLoadAndTheOrderStays)
{
    // Events 10 ticks apart on average: 400 different times in a slot of 4096 ticks.
    for (uint32_t i = 0; i < 1000; ++i)
    {
        Insert(m_random() % 10'000);
    }
    const uint32_t before = m_scheduler->GetSlotShift();
    for (uint32_t i = 0; i < 60'000; ++i)
    {
        RemoveNext(i % 16 == 0);
        ASSERT_FALSE(HasFatalFailure());
        Insert(m_nowTicks + m_random() % 20'000);
    }
    EXPECT_LT(m_scheduler->GetSlotShift(), before);
    // At one event per 10 ticks the rule "two times or more per slot" ends below 2^6 ticks.
    EXPECT_LT(m_scheduler->GetSlotShift(), 6u);
    Drain();
}

TEST_F(FabricSchedulerPropertyTest, TheSlotWidensUnderSparseLoadAndTheOrderStays)
{
    // 1000 events within 1e10 ticks, the ring spans 6.7e7: nearly all go to blocks.
    for (uint32_t i = 0; i < 1000; ++i)
    {
        Insert(m_random() % 10'000'000'000);
    }
    const uint32_t before = m_scheduler->GetSlotShift();
    for (uint32_t i = 0; i < 80'000; ++i)
    {
        RemoveNext(i % 16 == 0);
        ASSERT_FALSE(HasFatalFailure());
        Insert(m_nowTicks + m_random() % 10'000'000'000);
    }
    EXPECT_GT(m_scheduler->GetSlotShift(), before);
    // Then a dense phase among the sparse events: the slot narrows again.
    const uint32_t wide = m_scheduler->GetSlotShift();
    for (uint32_t i = 0; i < 60'000; ++i)
    {
        Insert(m_nowTicks + m_random() % 100);
        Insert(m_nowTicks + m_random() % 100);
        RemoveNext(false);
        RemoveNext(true);
        ASSERT_FALSE(HasFatalFailure());
    }
    EXPECT_LE(m_scheduler->GetSlotShift(), wide);
    Drain();
}

TEST_F(FabricSchedulerPropertyTest, WhatComesBeforeABlockThatWasAdmittedLeavesBeforeIt)
{
    // Nothing is near, so the block of the far event is admitted while the clock stays behind it.
    const uint64_t far = uint64_t{1} << 32;
    Insert(far);
    Insert(far + (uint64_t{1} << 28)); // of a later block
    EXPECT_EQ(m_scheduler->TakeBefore(far), nullptr);
    EXPECT_EQ(m_scheduler->TakeBefore(far - 5), nullptr);
    for (const uint64_t ticks : {far - 1, uint64_t{7}, far / 2, far, far + (uint64_t{1} << 28) - 1})
    {
        Insert(ticks);
    }
    Drain();
}

TEST_F(FabricSchedulerPropertyTest, RemoveFindsEventsWhereverTheyWait)
{
    // In the served slot, in the ring, in a block, in the tree.
    Insert(0);
    RemoveNext(true);
    for (uint64_t ticks : {1ULL,
                           2ULL,
                           3ULL,
                           500'000ULL,
                           500'001ULL,
                           1ULL << 30,
                           (1ULL << 30) + 1,
                           1ULL << 40,
                           (1ULL << 40) + 1})
    {
        Insert(ticks);
    }
    while (m_oracle.size() > 1)
    {
        const auto victim = std::next(m_oracle.begin());
        m_scheduler->Remove(*victim);
        m_oracle.erase(victim);
        ASSERT_EQ(m_scheduler->PeekNext().key.m_uid, m_oracle.begin()->key.m_uid);
    }
    m_scheduler->Remove(*m_oracle.begin());
    EXPECT_TRUE(m_scheduler->IsEmpty());
}

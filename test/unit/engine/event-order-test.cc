// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/fabric-event.h"
#include "ns3/global-value.h"
#include "ns3/string.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Writes its name down when it fires. */
class Named
{
  public:
    Named(std::string name, std::vector<std::string>& log, uint32_t node, EventKind kind)
        : m_name(std::move(name)),
          m_log(log)
    {
        m_event->SetContext(node, kind);
    }

    ~Named()
    {
        m_event->Clear();
    }

    void Schedule(int64_t ticks)
    {
        m_event->Schedule(ticks);
    }

    std::function<void()> then; //!< done at each firing

  private:
    void Fire()
    {
        m_log.push_back(m_name);
        if (then)
        {
            then();
        }
    }

    std::string m_name;
    std::vector<std::string>& m_log;
    Ptr<FabricEvent> m_event{MakeFabricEvent<Named, &Named::Fire>(this)};
};

using Log = std::vector<std::string>;

/** The order of simultaneous events under our engine, with each event list. */
class EventOrderTest : public FabricTest, public testing::WithParamInterface<const char*>
{
  protected:
    void SetUp() override
    {
        FabricTest::SetUp();
        GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
        GlobalValue::Bind("SchedulerType", StringValue(std::string("ns3::") + GetParam()));
    }

    /**
     * @param name name of the event in the log
     * @param node node of the event
     * @param kind kind of the event
     * @return the event
     */
    Named& Make(const std::string& name, uint32_t node, EventKind kind = EventKind::TIMER)
    {
        return *m_events.emplace_back(std::make_unique<Named>(name, m_log, node, kind));
    }

    /**
     * Through ns-3's interface.
     *
     * @param name how the log calls it
     * @param ticks when
     */
    void Plain(const std::string& name, int64_t ticks)
    {
        Simulator::Schedule(TimeStep(ticks), [this, name] { m_log.push_back(name); });
    }

    Log m_log;
    std::vector<std::unique_ptr<Named>> m_events;
};

} // namespace

TEST_P(EventOrderTest, ByNodeThenKindThenWhoWasFirstWhoeverWasInsertedFirst)
{
    Named& nowhere = Make("no node", Simulator::NO_CONTEXT);
    Named& send = Make("node 1 sends", 1, EventKind::TRANSMISSION);
    Named& timer = Make("node 1 timer", 1);
    Named& later = Make("node 1 second timer", 1);
    Named& arrival = Make("node 1 arrival", 1, EventKind::ARRIVAL);
    Named& control = Make("node 1 control", 1, EventKind::CONTROL_ARRIVAL);
    Named& zero = Make("node 0 sends", 0, EventKind::TRANSMISSION);
    Named& far = Make("node 70000", 70'000, EventKind::CONTROL_ARRIVAL);
    const Log expected{"plain",
                       "second plain",
                       "node 0 sends",
                       "node 1 control",
                       "node 1 arrival",
                       "node 1 timer",
                       "node 1 second timer",
                       "node 1 sends",
                       "node 70000",
                       "no node"};
    std::vector<Named*> events{&nowhere, &send, &timer, &later, &arrival, &control, &zero, &far};
    std::mt19937 random(1);
    for (int64_t ticks = 10; ticks < 500; ticks += 10)
    {
        std::shuffle(events.begin(), events.end(), random);
        for (auto* event : events)
        {
            event->Schedule(ticks);
        }
        Plain("plain", ticks - Simulator::Now().GetTimeStep());
        Plain("second plain", ticks - Simulator::Now().GetTimeStep());
        m_log.clear();
        Simulator::Run();
        EXPECT_EQ(m_log, expected) << ticks;
    }
}

TEST_P(EventOrderTest, WhatIsScheduledForNowTakesItsPlaceAmongWhatIsLeft)
{
    Named& first = Make("first", 3);
    Named& before = Make("before", 2);
    Named& after = Make("after", 4);
    first.then = [&] {
        after.Schedule(5);
        before.Schedule(5); // its node's turn was over, so it is next
        Plain("plain", 0);
    };
    first.Schedule(5);
    Make("last", 5).Schedule(5);
    Simulator::Run();
    EXPECT_EQ(m_log, (Log{"first", "plain", "before", "after", "last"}));
}

TEST_P(EventOrderTest, AnEventThatMovedAwayAndBackFiresOnce)
{
    Named& mover = Make("mover", 1);
    Named& other = Make("other", 2);
    mover.Schedule(100);
    mover.Schedule(50);
    mover.then = [&] {
        mover.then = nullptr;
        mover.Schedule(100); // an entry for that time is still in the list
    };
    other.Schedule(100);
    Simulator::Run();
    EXPECT_EQ(m_log, (Log{"mover", "mover", "other"}));
}

TEST_P(EventOrderTest, PlainEventsOfTheInstantAreExpiredOnlyWhenTheyRan)
{
    const EventId early = Simulator::Schedule(TimeStep(10), [] {});
    const EventId late = Simulator::Schedule(TimeStep(20), [this] { m_log.push_back("late"); });
    Named& lean = Make("lean", 1);
    lean.then = [&] {
        EXPECT_TRUE(early.IsExpired());
        EXPECT_FALSE(late.IsExpired()); // though its uid is smaller than that of the last that ran
        const EventId now = Simulator::ScheduleNow([this] { m_log.push_back("now"); });
        EXPECT_FALSE(now.IsExpired());
        const EventId removed = Simulator::ScheduleNow([this] { m_log.push_back("removed"); });
        Simulator::Remove(removed);
        EXPECT_TRUE(removed.IsExpired());
    };
    Simulator::Schedule(TimeStep(12), [] {});
    lean.Schedule(15);
    Simulator::Run();
    EXPECT_EQ(m_log, (Log{"lean", "now", "late"}));
}

TEST_P(EventOrderTest, AListThatTakesOverKeepsTheOrder)
{
    Named& timer = Make("node 1", 1);
    Named& zero = Make("node 0", 0);
    Named& begin = Make("begin", 0, EventKind::ARRIVAL);
    for (const char* next : {"HeapScheduler", "FabricScheduler", "MapScheduler", "FabricScheduler"})
    {
        m_log.clear();
        begin.then = [&] {
            timer.Schedule(NowTicks());
            zero.Schedule(NowTicks());
            Plain("plain", 0);
            Simulator::SetScheduler(ObjectFactory(std::string("ns3::") + next));
        };
        begin.Schedule(NowTicks() + 5);
        Simulator::Run();
        EXPECT_EQ(m_log, (Log{"begin", "plain", "node 0", "node 1"})) << next;
    }
}

INSTANTIATE_TEST_SUITE_P(Lists,
                         EventOrderTest,
                         testing::Values("FabricScheduler",
                                         "MapScheduler",
                                         "ListScheduler",
                                         "PriorityQueueScheduler",
                                         "CalendarScheduler",
                                         "HeapScheduler"),
                         [](const auto& info) { return std::string(info.param); });

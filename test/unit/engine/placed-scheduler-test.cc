// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/fabric-event.h"
#include "ns3/global-value.h"
#include "ns3/string.h"

#include <functional>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** A lean event that runs an action. */
class Lean
{
  public:
    Lean(uint32_t node, EventKind kind, std::function<void()> action)
        : m_action(std::move(action))
    {
        m_event->SetContext(node, kind);
    }

    ~Lean()
    {
        m_event->Clear();
    }

    void Schedule(int64_t ticks)
    {
        m_event->Schedule(ticks);
    }

  private:
    void Fire()
    {
        m_action();
    }

    std::function<void()> m_action;
    Ptr<FabricEvent> m_event{MakeFabricEvent<Lean, &Lean::Fire>(this)};
};

/** Under ns-3's own engine. */
class PlacedSchedulerTest : public FabricTest
{
  protected:
    void SetUp() override
    {
        FabricTest::SetUp();
        GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::DefaultSimulatorImpl"));
        GlobalValue::Bind("SchedulerType", StringValue("ns3::PlacedScheduler"));
    }

    /** @param name written down */
    std::function<void()> Write(const std::string& name)
    {
        return [this, name] {
            m_log.push_back(name + " of " + std::to_string(Simulator::GetContext()));
        };
    }

    std::vector<std::string> m_log;
};

} // namespace

TEST_F(PlacedSchedulerTest, SimultaneousEventsAreOrderedByWhatTheyAre)
{
    Lean sends(1, EventKind::TRANSMISSION, Write("sends"));
    Lean timer(1, EventKind::TIMER, Write("timer"));
    Lean arrives(2, EventKind::ARRIVAL, Write("arrives"));
    Lean later(0, EventKind::ARRIVAL, Write("later"));
    later.Schedule(51);
    for (Lean* const one : {&arrives, &sends, &timer})
    {
        one->Schedule(50);
    }
    for (const uint32_t node : {7, 3})
    {
        Simulator::ScheduleWithContext(node, TimeStep(50), Write("plain"));
    }
    Simulator::Run();
    EXPECT_EQ(m_log,
              (std::vector<std::string>{"plain of 7",
                                        "plain of 3",
                                        "timer of 1",
                                        "sends of 1",
                                        "arrives of 2",
                                        "later of 0"}));
}

TEST_F(PlacedSchedulerTest, WhatHasRunHasExpiredAndWhatComesHasNot)
{
    EventId before;
    EventId after;
    Lean second(2, EventKind::TIMER, [&] {
        Write("second")();
        EXPECT_TRUE(before.IsExpired());
        EXPECT_TRUE(after.IsExpired()) << "an event of ns-3's interface is before lean ones";
    });
    Lean first(1, EventKind::TIMER, [&] {
        Write("first")();
        EXPECT_TRUE(before.IsExpired());
        after = Simulator::ScheduleNow(Write("after"));
        EXPECT_TRUE(after.IsRunning());
        const EventId never = Simulator::ScheduleNow(Write("cancelled"));
        never.PeekEventImpl()->Cancel();
        const EventId removed = Simulator::ScheduleNow(Write("removed"));
        Simulator::Remove(removed);
    });
    before = Simulator::Schedule(TimeStep(50), Write("before"));
    second.Schedule(50);
    first.Schedule(50);
    Simulator::Run();
    const std::string none = std::to_string(Simulator::NO_CONTEXT);
    EXPECT_EQ(
        m_log,
        (std::vector<std::string>{"before of " + none, "first of 1", "after of 1", "second of 2"}));
}

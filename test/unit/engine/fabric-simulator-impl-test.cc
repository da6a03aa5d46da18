// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"
#include "words.h"

#include "ns3/fabric-event.h"
#include "ns3/fabric-simulator-impl.h"
#include "ns3/global-value.h"
#include "ns3/object-factory.h"
#include "ns3/string.h"

#include <memory>
#include <random>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;

namespace
{

/** Record of one event: number of the event, ticks, context, answers about other events. */
using Sight = std::tuple<uint32_t, int64_t, uint32_t, uint64_t>;

/** A program of random events that records them; the same on every engine. */
class RandomProgram
{
  public:
    RandomProgram(uint32_t seed, uint32_t events)
        : m_random(seed),
          m_left(events)
    {
    }

    std::vector<Sight> Run()
    {
        for (uint32_t i = 0; i < 20; ++i)
        {
            Step();
        }
        Simulator::ScheduleDestroy(&RandomProgram::See, this, 1'000'000U);
        const EventId dropped = Simulator::ScheduleDestroy(&RandomProgram::See, this, 1'000'001U);
        Simulator::Remove(dropped);
        Simulator::ScheduleDestroy(&RandomProgram::See, this, 1'000'002U);
        for (uint32_t round = 0; round < 300; ++round)
        {
            Step();
            Simulator::Stop(TimeStep(1 + m_random() % 50));
            Simulator::Run(); // returns at each of the program's own stops, too
            m_sights.emplace_back(2'000'000 + Simulator::IsFinished(),
                                  Simulator::Now().GetTimeStep(),
                                  Simulator::GetContext(),
                                  Simulator::GetEventCount());
        }
        Simulator::Run();
        Simulator::Destroy();
        return m_sights;
    }

  private:
    /** Makes one event, of a kind and at a time that the dice choose. */
    void Step()
    {
        if (m_left == 0)
        {
            return;
        }
        --m_left;
        const uint32_t number = m_made++;
        const Time delay = TimeStep(m_random() % 4 == 0 ? 0 : m_random() % 300);
        switch (m_random() % 3)
        {
        case 0:
            m_ids.push_back(Simulator::Schedule(delay, &RandomProgram::Act, this, number));
            break;
        case 1:
            m_ids.push_back(Simulator::ScheduleNow(&RandomProgram::Act, this, number));
            break;
        default:
            Simulator::ScheduleWithContext(m_random() % 5,
                                           delay,
                                           &RandomProgram::Act,
                                           this,
                                           number);
        }
    }

    void Act(uint32_t number)
    {
        See(number);
        Step();
        Step();
        const EventId& id = m_ids[m_random() % m_ids.size()];
        switch (m_random() % 8)
        {
        case 0:
            Simulator::Cancel(id);
            break;
        case 1:
            Simulator::Remove(id);
            break;
        case 2:
            if (m_random() % 10 == 0)
            {
                Simulator::Stop();
            }
            break;
        default:
            break;
        }
    }

    void See(uint32_t number)
    {
        uint64_t answers = Simulator::GetEventCount();
        if (!m_ids.empty())
        {
            const EventId& id = m_ids[m_random() % m_ids.size()];
            answers = answers * 2 + Simulator::IsExpired(id);
            answers = answers * 1000 + Simulator::GetDelayLeft(id).GetTimeStep();
            answers = answers * 100'000 + m_ids.back().GetUid() % 100'000;
        }
        m_sights.emplace_back(number,
                              Simulator::Now().GetTimeStep(),
                              Simulator::GetContext(),
                              answers);
    }

    std::mt19937 m_random;
    uint32_t m_left;
    uint32_t m_made{0};
    std::vector<EventId> m_ids;
    std::vector<Sight> m_sights;
};

class FabricSimulatorImplTest : public FabricTest
{
  protected:
    static void Choose(const std::string& engine, const std::string& scheduler)
    {
        GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::" + engine));
        GlobalValue::Bind("SchedulerType", StringValue("ns3::" + scheduler));
    }
};

} // namespace

TEST_F(FabricSimulatorImplTest, RunsAProgramExactlyAsTheDefaultEngine)
{
    for (const uint32_t seed : {1U, 2U, 3U, 4U})
    {
        Choose("DefaultSimulatorImpl", "MapScheduler");
        const auto expected = RandomProgram(seed, 5'000).Run();
        ASSERT_GT(expected.size(), 3'000u);
        // Without ns-3's HeapScheduler: its Remove() loses the order, on the default engine too.
        for (const auto& scheduler : Words("FabricScheduler MapScheduler CalendarScheduler "
                                           "ListScheduler PriorityQueueScheduler"))
        {
            Choose("FabricSimulatorImpl", scheduler);
            EXPECT_TRUE(RandomProgram(seed, 5'000).Run() == expected) << seed << " " << scheduler;
        }
        Choose("DefaultSimulatorImpl", "FabricScheduler");
        EXPECT_TRUE(RandomProgram(seed, 5'000).Run() == expected) << seed;
    }
}

TEST_F(FabricSimulatorImplTest, IsActiveOnlyWhileItRunsTheSimulation)
{
    EXPECT_EQ(FabricSimulatorImpl::GetActive(), nullptr);
    Choose("FabricSimulatorImpl", "FabricScheduler");
    Simulator::Schedule(TimeStep(7), [] {
        ASSERT_NE(FabricSimulatorImpl::GetActive(), nullptr);
        EXPECT_EQ(NowTicks(), 7);
    });
    Simulator::Run();
    EXPECT_EQ(Simulator::GetEventCount(), 1u);
    Simulator::Destroy();
    EXPECT_EQ(FabricSimulatorImpl::GetActive(), nullptr);
    Choose("DefaultSimulatorImpl", "MapScheduler");
    Simulator::Now();
    EXPECT_EQ(FabricSimulatorImpl::GetActive(), nullptr);
}

TEST_F(FabricSimulatorImplTest, ADestroyEventThatWasCancelledDoesNotRun)
{
    for (const char* engine : {"DefaultSimulatorImpl", "FabricSimulatorImpl"})
    {
        Choose(engine, "MapScheduler");
        int runs = 0;
        const EventId id = Simulator::ScheduleDestroy([&] { ++runs; });
        EXPECT_FALSE(id.IsExpired());
        Simulator::Cancel(id);
        EXPECT_TRUE(id.IsExpired());
        Simulator::Run();
        Simulator::Destroy();
        EXPECT_EQ(runs, 0) << engine;
    }
}

TEST_F(FabricSimulatorImplTest, AnotherSchedulerMayTakeOverWhileItRuns)
{
    Choose("FabricSimulatorImpl", "FabricScheduler");
    std::vector<int64_t> seen;
    const auto see = [&] { seen.push_back(Simulator::Now().GetTimeStep()); };
    for (const int64_t ticks : {30, 10, 40, 20})
    {
        Simulator::Schedule(TimeStep(ticks), see);
    }
    Simulator::Schedule(TimeStep(15), [] {
        ObjectFactory factory("ns3::HeapScheduler");
        Simulator::SetScheduler(factory);
    });
    Simulator::Run();
    EXPECT_EQ(seen, (std::vector<int64_t>{10, 20, 30, 40}));
}

TEST_F(FabricSimulatorImplTest, EventsThatNeverRanAreFreed)
{
    Choose("FabricSimulatorImpl", "FabricScheduler");
    const auto held = std::make_shared<int>(0);
    Simulator::Schedule(TimeStep(10), [held] {});
    Simulator::Schedule(TimeStep(1), [held] { Simulator::Stop(); });
    Simulator::Schedule(TimeStep(1LL << 50), [held] {});
    EXPECT_EQ(held.use_count(), 4);
    Simulator::Run();
    Simulator::Destroy();
    EXPECT_EQ(held.use_count(), 1);
}

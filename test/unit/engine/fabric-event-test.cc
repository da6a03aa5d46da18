// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/fabric-event.h"
#include "ns3/global-value.h"
#include "ns3/string.h"

#include <functional>
#include <random>
#include <string>
#include <vector>

using namespace ns3;

namespace
{

/** Owns a timer and writes down when and where it fires. */
class Owner
{
  public:
    ~Owner()
    {
        m_timer->Clear();
    }

    FabricEvent& Timer()
    {
        return *m_timer;
    }

    std::vector<int64_t> fired;
    uint32_t context{0};
    std::function<void()> then; //!< done at each firing

  private:
    void Fire()
    {
        fired.push_back(NowTicks());
        context = Simulator::GetContext();
        if (then)
        {
            then();
        }
    }

    Ptr<FabricEvent> m_timer{MakeFabricEvent<Owner, &Owner::Fire>(this)};
};

/** On each engine. */
class FabricEventTest : public FabricTest, public testing::WithParamInterface<const char*>
{
  protected:
    void SetUp() override
    {
        FabricTest::SetUp();
        GlobalValue::Bind("SimulatorImplementationType",
                          StringValue(std::string("ns3::") + GetParam()));
    }

    /** @param ticks when @param action what */
    static void At(int64_t ticks, std::function<void()> action)
    {
        Simulator::Schedule(TimeStep(ticks), [action] { action(); });
    }
};

using Ticks = std::vector<int64_t>;

} // namespace

TEST_P(FabricEventTest, FiresOnceAtTheDeadlineOnBehalfOfItsNode)
{
    Owner owner;
    owner.Timer().SetContext(42);
    EXPECT_FALSE(owner.Timer().IsPending());
    owner.Timer().Schedule(100);
    EXPECT_TRUE(owner.Timer().IsPending());
    EXPECT_EQ(owner.Timer().GetDeadline(), 100);
    Simulator::Run();
    EXPECT_EQ(owner.fired, Ticks({100}));
    EXPECT_EQ(owner.context, 42u);
    EXPECT_FALSE(owner.Timer().IsPending());
    EXPECT_EQ(Simulator::GetEventCount(), 1u);
}

TEST_P(FabricEventTest, MovesLaterAtTheCostOfOneEntryHoweverOften)
{
    Owner owner;
    owner.Timer().Schedule(10);
    for (int64_t ticks = 11; ticks <= 500; ++ticks)
    {
        owner.Timer().Schedule(ticks);
    }
    Simulator::Run();
    EXPECT_EQ(owner.fired, Ticks({500}));
    EXPECT_EQ(Simulator::GetEventCount(), 2u); // looks at 10, fires at 500
}

TEST_P(FabricEventTest, ClearedAndSetAgainFiresAtTheNewDeadlineOnly)
{
    Owner owner;
    owner.Timer().Schedule(100);
    owner.Timer().Clear();
    owner.Timer().Schedule(100);
    At(40, [&] {
        owner.Timer().Clear();
        owner.Timer().Schedule(80);
    });
    Simulator::Run();
    EXPECT_EQ(owner.fired, Ticks({80}));
}

TEST_P(FabricEventTest, SetsItselfWhileItFires)
{
    Owner owner;
    int again = 3;
    owner.then = [&] {
        if (again-- > 0)
        {
            owner.Timer().Schedule(NowTicks() + 10 * (again % 2)); // also for this very tick
        }
    };
    owner.Timer().Schedule(5);
    Simulator::Run();
    EXPECT_EQ(owner.fired, Ticks({5, 5, 15, 15}));
}

TEST_P(FabricEventTest, OutlivesItsOwnerInTheEventList)
{
    {
        Owner owner;
        owner.Timer().Schedule(100);
    }
    Simulator::Run(); // must not call the owner
    EXPECT_EQ(Simulator::Now().GetTimeStep(), 100);
}

TEST_P(FabricEventTest, FiresOncePerDeadlineAtTheDeadlineUnderAnyUse)
{
    // Steps are at odd ticks and deadlines at even ones, so which comes first never matters. The
    // oracle is the definition: the deadline that is in force when its time comes.
    std::mt19937 random(3);
    Owner owner;
    Ticks expected;
    int64_t deadline = -1;
    std::function<void()> step = [&] {
        const int64_t now = NowTicks();
        const int64_t next = now + 2 + random() % 60 / 2 * 2;
        if (random() % 4 == 0)
        {
            owner.Timer().Clear();
            deadline = -1;
        }
        else if (random() % 4 != 0)
        {
            deadline = now + 1 + random() % 200 / 2 * 2;
            owner.Timer().Schedule(deadline);
        }
        const bool last = now > 400'000;
        if (deadline > now && (last || deadline < next))
        {
            expected.push_back(deadline);
        }
        if (!last)
        {
            At(next - now, step);
        }
    };
    At(1, step);
    Simulator::Run();
    EXPECT_GT(expected.size(), 1'000u);
    EXPECT_EQ(owner.fired, expected);
}

INSTANTIATE_TEST_SUITE_P(Engines,
                         FabricEventTest,
                         testing::Values("DefaultSimulatorImpl", "FabricSimulatorImpl"));

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "fabric-test.h"

#include "ns3/domain-windows.h"
#include "ns3/fabric-event.h"
#include "ns3/fabric-simulator-impl.h"
#include "ns3/global-value.h"
#include "ns3/input-error.h"
#include "ns3/string.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using namespace ns3;

namespace
{

constexpr uint32_t NODES = 7;
constexpr int64_t LOOK_AHEAD = 100;

/** A node that is busy at times of its own, a function of its number. */
class BusyNode
{
  public:
    explicit BusyNode(uint32_t number)
        : m_draws(number)
    {
        m_event->SetContext(number);
        m_event->Schedule(number);
    }

    ~BusyNode()
    {
        m_event->Clear();
    }

    std::vector<int64_t> times;        //!< of all its events
    std::function<void(int64_t)> then; //!< done at each of them

  private:
    void Fire()
    {
        const int64_t now = NowTicks();
        EXPECT_EQ(Simulator::Now().GetTimeStep(), now);
        times.push_back(now);
        m_event->Schedule(now + 1 + static_cast<int64_t>(m_draws() % 40));
        if (then)
        {
            then(now);
        }
    }

    std::mt19937 m_draws;
    Ptr<FabricEvent> m_event{MakeFabricEvent<BusyNode, &BusyNode::Fire>(this)};
};

/** A node that is busy at every second tick, or less often, and notes by which thread. */
class SteadyNode
{
  public:
    /** @param number of the node @param period ticks from one event to the next */
    explicit SteadyNode(uint32_t number, int64_t period = 2)
        : m_period(period)
    {
        m_event->SetContext(number);
        m_event->Schedule(0);
    }

    ~SteadyNode()
    {
        m_event->Clear();
    }

    std::vector<std::thread::id> threads; //!< that have run its events
    std::function<void()> work;           //!< done at each of them

  private:
    void Fire()
    {
        threads.push_back(std::this_thread::get_id());
        m_event->Schedule(NowTicks() + m_period);
        if (work)
        {
            work();
        }
    }

    const int64_t m_period;
    Ptr<FabricEvent> m_event{MakeFabricEvent<SteadyNode, &SteadyNode::Fire>(this)};
};

/** Events that the nodes and the observers of all nodes have seen. */
struct Seen
{
    std::vector<std::vector<int64_t>> times; //!< of the events, by node
    std::vector<size_t> sums;                //!< events of all nodes, at each look
    std::vector<int64_t> notices;            //!< when events of all nodes happened that nodes made
    uint64_t events;

    bool operator==(const Seen& other) const
    {
        return times == other.times && sums == other.sums && notices == other.notices &&
               events == other.events;
    }
};

class DomainWindowsTest : public FabricTest
{
  protected:
    void SetUp() override
    {
        FabricTest::SetUp();
        GlobalValue::Bind("SimulatorImplementationType", StringValue("ns3::FabricSimulatorImpl"));
        GlobalValue::Bind("SchedulerType", StringValue("ns3::FabricScheduler"));
        for (uint32_t node = 0; node < NODES; ++node)
        {
            m_nodes.push_back(std::make_unique<BusyNode>(node));
        }
        Simulator::Stop(TimeStep(20'000));
    }

    void TearDown() override
    {
        m_nodes.clear();
        FabricTest::TearDown();
    }

    /**
     * @param domains of the network, nodes dealt out in turn
     * @param threads that run them
     * @param sides whether domains are on two sides, by turns
     */
    static void Cut(uint32_t domains, uint32_t threads, bool sides = false)
    {
        DomainPlan plan;
        for (uint32_t domain = 0; sides && domain < domains; ++domain)
        {
            plan.sideOfDomain.push_back(domain % 2);
        }
        for (uint32_t node = 0; node < NODES; ++node)
        {
            plan.domainOfNode.push_back(node % domains);
        }
        plan.domains = domains;
        plan.threads = threads;
        plan.lookAheadTicks = LOOK_AHEAD;
        Simulator::Now(); // makes the engine
        FabricSimulatorImpl::GetActive()->SetDomains(plan);
    }

    /** Counts the events of all nodes so far, again and again. */
    void Look()
    {
        size_t sum = 0;
        for (const auto& node : m_nodes)
        {
            sum += node->times.size();
        }
        m_seen.sums.push_back(sum);
        Simulator::Schedule(TimeStep(137), &DomainWindowsTest::Look, this);
    }

    void Notice()
    {
        m_seen.notices.push_back(NowTicks());
    }

    /** @return what a run has shown */
    Seen Run()
    {
        Simulator::Schedule(TimeStep(1), &DomainWindowsTest::Look, this);
        for (const auto& node : m_nodes)
        {
            node->then = [this](int64_t now) {
                if (now % 50 == 0)
                {
                    Simulator::ScheduleWithContext(0,
                                                   TimeStep(2 * LOOK_AHEAD),
                                                   MakeEvent(&DomainWindowsTest::Notice, this));
                }
            };
        }
        Simulator::Run();
        for (const auto& node : m_nodes)
        {
            m_seen.times.push_back(node->times);
        }
        m_seen.events = Simulator::GetEventCount();
        return m_seen;
    }

    std::vector<std::unique_ptr<BusyNode>> m_nodes;
    Seen m_seen;
};

} // namespace

TEST_F(DomainWindowsTest, ShowTheSameForAnyDomainsAndThreads)
{
    const Seen alone = Run();
    EXPECT_EQ(alone.sums.size(), 1 + 19'999 / 137);
    EXPECT_GT(alone.notices.size(), 20u);
    for (const auto& [domains, threads] : std::vector<std::pair<uint32_t, uint32_t>>{{1, 1},
                                                                                     {2, 1},
                                                                                     {2, 2},
                                                                                     {3, 3},
                                                                                     {7, 1},
                                                                                     {7, 3},
                                                                                     {7, 7}})
    {
        for (const bool sides : {false, true})
        {
            TearDown();
            SetUp();
            m_seen = {};
            Cut(domains, threads, sides);
            EXPECT_EQ(Run(), alone)
                << domains << " domains, " << threads << " threads, sides: " << sides;
        }
    }
}

TEST_F(DomainWindowsTest, DomainsGoFromABusyThreadToAnIdleOne)
{
    // At first, the first of three threads has all busy domains.
    constexpr uint32_t DOMAINS = 6;
    constexpr uint32_t WORKERS = 3;
    DomainPlan plan;
    for (uint32_t node = 0; node < NODES; ++node)
    {
        plan.domainOfNode.push_back(std::min(node, DOMAINS - 1));
    }
    plan.domains = DOMAINS;
    plan.threads = WORKERS;
    plan.lookAheadTicks = 1000;
    m_nodes.clear();
    std::vector<std::unique_ptr<SteadyNode>> nodes;
    for (const uint32_t node : {0U, 1U})
    {
        nodes.push_back(std::make_unique<SteadyNode>(node));
    }
    Simulator::Now(); // makes the engine
    FabricSimulatorImpl::GetActive()->SetDomains(plan);
    Simulator::Run();
    EXPECT_EQ(nodes[0]->threads.front(), nodes[1]->threads.front());
    EXPECT_NE(nodes[0]->threads.back(), nodes[1]->threads.back());
    for (const auto& node : nodes)
    {
        EXPECT_EQ(node->threads.size(), 10'000u); // every second tick up to 20,000
    }
}

TEST_F(DomainWindowsTest, ThreadsThatGainNothingSleep)
{
    // To work is to sleep, so the number of cores makes no difference: two threads are twice as
    // fast as one, or half as fast where the other one takes four times as long.
    constexpr int64_t PERIOD = 150;
    const auto home = std::this_thread::get_id();
    for (const bool gains : {false, true})
    {
        for (const bool sides : {false, true})
        {
            TearDown();
            SetUp();
            m_nodes.clear();
            DomainPlan plan;
            plan.domainOfNode = {0, 1, 0, 0, 0, 0, 0};
            plan.domains = 2;
            plan.threads = 2;
            plan.lookAheadTicks = PERIOD;
            // Sides have their windows by turns: each needs domains of both threads.
            if (sides)
            {
                plan.domainOfNode = {0, 1, 2, 3, 0, 0, 0};
                plan.domains = 4;
                plan.sideOfDomain = {0, 0, 1, 1};
            }
            std::vector<std::unique_ptr<SteadyNode>> nodes;
            for (uint32_t node = 0; node < plan.domains; ++node)
            {
                nodes.push_back(std::make_unique<SteadyNode>(node, PERIOD));
                nodes.back()->work = [gains, home] {
                    const bool isSlow = !gains && std::this_thread::get_id() != home;
                    std::this_thread::sleep_for(std::chrono::milliseconds(isSlow ? 4 : 1));
                };
            }
            Simulator::Now(); // makes the engine
            FabricSimulatorImpl::GetActive()->SetDomains(plan);
            Simulator::Run();
            EXPECT_EQ(nodes[0]->threads.back(), home);
            EXPECT_NE(nodes[1]->threads.front(), home);
            EXPECT_EQ(nodes[1]->threads.back() != home, gains) << sides;
            for (const auto& node : nodes)
            {
                EXPECT_EQ(node->threads.size(), 20'000u / PERIOD + 1);
            }
        }
    }
}

TEST_F(DomainWindowsTest, RunEventsOfAllNodesBeforeThoseOfTheirInstant)
{
    Cut(2, 2);
    m_nodes[3]->then = [](int64_t now) { EXPECT_NE(now, 0); };
    Simulator::Schedule(TimeStep(3), [this] { EXPECT_TRUE(m_nodes[3]->times.empty()); });
    Simulator::Schedule(TimeStep(4), [this] {
        EXPECT_EQ(m_nodes[3]->times, std::vector<int64_t>{3});
        EXPECT_TRUE(m_nodes[4]->times.empty());
        Simulator::Stop();
    });
    Simulator::Run();
    EXPECT_EQ(NowTicks(), 4);
    EXPECT_TRUE(m_nodes[4]->times.empty());
}

TEST_F(DomainWindowsTest, TheFirstErrorInTimeEndsTheRun)
{
    for (int times = 0; times < 20; ++times)
    {
        Cut(2, 2, times % 2 == 1);
        // The nodes are in different domains, in one window, or in one window of each side.
        for (const uint32_t node : {1U, 2U})
        {
            m_nodes[node]->then = [node](int64_t now) {
                if (now >= 1000)
                {
                    throw InputError(std::to_string(now) + " at " + std::to_string(node));
                }
            };
        }
        std::string said;
        try
        {
            Simulator::Run();
        }
        catch (const InputError& error)
        {
            said = error.what();
        }
        int64_t first = INT64_MAX;
        for (const uint32_t node : {1U, 2U})
        {
            const int64_t last = m_nodes[node]->times.back();
            first = last >= 1000 ? std::min(first, last) : first; // it may not have come to it
        }
        EXPECT_EQ(said.substr(0, said.find(' ')), std::to_string(first));
        TearDown();
        SetUp();
    }
}

TEST_F(DomainWindowsTest, WhatIsNotForSeveralThreadsSaysSo)
{
    Cut(2, 1);
    m_nodes[1]->then = [](int64_t) { Simulator::Schedule(TimeStep(1000), [] {}); };
    EXPECT_DEATH(Simulator::Run(), "Schedule\\(\\) cannot be called with several threads");
    m_nodes[1]->then = [](int64_t) { Simulator::ScheduleWithContext(0, TimeStep(5), [] {}); };
    EXPECT_DEATH(Simulator::Run(), "expected at least 100");
    TearDown();
    SetUp();
    Cut(2, 1, true);
    m_nodes[1]->then = [](int64_t) { Simulator::ScheduleWithContext(0, TimeStep(5), [] {}); };
    EXPECT_DEATH(Simulator::Run(), "expected at least 200");
}

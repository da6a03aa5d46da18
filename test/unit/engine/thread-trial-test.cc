// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "ns3/thread-trial.h"

#include <functional>
#include <gtest/gtest.h>

using namespace ns3;

namespace
{

constexpr uint32_t THREADS = 4;
constexpr uint64_t STEP_NS = 1'000'000;
constexpr uint64_t TRIAL_NS = 4 * ThreadTrial::STRETCH_NS;
constexpr double EVENTS = 10'000; //!< of one thread in a step

/** A run on a machine on which all threads have some times the events of one. */
class Machine
{
  public:
    Machine()
    {
        m_trial.Begin(0);
    }

    /** @param ns how long the run goes on */
    void Run(uint64_t ns)
    {
        for (const uint64_t end = m_nowNs + ns; m_nowNs < end;)
        {
            const uint32_t threads = m_trial.GetThreads();
            EXPECT_TRUE(threads == 1 || threads == THREADS) << threads;
            ofOneNs += threads == 1 ? STEP_NS : 0;
            const double rate = load(m_nowNs) * (threads == 1 ? 1 : gain);
            m_nowNs += STEP_NS;
            m_trial.Count(static_cast<uint64_t>(rate * EVENTS), m_nowNs);
        }
    }

    uint32_t GetThreads() const
    {
        return m_trial.GetThreads();
    }

    double gain{1};                                                    //!< of all threads
    std::function<double(uint64_t)> load = [](uint64_t) { return 1; }; //!< by time
    uint64_t ofOneNs{0};                                               //!< time that one thread had

  private:
    ThreadTrial m_trial{THREADS};
    uint64_t m_nowNs{0};
};

} // namespace

TEST(ThreadTrialTest, AllThreadsStayIfTheyGainATenth)
{
    // Loads that rise or fall steadily, to the threefold or a third in a trial, change nothing.
    for (const double rise : {0.0, 2.0, -2.0 / 3})
    {
        for (const double gain : {0.3, 1.0, 1.09, 1.11, 1.5, 4.0})
        {
            Machine machine;
            machine.gain = gain;
            machine.load = [rise](uint64_t nowNs) {
                return 1 + rise * static_cast<double>(nowNs) /
                               static_cast<double>(ThreadTrial::STRETCH_NS + TRIAL_NS);
            };
            machine.Run(ThreadTrial::STRETCH_NS + TRIAL_NS);
            EXPECT_EQ(machine.GetThreads(), gain > 1.1 ? THREADS : 1) << gain << ", " << rise;
        }
    }
}

TEST(ThreadTrialTest, ItIsTriedAgainWhenOtherProgramsComeOrGo)
{
    Machine machine;
    machine.Run(ThreadTrial::STRETCH_NS + TRIAL_NS + ThreadTrial::HOLD_NS / 2);
    for (const double gain : {0.5, 1.8, 0.9, 0.8, 2.0})
    {
        machine.gain = gain;
        machine.Run(ThreadTrial::HOLD_NS + TRIAL_NS); // from the midst of a decision to the next
        EXPECT_EQ(machine.GetThreads(), gain > 1 ? THREADS : 1) << gain;
    }
}

TEST(ThreadTrialTest, TrialsTakeOneInAHundredOfTheTime)
{
    constexpr uint64_t LONG_NS = 60'000'000'000;
    for (const double gain : {0.5, 2.0})
    {
        Machine machine;
        machine.gain = gain;
        machine.Run(LONG_NS);
        const uint64_t worseNs = gain > 1 ? machine.ofOneNs : LONG_NS - machine.ofOneNs;
        EXPECT_GT(worseNs, 0u);
        EXPECT_LT(worseNs, LONG_NS / 90) << gain;
    }
}

TEST(ThreadTrialTest, WithoutEventsOneThreadIsEnough)
{
    Machine machine;
    machine.load = [](uint64_t) { return 0; };
    machine.Run(ThreadTrial::STRETCH_NS + TRIAL_NS);
    EXPECT_EQ(machine.GetThreads(), 1u);
}

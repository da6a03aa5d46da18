// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#if __has_include("ns3/task-pool.h") // not where the runner's libraries are missing

#include "ns3/run-state.h"
#include "ns3/task-pool.h"

#include <chrono>
#include <csignal>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace ns3;

namespace
{

void
Sleep(int ms)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
}

/** A pool of four tasks, two at once, in a process of its own. */
class TaskPoolTest : public testing::Test
{
  protected:
    /** Counters of the processes, in shared memory. */
    struct Counts
    {
        volatile int begun;
        volatile int ended;
    };

    ~TaskPoolTest() override
    {
        if (m_process > 0)
        {
            kill(m_process, SIGKILL);
            waitpid(m_process, nullptr, 0);
        }
        munmap(m_counts, sizeof(Counts));
    }

    /** @param obeys whether tasks end when they are asked to; otherwise they never do */
    void Start(bool obeys)
    {
        m_process = fork();
        if (m_process == 0)
        {
            const auto work = [&](size_t) {
                __atomic_add_fetch(&m_counts->begun, 1, __ATOMIC_SEQ_CST);
                while (!obeys || SignalWatch::GetSignal() != SIGINT)
                {
                    Sleep(5);
                }
                return 7;
            };
            TaskPool pool(4, 2, work, [&](size_t, const TaskEnd& end) {
                m_counts->ended = m_counts->ended + (end.status == 7 ? 1 : 0);
            });
            pool.LetFinish();
            _exit(pool.Run());
        }
        while (m_counts->begun < 2)
        {
            Sleep(5);
        }
    }

    /** @return exit status of the pool's process: the signal that ended it */
    int Wait()
    {
        int status = 0;
        waitpid(m_process, &status, 0);
        m_process = 0;
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

    Counts* m_counts{static_cast<Counts*>(
        mmap(nullptr, sizeof(Counts), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))};
    pid_t m_process{0};
};

TEST_F(TaskPoolTest, AnInterruptLetsTasksFinishAndBeginsNone)
{
    Start(true);
    kill(m_process, SIGINT);
    EXPECT_EQ(Wait(), SIGINT);
    EXPECT_EQ(m_counts->begun, 2);
    EXPECT_EQ(m_counts->ended, 2);
}

TEST_F(TaskPoolTest, ASecondInterruptKillsThem)
{
    Start(false);
    kill(m_process, SIGINT);
    Sleep(300);
    EXPECT_EQ(waitpid(m_process, nullptr, WNOHANG), 0) << "it waits";
    kill(m_process, SIGINT);
    EXPECT_EQ(Wait(), SIGINT);
    EXPECT_EQ(m_counts->ended, 0);
}

TEST_F(TaskPoolTest, AnotherSignalKillsThemAtOnce)
{
    Start(true);
    kill(m_process, SIGTERM);
    EXPECT_EQ(Wait(), SIGTERM);
    EXPECT_EQ(m_counts->ended, 0);
}

} // namespace

#endif

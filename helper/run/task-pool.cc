// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#include "task-pool.h"

#include "ns3/cpu-pause.h"
#include "ns3/run-state.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ns3
{

namespace
{

constexpr long LOOK_NS = 200'000'000; //!< time between two checks of the memory
constexpr uint64_t SCARCE_SHARE = 20; //!< memory is scarce if less than 1/20 of it is free

/** Blocks signals while it exists. */
class SignalBlock
{
  public:
    explicit SignalBlock(const std::vector<int>& signals)
    {
        sigemptyset(&m_set);
        for (const int signal : signals)
        {
            sigaddset(&m_set, signal);
        }
        sigprocmask(SIG_BLOCK, &m_set, &m_before);
    }

    ~SignalBlock()
    {
        sigprocmask(SIG_SETMASK, &m_before, nullptr);
    }

    SignalBlock(const SignalBlock&) = delete;
    SignalBlock& operator=(const SignalBlock&) = delete;

    /** @return a blocked signal that has come within a given time, or 0 */
    int Wait() const
    {
        const timespec time{0, LOOK_NS};
        const int signal = sigtimedwait(&m_set, nullptr, &time);
        return signal > 0 ? signal : 0;
    }

  private:
    sigset_t m_set;    //!< signals that are blocked
    sigset_t m_before; //!< signals blocked before
};

/** @return true if almost no memory is left; false if the system does not say */
bool
IsMemoryScarce()
{
    std::ifstream in("/proc/meminfo");
    uint64_t total = 0;
    uint64_t available = UINT64_MAX;
    std::string key;
    std::string unit;
    for (uint64_t value = 0; in >> key >> value; std::getline(in, unit))
    {
        total = key == "MemTotal:" ? value : total;
        available = key == "MemAvailable:" ? value : available;
    }
    return available < total / SCARCE_SHARE;
}

/** @return contents of a file, from its beginning */
std::string
ReadAll(int file)
{
    std::string text;
    char chunk[4096];
    for (ssize_t got = 0;
         (got = pread(file, chunk, sizeof(chunk), static_cast<off_t>(text.size()))) > 0;)
    {
        text.append(chunk, static_cast<size_t>(got));
    }
    return text;
}

} // namespace

bool
WasInterrupted(const TaskEnd& end)
{
    return end.status == SIGNALLED + SIGINT;
}

size_t
TaskPool::GetCores()
{
    return CountUsableCores();
}

uint32_t
TaskPool::GetCoresOfEach(size_t tasks, size_t workers)
{
    return static_cast<uint32_t>(std::max<size_t>(1, GetCores() / std::min(tasks, workers)));
}

TaskPool::TaskPool(size_t tasks, size_t workers, Task work, Done done)
    : m_workers(workers),
      m_work(std::move(work)),
      m_done(std::move(done))
{
    for (size_t task = tasks; task > 0; --task)
    {
        m_waiting.push_back(task - 1);
    }
}

TaskPool::~TaskPool()
{
    EndAll();
}

int
TaskPool::Run()
{
    auto signals = GetEndingSignals();
    signals.push_back(SIGCHLD);
    signals.push_back(SignalWatch::STOP_SIGNAL); // until the child is ready for it
    std::signal(SIGCHLD, SIG_DFL);               // otherwise waiting for children would fail
    const SignalBlock block(signals);
    int interrupted = 0;
    while (!m_waiting.empty() || !m_running.empty())
    {
        while (!m_waiting.empty() && m_running.size() < m_workers)
        {
            const size_t task = m_waiting.back();
            m_waiting.pop_back();
            Begin(task);
        }
        const int signal = block.Wait();
        if (signal != 0 && signal != SIGCHLD && signal != SignalWatch::STOP_SIGNAL)
        {
            if (interrupted != 0 || signal != SIGINT || !m_letFinish)
            {
                EndAll();
                return signal;
            }
            interrupted = signal;
            m_waiting.clear();
            for (const auto& child : m_running)
            {
                kill(child.process, SignalWatch::STOP_SIGNAL);
            }
        }
        Collect();
        if (interrupted == 0)
        {
            SaveMemory();
        }
    }
    return interrupted;
}

void
TaskPool::Begin(size_t task)
{
    std::cout.flush();
    std::cerr.flush();
    // In memory, so that the child's message about a full disk is not lost.
    Child child{-1, task, memfd_create("said", MFD_CLOEXEC)};
    const pid_t parent = getpid();
    child.process = child.said < 0 ? -1 : fork();
    if (child.process < 0)
    {
        throw std::system_error(errno, std::generic_category(), "no process for a run");
    }
    if (child.process == 0)
    {
        Work(child, parent);
    }
    m_running.push_back(child);
}

/** Runs in the child. */
void
TaskPool::Work(const Child& child, pid_t parent)
{
    SignalWatch::Serve();
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
    {
        _exit(VIOLATION);
    }
    dup2(child.said, STDOUT_FILENO);
    dup2(child.said, STDERR_FILENO);
    const int status = m_work(child.task);
    std::cout.flush();
    std::cerr.flush();
    _exit(status);
}

void
TaskPool::Collect()
{
    for (size_t i = 0; i < m_running.size();)
    {
        const Child child = m_running[i];
        int status = 0;
        if (waitpid(child.process, &status, WNOHANG) != child.process)
        {
            ++i;
            continue;
        }
        m_running.erase(m_running.begin() + static_cast<std::ptrdiff_t>(i));
        TaskEnd end;
        end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
        end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
        end.said = ReadAll(child.said);
        close(child.said);
        m_done(child.task, std::move(end));
    }
}

void
TaskPool::SaveMemory()
{
    if (m_running.size() > 1 && IsMemoryScarce())
    {
        m_workers = m_running.size() - 1;
        m_waiting.push_back(m_running.back().task);
        End(m_running.back());
        m_running.pop_back();
    }
}

void
TaskPool::End(const Child& child)
{
    kill(child.process, SIGKILL);
    waitpid(child.process, nullptr, 0);
    close(child.said);
}

void
TaskPool::EndAll()
{
    for (const auto& child : m_running)
    {
        kill(child.process, SIGKILL); // all at once
    }
    for (const auto& child : m_running)
    {
        End(child);
    }
    m_running.clear();
}

} // namespace ns3

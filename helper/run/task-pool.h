// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_TASK_POOL_H
#define AI_FABRIC_TASK_POOL_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ns3
{

/** How the process of a task ended. */
struct TaskEnd
{
    int status{0};    //!< exit status, if no signal ended it
    int signal{0};    //!< that ended it; 0: none
    std::string said; //!< what it wrote to stdout and stderr
};

/** @param end of a task @return whether it says that it was interrupted, see LetFinish() */
bool WasInterrupted(const TaskEnd& end);

/**
 * Runs tasks side by side, each in a child process, since ns-3 keeps its state in globals.
 *
 * Tasks begin in order, as many at once as there are cores. If memory runs short while several are
 * at work, the youngest one is ended, to begin again later, and from then on fewer run at once.
 * SIGINT and SIGTERM end all children; so does the end of this process, however it comes.
 */
class TaskPool
{
  public:
    /**
     * In a child.
     *
     * @param task its number
     * @return exit status of the child
     */
    using Task = std::function<int(size_t task)>;
    /**
     * In the parent.
     *
     * @param task that has ended
     * @param end how
     */
    using Done = std::function<void(size_t task, TaskEnd end)>;

    /** @return the cores that this process may use */
    static size_t GetCores();

    /** @param jobs that were asked for; 0: none @return tasks at once */
    static size_t GetWorkers(uint32_t jobs)
    {
        return jobs > 0 ? jobs : GetCores();
    }

    /**
     * @param tasks how many, at least 1
     * @param workers how many at once, at least 1
     * @return the cores that each task may use, at least 1
     */
    static uint32_t GetCoresOfEach(size_t tasks, size_t workers);

    /**
     * @param tasks how many
     * @param workers how many at once, at least 1
     * @param work of one task
     * @param done called for each task that has ended by itself, in the order in which they do
     */
    TaskPool(size_t tasks, size_t workers, Task work, Done done);

    /** Ends the children that are left. */
    ~TaskPool();

    TaskPool(const TaskPool&) = delete;
    TaskPool& operator=(const TaskPool&) = delete;

    /**
     * At SIGINT children are asked to come to an end, see SignalWatch::Serve(), and Run() waits for
     * them; without this, or at another signal or a second one, they are killed.
     */
    void LetFinish()
    {
        m_letFinish = true;
    }

    /**
     * Runs all tasks.
     *
     * @return 0, or the signal that has ended it before
     * @throw std::system_error if no process can be made
     */
    int Run();

  private:
    /** A child process. */
    struct Child
    {
        pid_t process; //!< id
        size_t task;   //!< its number
        int said;      //!< file descriptor of what it says
    };

    /** Forks a child for a task. */
    void Begin(size_t task);
    [[noreturn]] void Work(const Child& child, pid_t parent);
    /** Kills a child, and lets go of it. */
    void End(const Child& child);
    /** Hands over what has ended by itself. */
    void Collect();
    /** Ends the youngest child if memory is scarce; it begins again later. */
    void SaveMemory();
    /** Kills all children. */
    void EndAll();

    std::vector<size_t> m_waiting; //!< tasks, the next one at the end
    size_t m_workers;              //!< most children at a time
    Task m_work;                   //!< what a child does
    Done m_done;
    bool m_letFinish{false};
    std::vector<Child> m_running; //!< the youngest at the end
};

} // namespace ns3

#endif // AI_FABRIC_TASK_POOL_H

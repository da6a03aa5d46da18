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

/** End of a task's process. */
struct TaskEnd
{
    int status{0};    //!< exit status, if no signal ended it
    int signal{0};    //!< number of the signal that ended it; 0: none
    std::string said; //!< its output on stdout and stderr
};

/** @param end end of a task @return true if it reports an interruption, see LetFinish() */
bool WasInterrupted(const TaskEnd& end);

/**
 * Runs tasks side by side, each in a child process, because ns-3 keeps its state in globals.
 *
 * Tasks begin in order, as many at once as there are cores. If memory becomes scarce while several
 * tasks run, the youngest is ended and begins again later, and from then on fewer run at once.
 * SIGINT and SIGTERM end all children; so does any end of this process.
 */
class TaskPool
{
  public:
    /**
     * Function of a task, called in its child process.
     *
     * @param task number of the task
     * @return exit status of the child
     */
    using Task = std::function<int(size_t task)>;
    /**
     * Function called in the parent when a task has ended.
     *
     * @param task number of the task
     * @param end end of its process
     */
    using Done = std::function<void(size_t task, TaskEnd end)>;

    /** @return number of cores that this process may use */
    static size_t GetCores();

    /** @param jobs requested number; 0: none @return number of tasks at once */
    static size_t GetWorkers(uint32_t jobs)
    {
        return jobs > 0 ? jobs : GetCores();
    }

    /**
     * @param tasks number of tasks, at least 1
     * @param workers number of tasks at once, at least 1
     * @return number of cores that each task may use, at least 1
     */
    static uint32_t GetCoresOfEach(size_t tasks, size_t workers);

    /**
     * @param tasks number of tasks
     * @param workers number of tasks at once, at least 1
     * @param work function of a task
     * @param done called for each task that has ended by itself, in the order of their ends
     */
    TaskPool(size_t tasks, size_t workers, Task work, Done done);

    /** Ends the remaining children. */
    ~TaskPool();

    TaskPool(const TaskPool&) = delete;
    TaskPool& operator=(const TaskPool&) = delete;

    /**
     * Makes SIGINT ask children to finish (see SignalWatch::Serve()), while Run() waits for them.
     * Without this call, or at another signal or a second one, children are killed.
     */
    void LetFinish()
    {
        m_letFinish = true;
    }

    /**
     * Runs all tasks.
     *
     * @return 0, or the number of the signal that ended it early
     * @throw std::system_error if no process can be created
     */
    int Run();

  private:
    /** A child process. */
    struct Child
    {
        pid_t process; //!< process id
        size_t task;   //!< number of its task
        int said;      //!< file descriptor of its output
    };

    /** Forks a child for a task. */
    void Begin(size_t task);
    [[noreturn]] void Work(const Child& child, pid_t parent);
    /** Kills a child and releases its resources. */
    void End(const Child& child);
    /** Hands over the tasks that have ended by themselves. */
    void Collect();
    /** Ends the youngest child if memory is scarce; it begins again later. */
    void SaveMemory();
    /** Kills all children. */
    void EndAll();

    std::vector<size_t> m_waiting; //!< numbers of tasks; the next one is at the end
    size_t m_workers;              //!< largest number of children at a time
    Task m_work;                   //!< function of a task
    Done m_done;
    bool m_letFinish{false};
    std::vector<Child> m_running; //!< the youngest at the end
};

} // namespace ns3

#endif // AI_FABRIC_TASK_POOL_H

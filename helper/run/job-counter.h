// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_COUNTER_H
#define AI_FABRIC_JOB_COUNTER_H

#include "ns3/graph-executor.h"
#include "ns3/simulator.h"

#include <cstddef>
#include <vector>

namespace ns3
{

/**
 * @ingroup ai-fabric-scenario
 * Stops the simulation when the last job has finished.
 */
class JobCounter
{
  public:
    /** @param jobs jobs that finish while this exists */
    explicit JobCounter(const std::vector<Ptr<GraphExecutor>>& jobs)
        : m_running(jobs.size())
    {
        for (const auto& job : jobs)
        {
            job->SetFinishCallback(MakeCallback(&JobCounter::OnFinish, this));
        }
    }

    JobCounter(const JobCounter&) = delete;
    JobCounter& operator=(const JobCounter&) = delete;

    /** @return number of jobs that have not finished */
    size_t GetRunning() const
    {
        return m_running;
    }

  private:
    /** @param job job that has finished */
    void OnFinish(Ptr<GraphExecutor> job)
    {
        (void)job;
        if (--m_running == 0)
        {
            Simulator::Stop();
        }
    }

    size_t m_running; //!< jobs that have not finished
};

} // namespace ns3

#endif // AI_FABRIC_JOB_COUNTER_H

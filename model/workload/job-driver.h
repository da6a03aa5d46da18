// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_DRIVER_H
#define AI_FABRIC_JOB_DRIVER_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

class GraphExecutor;

/**
 * @ingroup ai-fabric-workload
 * Decides while a job runs what of its graph runs when: for jobs that depend on what happens, such
 * as batches of requests that form while the one before is at work.
 *
 * The graph of such a job is made of parts without dependencies between them. The driver starts
 * parts, each as often as it likes but never one that is at work, and may give the nodes of a part
 * other bytes and times before.
 */
class JobDriver : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** The job starts. @param executor of the job; outlives what the driver does with it */
    virtual void Begin(GraphExecutor* executor) = 0;

    /**
     * Everything in a part is complete.
     *
     * @param part index into FabricJob::partBegin
     * @param finishedPs when, exactly; at or less than a tick before now
     */
    virtual void OnPartDone(uint32_t part, int64_t finishedPs) = 0;

    /** @return whether it will start no part any more */
    virtual bool IsDone() const = 0;

    /**
     * A message has failed, and nothing is under way any more.
     *
     * @param nowPs the time
     * @return whether the job goes on: what was at work is given up, there are new channels, and
     *         the driver starts parts again, not before this has returned; false unless it says so
     */
    virtual bool OnFailure(int64_t nowPs);

    /** @return whether it waits for nothing but a time; false unless this says otherwise */
    virtual bool IsIdle() const
    {
        return false;
    }
};

} // namespace ns3

#endif // AI_FABRIC_JOB_DRIVER_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_JOB_DRIVER_H
#define AI_FABRIC_JOB_DRIVER_H

#include "ns3/object.h"

#include <cstdint>

namespace ns3
{

class JobRunner;

/**
 * @ingroup ai-fabric-workload
 * Decides during the simulation which parts of a job's graph run when: for jobs that depend on
 * events, such as batches of requests that form while the batch before is served.
 *
 * The graph of such a job consists of parts without dependencies between them. The driver starts a
 * part as often as it likes, but never while that part runs, and may change the bytes and times of
 * its nodes before.
 */
class JobDriver : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /** The job starts. @param runner executor of the job; outlives its use by the driver */
    virtual void Begin(JobRunner* runner) = 0;

    /**
     * All nodes of a part are complete.
     *
     * @param part index into FabricJob::partBegin
     * @param finishedPs exact time of completion in ps; now, or less than a tick before
     */
    virtual void OnPartDone(uint32_t part, int64_t finishedPs) = 0;

    /** @return true if it will never start a part again */
    virtual bool IsDone() const = 0;

    /**
     * A message has failed, and no part runs any more.
     *
     * @param nowPs time in ps
     * @return true if the job continues: the parts that ran are given up, channels are new, and the
     *         driver starts parts again after this has returned; false by default
     */
    virtual bool OnFailure(int64_t nowPs);

    /** @return true if it waits for nothing but a time; false by default */
    virtual bool IsIdle() const
    {
        return false;
    }
};

} // namespace ns3

#endif // AI_FABRIC_JOB_DRIVER_H

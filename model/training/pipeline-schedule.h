// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_PIPELINE_SCHEDULE_H
#define AI_FABRIC_PIPELINE_SCHEDULE_H

#include "pipeline-plan.h"

#include "ns3/object.h"

#include <string>

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * The order in which the stages of a pipeline work on the micro-batches of a step: a pure function
 * from the numbers of stages and micro-batches to a plan.
 */
class PipelineSchedule : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param stages number of stages, at least 1
     * @param microBatches micro-batches of a step, at least 1
     * @return valid plan
     * @throw InputError if the schedule does not support these numbers
     */
    PipelinePlan Build(uint32_t stages, uint32_t microBatches) const;

  protected:
    /**
     * Throws InputError.
     *
     * @param what name of the wrong number
     * @param count its value
     * @param expected description of the allowed values
     */
    [[noreturn]] void Fail(const std::string& what,
                           uint32_t count,
                           const std::string& expected) const;

    /** Makes a path with one chunk per stage, stage by stage. @param plan gets this only path */
    static void AddStraightPath(PipelinePlan& plan);

  private:
    /** @param plan its stages have no tasks yet; all micro-batches are on the first path */
    virtual void DoBuild(PipelinePlan& plan) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_PIPELINE_SCHEDULE_H

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
 * from their numbers to a plan.
 */
class PipelineSchedule : public Object
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param stages at least 1
     * @param microBatches of a step, at least 1
     * @return a valid plan
     * @throw InputError if the schedule cannot serve these numbers
     */
    PipelinePlan Build(uint32_t stages, uint32_t microBatches) const;

  protected:
    /**
     * Throws InputError.
     *
     * @param what of the schedule
     * @param count it
     * @param expected instead
     */
    [[noreturn]] void Fail(const std::string& what,
                           uint32_t count,
                           const std::string& expected) const;

    /** One chunk per stage, stage by stage. @param plan gets the only path */
    static void AddStraightPath(PipelinePlan& plan);

  private:
    /** @param plan has its stages, without tasks, and the path of every micro-batch, the first */
    virtual void DoBuild(PipelinePlan& plan) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_PIPELINE_SCHEDULE_H

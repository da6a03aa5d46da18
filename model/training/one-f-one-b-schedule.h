// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ONE_F_ONE_B_SCHEDULE_H
#define AI_FABRIC_ONE_F_ONE_B_SCHEDULE_H

#include "pipeline-schedule.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * One forward, one backward (PipeDream-Flush, arXiv 2006.09503; arXiv 2104.04473, 2.2.1).
 *
 * Stage s of p does p - s - 1 micro-batches forward, then one forward and one backward in turn, and
 * the rest backward. The bubble is that of GPipe, (p - 1) / m; a stage keeps the activations of at
 * most p micro-batches.
 */
class OneFOneBSchedule final : public PipelineSchedule
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(PipelinePlan& plan) const override;
};

} // namespace ns3

#endif // AI_FABRIC_ONE_F_ONE_B_SCHEDULE_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_GPIPE_SCHEDULE_H
#define AI_FABRIC_GPIPE_SCHEDULE_H

#include "pipeline-schedule.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * All micro-batches forward, then all backward (GPipe, arXiv 1811.06965, 2.3).
 *
 * With p stages and m micro-batches of forward time f and backward time b a step takes
 *     (m + p - 1) (f + b),   a bubble of (p - 1) / m of the work   (arXiv 2104.04473, 2.2.1).
 * A stage keeps the activations of all m micro-batches.
 */
class GpipeSchedule final : public PipelineSchedule
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(PipelinePlan& plan) const override;
};

} // namespace ns3

#endif // AI_FABRIC_GPIPE_SCHEDULE_H

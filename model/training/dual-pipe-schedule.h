// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DUAL_PIPE_SCHEDULE_H
#define AI_FABRIC_DUAL_PIPE_SCHEDULE_H

#include "pipeline-schedule.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * DualPipe: micro-batches enter a pipeline from both ends (DeepSeek-V3, arXiv 2412.19437, 3.2.1,
 * figure 5, and table 2; the number of tasks in each of its eight phases is that of the schedule
 * published by its authors).
 *
 * Stage s of p holds part s and part p - 1 - s, so the pipeline holds the model twice. Half of the
 * micro-batches go up, half down. A forward and a backward pass of opposite directions run
 * together, each computing while the other communicates. At the ends the gradients of weights are
 * delayed to fill the bubble, which is
 *     (p / 2 - 1) (f + 2 b - 3 w)
 * with f = forward, b = the whole backward pass and w = the gradients of weights. The formula is
 * exact for f = w = b - w; PipelinePlan::GetDuration() gives the bubble for other proportions. p
 * and m are even, m is at least 2 p.
 */
class DualPipeSchedule final : public PipelineSchedule
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(PipelinePlan& plan) const override;
};

} // namespace ns3

#endif // AI_FABRIC_DUAL_PIPE_SCHEDULE_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_INTERLEAVED_SCHEDULE_H
#define AI_FABRIC_INTERLEAVED_SCHEDULE_H

#include "pipeline-schedule.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-training
 * One forward, one backward with several chunks per stage (arXiv 2104.04473, 2.2.2).
 *
 * Stage s of p holds the parts s, s + p, s + 2p, ... of a model that is cut into p * Chunks parts.
 * It takes p micro-batches through one chunk, then through the next, so m has to be a multiple of
 * p. It begins with 2 (p - s - 1) + (Chunks - 1) p forward passes. The bubble is
 *     (p - 1) / (Chunks * m)   of the work,
 * and there are Chunks times as many messages between stages.
 */
class InterleavedSchedule final : public PipelineSchedule
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoBuild(PipelinePlan& plan) const override;

    uint32_t m_chunks; //!< chunks per stage, at least 1
};

} // namespace ns3

#endif // AI_FABRIC_INTERLEAVED_SCHEDULE_H

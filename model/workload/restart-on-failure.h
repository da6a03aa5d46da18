// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESTART_ON_FAILURE_H
#define AI_FABRIC_RESTART_ON_FAILURE_H

#include "on-failure.h"

#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The job is Steps times what its workload makes, one after the other, and begins again behind its
 * last checkpoint:
 *     begins again = end of all that is under way after a message failed + LoadTime
 * on the same hosts and on new queue pairs. What was done since the checkpoint is done again. See
 * CheckpointedRun.
 */
class RestartOnFailure final : public OnFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoApply(FabricJob& job) const override;

    uint64_t m_steps;
    uint64_t m_checkpointSteps;
    Time m_saveTime;
    Time m_loadTime;
    uint32_t m_mostRestarts;
};

} // namespace ns3

#endif // AI_FABRIC_RESTART_ON_FAILURE_H

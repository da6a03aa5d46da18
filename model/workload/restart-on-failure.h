// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_RESTART_ON_FAILURE_H
#define AI_FABRIC_RESTART_ON_FAILURE_H

#include "on-failure.h"

#include "ns3/data-rate.h"
#include "ns3/nstime.h"

#include <cstdint>

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The job repeats its workload's graph Steps times in sequence. After a failed message it restarts
 * behind its last checkpoint:
 *     restart = end of all work under way after the failure + LoadTime
 * on the same hosts and with new queue pairs. Work done since the checkpoint is repeated. See
 * CheckpointedRun. The job stops for each checkpoint for
 *     SaveTime + 8 CheckpointBytes / StorageRate
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
    uint64_t m_checkpointBytes; //!< bytes that all ranks write for a checkpoint
    DataRate m_storageRate;     //!< rate at which the storage takes them
    Time m_loadTime;
    uint32_t m_mostRestarts;
};

} // namespace ns3

#endif // AI_FABRIC_RESTART_ON_FAILURE_H

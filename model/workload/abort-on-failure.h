// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ABORT_ON_FAILURE_H
#define AI_FABRIC_ABORT_ON_FAILURE_H

#include "on-failure.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-workload
 * The job fails: nodes that depend on the failed message never start, all others run to their end.
 */
class AbortOnFailure final : public OnFailure
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoApply(FabricJob& job) const override;
};

} // namespace ns3

#endif // AI_FABRIC_ABORT_ON_FAILURE_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ON_FAILURE_H
#define AI_FABRIC_ON_FAILURE_H

#include "ns3/validated-object.h"

namespace ns3
{

struct FabricJob;

/**
 * @ingroup ai-fabric-workload
 * Reaction of a job when the network gives up one of its messages, for example when a queue pair is
 * out of retries: with NCCL every rank then aborts.
 */
class OnFailure : public ValidatedObject
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param job job with its graph; gets the settings of the reaction
     * @throw InputError if this job does not support the reaction
     */
    void Apply(FabricJob& job) const;

  private:
    virtual void DoApply(FabricJob& job) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_ON_FAILURE_H

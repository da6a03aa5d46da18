// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_ON_FAILURE_H
#define AI_FABRIC_ON_FAILURE_H

#include "ns3/input-object.h"

namespace ns3
{

struct FabricJob;

/**
 * @ingroup ai-fabric-workload
 * What a job does when the network gives up one of its messages, as a queue pair does that is out
 * of retries: with NCCL every rank then aborts.
 */
class OnFailure : public InputObject
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

    /**
     * @param job with its graph; is told what to do
     * @throw InputError if this job cannot do that
     */
    void Apply(FabricJob& job) const;

  private:
    virtual void DoApply(FabricJob& job) const = 0;
};

} // namespace ns3

#endif // AI_FABRIC_ON_FAILURE_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DIRECT_GATHER_H
#define AI_FABRIC_DIRECT_GATHER_H

#include "rooted-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Gather in one step: each rank sends its chunk to the root, all at the same time.
 *
 * The root ends with S bytes, in n chunks, and receives (n - 1)/n S of them:
 *
 *     T = a + (n - 1)/n S/B
 *
 * with a the latency of a message and B the rate of the links. NCCL uses this algorithm; it causes
 * an incast.
 */
class DirectGather final : public GatherOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_DIRECT_GATHER_H

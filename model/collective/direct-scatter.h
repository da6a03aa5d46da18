// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DIRECT_SCATTER_H
#define AI_FABRIC_DIRECT_SCATTER_H

#include "rooted-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Scatter in one step: the root sends each rank its chunk, all at the same time.
 *
 * The root has S bytes, in n chunks, and sends (n - 1)/n S of them:
 *
 *     T = a + (n - 1)/n S/B
 *
 * with a the latency of a message and B the rate of the links. NCCL uses this algorithm.
 */
class DirectScatter final : public ScatterOperation<RootedCollective>
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoWrite(CollectiveBuilder& builder) const override;
};

} // namespace ns3

#endif // AI_FABRIC_DIRECT_SCATTER_H

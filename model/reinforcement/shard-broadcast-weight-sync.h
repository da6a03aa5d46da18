// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARD_BROADCAST_WEIGHT_SYNC_H
#define AI_FABRIC_SHARD_BROADCAST_WEIGHT_SYNC_H

#include "weight-sync.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-reinforcement
 * Every piece leaves the training ranks once: a holder broadcasts the piece to the ranks of all
 * replicas that need it. The pieces of one holder for one place in a replica are one broadcast. The
 * copies take turns as holders; of divided pieces each holder broadcasts its part.
 */
class ShardBroadcastWeightSync final : public WeightSync
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAdd(Progress& progress, const Layout& layout) const override;
};

} // namespace ns3

#endif // AI_FABRIC_SHARD_BROADCAST_WEIGHT_SYNC_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_MODEL_BROADCAST_WEIGHT_SYNC_H
#define AI_FABRIC_MODEL_BROADCAST_WEIGHT_SYNC_H

#include "weight-sync.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-reinforcement
 * The first training rank gathers the whole model and broadcasts it to all rollout ranks, each of
 * which keeps its share: the NCCL broadcast of whole tensors in OpenRLHF (arXiv 2405.11143) and in
 * the asynchronous trainers of veRL. Every rollout rank receives the whole model, and one network
 * card sends all of it.
 *
 * The broadcast begins when all weights are gathered, while libraries do both tensor by tensor.
 */
class ModelBroadcastWeightSync final : public WeightSync
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAdd(Progress& progress, const Layout& layout) const override;
};

} // namespace ns3

#endif // AI_FABRIC_MODEL_BROADCAST_WEIGHT_SYNC_H

// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_DIRECT_WEIGHT_SYNC_H
#define AI_FABRIC_DIRECT_WEIGHT_SYNC_H

#include "weight-sync.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-reinforcement
 * Every rollout rank gets each of its pieces from a training rank that holds it, as one message for
 * each pair of ranks. Such transfers are the point-to-point RDMA writes of Licker et al. (arXiv
 * 2510.27656) and the direct memory access of LlamaRL (arXiv 2505.24034).
 *
 * With c copies of a piece and R replicas the copies share the replicas: replica r takes the piece
 * from copy r mod c, or if c > R an equal part from each copy with r = copy mod R. Of divided
 * pieces it takes each holder's part. A piece on the same rank is not sent.
 */
class DirectWeightSync final : public WeightSync
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAdd(Progress& progress, const Layout& layout) const override;
};

} // namespace ns3

#endif // AI_FABRIC_DIRECT_WEIGHT_SYNC_H

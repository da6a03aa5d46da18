// SPDX-License-Identifier: GPL-2.0-only
// Copyright (c) 2026 The ai-fabric developers

#ifndef AI_FABRIC_SHARP_BARRIER_H
#define AI_FABRIC_SHARP_BARRIER_H

#include "sharp-collective.h"

namespace ns3
{

/**
 * @ingroup ai-fabric-collective
 * Barrier in the network: every rank sends one packet without data, and receives one when all have
 * sent theirs. The size of the collective has no effect; its bandwidths have no meaning.
 */
class SharpBarrier final : public SharpCollective
{
  public:
    /** @return the TypeId */
    static TypeId GetTypeId();

  private:
    void DoAggregate(CommunicationGraph& graph, uint64_t bytes) const override;
    double DoGetBusFactor(uint32_t ranks) const override;
    uint64_t DoGetOperationBytes(uint32_t ranks, uint64_t bytes) const override;
};

} // namespace ns3

#endif // AI_FABRIC_SHARP_BARRIER_H
